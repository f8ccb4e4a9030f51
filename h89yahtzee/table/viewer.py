"""One person at a table: the seats they may play, what they are asked, and their coach.

How it is shown and by what the person answers, keys or lines, is told by the viewers built on this one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from h89yahtzee.players.catalogue import optimal
from h89yahtzee.table import player_texts
from h89yahtzee.table.chances.bookmaker import LOOK_AGAIN
from h89yahtzee.table.dialogue import Answer, Question
from h89yahtzee.table.events import ENDING_A_TURN, Event, Happening
from h89yahtzee.table.preferences import Coach
from h89yahtzee.table.review.coach import Advice, AnalystOf
from h89yahtzee.table.review.reviews import PendingLines, Reviews, pending_chances
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.series.match import Offer, has_begun
from h89yahtzee.table.series.series_totals import SeriesTotals
from h89yahtzee.table.table import Table

_PAUSE = 1.0
"""Seconds between two messages of one person, at least."""


class Viewer:
    """A person at `table` who plays for `seats`, None meaning all people; `take_seats` changes them.

    `name` stands before what the person says, if they `may_talk`. Who `may_set_table` changes the table's options.

    The game of `offer`, which lies on the table, is asked about first. With `asks_to_keep` a person who leaves a
    game is asked whether it is to be kept; `keeps_game` is the answer. `analyst_of` is asked for a judge of
    decisions once one is to be judged, `saved_games` once a game has ended.
    """

    def __init__(
        self,
        table: Table,
        advice: Advice,
        now: float,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
        analyst_of: AnalystOf = optimal,
        seats: Collection[int] | None = None,
        saved_games: SavedGames | None = None,
        name: str = "",
        may_talk: bool = False,
        may_set_table: bool = True,
    ) -> None:
        self.table, self.advice = table, advice
        self.name, self.may_talk, self._may_set_table = name, may_talk, may_set_table
        self._speaks_after, self._changes, self._looks_at = now, 0, now
        self.question: Question | None = None if offer is None else Question.RESUME
        self.keeps_game = True
        self.is_closed = False
        self.wants_start_page = False
        self._offer = offer
        self._asks_to_keep = asks_to_keep
        self._reviews = Reviews(table.series, analyst_of, lambda: table.bookmaker if advice.taste.chances else None)
        self._pending: PendingLines | None = None
        """What is being worked out for this person."""
        self.seats = seats
        self._totals = SeriesTotals(table.series, saved_games)
        self._seen, self._is_new = table.events.turn_start, True
        self._attend(now)

    def take_seats(self, seats: Collection[int] | None) -> None:
        """Play for these seats from now on."""
        self._changes += 1
        self.seats = seats

    @property
    def revision(self) -> object:
        """Changes whenever there may be something new to show."""
        return self.table.revision, self._changes

    @property
    def may_set_table(self) -> bool:
        """Whether this person may change the table's options."""
        return self._may_set_table and self.is_player

    @property
    def is_offered_cut_off(self) -> bool:
        """Whether the game that is asked about was cut off."""
        return self.question is Question.RESUME and self._offer is not None and self._offer.was_cut_off

    @property
    def may_play(self) -> bool:
        """Whether the person to move is this one."""
        return self._plays(self.table.series.state.seat)

    @property
    def is_player(self) -> bool:
        """Whether this person plays any seat, rather than only watching."""
        return self.seats is None or bool(self.seats)

    @property
    def has_a_say(self) -> bool:
        """Whether this person may cut a computer player's wait short, and begin the next game.

        Players may, and anybody if nobody plays.
        """
        return self.is_player or not self.table.series.has_people

    @property
    def sees_chances(self) -> bool:
        """Whether this person wants the chances shown all the time."""
        return False

    @property
    def _is_busy(self) -> bool:
        """Whether the person looks at something else than the table."""
        return self.question is not None

    def _plays(self, seat: int) -> bool:
        return self.table.series.is_person(seat) and (self.seats is None or seat in self.seats)

    @property
    def is_kept(self) -> bool:
        """Whether a computer keeps a seat of this person until they are back."""
        return bool(self._kept_seats) and not self.table.series.has_ended

    @property
    def _kept_seats(self) -> list[int]:
        return [seat for seat in self.seats or () if self.table.is_kept(seat)]

    def _come_back(self, now: float) -> bool:
        """Play again for the seats that a computer has kept; whether that was all that the person could mean."""
        was_kept = self.is_kept
        for seat in self._kept_seats:
            self.table.give_back(seat, now)
        return was_kept

    def _say(self, text: str, now: float) -> bool:
        """Say something to all at the table; False so soon after the last time that nobody could have read it."""
        if now < self._speaks_after:
            return False
        self._speaks_after = now + _PAUSE
        self.table.say(self.name, text)
        return True

    def leave(self) -> None:
        """Leave the table, which goes on without this viewer."""
        self.is_closed = True
        self.table.leave(self)

    def leave_for_start_page(self) -> None:
        """Leave to choose another game."""
        self.wants_start_page = True
        self.leave()

    def _attend(self, now: float) -> None:
        if self.is_closed:
            return
        if self._is_busy:
            self.table.attendance.look_away(self)
        else:
            self.table.watch(self, now)

    def _news(self) -> list[Event]:
        """Return what happened since the last call, which may have answered what this person is asked.

        At first it is what happened in this turn, but not what was said: that was for those who were there.
        """
        events = self.table.events.after(self._seen)
        if self._is_new:
            events = [event for event in events if event.happening is not Happening.SAID]
        self._seen, self._is_new = self.table.events.count, False
        if self.question is Question.SCRATCH and any(event.happening in ENDING_A_TURN for event in events):
            self.question = None
        return events

    def _settle(self) -> None:
        """Ask no longer about an offer on which somebody else has decided."""
        if self.question is Question.RESUME and self._offer is not None and self._offer.is_settled:
            self.question, self._seen = None, self.table.events.turn_start

    def _judge(self, event: Event) -> None:
        """Let the coach judge what this person decided."""
        if event.action is not None and self._plays(event.before.seat):
            self.advice.judge(event.before, event.action)

    def _consult(self) -> None:
        """Let the coach see what lies on the table."""
        self.advice.follow(self.table.series.state, self.table.awaits_decision and self.may_play)

    @property
    def _advice_deadline(self) -> float | None:
        """When to look whether the chances are there that the coach waits for."""
        return self._looks_at if self.advice.is_waiting else None

    def _take_advice(self, now: float) -> None:
        if self.advice.is_waiting and now >= self._looks_at:
            self._changes += self.advice.take_in()
            self._looks_at = now + LOOK_AGAIN

    def _chances_now(self, names: Sequence[str]) -> PendingLines:
        """What each of the players, who are called by `names`, can expect with the dice as they lie."""
        return pending_chances(
            names, self.table.bookmaker.chances(self.table.series.setup, self.table.series.state)
        )

    def _answer(self, answer: Answer, now: float) -> bool:
        """Take the answer to a question about the game; False where it is none and the question still stands."""
        question, self.question = self.question, None
        if question is Question.RESUME:
            return self._answer_resume(answer, now)
        if question in (Question.QUIT, Question.LEAVE):
            self._answer_quit(answer)
        elif question is Question.KEEP:
            self._answer_keep(answer)
        return True

    def _answer_resume(self, answer: Answer, now: float) -> bool:
        assert self._offer is not None
        if answer is Answer.NO:
            self._offer.decline()
            self._seen = self.table.events.count
            self.table.begin(now)
        elif answer is Answer.YES:
            self._offer.accept()
        else:
            self.question = Question.RESUME
            self.is_closed = answer is Answer.LEAVE
            return self.is_closed
        return True

    def _ask_to_leave(self) -> None:
        self.question = Question.LEAVE if self.table.attendance.is_shared else Question.QUIT

    def _answer_quit(self, answer: Answer) -> None:
        """Leave, or ask whether to keep the game: nobody may throw away one that others still play."""
        if answer in (Answer.YES, Answer.LEAVE):
            if self._asks_to_keep and not self.table.attendance.is_shared and has_begun(self.table.series.state):
                self.question = Question.KEEP
            else:
                self.leave()

    def _answer_keep(self, answer: Answer) -> None:
        """Leaving in a hurry loses nothing."""
        if answer is not Answer.OTHER:
            self.keeps_game = answer is not Answer.NO
            self.leave()

    def _play_again(self, now: float) -> None:
        self.advice.warning = ""
        self.table.play_again(now)
        if self.name and self.table.attendance.is_shared:
            self.table.say("", player_texts.begins_next(self.name))

    def _reviews_at(self, event: Event) -> bool:
        """Whether a review is due: people with a coach get one when the game ends."""
        return event.happening is Happening.ENDED and self._reviews.is_wanted and self.advice.coach is not Coach.OFF
