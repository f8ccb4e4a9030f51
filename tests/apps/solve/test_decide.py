"""`yahtzee-solve --decide` answers each question with a text line, for use by another program."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.apps.games import ROOT, SOLVE
from tests.apps.solve.solving import TIME_LIMIT, solve
from tests.solver.backends import needs_kernel

LAST_CHANCE = [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, None]
OPTIMAL = {"strategy": "optimal"}
POSITION = {"rules": "h89", "dice": [6, 6, 5, 4, 3], "rolls_left": 1, "scores": [LAST_CHANCE]} | OPTIMAL


def answers(*questions: object) -> list[dict[str, object]]:
    result = solve("--decide", text="".join(f"{json.dumps(question)}\n" for question in questions))
    assert (result.status, result.errors) == (0, "")
    return [json.loads(line) for line in result.output.splitlines()]


def test_roll_and_score() -> None:
    roll, score = answers(POSITION, POSITION | {"rolls_left": 0})
    assert roll == {"action": "roll", "reroll": [4], "column": 0, "row": 12, "value": 45.5}
    assert score == {"action": "score", "reroll": [], "column": 0, "row": 12, "value": 45.0}


def test_extra_yahtzees_make_a_difference_of_their_points() -> None:
    scores = [[None] * 11 + [50, None]]
    position = {"rules": "official", "dice": [2, 2, 2, 2, 2], "rolls_left": 2, "scores": scores} | OPTIMAL
    none, one = answers(position, position | {"extra_yahtzees": [1]})
    assert (none["action"], none["row"]) == ("score", 1)
    assert one == none | {"value": pytest.approx(float(str(none["value"])) + 100)}


@pytest.mark.slow
@needs_kernel
def test_bonus_row_where_an_extra_turn_is_due() -> None:
    scores = [[None] * 11 + [50, None]]
    position = {"rules": "quintzee", "bonus": "extra-turn", "dice": [2] * 5, "rolls_left": 2, "scores": scores}
    [answer] = answers(position | OPTIMAL)
    assert (answer["action"], answer["column"], answer["row"]) == ("score", 0, 13)


def test_wrong_lines_are_answered_and_the_next_one_too() -> None:
    lines = [
        json.dumps(POSITION | {"dice": [6] * 6}),
        "nonsense",
        "",
        json.dumps(POSITION | {"strategy": "clever"}),
        json.dumps(POSITION | {"rules": "yacht", "scores": [[None] * 12], "strategy": "classic"}),
        "\ud800 \x00",
        json.dumps(POSITION),
    ]
    result = solve("--decide", text="\n".join(lines).encode("utf-8", "replace").decode())
    assert (result.status, result.errors) == (1, "")
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [sorted(answer) == ["error"] for answer in found] == [True] * 5 + [False]
    assert found[0]["error"] == "dice: expected 5 dice"
    assert "strategy: expected classic, hasty, greedy, random, optimal or winner" in found[2]["error"]
    assert "for yacht, not 'classic'" in found[3]["error"]


def test_each_line_is_answered_before_the_next_is_there() -> None:
    with subprocess.Popen(
        [*SOLVE, "--decide"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stdin is not None
            assert program.stdout is not None
            for dice in ([6, 6, 5, 4, 3], [1, 1, 1, 1, 1]):
                program.stdin.write(json.dumps(POSITION | {"dice": dice}) + "\n")
                program.stdin.flush()
                assert json.loads(program.stdout.readline())["action"] == "roll"
            program.stdin.close()
            assert program.wait(TIME_LIMIT) == 0
        finally:
            program.kill()


def test_winner_looks_at_who_has_finished() -> None:
    """The opponent has finished with 48 points, the player has 21: scoring 26 in chance has the best mean, but only
    rolling a die again can win."""
    finished = [3, 0, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 15]
    question = POSITION | {"dice": [6, 6, 5, 5, 4], "opponents": [{"scores": [finished]}]}
    best, winning = answers(question, question | {"strategy": "winner"})
    assert (best["action"], best["row"]) == ("score", 12)
    assert (winning["action"], winning["reroll"]) == ("roll", [4])
