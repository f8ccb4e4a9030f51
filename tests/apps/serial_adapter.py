"""A simulated serial adapter that is plugged in and unplugged: a device file that comes and goes."""

from __future__ import annotations

import os
import pty
from io import FileIO
from pathlib import Path

from tests.apps.far_end import FarEnd
from tests.apps.screens import Screen


class SerialAdapter:
    """The adapter; the path `device` exists while the adapter is plugged in."""

    def __init__(self, device: Path) -> None:
        self.device = device
        self._ends = list[FileIO]()

    def far_end(self) -> FileIO:
        """Plug the adapter in; return the far end of its serial line."""
        far, near = self._ends = [FileIO(end, "r+") for end in pty.openpty()]
        self.device.symlink_to(os.ttyname(near.fileno()))
        return far

    def plug_in(self, screen: Screen) -> FarEnd[Screen]:
        """Plug the adapter in; return a terminal with that screen at the far end of its serial line."""
        return FarEnd(self.far_end().fileno(), screen)

    def unplug(self) -> None:
        self.device.unlink(missing_ok=True)
        for end in self._ends:
            end.close()
