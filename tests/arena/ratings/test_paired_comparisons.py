"""Ratings by Bradley-Terry and Davidson: closed forms, Davidson's own iteration, and a search by hand."""

from collections.abc import Mapping
from itertools import combinations
from math import exp, log, sqrt
from statistics import NormalDist

import pytest

from h89yahtzee.arena.ratings.paired_comparisons import ELO, Places, fitted, places_of

Pair = tuple[int, int]


def games_of_two(counts: Mapping[Pair, tuple[int, int, int]]) -> dict[Places, int]:
    """Games by pair: won by the first, by the second, and tied."""
    patterns = ((0, 1), (1, 0), (0, 0))
    return {
        ((first, one), (second, other)): number
        for (first, second), numbers in counts.items()
        for (one, other), number in zip(patterns, numbers, strict=True)
        if number
    }


def davidsons(counts: Mapping[Pair, tuple[int, int, int]], bots: int) -> tuple[list[float], float]:
    """The strengths in Elo from the first bot's, and the ties, by the iteration of his paper, slow and simple.

    Half a game won and half a game lost by each is spread over those it met; the pairs here all met.
    """
    more = 1 / (2 * (bots - 1))
    full = {pair: (won + more, lost + more, tied) for pair, (won, lost, tied) in counts.items()}
    strengths, ties = [1.0] * bots, 0.1
    for _ in range(5000):
        points, expected = [0.0] * bots, [0.0] * bots
        tied_games, tied_weight = 0.0, 0.0
        for (first, second), (won, lost, tied) in full.items():
            root = sqrt(strengths[first] * strengths[second])
            weight = (won + lost + tied) / (strengths[first] + strengths[second] + ties * root)
            points[first] += won + tied / 2
            points[second] += lost + tied / 2
            expected[first] += weight * (1 + ties * sqrt(strengths[second] / strengths[first]) / 2)
            expected[second] += weight * (1 + ties * sqrt(strengths[first] / strengths[second]) / 2)
            tied_games += tied
            tied_weight += weight * root
        strengths = [scored / weight for scored, weight in zip(points, expected, strict=True)]
        ties = tied_games / tied_weight
    return [ELO * log(it / strengths[0]) for it in strengths], ties


@pytest.mark.parametrize("tied", [0, 5])
def test_two_bots_are_apart_by_the_ratio_of_their_wins(tied: int) -> None:
    """Of 30 games won and 10 lost, with half a game more each; ties tell nothing of who is stronger."""
    found = fitted(2, games_of_two({(0, 1): (30, 10, tied)}), {1: 100.0})
    assert found.elo == pytest.approx([100 + ELO * log(30.5 / 10.5), 100])
    assert found.ties == pytest.approx(tied / sqrt(30.5 * 10.5))
    assert found.error(0) == pytest.approx(ELO * sqrt(1 / 30.5 + 1 / 10.5))
    assert found.error(1) == 0


def test_three_bots_are_those_of_davidsons_iteration() -> None:
    counts = {(0, 1): (30, 20, 10), (0, 2): (45, 12, 3), (1, 2): (18, 25, 17)}
    found = fitted(3, games_of_two(counts), {})
    elo, ties = davidsons(counts, 3)
    assert [it - found.elo[0] for it in found.elo] == pytest.approx(elo, abs=1e-4)
    assert found.ties == pytest.approx(ties, rel=1e-5)


def test_what_the_strengths_expect_is_what_was_scored() -> None:
    """The equations of the likeliest strengths: each bot's score, with the game it has more, is as expected."""
    counts = {(0, 1): (7, 2, 1), (1, 2): (3, 3, 4), (2, 3): (9, 1, 0), (0, 3): (8, 2, 2)}
    found = fitted(4, games_of_two(counts), {})
    scored, expected = [0.0] * 4, [0.0] * 4
    for (first, second), (won, lost, tied) in counts.items():
        half = exp((found.elo[first] - found.elo[second]) / ELO / 2)
        share = (half + found.ties / 2) / (half + 1 / half + found.ties)
        scored[first] += won + tied / 2 + 0.25
        expected[first] += (won + lost + tied + 0.5) * share
        scored[second] += lost + tied / 2 + 0.25
        expected[second] += (won + lost + tied + 0.5) * (1 - share)
    assert expected == pytest.approx(scored)


def test_one_anchor_moves_the_list_and_several_hold_it() -> None:
    counts = games_of_two({(0, 1): (30, 20, 0), (1, 2): (30, 20, 0), (0, 2): (40, 10, 0)})
    free, one = fitted(3, counts, {}), fitted(3, counts, {1: 2000.0})
    assert one.elo == pytest.approx([2000 + it - free.elo[1] for it in free.elo])
    both = fitted(3, counts, {0: 500.0, 2: 0.0})
    assert (both.elo[0], both.elo[2], both.error(0), both.error(2)) == (500, 0, 0, 0)

    def likelihood(elo: float) -> float:
        """Bot 1's games against the anchors, with a quarter of a game more each way."""
        above, below = (500 - elo) / ELO, elo / ELO
        return (
            -30.25 * log(1 + exp(-above))
            - 20.25 * log(1 + exp(above))
            - (30.25 * log(1 + exp(-below)) + 20.25 * log(1 + exp(below)))
        )

    assert both.elo[1] == pytest.approx(max(range(501), key=likelihood), abs=1)


def test_superiority_is_the_chance_of_the_sign() -> None:
    found = fitted(2, games_of_two({(0, 1): (30, 20, 0)}), {1: 0.0})
    assert found.superiority(0, 1) == pytest.approx(NormalDist().cdf(found.elo[0] / found.error(0)))
    assert found.superiority(0, 1) + found.superiority(1, 0) == pytest.approx(1)
    assert fitted(2, games_of_two({(0, 1): (7, 7, 0)}), {}).superiority(0, 1) == pytest.approx(0.5)


def test_who_won_all_games_is_strong_but_nobody_knows_how_strong() -> None:
    found = fitted(3, games_of_two({(0, 1): (100, 0, 0), (1, 2): (50, 50, 0)}), {1: 0.0})
    assert 500 < found.elo[0] < 1500
    assert found.error(0) > 3 * found.error(2)
    assert found.superiority(0, 2) > 0.999


def test_tables_of_more_are_games_of_every_two_but_no_more_certain_than_they_are() -> None:
    """Bot 0 is first or last at twenty tables of four: that is as certain as twenty games, and not as sixty.

    Three times as many independent games would make the error smaller by the root of three.
    """
    others = [(8, 7, 6), (6, 8, 7), (7, 6, 8)]
    patterns = {places_of(range(4), (own, *rest)): 10 for rest in others for own in (9, 0)}
    wins = {(0, other): (30, 30, 0) for other in (1, 2, 3)}
    between = {pair: (20, 40, 0) if pair == (1, 3) else (40, 20, 0) for pair in combinations((1, 2, 3), 2)}
    found, separate = fitted(4, patterns, {}), fitted(4, games_of_two(wins | between), {})
    assert found.elo == pytest.approx(separate.elo, abs=1e-6)
    assert found.error(0) / separate.error(0) == pytest.approx(sqrt(3), rel=0.05)


def test_places_are_by_score() -> None:
    assert places_of((5, 2, 9), (100, 300, 100)) == ((2, 0), (5, 1), (9, 1))
