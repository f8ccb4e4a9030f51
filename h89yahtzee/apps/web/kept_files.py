"""Saves the user's files, which are in memory while the web page is open, in two files of the browser.

The user's files are few and small. After any change all of them are saved together as one state, so that they are
consistent. A state begins with a generation number and a digest, and is written over the older of the browser's two
files. So a write that is cut off, or for which the browser has no room, leaves the newer state intact in the other
file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from errno import ENOSPC
from hashlib import blake2b
from os import strerror
from pathlib import Path
from typing import NamedTuple, Protocol

_LENGTH = 4
"""The name of each file, and its content, are preceded by their length: a number of this many bytes."""
_LOOKED_AT = 100
"""The number of bytes at the start of a file that are compared to notice a change: SQLite counts the transactions
of a database there."""

_Look = tuple[str, int, int, int, bytes]


class KeptHome:
    """The user's files below `folder`: the constructor restores them from `files`, and `keep` saves them there."""

    def __init__(self, folder: Path, files: KeptFiles) -> None:
        self._folder = folder
        self._files = files
        parts = _parts(files.content or b"")
        for name, content in zip(parts, parts, strict=True):
            path = folder / name.decode()
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
        self._kept = self._look()

    def keep(self) -> bool:
        """Save all files if any file has changed since the last call; return whether one has changed.

        OSError if the files can't be saved; then saving is tried again only after another change.
        """
        look = self._look()
        if look == self._kept:
            return False
        self._kept = look
        paths = [Path(name) for name, *_ in look]
        self._files.keep(_joined((path.relative_to(self._folder).as_posix(), path.read_bytes()) for path in paths))
        return True

    def _look(self) -> list[_Look]:
        """Return facts about each file, such as the time of its last change, its size and its first bytes. They
        differ after a change of the file's content, and are found without reading the whole file."""
        looks = []
        for path in sorted(self._folder.rglob("*")):
            with suppress(FileNotFoundError):
                if path.is_file():
                    facts = path.stat()
                    with path.open("rb") as file:
                        head = file.read(_LOOKED_AT)
                    looks.append((str(path), facts.st_ino, facts.st_mtime_ns, facts.st_size, head))
        return looks


def _joined(files: Iterator[tuple[str, bytes]]) -> bytes:
    parts = (part for name, content in files for part in (name.encode(), content))
    return b"".join(len(part).to_bytes(_LENGTH, "big") + part for part in parts)


def _parts(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        start = at + _LENGTH
        at = start + int.from_bytes(data[at:start], "big")
        yield data[start:at]


_MAGIC = b"h89kept1"
_NUMBER = 8
"""The number of bytes of the generation number, and also of the content's length, which follows that number."""
_DIGEST = 32
_HEAD = len(_MAGIC) + 2 * _NUMBER + _DIGEST


class KeptFile(Protocol):
    """A file of the browser that only this page has open."""

    def size(self) -> int: ...
    def read(self) -> bytes | memoryview:
        """Return the whole content."""

    def write(self, data: bytes) -> int:
        """Write `data` at the start; return the number of bytes for which there was room."""

    def flush(self, size: int) -> bool:
        """Cut the file off after `size` bytes; return whether exactly these bytes are saved now."""


class _State(NamedTuple):
    """The state in one of the two files; generation 0 stands for a file without an intact state."""

    generation: int = 0
    content: bytes = b""


class KeptFiles:
    """The two files of the browser: `content` is the newest intact state, None if there is none.

    `is_broken` is True if the files aren't empty, but neither has an intact state.
    """

    def __init__(self, files: Sequence[KeptFile]) -> None:
        self._files = files
        self._states = [_parse(bytes(file.read())) for file in files]
        newest = max(self._states)
        self.content = newest.content if newest.generation else None
        self.is_broken = self.content is None and any(file.size() for file in files)

    def keep(self, content: bytes) -> None:
        """Save a state. OSError if that fails; the last state stays intact."""
        older = self._states.index(min(self._states))
        state = _State(max(self._states).generation + 1, content)
        file, data = self._files[older], _format(state)
        # Compare by `!=`, not `<`: where room is lacking, Chromium's `write` returns a negative error number, which
        # arrives here as a huge positive one.
        if file.write(data) != len(data) or not file.flush(len(data)):
            raise OSError(ENOSPC, strerror(ENOSPC))
        self._states[older] = state
        self.content = content


def _format(state: _State) -> bytes:
    numbers = b"".join(number.to_bytes(_NUMBER, "big") for number in (state.generation, len(state.content)))
    return _MAGIC + numbers + _digest(numbers, state.content) + state.content


def _parse(data: bytes) -> _State:
    numbers = data[len(_MAGIC) : len(_MAGIC) + 2 * _NUMBER]
    generation, length = (int.from_bytes(part, "big") for part in (numbers[:_NUMBER], numbers[_NUMBER:]))
    content = data[_HEAD : _HEAD + length]
    is_whole = data.startswith(_MAGIC) and data[_HEAD - _DIGEST : _HEAD] == _digest(numbers, content)
    return _State(generation, content) if is_whole else _State()


def _digest(numbers: bytes, content: bytes) -> bytes:
    return blake2b(numbers + content, digest_size=_DIGEST).digest()
