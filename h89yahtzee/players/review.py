"""A recorded game judged decision by decision: the points lost by each decision, and the luck of each roll.

The value of a position is the expected final total of the card under best play. A decision's loss is the best
option's value less the value of the option played; the luck of a roll is the change of the value by the roll. So
the value at the end is the value at the start, plus all luck, less all losses. In a finished game the value at the
end is exactly the total.

The outlook of a decision explains its loss: the boxes in which the turn was likely to end. The outlook works with
any `Analyst`, also for several columns: the analyst is asked for the best box for each roll that may end the turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from h89yahtzee.game.record import Record
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import DIGITS, Analysis, Analyst, Option, kept_dice
from h89yahtzee.solver.keeps import Keeps, keeps_of


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: the state before it, the action taken, and the values of all options.

    `luck` is the change of the value by the roll before the decision.
    """

    state: GameState
    action: Action
    analysis: Analysis
    luck: float

    @property
    def best(self) -> Option:
        return self.analysis.best

    @property
    def played(self) -> Option:
        return self.analysis.option(self.state, self.action)

    @property
    def loss(self) -> float:
        return self.analysis.loss(self.state, self.action)


class _Judged:
    """The base class of reviews that sum up `judgements`: `loss` is the points lost against best play."""

    __slots__ = ()
    judgements: tuple[Judgement, ...]

    @property
    def luck(self) -> float:
        return sum(judgement.luck for judgement in self.judgements)

    @property
    def loss(self) -> float:
        return sum(judgement.loss for judgement in self.judgements)


@dataclass(frozen=True, slots=True)
class TurnReview(_Judged):
    """The decisions of one turn; `number` counts the player's own turns from 0."""

    number: int
    judgements: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class PlayerReview(_Judged):
    """All decisions of the player in `seat` (0-based); `start` is the expected total at the start."""

    seat: int
    start: float
    judgements: tuple[Judgement, ...]

    @property
    def turns(self) -> tuple[TurnReview, ...]:
        turns = groupby(self.judgements, lambda judgement: judgement.state.turn)
        return tuple(TurnReview(number, tuple(judgements)) for number, judgements in turns)

    @property
    def end(self) -> float:
        """The final total, or in an unfinished game the expected total after the last decision."""
        return self.judgements[-1].played.value if self.judgements else self.start

    @property
    def is_exact(self) -> bool:
        return all(judgement.analysis.is_exact for judgement in self.judgements)

    def costliest(self, most: int = 3, least: float = 0.005) -> tuple[Judgement, ...]:
        """Return at most `most` decisions that lost at least `least` points each, the costliest first."""
        mistakes = [judgement for judgement in self.judgements if judgement.loss >= least]
        return tuple(sorted(mistakes, key=lambda judgement: -judgement.loss)[:most])


def judge(record: Record, analyst: Analyst) -> Iterator[Judgement]:
    """Yield a judgement of each recorded decision in playing order; each is computed when the caller asks for it.

    Raise IllegalAction on reaching a decision that breaks the rules.
    """
    values: dict[int, float] = {}
    for state, action in zip(record.states(), record.actions(), strict=False):
        before = values[state.seat] if state.seat in values else analyst.expectation(state.card)
        analysis = analyst.analysis(state)
        judgement = Judgement(state, action, analysis, analysis.best.value - before)
        values[state.seat] = judgement.played.value
        yield judgement


def review(record: Record, analyst: Analyst) -> tuple[PlayerReview, ...]:
    """Return the review of each player, by seat."""
    return summed_up(record, analyst, judge(record, analyst))


def summed_up(record: Record, analyst: Analyst, judgements: Iterable[Judgement]) -> tuple[PlayerReview, ...]:
    """Return the review of each player, by seat, from the judgements of all decisions of the record."""
    start = analyst.expectation(Scorecard.empty(record.setup.rules))
    by_seat: list[list[Judgement]] = [[] for _ in record.setup.players]
    for judgement in judgements:
        by_seat[judgement.state.seat].append(judgement)
    return tuple(PlayerReview(seat, start, tuple(taken)) for seat, taken in enumerate(by_seat))


