"""The screens on terminals that lack the 25th line, reverse video or the original's keyboard."""

import re
from itertools import product

import pytest

from h89yahtzee.frontends.screen.layout import H89, Display
from h89yahtzee.screen.keys import Key, Keyboard
from h89yahtzee.table.commands import DICE, KEYS, OLDSTYLE_KEYS, Command
from tests.naming import naming
from tests.table.tables import MakeTable, TableForOne

DISPLAYS = [Display(*has) for has in product((24, 25), (False, True), Keyboard)]
PLAIN = Display(rows=24, reverse=False, keyboard=Keyboard.LETTERS)
EVERY_DISPLAY = pytest.mark.parametrize("display", DISPLAYS, ids=repr)

# The first roll of seed 42 is 6 2 1 6 3.


def lines(table: TableForOne, display: Display) -> list[str]:
    return table.viewer.screen(display).text().split("\n")


def attributes(table: TableForOne, display: Display) -> list[str]:
    return table.viewer.screen(display).attributes().split("\n")


@EVERY_DISPLAY
def test_everything_fits_and_the_last_column_stays_empty(make_table: MakeTable, display: Display) -> None:
    for keys, players in product(("", "13", "13r ", "?", "q", "d" * 12), (1, 3, 10)):
        table = make_table(*(f"player{number}" for number in range(players)))
        table.press(*keys)
        shown = lines(table, display)
        with naming(keys, players):
            assert len(shown) == display.rows
            assert {len(line) for line in shown} == {80}
            assert {line[79] for line in shown} == {" "}
            assert ("#" in "".join(attributes(table, display))) == display.reverse


@EVERY_DISPLAY
def test_nothing_stands_on_anything_else(make_table: MakeTable, display: Display) -> None:
    """Every row of the card, both remarks and five marks are there at the same time."""
    table = make_table("me")
    table.press(*"12345rq12345")
    shown = "\n".join(lines(table, display))
    labels = ("ACES", "Subtotal", "Bonus iff", "TOTAL ABOVE", "3 of a kind", "Chance", "TOTAL SCORE", "GAMES")
    assert [text for text in (*labels, "me's move: 1 roll left.") if text not in shown] == []
    for caption in ("DONE", "OOPS", "? HELP"):
        assert shown.split("\n")[-1].count(caption) == 1


