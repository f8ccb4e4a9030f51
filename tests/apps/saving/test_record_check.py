"""`yahtzee --referee` prints a text line for each record, right or wrong; the totals here are worked out by
hand."""

import json
import os
import subprocess
import sys

import pytest

from h89yahtzee.apps.recorded_games import answers
from tests.programs import run

TIME_LIMIT = 240
UPPER = {"ones": "11123", "twos": "22213", "threes": "33312", "fours": "44412", "fives": "55512", "sixes": "66612"}
LOWER = {
    "three-of-a-kind": "66651",
    "four-of-a-kind": "66665",
    "full-house": "55566",
    "small-straight": "12341",
    "large-straight": "12345",
    "yahtzee": "44444",
    "chance": "66665",
}


def turn(dice: str, box: str, player: int = 1) -> dict[str, object]:
    return {"player": player, "rolls": [{"dice": list(map(int, dice))}], "score": box}


def game(rules: str, *turns: dict[str, object], players: int = 1, **others: object) -> str:
    names = [f"p{number}" for number in range(1, players + 1)]
    return json.dumps({"rules": rules, "players": names, "turns": turns, **others})


def judged(*lines: str) -> list[dict[str, object]]:
    return [json.loads(answer) for answer in answers(f"{line}\n" for line in lines)]


def test_a_whole_game() -> None:
    """The upper section has 63 and the bonus of 35, the lower one 24 + 29 + 25 + 30 + 40 + 50 + 29."""
    [result] = judged(game("h89", *(turn(dice, box) for box, dice in (UPPER | LOWER).items())))
    assert result == {
        "rules": "h89",
        "columns": 1,
        "bonus": None,
        "finished": True,
        "players": [{"name": "p1", "columns": [325], "upper_bonuses": [35], "yahtzee_bonuses": [0], "total": 325}],
        "winners": [1],
    }


def test_triple_with_an_extra_yahtzee_in_the_third_column() -> None:
    """Three Yahtzees of 50 are followed by 30 and a bonus of 100 in the third column: 50 + 2 x 50 + 3 x 180 in
    all."""
    turns = [turn("66666", f"yahtzee/{column}") for column in (1, 2, 3)]
    [result] = judged(game("triple", *turns, turn("66666", "sixes/3")))
    bonuses = {"upper_bonuses": [0, 0, 0], "yahtzee_bonuses": [0, 0, 100]}
    assert result["players"] == [{"name": "p1", "columns": [50, 50, 180], **bonuses, "total": 690}]
    assert (result["finished"], result["winners"]) == (False, [])


def yacht(player: int, choice: str) -> dict[str, dict[str, object]]:
    rows = "ones twos threes fours fives sixes full-house four-of-a-kind little-straight big-straight yacht"
    return {row: turn("12346", row, player) for row in rows.split()} | {"choice": turn(choice, "choice", player)}


@pytest.mark.parametrize(("second", "winners"), [("66666", [2]), ("12345", [1]), ("12346", [1, 2])])
def test_winners(second: str, winners: list[int]) -> None:
    """The players differ in choice alone: both have 1 + 2 + 3 + 4 + 6 elsewhere, and the first player has 16 in
    choice."""
    turns = [it for pair in zip(yacht(1, "12346").values(), yacht(2, second).values(), strict=True) for it in pair]
    [result] = judged(game("yacht", *turns, players=2))
    assert result["winners"] == winners
    first, other = result["players"] if isinstance(result["players"], list) else []
    assert (first["total"], other["total"]) == (32, 16 + sum(map(int, second)))


