"""The saved state of a host: its people, and its tables with a game, which are set up again after a restart.

A table is written as JSON. `choices` are as `table.choices` writes them, `setup` is the header of the game's
record, `owners` has a name or null for each seat. The game itself is in the journal.

    {"choices": {...}, "setup": "h89yahtzee-record 1\\nrules h89\\n...", "owners": ["ann", null]}

This module doesn't know where the state is kept: see `Register`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.game.record import Setup
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.notation.json_node import parse_json
from h89yahtzee.notation.record_text import header_lines, parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.table.choices import choices_members, choices_of


class Register(Protocol):
    """Storage of people and tables. Every method raises OSError if it fails. What was written survives a crash."""

    def people(self) -> Iterable[tuple[str, str]]:
        """Return the name and the code of each person written."""
        ...

    def write_person(self, name: str, code: str) -> None: ...

    def tables(self) -> Iterable[tuple[int, str]]:
        """Return the number and the last text of each table that was written and not dropped."""
        ...

    def write_table(self, number: int, text: str) -> None:
        """Write a table in place of an earlier text of that number."""
        ...

    def drop_table(self, number: int) -> None: ...


class WrittenTables:
    """The tables saved in `register`. Tables that wait for people aren't saved: nobody is there after a restart.

    `unreadable` has a message for each saved table that can't be read.
    """

    def __init__(self, register: Register) -> None:
        self.unreadable: list[str] = []
        self._register = register
        self._written: dict[int, tuple[Setup, dict[int, str]] | None] = {}

    def read(self) -> list[WrittenTable]:
        """Return the saved tables that can be read."""
        found = []
        for number, text in self._register.tables():
            try:
                found.append(parse_table(number, text))
            except NotationError as error:
                self.unreadable.append(str(error))
        self._written = dict.fromkeys(written.hosted.number for written in found)
        return found

    def save(self, tables: Mapping[int, HostedTable]) -> None:
        """Write all changes of `tables`; OSError if that fails, and the next call tries again."""
        played = {number: hosted for number, hosted in tables.items() if hosted.table is not None}
        for number, hosted in played.items():
            if hosted.owned != self._written.get(number):
                self._register.write_table(number, format_table(hosted))
                self._written[number] = hosted.owned
        for number in self._written.keys() - played.keys():
            self._register.drop_table(number)
            del self._written[number]


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A saved table, and the setup of its game; the game itself isn't on the table yet."""

    hosted: HostedTable
    setup: Setup


def format_table(hosted: HostedTable) -> str:
    setup, owners = hosted.owned
    members = {
        "choices": choices_members(hosted.choices),
        "setup": "\n".join(header_lines(setup)),
        "owners": [owners.get(seat) for seat in range(len(setup.players))],
    }
    return json.dumps(members)


def parse_table(number: int, text: str) -> WrittenTable:
    """Return the table saved as `text`; NotationError if the text has another form."""
    node = parse_json(text, f"table {number}")
    written = node.required("setup")
    records = parse_records(written.text() + "\n", may_lack_turns=True)
    if len(records) != 1:
        raise written.expected("one game")
    (record,) = records
    hosted = HostedTable(number, choices_of(node.required("choices")))
    owners = node.required("owners").items()
    if len(owners) != len(record.setup.players):
        raise node.expected("an owner or null for each player")
    hosted.owners = {seat: owner.text() for seat, owner in enumerate(owners) if owner.value is not None}
    return WrittenTable(hosted, record.setup)
