"""A screen that a caller sees beside the games: what the lobby and the room of a waiting table have in common.

Those are the help, a message that is typed, and the way out. What keys and captions do there is up to each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum, auto

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller, LobbyRefusal
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table import texts
from h89yahtzee.table.screen.key_captions import KeyCaption, key_at
from h89yahtzee.table.screen.keyed_text import KeyedText, Typing
from h89yahtzee.table.screen.layout import Display, dice_layout
from h89yahtzee.table.screen.pages.page import TextPages
from h89yahtzee.table.screen.terminal_requests import TerminalRequests
from h89yahtzee.table.table import MOST_SAID


class Way(Enum):
    """Where a caller goes who has left a room."""

    TO_PLACE = auto()
    """Where the lobby knows them to be: at a table, or in the lobby."""
    TO_NEW_TABLE = auto()
    AWAY = auto()


class CallerRoom(TerminalRequests, ABC):
    """A `Room` of `caller`, who leaves it on `way`. It closes by itself once the caller `is_elsewhere`."""

    deadline: float | None = None
    legend = ""

    def __init__(self, lobby: Lobby, caller: Caller) -> None:
        self.lobby = lobby
        self.caller = caller
        self.way = Way.TO_PLACE
        self.is_closed = False
        self._page: TextPages | None = None
        self._said: KeyedText | None = None
        self._notice = ""
        self._changes = 0

    @property
    def revision(self) -> object:
        return self.lobby.revision, self._changes

    @property
    @abstractmethod
    def is_elsewhere(self) -> bool: ...

    @abstractmethod
    def captions(self, display: Display) -> tuple[KeyCaption, ...]: ...

    @abstractmethod
    def _draw(self, display: Display, prompt: str) -> Grid:
        """The screen; `prompt` is the message that is typed, or what went wrong, or empty."""

    @abstractmethod
    def _press(self, key: KeyPress, now: float) -> bool:
        """Do what a key is for; False if it is for nothing. LobbyRefusal where that can't be."""

    @abstractmethod
    def _click(self, row: int, column: int, display: Display, now: float) -> None:
        """Do what stands there, above the captions."""

    def screen(self, display: Display) -> Grid:
        if self._page is not None:
            return self._page.screen(display)
        return self._draw(display, texts.SAY.format(text=self._said.text) if self._said else self._notice)

    def urgent(self, display: Display) -> tuple[Region, ...]:  # noqa: ARG002
        return ()

    def notify(self, text: str) -> None:
        """Show `text` until a key is pressed."""
        self._changes += 1
        self._notice = text

    def leave(self) -> None:
        self._leave(Way.AWAY)

    def advance(self, now: float) -> None:  # noqa: ARG002
        self.is_closed |= self.is_elsewhere

    def press(self, key: KeyPress, now: float) -> None:
        if self.is_closed:
            return
        self.notify("")
        if key == "\x0c":
            self._repaint = True
        elif self._page is not None:
            self._page = self._page if self._page.press(key, None) else None
        else:
            self._try(key, now)
        self.advance(now)

    def click(self, row: int, column: int, display: Display, now: float) -> None:
        if self._page is not None:
            self.press(Key.RETURN, now)
        elif row == dice_layout(display.rows).captions:
            key = key_at(self.captions(display), column)
            if key is not None:
                self.press(key, now)
        elif self._said is None:
            self._click(row, column, display, now)
            self.advance(now)

    def _try(self, key: KeyPress, now: float) -> None:
        """Do what a key is for, or tell why not."""
        try:
            is_known = self._press(key, now) if self._said is None else self._type(self._said, key, now)
        except LobbyRefusal as refusal:
            self._notice = str(refusal)
            is_known = False
        if not is_known:
            self.ring()

    def _type(self, said: KeyedText, key: KeyPress, now: float) -> bool:
        """Take a key into the message that is being typed."""
        typing = said.press(key)
        if typing in (Typing.DONE, Typing.CANCELLED):
            self._said = None
        if typing is Typing.DONE:
            self.lobby.say(self.caller, said.text, now)
        return typing is not Typing.REFUSED

    def _begin_to_say(self) -> None:
        self._said = KeyedText(MOST_SAID)

    def _open(self, title: str, lines: Sequence[str]) -> None:
        self._page = TextPages(title, lines, lobby_texts.HELP_END)

    def _leave(self, way: Way) -> None:
        self.way, self.is_closed = way, True
