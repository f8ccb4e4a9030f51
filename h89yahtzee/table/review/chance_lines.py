"""The chances of a finished game as lines: a curve a player, and what moved them most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil

from h89yahtzee.game.record import Record
from h89yahtzee.table import texts
from h89yahtzee.table.chances import chance_texts
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.review.chance_review import ChanceReview, Move
from h89yahtzee.table.review.coach_texts import BoxLabel
from h89yahtzee.table.review.review_lines import folded
from h89yahtzee.table.text_plot import plot

_POINTS = {2: 27}
_FEWER_POINTS = 14
"""The points of a curve: two curves stand side by side, or three where there are more players."""
_ROWS = 11
_GAP = 2
_NAME = 12


def chance_lines(record: Record, review: ChanceReview, width: int, label: BoxLabel) -> list[str]:
    """A curve a player, what luck and decisions came to, and the moves that changed most."""
    names = [texts.cut(texts.plain_text(player.name), _NAME) for player in record.setup.players]
    last = len(review.curve) - 1
    step = ceil(last / (_POINTS.get(len(names), _FEWER_POINTS) - 1))
    points = [*review.curve[:last:step], review.curve[last]]
    values = [[round(100 * chances.shares[seat]) for chances in points] for seat in range(len(names))]
    every = [*chain(*values)]
    curves = [[f"  {name}", *plot(own, every, _ROWS)] for name, own in zip(names, values, strict=True)]
    told = [_sums(names, review), _decisions(names, review, label), _rolls(names, review)]
    paragraphs = [["", *folded(lines, width)] for lines in told]
    return [chance_texts.course(step, len(names)), *_beside(curves, width), *chain(*paragraphs)]


def _beside(curves: Sequence[list[str]], width: int) -> Iterator[str]:
    """Rows of curves, as many beside each other as fit, with a blank line between."""
    widest = max(len(line) for curve in curves for line in curve) + _GAP
    fitting = max(1, (width + _GAP) // widest)
    for first in range(0, len(curves), fitting):
        yield from [""] * bool(first)
        for row in zip(*curves[first : first + fitting], strict=True):
            yield "".join(line.ljust(widest) for line in row).rstrip()


def _sums(names: Sequence[str], review: ChanceReview) -> Iterator[str]:
    for seat, name in enumerate(names):
        luck, loss = review.sums(seat)
        yield chance_texts.SUMS.format(name=name, luck=chance_texts.signed(luck), loss=chance_texts.signed(loss))
    yield chance_texts.certainty(review.curve)


def _decisions(names: Sequence[str], review: ChanceReview, label: BoxLabel) -> Iterator[str]:
    yield chance_texts.DECISIONS if review.decisions else chance_texts.NO_DECISIONS
    yield from (_decision(move, names, label) for move in review.decisions)


def _rolls(names: Sequence[str], review: ChanceReview) -> Iterator[str]:
    yield chance_texts.ROLLS
    yield from (_roll(move, names) for move in review.rolls)


def _decision(move: Move, names: Sequence[str], label: BoxLabel) -> str:
    state = move.state
    return chance_texts.DECISION.format(
        name=names[state.seat],
        turn=state.turn + 1,
        dice=_dice(move),
        played=coach_texts.called(state, move.action, label),
        chance=100 * move.played,
        best=coach_texts.called(state, move.best, label),
        loss=100 * move.loss,
    )


def _roll(move: Move, names: Sequence[str]) -> str:
    state = move.state
    return chance_texts.ROLL.format(
        name=names[state.seat],
        turn=state.turn + 1,
        roll=chance_texts.ORDINALS[state.rules.rerolls - state.rolls_left],
        dice=_dice(move),
        luck=chance_texts.signed(move.luck),
        chance=100 * move.chance,
    )


def _dice(move: Move) -> str:
    return "".join(map(str, move.state.dice))
