"""Places and comparisons, worked out by hand."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrants
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.ratings.sequential_test import Hypotheses
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.results.standings import EstimatedMean, Standings, standings
from h89yahtzee.arena.tournament.plan import Plan, format_plan, parse_plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from tests.naming import each


def of_totals(*games: Sequence[int], pool: Pool = Pool.ALL, size: int = 0, bots: int = 0) -> Standings:
    """The standings after games with these totals, by number of the bot; games of a play-off come last."""
    bots = bots or len(games[0])
    number = len(games) if pool is Pool.ALL else 1
    tournament = Tournament(Pairing(bots, pool, number, 7, size))
    totals = iter(games)
    while taken := tournament.take(1):
        [game] = taken
        by_bot = next(totals)
        none = (0,) * len(game.seats)
        result = GameResult(
            tuple(by_bot[bot] for bot in game.seats), none, none, none, (0.0,) * len(none), penalties=none
        )
        tournament.note(game, result)
    return standings(tournament)


def test_places_by_points_and_not_by_means() -> None:
    """Bot 0 wins twice by little, bot 1 once by much; they draw once."""
    table = of_totals((101, 100), (101, 100), (100, 300), (150, 150))
    assert [(place.rank, place.bot, place.account.points.total) for place in table.places] == [(1, 0, 3), (2, 1, 2)]
    first, second = (place.account for place in table.places)
    assert (first.wins, first.draws, second.wins, second.draws) == (2, 1, 1, 1)
    assert (first.scores.mean(), second.scores.mean()) == (113, 162.5)
    assert table.champions == (0,)


def test_bots_that_are_level_below_the_top_share_a_place() -> None:
    table = of_totals((9, 1, 2, 0), (9, 1, 2, 0))
    assert [(place.rank, place.bot) for place in table.places] == [(1, 0), (2, 1), (2, 2), (2, 3)]


def test_intervals_of_four_games_are_those_of_the_tables() -> None:
    """Differences 4, 6, 2, 8: mean 5, standard error sqrt(20 / 12); Student's 97.5 % for 3 is 3.182446.

    Of four games all won, an exact 95 % interval for the share begins at 0.025 ** (1 / 4).
    """
    [comparison] = of_totals((14, 10), (16, 10), (12, 10), (18, 10)).comparisons
    assert comparison.games == 4
    assert comparison.scores.mean == 5
    assert comparison.scores.interval == pytest.approx((5 - 3.182446 * 1.290994, 5 + 3.182446 * 1.290994), abs=1e-4)
    assert comparison.scores.sign == 1
    assert comparison.points.interval == pytest.approx((2 * 0.025**0.25 - 1, 1))
    assert comparison.points.sign == 0
    assert EstimatedMean(-5, (-8, -2)).sign == -1


def test_what_is_as_often_one_way_as_the_other_is_not_settled() -> None:
    [comparison] = of_totals((14, 10), (10, 16), (12, 10)).comparisons
    assert (comparison.first, comparison.second) == (0, 1)
    assert comparison.points.mean == pytest.approx(1 / 3)
    assert comparison.points.sign == 0


def test_one_game_has_no_interval() -> None:
    [comparison] = of_totals((14, 10)).comparisons
    assert comparison.points == EstimatedMean(1, None)
    assert comparison.points.sign == 0


def test_bots_that_hardly_met_are_compared_by_all_their_games() -> None:
    """Bots that met in 40 games are compared by these; twelve bots at tables of two don't meet often."""
    pairing = Pairing(3, Pool.PAIRS, 40, 7)
    tournament = Tournament(pairing)
    while games := tournament.take(120):
        for game in games:
            totals = tuple(100 - 10 * bot + game.number % 7 for bot in game.seats)
            none = (0,) * 2
            tournament.note(game, GameResult(totals, none, none, none, (0.0, 0.0), penalties=none))
    table = standings(tournament)
    assert [comparison.games for comparison in table.comparisons] == [40, 40]
    tables = Tournament(Pairing(12, Pool.TABLES, 20, 7, 2))
    while games := tables.take(120):
        for game in games:
            totals = tuple(100 - 10 * bot for bot in game.seats)
            tables.note(game, GameResult(totals, none, none, none, (0.0, 0.0), penalties=none))
    comparisons = standings(tables).comparisons
    assert {comparison.games for comparison in comparisons} == {None}
    assert all(it.scores.mean == 10 * (it.second - it.first) for it in comparisons)
    assert len(comparisons) == 11


def test_nobody_has_won_what_was_not_played() -> None:
    table = standings(Tournament(Pairing(2, Pool.ALL, 5, 7)))
    assert (table.champions, table.comparisons) == ((), ())
    assert [place.rank for place in table.places] == [1, 1]