@dataclass(frozen=True, slots=True)
class End:
    """A box in which a turn may end: `chance` is the probability that it ends there, `points` the mean of the
    points that the post then brings, those in the bonus row included."""

    box: Box
    chance: float
    points: float


class Outlook:
    """The boxes in which the turn of the player to move in `state` may end under best play."""

    def __init__(self, state: GameState, analyst: Analyst) -> None:
        self._state = state
        self._keeps = keeps_of(state.rules.dice)
        states = [replace(state, dice=roll, rolls_left=0) for roll in self._keeps.rolls]
        posts = [analyst.analysis(rolled).best for rolled in states]
        self._posts = [
            (post.action.box, _points(rolled, post.action.box))
            for rolled, post in zip(states, posts, strict=True)
            if isinstance(post.action, Score)
        ]
        self._choices = _choices(self._keeps, [post.value for post in posts], state.rolls_left)

    def after(self, action: Action) -> tuple[End, ...]:
        """Return the boxes in which the turn may end after `action`, the most probable first."""
        if isinstance(action, Score):
            return (End(action.box, 1.0, _points(self._state, action.box)),)
        rolls = self._last_rolls(action)
        chances: dict[Box, float] = {}
        points: dict[Box, float] = {}
        for roll, chance in rolls.items():
            box, score = self._posts[roll - self._keeps.first_roll]
            chances[box] = chances.get(box, 0.0) + chance
            points[box] = points.get(box, 0.0) + chance * score
        ends = [End(box, chance, points[box] / chance) for box, chance in chances.items()]
        return tuple(sorted(ends, key=lambda end: (-round(end.chance, DIGITS), end.box)))

    def _last_rolls(self, action: Roll) -> dict[int, float]:
        """Return the probability of each last roll of the turn (the dice after the last re-roll) once `action` is
        done, by the index of these dice in `Keeps.all`."""
        # `action` decides the first of the remaining re-rolls; `_choices` has the best dice to keep in the others.
        rolls = _rolled(self._keeps, {self._keeps.number(kept_dice(self._state.dice, action)): 1.0})
        for choice in self._choices:
            kept: dict[int, float] = {}
            for roll, chance in rolls.items():
                kept[choice[roll]] = kept.get(choice[roll], 0.0) + chance
            rolls = _rolled(self._keeps, kept)
        return rolls


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for a loss: `posts` are the options of posting the dice at once, the best first.

    `after_best` and `after_played` are the boxes in which the turn may end after the best action and after the
    played one, under best play.
    """

    posts: tuple[Option, ...]
    after_best: tuple[End, ...]
    after_played: tuple[End, ...]


def reason(judgement: Judgement, analyst: Analyst) -> Reason:
    posts = tuple(option for option in judgement.analysis.options if isinstance(option.action, Score))
    best, played = judgement.best.action, judgement.action
    outlook = Outlook(judgement.state, analyst)
    return Reason(posts, outlook.after(best), outlook.after(played))


def _points(state: GameState, box: Box) -> int:
    return state.potential_score(box) + state.extra_points(box)


def _choices(keeps: Keeps, posts: list[float], rolls_left: int) -> list[list[int]]:
    """Return a list for each of the `rolls_left` re-rolls except the first, in playing order. The list tells which
    dice are best kept in this re-roll. It has an item for each set of dice, in the order of `Keeps.all`: the index
    in `Keeps.all` of the part of this set that is best kept.

    `posts` has for each possible result of the last re-roll, in the order of `Keeps.rolls`, the value of posting
    these dice in their best box.
    """
    values, choices = _averaged(keeps, posts), []
    for _ in range(rolls_left - 1):
        choice = _best_keeps(keeps, values)
        choices.append(choice)
        values = _averaged(keeps, [values[keep] for keep in choice[keeps.first_roll :]])
    return choices[::-1]


def _averaged(keeps: Keeps, rolls: list[float]) -> list[float]:
    """Return the value of keeping each set of dice and rolling the others, in the order of `Keeps.all`; `rolls` has
    the values of the rolls that follow, in the order of `Keeps.rolls`."""
    values = [0.0] * keeps.first_roll + rolls
    for keep in reversed(range(keeps.first_roll)):
        values[keep] = sum(values[more] for more in keeps.plus[keep]) / keeps.faces
    return values


def _best_keeps(keeps: Keeps, values: list[float]) -> list[int]:
    """Return for each set of dice the index in `Keeps.all` of the dice in it that are best kept; of equally good
    choices, one with the most dice. `values` has the value of keeping each set."""
    best: list[int] = []
    for keep in range(len(keeps)):
        within = [keep, *(best[less] for less in keeps.less[keep])]
        best.append(max(within, key=lambda candidate: (round(values[candidate], DIGITS), candidate)))
    return best


def _rolled(keeps: Keeps, kept: dict[int, float]) -> dict[int, float]:
    """Return the probability of each roll, if `kept` has the probabilities of the dice that are kept before the
    roll. Sets of dice are given by their index in `Keeps.all`."""
    chances = dict(kept)
    # Smaller keeps come first. Each is replaced by all keeps with one more die, until all keeps have all dice.
    for keep in range(keeps.first_roll):
        chance = chances.pop(keep, 0.0) / keeps.faces
        for more in keeps.plus[keep] if chance else ():
            chances[more] = chances.get(more, 0.0) + chance
    return chances


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference in points between two players who had the same dice: `skill` is the part due to their
    decisions, `luck` the rest."""

    skill: float
    luck: float

    @property
    def points(self) -> float:
        return self.skill + self.luck


