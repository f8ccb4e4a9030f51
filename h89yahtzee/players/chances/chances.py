"""Chances to win: the share of the win that each player can expect, now and after each action.

How they are found is in `column_chances` for one column and in `columns_chances` for several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.strategy import Search
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.values import ValuesOf, solved


class Certainty(Enum):
    """How chances were found."""

    EXACT = "exact"
    ESTIMATED = "estimated"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Chances:
    """`shares` has the share of the win of each seat, 1 in all; a tie of n players is 1/n of a win for each.

    `error` is the standard error of a share where games were simulated.
    """

    shares: tuple[float, ...]
    certainty: Certainty
    error: float = 0.0


def shares_of(totals: Sequence[float]) -> tuple[float, ...]:
    """The share of the win of each seat at the end of a game with these totals."""
    highest = max(totals)
    winners = totals.count(highest)
    return tuple((total == highest) / winners for total in totals)


def is_decided(state: GameState) -> bool:
    """Whether there is nothing to win any more, or nobody to win against. Without dice a turn may be to come."""
    return len(state.cards) == 1 or not any(card.open_boxes() for card in state.cards)


def told(chances: Chances, setup: Setup, state: GameState) -> Chances:
    """The chances as they are told in a game: judges suppose that all have dice of their own, so with the same ones
    nothing is exact before the end."""
    if chances.certainty is Certainty.EXACT and setup.duplicate and not is_decided(state):
        return replace(chances, certainty=Certainty.ESTIMATED)
    return chances


@dataclass(frozen=True, slots=True)
class ActionChance:
    """An action of the player to move, `points`, the expected final total when points are played for, and `chance`.

    Rolls that keep the same dice are one action.
    """

    action: Action
    points: float
    chance: float


class ChanceJudge(Protocol):
    """A judge of the chances in the games of one setup."""

    def set_up(self, progress: Progress = silent) -> None:
        """Work out what the first answer needs; later ones take no longer than a tenth of a second."""
        ...

    def of_state(self, state: GameState) -> Chances:
        """The chances in any state; one without dice, but with open boxes, is before the first roll of a turn."""
        ...

    def of_actions(self, state: GameState) -> list[ActionChance]:
        """All actions of the player to move in a state with dice, the highest chance first."""
        ...

    def search(self, state: GameState, /) -> Search | None:
        """A simulation after which the chances in this state are more certain; None if it would not help."""
        ...


def chance_judge(rules: RuleSet, strategies: Sequence[str] = (), values_of: ValuesOf = solved) -> ChanceJudge:
    """The judge of games by `rules`; `strategies` are those of the seats, as in `Player`, people unless given.

    ValueError without the kernel.
    """
    if not is_compiled():
        raise ValueError(
            "chances need the compiled solver, which is built where a C compiler is at the installation"
        )
    if rules.columns == 1:
        from h89yahtzee.players.chances.column_chances import ColumnChances

        return ColumnChances(values_of(rules), tuple(strategies))
    from h89yahtzee.players.chances.columns_chances import ColumnsChances

    return ColumnsChances(rules, values_of(rules), tuple(strategies))
