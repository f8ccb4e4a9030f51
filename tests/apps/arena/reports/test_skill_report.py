"""`yahtzee-arena check --rate`: what it tells of players whose mean is published, and of bots that break rules."""

import json

import pytest

from tests.apps.arena.arenas import Arena

PUBLISHED = 254.5877
"""The mean of best play by the official rules."""
BROKEN = """
from h89yahtzee.arena.bot import Bot

class Broken(Bot):
    def turn(self, dice, stage):
        return self.score("ones")
"""


@pytest.mark.slow
def test_rated_in_words_and_as_json(arena: Arena) -> None:
    asked = ("check", "--rate", "--games", "20", "optimal", "greedy")
    rated = json.loads(arena.table(*asked, "--json"))
    best, greedy = rated
    assert [bot["games"] for bot in rated] == [20, 20]
    assert [bot["exact"] for bot in rated] == [PUBLISHED, PUBLISHED]
    assert best["mean"] == {"mean": PUBLISHED, "standard_error": 0.0}
    assert best["plain_mean"]["standard_error"] > 5
    assert (best["loss"]["mean"], best["gain"], best["costliest"]) == (0, None, [])
    parts = greedy["losses"]
    assert list(parts) == ["keeps", "category", "upper_bonus", "yahtzee"]
    assert sum(part["mean"] for part in parts.values()) == pytest.approx(greedy["loss"]["mean"], abs=0.001)
    assert greedy["mean"]["standard_error"] < greedy["plain_mean"]["standard_error"]
    assert max(mistake["loss"] for mistake in greedy["costliest"]) > 5
    words = arena.table(*asked)
    assert "optimal: mean 254.59 (s.e. 0.00) in 20 games; exact play makes 254.59\n" in words
    assert f"greedy: mean {greedy['mean']['mean']:.2f} (s.e. " in words
    assert f"its interval is {greedy['gain']:.1f} times as long" in words
    assert all(mistake["position"] in words for mistake in greedy["costliest"])


@pytest.mark.slow
def test_same_games_give_the_same_figures_in_one_process_or_two(arena: Arena) -> None:
    asked = ("check", "--rate", "--games", "10", "hasty")
    assert arena.table(*asked, "--processes", "1") == arena.table(*asked, "--processes", "2")
    assert arena.table(*asked) != arena.table(*asked, "--seed", "5")


@pytest.mark.slow
def test_bot_that_breaks_the_rules_is_to_be_checked_first(arena: Arena) -> None:
    (arena.home / "broken.py").write_text(BROKEN, "ascii")
    rated = arena.run("check", "--rate", "broken.py")
    assert (rated.stdout, rated.returncode) == ("", 1)
    assert rated.stderr.startswith("yahtzee-arena: broken, in game 1: ")
    assert "Traceback" not in rated.stderr
    assert rated.stderr.endswith("; check it first\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--rate", "greedy"], "--rate belongs to a check"),
        (["check", "--rate", "--rules", "triple", "greedy"], "expected rules with one column, not triple"),
        (["check", "--rate", "--pairs", "greedy"], "expected it without --pairs ("),
        (["check", "--games", "5", "greedy"], "expected it without --games ("),
    ],
)
def test_what_can_not_be_rated_is_refused(arena: Arena, arguments: list[str], complaint: str) -> None:
    refused = arena.run(*arguments)
    assert (refused.stdout, refused.returncode) == ("", 2)
    assert complaint in refused.stderr
