"""What a referee counts in a game, worked out by hand for games of sixes alone."""

import pytest

from h89yahtzee.arena.contestants import StrategyContestant
from h89yahtzee.arena.referee import GameResult, play
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, OFFICIAL, YACHT, RuleSet
from h89yahtzee.players.greedy import Greedy


def sixes(*which: int) -> Dice:
    """The dice of a seat, a turn and a roll, so many as the last number says."""
    return (6,) * which[-1]


JOKERS = 30 + 30 + 25 + 30 + 40 + 30
"""Points in the lower rows: of a kind twice, full house, two straights, chance."""


@pytest.mark.parametrize(
    ("rules", "totals", "yahtzees", "extra_yahtzees"),
    [
        (OFFICIAL, 50 + 30 + JOKERS + 12 * 100, 1, 12),
        (H89, 50 + 30 + 30 + 30 + 30, 1, 0),
        (YACHT, 50 + 30 + 30 + 30 + 24, 1, 0),
    ],
    ids=lambda it: it.name if isinstance(it, RuleSet) else None,
)
def test_figures_of_a_game(rules: RuleSet, totals: int, yahtzees: int, extra_yahtzees: int) -> None:
    result = play(rules, [StrategyContestant(Greedy())], sixes)
    assert isinstance(result, GameResult)
    assert (result.yahtzees, result.extra_yahtzees) == ((yahtzees,), (extra_yahtzees,))
    assert (result.totals, result.upper_bonuses, result.penalties) == ((totals,), (0,), (0,))
