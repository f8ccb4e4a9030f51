"""The share of skill: by hand, and of made-up players whose losses and luck are known."""

from random import Random

import pytest

from h89yahtzee.players.review import Difference, skill_share


def test_by_hand() -> None:
    """One pair differs by 20 points, 10 of them by skill, the other by -10, 0 by skill: 10 x 20 of 400 + 100."""
    found = skill_share([[Difference(10, 10)], [], [Difference(0, -10)]])
    assert found is not None
    assert (found.games, found.pairs) == (2, 2)
    assert found.share == pytest.approx(200 / 500)
    # The residuals are 200 - 0.4 x 400 = 40 and 0 - 0.4 x 100 = -40.
    assert found.error == pytest.approx((2 * (40**2 + 40**2)) ** 0.5 / 500)


def test_too_little() -> None:
    assert skill_share([]) is None
    assert skill_share([[Difference(3, -3)]]) is None
    alone = skill_share([[Difference(3, 1)]])
    assert alone is not None
    assert (alone.share, alone.error) == (0.75, None)


@pytest.mark.parametrize(("better_by", "scatter", "luck"), [(0, 10, 30), (12, 8, 25), (40, 5, 10)])
def test_made_up_players_come_out_within_two_errors(better_by: float, scatter: float, luck: float) -> None:
    """If skill and luck are independent, the share is that of their mean squares; 95 of 100 estimates are within
    two standard errors.
    """
    expected = (better_by**2 + scatter**2) / (better_by**2 + scatter**2 + luck**2)
    random, within = Random(7), 0
    for _ in range(200):
        games = [[Difference(random.gauss(better_by, scatter), random.gauss(0, luck))] for _ in range(150)]
        found = skill_share(games)
        assert found is not None
        assert found.error is not None
        within += abs(found.share - expected) <= 2 * found.error
    assert 180 <= within <= 199
