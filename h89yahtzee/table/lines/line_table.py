"""The game as lines of text: a prompt, an answer, what came of it; for printing terminals and pipes.

It does nothing by itself: the caller prints what it is given, asks with `prompt` and hands in the answers. What a
line tells has been done when the line is handed out. No line is wider than `line_texts.WIDTH`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.players.strategy import Search
from h89yahtzee.table import texts
from h89yahtzee.table.coach import AnalystOf
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.lines.answers import (
    AnswerError,
    box_in_column,
    boxes_called,
    dice_by_face,
    dice_by_position,
    is_faces,
)
from h89yahtzee.table.lines.line_card import card_lines, potential, words
from h89yahtzee.table.lines.line_coach import LineCoach
from h89yahtzee.table.match import Offer, Sitting, has_begun
from h89yahtzee.table.preferences import Coach
from h89yahtzee.table.review_pages import Afterwards


class _Question(Enum):
    """What the next answer is about."""

    ACTION = auto()
    ROW = auto()
    COLUMN = auto()
    OFFER = auto()
    QUIT = auto()
    KEEP = auto()
    PLAY_AGAIN = auto()


class LineTable:
    """One table; `start` comes first, then `answer` until `is_closed`.

    The game of `offer`, which the sitting then is, is asked about first. With `asks_to_keep` who leaves a game is
    asked whether it is to be kept; `keeps_game` is the answer. `analyst_of` is asked for whoever judges decisions
    once one is to be judged. `think` spends time on what computer players search for, and tells of it.
    """

    def __init__(
        self,
        sitting: Sitting,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
        coach: Coach = Coach.OFF,
        analyst_of: AnalystOf = optimal,
        think: Callable[[Search], Iterator[str]] | None = None,
    ) -> None:
        self._sitting = sitting
        self._think = think
        self._coach = LineCoach(analyst_of, coach)
        self._afterwards = Afterwards(sitting, analyst_of)
        self._offer = offer
        self._asks_to_keep = asks_to_keep
        self._question = _Question.ACTION if offer is None else _Question.OFFER
        self.keeps_game = True
        self._row: tuple[Box, ...] = ()
        self.is_closed = False

    @property
    def prompt(self) -> str:
        if self._question is _Question.ACTION and not self._sitting.state.rolls_left:
            return line_texts.LAST_PROMPT
        return _PROMPTS[self._question]

    def start(self) -> Iterator[str]:
        """What happens until a person is asked for something, or until there is nobody to ask."""
        if self._sitting.has_people:
            yield from line_texts.folded([line_texts.welcome(self._sitting.state.rules)])
        yield from line_texts.folded(self._play_on() if self._offer is None else self._unfinished())

    def answer(self, text: str) -> Iterator[str]:
        """What comes of a person's answer to `prompt`."""
        yield from line_texts.folded(self._answer(" ".join(text.lower().split())))

    def _unfinished(self) -> Iterator[str]:
        state, names = self._sitting.state, self._names()
        yield line_texts.UNFINISHED.format(turn=state.turn + 1, name=names[state.seat])
        for name, total, wins in zip(names, state.totals(), self._sitting.wins, strict=True):
            yield line_texts.SO_FAR.format(name=name, total=total, games=wins)

    def _play_on(self) -> Iterator[str]:
        while True:
            while not self._sitting.has_ended and not self._sitting.is_human:
                yield from self._computer_move()
            if not self._sitting.has_ended:
                yield self._roll_line()
                yield from self._coach.await_decision(self._sitting.state)
                return
            yield from self._result()
            if not self._sitting.games_left:
                break
            self._sitting.play_again()
        self._question = _Question.PLAY_AGAIN
        self.is_closed = not self._sitting.has_people

    def _answer(self, text: str) -> Iterator[str]:
        answers: dict[_Question, Callable[[str], Iterator[str]]] = {
            _Question.ACTION: self._answer_action,
            _Question.ROW: self._answer_row,
            _Question.COLUMN: self._answer_column,
            _Question.OFFER: self._answer_offer,
            _Question.QUIT: self._answer_quit,
            _Question.KEEP: self._answer_keep,
            _Question.PLAY_AGAIN: self._answer_play_again,
        }
        question = self._question
        if question in (_Question.ROW, _Question.COLUMN):
            self._question = _Question.ACTION
        try:
            yield from answers[question](text)
        except AnswerError as error:
            yield str(error)

    def _answer_offer(self, text: str) -> Iterator[str]:
        """Anything but yes and no is asked again."""
        if _is_yes(text) or _is_no(text):
            self._question = _Question.ACTION
            if _is_no(text):
                assert self._offer is not None
                self._offer.decline()
            yield from self._play_on()

    def _answer_quit(self, text: str) -> Iterator[str]:
        self._question = _Question.ACTION
        if _is_yes(text):
            asks = self._asks_to_keep and has_begun(self._sitting.state)
            self._question = _Question.KEEP if asks else _Question.ACTION
            self.is_closed = not asks
        yield from ()

    def _answer_keep(self, text: str) -> Iterator[str]:
        """Anything but yes and no is asked again."""
        if _is_yes(text) or _is_no(text):
            self.keeps_game = _is_yes(text)
            self.is_closed = True
        yield from ()

    def _answer_play_again(self, text: str) -> Iterator[str]:
        if _is_yes(text):
            self._question = _Question.ACTION
            self._sitting.play_again()
            yield from self._play_on()
        elif text in ("v", "review"):
            yield from self._afterwards.tell_review()
        elif text in ("t", "turns"):
            yield from self._afterwards.tell_comparison()
        elif _is_no(text) or text in ("q", "quit"):
            self.is_closed = True
        elif text:
            raise AnswerError(line_texts.AFTERWARDS)

    def _answer_row(self, text: str) -> Iterator[str]:
        if text:
            yield from self._score(boxes_called(self._sitting.state, text))

    def _answer_column(self, text: str) -> Iterator[str]:
        if text:
            yield from self._score((box_in_column(self._sitting.state, self._row, text),))

    def _answer_action(self, text: str) -> Iterator[str]:
        state = self._sitting.state
        if is_faces(text):
            yield from self._roll(dice_by_face, text)
            return
        match = re.match("([a-z]+|[?#])[ ,]*", text)
        command, rest = (match[1], text[match.end() :]) if match else ("", "")
        if command in ("p", "#"):
            yield from self._roll(dice_by_position, rest)
        elif command in ("s", "score"):
            yield from self._score(boxes_called(state, rest)) if rest else self._ask_row()
        elif command in ("c", "check"):
            yield from card_lines(state, self._names())
        elif command in ("a", "advice", "coach"):
            yield from self._coach.advice(self._sitting.state)
        elif command in ("w", "words"):
            yield from words(state, self._names())
        elif command in ("?", "h", "help"):
            yield from line_texts.help_lines(state.rules)
        elif command in ("q", "quit"):
            self._question = _Question.QUIT
        elif text:
            raise AnswerError(line_texts.NOT_UNDERSTOOD.format(text=line_texts.quoted(text)))

    def _roll(self, dice_called: Callable[[tuple[int, ...], str], tuple[int, ...]], text: str) -> Iterator[str]:
        if not self._sitting.state.rolls_left:
            raise AnswerError(texts.NO_ROLLS)
        roll = Roll(dice_called(self._sitting.state.dice, text))
        self._coach.decided(self._sitting.state, roll)
        self._sitting.act(roll)
        yield self._roll_line(roll)
        yield from self._coach.warning()
        yield from self._coach.await_decision(self._sitting.state)

    def _ask_row(self) -> Iterator[str]:
        self._question = _Question.ROW
        state = self._sitting.state
        rows = {box.row: box for box in reversed(state.legal_boxes())}
        yield potential(state, [rows[row] for row in sorted(rows)])

    def _score(self, boxes: tuple[Box, ...]) -> Iterator[str]:
        """Post in the one box; where there are several, ask for the column."""
        if len(boxes) > 1:
            self._row = boxes
            self._question = _Question.COLUMN
            yield line_texts.columns_left(self._sitting.state.rules, [box.column for box in boxes])
        else:
            self._coach.decided(self._sitting.state, Score(boxes[0]))
            yield self._post(boxes[0])
            yield from self._coach.warning()
            yield from self._play_on()

    def _post(self, box: Box) -> str:
        line = self._score_line(box)
        self._sitting.act(Score(box))
        return line

    def _computer_move(self) -> Iterator[str]:
        state = self._sitting.state
        if state.rolls_left == state.rules.rerolls:
            yield self._roll_line()
            if self._think is not None and (search := self._sitting.search()) is not None:
                yield from self._think(search)
        action = self._sitting.decide().action
        if isinstance(action, Score):
            yield self._post(action.box)
        else:
            self._sitting.act(action)
            yield self._roll_line(action)

    def _names(self) -> list[str]:
        return [line_texts.name(player.name) for player in self._sitting.setup.players]

    def _roll_line(self, roll: Roll | None = None) -> str:
        """What lies on the table; `roll` is how it came to."""
        state = self._sitting.state
        again = "" if roll is None else line_texts.AGAIN.format(positions=line_texts.positions(roll.positions))
        return line_texts.ROLLS.format(
            name=self._names()[state.seat],
            again=again,
            dice=line_texts.spoken(state.dice),
            left=texts.rolls_left(state.rolls_left),
        )

    def _score_line(self, box: Box) -> str:
        state = self._sitting.state
        extra = state.extra_points(box)
        return line_texts.SCORES.format(
            name=self._names()[state.seat],
            points=state.potential_score(box),
            box=line_texts.box_label(state.rules, box.row, box.column),
            extra=line_texts.EXTRA.format(points=extra) if extra else "",
            total=state.card_after(box).total(),
        )

    def _result(self) -> Iterator[str]:
        state, names = self._sitting.state, self._names()
        for name, total, wins in zip(names, state.totals(), self._sitting.wins, strict=True):
            yield line_texts.FINAL.format(name=name, total=total, games=wins)
        if state.is_over:
            yield texts.winner_line([names[seat] for seat in state.winners()])
        else:
            yield texts.RECORD_ENDS
        if self._afterwards.reviews_by_itself(self._coach.coach):
            yield from self._afterwards.tell_review()


_PROMPTS = {
    _Question.ACTION: line_texts.PROMPT,
    _Question.ROW: line_texts.WHICH_ROW,
    _Question.COLUMN: line_texts.WHICH_COLUMN,
    _Question.OFFER: f"{texts.GO_ON} ",
    _Question.QUIT: f"{texts.QUIT} ",
    _Question.KEEP: f"{texts.KEEP} ",
    _Question.PLAY_AGAIN: f"{texts.PLAY_AGAIN} (y/n) ",
}


def _is_yes(text: str) -> bool:
    return text.split(" ")[0] in ("y", "yes")


def _is_no(text: str) -> bool:
    return text.split(" ")[0] in ("n", "no")