def test_extra_turns_of_one_player_go_on_when_the_other_is_done() -> None:
    """The first player has three extra turns and plays the last three turns alone: 325 + 300 points in all."""
    rest = [(dice, box) for box, dice in (UPPER | LOWER).items() if box != "yahtzee"]
    mine = [("44444", "yahtzee"), ("11111", "bonus"), ("22222", "bonus"), ("33333", "bonus"), *rest]
    others = [("12345", "yahtzee"), *rest]
    turns = []
    for index, (dice, box) in enumerate(mine):
        turns.append(turn(dice, box))
        turns += [turn(*its, 2) for its in others[index : index + 1]]
    [result] = judged(game("quintzee", *turns, players=2, bonus="extra-turn"))
    assert (result["finished"], result["winners"]) == (True, [1])
    assert result["players"] == [
        {"name": "p1", "columns": [625], "upper_bonuses": [35], "yahtzee_bonuses": [300], "total": 625},
        {"name": "p2", "columns": [275], "upper_bonuses": [35], "yahtzee_bonuses": [0], "total": 275},
    ]


def test_first_illegal_action() -> None:
    sixes = [turn("66666", "yahtzee"), turn("66666", "chance"), turn("66666", "yahtzee")]
    assert judged(game("h89", *sixes), game("official", *sixes)) == [
        {"error": "yahtzee: it is not an open box", "turn": 3, "player": 1},
        {
            "error": "chance: an extra Yahtzee must be posted in the upper row of its face while that is open",
            "turn": 2,
            "player": 1,
        },
    ]


def test_what_is_no_record_gets_an_answer_too_and_the_next_is_judged() -> None:
    results = judged("hello", "", game("h89", turn("12345", "chance")), "7")
    assert [result.get("error") is None for result in results] == [False, True, False]
    assert [(result["turn"], result["player"]) for result in results[::2]] == [(None, None)] * 2


def test_records_as_text() -> None:
    head = "h89yahtzee-record 1\nrules h89\nseed 1\ndealing own\nknobs ha=0 hb=0\nplayer human me\n"
    good, bad = f"{head}turn 1 1 12345 score chance 15", f"{head}turn 1 1 12345 score chance 16"
    first, second = judged(*f"# two games\n{good}\n{bad}".split("\n"))
    assert first["players"] == [
        {"name": "me", "columns": [15], "upper_bonuses": [0], "yahtzee_bonuses": [0], "total": 15}
    ]
    assert (second["turn"], second["player"]) == (1, 1)
    [broken] = judged("", *head.split("\n")[:5])
    assert broken == {"error": "line 6: expected a line 'player' after it", "turn": None, "player": None}


def test_a_game_may_have_no_turn_yet() -> None:
    """The specification of yacht in the formal notation Z begins a game with empty cards."""
    head = (
        "h89yahtzee-record 1\nrules yacht\nseed 1\ndealing own\nknobs ha=0 hb=0\nplayer human p1\nplayer human p2"
    )
    by_json, by_text = judged(game("yacht", players=2), *head.split("\n"))
    card = {"columns": [0], "upper_bonuses": [0], "yahtzee_bonuses": [0], "total": 0}
    assert by_json == by_text
    assert by_json["players"] == [{"name": "p1", **card}, {"name": "p2", **card}]
    assert (by_json["finished"], by_json["winners"]) == (False, [])
    [wrong] = judged(game("yacht", totals=[0]))
    assert wrong == {"error": "there are totals, but no turns", "turn": None, "player": None}


def test_records_are_utf_8_whatever_the_locale() -> None:
    lines = game("h89", turn("12345", "chance")).replace("p1", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")
    done = subprocess.run(
        [sys.executable, "-m", "h89yahtzee", "--referee"],
        env=os.environ | {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        input=lines.encode("utf-8"),
        stdout=subprocess.PIPE,
        check=True,
        timeout=TIME_LIMIT,
    )
    assert json.loads(done.stdout)["players"][0]["name"] == "Zo\xeb"


def test_command_reads_standard_input_and_ends_with_0() -> None:
    lines = f"{game('h89', turn('12345', 'chance'))}\nhello\n\udcff\n"
    command = [sys.executable, "-m", "h89yahtzee", "--referee"]
    done = run(
        command,
        input=lines.encode("utf-8", "surrogateescape"),
        stdout=subprocess.PIPE,
        check=True,
        timeout=TIME_LIMIT,
    )
    first, *others = map(json.loads, done.stdout.splitlines())
    assert first["players"][0]["total"] == 15
    assert ["error" in other for other in others] == [True, True]
