"""Records what a modern terminal was shown as an asciicast, a file that asciinema and its players can play.

It is version 2 of the format: a line with a JSON object about the terminal, then a line for each event, a JSON
array of the seconds since the beginning, "o" for output and the text. The caller provides the text and the clock.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TextIO

_DIGITS = 6
"""The decimals of the seconds."""


class Asciicast:
    """Writes to `file`, which the caller closes; OSError if that fails.

    `clock` gives seconds that never go back; the recording begins when this is made. `timestamp` is that moment in
    seconds since 1970, for players that show it.
    """

    def __init__(
        self, file: TextIO, clock: Callable[[], float], *, rows: int, columns: int, timestamp: int | None = None
    ) -> None:
        self._file = file
        self._clock = clock
        self._begun = clock()
        header = {"version": 2, "width": columns, "height": rows}
        self._write(header if timestamp is None else header | {"timestamp": timestamp})

    def show(self, text: str) -> None:
        """Add what the terminal is shown now. Each event is in the file at once, whatever ends the program."""
        if text:
            self._write([round(self._clock() - self._begun, _DIGITS), "o", text])

    def resize(self, rows: int, columns: int) -> None:
        self._write([round(self._clock() - self._begun, _DIGITS), "r", f"{columns}x{rows}"])

    def _write(self, line: dict[str, int] | list[float | str]) -> None:
        # ASCII, so that the file's encoding can't matter.
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
