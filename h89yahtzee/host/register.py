"""What a host remembers when it is stopped, as the lobby asks for it; where it is kept is not known here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Register(Protocol):
    """Every method raises OSError where that fails. What was written is there after a crash."""

    def people(self) -> Iterable[tuple[str, str]]:
        """The name and the code of everybody who was written down."""
        ...

    def write_person(self, name: str, code: str) -> None: ...

    def tables(self) -> Iterable[tuple[int, str]]:
        """The number of each table that was written down and not dropped, and the last text of it."""
        ...

    def write_table(self, number: int, text: str) -> None:
        """Write a table down, in place of what was written of that number before."""
        ...

    def drop_table(self, number: int) -> None: ...
