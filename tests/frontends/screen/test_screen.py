"""The screen compared with the description of the original's, and golden files that a person has checked by it."""

from collections.abc import Callable

import pytest

from h89yahtzee.screen.charset import GLYPHS
from h89yahtzee.screen.keys import Key
from tests.goldens import golden_text
from tests.table.tables import MakeTable

Golden = Callable[[str, str], None]


@pytest.mark.parametrize("players", range(1, 11))
def test_column_centres(make_table: MakeTable, players: int) -> None:
    """With n players a column is 50 / n wide, and the centre of column i is 30 + width / 2 + i * width."""
    table = make_table(*(f"{chr(ord('a') + seat)}" for seat in range(players)))
    width = 50 // players
    for seat in range(players):
        centre = 30 + width // 2 + seat * width
        assert table.line(0)[centre - 1 : centre + 2] == f" {chr(ord('a') + seat)} "
        assert table.line(20)[centre] == "0"
        assert table.line(2)[centre - 1 : centre + 2] == " ? "


def test_long_names_stay_in_their_columns(make_table: MakeTable) -> None:
    table = make_table(*["abcdefghijkl"] * 10)
    assert table.line(0)[30:] == " abc " * 9 + " abc "
    assert "abcdefghijkl's move: 2 rolls left." in table.line(22)
    table = make_table("x" * 200)
    assert f" {'x' * 48}" in table.line(0)
    assert table.line(22).rstrip().endswith("x's move: 2 rolls left.")
    assert len(table.line(22).rstrip()) == 79


def test_a_marked_die_is_blank_in_the_old_style(make_table: MakeTable) -> None:
    table = make_table("me", oldstyle=True)
    table.press(Key.F2)
    for row in (22, 23, 24):
        assert (table.line(row)[11:16], table.attributes(row)[11:16]) == ("     ", ".....")
    assert table.line(21).strip() == ""
    assert "HELP" not in table.line(24)


def test_golden_first_roll(make_table: MakeTable, check_golden: Golden) -> None:
    check_golden("first-roll.txt", golden_text(make_table("me", "=reagan", "=king").viewer.screen()))


def test_golden_middle_of_a_game(make_table: MakeTable, check_golden: Golden) -> None:
    table = make_table("me", "=reagan", "=king")
    for _ in range(12):
        while not table.match.is_human:
            table.wait(1.0)
        table.press("j", "2", "5", "r")
        table.post()
    while not table.match.is_human:
        table.wait(1.0)
    table.press("1", "3", "j")
    check_golden("middle.txt", golden_text(table.viewer.screen()))


def test_golden_end_of_a_game(make_table: MakeTable, check_golden: Golden) -> None:
    table = make_table("=reagan", "=king")
    table.play_out()
    check_golden("end.txt", golden_text(table.viewer.screen()))


def test_golden_ten_players(make_table: MakeTable, check_golden: Golden) -> None:
    table = make_table(*(f"player{number}" for number in range(10)))
    for _ in range(25):
        table.post()
    check_golden("ten-players.txt", golden_text(table.viewer.screen()))


@pytest.mark.parametrize("keys", ["", "1", "?", "q", "r", "dddd"])
def test_all_characters_are_the_terminals_own(make_table: MakeTable, keys: str) -> None:
    """The last column stays empty, too, so that the H19's switch for wrapping has no effect."""
    table = make_table("José", "x" * 100)
    table.press(*keys)
    lines = table.viewer.screen().text().split("\n")
    assert set("".join(lines)) <= set(GLYPHS)
    assert {line[79] for line in lines} == {" "}