PLANS = [
    Plan(
        parse_entrants(["classic:ha=5,hb=-2", "Fred=random"]),
        Pairing(2, Pool.ALL, 9, 7),
        "official",
        False,
        Limits(),
    ),
    Plan(
        parse_entrants(["a/b.py", "./x --fast 'two words'"]),
        Pairing(2, Pool.TABLES, 9, 2**64 - 1, 2, is_independent=True),
        "quintzee columns 2 bonus extra-turn",
        True,
        Limits(0.5, memory=2**30),
    ),
    Plan(
        (Entrant("mine", Kind.PYTHON, command=("/srv/mine/bot.py",), folder="/srv/mine"),),
        Pairing(1, Pool.ALL, 9, 7),
        "official",
        False,
        Limits(),
    ),
]


FURTHER = [
    replace(PLANS[0], pairing=Pairing(2, Pool.PAIRS, 9, 7, test=Hypotheses(-5, 2.5, 0.01, 0.1))),
    replace(PLANS[0], pairing=Pairing(2, Pool.SWISS, 9, 7, rounds=1)),
    replace(PLANS[0], pairing=Pairing(2, Pool.GAUNTLET, 9, 7)),
]


@pytest.mark.parametrize("plan", PLANS + FURTHER)
def test_plans_are_written_and_read(plan: Plan) -> None:
    assert parse_plan(format_plan(plan)) == plan


FORGED = [
    ('"Fred"', '"../../Fred"'),
    ('"Fred"', '"\\u001b[2J"'),
    ('"Fred"', '""'),
    ('"Fred"', "7"),
    ('"classic"', '"nobody"'),
    ('"command": []', '"command": ["./x"]'),
    ('"kind": "strategy"', '"kind": "program"'),
    ('"ha": 5', '"ha": 5.5'),
    ('"bots": 2', '"bots": 3'),
    ('"games": 9', '"games": 0'),
    ('"games": 9', '"games": true'),
    ('"seed": 7', '"seed": -1'),
    ('"all bots"', '"every two"'),
    ('"official"', '"official\\u001b[2J"'),
    ('"official"', "7"),
    ('"is_lenient": false', '"is_lenient": 0'),
    ('"move_time": 1.0', '"move_time": NaN'),
    ('"move_time": 1.0', '"move_time": "1"'),
    ('"line": 4096', '"line": -1'),
    ('"folder": "/srv/mine"', '"folder": "/srv"'),
    ('"folder": "/srv/mine"', '"folder": 7'),
    ('"digests": []', '"digests": ["ab"]'),
    ('"digests": []', '"digests": [1, 2]'),
]


@pytest.mark.parametrize(("told", "forged"), FORGED)
def test_plan_that_nobody_can_have_asked_for_is_refused(told: str, forged: str) -> None:
    text = format_plan(PLANS[2 if "folder" in told else 0])
    assert told in text
    with pytest.raises(ValueError, match="expected the plan of a tournament"):
        parse_plan(text.replace(told, forged))


FORGED_TESTS = [
    ('"elo1": 2.5', '"elo1": -5'),
    ('"elo1": 2.5', '"elo1": NaN'),
    ('"elo1": 2.5', '"elo2": 2.5'),
    ('"alpha": 0.01', '"alpha": 0'),
    ('"beta": 0.1', '"beta": "0.1"'),
    ('"every two bots"', '"all bots"'),
]


@pytest.mark.parametrize(("told", "forged"), FORGED_TESTS)
def test_sequential_test_that_nobody_can_have_asked_for_is_refused(told: str, forged: str) -> None:
    text = format_plan(FURTHER[0])
    assert told in text
    with pytest.raises(ValueError, match="expected the plan of a tournament"):
        parse_plan(text.replace(told, forged))


@each("rounds", [0, 2, 1.0, "1"])
def test_rounds_in_which_nobody_new_is_met_are_refused(rounds: object) -> None:
    text = format_plan(FURTHER[1]).replace('"rounds": 1', f'"rounds": {json.dumps(rounds)}')
    with pytest.raises(ValueError, match="expected the plan of a tournament"):
        parse_plan(text)


def test_plans_of_earlier_versions_are_read() -> None:
    text = format_plan(PLANS[0])
    earlier = text.replace(', "rounds": 0, "test": null', "")
    assert earlier != text
    assert parse_plan(earlier) == PLANS[0]


@each("text", ["", "{}", "[]", "7", "[" * 10**5, format_plan(PLANS[0])[:-1]])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected the plan of a tournament"):
        parse_plan(text)
