"""`yahtzee-arena ratings` end to end: the journals of finished tournaments are kept, and rated together."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from h89yahtzee.apps.arena.rated_tournaments import rate
from h89yahtzee.apps.arena.tournament_files import post
from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.tournament.plan import Plan, format_plan
from h89yahtzee.arena.tournament.runner import Played
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.store.tournaments import TournamentJournal
from tests.apps.arena.arenas import Arena
from tests.arena.tournament.played import result

FIRST = ("--processes", "1", "--seed", "7", "--games", "12", "greedy", "hasty", "random")
PAIRS = ("--processes", "1", "--seed", "7", "--games", "12", "greedy", "random")
SECOND = ("--processes", "1", "--seed", "8", "--pairs", "--games", "10", "hasty", "greedy", "classic")


class Rated(TypedDict):
    bot: str
    elo: float
    interval: list[float]
    anchor: bool
    games: int
    superiority: dict[str, float]


class Listed(TypedDict):
    rules: str
    tournaments: int
    games: int
    ratings: list[Rated]


def lists(arena: Arena, *arguments: str) -> list[Listed]:
    found: list[Listed] = json.loads(arena.table("ratings", "--json", *arguments))
    return found


def test_all_tournaments_so_far_are_rated_together(arena: Arena) -> None:
    arena.table(*FIRST)
    arena.table(*SECOND)
    assert arena.journals() == []
    [found] = lists(arena)
    assert (found["rules"], found["tournaments"], found["games"]) == ("official", 2, 12 + 30)
    ratings = {rating["bot"]: rating for rating in found["ratings"]}
    assert list(ratings)[-2:] == ["hasty", "random"]
    assert [ratings[bot]["games"] for bot in ("greedy", "hasty", "random", "classic")] == [32, 32, 12, 20]
    assert ratings["greedy"]["superiority"]["random"] > 0.99
    assert all(it["interval"][0] < it["elo"] < it["interval"][1] for it in found["ratings"])


def test_list_fits_80_characters_with_the_longest_name(arena: Arena) -> None:
    arena.table("--processes", "1", "--games", "2", "greedy", f"{'x' * 56}=random")
    printed = arena.table("ratings").splitlines()
    assert max(map(len, printed)) <= 80
    assert [line.split()[-1] for line in printed if "bot" in line] == ["draws", "LOS"]


def test_anchors_hold_the_list(arena: Arena) -> None:
    arena.table(*FIRST)
    [found] = lists(arena, "--anchor", "greedy=2000", "--anchor", "random=-500")
    ratings = {rating["bot"]: rating for rating in found["ratings"]}
    assert (ratings["greedy"]["elo"], ratings["greedy"]["interval"]) == (2000, [2000, 2000])
    assert ratings["random"]["elo"] == -500
    assert -500 < ratings["hasty"]["elo"] < 2000
    table = arena.table("ratings", "--anchor", "greedy=2000").splitlines()
    assert table[0] == "Rules official, 1 tournament, 12 games, ratings with 95 % intervals."
    assert table[2].split() == ["bot", "Elo", "+/-", "games", "score", "draws", "LOS"]
    assert table[3].split()[:5] == ["1", "greedy", "2000.0", "anchor", "12"]


@pytest.mark.slow
def test_a_tournament_that_is_played_again_counts_once(arena: Arena) -> None:
    arena.table(*PAIRS)
    once = lists(arena)[0]["ratings"]
    arena.table(*PAIRS)
    assert lists(arena)[0]["ratings"] == once
    arena.table("--processes", "1", "--seed", "7", "--games", "15", *PAIRS[6:])
    assert lists(arena)[0]["games"] == 15


@pytest.mark.slow
def test_files_that_are_named_are_rated_alone_and_by_rules(arena: Arena) -> None:
    """A bot that played alone has no game to be rated by; so the tournament by the rules yacht isn't rated."""
    arena.table(*PAIRS)
    arena.table("--journal", "mine", "--seed", "9", "--games", "8", "--rules", "yatzy", "greedy", "random")
    [found] = lists(arena, "mine")
    assert (found["rules"], found["games"]) == ("yatzy", 8)
    arena.table("--seed", "9", "--games", "1", "--rules", "yacht", "greedy")
    assert "yacht" not in arena.table("ratings")
    assert [it["rules"] for it in lists(arena)] == ["official"]
    assert [it["rules"] for it in lists(arena, "mine", "mine")] == ["yatzy"]
    assert "greedy" in arena.table("ratings", "--rules", "yatzy", "mine")


def test_a_bot_that_was_out_is_not_rated(arena: Arena) -> None:
    """The others are rated by the games that they played without it."""
    bot = arena.home / "astray.py"
    bot.write_text(
        "from h89yahtzee.arena.bot import Bot\nclass It(Bot):\n    def turn(self, dice, stage): return None\n"
    )
    arena.table("--processes", "1", "--seed", "7", "--games", "6", "greedy", "random", str(bot))
    [found] = lists(arena)
    assert sorted(it["bot"] for it in found["ratings"]) == ["greedy", "random"]
    assert found["games"] == 6


def test_an_interrupted_tournament_counts_as_far_as_it_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games 1, 2 and 5 of twelve were played: classic and greedy met once, classic and random twice."""
    plan = Plan(parse_entrants(["classic", "greedy", "random"]), Pairing(3, Pool.PAIRS, 4, 7), "official")
    tournament, journal = Tournament(plan.pairing), TournamentJournal.begin(tmp_path / "it", format_plan(plan))
    games = tournament.take(12)
    post(journal, [Played(games[number], result(200, 100)) for number in (0, 1, 4)])
    journal.close()
    assert rate([tmp_path / "it"], "", {}, is_json=True) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert {it["bot"]: it["games"] for it in found["ratings"]} == {"classic": 3, "greedy": 1, "random": 2}


def test_bots_of_the_same_name_that_differ_are_told_of(arena: Arena) -> None:
    """Only the newest of two tournaments with the same dice counts."""
    arena.table("--processes", "1", "--seed", "7", "--games", "10", "it=greedy", "classic")
    arena.table("--processes", "1", "--seed", "7", "--games", "10", "it=hasty", "classic")
    told = arena.run("ratings", "--json")
    assert told.returncode == 0
    newest = ".local/share/h89yahtzee/arena/finished/2.tournament"
    assert json.loads(told.stdout)[0]["ratings"] == lists(arena, newest)[0]["ratings"]
    assert "it is another bot than later; NAME=BOT tells versions apart" in told.stderr


def test_what_can_not_be_rated_is_told_in_a_line(arena: Arena) -> None:
    for arguments, told in (
        (["ratings"], "there are no games of two bots or more to rate"),
        (["ratings", "nothing"], "nothing: expected the journal of a tournament"),
    ):
        finished = arena.run(*arguments)
        assert (finished.returncode, finished.stderr.count("\n")) == (1, 1)
        assert told in finished.stderr
    arena.table(*PAIRS)
    assert "--anchor nobody: no bot of that name has played" in arena.run("ratings", "--anchor", "nobody=5").stderr
    assert "to rate by yacht" in arena.run("ratings", "--rules", "yacht").stderr
    (arena.home / ".local/share/h89yahtzee/arena/finished/9.tournament").write_text("no journal")
    finished = arena.run("ratings")
    assert (finished.returncode, finished.stderr.count("\n")) == (0, 1)
    assert "9.tournament" in finished.stderr
    assert "it isn't counted" in finished.stderr
