"""A person at a table with a screen and a keyboard: keys to commands and answers, and the screen to show.

It does nothing by itself: whoever runs the table hands in keys and the time, asks for the screen, rings the bells
and closes the terminal when `is_closed`. A change at the table is seen here after the next `advance`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from h89yahtzee.game.scorecard import Box
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table import player_texts, texts
from h89yahtzee.table.commands import Command
from h89yahtzee.table.dialogue import Answer, Question, Rejection
from h89yahtzee.table.events import Event, Happening
from h89yahtzee.table.preferences import OLDSTYLE, Preferences, preferences_for
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.review.coach import Advice, AnalystOf
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.screen import beside_dice, layout, priorities, views
from h89yahtzee.table.screen.card import TableView
from h89yahtzee.table.screen.key_bindings import KEYS, OLDSTYLE_KEYS
from h89yahtzee.table.screen.keyed_text import KeyedText, Typing
from h89yahtzee.table.screen.layout import H89, Display
from h89yahtzee.table.screen.pages.page import Page
from h89yahtzee.table.screen.pages.table_pages import TablePages
from h89yahtzee.table.screen.speech import SHORTEST, Speech
from h89yahtzee.table.screen.targets import target_at
from h89yahtzee.table.screen.terminal_requests import TerminalRequests
from h89yahtzee.table.series.match import Offer
from h89yahtzee.table.table import Table
from h89yahtzee.table.turns import selection
from h89yahtzee.table.viewer import Viewer

_ANSWERS: dict[KeyPress, Answer] = {
    **dict.fromkeys("yY", Answer.YES),
    **dict.fromkeys("nN", Answer.NO),
    "\x03": Answer.LEAVE,
}


class ScreenViewer(TerminalRequests, Viewer):
    """A person with a screen; preferences default to those of the rules, and `table.options` overrule them.

    `save` stores preferences and returns whether it could; without it saving isn't offered. If it `has_start_page`
    the person may ask for that when a game is over, and leaves with `wants_start_page`.
    """

    def __init__(
        self,
        table: Table,
        now: float,
        preferences: Preferences | None = None,
        oldstyle: bool = False,
        save: Callable[[Preferences], bool] | None = None,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
        analyst_of: AnalystOf = optimal,
        seats: Collection[int] | None = None,
        has_start_page: bool = False,
        saved_games: SavedGames | None = None,
        name: str = "",
        may_talk: bool = False,
        may_set_table: bool = True,
    ) -> None:
        self._has_start_page = has_start_page and not oldstyle
        usual = OLDSTYLE if oldstyle else preferences_for(table.series.setup.rules)
        self._preferences = preferences or usual
        self._oldstyle = oldstyle
        self._has_saved_games = saved_games is not None
        self._pages = TablePages(table, analyst_of, saved_games, self._prefer, save)
        self._page: Page | None = None
        self._rejection: Rejection | None = None
        self._notice = ""
        self._clicked: Box | None = None
        self._looked_at: Box | None = None
        self._speech = Speech()
        advice = Advice(analyst_of, self._preferences, layout.NOTICE_WIDTH, table.outcomes)
        super().__init__(
            table, advice, now, offer, asks_to_keep, analyst_of, seats, saved_games, name, may_talk, may_set_table
        )
        self._take_in(now)

    @property
    def preferences(self) -> Preferences:
        return self._preferences

    # What is shown

    @property
    def deadline(self) -> float | None:
        waits = self._speech.ends if self._page is None else self._page.deadline, self._advice_deadline
        return min((wait for wait in waits if wait is not None), default=None)

    @property
    def legend(self) -> str:
        has_board = self._page is None and not self.table.series.has_ended
        return texts.LEGENDS[self._oldstyle] if has_board else ""

    @property
    def is_reading(self) -> bool:
        """Whether a page hides the table."""
        return self._page is not None

    def screen(self, display: Display = H89) -> Grid:
        return views.table(self.view(), display) if self._page is None else self._page.screen(display)

    def urgent(self, display: Display = H89) -> tuple[Region, ...]:
        return priorities.urgent(self.view(), display) if self._page is None else ()

    def view(self) -> TableView:
        """What this person sees of the table."""
        table, series, preferences = self.table, self.table.series, self._preferences
        return TableView(
            state=series.state,
            names=tuple(texts.plain_text(player.name) for player in series.setup.players),
            wins=series.wins,
            to_roll=table.marks.to_roll,
            selected=None if table.hidden else self._selected,
            notice=self._notice_above_remark(),
            message=beside_dice.message(table, self._reviews.can_compare, self._oldstyle),
            remark=self._remark(),
            oldstyle=self._oldstyle,
            mark=preferences.mark,
            potential=preferences.potential,
            hidden=table.hidden,
            earlier=series.earlier,
            standing=self._standing(),
            speech=self._speech.lines(),
            is_asked=series.has_ended or self.question is not None,
            chances=self._chances(),
        )

    @property
    def sees_chances(self) -> bool:
        return self._preferences.chances and not self._oldstyle

    def _chances(self) -> tuple[str, ...]:
        """A mark and the figures, blank until they are known; none for who plays alone, who can't lose."""
        players = len(self.table.series.state.cards)
        unknown = ("",) * (players + 1)
        return self.table.chances.written or unknown if self.sees_chances and players > 1 else ()

    def _notice_above_remark(self) -> str:
        offers = [coach_texts.REVIEW_OFFER] * (self._reviews.is_wanted and not self._oldstyle)
        offers += [texts.START_PAGE_OFFER] * self._has_start_page
        offers += [texts.GAMES_OFFER] * self._has_saved_games
        mark, cut_off = self._preferences.mark, self.is_offered_cut_off
        return beside_dice.notice(self.table, self.advice, mark, offers, cut_off, self.is_kept, self.has_a_say)

    def _remark(self) -> str:
        told, rejection, has_a_say = self._notice, self._rejection, self.has_a_say
        said = beside_dice.remark(
            self.table, self.question, told, rejection, self.advice, has_a_say, self._oldstyle
        )
        return said or texts.NO_CHANCES * bool(self.sees_chances and self.table.chances.problem)

    @property
    def _selected(self) -> Box | None:
        """The selected box, or that at which this person looks meanwhile."""
        is_other = not self.may_play and self._looked_at in self.table.series.state.legal_boxes()
        return self._looked_at if is_other else self.table.marks.selected

    def _standing(self) -> str:
        """The past totals of the person who has finished a game, if there is one person."""
        people = list(filter(self._plays, range(len(self.table.series.setup.players))))
        past = self._totals.of(people[0]) if len(people) == 1 else None
        return "" if past is None else texts.past_totals(past, layout.STANDING_WIDTH)

    def notify(self, text: str) -> None:
        """Show `text` where remarks stand, until a key is pressed or the game is over."""
        self._changes += 1
        self._notice = "" if self.table.series.has_ended else text

    # What happens

    def press(self, key: KeyPress, now: float) -> None:
        if self.is_closed or (self._oldstyle and key is Key.ESCAPE):
            return  # 1.1 skipped ESC
        self._take_in(now)
        self._changes += 1
        self._clicked = None
        command = (OLDSTYLE_KEYS if self._oldstyle else KEYS).get(key)
        if command is Command.REPAINT:
            self._repaint = True
        elif self._page is not None:
            if not self._page.press(key, command):
                self._close_page(now)
        elif self._speech.typed is not None:
            self._type(self._speech.typed, key, now)
        elif self.question is not None:
            self._press_answer(key, command, now)
        else:
            self._notice = ""
            self._speech.fade(now, SHORTEST)
            self._press_at_table(key, command, now)
        self._take_in(now)

    def _close_page(self, now: float) -> None:
        self._page = None
        self._speech.look(now)

    def _type(self, line: KeyedText, key: KeyPress, now: float) -> None:
        typing = line.press(key)
        if typing is Typing.REFUSED or (typing is Typing.DONE and not self._say(line.text, now)):
            self.ring()
        elif typing is not Typing.GOES_ON:
            self._speech.typed = None

    def click(self, row: int, column: int, display: Display, now: float) -> None:
        """Do what stands there. A box is selected first, and posted in when it is clicked again at once."""
        if self.is_closed or self._oldstyle:
            return
        self._take_in(now)
        self._changes += 1
        if self._page is not None:
            if not self._page.click(row, display):
                self._close_page(now)
        else:
            target = target_at(self.view(), display, row, column)
            if isinstance(target, str):
                self.press(target, now)
            elif self.question is None:
                self._click_at_table(target, now)
        self._take_in(now)

    def _click_at_table(self, target: Command | Box | None, now: float) -> None:
        is_again = target is not None and target == self._clicked
        self._clicked = target if isinstance(target, Box) else None
        series = self.table.series
        if target is not None or not (series.has_ended or series.is_human):
            self._notice = ""
            self._press_at_table("", Command.DONE if is_again else target, now)
        is_selected = self.may_play and self._clicked is not None and self._clicked == self.table.marks.selected
        if is_selected and not (is_again or self._rejection or self.advice.rows[1]):
            self._notice = texts.CLICK_AGAIN

    def advance(self, now: float) -> None:
        if self._page is not None and self._page.deadline is not None and now >= self._page.deadline:
            self._changes += 1
            self._page.advance(now)
        elif self._page is None:
            self._changes += self._speech.fade(now)
        self._take_advice(now)
        self._take_in(now)

    def _take_in(self, now: float) -> None:
        """See what has happened at the table, and say where this person looks."""
        self._settle()
        for event in self._news():
            self._judge(event)
            if event.happening is Happening.SAID:
                self._hear(event, now)
                continue
            if event.happening is Happening.SEATED and event.seat not in (self.seats or ()):
                self._speech.tell(self._seated(event), now)
            self._clicked = None
            if event.happening is not Happening.ROLLED:
                self._rejection = self._looked_at = None
            if event.happening is Happening.WARNED:
                self._bells += self._plays(event.before.seat)
            if event.happening is Happening.ENDED:
                self._bells += len(event.after.winners())
            if self._reviews_at(event):
                self._page = self._pages.opened_by(Command.REVIEW, self._preferences)
        self._consult()
        self._attend(now)

    def _hear(self, event: Event, now: float) -> None:
        """Hear a person, unless this one wants to hear nobody, or the table itself."""
        if not event.name:
            self._speech.tell(event.text, now)
        elif self._preferences.messages:
            self._speech.hear(texts.said(event.name, event.text), now)

    def _seated(self, event: Event) -> str:
        player = self.table.series.setup.players[event.seat]
        is_person = self.table.series.is_person(event.seat)
        return player_texts.seated(player, is_person, texts.plain_text(player.name))

    @property
    def _is_busy(self) -> bool:
        return self._page is not None or self.question is not None

    def _press_answer(self, key: KeyPress, command: Command | None, now: float) -> None:
        answer = _ANSWERS.get(key, Answer.OTHER)
        if self.question is Question.SCRATCH:
            self.question = None
            if answer is Answer.YES and self.may_play:
                self.table.do(Command.DONE, self._preferences.mark, now)
        else:
            if self.question is Question.RESUME and command is Command.QUIT:
                answer = Answer.LEAVE
            self._bells += not self._answer(answer, now)

    def _press_at_table(self, key: KeyPress, command: Command | Box | None, now: float) -> None:
        if self._come_back(now):
            return
        if key == "/" and self.may_talk:
            self._speech.begin()
            return
        page = self._pages.opened_by(command, self._preferences, self.may_set_table, self.may_talk)
        if page is not None:
            self._page = page
        elif self.table.series.has_ended:
            self._press_after_game(key, command, now)
        elif command is Command.QUIT:
            self._ask_to_leave()
        elif self.may_play:
            self._play(command, now)
        elif self.has_a_say and not self.table.series.is_human:
            self.table.hurry(now)
        elif not self._look(command):
            self.ring()

    def _look(self, command: Command | Box | None) -> bool:
        """Look at another box on the card of the player to move, as OOPS ends it; False if that shows none."""
        boxes = self.table.series.state.legal_boxes()
        if command is Command.OOPS:
            self._looked_at = None
            return True
        box = None if self.table.hidden else selection.box_at(command, boxes, self._selected or boxes[0])
        self._looked_at = box or self._looked_at
        return box is not None

    def _play(self, command: Command | Box | None, now: float) -> None:
        """Do what this person commands in their turn."""
        self.table.land(now)
        self._rejection, self.advice.warning = None, ""
        if command is Command.COACH and not self.table.awaits_first_roll:
            self.advice.ask(self.table.series.state)
        elif command is Command.DONE and self._would_scratch():
            self.question = Question.SCRATCH
        else:
            self._rejection = self.table.do(command, self._preferences.mark, now)
            self._bells += self._rejection is not None

    def _would_scratch(self) -> bool:
        """Whether to ask before a zero is posted."""
        table = self.table
        if table.awaits_first_roll or not self._preferences.confirm_zero:
            return False
        assert table.marks.selected is not None
        return not table.series.state.potential_score(table.marks.selected)

    def _press_after_game(self, key: KeyPress, command: Command | Box | None, now: float) -> None:
        answer = _ANSWERS.get(key, Answer.OTHER)
        if answer is Answer.YES and self.has_a_say:
            self._play_again(now)
        elif self._has_start_page and key in ("s", "S"):
            self.leave_for_start_page()
        elif answer is Answer.NO or key is Key.ESCAPE or command is Command.QUIT:
            self.leave()
        else:
            self._bells += 1

    def _prefer(self, preferences: Preferences) -> None:
        if preferences.mark is not self._preferences.mark and self.may_play:
            self.table.unmark()
        self._preferences = preferences
        self.advice.taste = preferences
        if self.may_set_table:
            self.table.prefer(preferences)
