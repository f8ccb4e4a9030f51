"""Reviews and comparisons of finished games as lines of text, computed in small steps since the work takes seconds.

`review_lines` reviews by points: each player's luck and losses, the costliest mistakes, and the loss in each turn.
`chance_lines` reviews by chances to win: a curve of each player's chance, how much of it the dice and the decisions
won or lost in all, the decisions that cost most, and the rolls that changed the chances most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import ceil
from textwrap import wrap
from typing import TypeVar

from h89yahtzee.game.record import Record
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances import Certainty, ChanceReview, Chances, reviewing
from h89yahtzee.players.review import Judgement, PlayerReview, difference, judge, summed_up
from h89yahtzee.players.strategy import Analyst
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import LOOK_AGAIN, Bookmaker, Reckoning
from h89yahtzee.table.card_lines import plot
from h89yahtzee.table.coach import AnalystOf, BoxLabel, Wording, called, named
from h89yahtzee.table.comparison import comparison, has_par, has_perfect, play_par, play_perfect
from h89yahtzee.table.daily import DayFigures, day_figures
from h89yahtzee.table.sentences import chance_sentences, comparison_sentences, review_sentences

_LABEL = 16
_CELL = 12
"""The most characters of a player's cell, in lines of text that have a cell for each player."""
_ROOMY = 8
"""The least characters of a player's cell that leave room for a decimal place."""

_EXPECTED = "Expected"
_LUCK = "Luck of the dice"
_LOST = "Decisions"
_TOTAL = "Total"
_SO_FAR = "Expected now"
_LOST_IN_TURN = "Lost in turn {number:2}"
_COSTLIEST = "{name}, turn {turn}, {dice}: {played}, but {best} was {loss:.1f} better."
_NO_MISTAKE = "{name}: no mistakes."
_NOT_EXACT = "With several columns these are estimates."

_POINTS = {2: 27}
_FEWER_POINTS = 14
"""The most positions that each player's curve shows in a game of more than two players, so that several curves fit
side by side."""
_ROWS = 11
_GAP = 2

_COURSE = "Chances to win in per cent, before {often} and at the end:"
_SUMS = "{name}: {luck} by the dice, {loss} by decisions."
_CERTAIN = {
    Certainty.EXACT: "All are exact.",
    Certainty.ESTIMATED: "Estimated, but for {exact} of {all} positions, which are exact.",
}
_DECISIONS = "The decisions that cost most:"
_NO_DECISIONS = "No decision cost anybody a chance."
_DECISION = "{name}, turn {turn}, {dice}: {played} wins {chance:.1f} %; {best} wins {loss:.1f} more."
_ROLLS = "The rolls that moved most:"
_ROLL = "{name}, turn {turn}, {roll} roll, {dice}: {luck}, to {chance:.1f} %."
_APART = "{first} against {second} with the same dice: {points}, of it {skill} by decisions, {luck} by luck."
_ORDINALS = ("first", "second", "third")


