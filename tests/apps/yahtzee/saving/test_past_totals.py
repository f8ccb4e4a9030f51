"""The last, best and average total of a person when a game ends."""

from __future__ import annotations

import pytest

from h89yahtzee.table.saved_games import PastTotals
from h89yahtzee.table.texts import past_totals
from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.games import Games
from tests.apps.yahtzee.saving.saved_games import check_quiet, leave

ROWS = "".join(f"s {row}\n" for row in range(1, 14))


def total(seed: int, seat: int = 0) -> int:
    """The total of who posts turn n in row n."""
    return totals([SCORES[row](deal(seed, seat, row, 0)) for row in range(13)])[3]


def average(*reached: int) -> float:
    """As the manual of Quintzee weighs: each game 0.93 times the one after it."""
    points = weight = 0.0
    for each in reached:
        points, weight = points * 0.93 + each, weight * 0.93 + 1
    return points / weight


def test_lines_tell_it_from_the_second_game_on(games: Games) -> None:
    first = games.by_lines("-r2", "me", answers=ROWS + "n\n")
    check_quiet(first)
    assert "last" not in first.output
    second = games.by_lines("-r4", "me", answers=ROWS + "y\n" + ROWS + "n\n").output
    a, b, c = total(2), total(4), total(5)
    assert f"\nme: last {a}, {b}; best {max(a, b)}; average {average(a, b):.1f}\n" in second
    assert f"\nme: last {a}, {b}, {c}; best {max(a, b, c)}; average {average(a, b, c):.1f}\n" in second


def test_each_person_is_told_apart(games: Games) -> None:
    both = "".join(f"s {row}\n" * 2 for row in range(1, 14))
    check_quiet(games.by_lines("-r2", "me", answers=ROWS + "n\n"))
    check_quiet(games.by_lines("-r3", "--rules", "official", "ann", answers=ROWS + "n\n"))
    output = games.by_lines("-r4", "me", "ann", answers=both + "n\n").output
    a, b = total(2), total(4)
    assert f"\nme: last {a}, {b}; best {max(a, b)}; average {average(a, b):.1f}\n" in output
    assert "ann: last" not in output


def test_the_board_shows_it_beside_the_dice(games: Games) -> None:
    check_quiet(games.by_lines("-r2", "me", answers=ROWS + "n\n"))
    game = games.on_h19("-r4", "me", "--confirm-zero", "off")
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
        check_quiet(games.by_lines(f"-r{seed}", "me", answers=ROWS + "n\n"))
    players = () if "--replay" in words else ("-r5", "me")
    output = games.by_lines(*players, *words, answers=ROWS + "n\n").output
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
