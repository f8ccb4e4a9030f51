"""What of a game's record is final: the lines that the journal keeps.

The notation is `game.notation`'s; here only its lines are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.record import Record
from h89yahtzee.notation.record_text import format_record, parse_records


@dataclass(frozen=True, slots=True)
class Entry:
    """Lines without their ends: `turns` has those of posted turns, `total` is None until the game is finished."""

    header: tuple[str, ...]
    turns: tuple[str, ...]
    total: str | None = None

    @classmethod
    def of(cls, record: Record) -> Entry:
        """The turn that is being played is left out: its line has no end yet."""
        *lines, _ = format_record(record).split("\n")
        first = next((index for index, line in enumerate(lines) if line.startswith("turn ")), len(lines))
        last = len(lines) if record.totals is None else len(lines) - 1
        return cls(tuple(lines[:first]), tuple(lines[first:last]), None if record.totals is None else lines[-1])

    def record(self) -> Record:
        """NotationError where the lines are no record, as without any turn."""
        [record] = parse_records("\n".join([*self.header, *self.turns, self.total or ""]))
        return record

    def continues(self, earlier: Entry) -> bool:
        """Whether this is the same game at the same point or later."""
        return self.header == earlier.header and self.turns[: len(earlier.turns)] == earlier.turns
