"""What is said in the lobby, to all who are there or wait at a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

_REMEMBERED = 20
"""How many messages newcomers, and those who were at a table, may still read."""


@dataclass(frozen=True, slots=True)
class Message:
    """What somebody said; without a name it is what the lobby tells."""

    name: str
    text: str


class Talk:
    """The latest messages; `count` counts all."""

    def __init__(self) -> None:
        self.count = 0
        self._messages: deque[Message] = deque(maxlen=_REMEMBERED)

    def tell(self, message: Message) -> None:
        self._messages.append(message)
        self.count += 1

    def latest(self, most: int) -> Sequence[Message]:
        """Return the last messages, at most so many."""
        return list(self._messages)[-most:] if most else []

    def after(self, count: int) -> Sequence[Message]:
        """Return those after the first `count`, as far as they are remembered."""
        return self.latest(self.count - count)
