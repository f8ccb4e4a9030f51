"""The mouse in a modern terminal's window: what the program asks of the terminal, and what the terminal reports."""

from __future__ import annotations

import pytest

from tests.apps.games import Games, OnPty
from tests.apps.screens import Window
from tests.parameters import few_fast


def place_of(game: OnPty[Window], text: str) -> tuple[int, int]:
    """Return the row and the column, in the window, of the last letter of the lowest `text`."""
    game.wait_for(text)
    found = [(row, line.find(text)) for row, line in enumerate(game.screen.rows()) if text in line]
    return found[-1][0], found[-1][1] + len(text) - 1


def reported(row: int, column: int) -> bytes:
    """Return the bytes that report a press and a release of the mouse's first button."""
    return b"".join(b"\x1b[<0;%d;%d%c" % (column + 1, row + 1, end) for end in b"Mm")


def click_on(game: OnPty[Window], *texts: str) -> None:
    for text in texts:
        game.send(reported(*place_of(game, text)))


@pytest.mark.parametrize(("columns", "rows"), few_fast(2, [(100, 40), (81, 24), (90, 24), (80, 25)]))
def test_clicks_find_the_tube_wherever_the_window_has_it(games: Games, columns: int, rows: int) -> None:
    game = games.in_window("-r42", "me", columns=85, rows=30)
    game.wait_for("me's move", "? HELP")
    game.screen.resize(columns, rows)
    game.resize(columns, rows)
    last, left = min(rows, 25) - 1, (columns - 80) // 2
    game.wait_until(lambda: game.screen.rows()[last].find("? HELP") == left + 70, "the board")
    sixes, _ = place_of(game, "SIXES")
    beside = (sixes, left - 1), (sixes, left + 80), (rows - 1, 0), (rows - 1, columns - 1)
    for row, column in beside:
        game.send(reported(row, column) if 0 <= column < columns else b"")
    for number in "51":
        click_on(game, f"  {number}  ")
        game.wait_until(lambda: "ROLL" in game.screen.rows()[last - 3], "a marked die")
        click_on(game, "OOPS")
        game.wait_for(f"  {number}  ")
    assert "?" in game.screen.rows()[sixes]
    click_on(game, "SIXES")
    game.wait_until(lambda: "?" not in game.screen.rows()[sixes], "the selected row")


@pytest.mark.parametrize(
    ("term", "words"), [("xterm", ["--no-mouse"]), ("xterm", ["--oldstyle"]), ("h19", []), ("vt100", [])]
)
def test_who_wants_or_has_no_mouse_is_asked_for_none(games: Games, term: str, words: list[str]) -> None:
    game = games.in_window("-r42", *words, "me", TERM=term)
    game.wait_until(lambda: b"me's move" in game.received, "the first board")
    game.send(b"\x03")
    assert game.exit_status() == 130
    assert b"?100" not in game.received
