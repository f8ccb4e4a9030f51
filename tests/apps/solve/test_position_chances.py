"""`yahtzee-solve --position --against`, and the chances in `--review`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.solve.solving import at, number_at, output, read_json, refusal, rows_at
from tests.solver.backends import computed_by, needs_kernel

LATE = (
    "rules h89 ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 three-of-a-kind=0 four-of-a-kind=0 full-house=0 "
    "small-straight=0 large-straight=0"
)
"""A position with 21 points in which YAHTZEE and chance are open."""
LAST = f"{LATE} yahtzee=0"

ALL_FIVES = "dice 55555 rolls 0"


@needs_kernel
def test_a_certain_win_and_a_certain_loss() -> None:
    """A player makes 25 points in chance, against 30, 20 or 25 of the opponent."""
    for chance, share in ((30, 0.0), (20, 1.0), (25, 0.5)):
        found = read_json("--position", f"{LAST} {ALL_FIVES}", "--against", f"{LAST} chance={chance}")
        assert [at(found, name) for name in ("chances", "certainty")] == [[share, 1 - share], "exact"]
        option = at(found, "options", 0)
        assert [at(option, name) for name in ("box", "points", "value", "cost", "chance")] == [
            "chance",
            25,
            46,
            0,
            share,
        ]
        assert at(found, "against") == [f"{LAST} chance={chance}"]


@needs_kernel
def test_chances_go_before_points() -> None:
    """By hand: an opponent's 29 in chance are beaten by two sixes, 1 roll in 36, and equalled by a six and a five,
    2 in 36."""
    lines = output("--position", f"{LAST} dice 66644 rolls 1", "--against", f"{LAST} chance=29").splitlines()
    assert lines[:4] == [
        f"{LAST} dice 66644 rolls 1",
        f"against {LAST} chance=29",
        "chances to win 5.56 %, 94.44 %, exact",
        "expected final total 47.000000, exact",
    ]
    assert lines[5].split() == ["chance", "lost", "value", "cost", "play"]
    assert lines[6].split() == ["5.56", "%", "0.00", "46.000000", "1.000000", "keep", "666,", "roll", "44"]
    assert ["0.00", "%", "5.56", "47.000000", "0.000000", "score", "Chance", "26"] in [row.split() for row in lines]


@needs_kernel
@pytest.mark.slow
def test_before_the_roll_there_are_chances_and_no_options() -> None:
    found = read_json("--position", "rules official", "--against", "rules official", "--against", "rules official")
    shares = rows_at(found, "chances")
    assert sum(number_at(found, "chances", seat) for seat in range(3)) == pytest.approx(1)
    assert (len(shares), at(found, "certainty"), at(found, "options")) == (3, "estimated", [])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--against", LAST), "--against is about a position: expected --position with it"),
        (("--position", LAST, "--against", "ones=7"), "--against: expected a score of ones, not 7"),
        (("--position", LAST, "--against", "rules h89"), "--against: expected 1 or 0 open boxes on card 1, not 13"),
        (("--position", LAST, "--against", "rules yatzy"), "--against: expected a card of h89, not of yatzy"),
        (("--position", LAST, "--against", f"{LAST} {ALL_FIVES}"), "--against: expected a card without dice"),
    ],
)
def test_cards_that_are_none_are_refused(arguments: tuple[str, ...], expected: str) -> None:
    assert expected in refusal(*arguments, status=2)


def test_without_the_kernel_it_says_so() -> None:
    with computed_by("numpy"):
        assert "chances need the compiled solver" in refusal("--position", LAST, "--against", LAST, status=1)


RECORD = """h89yahtzee-record 1
rules h89
seed 1
dealing own
knobs ha=0 hb=0
player human Ann
player greedy Bob
turn 1 1 66666 score yahtzee 50
turn 1 2 12345 score large-straight 40
turn 2 1 12345 score large-straight 40
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(RECORD)
    return path


@needs_kernel
@pytest.mark.slow
def test_review_has_the_chances_before_each_turn(record: Path) -> None:
    course = at(read_json("--review", record), 0, "chances")
    assert [[at(it, name) for name in ("turn", "player", "certainty")] for it in rows_at(course)] == [
        [1, 0, "estimated"],
        [1, 1, "estimated"],
        [2, 0, "estimated"],
        [2, 1, "estimated"],
    ]
    start, after_yahtzee = (number_at(course, turn, "chances", 0) for turn in (0, 1))
    assert 0.7 < start < after_yahtzee < 1
    lines = output("--review", record).splitlines()
    first = lines.index("chances to win before each turn, in per cent")
    assert lines[first + 1].split() == ["turn", "player", "Ann", "Bob"]
    assert lines[first + 3].split() == [
        "1",
        "Bob",
        f"{100 * after_yahtzee:.1f}",
        f"{100 - 100 * after_yahtzee:.1f}",
        "estimated",
    ]


def test_review_without_the_kernel_says_why_there_are_none(record: Path) -> None:
    with computed_by("numpy"):
        assert "chances need the compiled solver" in output("--review", record)
        assert at(read_json("--review", record), 0, "chances") is None
