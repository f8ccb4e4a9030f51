"""Two files of a browser that between them always hold one whole state, whatever is interrupted.

A state is written over the older one, with a generation and a digest before it. A write that was cut off anywhere,
or that the browser had no room for, leaves the newer one as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from errno import ENOSPC
from hashlib import blake2b
from os import strerror
from typing import NamedTuple, Protocol

_MAGIC = b"h89kept1"
_NUMBER = 8
"""Bytes of the generation and of the length."""
_DIGEST = 32
_HEAD = len(_MAGIC) + 2 * _NUMBER + _DIGEST


class KeptFile(Protocol):
    """A file that only this page has open."""

    def size(self) -> int: ...
    def read(self) -> bytes | memoryview:
        """All that is in it."""

    def write(self, data: bytes) -> int:
        """Write at the start; how many of the bytes there was room for."""

    def flush(self, size: int) -> bool:
        """Whether what was written is kept now, and nothing beyond that size."""


class _State(NamedTuple):
    """What a file holds; generation 0 for nothing whole."""

    generation: int = 0
    content: bytes = b""


class KeptFiles:
    """The state in two files: `content` is the last whole one, None if there never was any.

    `is_broken` says that something is there, and nothing whole.
    """

    def __init__(self, files: Sequence[KeptFile]) -> None:
        self._files = files
        self._states = [_parse(bytes(file.read())) for file in files]
        newest = max(self._states)
        self.content = newest.content if newest.generation else None
        self.is_broken = self.content is None and any(file.size() for file in files)

    def keep(self, content: bytes) -> None:
        """Write a state; it is kept when this returns. OSError if it can't be, and the one before is."""
        older = self._states.index(min(self._states))
        state = _State(max(self._states).generation + 1, content)
        file, data = self._files[older], _format(state)
        if file.write(data) < len(data) or not file.flush(len(data)):
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
