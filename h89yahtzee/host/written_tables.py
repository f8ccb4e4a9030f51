"""The tables with a game as a register has them: written down when they change, set up again after a restart."""

from __future__ import annotations

from collections.abc import Mapping

from h89yahtzee.game.record import Setup
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.hosted_table_json import WrittenTable, format_table, parse_table
from h89yahtzee.host.register import Register
from h89yahtzee.notation.tokens import NotationError


class WrittenTables:
    """The tables written down in `register`. Waiting tables aren't written down: nobody is there after a restart.

    `unreadable` tells why tables were left out that couldn't be read.
    """

    def __init__(self, register: Register) -> None:
        self.unreadable: list[str] = []
        self._register = register
        self._written: dict[int, tuple[Setup, dict[int, str]] | None] = {}

    def read(self) -> list[WrittenTable]:
        """Return the tables that were written down last, as far as they can be read."""
        found = []
        for number, text in self._register.tables():
            try:
                found.append(parse_table(number, text))
            except NotationError as error:
                self.unreadable.append(str(error))
        self._written = dict.fromkeys(written.hosted.number for written in found)
        return found

    def save(self, tables: Mapping[int, HostedTable]) -> None:
        """Write down what has changed; OSError where that fails, and the next call tries again."""
        played = {number: hosted for number, hosted in tables.items() if hosted.table is not None}
        for number, hosted in played.items():
            if hosted.owned != self._written.get(number):
                self._register.write_table(number, format_table(hosted))
                self._written[number] = hosted.owned
        for number in self._written.keys() - played.keys():
            self._register.drop_table(number)
            del self._written[number]
