"""Saved games by each rule set: resumed, listed, continued as further columns of a grid, and compared with earlier
totals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.state import Score
from h89yahtzee.table.match import Match
from h89yahtzee.table.saved_games import PastTotals
from h89yahtzee.table.texts import past_totals
from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.games import Games
from tests.apps.saving.saved_games import GO_ON, check_quiet, leave, posts, turns_saved
from tests.parameters import few_fast

SEED = 7
PLAYERS = ("me", "=king:greedy")
QUINTZEE = ("quintzee", "--columns", "2", "--bonus")
RULES = few_fast(1, [((*QUINTZEE, "extra-turn"),), (("triple",),)])


def named(words: tuple[str, ...]) -> RuleSet:
    name, *choices = words
    return rule_set(name, int(choices[1]), choices[3]) if choices else rule_set(name)


def answers(rules: RuleSet) -> list[str]:
    """Return text lines with which the person scores the first roll of each turn in the first legal box."""
    match = Match(Setup((Player("me", HUMAN), Player("king", "greedy")), SEED, rules))
    lines = []
    while not match.has_ended:
        if match.is_human:
            box = match.state.legal_boxes()[0]
            row = "bonus" if box.row == rules.bonus_row else str(box.row + 1)
            lines.append(f"s {row}/{box.column + 1}\n" if rules.columns > 1 else f"s {row}\n")
            match.act(Score(box))
        else:
            match.act(match.decide().action)
    return lines


def shown(games: Games) -> list[str]:
    """Return the cards that `--games 1` prints of the only game, without the text line above them, which has a
    date."""
    _, *cards = games.by_lines("--games", "1").output.splitlines()
    return cards


@pytest.mark.parametrize("words", RULES)
@pytest.mark.slow
def test_a_game_in_three_parts_ends_as_in_one(games: Games, tmp_path: Path, words: tuple[str, ...]) -> None:
    lines = answers(named(words))
    (tmp_path / "whole").mkdir()
    whole = Games(tmp_path / "whole")
    check_quiet(whole.by_lines(f"-r{SEED}", "--rules", *words, *PLAYERS, answers="".join(lines) + "n\n"))
    check_quiet(games.by_lines(f"-r{SEED}", "--rules", *words, *PLAYERS, answers="".join(lines[:3])))
    assert " turn 4: " in games.by_lines("--games").output
    check_quiet(games.by_lines("--continue", answers="".join(lines[3:8])))
    check_quiet(games.by_lines("--continue", answers="".join(lines[8:]) + "n\n"))
    assert shown(games) == shown(whole)
    assert turns_saved(games) == [(1, 2 * len(lines))]
    [scores] = json.loads(games.by_lines("--scores", "--json").output)
    assert (scores["rules"], scores["columns"], scores["games"]) == (words[0], named(words).columns, 1)


TWO_COLUMNS = "".join(f"s {row}/{column}\n" for column in (1, 2) for row in range(1, 14))
BY_QUINTZEE = ("--rules", "quintzee")


def found(games: Games, *words: str) -> int:
    """Return the points that a new game finds on the grid: those of the whole grid without those of the game in
    play."""
    game = games.on_h19(*words)
    game.wait_for("'s move: 2 rolls left.", "OOPS")
    assert GO_ON not in game.text()
    shown = re.findall(r"^ *(?:TOTAL SCORE|IN PLAY|WHOLE GRID)(.*)$", game.text(), re.MULTILINE)
    game.close()
    # With a computer player, its figure stands beside each figure of `me`.
    players = 1 + any(word.startswith("=") for word in words)
    in_play, whole = map(int, re.findall("[0-9]+", " ".join(shown))[-2 * players :: players])
    return whole - in_play


@pytest.fixture
def one_column(games: Games) -> int:
    """The total of a game with one column that `me` has finished."""
    check_quiet(games.by_lines("-r2", *BY_QUINTZEE, "me", answers=posts() + "n\n"))
    return total(2)


def test_another_run_goes_on_with_the_grid(games: Games, one_column: int) -> None:
    assert found(games, *BY_QUINTZEE, "me") == one_column
    said = games.by_lines(*BY_QUINTZEE, "--columns", "2", "me", answers=TWO_COLUMNS + "n\n").output
    [total] = re.findall("^me: ([0-9]+) ", said, re.MULTILINE)
    # Three of the grid's six columns are filled, and three are left.
    assert found(games, *BY_QUINTZEE, "--columns", "3", "me") == one_column + int(total)
    assert found(games, *BY_QUINTZEE, "--columns", "4", "me") == 0


def test_the_grid_goes_on_alone_until_a_computer_joins(games: Games) -> None:
    """In Quintzee a grid goes on until the player switches from playing alone to playing against the computer."""
    check_quiet(games.by_lines("-r2", *BY_QUINTZEE, "me", "=king:greedy", answers=posts() + "n\n"))
    assert found(games, *BY_QUINTZEE, "me") == total(2)
    check_quiet(games.by_lines(*BY_QUINTZEE, "--resume", "never", "me", answers=posts(1, 1)))
    assert found(games, *BY_QUINTZEE, "me", "=king:greedy") == 0


@pytest.mark.parametrize("words", few_fast(2, [["me", "--new-grid"], ["ann"], ["me", "-r5"], ["me", "--oldstyle"]]))
def test_others_and_those_who_ask_begin_a_new_one(games: Games, one_column: int, words: list[str]) -> None:
    assert one_column
    assert found(games, *BY_QUINTZEE, *words) == 0


def test_a_new_grid_is_the_one_that_is_found_from_then_on(games: Games, one_column: int) -> None:
    assert one_column
    check_quiet(games.by_lines(*BY_QUINTZEE, "--new-grid", "me", answers=posts(1, 1)))
    check_quiet(games.by_lines("me", answers=posts(1, 1)))
    assert found(games, *BY_QUINTZEE, "me", "--resume", "never") == 0


def test_a_resumed_game_lies_on_its_grid(games: Games, one_column: int) -> None:
    check_quiet(games.by_lines(*BY_QUINTZEE, "me", answers=posts(1, 3)))
    assert found(games, "--continue") == one_column


def total(seed: int, seat: int = 0) -> int:
    """Return the total of the player at `seat` who scores the first roll of turn n in row n."""
    return totals([SCORES[row](deal(seed, seat, row, 0)) for row in range(13)])[3]


def average(*reached: int) -> float:
    """Return the average of the totals in which each game weighs 0.93 times as much as the game after it, as the
    manual of Quintzee says."""
    points = weight = 0.0
    for each in reached:
        points, weight = points * 0.93 + each, weight * 0.93 + 1
    return points / weight


def test_lines_tell_it_from_the_second_game_on(games: Games) -> None:
    first = games.by_lines("-r2", "me", answers=posts() + "n\n")
    check_quiet(first)
    assert "last" not in first.output
    second = games.by_lines("-r4", "me", answers=posts() + "y\n" + posts() + "n\n").output
    a, b, c = total(2), total(4), total(5)
    assert f"\nme: last {a}, {b}; best {max(a, b)}; average {average(a, b):.1f}\n" in second
    assert f"\nme: last {a}, {b}, {c}; best {max(a, b, c)}; average {average(a, b, c):.1f}\n" in second


def test_the_board_shows_it_beside_the_dice(games: Games) -> None:
    check_quiet(games.by_lines("-r2", "me", answers=posts() + "n\n"))
    game = games.on_h19("-r4", "me", "--confirm-zero", "off", "--take-back", "off")
    game.wait_for("me's move", "? HELP")
    game.send(b"d" * 13)
    a, b = total(2), total(4)
    game.wait_for("Play again?", f"Last {b}; best {max(a, b)}; avg {average(a, b):.1f}", "? HELP")
    assert game.screen.rows()[24][39:].startswith("Last ")
    game.send(b"y")
    game.wait_for("me's move", "OOPS")
    assert "Last" not in game.text()
    leave(game)


@pytest.mark.parametrize("words", [("--oldstyle",), ("--replay", "1")])
def test_who_plays_no_saved_game_is_told_nothing(games: Games, words: tuple[str, ...]) -> None:
    for seed in (2, 4):
        check_quiet(games.by_lines(f"-r{seed}", "me", answers=posts() + "n\n"))
    players = () if "--replay" in words else ("-r5", "me")
    output = games.by_lines(*players, *words, answers=posts() + "n\n").output
    assert "me: " in output
    assert "last" not in output


@pytest.mark.parametrize(
    ("last", "best", "width", "shown"),
    [
        ((187, 201, 240), 310, 72, "Last 187, 201, 240; best 310; average 187.4"),
        ((187, 201, 240), 310, 38, "Last 201, 240; best 310; average 187.4"),
        ((187, 201, 240), 310, 30, "Last 240; best 310; avg 187.4"),
        ((1187, 1201), 1310, 30, "Best 1310; average 187.4"),
        ((187,), 310, 5, ""),
    ],
)
def test_what_fits_is_shown(last: tuple[int, ...], best: int, width: int, shown: str) -> None:
    assert past_totals(PastTotals(last, best, 187.4), width) == shown
