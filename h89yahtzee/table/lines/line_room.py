"""What a person by lines can be in: answers go in, lines come out; a place at a table is one such room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class LineRoom(Protocol):
    """Its session shows `start` on the way in, then what it has to `tell`, asks with `prompt` and hands in answers.

    What a line tells has been done when the line is handed out. `revision` changes whenever there may be something
    to tell or another prompt; it is told after the next `advance`. `deadline` is when that has something to do by
    itself, in seconds of a clock that never goes back. An empty `prompt` asks for nothing, but an answer may come.
    """

    is_closed: bool

    @property
    def prompt(self) -> str: ...
    @property
    def revision(self) -> object: ...
    @property
    def deadline(self) -> float | None: ...

    def start(self) -> Iterator[str]: ...
    def tell(self) -> Iterator[str]: ...
    def answer(self, text: str, now: float) -> Iterator[str]: ...
    def advance(self, now: float) -> None: ...
    def leave(self) -> None: ...
