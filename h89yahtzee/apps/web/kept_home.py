"""The files of this user, which are in memory while the page is open, kept by the browser.

They are few and small: whenever one has changed all of them are kept together, so that they always fit each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from h89yahtzee.apps.web.kept_files import KeptFiles

_LENGTH = 4
"""Bytes of a length."""
_HEAD = 100
"""Bytes: the first ones of a database count its transactions."""

_Look = tuple[str, int, int, int, bytes]


class KeptHome:
    """The files below `folder`, which are those that `files` hold when it is made."""

    def __init__(self, folder: Path, files: KeptFiles) -> None:
        self._folder = folder
        self._files = files
        for name, content in _parse(files.content or b""):
            path = folder / name
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
        self._kept = self._look()

    def keep(self) -> bool:
        """Keep what has changed since the last time, if anything has; whether it had.

        OSError if it can't be kept; it is tried again once more has changed.
        """
        look = self._look()
        if look == self._kept:
            return False
        self._kept = look
        paths = [Path(name) for name, *_ in look]
        self._files.keep(_format((path.relative_to(self._folder).as_posix(), path.read_bytes()) for path in paths))
        return True

    def _look(self) -> list[_Look]:
        """What tells whether anything has changed, without reading all of it."""
        looks = []
        for path in sorted(self._folder.rglob("*")):
            with suppress(FileNotFoundError):
                if path.is_file():
                    facts = path.stat()
                    with path.open("rb") as file:
                        head = file.read(_HEAD)
                    looks.append((str(path), facts.st_ino, facts.st_mtime_ns, facts.st_size, head))
        return looks


def _format(files: Iterator[tuple[str, bytes]]) -> bytes:
    parts = (part for name, content in files for part in (name.encode(), content))
    return b"".join(len(part).to_bytes(_LENGTH, "big") + part for part in parts)


def _parse(data: bytes) -> Iterator[tuple[str, bytes]]:
    parts = _parts(data)
    return ((name.decode(), content) for name, content in zip(parts, parts, strict=True))


def _parts(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        start = at + _LENGTH
        at = start + int.from_bytes(data[at:start], "big")
        yield data[start:at]