def difference(review: PlayerReview, other: PlayerReview) -> Difference:
    return Difference(other.loss - review.loss, review.luck - other.luck)


def differences(reviews: Iterable[PlayerReview]) -> list[Difference]:
    """Return the differences of all pairs of players who had the same dice."""
    return [difference(*pair) for pair in combinations(reviews, 2)]


@dataclass(frozen=True, slots=True)
class SkillShare:
    """The `share` of the differences that is skill, and the standard `error` of this share, None with fewer than
    two games.

    The difference of two totals with the same dice has two parts: the difference of losses, which is skill, and the
    difference of luck, since the same dice may help the one player's decisions and harm the other's. The share of
    skill is the sum of skill times difference over all pairs, divided by the sum of the squared differences; with
    luck in place of skill the same formula gives the rest, so that both add up to 1.

    A share may be below 0 or above 1 where luck and skill worked against each other. `pairs` is the number of pairs
    of players who had the same dice. `games` is the number of games that the pairs are from; all play with the same
    dice counts as one game.
    """

    share: float
    error: float | None
    games: int
    pairs: int


def skill_share(games: Iterable[Sequence[Difference]]) -> SkillShare | None:
    """Return the share of skill in the differences of many games; `games` has for each game the differences of all
    pairs of players who had the same dice.

    None if no pair differs in points. The error is that of a ratio of sums over independent games (Cochran,
    Sampling Techniques, 6.4).
    """
    compared = [game for game in games if game]
    by_skill = [sum(each.skill * each.points for each in game) for game in compared]
    squares = [sum(each.points**2 for each in game) for game in compared]
    if not sum(squares):
        return None
    share, count = sum(by_skill) / sum(squares), len(compared)
    error = None
    if count > 1:
        rest = sum((skill - share * square) ** 2 for skill, square in zip(by_skill, squares, strict=True))
        error = math.sqrt(rest * count / (count - 1)) / sum(squares)
    return SkillShare(share, error, count, sum(map(len, compared)))
