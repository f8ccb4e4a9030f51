"""Games to a file while they are played, so that what was played is there whatever happens."""

from __future__ import annotations

from pathlib import Path

from h89yahtzee.game.notation import MAGIC, format_record
from h89yahtzee.game.record import Record


class Recorder:
    """Appends to `path`: earlier games stay. OSError or ValueError when that can't be."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = Path(path).open("a+", encoding="ascii", newline="")  # noqa: SIM115 - closed by close
        self._written = ""
        self.failure: OSError | None = None
        self._file.seek(0)
        found = self._file.read()
        if found.strip() and not found.startswith(MAGIC):
            self._file.close()
            raise ValueError(f"{path}: expected a new file or one of records")
        self._append("\n" if found and not found.endswith("\n") else "")

    def update(self, record: Record) -> None:
        """Write what is new in `record`. A full disk doesn't stop the game: see `failure`."""
        text = format_record(record)
        if not text.startswith(self._written):
            self._append("" if self._written.endswith("\n") else "\n")
            self._written = ""
        if self.failure is None and text != self._written:
            self._append(text[len(self._written) :])
            self._written = text

    def _append(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            self.failure = error

    def close(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            self.failure = self.failure or error