def review_lines(
    record: Record, reviews: Sequence[PlayerReview], width: int, label: BoxLabel = texts.box_label
) -> list[str]:
    names = [texts.plain_text(player.name) for player in record.setup.players]
    table = _Table(reviews, min(_CELL, (width - _LABEL) // len(reviews)))
    mistakes = _folded(_mistakes(reviews, names, label), width)
    head = table.line("", lambda review: texts.cut(names[review.seat], table.cell - 1))
    turns = [*_turns(table)]
    sums = [texts.Head(head), *_sums(table, record.totals is not None)]
    if len(reviews) == 2 and record.setup.duplicate and record.totals is not None:
        sums += ["", *_folded([_apart(names, *reviews)], width)]
    return [*sums, "", *mistakes, *(["", *turns] if turns else [])]


def _apart(names: Sequence[str], first: PlayerReview, second: PlayerReview) -> str:
    """Return a sentence about two players who had the same dice: their difference in points, and how much of it is
    due to decisions and to luck."""
    apart = difference(first, second)
    return _APART.format(
        first=texts.cut(names[first.seat], _CELL),
        second=texts.cut(names[second.seat], _CELL),
        points=_signed(apart.points, 0),
        skill=_signed(apart.skill, 1),
        luck=_signed(apart.luck, 1),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """Lines of text with a cell for each player, `cell` characters wide."""

    reviews: Sequence[PlayerReview]
    cell: int

    @property
    def digits(self) -> int:
        return 1 if self.cell >= _ROOMY else 0

    def line(self, label: str, shown: Callable[[PlayerReview], str]) -> str:
        return (label.ljust(_LABEL) + "".join(shown(review).rjust(self.cell) for review in self.reviews)).rstrip()


def _sums(table: _Table, is_finished: bool) -> Iterator[str]:
    digits = table.digits
    yield table.line(_EXPECTED, lambda review: f"{review.start:.{digits}f}")
    yield table.line(_LUCK, lambda review: _signed(review.luck, digits))
    yield table.line(_LOST, lambda review: _signed(-review.loss, digits))
    label, at_end = (_TOTAL, 0) if is_finished else (_SO_FAR, digits)
    yield table.line(label, lambda review: f"{review.end:.{at_end}f}")


def _turns(table: _Table) -> Iterator[str]:
    """Yield a line of text for each turn in which a player lost points; a turn in which all players' losses round
    to 0 is left out. If a player had fewer turns than another, the player's cell is blank in the lines of the turns
    beyond."""
    lost = [{turn.number: turn.loss for turn in review.turns} for review in table.reviews]
    for number in sorted({number for turns in lost for number in turns}):
        cells = [f"{turns[number]:.{table.digits}f}" if number in turns else "" for turns in lost]
        if not any(float(cell) for cell in cells if cell):
            continue
        line = _LOST_IN_TURN.format(number=number + 1).ljust(_LABEL)
        yield (line + "".join(cell.rjust(table.cell) for cell in cells)).rstrip()


def _mistakes(reviews: Sequence[PlayerReview], names: Sequence[str], label: BoxLabel) -> Iterator[str]:
    for review in reviews:
        for judgement in review.costliest(1):
            state = judgement.state
            yield _COSTLIEST.format(
                name=texts.cut(names[review.seat], _CELL),
                turn=state.turn + 1,
                dice=_dice(state),
                played=named(state, judgement.action, Wording(label=label)),
                best=named(state, judgement.best.action, Wording(label=label)),
                loss=judgement.loss,
            )
        if not review.costliest(1):
            yield _NO_MISTAKE.format(name=names[review.seat])
    if not all(review.is_exact for review in reviews):
        yield _NOT_EXACT


def chance_lines(record: Record, review: ChanceReview, width: int, label: BoxLabel) -> list[str]:
    names = [texts.cut(texts.plain_text(player.name), _CELL) for player in record.setup.players]
    last = len(review.curve) - 1
    step = ceil(last / (_POINTS.get(len(names), _FEWER_POINTS) - 1))
    points = [*review.curve[:last:step], review.curve[last]]
    values = [[round(100 * chances.shares[seat]) for chances in points] for seat in range(len(names))]
    every = [*chain(*values)]
    curves = [[f"  {name}", *plot(own, every, _ROWS)] for name, own in zip(names, values, strict=True)]
    told = [_chance_sums(names, review), _decisions(names, review, label), _rolls(names, review)]
    paragraphs = [["", *_folded(lines, width)] for lines in told]
    return [_course(step, len(names)), *_beside(curves, width), *chain(*paragraphs)]


def _course(step: int, players: int) -> str:
    """Return the heading above the curves of chances in a game of so many `players`. The curves have a point every
    `step` turns, where the turns of all players count."""
    if step == players:
        return _COURSE.format(often="each round")
    return _COURSE.format(often="each turn" if step == 1 else f"every {step} turns")


def _beside(curves: Sequence[list[str]], width: int) -> Iterator[str]:
    """Yield the lines of `curves`, as many side by side as `width` characters hold; a blank line separates rows of
    curves."""
    widest = max(len(line) for curve in curves for line in curve) + _GAP
    fitting = max(1, (width + _GAP) // widest)
    for first in range(0, len(curves), fitting):
        if first:
            yield ""
        for row in zip(*curves[first : first + fitting], strict=True):
            yield "".join(line.ljust(widest) for line in row).rstrip()


def _chance_sums(names: Sequence[str], review: ChanceReview) -> Iterator[str]:
    for seat, name in enumerate(names):
        luck, loss = (_signed(100 * share, 1) for share in review.sums(seat))
        yield _SUMS.format(name=name, luck=luck, loss=loss)
    yield _certainty(review.curve)


def _certainty(curve: Sequence[Chances]) -> str:
    """Return a sentence that tells for how many positions of `curve` the chances are exact, not estimated."""
    exact = sum(chances.certainty is Certainty.EXACT for chances in curve)
    worst = Certainty.EXACT if exact == len(curve) else Certainty.ESTIMATED
    return _CERTAIN[worst].format(exact=exact, all=len(curve))


def _decisions(names: Sequence[str], review: ChanceReview, label: BoxLabel) -> Iterator[str]:
    yield _DECISIONS if review.decisions else _NO_DECISIONS
    for move in review.decisions:
        yield _DECISION.format(
            name=names[move.state.seat],
            turn=move.state.turn + 1,
            dice=_dice(move.state),
            played=called(move.state, move.action, Wording(label=label)),
            chance=100 * move.played,
            best=called(move.state, move.best, Wording(label=label)),
            loss=100 * move.loss,
        )


def _rolls(names: Sequence[str], review: ChanceReview) -> Iterator[str]:
    yield _ROLLS
    for move in review.rolls:
        yield _ROLL.format(
            name=names[move.state.seat],
            turn=move.state.turn + 1,
            roll=_ORDINALS[move.state.rules.rerolls - move.state.rolls_left],
            dice=_dice(move.state),
            luck=_signed(100 * move.luck, 1),
            chance=100 * move.chance,
        )


def _dice(state: GameState) -> str:
    return "".join(map(str, state.dice))


def _signed(number: float, digits: int) -> str:
    """Return `number` with its sign, a plus for zero."""
    text = f"{number:+.{digits}f}"
    return text if float(text) else text.replace("-", "+")


def _folded(lines: Iterable[str], width: int) -> Iterator[str]:
    for line in lines:
        yield from wrap(line, width, subsequent_indent="  ")


REVIEW_TITLE = "REVIEW"
WORKING = "Working it out: {done:3.0%}. {end}"
WORKING_ON = "{title}, more to come: {done:3.0%}"
_CHANCES = {
    Certainty.EXACT: "Chances to win: {chances}.",
    Certainty.ESTIMATED: "Chances to win, estimated: {chances}.",
}

Steps = Generator[float | None, None, list[str]]
"""A generator that computes lines of text and returns them at its end. After each step it yields the fraction done,
or None while it waits for a computation in the background."""
T = TypeVar("T")


class PendingLines:
    """Lines of text that `advance` computes step by step; `lines` is None until all are computed.

    `progress` goes from 0 to 1. `due` is the time at which `advance` should be called again: -inf for at once or,
    while the work waits for a computation in the background, a moment after the last call.
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
    """Return the lines of a review of a game, still to be computed. The review is by points and, if there are a
    bookmaker and several players, also by chances to win."""
    steps = _reviewing(
        record, analyst_of(record.setup.rules), lambda reviews: review_lines(record, reviews, width, label)
    )
    return PendingLines(
        _with_chances(steps, record, lambda review: chance_lines(record, review, width, label), bookmaker)
    )


def pending_comparison(
    record: Record, analyst_of: AnalystOf, width: int, bookmaker: Bookmaker | None = None
) -> PendingLines:
    """Return the lines of a turn by turn comparison of a game that `can_compare` accepts, still to be computed. If
    there are a bookmaker and several players, a review by chances to win follows."""
    steps = _comparing(record, analyst_of, lambda records: comparison(records, width))
    return PendingLines(
        _with_chances(steps, record, lambda review: chance_lines(record, review, width, texts.box_label), bookmaker)
    )


def pending_day(
    record: Record, analyst_of: AnalystOf, counted: int | None, told: Callable[[DayFigures], list[str]]
) -> PendingLines:
    """Return the lines about a finished game of the day. Its figures are computed later, in steps; then the
    function `told` makes the lines from them.

    `counted` is None if this game counts; if it is practice, `counted` is the total of the game that counts.
    """

    def steps() -> Steps:
        return told((yield from day_figures(record, analyst_of(record.setup.rules), counted)))

    return PendingLines(steps())


def spoken_review(record: Record, analyst_of: AnalystOf, bookmaker: Bookmaker | None = None) -> PendingLines:
    """Return the same review as `pending_review`, in whole sentences."""
    steps = _reviewing(record, analyst_of(record.setup.rules), lambda reviews: [*review_sentences(record, reviews)])
    return PendingLines(_with_chances(steps, record, partial(_spoken_chances, record), bookmaker))


def spoken_comparison(record: Record, analyst_of: AnalystOf, bookmaker: Bookmaker | None = None) -> PendingLines:
    """Return the same comparison as `pending_comparison`, in whole sentences."""
    steps = _comparing(record, analyst_of, lambda records: [*comparison_sentences(records)])
    return PendingLines(_with_chances(steps, record, partial(_spoken_chances, record), bookmaker))


def _spoken_chances(record: Record, review: ChanceReview) -> list[str]:
    return [*chance_sentences(record, review)]


def pending_chances(names: Sequence[str], reckoning: Reckoning[Chances]) -> PendingLines:
    """Return a line of text with the chances to win of all players, or with the reason why there are none. The line
    is ready when `reckoning`, which has the chances, is done."""

    def steps() -> Steps:
        chances = yield from _awaited(reckoning)
        if chances is None:
            return [texts.sentence(reckoning.problem)]
        each = (f"{name} {100 * share:.1f} %" for name, share in zip(names, chances.shares, strict=True))
        return [_CHANCES[chances.certainty].format(chances=", ".join(each))]

    return PendingLines(steps())


def _awaited(reckoning: Reckoning[T]) -> Generator[None, None, T | None]:
    """Yield None until `reckoning` is done, then return its result, or None if there is a problem."""
    while not reckoning.is_done:
        yield
    return reckoning.result


def _reviewing(record: Record, analyst: Analyst, told: Callable[[Sequence[PlayerReview]], list[str]]) -> Steps:
    judgements: list[Judgement] = []
    count = sum(1 for _ in record.actions())
    for judgement in judge(record, analyst):
        judgements.append(judgement)
        yield len(judgements) / count
    return told(summed_up(record, analyst, judgements))


def _comparing(record: Record, analyst_of: AnalystOf, told: Callable[[list[Record]], list[str]]) -> Steps:
    if not has_par(record):
        return told([record])
    best = yield from play_par(record, analyst_of(record.setup.rules))
    perfect = [play_perfect(record.setup)] if has_perfect(record.setup.rules) else []
    return told([record, best, *perfect])


def _with_chances(
    steps: Steps, record: Record, told: Callable[[ChanceReview], list[str]], bookmaker: Bookmaker | None
) -> Steps:
    """Carry out `steps`, yielding the fraction done, and return their lines. If there are a bookmaker and several
    players, also compute a review by chances to win, and append its lines.

    The function `told` makes these lines from the review by chances.
    """
    if bookmaker is None or len(record.setup.players) == 1:
        return (yield from steps)
    lines = yield from _half(steps, 0.0)
    return [*lines, texts.Head(), *(yield from _half(_by_chances(record, bookmaker, told), 0.5))]


def _half(steps: Steps, start: float) -> Steps:
    """Carry out `steps`, which are one half of a longer work, and return their lines. Yield the fraction done of
    the whole work, or None while `steps` wait. `start` is the fraction done before this half, 0 or 0.5."""
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            lines: list[str] = end.value
            return lines
        yield None if progress is None else start + progress / 2


def _by_chances(record: Record, bookmaker: Bookmaker, told: Callable[[ChanceReview], list[str]]) -> Steps:
    asking, done = reviewing(record), 0
    count = sum(1 for _ in record.actions()) + len(record.turns) + 1
    try:
        state = next(asking)
        while True:
            reckoning = bookmaker.options(record.setup, state)
            outcomes = yield from _awaited(reckoning)
            if outcomes is None:
                return [texts.sentence(reckoning.problem)]
            done += 1
            yield done / count
            state = asking.send(outcomes)
    except StopIteration as end:
        return told(end.value)
