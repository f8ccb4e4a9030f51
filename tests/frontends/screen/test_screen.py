"""The screen against the description of the original's, and goldens that were looked at by it."""

from collections.abc import Callable

import pytest

from h89yahtzee import __version__
from h89yahtzee.screen.charset import GLYPHS
from h89yahtzee.screen.keys import Key
from tests.goldens import golden_text
from tests.table.tables import MakeTable

Golden = Callable[[str, str], None]

_UPPER = ("ACES", "TWOS", "THREES", "FOURS", "FIVES", "SIXES")
_LOWER = (
    *(("3 of a kind", "SUM"), ("4 of a kind", "SUM"), ("Full House", "25"), ("4 Straight", "30")),
    *(("5 Straight", "40"), ("YAHTZEE", "50"), ("Chance", "SUM")),
)
LABELS = {face: (name, f"ADD {face}'s") for face, name in enumerate(_UPPER, 1)} | dict(enumerate(_LOWER, 11))


def test_labels_stand_in_reverse_in_the_left_field(make_table: MakeTable) -> None:
    table = make_table("me")
    assert table.line(0).startswith(f" H89 YAHTZEE {__version__} ")
    for row, (label, note) in LABELS.items():
        assert table.line(row)[:28] == f"{'':8}{label:12}{note:8}"
    assert table.line(7)[:28] == f"   {'Subtotal':25}"
    assert table.line(8)[:28] == f"   {'Bonus iff >= 63':22}35 "
    assert table.line(9)[:28] == f"{'TOTAL ABOVE':28}"
    assert table.line(18)[:28] == f"{'TOTAL SCORE':28}"
    assert table.line(20)[:28] == f"{'GAMES':28}"
    for row in [*range(19), 20]:
        assert table.attributes(row)[:28] == "#" * 28


def test_whole_rows_in_reverse_and_leaders(make_table: MakeTable) -> None:
    table = make_table("me")
    for row in (7, 8, 9, 18):
        assert table.attributes(row)[:79] == "#" * 79
    for row in LABELS:
        assert table.line(row)[30:48] == " . " * 6
        assert table.attributes(row)[28:48] == "." * 20
    assert table.line(0)[30:45] == "▒" * 15
    assert table.line(10) == table.line(19) == " " * 80


@pytest.mark.parametrize("players", range(1, 11))
def test_column_centres(make_table: MakeTable, players: int) -> None:
    """The column width is 50 / n, the centre 30 + width / 2 + i * width."""
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


def test_dice_stand_over_their_keys(make_table: MakeTable) -> None:
    """Seed 42 begins with 6 2 1 6 3, as published with the dealer."""
    table = make_table("me")
    pips = [table.line(row)[:37] for row in (22, 23, 24)]
    assert [line[4:9] for line in pips] == [" ● ● "] * 3
    assert [line[11:16] for line in pips] == [" ●   ", "     ", "   ● "]
    assert [line[18:23] for line in pips] == ["     ", "  ●  ", "     "]
    assert [line[25:30] for line in pips] == [" ● ● "] * 3
    assert [line[32:37] for line in pips] == [" ●   ", "  ●  ", "   ● "]
    for row in (22, 23, 24):
        assert table.attributes(row)[:39] == "....#####..#####..#####..#####..#####.."


def test_captions_stand_over_their_keys(make_table: MakeTable) -> None:
    line = make_table("me").line(24)
    assert (line[39:43], line[46:50], line[53:57], line[60:64]) == ("ROLL", "DONE", "    ", "OOPS")


def test_selected_row_shows_its_score_and_the_totals_include_it(make_table: MakeTable) -> None:
    """With 6 2 1 6 3 on the table: 12 in sixes, 18 in chance."""
    table = make_table("me", "you")
    table.press(*" " * 5)
    assert table.line(6)[41:44] == " 12"
    assert table.attributes(6)[40:45] == ".###."
    assert [table.line(row)[41:44] for row in (7, 8, 9, 18)] == [" 12", "  0", " 12", " 12"]
    assert [table.line(row)[66:69] for row in (7, 8, 9, 18)] == ["  0"] * 4
    table.press(Key.UP, *[Key.UP] * 5)
    assert table.line(17)[41:44] == " 18"
    assert [table.line(row)[41:44] for row in (7, 8, 9, 18)] == ["  0", "  0", "  0", " 18"]
    assert table.line(6)[41:44] == " ? "


def test_a_marked_die_is_seen_and_named(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press(Key.F2)
    assert table.line(22)[11:16] == " ●   "
    assert table.line(21)[11:16] == " ROLL"
    assert table.attributes(21)[9:18] == "..#####.."


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
    """And the last column stays empty, whatever the wrap switch says."""
    table = make_table("José", "x" * 100)
    table.press(*keys)
    lines = table.viewer.screen().text().split("\n")
    assert set("".join(lines)) <= set(GLYPHS)
    assert {line[79] for line in lines} == {" "}
