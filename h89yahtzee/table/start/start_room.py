"""The start page as a room: keys and clicks change the choices, until a game begins or the person leaves."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table.screen.key_captions import key_at
from h89yahtzee.table.screen.keyed_text import KeyedText, Typing
from h89yahtzee.table.screen.layout import Display, dice_layout
from h89yahtzee.table.screen.pages.page import TextPages
from h89yahtzee.table.screen.terminal_requests import TerminalRequests
from h89yahtzee.table.start import start_page, start_texts
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_page import StartView
from h89yahtzee.table.start.start_rows import changed, offered_rows


class Departure(Enum):
    """Why the start page was left."""

    START = auto()
    RESUME = auto()
    """The unfinished game is resumed."""
    QUIT = auto()


class _Step(Enum):
    NAME = auto()
    ADD = auto()
    DROP = auto()
    PREVIOUS = auto()
    NEXT = auto()
    UP = auto()
    DOWN = auto()
    HELP = auto()
    REPAINT = auto()


_KEYS: dict[KeyPress, _Step | Departure] = {
    **dict.fromkeys((Key.F1, *"nN"), _Step.NAME),
    **dict.fromkeys((Key.F2, *"aA+"), _Step.ADD),
    **dict.fromkeys((Key.F3, *"xX-"), _Step.DROP),
    **dict.fromkeys((Key.F4, Key.LEFT, Key.KEYPAD_4, *"hH"), _Step.PREVIOUS),
    **dict.fromkeys((Key.F5, Key.RIGHT, Key.KEYPAD_6, *"lL "), _Step.NEXT),
    **dict.fromkeys((Key.UP, Key.KEYPAD_8, *"kK8"), _Step.UP),
    **dict.fromkeys((Key.DOWN, Key.KEYPAD_2, *"jJ2"), _Step.DOWN),
    **dict.fromkeys((Key.ERASE, *"rR"), Departure.RESUME),
    **dict.fromkeys((Key.BLUE, Key.RED, Key.RETURN, Key.KEYPAD_ENTER, *"dD"), Departure.START),
    **dict.fromkeys((Key.WHITE, *"qQ\x03"), Departure.QUIT),
    "?": _Step.HELP,
    "\x0c": _Step.REPAINT,
}
_STEPS = {_Step.PREVIOUS: -1, _Step.NEXT: 1, _Step.UP: -1, _Step.DOWN: 1}


class StartRoom(TerminalRequests):
    """The page on which a game is chosen, a `Room`; `departure` says how it was left last.

    Players who are added are computers with `newcomer`, None being the strategy of the rules. `unfinished` tells of
    a game that can be resumed; it is empty if there is none.
    """

    deadline: float | None = None
    legend = ""

    def __init__(self, choices: Choices, newcomer: str | None = None, unfinished: str = "") -> None:
        self.is_closed = False
        self.departure: Departure | None = None
        self.revision = 0
        self._view = StartView(choices, 0, unfinished=unfinished)
        self._newcomer = newcomer
        self._help: TextPages | None = None
        self._name: KeyedText | None = None

    @property
    def choices(self) -> Choices:
        return self._view.choices

    @property
    def is_reading(self) -> bool:
        """Whether the help hides the page."""
        return self._help is not None

    def told(self, display: Display) -> tuple[str, ...]:
        """What is chosen now and what that means, for those who hear it."""
        return start_page.told(self._view, display)

    def screen(self, display: Display) -> Grid:
        return start_page.draw(self._view, display) if self._help is None else self._help.screen(display)

    def urgent(self, display: Display) -> tuple[Region, ...]:  # noqa: ARG002
        return start_page.urgent(self._view) if self._help is None else ()

    def notify(self, text: str) -> None:
        """Show `text` until a key is pressed."""
        self._show(replace(self._view, notice=text))

    def leave(self) -> None:
        self._depart(Departure.QUIT)

    def stay(self, notice: str) -> None:
        """Open the page again, since nothing came of leaving it."""
        self.is_closed = False
        self.notify(notice)

    def advance(self, now: float) -> None: ...

    def press(self, key: KeyPress, now: float) -> None:  # noqa: ARG002
        if self.is_closed:
            return
        self.notify("")
        command = _KEYS.get(key)
        if command is _Step.REPAINT:
            self._repaint = True
        elif self._help is not None:
            self._help = self._help if self._help.press(key, None) else None
        elif self._name is not None:
            self._type(self._name, key)
        elif isinstance(command, Departure):
            self._depart(command)
        elif command is not None:
            self._do(command)
        else:
            self.ring()

    def click(self, row: int, column: int, display: Display, now: float) -> None:
        """A caption is its key; a value is chosen first, and changed when it is clicked again."""
        if self._help is not None:
            self.press(Key.RETURN, now)
        elif row == dice_layout(display.rows).captions:
            key = key_at(start_page.captions(self._view, display), column)
            if key is not None:
                self.press(key, now)
        elif self._view.typed is None:
            for number, place in enumerate(start_page.places(self.choices)):
                if row == place.row and place.column <= column < place.column + place.width:
                    self._click_value(number)

    def _click_value(self, number: int) -> None:
        if number == self._view.chosen:
            self._do(_Step.NEXT)
        else:
            self._show(replace(self._view, chosen=number))

    def _show(self, view: StartView) -> None:
        self.revision += 1
        self._view = view

    def _choose(self, choices: Choices, chosen: int) -> None:
        """Show other choices; the chosen one stays on the page."""
        last = len(choices.players) + len(offered_rows(choices)) - 1
        self._show(replace(self._view, choices=choices, chosen=min(chosen, last)))

    def _depart(self, command: Departure) -> None:
        if command is Departure.RESUME and not self._view.unfinished:
            self.ring()
        else:
            self.departure, self.is_closed = command, True

    def _do(self, step: _Step) -> None:
        choices, chosen = self.choices, self._view.chosen
        is_player = chosen < len(choices.players)
        if step in (_Step.UP, _Step.DOWN):
            count = len(choices.players) + len(offered_rows(choices))
            self._choose(choices, (chosen + _STEPS[step]) % count)
        elif step in (_Step.PREVIOUS, _Step.NEXT) and not choices.is_yours(chosen):
            self._choose(changed(choices, chosen, _STEPS[step]), chosen)
        elif step is _Step.ADD and len(choices.players) < MAX_PLAYERS:
            self._choose(choices.with_another(self._newcomer), len(choices.players))
        elif step is _Step.DROP and is_player and len(choices.players) > 1 and not choices.is_yours(chosen):
            self._choose(choices.without(chosen), min(chosen, len(choices.players) - 2))
        elif step is _Step.NAME and not choices.is_hosted:
            self._name = KeyedText(start_page.NAME_WIDTH)
            self._show(replace(self._view, chosen=chosen if is_player else 0, typed=""))
        elif step is _Step.HELP:
            text = start_texts.HOSTED_HELP if choices.is_hosted else start_texts.HELP
            self._help = TextPages(start_texts.HELP_TITLE, text.splitlines(), start_texts.HELP_END)
        else:
            self.ring()

    def _type(self, name: KeyedText, key: KeyPress) -> None:
        """Take a key into the name that is being typed."""
        typing = name.press(key)
        if typing is Typing.REFUSED:
            self.ring()
        if typing is Typing.DONE and name.text.strip():
            self._choose(self.choices.renamed(self._view.chosen, name.text.strip()), self._view.chosen)
        if typing in (Typing.DONE, Typing.CANCELLED):
            self._name = None
        self._show(replace(self._view, typed=None if self._name is None else name.text))
