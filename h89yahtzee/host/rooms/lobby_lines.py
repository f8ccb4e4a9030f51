"""The lobby by lines of text: tables are called by their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import LobbyRefusal
from h89yahtzee.host.rooms import descriptions
from h89yahtzee.host.rooms.caller_lines import CallerLines
from h89yahtzee.host.rooms.caller_room import Way
from h89yahtzee.table.lines.line_texts import NOT_UNDERSTOOD, quoted


class LobbyLines(CallerLines):
    """A number sits down at that table, or watches there; letters before it ask for something else."""

    prompt = lobby_texts.LOBBY_PROMPT

    @property
    def is_elsewhere(self) -> bool:
        return self.caller.hosted is not None

    def _welcome(self) -> Iterator[str]:
        yield self._who_is_here()
        yield from self._tables()

    def _tables(self) -> Iterator[str]:
        for hosted in self.lobby.tables.values():
            yield descriptions.table_line(hosted, self.caller.name)
        if not self.lobby.tables:
            yield lobby_texts.NO_TABLES.format(key="n")

    def _answer(self, word: str, now: float) -> Iterator[str]:
        match = re.fullmatch(r"(sit|watch|resign|[swx])? ?([0-9]{1,3})", word)
        if match is not None:
            self._at_table(match[1] or "", int(match[2]), now)
        elif word in ("n", "new"):
            self._leave(Way.TO_NEW_TABLE)
        elif word in ("q", "quit", "leave"):
            self._leave(Way.AWAY)
        elif word in ("t", "scores"):
            yield from self.lobby.scores()
        elif word in ("?", "h", "help"):
            yield from lobby_texts.LOBBY_LINES_HELP.splitlines()
        elif word in ("", "l", "list"):
            yield from self._welcome()
        else:
            raise LobbyRefusal(NOT_UNDERSTOOD.format(text=quoted(word)))

    def _at_table(self, command: str, number: int, now: float) -> None:
        hosted = self.lobby.tables.get(number)
        if hosted is None:
            raise LobbyRefusal(lobby_texts.NO_SUCH_TABLE.format(number=number))
        if command.startswith("s"):
            self.lobby.sit(self.caller, hosted, now)
        elif command.startswith("w"):
            self.lobby.watch(self.caller, hosted, now)
        elif command:
            self.lobby.give_up(self.caller, hosted, now)
        else:
            self.lobby.join(self.caller, hosted, now)