def test_without_a_25th_line_all_below_the_card_is_a_row_higher(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("2", " ")
    of_25, of_24 = lines(table, H89), lines(table, Display(rows=24))
    assert of_24 == [*of_25[:19], *of_25[20:]]
    assert attributes(table, Display(rows=24)) == [*attributes(table, H89)[:19], *attributes(table, H89)[20:]]


def test_brackets_stand_for_reverse_video(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("2", " ")
    shown = lines(table, PLAIN)
    assert [row for row, line in enumerate(shown[:19]) if "[" in line] == [2]
    assert "[  2]" in shown[2]
    assert shown[20][4:37].split() == ["1", "[ROLL]", "3", "4", "5"]
    assert [shown[21][column : column + 7] for column in (3, 10, 17, 24, 31)] == [
        *(" [● ●] ", " [●  ] ", " [   ] ", " [● ●] ", " [●  ] ")
    ]
    assert shown[23][38:].strip() == "[r ROLL] [d DONE] [o OOPS]     ? HELP"


@pytest.mark.parametrize("players", range(1, 11))
def test_the_selected_score_is_bracketed_in_each_players_column(make_table: MakeTable, players: int) -> None:
    table = make_table(*(f"{number}" for number in range(players)))
    for _ in range(players):
        table.press("k")
        before, marked = lines(table, H89)[17], lines(table, PLAIN)[17]
        score = marked.partition("[")[2].partition("]")[0]
        assert int(score) == sum(table.match.state.dice)
        assert abs(marked.index(score) - before.index(f"{score:3}")) <= 1
        table.press("d")


def test_on_a_pc_the_board_tells_its_keys(make_table: MakeTable) -> None:
    table = make_table("me")
    of_25, of_24 = lines(table, Display(keyboard=Keyboard.PC)), lines(table, Display(24, keyboard=Keyboard.PC))
    assert of_25[21][4:37].split() == [*"12345"]
    assert of_25[24][38:].split() == ["F9/r", "ROLL", "d", "DONE", "o", "OOPS", "?", "HELP"]
    assert of_24 == [*of_25[:19], *of_25[20:]]
    table.press("2")
    assert lines(table, Display(keyboard=Keyboard.PC))[21][4:37].split() == ["1", "ROLL", "3", "4", "5"]
    bare = "\n".join([*of_25[:21], " " * 80, *of_25[22:24], of_25[24][:38].ljust(80)])
    of_h19 = lines(make_table("me"), H89)
    assert bare == "\n".join([*of_h19[:24], of_h19[24][:38].ljust(80)])


def test_captions_name_keys_that_do_what_they_say(make_table: MakeTable) -> None:
    words = {"ROLL": Command.ROLL, "DONE": Command.DONE, "OOPS": Command.OOPS, "HELP": Command.HELP}
    for oldstyle, keys in ((False, KEYS), (True, OLDSTYLE_KEYS)):
        table = make_table("me", oldstyle=oldstyle)
        *_, dice, _, _, captions = lines(table, Display(rows=24, keyboard=Keyboard.LETTERS))
        pairs = captions[38:].split()
        named = {pairs[index + 1]: pairs[index] for index in range(0, len(pairs), 2)}
        assert {word: keys[key] for word, key in named.items()} == {word: words[word] for word in named}
        assert set(words) - set(named) == ({"HELP"} if oldstyle else set())
        assert tuple(keys[key] for key in dice.split()) == DICE


def help_on(table: TableForOne, display: Display) -> str:
    """Return the text of all pages of the help."""
    table.press("?")
    text = ""
    while table.viewer.is_reading:
        text += table.viewer.screen(display).text() + "\n"
        table.press(Key.RETURN)
    return text


def test_help_names_only_keys_that_any_keyboard_has(make_table: MakeTable) -> None:
    table = make_table("me")
    text = help_on(table, PLAIN)
    assert "score in brackets" in text
    assert "[Any key returns to the game." in text
    for key in ("f1", "ERASE", "BLUE", "RED", "WHITE", "keypad", "DELETE", "arrows", "reverse"):
        assert key not in text
    explained = {
        "r": (Command.ROLL, "ROLL"),
        "d": (Command.DONE, "DONE"),
        "o": (Command.OOPS, "OOPS"),
        "k": (Command.UP, "row up"),
        "?": (Command.HELP, "this page"),
        "=": (Command.SETTINGS, "settings"),
        "q": (Command.QUIT, "quit"),
        "v": (Command.REVIEW, "review"),
        "a": (Command.COACH, "the coach"),
    }
    for key, (command, meaning) in explained.items():
        assert KEYS[key] is command
        assert re.search(rf"(^|  ){re.escape(key)}  +(j +)?{meaning}", text, re.MULTILINE)
    assert "score in reverse" in help_on(table, Display(rows=24, keyboard=Keyboard.LETTERS))


def test_help_on_a_pc_names_keys_of_a_pc(make_table: MakeTable) -> None:
    table = make_table("me")
    text = help_on(table, Display(24, keyboard=Keyboard.PC))
    named = dict(line.split()[1::-1] for line in text.split("\n") if line.split()[1:2] in (["F9"], ["F8"]))
    assert [key for key in ("f1", "ERASE", "BLUE", "RED", "WHITE", "keypad") if key in text] == []
    assert named == {"F9": "r", "F8": "o"}
    assert "F1 - F5" in text
    assert "arrows" in text
    assert "click" not in text
    assert "click" in help_on(table, Display(24, keyboard=Keyboard.PC, has_mouse=True))
