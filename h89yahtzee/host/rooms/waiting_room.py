"""A table that waits for people, as a room: who sits there, and the key that begins the game without the others."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller
from h89yahtzee.host.hosted_table import Fill, HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.rooms import descriptions, lobby_page
from h89yahtzee.host.rooms.caller_room import CallerRoom
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.screen import layout
from h89yahtzee.table.screen.key_captions import KeyCaption, in_a_row
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.start import start_texts

_LABEL_COLUMN = 2
_SEATS_ROW = 5
_SEATS_BESIDE = 5
"""How many seats stand below each other; the rest stand to the right of them."""
_SEAT_WIDTH = 34
_RULES_ROW = 11

_FILLS: dict[KeyPress, Fill] = {
    **dict.fromkeys((Key.BLUE, Key.RED, Key.RETURN, Key.KEYPAD_ENTER, *"dD"), Fill.COMPUTERS),
    **dict.fromkeys((Key.F2, *"xX"), Fill.FEWER),
}
_KEY_COLUMNS: dict[KeyPress, int] = {
    Key.F2: layout.DICE_COLUMNS[1],
    Key.F4: layout.DICE_COLUMNS[3],
    **dict(zip((Key.BLUE, Key.WHITE), layout.CAPTION_COLUMNS[Keyboard.H19][1:], strict=True)),
    "?": layout.HELP_CAPTION_COLUMN,
}
_LETTERS: tuple[KeyPress, ...] = (Key.RETURN, "x", "/", "q", "?")


class WaitingRoom(CallerRoom):
    """The room of the table at which `caller` has a seat; it closes when the game begins."""

    def __init__(self, lobby: Lobby, caller: Caller, hosted: HostedTable) -> None:
        super().__init__(lobby, caller)
        self._hosted = hosted
        self._seated = len(hosted.owners)

    @property
    def is_elsewhere(self) -> bool:
        return self.caller.hosted is not self._hosted or self._hosted.table is not None

    @property
    def _may_start(self) -> bool:
        return self._hosted.starter == self.caller.name

    def advance(self, now: float) -> None:
        """Ring when somebody sits down."""
        if len(self._hosted.owners) > self._seated:
            self.ring()
        self._seated = len(self._hosted.owners)
        super().advance(now)

    def captions(self, display: Display) -> tuple[KeyCaption, ...]:
        """Who may not start the game has no key for it."""
        if display.keyboard is Keyboard.H19:
            listed = zip(_KEY_COLUMNS.items(), lobby_texts.WAITING_CAPTIONS, strict=True)
            found = [KeyCaption(text, column, key) for (key, column), text in listed]
            return tuple(caption for caption in found if self._may_start or caption.key not in _FILLS)
        letters = zip(_LETTERS, lobby_texts.WAITING_LETTERS, strict=True)
        return tuple(in_a_row((key, text) for key, text in letters if self._may_start or key not in _FILLS))

    def _draw(self, display: Display, prompt: str) -> Grid:
        captions = self.captions(display)
        return lobby_page.draw_around(self.lobby, self.caller, self._texts(prompt), captions, display)

    def _texts(self, prompt: str) -> Iterator[lobby_page.Placed]:
        """Yield what stands where about the table."""
        hosted, column = self._hosted, lobby_page.VALUE_COLUMN
        yield _SEATS_ROW, _LABEL_COLUMN, lobby_texts.TABLE.format(number=hosted.number)
        for number in range(len(hosted.players)):
            right, below = divmod(number, _SEATS_BESIDE)
            yield _SEATS_ROW + below, column + right * _SEAT_WIDTH, descriptions.seat(hosted, number)
        yield _RULES_ROW, _LABEL_COLUMN, lobby_texts.RULES
        yield _RULES_ROW, column, descriptions.rules(hosted)
        yield _RULES_ROW + 1, column, start_texts.ABOUT_RULES[hosted.choices.rules]
        yield _RULES_ROW + 2, column, descriptions.terms(hosted)
        yield lobby_page.PROMPT_ROW, _LABEL_COLUMN, prompt or descriptions.waiting(hosted, self.caller.name)

    def _press(self, key: KeyPress, now: float) -> bool:
        if key in _FILLS:
            self.lobby.start(self.caller, _FILLS[key], now)
        elif key in (Key.F4, "/"):
            self._begin_to_say()
        elif key in (Key.WHITE, "q", "Q", "\x03"):
            self.lobby.leave_table(self.caller, now)
        elif key == "?":
            self._open(lobby_texts.TABLE.format(number=self._hosted.number), lobby_texts.WAITING_HELP.splitlines())
        else:
            return False
        return True

    def _click(self, row: int, column: int, display: Display, now: float) -> None: ...
