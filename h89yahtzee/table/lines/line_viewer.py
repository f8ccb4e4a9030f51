"""A person at a table by lines of text: a prompt, an answer, what came of it; for printing terminals and pipes.

It does nothing by itself: whoever runs the table prints what it is given, asks with `prompt` and hands in the
answers. What a line tells has been done when the line is handed out. No line is wider than `line_texts.WIDTH`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from enum import Enum, auto
from itertools import chain

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, Roll, Score
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.table import texts
from h89yahtzee.table.dialogue import Answer, Question
from h89yahtzee.table.events import ENDING_A_TURN, Event, Happening
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.lines.answers import (
    AnswerError,
    box_in_column,
    boxes_called,
    dice_by_face,
    dice_by_position,
    forced_box,
    is_faces,
    is_row_number,
)
from h89yahtzee.table.lines.happenings import event_lines, names_of, unfinished_lines
from h89yahtzee.table.lines.line_card import card_lines, potential, words
from h89yahtzee.table.preferences import Coach, ViewOptions, Worth
from h89yahtzee.table.review.coach import Advice, AnalystOf
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.series.match import Offer
from h89yahtzee.table.table import Table
from h89yahtzee.table.viewer import Viewer


class _Missing(Enum):
    """What the player must still say to score."""

    ROW = auto()
    COLUMN = auto()


class LineViewer(Viewer):
    """A `LineRoom`: `start` comes first; then `answer` the prompt, and `tell` what happens, until `is_closed`.

    Where others wait meanwhile a review is worked out `in_steps`, one at each `advance`; else at once.
    """

    def __init__(
        self,
        table: Table,
        now: float,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
        coach: Coach = Coach.OFF,
        analyst_of: AnalystOf = optimal,
        seats: Collection[int] | None = None,
        saved_games: SavedGames | None = None,
        confirm_zero: bool = False,
        has_start_page: bool = False,
        name: str = "",
        may_talk: bool = False,
        in_steps: bool = False,
        chances: bool = False,
        warns_of: Worth = Worth.POINTS,
    ) -> None:
        taste = ViewOptions(coach=coach, chances=chances, warns_of=warns_of)
        advice = Advice(analyst_of, taste, line_texts.WIDTH, table.outcomes, line_texts.label_of)
        super().__init__(table, advice, now, offer, asks_to_keep, analyst_of, seats, saved_games, name, may_talk)
        self._hears = True
        self._missing: _Missing | None = None
        self._boxes: tuple[Box, ...] = ()
        self._confirm_zero = confirm_zero
        self._has_start_page = has_start_page
        self._in_steps = in_steps

    @property
    def prompt(self) -> str:
        """Empty while this person is asked for nothing."""
        if self.question is Question.SCRATCH:
            return f"{texts.scratch(line_texts.label_of(self.table.series.state.rules, self._boxes[0]))} "
        if self.question is not None:
            return line_texts.QUESTIONS[self.question]
        if self._missing is not None:
            return line_texts.WHICH_ROW if self._missing is _Missing.ROW else line_texts.WHICH_COLUMN
        if self.table.series.has_ended:
            return line_texts.QUESTIONS[Question.PLAY_AGAIN] if self.has_a_say else line_texts.WATCHED
        if not self.may_play:
            return ""
        return line_texts.PROMPT if self.table.series.state.rolls_left else line_texts.LAST_PROMPT

    @property
    def deadline(self) -> float | None:
        pending = None if self._pending is None else self._pending.due
        waits = (wait for wait in (pending, self._advice_deadline) if wait is not None)
        return min(waits, default=None)

    def advance(self, now: float) -> None:
        if self._pending is not None:
            self._pending.advance(now)
            self._changes += self._pending.is_done
        self._take_advice(now)
        self._attend(now)

    def start(self) -> Iterator[str]:
        """Tell what lies on the table."""
        if self.table.series.has_people:
            yield from line_texts.folded([line_texts.welcome(self.table.series.state.rules)])
        if self._offer is not None:
            yield from line_texts.folded(unfinished_lines(self.table.series, self._offer.was_cut_off))

    def tell(self) -> Iterator[str]:
        """Tell what has happened since the last line."""
        yield from line_texts.folded(self._tell())

    def go_on(self, clock: Callable[[], float], is_hurried: Callable[[], bool] | None = None) -> Iterator[str]:
        """Let computer players and replays play as long as something is due; tell what happens.

        With `is_hurried`, which says whether the person wants to end a search, long searches are announced.
        """
        table, is_told = self.table, False
        yield from self.tell()
        while not self.is_closed:
            if table.series.has_ended and table.series.games_left:
                table.play_again(clock())
            elif table.deadline is None or table.deadline > clock():
                return
            elif table.computer.is_searching and is_hurried is not None and is_hurried():
                table.hurry(clock())
            else:
                table.advance(clock())
            if is_hurried is not None and table.computer.seconds_left is not None and not is_told:
                yield line_texts.THINKING.format(seconds=f"{table.options.analysis_time:.0f}")
            is_told = table.computer.seconds_left is not None
            yield from self.tell()

    def answer(self, text: str, now: float) -> Iterator[str]:
        """Take a person's answer to `prompt`, or a message if it begins with a slash, and tell what comes of it."""
        if self.may_talk and text.startswith("/"):
            yield from line_texts.folded(self._talk(text[1:].strip(), now))
        else:
            yield from self.tell()
            yield from line_texts.folded(self._answer_line(" ".join(text.lower().split()), now))

    def _talk(self, text: str, now: float) -> Iterator[str]:
        if text in ("on", "off"):
            self._hears = text == "on"
            yield line_texts.HEARS[self._hears]
        elif text and not self._say(text, now):
            yield line_texts.TOO_SOON
        yield from self._tell()

    def _tell(self) -> Iterator[str]:
        self._settle()
        if self.question is Question.RESUME:
            return
        series = self.table.series
        for event in self._news():
            self._judge(event)
            yield from self._told_of(event)
            if event.action is not None and self.advice.warning:
                yield self.advice.warning
                self.advice.warning = ""
            yield from self._advise(event)
            if self._reviews_at(event):
                yield from self._review()
            if event.happening is Happening.ENDED:
                if not (series.has_people or series.games_left):
                    self.leave()
                elif self._has_start_page:
                    yield line_texts.START_OFFER
        yield from self._chances_advised()
        yield from self._worked_out()

    def _told_of(self, event: Event) -> Iterator[str]:
        if event.happening in ENDING_A_TURN:
            self._missing = None
        if event.happening is not Happening.SAID or not event.name or (self._hears and event.name != self.name):
            yield from event_lines(self.table.series, event)
        if event.happening is Happening.ENDED:
            yield from self._standings()

    def _standings(self) -> Iterator[str]:
        """Tell the past totals of the people who have finished a game."""
        for seat, name in enumerate(names_of(self.table.series)):
            past = self._totals.of(seat) if self._plays(seat) else None
            if past is not None:
                told = texts.past_totals(past, line_texts.WIDTH)
                yield line_texts.STANDING.format(name=name, past=told[:1].lower() + told[1:])

    def _advise(self, event: Event) -> Iterator[str]:
        """Let the coach speak unasked about what lies on the table now."""
        if event.happening in (Happening.BEGAN, Happening.ROLLED) and event.after is self.table.series.state:
            self._consult()
            if self.advice.best:
                yield from (self.advice.best, self.advice.others)

    def _chances_advised(self) -> Iterator[str]:
        """Tell what the coach says of chances, which may come a while after the rest."""
        advice = self.advice
        yield from filter(None, (advice.wins, advice.dispute, advice.warning))
        advice.wins = advice.dispute = advice.warning = ""

    def _all_chances(self) -> Iterator[str]:
        """Tell each player's chances, where those are wanted."""
        if self.advice.taste.chances and len(self.table.series.state.cards) > 1:
            self._pending = self._chances_now(names_of(self.table.series))
            yield from self._worked_out()

    def _review(self) -> Iterator[str]:
        self._pending = self._reviews.review(line_texts.WIDTH, line_texts.label_of)
        yield from self._worked_out()

    def _worked_out(self) -> Iterator[str]:
        """Tell what was to be worked out, once it is."""
        pending = self._pending
        if pending is not None and (pending.is_done or not self._in_steps):
            self._pending = None
            yield from pending.finish()

    def _answer_line(self, text: str, now: float) -> Iterator[str]:
        missing, self._missing = self._missing, None
        try:
            if self.question is not None:
                self._answer_question(text, now)
            elif not self._come_back(now):
                yield from self._answer_at_table(missing, text, now)
        except AnswerError as error:
            yield str(error)
        self._attend(now)
        yield from self._tell()
        if not self.table.series.state.rolls_left and self.may_play:
            yield from self._score_forced(now)

    def _answer_at_table(self, missing: _Missing | None, text: str, now: float) -> Iterator[str]:
        if self.table.series.has_ended:
            yield from self._answer_after_game(text, now)
        elif missing is None:
            yield from self._answer_in_turn(text, now)
        elif text:
            yield from self._score(self._boxes_for(missing, text), now)

    def _answer_question(self, text: str, now: float) -> None:
        """Take yes or no. Anything else cancels quitting and a zero, and leaves other questions open."""
        answer = _answer_of(text)
        if self.question is Question.SCRATCH:
            self.question = None
            if answer is Answer.YES:
                self._act(Score(self._boxes[0]), now)
        elif answer is not Answer.OTHER or self.question in (Question.QUIT, Question.LEAVE):
            self._answer(answer, now)

    def _answer_after_game(self, text: str, now: float) -> Iterator[str]:
        if _answer_of(text) is Answer.YES and self.has_a_say:
            self._play_again(now)
        elif text in ("v", "review"):
            yield from self._review()
        elif text in ("t", "turns"):
            yield from self._comparison()
        elif text in ("s", "start") and self._has_start_page:
            self.leave_for_start_page()
        elif _answer_of(text) is Answer.NO or text in ("q", "quit"):
            self.leave()
        elif text:
            raise AnswerError(line_texts.AFTERWARDS if self.has_a_say else line_texts.AFTER_WATCHING)

    def _comparison(self) -> Iterator[str]:
        if self._reviews.can_compare:
            self._pending = self._reviews.comparison(line_texts.WIDTH)
            yield from self._worked_out()
        else:
            yield line_texts.NOT_THE_SAME_DICE

    def _boxes_for(self, missing: _Missing, text: str) -> tuple[Box, ...]:
        state = self.table.series.state
        return boxes_called(state, text) if missing is _Missing.ROW else (box_in_column(state, self._boxes, text),)

    def _answer_in_turn(self, text: str, now: float) -> Iterator[str]:
        state = self.table.series.state
        if is_faces(text) and (state.rolls_left or not is_row_number(state.rules, text)):
            self._roll(dice_by_face, text, now)
            return
        match = re.match("([a-z]+|[?#])[ ,]*", text)
        command, rest = (match[1], text[match.end() :]) if match else ("", "")
        if command in ("p", "#"):
            self._roll(dice_by_position, rest, now)
        elif command in ("s", "score"):
            yield from self._score(boxes_called(state, rest), now) if rest else self._ask_row(now)
        elif command in ("q", "quit"):
            self._ask_to_leave()
        elif (told := self._told(command)) is not None:
            yield from told
        elif text and not state.rolls_left:
            yield from self._score(boxes_called(state, text), now)
        elif text:
            raise AnswerError(line_texts.NOT_UNDERSTOOD.format(text=line_texts.quoted(text)))

    def _told(self, command: str) -> Iterator[str] | None:
        """Return the lines that a command asks for, which leaves the game as it is; None for any other command."""
        series = self.table.series
        if command in ("c", "check"):
            return card_lines(series)
        if command in ("w", "words"):
            return chain(words(series), self._all_chances())
        if command == "chances" and len(series.state.cards) > 1:
            self.advice.taste = replace(self.advice.taste, chances=not self.advice.taste.chances)
            return iter([line_texts.TELLS_CHANCES[self.advice.taste.chances]])
        if command in ("?", "h", "help"):
            return line_texts.help_lines(series.state.rules, self.may_talk)
        if command in ("a", "advice", "coach"):
            self.advice.ask(series.state)
            return iter((self.advice.best, self.advice.others))
        return None

    def _roll(self, dice_called: Callable[[tuple[int, ...], str], tuple[int, ...]], text: str, now: float) -> None:
        if not self.table.series.state.rolls_left:
            raise AnswerError(texts.NO_ROLLS)
        self._act(Roll(dice_called(self.table.series.state.dice, text)), now)

    def _ask_row(self, now: float) -> Iterator[str]:
        """Ask for the row unless the rules leave no choice."""
        state = self.table.series.state
        if forced_box(state) is not None:
            yield from self._score_forced(now)
            return
        self._missing = _Missing.ROW
        rows = {box.row: box for box in reversed(state.legal_boxes())}
        yield potential(state, [rows[row] for row in sorted(rows)], numbered=True)

    def _score_forced(self, now: float) -> Iterator[str]:
        """Post in the box that the rules force, if any, and tell so."""
        state = self.table.series.state
        box = forced_box(state)
        if box is not None:
            yield line_texts.FORCED.format(box=line_texts.label_of(state.rules, box))
            self._act(Score(box), now)
            yield from self._tell()

    def _score(self, boxes: tuple[Box, ...], now: float) -> Iterator[str]:
        """Post in the box; if there are several, ask for the column."""
        if len(boxes) > 1:
            self._boxes = boxes
            self._missing = _Missing.COLUMN
            yield line_texts.columns_left(self.table.series.state.rules, [box.column for box in boxes])
        elif self._confirm_zero and not self.table.series.state.potential_score(boxes[0]):
            self._boxes, self.question = boxes, Question.SCRATCH
        else:
            self._act(Score(boxes[0]), now)

    def _act(self, action: Action, now: float) -> None:
        if not self.may_play:
            raise AnswerError(line_texts.NOT_YOUR_TURN)
        self.table.land(now)
        self.table.act(action, now)


def _answer_of(text: str) -> Answer:
    words = {"y": Answer.YES, "yes": Answer.YES, "n": Answer.NO, "no": Answer.NO}
    return words.get(text.split(" ")[0], Answer.OTHER)
