"""`yahtzee-solve`: published values, positions worked out by hand, and wrong command lines."""

from __future__ import annotations

import re
import subprocess

import pytest

from h89yahtzee.apps.solve.scores import Solution, table_lines
from h89yahtzee.game.rules import H89, RULE_SETS, TRIPLE
from tests.apps.games import ROOT, SOLVE
from tests.apps.solve.solving import TIME_LIMIT, output, read_json, refusal
from tests.naming import each

LAST_CHANCE = (
    "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 three-of-a-kind=0 four-of-a-kind=0 full-house=0 "
    "small-straight=0 large-straight=0 yahtzee=0"
)
"""A position with 21 points in which only chance is open."""


def test_expected_score() -> None:
    """The solvers of jdh8 and ysolver find the same score; their number of states includes those of ended games."""
    found = read_json("--rules", "official")
    assert isinstance(found, dict)
    assert found.pop("seconds") >= 0
    exact = {"expected": pytest.approx(254.587728734, abs=1e-9), "exact": True, "states": 536_448 - 128}
    assert found == {"rules": "official", "columns": 1, "bonus": None, **exact}
    text = output("--rules", "official")
    assert re.search(r"^expected score +254\.587728734$", text, re.MULTILINE)
    assert re.search(r"^states +536,320$", text, re.MULTILINE)
    assert re.search(r"^time +\d+\.\d{3} s$", text, re.MULTILINE)


def test_estimates_are_marked_in_the_table() -> None:
    solutions = [Solution(H89, 245.8707, True, 357568, 0.7), Solution(TRIPLE, 1736.8, False, 536320, 1.25)]
    assert [*table_lines(solutions)] == [
        "rules                                 expected score    states     time",
        "h89                                   245.870700000   357,568  0.700 s",
        "triple                              ~1736.800000000   536,320  1.250 s",
    ]


@pytest.mark.slow
def test_all_rule_sets_with_each_bonus() -> None:
    found = read_json("--all")
    assert isinstance(found, list)
    quintzee = [("quintzee", bonus) for bonus in ("joker", "normal", "extra-turn")]
    others = [(name, None) for name in RULE_SETS if name != "quintzee"]
    assert sorted((row["rules"], row["bonus"] or "") for row in found) == sorted(
        (name, bonus or "") for name, bonus in [*quintzee, *others]
    )
    expected = {row["bonus"] or row["rules"]: row["expected"] for row in found}
    assert expected["joker"] == pytest.approx(254.587728734)  # the same rules as official
    assert expected["h89"] < expected["normal"] < expected["joker"]
    assert expected["triple"] > 6 * 240
    rows = output("--all").splitlines()
    assert len(rows) == 1 + len(found)
    assert any(row.startswith("quintzee columns 1 bonus extra-turn ") for row in rows)


def test_position_with_one_box_left() -> None:
    """One roll is left. A die of 3 is worth less than the 3.5 of a new roll, so dice of 1, 2 and 3 are rolled."""
    found = read_json("--rules", "h89", "--position", f"{LAST_CHANCE} dice 66543 rolls 1")
    assert isinstance(found, dict)
    best, *rest = found["options"]
    assert found["expected"] == pytest.approx(21 + 6 + 6 + 5 + 4 + 3.5)
    assert (best["action"], best["reroll"], best["keep"], best["cost"]) == ("roll", [4], [6, 6, 5, 4], 0)
    (score,) = [option for option in rest if option["action"] == "score"]
    assert (score["column"], score["row"], score["box"], score["points"]) == (0, 12, "chance", 24)
    assert [score["value"], score["cost"]] == pytest.approx([45, 0.5])
    # Since two sixes are alike, 3 * 2 * 2 * 2 sets of dice can be kept.
    assert len(found["options"]) == 24 + 1
    values = [option["value"] for option in found["options"]]
    assert values == sorted(values, reverse=True)


def test_position_in_words() -> None:
    lines = output("--position", f"rules h89 {LAST_CHANCE} dice 66543 rolls 1").splitlines()
    assert lines[0] == f"rules h89 {LAST_CHANCE} dice 66543 rolls 1"
    assert lines[1] == "expected final total 45.500000, exact"
    assert lines[4].split(maxsplit=2) == ["45.500000", "0.000000", "keep 6654, roll 3"]
    assert "  45.000000    0.500000  score Chance 24" in lines


def test_forced_joker_leaves_one_box_or_a_roll() -> None:
    position = "rules official yahtzee=50 bonus=100 dice 66666 rolls 0"
    found = read_json("--position", position)
    assert isinstance(found, dict)
    (only,) = found["options"]
    assert (only["box"], only["points"], only["extra_points"]) == ("sixes", 30, 100)
    assert "score SIXES 30+100" in output("--position", position)


def test_position_between_turns() -> None:
    found = read_json("--rules", "official", "--position", "")
    assert isinstance(found, dict)
    assert (found["expected"], found["options"]) == (pytest.approx(254.587728734), [])
    assert output("--position", f"rules h89 {LAST_CHANCE} chance=30").splitlines()[1].split()[3] == "51.000000,"


@each(
    ("position", "expected"),
    [
        ("rules official dice 666521 rolls 2", "expected 5 dice of 1-6"),
        (f"rules h89 {LAST_CHANCE} chance=30 dice 66652 rolls 0", "expected an open box"),
    ],
)
def test_position_that_can_not_be(position: str, expected: str) -> None:
    assert expected in refusal("--position", position, status=2)


@each(
    ("arguments", "expected"),
    [
        (["--rules", "bridge"], "--rules"),
        (["--rules", "official", "--bonus", "joker"], "--bonus: expected no bonus rule for official, not 'joker'"),
        (["--columns", "7"], "expected a whole number from 1 to 6"),
        (["--all", "--decide"], "--all and --decide don't go together: expected one of them"),
        (["--all", "--distribution"], "--all and --distribution don't go together"),
        (["--position", "", "--beat", "200"], "--position and --beat don't go together"),
        (["--all", "--rules", "h89"], "expected no --rules"),
        (["--decide", "--json"], "expected no --json"),
        (["--game", "2"], "expected --review"),
        (["--position", "rules official", "--rules", "h89"], "not of h89"),
        (["--review", ""], "expected the name of a file"),
        (["position"], "'position': expected an option; did you mean '--position'?"),
        (["--pos", "dice 66652 rolls 0"], "--pos: there is no such option; did you mean '--position'?"),
    ],
)
def test_command_line_that_can_not_be_followed(arguments: list[str], expected: str) -> None:
    assert expected in refusal(*arguments, status=2)


def test_only_what_is_needed_is_imported() -> None:
    imports = (
        "import sys; from h89yahtzee.apps.solve.solve import main; main(['--rules', 'yacht']); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [SOLVE[0], "-c", imports], cwd=ROOT, capture_output=True, text=True, check=True, timeout=TIME_LIMIT
    )
    modules = set(loaded.stdout.splitlines()[-1].split())
    assert not modules & {"blessed", "curses", "serial", "sqlite3", "h89yahtzee.table", "h89yahtzee.h19.terminal"}


def test_reader_that_has_gone_is_no_traceback() -> None:
    piped = subprocess.run(
        ["sh", "-c", '"$@" | true', "sh", *SOLVE, "--all"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=TIME_LIMIT,
    )
    assert piped.stderr == ""
