"""A study of some games of a tournament: how bots use the rows of their cards, and what their decisions lost.

The study knows no luck: it looks at each decision by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.replay import replayed
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.game.state import Action, GameState, Score
from h89yahtzee.notation.moves_text import Move
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.review.mistakes import Mistake, MistakeJudge
from h89yahtzee.players.review.review import Judgement

_COSTLIEST = 5
_LEAST = 0.5
"""The points that a decision must lose to be among the costliest."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move with the states before and after it, the `best` action, and what the move `lost` against that.

    A penalty, which is no decision, has no best action.
    """

    state: GameState
    move: Move
    after: GameState
    best: Action | None
    lost: float
    by_kind: Mapping[Mistake, float]


@dataclass(frozen=True, slots=True)
class Costly:
    """A decision that lost a lot: the `number`-th step of a game."""

    game: Game
    number: int
    step: Step


@dataclass(slots=True)
class RowUse:
    """The boxes of a row that were filled, the points in them, and how many got none."""

    filled: int = 0
    points: int = 0
    zeros: int = 0


@dataclass(slots=True)
class BotStudy:
    """One bot's use of each row, its losses by kind, and its costliest decisions, the worst first."""

    rows: tuple[RowUse, ...]
    games: int = 0
    losses: dict[Mistake, float] = field(default_factory=lambda: dict.fromkeys(Mistake, 0.0))
    lost: float = 0.0
    costliest: list[Costly] = field(default_factory=list)


class Study:
    """The games that were counted, by number, and what they tell of each bot."""

    def __init__(self, plan: Plan, analyst: Analyst, mistakes: MistakeJudge | None) -> None:
        """`mistakes` is None where losses can't be put down to kinds."""
        self._plan = plan
        self._analyst = analyst
        self._mistakes = mistakes
        rows = len(plan.rule_set.categories)
        self.bots = [BotStudy(tuple(RowUse() for _ in range(rows))) for _ in plan.entrants]
        self.games: dict[int, tuple[Game, tuple[Step, ...]]] = {}
        self.is_exact = plan.rule_set.columns == 1

    def count(self, game: Game, moves: str) -> None:
        """Deal a game again and judge its decisions; ValueError if the moves break the rules."""
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
            self.bots[bot].costliest.sort(key=lambda costly: (-round(costly.step.lost, 6), costly.game.number))
            del self.bots[bot].costliest[_COSTLIEST:]

    def worth_showing(self, bots: Sequence[int], most: int) -> list[int]:
        """The numbers of games with the costliest decisions of these bots, then of the first ones."""
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
    """Count the box that a step filled, by the card before and after."""
    before, after = step.state.card, step.after.cards[step.state.seat]
    if isinstance(step.move, Score) and step.move.box.row == step.state.rules.bonus_row:
        return
    for box in set(before.open_boxes()) - set(after.open_boxes()):
        use, points = study.rows[box.row], after[box] or 0
        use.filled += 1
        use.points += points
        use.zeros += not points
