"""Chances to win, as shares of the win that players can expect: now, after each action, and before each turn.

The table, reviews and `yahtzee-solve` use this module; `chance_judges` has the computations.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple, Protocol

from h89yahtzee.game.record import Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.strategy import Analysis, Option
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.values import ValuesOf, solved

MOST_TOLD = 3
_LEAST = 0.0005
"""The least loss of chance, in wins, for which a review lists a decision."""


class Certainty(Enum):
    EXACT = "exact"
    ESTIMATED = "estimated"


@dataclass(frozen=True, slots=True)
class Chances:
    """Each seat's expected share of the win; all add up to 1. A tie of n players is 1/n of a win for each."""

    shares: tuple[float, ...]
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class ActionChance:
    """An action of the player to move, with the expected final total (`points`) and the `chance` to win after it.

    Rolls that keep the same dice are one action.
    """

    action: Action
    points: float
    chance: float


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The chances to win: `chances` are those of all players, `options` those of the player to move after each
    possible action, the highest first. `options` is empty if there are no dice."""

    chances: Chances
    options: tuple[ActionChance, ...]

    def of(self, state: GameState, action: Action) -> float:
        """Return the chance to win of the player to move in `state` after a legal action."""
        found = Analysis(tuple(Option(option.action, option.chance) for option in self.options), is_exact=False)
        return found.option(state, action).value


class ChanceJudge(Protocol):
    """A judge of the chances to win in games by the same rules and with the same strategies of the players."""

    def set_up(self, progress: Progress = silent) -> None:
        """Compute the tables that the other methods need, and call `progress` with the part that is done, 0 to 1.
        Each later call of these methods takes at most a tenth of a second."""
        ...

    def of_state(self, state: GameState) -> Chances:
        """Return all players' chances in `state`. A state without dice is the beginning of a turn, before its first
        roll, or the end of the game."""
        ...

    def of_actions(self, state: GameState) -> list[ActionChance]:
        """Return an `ActionChance` for each action of the player to move in `state`, which has dice; the highest
        chance comes first."""
        ...


def chance_judge(rules: RuleSet, strategies: Sequence[str] = (), values_of: ValuesOf = solved) -> ChanceJudge:
    """Return the judge of games by `rules`; ValueError if the kernel (the solver's compiled code) is missing.

    `strategies` has the strategies' names by seat, as in `Player`; the players in the remaining seats are people.
    `values_of` returns the solver's values for a rule set.
    """
    if not is_compiled():
        raise ValueError(
            "chances need the compiled solver, which this installation hasn't got; pip compiles it from the sdist"
            " (--no-binary h89yahtzee) where a C compiler is"
        )
    from h89yahtzee.players.chance_judges import ColumnChances, ColumnsChances

    if rules.columns == 1:
        return ColumnChances(values_of(rules), tuple(strategies))
    return ColumnsChances(rules, values_of(rules), tuple(strategies))


def chances_told(judge: ChanceJudge, setup: Setup, state: GameState) -> Chances:
    """Return the chances in `state` as players are told them: in a duplicate game exact chances are called
    estimated as long as the winner isn't certain."""
    chances = judge.of_state(state)
    # Judges assume that nobody knows the dice of later rolls. In a duplicate game a player may know them: another
    # player has had the same dice.
    if chances.certainty is Certainty.EXACT and setup.duplicate and not is_decided(state):
        return replace(chances, certainty=Certainty.ESTIMATED)
    return chances


def outcomes_told(judge: ChanceJudge, setup: Setup, state: GameState) -> Outcomes:
    """Return the chances that `chances_told` returns for `state`, and the chance of the player to move after each
    action."""
    actions = tuple(judge.of_actions(state)) if state.dice else ()
    return Outcomes(chances_told(judge, setup, state), actions)


def is_decided(state: GameState) -> bool:
    """Return whether the winner is certain: all cards are full, or there is only one player."""
    return len(state.cards) == 1 or not any(card.open_boxes() for card in state.cards)


def shares_of(totals: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of the win at the end of a game with these totals by seat; a tie is shared."""
    highest = max(totals)
    winners = totals.count(highest)
    return tuple((total == highest) / winners for total in totals)


def before_roll(state: GameState) -> GameState:
    """Return the state before the first roll of the turn to which `state` belongs. If the game is over, return
    `state` as it is."""
    return replace(state, dice=(), rolls_left=0)


def turn_starts(states: Iterable[GameState]) -> Iterator[GameState]:
    """Yield the first state of each turn among the states of a game, and the final state if the game is over."""
    turn = None
    for state in states:
        if state.is_over or (state.turn, state.seat) != turn:
            turn = state.turn, state.seat
            yield state


@dataclass(frozen=True, slots=True)
class Move:
    """A decision and the roll before it, with the chances to win of the player who made the decision.

    `chance` is the chance after the `best` action, `played` the chance after `action`. `luck` is `chance` less the
    chance before the roll.
    """

    state: GameState
    action: Action
    best: Action
    luck: float
    chance: float
    played: float

    @property
    def loss(self) -> float:
        return max(0.0, self.chance - self.played)


@dataclass(frozen=True, slots=True)
class ChanceReview:
    """A review of a finished game; `curve` has the chances of all players before each turn and at the end.

    As in the review by points (`review`), luck is separate from skill. The luck of a roll is the change from the
    player's chance before the roll to the chance after the best action; the loss of a decision is the chance after
    the best action less the chance after the action played.
    """

    curve: tuple[Chances, ...]
    moves: tuple[Move, ...]

    @property
    def decisions(self) -> list[Move]:
        """The decisions that lost most, the costliest first, at most `MOST_TOLD`."""
        costly = [move for move in self.moves if move.loss >= _LEAST]
        return sorted(costly, key=lambda move: -move.loss)[:MOST_TOLD]

    @property
    def rolls(self) -> list[Move]:
        """The moves whose rolls changed the chance most, up or down, at most `MOST_TOLD`."""
        return sorted(self.moves, key=lambda move: -abs(move.luck))[:MOST_TOLD]

    def sums(self, seat: int) -> tuple[float, float]:
        """Return the sum of the luck in all moves of the player in `seat`, and the sum of the losses in these moves
        as a negative number."""
        own = [move for move in self.moves if move.state.seat == seat]
        return sum(move.luck for move in own), -sum(move.loss for move in own)


def reviewing(record: Record) -> Generator[GameState, Outcomes, ChanceReview]:
    """Review a finished game, as a generator: it yields one state after another, must be sent the `Outcomes` of
    each state, and at the end returns the review."""
    curve: list[Chances] = []
    moves: list[Move] = []
    *states, last = record.states()
    before = 0.0
    for state, action in zip(states, record.actions(), strict=True):
        if state.rolls_left == state.rules.rerolls:
            start = yield before_roll(state)
            curve.append(start.chances)
            before = start.chances.shares[state.seat]
        outcomes = yield state
        best = outcomes.options[0]
        played = outcomes.of(state, action)
        moves.append(Move(state, action, best.action, best.chance - before, best.chance, played))
        before = played
    end = yield last
    return ChanceReview((*curve, end.chances), tuple(moves))


class _Part(NamedTuple):
    """The points that a strategy makes, as a fraction of the points that best play makes. There are three
    fractions: `few` when few boxes are open, `column` for an empty card of one column, `columns` for an empty card
    of several columns."""

    few: float
    column: float
    columns: float


_PARTS = {
    "greedy": _Part(0.92, 0.86, 0.81),
    "hasty": _Part(0.42, 0.68, 0.67),
    "classic": _Part(0.62, 0.80, 0.71),
    "random": _Part(0.30, 0.19, 0.16),
}
"""The fractions for the strategies that play worse than best play. The fractions are means over many games.

With one column, 400 games were played by each of the rules `official`, `h89`, `yatzy` and `yacht`. With several
columns, 200 games were played by each of `triple`, `quintzee` with two columns and `quintzee` with six columns.
"""


def plays_worse(strategy: str) -> bool:
    return strategy in _PARTS


def expected_losses(state: GameState, strategies: Sequence[str], to_come: Sequence[float]) -> list[int]:
    """Return, by seat, how many points a player is expected to lose against best play in the turns after this turn.

    `to_come` has, by seat, the further points expected under best play. `strategies` has names by seat; the players
    in the remaining seats are people, who are expected to play best.
    """
    rules, losses = state.rules, [0] * len(state.cards)
    for seat, (strategy, points) in enumerate(zip(strategies, to_come, strict=False)):
        boxes = len(state.cards[seat].open_boxes())
        turns = boxes - (seat == state.seat)
        if strategy in _PARTS and turns > 0:
            part = _PARTS[strategy]
            whole = part.column if rules.columns == 1 else part.columns
            # Between an empty card and few open boxes the fraction changes linearly.
            made = part.few + (whole - part.few) * turns / (len(rules.categories) * rules.columns)
            losses[seat] = round((1 - made) * points * turns / boxes)
    return losses
