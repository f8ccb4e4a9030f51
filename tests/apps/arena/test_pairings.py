"""`yahtzee-arena` with a sequential test, as a gauntlet and as a Swiss tournament, end to end."""

import json

import pytest

from tests.apps.arena.arenas import Arena

TEST = ("--sprt", "-20", "120", "--alpha", "0.1", "--seed", "7", "greedy", "hasty")
SWISS = ("--swiss", "3", "--games", "4", "--seed", "1", "greedy", "hasty", "random", "classic", "classic:ha=5")


@pytest.mark.slow
def test_a_sequential_test_ends_with_a_verdict(arena: Arena) -> None:
    """The bounds are log(0.05 / 0.9) and log(0.95 / 0.1). The bot greedy wins nine of ten games against hasty."""
    told = json.loads(arena.table("--json", "--processes", "1", *TEST))
    test = told["sprt"]
    assert (test["lower_bound"], test["upper_bound"]) == (-2.8904, 2.2513)
    assert (test["elo_model"], test["results"], test["accepted"]) == ("logistic", "trinomial", "H1")
    assert test["llr"] >= test["upper_bound"]
    assert sum(test["counts"]) == test["games"] == told["standings"][0]["games"] < 100
    assert told["winners"] == ["greedy"]
    *_, state, verdict = arena.table("--independent", *TEST).splitlines()
    assert state.startswith("LLR: ")
    assert "(-2.89, 2.25) [-20, 120], pairs (lost to won) " in state
    assert verdict == "H1 is accepted: greedy is more than -20 Elo better than hasty."


def test_a_gauntlet_compares_one_with_each(arena: Arena) -> None:
    gauntlet = ("--gauntlet", "hasty", "--games", "30", "--seed", "7", "greedy", "random", "hasty")
    lines = arena.table("--processes", "1", *gauntlet).splitlines()
    assert "30 games of hasty against each" in lines[0]
    assert [line.split()[1] for line in lines[3:6]] == ["greedy", "hasty", "random"]
    assert [line.split()[2] for line in lines if line.startswith("  hasty - ")] == ["greedy", "random"] * 2
    assert lines[-1] == "On points hasty is better than 1, worse than 1, no telling of 0."


def test_a_swiss_tournament_tells_matches_and_byes(arena: Arena) -> None:
    told = json.loads(arena.table("--json", "--processes", "1", *SWISS))
    assert (told["pool"], told["rounds"]) == ("swiss", 3)
    places = {place["bot"]: place for place in told["standings"]}
    assert sum(place["byes"] for place in places.values()) == 3
    assert sum(place["match_points"] for place in places.values()) == 9
    assert all(place["games"] == 4 * (3 - place["byes"]) for place in places.values())
    assert places["greedy"]["match_points"] >= 2 > places["random"]["match_points"]
    assert "matches  Buchholz  byes" in arena.table("--processes", "1", *SWISS)
