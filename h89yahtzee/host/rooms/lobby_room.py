"""The lobby as a room: keys and clicks choose a table, sit down there, watch, open another one, say something."""

from __future__ import annotations

from enum import Enum, auto

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.rooms import lobby_page
from h89yahtzee.host.rooms.caller_room import CallerRoom, Way
from h89yahtzee.host.rooms.lobby_page import LobbyView
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table.screen.key_captions import KeyCaption
from h89yahtzee.table.screen.layout import Display


class _Wish(Enum):
    UP = auto()
    DOWN = auto()
    JOIN = auto()
    SIT = auto()
    WATCH = auto()
    NEW_TABLE = auto()
    SAY = auto()
    SCORES = auto()
    RESIGN = auto()
    LEAVE = auto()
    HELP = auto()


_KEYS: dict[KeyPress, _Wish] = {
    **dict.fromkeys((Key.UP, Key.KEYPAD_8, *"kK8"), _Wish.UP),
    **dict.fromkeys((Key.DOWN, Key.KEYPAD_2, *"jJ2 "), _Wish.DOWN),
    **dict.fromkeys((Key.BLUE, Key.RED, Key.RETURN, Key.KEYPAD_ENTER, *"dD"), _Wish.JOIN),
    **dict.fromkeys((Key.F1, *"sS"), _Wish.SIT),
    **dict.fromkeys((Key.F2, *"wW"), _Wish.WATCH),
    **dict.fromkeys((Key.F3, *"nN"), _Wish.NEW_TABLE),
    **dict.fromkeys((Key.F4, "/"), _Wish.SAY),
    **dict.fromkeys((Key.F5, *"tT"), _Wish.SCORES),
    **dict.fromkeys((Key.ERASE, *"xX"), _Wish.RESIGN),
    **dict.fromkeys((Key.WHITE, *"qQ\x03"), _Wish.LEAVE),
    "?": _Wish.HELP,
}


class LobbyRoom(CallerRoom):
    """The lobby as `caller` sees it, a `Room`."""

    def __init__(self, lobby: Lobby, caller: Caller) -> None:
        super().__init__(lobby, caller)
        self._chosen = caller.left
        self._resigns_at: HostedTable | None = None

    @property
    def is_elsewhere(self) -> bool:
        return self.caller.hosted is not None

    @property
    def chosen(self) -> HostedTable | None:
        """The chosen table, at first the one that the caller has left; another one once it is gone."""
        tables = self.lobby.tables
        if self._chosen is None or tables.get(self._chosen.number) is not self._chosen:
            number = 0 if self._chosen is None else self._chosen.number
            self._chosen = min(tables.values(), key=lambda hosted: abs(hosted.number - number), default=None)
        return self._chosen

    def captions(self, display: Display) -> tuple[KeyCaption, ...]:
        return lobby_page.captions(display)

    def urgent(self, display: Display) -> tuple[Region, ...]:  # noqa: ARG002
        return lobby_page.urgent() if self._page is None else ()

    def _draw(self, display: Display, prompt: str) -> Grid:
        if self._resigns_at is not None:
            prompt = lobby_texts.RESIGN.format(number=self._resigns_at.number)
        return lobby_page.draw(LobbyView(self.lobby, self.caller, self.chosen, prompt), display)

    def _press(self, key: KeyPress, now: float) -> bool:
        wish, chosen = _KEYS.get(key), self.chosen
        resigns_at, self._resigns_at = self._resigns_at, None
        if resigns_at is not None:
            if key in ("y", "Y"):
                self.lobby.give_up(self.caller, resigns_at, now)
            return True
        if wish is _Wish.NEW_TABLE or (wish is _Wish.JOIN and chosen is None):
            self._leave(Way.TO_NEW_TABLE)
        elif wish is _Wish.SAY:
            self._begin_to_say()
        elif wish is _Wish.SCORES:
            self._open(lobby_texts.SCORES_TITLE, self.lobby.scores())
        elif wish is _Wish.LEAVE:
            self._leave(Way.AWAY)
        elif wish is _Wish.HELP:
            self._open(lobby_texts.HELP_TITLE, lobby_texts.HELP.splitlines())
        else:
            return wish is not None and chosen is not None and self._at_table(wish, chosen, now)
        return True

    def _at_table(self, wish: _Wish, chosen: HostedTable, now: float) -> bool:
        """Do what is wished for at the chosen table."""
        if wish in (_Wish.UP, _Wish.DOWN):
            tables = list(self.lobby.tables.values())
            self._chosen = tables[(tables.index(chosen) + (1 if wish is _Wish.DOWN else -1)) % len(tables)]
        elif wish is _Wish.JOIN:
            self.lobby.join(self.caller, chosen, now)
        elif wish is _Wish.SIT:
            self.lobby.sit(self.caller, chosen, now)
        elif wish is _Wish.WATCH:
            self.lobby.watch(self.caller, chosen, now)
        elif wish is _Wish.RESIGN:
            self.lobby.check_owner(self.caller, chosen)
            self._resigns_at = chosen
        return True

    def _click(self, row: int, column: int, display: Display, now: float) -> None:  # noqa: ARG002
        """A click chooses a table; another one on the same sits down there, or watches."""
        self._resigns_at = None
        clicked = lobby_page.table_at(row, list(self.lobby.tables.values()), self.chosen)
        if clicked is not None and clicked is self.chosen:
            self.press(Key.RETURN, now)
        elif clicked is not None:
            self._chosen = clicked
            self.notify("")
