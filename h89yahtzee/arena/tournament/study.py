"""The study of a tournament's games, replayed and judged: use of rows, losses by mistakes, skill without luck.

The total of a game is exactly the expected total at the start under best play, plus the luck of each roll, less the
loss of each decision (see `players/review`). Luck is 0 on average, whatever the bot decides. So it can be removed
(as a control variate): a bot's skill is the total at a luck of 0 on a straight line fitted to the luck and totals
of its games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import fsum, sqrt
from typing import NamedTuple

from h89yahtzee.arena.entrant import setup_of
from h89yahtzee.arena.tournament.intervals import Interval, around
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Record
from h89yahtzee.game.state import Action, GameState, Score, apply, new_game, penalised
from h89yahtzee.notation.record_text import Move, parse_moves
from h89yahtzee.players.mistakes import Mistake, MistakeJudge
from h89yahtzee.players.review import Judgement, review
from h89yahtzee.players.strategy import Analyst

_COSTLIEST, _COSTLIEST_OF_SKILL = 5, 3
_LEAST = 0.5
"""The least points lost by a decision that counts as costly."""
_FEWEST = 3
"""The number of games needed to fit a straight line and to estimate the error of the fit."""
_ROUNDING = 1e-9


def replayed(plan: Plan, game: Game, moves: str) -> Iterator[tuple[GameState, Move, GameState]]:
    """Replay a game with its dice; yield for each move the state before it, the move, and the state after it.

    Raise ValueError for moves that the rules don't allow: anybody may have written the moves in a journal.
    """
    deal = Dealer(game.seed, not game.is_independent).deal
    state = new_game(plan.rule_set, len(game.seats), deal)
    for move in parse_moves(moves):
        if state.is_over:
            raise ValueError("it goes on after its end")
        after = penalised(state, deal) if move is None else apply(state, move, deal)
        yield state, move, after
        state = after
    if not state.is_over:
        raise ValueError("it has no end")


def recorded(plan: Plan, game: Game, moves: str) -> Record:
    """Return the record of a game, which must be free of penalties, since a record can't hold penalties."""
    setup = setup_of(plan.entrants, game.seats, game.seed, plan.rule_set, not game.is_independent)
    record = Record(setup)
    for state, move, after in replayed(plan, game, moves):
        assert move is not None
        record = (record if record.turns else Record.of(setup, state)).after(move, state, after)
    return record


@dataclass(frozen=True, slots=True)
class Step:
    """A move with the states before and after it, the `best` action in its place, and the expected points `lost` by
    the move compared with that action.

    `by_kind` has the part of `lost` that is due to each kind of mistake. `best` is None for a penalty, which is no
    decision.
    """

    state: GameState
    move: Move
    after: GameState
    best: Action | None
    lost: float
    by_kind: Mapping[Mistake, float]


@dataclass(frozen=True, slots=True)
class Costly:
    """A decision that lost many points; `number` is the number of its `step` in the game, counted from 0."""

    game: Game
    number: int
    step: Step


@dataclass(slots=True)
class RowUse:
    """The number of filled boxes of a row, the points in these boxes, and the number of zeros."""

    filled: int = 0
    points: int = 0
    zeros: int = 0


@dataclass(slots=True)
class BotStudy:
    """One bot's use of each row, its losses by kind of mistake, and its costliest decisions, the worst first."""

    rows: tuple[RowUse, ...]
    games: int = 0
    losses: dict[Mistake, float] = field(default_factory=lambda: dict.fromkeys(Mistake, 0.0))
    lost: float = 0.0
    costliest: list[Costly] = field(default_factory=list)


class Study:
    """The study of a tournament's games, which it replays and judges; it sums up each bot's use of rows and the
    points that the bot's decisions lost."""

    def __init__(self, plan: Plan, analyst: Analyst, mistakes: MistakeJudge | None) -> None:
        """Begin a study without games. `analyst` computes the best decisions. `mistakes` divides the points that a
        decision lost among the kinds of mistake; it is None for rules under which that is impossible."""
        self._plan = plan
        self._analyst = analyst
        self._mistakes = mistakes
        rows = len(plan.rule_set.categories)
        self.bots = [BotStudy(tuple(RowUse() for _ in range(rows))) for _ in plan.entrants]
        self.games: dict[int, tuple[Game, tuple[Step, ...]]] = {}
        self.is_exact = plan.rule_set.columns == 1

    def count(self, game: Game, moves: str) -> None:
        """Replay a game and judge its decisions; raise ValueError for moves that break the rules."""
        steps = tuple(self._steps(game, moves))
        self.games[game.number] = game, steps
        for number, step in enumerate(steps):
            study = self.bots[game.seats[step.state.seat]]
            study.lost += step.lost
            for kind, lost in step.by_kind.items():
                study.losses[kind] += lost
            if step.lost >= _LEAST:
                study.costliest.append(Costly(game, number, step))
            _count_posting(study, step)
        for bot in game.seats:
            self.bots[bot].games += 1
            # Round, since losses computed by compiled code and by numpy differ in the last digits.
            self.bots[bot].costliest.sort(key=lambda costly: (-round(costly.step.lost, 6), costly.game.number))
            del self.bots[bot].costliest[_COSTLIEST:]

    def worth_showing(self, bots: Sequence[int], most: int) -> list[int]:
        """Return the numbers of at most `most` games: first games with costly decisions of `bots`, then other
        games."""
        costliest = [self.bots[bot].costliest for bot in bots]
        ranks = range(max(map(len, costliest), default=0))
        chosen = [its[rank].game.number for rank in ranks for its in costliest if rank < len(its)]
        return list(dict.fromkeys([*chosen, *self.games]))[:most]

    def _steps(self, game: Game, moves: str) -> Iterator[Step]:
        for state, move, after in replayed(self._plan, game, moves):
            if move is None:
                yield Step(state, move, after, None, 0.0, {})
                continue
            analysis = self._analyst.analysis(state)
            judgement = Judgement(state, move, analysis, luck=0.0)
            by_kind = self._mistakes.split(judgement) if self._mistakes else {}
            yield Step(state, move, after, judgement.best.action, judgement.loss, by_kind)


