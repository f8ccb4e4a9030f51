"""Keys and the passing of time to actions, and the screen that goes with them.

It does nothing by itself: the caller hands it keys and the time (seconds of any clock that never goes back), asks
for the screen, rings the bells and leaves when `is_closed`. The turns are played by `Turns`; the pages other than
the table are `Pages`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.players.catalogue import optimal
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table import coach_texts, texts
from h89yahtzee.table.coach import Adviser, AnalystOf
from h89yahtzee.table.commands import KEYS, OLDSTYLE_KEYS, Command
from h89yahtzee.table.comparison import can_compare
from h89yahtzee.table.match import Offer, Sitting, has_begun
from h89yahtzee.table.preferences import Preferences, preferences_for
from h89yahtzee.table.review_pages import Afterwards
from h89yahtzee.table.screen import layout, priorities, views
from h89yahtzee.table.screen.card import TableView
from h89yahtzee.table.screen.layout import H89, Display
from h89yahtzee.table.screen.pages import HelpPages, Page, SettingsPage, WorkedPages
from h89yahtzee.table.turns import Turns

_YES: tuple[KeyPress, ...] = ("y", "Y")
_NO: tuple[KeyPress, ...] = ("n", "N")


class Controller:
    """One table. A computer player waits `delay` seconds at each step, half of it before a roll.

    `preferences` are those of the rules unless given; `delay` is their `think_time`. `save` writes them down and
    returns whether it could; without it nobody is offered to. The game of `offer`, which the sitting then is, is
    asked about first. With `asks_to_keep` who leaves a game is asked whether it is to be kept; `keeps_game` is the
    answer. `analyst_of` is asked for whoever judges decisions once one is to be judged.
    """

    def __init__(
        self,
        sitting: Sitting,
        delay: float,
        oldstyle: bool,
        now: float,
        preferences: Preferences | None = None,
        save: Callable[[Preferences], bool] | None = None,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
        analyst_of: AnalystOf = optimal,
    ) -> None:
        self._sitting = sitting
        self._preferences = replace(preferences or preferences_for(sitting.setup.rules), think_time=delay)
        self._opened = now
        self._was_over = False
        self._afterwards = Afterwards(sitting, analyst_of)
        self._adviser = Adviser(analyst_of, self._preferences.coach, layout.NOTICE_WIDTH)
        self._save = save
        self._oldstyle = oldstyle
        self._page: Page | None = None
        self._offer = offer
        self._asks_to_keep = asks_to_keep
        self.keeps_game = True
        self._question = "" if offer is None else texts.GO_ON
        self._warning = ""
        self._bells = 0
        self._repaint = False
        self.is_closed = False
        self._turns = Turns(sitting, self._preferences, self._adviser, now)

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do; None while only a key can change anything."""
        if isinstance(self._page, WorkedPages) and self._page.is_working:
            return self._opened
        rests = self._page is not None or self._question or self.is_closed
        return None if rests else self._turns.deadline

    def take_bells(self) -> int:
        """How often to ring since the last call."""
        bells = self._bells + self._turns.bells
        self._bells = self._turns.bells = 0
        return bells

    def take_repaint(self) -> bool:
        """Whether everything is to be painted anew, since the last call."""
        repaint, self._repaint = self._repaint, False
        return repaint

    def screen(self, display: Display = H89) -> Grid:
        """What a terminal of that kind shows."""
        return views.table(self._view(), display) if self._page is None else self._page.screen(display)

    def urgent(self, display: Display = H89) -> tuple[Region, ...]:
        """The parts of that screen that are to be seen first, the most urgent before the others."""
        return priorities.urgent(self._view(), display) if self._page is None else ()

    def _view(self) -> TableView:
        turns = self._turns
        return TableView(
            state=self._sitting.state,
            names=tuple(texts.plain_text(player.name) for player in self._sitting.setup.players),
            wins=self._sitting.wins,
            marked=turns.marked,
            selected=None if turns.hidden else turns.selected,
            message=self._message(),
            remark=self._question or self._warning or turns.remark or self._adviser.others,
            oldstyle=self._oldstyle,
            notice=self._notice(),
            mark=self._preferences.mark,
            potential=self._preferences.potential,
            hidden=turns.hidden,
            earlier=self._sitting.earlier,
        )

    def _message(self) -> str:
        state, setup = self._sitting.state, self._sitting.setup
        if self._sitting.has_ended:
            compares = not self._oldstyle and can_compare(self._sitting.record)
            return texts.seed_and_comparison(setup.seed) if compares else texts.seed(setup.seed)
        name = texts.plain_text(setup.players[state.seat].name)
        if self._turns.awaits_first_roll:
            return texts.first_roll(name, layout.REMARK_WIDTH)
        return texts.move(name, state.rolls_left, layout.REMARK_WIDTH)

    def _notice(self) -> str:
        """What the coach says, else why not every open box is to be had, else what the dice keys do."""
        if self._adviser.best or self._adviser.warning:
            return self._adviser.best or self._adviser.warning
        if self._sitting.has_ended:
            offers = self._afterwards.has_review and not self._oldstyle
            return coach_texts.REVIEW_OFFER if offers else ""
        state = self._sitting.state
        forbidden = () if self._turns.hidden else set(state.card.open_boxes()) - set(state.legal_boxes())
        for refusal in map(state.refusal, forbidden):
            assert refusal is not None
            return texts.REFUSALS[refusal]
        return texts.how_to_mark(self._preferences.mark)

    def notify(self, text: str) -> None:
        """Show `text` where remarks stand, until a key is pressed or the game is over."""
        self._warning = "" if self._sitting.has_ended else text

    def leave(self) -> None:
        """Close the table; a computer player finishes its turn first."""
        if self._question != texts.GO_ON and not self._sitting.has_ended and not self._sitting.is_human:
            self._turns.finish()
        self.is_closed = True

    def press(self, key: KeyPress, now: float) -> None:
        """Do what a key says, the time being `now`."""
        if self.is_closed or (self._oldstyle and key is Key.ESCAPE):
            return  # 1.1 skipped ESC
        command = (OLDSTYLE_KEYS if self._oldstyle else KEYS).get(key)
        if command is Command.REPAINT:
            self._repaint = True
        elif self._page is not None:
            self._press_on_page(self._page, key, command, now)
        elif self._question:
            self._answer(key, command, now)
        else:
            self._warning = ""
            self._press_at_table(key, command, now)

    def _press_on_page(self, page: Page, key: KeyPress, command: Command | None, now: float) -> None:
        if not page.press(key, command):
            self._page = None
            self._turns.wait_anew(now)

    def _press_at_table(self, key: KeyPress, command: Command | None, now: float) -> None:
        page = self._page_of(command)
        if page is not None:
            self._page, self._opened = page, now
        elif self._sitting.has_ended:
            self._answer_play_again(key, command, now)
        elif command is Command.QUIT:
            self._question = texts.QUIT
        else:
            self._question = self._turns.press(command, now)
            self._review_at_end(now)

    def _page_of(self, command: Command | None) -> Page | None:
        """The page that a command opens."""
        if command is Command.HELP:
            return HelpPages(self._sitting.setup.rules, self._preferences.mark)
        if command is Command.SETTINGS:
            preferences = replace(self._preferences, mode=self._sitting.mode)
            return SettingsPage(preferences, self._prefer, self._save)
        return self._afterwards.page(command)

    def _review_at_end(self, now: float) -> None:
        """By itself once a game, where the coach is at the table."""
        was_over, self._was_over = self._was_over, self._sitting.has_ended
        if self._was_over and not was_over and self._afterwards.reviews_by_itself(self._preferences.coach):
            self._page, self._opened = self._afterwards.page(Command.REVIEW), now

    def _prefer(self, preferences: Preferences) -> None:
        self._sitting.mode = preferences.mode
        self._preferences = preferences
        self._turns.prefer(preferences)

    def _answer(self, key: KeyPress, command: Command | None, now: float) -> None:
        """What is asked below the dice: nothing but yes leads to what is asked for."""
        question, self._question = self._question, ""
        if question == texts.GO_ON:
            self._answer_offer(key, command, now)
        elif question == texts.QUIT:
            self._answer_quit(key)
        elif question == texts.KEEP:
            self._answer_keep(key)
        elif key in _YES:
            self._turns.post(now)
            self._review_at_end(now)
        self._turns.wait_anew(now)

    def _answer_offer(self, key: KeyPress, command: Command | None, now: float) -> None:
        if key in _NO:
            assert self._offer is not None
            self._offer.decline()
            self._turns.begin(now)
        elif key not in _YES:
            self._question = texts.GO_ON
            self.is_closed = command is Command.QUIT
            self._bells += not self.is_closed

    def _answer_quit(self, key: KeyPress) -> None:
        if key in (*_YES, "\x03"):
            if self._asks_to_keep and has_begun(self._sitting.state):
                self._question = texts.KEEP
            else:
                self.leave()

    def _answer_keep(self, key: KeyPress) -> None:
        """CTRL-C leaves too, and loses nothing."""
        if key in (*_YES, *_NO, "\x03"):
            self.keeps_game = key not in _NO
            self.leave()

    def advance(self, now: float) -> None:
        """Let the next die be seen, or the computer player go on, if its wait is over."""
        if self.deadline is None or now < self.deadline:
            return
        if isinstance(self._page, WorkedPages):
            self._page.advance()
        else:
            self._turns.advance(now)
            self._review_at_end(now)

    def _answer_play_again(self, key: KeyPress, command: Command | None, now: float) -> None:
        if key in _YES:
            self._sitting.play_again()
            self._adviser.warning = ""
            self._turns.begin(now)
        elif key in (*_NO, Key.ESCAPE) or command is Command.QUIT:
            self.is_closed = True
        else:
            self._bells += 1
