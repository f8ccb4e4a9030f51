"""A register in memory, and a journal that has of each game what was posted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from h89yahtzee.game.record import Record, Setup
from h89yahtzee.table.series.match import Match
from h89yahtzee.table.table import Table


@dataclass
class MemoryRegister:
    """With `is_full` nothing more can be written."""

    codes: dict[str, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    is_full: bool = False

    def people(self) -> Iterable[tuple[str, str]]:
        return list(self.codes.items())

    def write_person(self, name: str, code: str) -> None:
        self._check()
        self.codes[name] = code

    def tables(self) -> Iterable[tuple[int, str]]:
        return list(self.texts.items())

    def write_table(self, number: int, text: str) -> None:
        self._check()
        self.texts[number] = text

    def drop_table(self, number: int) -> None:
        self._check()
        del self.texts[number]

    def _check(self) -> None:
        if self.is_full:
            raise OSError("No space left on device")


@dataclass
class MemoryJournal:
    """The games as they were posted when they were saved last."""

    records: dict[Setup, tuple[Record, tuple[int, ...]]] = field(default_factory=dict)

    def save(self, tables: Iterable[Table]) -> None:
        for table in tables:
            self.records[table.series.setup] = table.series.record.posted(), table.series.wins

    def resumed(self, setup: Setup) -> Match | None:
        if setup not in self.records:
            return None
        record, wins = self.records[setup]
        return Match.resume(record, wins)
