"""A serial adapter that is plugged in and out, as the programs of this machine see it."""

from __future__ import annotations

import os
import pty
from io import FileIO
from pathlib import Path

from tests.apps.far_end import FarEnd
from tests.apps.screens import Screen


class SerialAdapter:
    """The adapter at `device`, which is there while it is plugged in."""

    def __init__(self, device: Path) -> None:
        self.device = device
        self._ends = list[FileIO]()

    def far_end(self) -> FileIO:
        """Plug it in; the far end of its line."""
        far, near = self._ends = [FileIO(end, "r+") for end in pty.openpty()]
        self.device.symlink_to(os.ttyname(near.fileno()))
        return far

    def plug_in(self, screen: Screen) -> FarEnd[Screen]:
        """Plug it in with a terminal at the end of its line."""
        return FarEnd(self.far_end().fileno(), screen)

    def unplug(self) -> None:
        self.device.unlink(missing_ok=True)
        for end in self._ends:
            end.close()
