"""Writes games to a file while they are played, so that nothing is lost whatever happens."""

from __future__ import annotations

from os import SEEK_END

from h89yahtzee.game.record import Record
from h89yahtzee.notation.record_text import MAGIC, format_record
from h89yahtzee.store.own_files import own_file


class Recorder:
    """Appends to `path`: earlier games stay. OSError or ValueError if that can't be done."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "a+b", buffering=0, opener=own_file)  # noqa: SIM115 - closed by close
        self._written = ""
        self._seen: Record | None = None
        self.failure: OSError | None = None
        self._file.seek(0)
        if self._file.read(len(MAGIC)) not in (b"", MAGIC.encode()):
            self._file.close()
            raise ValueError(f"{path}: expected a new file or one of records")
        if self._file.tell():
            self._file.seek(-1, SEEK_END)
            self._append("" if self._file.read() == b"\n" else "\n")

    def update(self, record: Record) -> None:
        """Write what is new in `record`. A full disk doesn't stop the game; `failure` is then set."""
        if record is self._seen:
            return
        self._seen, text = record, format_record(record)
        if not text.startswith(self._written):
            self._append("" if self._written.endswith("\n") else "\n")
            self._written = ""
        if self.failure is None and text != self._written:
            self._append(text[len(self._written) :])
            self._written = text

    def _append(self, text: str) -> None:
        data = text.encode("ascii")
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            self.failure = error

    def close(self) -> None:
        self._file.close()