def _count_posting(study: BotStudy, step: Step) -> None:
    """Count in the bot's `study` the box that `step` filled, if any."""
    before, after = step.state.card, step.after.cards[step.state.seat]
    # The bonus row isn't one of the counted rows.
    if isinstance(step.move, Score) and step.move.box.row == step.state.rules.bonus_row:
        return
    # A penalty fills a box without naming one in its move, so the cards are compared.
    for box in set(before.open_boxes()) - set(after.open_boxes()):
        use, points = study.rows[box.row], after[box] or 0
        use.filled += 1
        use.points += points
        use.zeros += not points


class Mean(NamedTuple):
    """A mean, its standard error (None for too few games), and the degrees of freedom of the standard error."""

    value: float
    error: float | None = None
    freedom: int = 0

    @property
    def interval(self) -> Interval | None:
        """Student's confidence interval of the mean, None for too few games."""
        return None if self.error is None else around(self.value, self.error, self.freedom)


def mean_of(numbers: Sequence[float]) -> Mean:
    size, mean = len(numbers), fsum(numbers) / len(numbers)
    return Mean(mean, sqrt(_squares(numbers) / (size - 1) / size), size - 1) if size > 1 else Mean(mean)


def without_luck(totals: Sequence[float], luck: Sequence[float]) -> Mean:
    """Return the mean total at a luck of 0, from a line fitted by least squares to totals against luck.

    The standard error is HC3 of MacKinnon and White (1985), which allows for the effect that games of much luck
    have on the line. With the usual standard error, the intervals of few games would be too short.
    """
    size, plain, lucky = len(totals), mean_of(totals).value, mean_of(luck).value
    spread = _squares(luck)
    if size < _FEWEST or not spread:
        return Mean(plain)
    slope = fsum((gift - lucky) * (total - plain) for total, gift in zip(totals, luck, strict=True)) / spread
    parts = []
    for total, gift in zip(totals, luck, strict=True):
        rest = total - plain - slope * (gift - lucky)
        leverage = 1 / size + (gift - lucky) ** 2 / spread
        # If one game alone decides the slope of the line (leverage 1), the line goes through this game. Then `rest`
        # is 0, so the item of `parts` is 0, too.
        parts.append(rest * (1 / size - lucky * (gift - lucky) / spread) / max(1 - leverage, _ROUNDING))
    return Mean(plain - slope * lucky, sqrt(fsum(part**2 for part in parts)), size - 2)


def _squares(numbers: Sequence[float]) -> float:
    """Return the sum of the squared differences of the numbers from their mean."""
    mean = fsum(numbers) / len(numbers)
    return fsum((number - mean) ** 2 for number in numbers)


@dataclass(slots=True)
class Skill:
    """The skill of one player in the games counted so far: the mean total with luck (`plain`) and without (`mean`).

    The properties can be read once a game has been counted.
    """

    totals: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    losses: dict[Mistake, list[float]] = field(default_factory=lambda: {kind: [] for kind in Mistake})
    costliest: list[Judgement] = field(default_factory=list)

    def count(self, record: Record, analyst: Analyst, judge: MistakeJudge) -> None:
        """Count the record of a game of one player, played by rules with one column. `analyst` computes the best
        decisions, and `judge` divides the points that a decision lost among the kinds of mistake."""
        [player] = review(record, analyst)
        self.totals.append(player.end)
        self.luck.append(player.luck)
        splits = [judge.split(judgement) for judgement in player.judgements]
        for kind, losses in self.losses.items():
            losses.append(fsum(split.get(kind, 0.0) for split in splits))
        worst = [*self.costliest, *player.costliest(_COSTLIEST_OF_SKILL)]
        self.costliest = nlargest(_COSTLIEST_OF_SKILL, worst, key=lambda judgement: judgement.loss)

    @property
    def plain(self) -> Mean:
        """The mean of the totals, luck included."""
        return mean_of(self.totals)

    @property
    def mean(self) -> Mean:
        return without_luck(self.totals, self.luck)

    @property
    def loss(self) -> Mean:
        """The mean of the points lost in a game by all mistakes."""
        return mean_of([fsum(game) for game in zip(*self.losses.values(), strict=True)])

    @property
    def gain(self) -> float | None:
        """How much more exact the skill is without luck: the standard error of `plain` divided by that of `mean`;
        None if either is missing or 0."""
        plain, mean = self.plain.error, self.mean.error
        return plain / mean if plain and mean and mean > _ROUNDING else None
