"""Reviews and comparisons of finished games as lines of text, computed in small steps because they take long."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TypeVar

from h89yahtzee.game.record import Record
from h89yahtzee.players.chances import Certainty, Chances, reviewing
from h89yahtzee.players.review import Judgement, judge, summed_up
from h89yahtzee.players.strategy import Analyst
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import LOOK_AGAIN, Bookmaker, Reckoning
from h89yahtzee.table.coach import AnalystOf, BoxLabel
from h89yahtzee.table.comparison import comparison, has_par, play_par
from h89yahtzee.table.review_lines import chance_lines, review_lines

REVIEW_TITLE = "REVIEW"
WORKING = "Working it out: {done:3.0%}. {end}"
WORKING_ON = "{title}, more to come: {done:3.0%}"
_CHANCES = {
    Certainty.EXACT: "Chances to win: {chances}.",
    Certainty.ESTIMATED: "Chances to win, estimated: {chances}.",
}

Steps = Generator[float | None, None, list[str]]
"""Returns lines of text; yields the part done (0 to 1) after each step, or None while background work goes on."""
T = TypeVar("T")


class PendingLines:
    """Lines of text that `advance` computes step by step; `lines` is None until all are there.

    `progress` goes from 0 to 1. `due` is the time for the next `advance`, later than now while waiting for the
    background.
    """

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


def pending_review(
    record: Record,
    analyst_of: AnalystOf,
    width: int,
    label: BoxLabel = texts.box_label,
    bookmaker: Bookmaker | None = None,
) -> PendingLines:
    """Return the review of a game by points, with a bookmaker also by chances to win."""
    steps = _reviewing(record, analyst_of(record.setup.rules), width, label)
    return PendingLines(_with_chances(steps, record, width, label, bookmaker))


def pending_comparison(
    record: Record, analyst_of: AnalystOf, width: int, bookmaker: Bookmaker | None = None
) -> PendingLines:
    """Return the comparison of a game that `can_compare`; with a bookmaker also a review by chances."""
    analyst = analyst_of(record.setup.rules) if has_par(record) else None
    steps = _comparing(record, analyst, width)
    return PendingLines(_with_chances(steps, record, width, texts.box_label, bookmaker))


def pending_chances(names: Sequence[str], reckoning: Reckoning[Chances]) -> PendingLines:
    """Return a line with the chances of all players, or with the reason why there are none."""

    def steps() -> Steps:
        chances = yield from _awaited(reckoning)
        if chances is None:
            return [reckoning.problem]
        each = (f"{name} {100 * share:.1f} %" for name, share in zip(names, chances.shares, strict=True))
        return [_CHANCES[chances.certainty].format(chances=", ".join(each))]

    return PendingLines(steps())


def _awaited(reckoning: Reckoning[T]) -> Generator[None, None, T | None]:
    """Yield until `reckoning` is done, then return its result, or None if it has a problem."""
    while not reckoning.is_done:
        yield
    return reckoning.result


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
    best = yield from play_par(record, analyst)
    return comparison([record, best], width)


def _with_chances(steps: Steps, record: Record, width: int, label: BoxLabel, bookmaker: Bookmaker | None) -> Steps:
    """Return the lines of `steps`, followed by the review by chances if several players and a bookmaker exist."""
    if bookmaker is None or len(record.setup.players) == 1:
        return (yield from steps)
    lines = yield from _half(steps, 0.0)
    return [*lines, "", *(yield from _half(_by_chances(record, bookmaker, width, label), 0.5))]


def _half(steps: Steps, start: float) -> Steps:
    """Run `steps` as one half of the work; `start` is the part done before, 0 or 0.5."""
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
            outcomes = yield from _awaited(reckoning)
            if outcomes is None:
                return [reckoning.problem]
            done += 1
            yield done / count
            state = asking.send(outcomes)
    except StopIteration as end:
        return chance_lines(record, end.value, width, label)
