"""One person's place (seat) at a table, for screens and text mode: the person's commands, the questions that the
person is asked, and the page that the person reads.

A front end (a screen, or lines of text) translates keys, clicks or words to commands and answers, and shows the
state of the seat. There is no clock here: the time is passed in. The table notifies no seat: `news` fetches the
table's events. To post is to enter the dice's score in a box.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import LOOK_AGAIN, Bookmaker
from h89yahtzee.table.coach import Advice, AnalystOf, Wording
from h89yahtzee.table.commands import Command
from h89yahtzee.table.comparison import can_compare
from h89yahtzee.table.daily import DayFigures, command_of, day_of, shared_text
from h89yahtzee.table.endings import Ending, Leave, Resume, ToChoices
from h89yahtzee.table.events import ENDING_A_TURN, Answer, Event, Happening, Question, Rejection
from h89yahtzee.table.match import Offer, has_begun
from h89yahtzee.table.preferences import OLDSTYLE, Coach, Preferences, preferences_for
from h89yahtzee.table.saved_games import PastTotals, SavedGames, SeriesTotals
from h89yahtzee.table.table import Table
from h89yahtzee.table.turns import box_at

LITTLE = 10
"""Text mode asks before it enters fewer points than this number while rolls are left: that may be a slip."""
_PAUSE = 1.0
"""The least seconds between two messages of one person."""

Deed = Command | Box | Roll | Score
"""An act of a person: a command, a box to select (Box), dice to roll again (Roll) or a box to score in (Score)."""


@dataclass(frozen=True, slots=True)
class Role:
    """The name and the rights of a person at a table.

    The person plays for the players in `seats`; None means all players who are people. `name` stands before the
    person's messages, for which `may_talk` is needed; `may_set_table` is needed to change the options of the whole
    table. If `asks_to_keep`, a person who leaves a game is asked whether to keep it; if `has_start_page`, the start
    page is offered after a game. In text mode a person who `may_hurry` is told of a computer player's long
    searches, and can end such a search by any line of text. If `oldstyle`, keys, captions and offers are those of
    version 1.1.
    """

    name: str = ""
    seats: Collection[int] | None = None
    may_talk: bool = False
    may_set_table: bool = True
    asks_to_keep: bool = False
    has_start_page: bool = False
    may_hurry: bool = False
    oldstyle: bool = False


@dataclass(frozen=True, slots=True)
class Services:
    """The functions and data that the program provides for a person at a table.

    The function `analyst_of` is called with the rules when a decision is to be judged, and returns the judge of
    decisions. `saved_games` is read after a game and for the page of saved games. The function `save_preferences`
    saves the person's preferences, and returns whether this succeeded; if `save_preferences` is None, saving isn't
    offered. If `in_steps`, a review is computed in small steps, so that other people's sessions needn't wait.
    """

    analyst_of: AnalystOf = optimal
    saved_games: SavedGames | None = None
    save_preferences: Callable[[Preferences], bool] | None = None
    in_steps: bool = False


EVERYBODY = Role()
"""The role of all people at a table together, for those who share one terminal."""
NO_SERVICES = Services()


class Copied(NamedTuple):
    """A text for the clipboard. `number` grows with each text that is copied, so that a front end notices when the
    same text is to be copied again."""

    number: int
    text: str


NOTHING_COPIED = Copied(0, "")


class Seat:
    """A person's place at `table`.

    `preferences` are the person's own, by default the usual ones for the rules; the preferences that hold for
    everybody at the table are in `table.options`. `question` is the question that the person is asked at present,
    or None. If there is an `offer`, the offered unfinished game is on the table from the start, and the first
    question is whether to resume it. `page` is the command that opened the page which the person reads instead of
    the table, None if no page is open. `copied` is the last text that the person wanted to copy. `rings` is the
    number of bells that the terminal has yet to ring. `ending` is set once the person has left.
    """

    def __init__(
        self,
        table: Table,
        now: float,
        preferences: Preferences | None = None,
        role: Role = EVERYBODY,
        services: Services = NO_SERVICES,
        offer: Offer | None = None,
    ) -> None:
        usual = OLDSTYLE if role.oldstyle else preferences_for(table.series.setup.rules)
        self.table, self.role, self.services = table, role, services
        self.seats = role.seats
        self.preferences = preferences or usual
        self.advice = Advice(services.analyst_of, self.preferences, table.outcomes)
        self.offer = offer
        self.question: Question | None = None if offer is None else Question.RESUME
        self.page: Command | None = None
        self.notice = ""
        self.rings = 0
        self.ending: Ending | None = None
        self.copied = NOTHING_COPIED
        self.shared: Sequence[str] = ()
        """The text to share about the last game of the day at this table; empty until its figures are known."""
        self._copies_day = False
        self._scratched: Box | None = None
        self._looked_at: Box | None = None
        self._shows_chances = False
        self._totals = SeriesTotals(table.series, services.saved_games)
        self._seen, self._is_new = table.events.turn_start, True
        self._speaks_after, self._changes, self._looks_again_at = now, 0, now
        self.attend(now)

    def show_with(self, wording: Wording, *, shows_chances: bool) -> None:
        """Set the wording of advice; `shows_chances` says whether the front end shows chances before each turn."""
        self.advice.wording, self._shows_chances = wording, shows_chances

    # Methods for the person's role and rights

    @property
    def is_closed(self) -> bool:
        return self.ending is not None

    @property
    def may_play(self) -> bool:
        """Whether this person may decide for the player whose turn it is."""
        return self.plays(self.table.series.state.seat)

    @property
    def is_player(self) -> bool:
        """Whether this person plays any seat, rather than only watching."""
        return self.seats is None or bool(self.seats)

    @property
    def has_a_say(self) -> bool:
        """Whether this person may cut waits short and begin the next game: everybody may if no person plays, else
        only those who play."""
        return self.is_player or not self.table.series.has_people

    @property
    def may_set_table(self) -> bool:
        return self.role.may_set_table and self.is_player

    @property
    def has_start_page(self) -> bool:
        return self.role.has_start_page and not self.role.oldstyle

    def plays(self, seat: int) -> bool:
        return self.table.series.is_person(seat) and (self.seats is None or seat in self.seats)

    # Methods for what the person is shown

    @property
    def revision(self) -> object:
        """A value that changes whenever the person may have something new to see."""
        return self.table.revision, self._changes

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` next checks whether the chances to win that the coach waits for are computed.

        None if the coach waits for no chances.
        """
        return self._looks_again_at if self.advice.is_waiting else None

    @property
    def sees_chances(self) -> bool:
        """Whether the chances to win are shown to this person before each turn."""
        return self.preferences.chances and self._shows_chances and not self.role.oldstyle

    @property
    def is_offered_cut_off(self) -> bool:
        """Whether the person is asked to resume a game that was cut off by an accident."""
        return self.question is Question.RESUME and self.offer is not None and self.offer.was_cut_off

    @property
    def is_kept(self) -> bool:
        """Whether a computer plays for a seat of this person until the person comes back."""
        return bool(self._kept_seats) and not self.table.series.has_ended

    @property
    def selected(self) -> Box | None:
        """The selected box; while another player moves, the box that this person has chosen to look at, if any."""
        is_other = not self.may_play and self._looked_at in self.table.series.state.legal_boxes()
        return self._looked_at if is_other else self.table.marks.selected

    @property
    def scratched(self) -> Box:
        """The box that the question SCRATCH is about: if the answer is yes, the person scores 0, or few points, in
        it."""
        assert self._scratched is not None
        return self._scratched

    @property
    def offers_review(self) -> bool:
        """Whether a review of the game is offered at its end."""
        return self.table.series.has_people and not self.role.oldstyle

    @property
    def can_compare(self) -> bool:
        """Whether the finished game can be compared turn by turn, because all players had the same dice."""
        return can_compare(self.table.series.record)

    @property
    def has_day(self) -> bool:
        """Whether the game here has ended and is a game of the day, so that its figures can be shown."""
        series = self.table.series
        return series.record.totals is not None and series.has_people and day_of(series.setup) is not None

    @property
    def counted(self) -> int | None:
        """The total of the person's first game of this day, which counts; None if the game here is the first, or if
        the saved games can't be read."""
        saved = self.services.saved_games
        try:
            totals = [] if saved is None else saved.totals_like(self.table.series.setup)
        except OSError:
            return None
        return totals[0] if len(totals) > 1 else None

    def take_day(self, figures: DayFigures) -> None:
        """Keep the text to share about a finished game of the day, made from its `figures`. If the person has asked
        for the page with the figures, also copy the text."""
        self.shared = shared_text(figures, command_of(figures.record.setup))
        if self._copies_day:
            text = "\n".join(shared_text(figures, command_of(figures.record.setup), has_blocks=True))
            self.copied = Copied(self.copied.number + 1, text)
            self._copies_day = False

    @property
    def bookmaker(self) -> Bookmaker | None:
        """The source of chances to win for a review; None if this person doesn't want chances."""
        return self.table.bookmaker if self.preferences.chances else None

    @property
    def preferences_in_force(self) -> Preferences:
        """This person's preferences, with the options of the table in place of the person's own."""
        options, series = self.table.options, self.table.series
        return replace(self.preferences.at_table(options), mode=series.mode, next_rules=series.next_rules)

    def past_totals(self) -> Iterator[tuple[int, PastTotals]]:
        """Yield a pair for each seat in which this person has just finished a game: the seat, and the past totals
        of its player. A seat whose player has no earlier games is left out."""
        for seat in range(len(self.table.series.setup.players)):
            past = self._totals.of(seat) if self.plays(seat) else None
            if past is not None:
                yield seat, past

    def news(self) -> Iterator[Event]:
        """Yield the events since the last call; first drop a question that needs no answer after these events.

        The first call yields the earlier events of this turn, but no messages sent before this person came.
        """
        self.settle()
        events = self.table.events.after(self._seen)
        if self._is_new:
            events = [event for event in events if event.happening is not Happening.SAID]
        self._seen, self._is_new = self.table.events.count, False
        if self.question is Question.SCRATCH and any(event.happening in ENDING_A_TURN for event in events):
            self.question = None
        for event in events:
            if event.happening not in (Happening.ROLLED, Happening.SAID):
                self._looked_at = None
            # Let the coach judge the person's decisions; at the end of a game, open the coach's review.
            if event.action is not None and self.plays(event.before.seat):
                self.advice.judge(event.before, event.action)
            if event.happening is Happening.ENDED and self.offers_review and self.advice.coach is not Coach.OFF:
                self.page = Command.REVIEW
            if event.happening is Happening.ENDED and self.has_day and not self.role.oldstyle:
                self.page = Command.DAY
            yield event

    def retell(self) -> None:
        """Let the next call of `news` begin with the first event of this turn again."""
        self._seen, self._is_new = self.table.events.turn_start, True

    def settle(self) -> None:
        """Drop the question whether to resume a game if another person has answered it."""
        if self.question is Question.RESUME and self.offer is not None and self.offer.is_settled:
            self.question, self._seen = None, self.table.events.turn_start

    def consult(self) -> None:
        """Show the coach the present state. Advice follows if this person has to decide now and the coach is to
        advise always."""
        self.advice.follow(self.table.series.state, self.table.awaits_decision and self.may_play)

    def attend(self, now: float) -> None:
        """Tell the table whether this person looks at it, rather than at a page or a question."""
        if self.ending is not None:
            return
        if self.page is not None or self.question is not None:
            self.table.attendance.look_away(self)
        else:
            self.table.watch(self, now)

    def advance(self, now: float) -> None:
        if self.advice.is_waiting and now >= self._looks_again_at:
            if self.advice.take_in():
                self._changes += 1
            self._looks_again_at = now + LOOK_AGAIN

    # Methods for the person's commands

    def do(self, deed: Deed | None, now: float) -> Rejection | None:
        """Carry out `deed`, which is None if the person has pressed a key without a meaning: this can still cut a
        wait short. Return the reason if nothing was done, else None."""
        self.notice = ""
        if self.come_back(now):
            return None
        if isinstance(deed, Command) and self._has_page(deed):
            self.page, self._copies_day = deed, deed is Command.DAY
            return None
        if self.table.series.has_ended:
            return self._do_after_game(deed)
        if deed is Command.QUIT:
            if self.table.series.played_back:  # no question, as nothing is lost by leaving
                self.leave()
            else:
                self.question = Question.LEAVE if self.table.attendance.is_shared else Question.QUIT
            return None
        if self.may_play:
            return self._play(deed, now)
        if self.has_a_say and not self.table.series.is_human:
            self.table.hurry(now)
            return None
        return None if self._look(deed) else Rejection.UNKNOWN

    def come_back(self, now: float) -> bool:
        """Let this person, who was away, decide again for the seats that a computer has played meanwhile.

        Return whether there were such seats in a game that isn't over.
        """
        was_kept = self.is_kept  # the key or word that brings the person back has no other effect
        for seat in self._kept_seats:
            self.table.give_back(seat, now)
        return was_kept

    def prefer(self, preferences: Preferences) -> None:
        """Use `preferences` for this person from now on. If the person may set the table's options, also take these
        options from `preferences`."""
        if preferences.mark is not self.preferences.mark and self.may_play:
            self.table.unmark()
        self._changes += 1
        self.preferences = preferences
        self.advice.preferences = preferences
        if self.may_set_table:
            self.table.prefer(preferences)

    def say(self, text: str, now: float) -> bool:
        """Send the message `text` to all at the table. If this person's last message was sent less than a second
        ago, return False and send nothing."""
        if now < self._speaks_after:
            return False
        self._speaks_after = now + _PAUSE
        self.table.say(self.role.name, text)
        return True

    def notify(self, text: str) -> None:
        """Show `text` until the person's next command."""
        self._changes += 1
        self.notice = text

    def resume(self, number: int) -> None:
        """Leave the table to resume the unfinished game `number`; the game here is kept for later."""
        self._end(Resume(number))

    def stay(self, notice: str) -> None:
        """Stay at the table after all, since the person's wish to leave it was refused, and show `notice`."""
        self.ending, self.page = None, None
        self.notify(notice)

    def leave(self) -> None:
        """Leave the table, where the game goes on without this person."""
        self._end(Leave())

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.table.leave(self)

    @property
    def _kept_seats(self) -> list[int]:
        return [seat for seat in self.seats or () if self.table.is_kept(seat)]

    def _has_page(self, command: Command) -> bool:
        """Whether `command` opens a page at present."""
        if command is Command.GAMES:
            return self.services.saved_games is not None
        if command in (Command.REVIEW, Command.COMPARE):
            return self.table.series.has_ended and (command is Command.REVIEW or self.can_compare)
        if command is Command.DAY:
            return self.has_day
        return command in (Command.HELP, Command.SETTINGS)

    def _do_after_game(self, deed: Deed | None) -> Rejection | None:
        if deed is Command.START_PAGE and self.has_start_page:
            self._end(ToChoices())
        elif deed is Command.QUIT:
            self.leave()
        else:
            return Rejection.UNKNOWN
        return None

    def _play(self, deed: Deed | None, now: float) -> Rejection | None:
        if self.table.held is not None:
            # OOPS takes back the score. Any other deed only confirms the score, since the person hasn't seen the
            # next turn's dice yet.
            if deed is Command.OOPS:
                self.table.take_back()
            else:
                self.table.let_go(now)
            return None
        self.table.land(now)
        self.advice.warning = ""
        if deed is Command.COACH and not self.table.awaits_first_roll:
            self._consult_again()
            return None
        posted = self.table.marks.selected if deed is Command.DONE else None
        if isinstance(deed, Score):
            posted = deed.box
        if posted is not None and self._asks_before(posted, is_typed=isinstance(deed, Score)):
            self.question, self._scratched = Question.SCRATCH, posted
            return None
        if isinstance(deed, Roll | Score):
            if self.table.awaits_first_roll:
                return Rejection.ROLL_FIRST
            self.table.act(deed, now)
            return None
        if posted is not None and self.preferences.take_back and not self.table.awaits_first_roll:
            self.table.hold(posted, now)
            return None
        return self.table.do(deed, self.preferences.mark, now)

    def _consult_again(self) -> None:
        """Ask for advice; if there is advice already, mark the dice or select the box that the advice names."""
        if self.advice.action is None:
            self.advice.ask(self.table.series.state)
        else:
            self.table.mark(self.advice.action)

    def _asks_before(self, box: Box, *, is_typed: bool) -> bool:
        """Whether to ask before a score of 0 in `box`; in text mode, also before a low score with rolls left."""
        state, preferences = self.table.series.state, self.preferences
        if self.table.awaits_first_roll:
            return False
        # On a screen no such question is needed, since a score entered while rolls are left can be taken back.
        least = LITTLE if is_typed and preferences.take_back and state.rolls_left else int(preferences.confirm_zero)
        return state.potential_score(box) < least

    def _look(self, deed: Deed | None) -> bool:
        """While another player moves, show this person what the dice would score in the box that `deed` selects.

        OOPS ends this display. Return False if `deed` has no effect.
        """
        if deed is Command.OOPS:
            self._looked_at = None
            return True
        if self.table.hidden or isinstance(deed, Roll | Score):
            return False
        boxes = self.table.series.state.legal_boxes()
        box = box_at(deed, boxes, self.selected or boxes[0])
        self._looked_at = box or self._looked_at
        return box is not None

    # Methods for the person's answers

    def answer(self, answer: Answer, now: float) -> bool:
        """Take the answer to `question` or, after a game, to "Play again?"; return whether the answer settles the
        question."""
        question, self.question = self.question, None
        match question:
            case Question.RESUME:
                return self._answer_resume(answer, now)
            case Question.QUIT | Question.LEAVE:
                self._answer_quit(answer)
            case Question.KEEP:
                # If the person leaves without an answer, the game stays saved.
                if answer is not Answer.OTHER:
                    self._end(Leave(keeps_game=answer is not Answer.NO))
            case Question.SCRATCH:
                # Another terminal may have played for the same seat meanwhile.
                is_legal = self.may_play and self.scratched in self.table.series.state.legal_boxes()
                if answer is Answer.YES and is_legal:
                    self.table.act(Score(self.scratched), now)
            case _:
                return self._answer_play_again(answer, now)
        return True

    def _answer_resume(self, answer: Answer, now: float) -> bool:
        assert self.offer is not None
        if answer is Answer.NO:
            self.offer.decline()
            self._seen = self.table.events.count
            self.table.begin(now)
        elif answer is Answer.YES:
            self.offer.accept()
        else:
            self.question = Question.RESUME
            self.ending = Leave() if answer is Answer.LEAVE else None
            return self.ending is not None
        return True

    def _answer_quit(self, answer: Answer) -> None:
        """Leave the table if the answer is yes. But if the person's role has `asks_to_keep`, the game has begun and
        nobody else is at the table, first ask whether to keep the game."""
        if answer in (Answer.YES, Answer.LEAVE):
            # Nobody may throw away a game that others still play.
            is_shared = self.table.attendance.is_shared
            if self.role.asks_to_keep and not is_shared and has_begun(self.table.series.state):
                self.question = Question.KEEP
            else:
                self.leave()

    def _answer_play_again(self, answer: Answer, now: float) -> bool:
        self.come_back(now)
        if answer is Answer.YES and self.has_a_say:
            self.advice.warning = ""
            self.table.play_again(now)
            if self.role.name and self.table.attendance.is_shared:
                self.table.say("", texts.BEGINS_NEXT.format(who_begins=texts.does(self.role.name, "begin")))
        elif answer is Answer.NO:
            self.leave()
        else:
            return False
        return True
