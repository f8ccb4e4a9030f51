"""The printed table of a tournament and its progress line, compared with texts written by hand."""

import json
from dataclasses import replace
from io import StringIO
from math import log

import pytest

from h89yahtzee.apps.arena.standings_report import Progress, Report, as_csv, as_json, end, table
from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.sequential_test import Hypotheses
from h89yahtzee.arena.tournament.standings import standings
from h89yahtzee.arena.tournament.tournament import Tournament

PLAN = Plan(parse_entrants(["classic", "greedy", "Fred=random"]), Pairing(3, Pool.ALL, 4, 7), "official")
ILLEGAL = Breach(1, "rules official ones=3 dice 11123 rolls 2", "score ones", "ones: it is not an open box")


def game(classic: int, greedy: int, seats: tuple[int, ...]) -> GameResult:
    """Return a game with those totals of classic and greedy, in which classic has the upper bonus, and greedy has
    three Yahtzees and a slowest move of 20 ms; `seats` are the numbers of the bots."""
    by_bot = [(classic, 1, 0, 0, 0.0), (greedy, 0, 1, 2, 0.02), (1, 0, 0, 0, 0.0)]
    totals, bonuses, yahtzees, extra, slowest = zip(*(by_bot[bot] for bot in seats), strict=True)
    return GameResult(totals, bonuses, yahtzees, extra, slowest, penalties=(0,) * len(seats))


def played() -> Tournament:
    """Return a tournament in which Fred breaks the rules in the second game, the other two bots win two games each,
    and greedy wins the second game of the play-off."""
    tournament = Tournament(PLAN.pairing)
    totals = {0: (200, 180), 1: (180, 200), 2: (200, 180), 3: (180, 200), 4: (250, 250), 5: (220, 230)}
    while games := tournament.take(1):
        [taken] = games
        is_illegal = taken.number == 1 and 2 in taken.seats
        outcome: Outcome = ILLEGAL if is_illegal else game(*totals[taken.number], taken.seats)
        tournament.note(taken, outcome)
    return tournament


def test_table_in_words() -> None:
    lines = list(table(Report(PLAN, standings(played()))))
    assert lines == [
        "Rules official, seed 7, 4 games, all at one table, the same dice for all.",
        "",
        "     bot       games  points    wins   draws     mean   s.e.  upper bonus",
        "  1  greedy        4       2       2       0   190.00   5.77        0.0 %",
        "  2  classic       4       2       2       0   190.00   5.77      100.0 %",
        "",
        "     bot      Yahtzees  slowest move",
        "  1  greedy      3.000       20.0 ms",
        "  2  classic     0.000             -",
        "",
        "By how much each is ahead of the next in a game, with 95 % confidence intervals:",
        "                                     points",
        "  greedy - classic  0.000 (-0.865 to 0.865)  no telling",
        "",
        "                                  score              games of both",
        "  greedy - classic  0.0 (-36.7 to 36.7)  no telling              4",
        "",
        "Disqualified:",
        "  Fred, in game 2: ones: it is not an open box",
        "    it said: score ones",
        "    position: rules official ones=3 dice 11123 rolls 2",
        "",
        "classic and greedy were level and played off, 2 games:",
        "  classic 250, greedy 250",
        "  greedy 230, classic 220",
        "",
        "greedy has won. Whether it is better than classic can't be told yet.",
    ]


def test_doubt_about_others_is_none_about_the_winner() -> None:
    """In a Swiss tournament the winner and the second bot may not have met; then only other bots are compared."""
    found = standings(played())
    assert [(it.first, it.second) for it in found.comparisons] == [(1, 0)]
    assert end(Report(PLAN, replace(found, champions=(2,)))) == "Fred has won."


def test_interval_without_0_that_is_no_verdict_is_explained() -> None:
    """The mean of the leads 4, 6, 2 and 8 is 3.87 standard errors: enough for the interval of 95 % to leave out 0,
    but not for a verdict, which must be surer as there are two verdicts."""
    plan = replace(PLAN, entrants=PLAN.entrants[:2], pairing=Pairing(2, Pool.ALL, 4, 7))
    leads, explained = ((4, 6, 2, 8), (40, 60, -20, 8)), []
    for four in leads:
        tournament = Tournament(plan.pairing)
        while games := [taken for taken in tournament.take(1) if taken.number < 4]:
            tournament.note(games[0], game(200 + four[games[0].number], 200, games[0].seats))
        lines = [*table(Report(plan, standings(tournament)))]
        assert sum("no telling" in line for line in lines) > 0
        explained.append("  Of so many intervals some leave out 0 by chance, so not each of them tells." in lines)
    assert explained == [True, False]


