"""The game as lines of text: a prompt, an answer, what came of it; for printing terminals and pipes.

It does nothing by itself: the caller prints what it is given, asks with `prompt` and hands in the answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from h89yahtzee.game.scorecard import Box, box_name
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.table import texts
from h89yahtzee.table.sitting import Sitting


class LineTable:
    """One table; `start` comes first, then `answer` until `is_closed`."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._asks_to_quit = False
        self.is_closed = False

    @property
    def prompt(self) -> str:
        if self._asks_to_quit:
            return f"{texts.QUIT} "
        return f"{texts.PLAY_AGAIN} (y/n) " if self._sitting.has_ended else texts.LINE_PROMPT

    def start(self) -> Iterator[str]:
        """What happens until a person is asked for something, or until there is nobody to ask."""
        while True:
            while not self._sitting.has_ended and not self._sitting.is_human:
                yield from self._computer_move()
            if not self._sitting.has_ended:
                yield self._roll_line()
                return
            yield from self._result()
            if not self._sitting.games_left:
                break
            self._sitting.play_again()
        self.is_closed = not self._sitting.has_people

    def answer(self, text: str) -> Iterator[str]:
        """What comes of a person's answer to `prompt`."""
        words = text.lower().split()
        if self._asks_to_quit:
            self._asks_to_quit = False
            self.is_closed = words[:1] in (["y"], ["yes"])
        elif self._sitting.has_ended:
            yield from self._answer_play_again(words)
        elif re.fullmatch("[1-9 ]+", text):
            yield from self._roll(text)
        elif words:
            yield from self._command(words)

    def _answer_play_again(self, words: list[str]) -> Iterator[str]:
        if words[:1] in (["y"], ["yes"]):
            self._sitting.play_again()
            yield from self.start()
        elif words:
            self.is_closed = True

    def _command(self, words: list[str]) -> Iterator[str]:
        command, *rest = words
        if command == "s":
            yield from self._score(" ".join(rest))
        elif command == "c":
            yield from card_lines(self._sitting.state)
            yield self._roll_line()
        elif command == "?":
            yield from texts.line_help(self._sitting.state.rules)
        elif command == "q":
            self._asks_to_quit = True
        else:
            yield texts.NOT_UNDERSTOOD.format(text=texts.plain_text(texts.cut(" ".join(words), 20)))

    def _roll(self, text: str) -> Iterator[str]:
        positions = sorted({int(digit) - 1 for digit in text if digit != " "})
        if not self._sitting.state.rolls_left:
            yield texts.NO_ROLLS
        elif positions[-1] >= len(self._sitting.state.dice):
            yield texts.NO_SUCH_DIE.format(dice=len(self._sitting.state.dice))
        else:
            roll = Roll(tuple(positions))
            self._sitting.act(roll)
            yield self._roll_line(roll)

    def _score(self, text: str) -> Iterator[str]:
        state = self._sitting.state
        boxes = [box for box in state.legal_boxes() if _is_called(state, box, text)]
        if len(boxes) != 1:
            yield texts.NO_SUCH_ROW.format(text=texts.plain_text(texts.cut(text, 20)))
            return
        yield self._score_line(boxes[0])
        self._sitting.act(Score(boxes[0]))
        yield from self.start()

    def _computer_move(self) -> Iterator[str]:
        state = self._sitting.state
        if state.rolls_left == state.rules.rerolls:
            yield self._roll_line()
        action = self._sitting.decide().action
        if isinstance(action, Score):
            yield self._score_line(action.box)
            self._sitting.act(action)
        else:
            self._sitting.act(action)
            yield self._roll_line(action)

    def _name(self, seat: int) -> str:
        return texts.plain_text(self._sitting.setup.players[seat].name)

    def _roll_line(self, roll: Roll | None = None) -> str:
        """What lies on the table; `roll` is how it came to."""
        state = self._sitting.state
        again = "" if roll is None else texts.AGAIN.format(positions=texts.positions(roll.positions))
        return texts.ROLLS.format(
            name=self._name(state.seat),
            again=again,
            dice=texts.spoken(state.dice),
            left=texts.rolls_left(state.rolls_left),
        )

    def _score_line(self, box: Box) -> str:
        state = self._sitting.state
        points = state.potential_score(box) + state.extra_points(box)
        return texts.SCORES.format(
            name=self._name(state.seat),
            points=points,
            row=texts.row_label(state.rules, box.row),
            total=state.card_after(box).total(),
        )

    def _result(self) -> Iterator[str]:
        state = self._sitting.state
        for seat, total in enumerate(state.totals()):
            yield texts.FINAL.format(name=self._name(seat), total=total, games=self._sitting.wins[seat])
        if state.is_over:
            yield texts.winner_line([self._name(seat) for seat in state.winners()])
        else:
            yield texts.RECORD_ENDS


def _is_called(state: GameState, box: Box, text: str) -> bool:
    """Whether `text` is the number of a row, from 1, or the beginning of its name; `/2` behind it is a column."""
    row, slash, column = text.partition("/")
    if slash and column != str(box.column + 1):
        return False
    if not row or row.isdigit():
        return row == str(box.row + 1)
    names = (texts.row_label(state.rules, box.row).lower(), box_name(state.rules, box).replace("-", " "))
    return any(name.startswith(row) for name in names)


def card_lines(state: GameState) -> Iterator[str]:
    """The card of the player to move, a line a row, with what the dice would score in the open ones."""
    card = state.card
    for column, scores in enumerate(card.scores):
        for row, score in enumerate(scores):
            label = texts.row_label(state.rules, row)
            would = texts.WOULD_SCORE.format(points=state.potential_score(Box(row, column)))
            yield f"{row + 1:2} {label:12} {would if score is None else score}"
        yield f"   {texts.UPPER_TOTAL:12} {card.upper_total(column)}"
        yield f"   {texts.TOTAL:12} {card.column_total(column)}"
