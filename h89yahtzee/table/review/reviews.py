"""What can be read about a finished game and takes a while to work out, done a little at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from h89yahtzee.game.record import Record
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.chances.chances import Chances
from h89yahtzee.players.review.review import Judgement, judge, summed_up
from h89yahtzee.table import texts
from h89yahtzee.table.chances import chance_texts
from h89yahtzee.table.chances.bookmaker import LOOK_AGAIN, Bookmaker, Reckoning
from h89yahtzee.table.review import par
from h89yahtzee.table.review.chance_lines import chance_lines
from h89yahtzee.table.review.chance_review import reviewing
from h89yahtzee.table.review.coach import AnalystOf
from h89yahtzee.table.review.coach_texts import BoxLabel
from h89yahtzee.table.review.comparison import can_compare, comparison
from h89yahtzee.table.review.review_lines import review_lines
from h89yahtzee.table.series.match import GameSeries

Steps = Generator[float | None, None, list[str]]
"""Yields how much is done, 0 to 1, whenever it may be interrupted, None where it waits for what is worked out
elsewhere; returns lines."""
T = TypeVar("T")


class PendingLines:
    """Lines that `advance` works on step by step; `progress` goes from 0 to 1, `lines` are None until it is
    done. `due` says when to go on: a while later where it waits."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self.progress = 0.0
        self.lines: list[str] | None = None
        self.due = -math.inf

    @property
    def is_done(self) -> bool:
        return self.lines is not None

    def advance(self, now: float = 0.0) -> None:
        try:
            progress = next(self._steps)
        except StopIteration as end:
            self.lines = end.value
            return
        self.due = now + LOOK_AGAIN if progress is None else -math.inf
        self.progress = self.progress if progress is None else progress

    def finish(self) -> list[str]:
        while self.lines is None:
            self.advance()
        return self.lines


def awaited(reckoning: Reckoning[T]) -> Generator[None, None, T | None]:
    """Wait for what is worked out; None if it can't be."""
    while not reckoning.is_done:
        yield
    return reckoning.result


def pending_chances(names: Sequence[str], reckoning: Reckoning[Chances]) -> PendingLines:
    """The chances of all players in a line, or why there are none."""

    def steps() -> Steps:
        chances = yield from awaited(reckoning)
        return [reckoning.problem if chances is None else chance_texts.all_chances(names, chances)]

    return PendingLines(steps())


class Reviews:
    """The review of the game that `series` has ended, and the comparison of its players.

    `analyst_of` is asked for a judge of decisions once a review is wanted, and `bookmaker` for who knows the
    chances, None where nobody wants them.
    """

    def __init__(
        self,
        series: GameSeries,
        analyst_of: AnalystOf,
        bookmaker: Callable[[], Bookmaker | None],
    ) -> None:
        self._series = series
        self._analyst_of = analyst_of
        self._bookmaker = bookmaker

    @property
    def is_wanted(self) -> bool:
        """Whether there are people to want a review."""
        return self._series.has_people

    @property
    def can_compare(self) -> bool:
        return can_compare(self._series.record)

    def review(self, width: int, label: BoxLabel = texts.box_label) -> PendingLines:
        return pending_review(self._series.record, self._analyst_of, width, label, self._bookmaker())

    def comparison(self, width: int) -> PendingLines:
        """Compare what all made of the same dice, with the best player if the dice are those of the seed."""
        return pending_comparison(self._series.record, self._analyst_of, width, self._bookmaker())


def pending_review(
    record: Record,
    analyst_of: AnalystOf,
    width: int,
    label: BoxLabel = texts.box_label,
    bookmaker: Bookmaker | None = None,
) -> PendingLines:
    """The review of a game; with a bookmaker also by the chances of its players."""
    steps = _reviewing(record, analyst_of(record.setup.rules), width, label)
    return PendingLines(_with_chances(steps, record, width, label, bookmaker))


def pending_comparison(
    record: Record, analyst_of: AnalystOf, width: int, bookmaker: Bookmaker | None = None
) -> PendingLines:
    """The comparison of a game that `can_compare`; with a bookmaker also by the chances of its players."""
    analyst = analyst_of(record.setup.rules) if par.has_par(record) else None
    steps = _comparing(record, analyst, width)
    return PendingLines(_with_chances(steps, record, width, texts.box_label, bookmaker))


def _with_chances(steps: Steps, record: Record, width: int, label: BoxLabel, bookmaker: Bookmaker | None) -> Steps:
    """The lines of `steps`, and below them what the chances tell, unless one played alone."""
    if bookmaker is None or len(record.setup.players) == 1:
        return (yield from steps)
    lines = yield from _half(steps, 0.0)
    return [*lines, "", *(yield from _half(_by_chances(record, bookmaker, width, label), 0.5))]


def _half(steps: Steps, start: float) -> Steps:
    """The steps as half of all there is to do."""
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            lines: list[str] = end.value
            return lines
        yield None if progress is None else start + progress / 2


def _by_chances(record: Record, bookmaker: Bookmaker, width: int, label: BoxLabel) -> Steps:
    asking, done = reviewing(record), 0
    count = sum(1 for _ in record.actions()) + len(record.turns) + 1
    try:
        state = next(asking)
        while True:
            reckoning = bookmaker.options(record.setup, state)
            outcomes = yield from awaited(reckoning)
            if outcomes is None:
                return [reckoning.problem]
            done += 1
            yield done / count
            state = asking.send(outcomes)
    except StopIteration as end:
        return chance_lines(record, end.value, width, label)


def _reviewing(record: Record, analyst: Analyst, width: int, label: BoxLabel) -> Steps:
    judgements: list[Judgement] = []
    count = sum(1 for _ in record.actions())
    for judgement in judge(record, analyst):
        judgements.append(judgement)
        yield len(judgements) / count
    return review_lines(record, summed_up(record, analyst, judgements), width, label)


def _comparing(record: Record, analyst: Analyst | None, width: int) -> Steps:
    if analyst is None:
        return comparison([record], width)
    best = yield from par.play_par(record, analyst)
    return comparison([record, best], width)
