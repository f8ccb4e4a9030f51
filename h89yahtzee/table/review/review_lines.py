"""The review of a game as lines: luck and losses of each player, the costliest mistakes, and what each turn
lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from h89yahtzee.game.record import Record
from h89yahtzee.players.review.review import Judgement, PlayerReview
from h89yahtzee.table import texts
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.review.coach_texts import BoxLabel

_LABEL = 16
_CELL = 12
"""Most columns of the screen for a player."""
_ROOMY = 8
"""Columns that leave room for a decimal place."""


def review_lines(
    record: Record, reviews: Sequence[PlayerReview], width: int, label: BoxLabel = texts.box_label
) -> list[str]:
    names = [texts.plain_text(player.name) for player in record.setup.players]
    table = _Table(reviews, min(_CELL, (width - _LABEL) // len(reviews)))
    mistakes = folded(_mistakes(reviews, names, label), width)
    return [*_sums(table, names, record.totals is not None), "", *mistakes, "", *_turns(table)]


@dataclass(frozen=True, slots=True)
class _Table:
    """Lines with a figure for each player, `cell` columns wide."""

    reviews: Sequence[PlayerReview]
    cell: int

    @property
    def digits(self) -> int:
        return 1 if self.cell >= _ROOMY else 0

    def line(self, label: str, shown: Callable[[PlayerReview], str]) -> str:
        return (label.ljust(_LABEL) + "".join(shown(review).rjust(self.cell) for review in self.reviews)).rstrip()


def _sums(table: _Table, names: Sequence[str], is_finished: bool) -> Iterator[str]:
    digits = table.digits
    yield table.line("", lambda review: texts.cut(names[review.seat], table.cell - 1))
    yield table.line(coach_texts.EXPECTED, lambda review: f"{review.start:.{digits}f}")
    yield table.line(coach_texts.LUCK, lambda review: _signed(review.luck, digits))
    yield table.line(coach_texts.LOST, lambda review: _signed(-review.loss, digits))
    label, at_end = (coach_texts.TOTAL, 0) if is_finished else (coach_texts.SO_FAR, digits)
    yield table.line(label, lambda review: f"{review.end:.{at_end}f}")


def _turns(table: _Table) -> Iterator[str]:
    """Yield what each turn lost."""

    def lost(number: int) -> Callable[[PlayerReview], str]:
        return lambda review: "".join(
            f"{turn.loss:.{table.digits}f}" for turn in review.turns if turn.number == number
        )

    for number in sorted({turn.number for review in table.reviews for turn in review.turns}):
        yield table.line(coach_texts.LOST_IN_TURN.format(number=number + 1), lost(number))


def _signed(points: float, digits: int) -> str:
    text = f"{points:+.{digits}f}"
    return text if float(text) else text.replace("-", "+")


def _mistakes(reviews: Sequence[PlayerReview], names: Sequence[str], label: BoxLabel) -> Iterator[str]:
    for review in reviews:
        for judgement in review.costliest(1):
            yield _mistake(judgement, names[review.seat], label)
        if not review.costliest(1):
            yield coach_texts.NO_MISTAKE.format(name=names[review.seat])
    if not all(review.is_exact for review in reviews):
        yield coach_texts.NOT_EXACT


def folded(lines: Iterable[str], width: int) -> Iterator[str]:
    for line in lines:
        yield from wrap(line, width, subsequent_indent="  ")


def _mistake(judgement: Judgement, name: str, label: BoxLabel) -> str:
    state = judgement.state
    return coach_texts.COSTLIEST.format(
        name=texts.cut(name, _CELL),
        turn=state.turn + 1,
        dice="".join(map(str, state.dice)),
        played=coach_texts.named(state, judgement.action, label),
        best=coach_texts.named(state, judgement.best.action, label),
        loss=judgement.loss,
    )