def test_nobody_has_won_who_played_alone() -> None:
    alone = replace(PLAN, entrants=PLAN.entrants[:1], pairing=Pairing(1, Pool.ALL, 2, 7))
    tournament = Tournament(alone.pairing)
    while games := tournament.take(1):
        tournament.note(games[0], game(200, 0, games[0].seats))
    assert [*table(Report(alone, standings(tournament)))][-1] == "classic played alone."


def test_json_has_all_that_the_table_has() -> None:
    told = json.loads(as_json(Report(PLAN, standings(played()))))
    assert (told["rules"], told["seed"], told["games"], told["pool"]) == ("official", 7, 4, "all")
    assert told["winners"] == ["greedy"]
    assert told["standings"][0] == {
        "rank": 1,
        "bot": "greedy",
        "games": 4,
        "points": 2,
        "wins": 2,
        "draws": 0,
        "mean": 190,
        "standard_error": 5.7735,
        "upper_bonus_rate": 0,
        "yahtzees": 1,
        "extra_yahtzees": 2,
        "slowest_move": 0.02,
        "penalties": 0,
    }
    assert told["comparisons"] == [
        {
            "first": "greedy",
            "second": "classic",
            "games_of_both": 4,
            "points": {"mean": 0, "interval": [-0.8648, 0.8648], "first_is": "no telling"},
            "score": {"mean": 0, "interval": [-36.7477, 36.7477], "first_is": "no telling"},
        }
    ]
    assert told["disqualified"] == [
        {"bot": "Fred", "game": 2, "rule": ILLEGAL.rule, "move": ILLEGAL.move, "position": ILLEGAL.position}
    ]
    assert told["play_off"] == [{"classic": 250, "greedy": 250}, {"greedy": 230, "classic": 220}]


HEAD = (
    "rank,bot,games,points,wins,draws,mean,standard_error,upper_bonus_rate,yahtzees,extra_yahtzees,"
    "slowest_move,penalties,disqualified"
)


def test_csv_has_a_row_for_each_bot_and_the_reason_for_who_is_out() -> None:
    assert as_csv(Report(PLAN, standings(played()))).splitlines() == [
        HEAD,
        "1,greedy,4,2,2,0,190.0,5.7735,0.0,1.0,2.0,0.02,0,",
        "2,classic,4,2,2,0,190.0,5.7735,1.0,0.0,0.0,0.0,0,",
        ",Fred,,,,,,,,,,,,ones: it is not an open box",
    ]


class Tty(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_tells_how_far_it_is_and_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of four games were finished in ten seconds, so ten seconds are left."""
    monkeypatch.setenv("COLUMNS", "120")
    now = [100.0]
    tournament = Tournament(PLAN.pairing)
    stream = Tty()
    progress = Progress(PLAN, tournament, stream, lambda: now[0])
    for taken in tournament.take(2):
        tournament.note(taken, game(200, 180, taken.seats))
    now[0] += 10
    line = "[##########..........] 2/4  0.2 games/s  0:00:10 left  classic 2, greedy 0, Fred 0"
    progress.update(2)
    progress.update(0)
    assert stream.getvalue().split("\r")[-1] == line
    progress.clear()
    assert stream.getvalue().count("\r") == 4
    assert stream.getvalue().split("\r")[-2:] == [" " * len(line), ""]


def test_progress_of_a_sequential_test_has_its_ratio_and_bounds() -> None:
    """After one game, which was won, the likelihood ratio is that of the expected scores for 200 and for 0 Elo."""
    plan = replace(PLAN, pairing=Pairing(2, Pool.PAIRS, 9, 7, test=Hypotheses(0, 200)))
    tournament = Tournament(plan.pairing)
    [taken] = tournament.take(1)
    tournament.note(taken, game(200, 180, taken.seats))
    line = Progress(plan, tournament, StringIO(), lambda: 0.0).line()
    assert line == f"1 of at most 9  LLR: {log(2 / (1 + 10**-0.5)):.2f} (-2.94, 2.94) [0, 200]"


def test_progress_is_a_line_a_minute_where_there_is_no_terminal() -> None:
    stream, now = StringIO(), [0.0]
    progress = Progress(PLAN, Tournament(PLAN.pairing), stream, lambda: now[0])
    for _ in range(7):
        now[0] += 20
        progress.update(1)
    progress.clear()
    line = "[....................] 0/4  0.05 games/s  0:01:20 left  classic 0, greedy 0, Fred 0"
    assert stream.getvalue() == f"{line}\n{line}\n"


def test_progress_of_a_play_off_tells_how_long_it_may_last() -> None:
    tournament = Tournament(PLAN.pairing)
    for _ in range(4):
        [taken] = tournament.take(1)
        tournament.note(taken, game(200, 200, taken.seats))
    for taken in tournament.take(1):
        tournament.note(taken, game(200, 200, taken.seats))
    line = Progress(PLAN, tournament, Tty(), lambda: 0.0).line()
    assert line == "play-off, game 2 of at most 1000"
