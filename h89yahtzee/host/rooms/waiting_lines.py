"""A table that waits for people, by lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller, LobbyRefusal
from h89yahtzee.host.hosted_table import Fill, HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.rooms import descriptions
from h89yahtzee.host.rooms.caller_lines import CallerLines
from h89yahtzee.table.lines.line_texts import NOT_UNDERSTOOD, quoted

_FILLS = {"start": Fill.COMPUTERS, "fewer": Fill.FEWER}


class WaitingLines(CallerLines):
    """The room of the table at which `caller` has a seat; it closes when the game begins."""

    prompt = lobby_texts.WAITING_PROMPT

    def __init__(self, lobby: Lobby, caller: Caller, hosted: HostedTable, notice: str = "") -> None:
        super().__init__(lobby, caller, notice)
        self._hosted = hosted
        self._told: object = None

    @property
    def is_elsewhere(self) -> bool:
        return self.caller.hosted is not self._hosted or self._hosted.table is not None

    @property
    def revision(self) -> object:
        return super().revision, tuple(self._hosted.owners.items())

    def _welcome(self) -> Iterator[str]:
        hosted = self._hosted
        yield descriptions.table_line(hosted, self.caller.name)
        yield descriptions.terms(hosted)

    def tell(self) -> Iterator[str]:
        """Tell what has been said, and for whom the table waits when that has changed."""
        yield from super().tell()
        waits = descriptions.waiting(self._hosted, self.caller.name)
        if waits != self._told and not self.is_elsewhere:
            self._told = waits
            yield from (waits,)

    def _answer(self, word: str, now: float) -> Iterator[str]:
        if word in _FILLS:
            self.lobby.start(self.caller, _FILLS[word], now)
        elif word in ("q", "quit", "back"):
            self.lobby.leave_table(self.caller, now)
        elif word in ("?", "h", "help"):
            yield from lobby_texts.WAITING_LINES_HELP.splitlines()
        elif word:
            raise LobbyRefusal(NOT_UNDERSTOOD.format(text=quoted(word)))
        else:
            yield from self._welcome()
