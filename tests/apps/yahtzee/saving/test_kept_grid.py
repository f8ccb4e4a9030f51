"""The grid of Quintzee: the same players find it as they left it, until they ask for a new one."""

from __future__ import annotations

import re

import pytest

from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.games import Games
from tests.apps.yahtzee.saving.saved_games import GO_ON, check_quiet

ROWS = "".join(f"s {row}\n" for row in range(1, 14))
TWO_COLUMNS = "".join(f"s {row}/{column}\n" for column in (1, 2) for row in range(1, 14))
QUINTZEE = ("--rules", "quintzee")


def found(games: Games, *words: str) -> int:
    """The points that a new game finds on the grid: the whole without what is in play."""
    game = games.on_h19(*words)
    game.wait_for("'s move: 2 rolls left.", "OOPS")
    assert GO_ON not in game.text()
    shown = re.findall(r"^ *(?:TOTAL SCORE|IN PLAY|WHOLE GRID)(.*)$", game.text(), re.MULTILINE)
    game.close()
    *_, in_play, whole = re.findall("[0-9]+", " ".join(shown))
    return int(whole) - int(in_play)


@pytest.fixture
def one_column(games: Games) -> int:
    """The total of a game that `me` has finished."""
    check_quiet(games.by_lines("-r2", *QUINTZEE, "me", answers=ROWS + "n\n"))
    return totals([SCORES[row](deal(2, 0, row, 0)) for row in range(13)])[3]


def test_another_run_goes_on_with_the_grid(games: Games, one_column: int) -> None:
    assert found(games, *QUINTZEE, "me") == one_column
    said = games.by_lines(*QUINTZEE, "--columns", "2", "me", answers=TWO_COLUMNS + "n\n").output
    [total] = re.findall("^me: ([0-9]+) ", said, re.MULTILINE)
    # Of six columns three are left.
    assert found(games, *QUINTZEE, "--columns", "3", "me") == one_column + int(total)
    assert found(games, *QUINTZEE, "--columns", "4", "me") == 0


@pytest.mark.parametrize("words", [("ann",), ("me", "--new-grid"), ("me", "-r5"), ("me", "--oldstyle")])
def test_others_and_those_who_ask_begin_a_new_one(games: Games, one_column: int, words: tuple[str, ...]) -> None:
    assert one_column
    assert found(games, *QUINTZEE, *words) == 0


def test_a_new_grid_is_the_one_that_is_found_from_then_on(games: Games, one_column: int) -> None:
    assert one_column
    check_quiet(games.by_lines(*QUINTZEE, "--new-grid", "me", answers=ROWS[:4]))
    check_quiet(games.by_lines("me", answers=ROWS[:4]))
    assert found(games, *QUINTZEE, "me", "--resume", "never") == 0


def test_a_resumed_game_lies_on_its_grid(games: Games, one_column: int) -> None:
    check_quiet(games.by_lines(*QUINTZEE, "me", answers=ROWS[: 4 * 3]))
    assert found(games, "--continue") == one_column
