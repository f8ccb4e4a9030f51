"""The game on an H19 that somebody logged in from: what it sends, what it shows, which keys do what.

The keys' bytes are those that the terminal's firmware sends.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from h89yahtzee.h19.codes import CAN, CONTROLS, FUNCTIONS
from tests.apps import screens
from tests.apps.by_hand import deal, reroll
from tests.apps.games import ROOT, YAHTZEE, Games, OnPty
from tests.apps.screens import H19Screen

SEED = 42
QUERIES = {"cursor_position_report", "identify_as_vt52", "transmit_page", "transmit_25th_line"}
ARGUMENTS = {
    "direct_cursor_addressing": (range(0x20, 0x20 + 25), range(0x20, 0x20 + 80)),
    "set_mode": (b"123456789",),
    "reset_mode": (b"123456789",),
}
FIRST_MOVE = "me's move: 2 rolls left."


def keys_by_name() -> dict[tuple[str, str, bool], bytes]:
    """What a key sends in Heath mode by the keypad's state, its name and SHIFT."""
    lines = (ROOT / "tests/data/h19_keys.jsonl").read_text("ascii").splitlines()
    recorded = [json.loads(line) for line in lines]
    return {
        (key["keypad"], key["key"], bool(key["shift"])): bytes.fromhex(key["sends"])
        for key in recorded
        if key["mode"] == "heath" and not key["ctrl"] and not key["insert"] and not key["local"]
    }


KEYS = keys_by_name()


def key(name: str, shift: bool = False) -> bytes:
    """The bytes of a key while the keypad is in alternate mode, as in the game."""
    keypad = "alternate" if name.startswith("KP") else "normal"
    return KEYS[keypad, name, shift]


@pytest.fixture
def game(games: Games) -> OnPty[H19Screen]:
    """A game of one person, the first roll on the table."""
    game = games.on_h19(f"-r{SEED}", "--confirm-zero", "off", "me")
    game.wait_for(FIRST_MOVE, "? HELP")
    return game


def dice(game: OnPty[H19Screen]) -> tuple[int, ...]:
    return screens.dice(game.screen.rows())


def marked(game: OnPty[H19Screen]) -> tuple[int, ...]:
    """The dice with a mark above them."""
    row = game.screen.rows()[21]
    return tuple(die for die, column in enumerate(screens.DICE_COLUMNS) if "ROLL" in row[column : column + 5])


def selected(game: OnPty[H19Screen]) -> list[int]:
    """The rows of the card, from 0, whose score stands in reverse."""
    plane, centre = game.screen.reverse(), screens.column_of(0, 1)
    return [index for index, row in enumerate(screens.CATEGORY_ROWS) if plane[row][centre] == "#"]


def calls(stream: bytes) -> Iterator[tuple[str, bytes]]:
    """Each function that a byte stream calls, with its arguments; fails on what isn't an H19's."""
    functions = {function.heath[0]: function for function in FUNCTIONS}
    codes = iter(stream)
    for code in codes:
        if code == 0x1B:
            called = next(codes)
            assert called in functions, f"ESC {called:#x} calls nothing"
            function = functions[called]
            yield function.name, bytes(next(codes) for _ in range(function.arguments))
        else:
            # CAN cancels a sequence and does nothing else.
            assert 0x20 <= code < 0x7F or code in CONTROLS or code == CAN, f"{code:#x} is nothing to an H19"


def test_the_first_board(game: OnPty[H19Screen]) -> None:
    rows = game.screen.rows()
    assert dice(game) == deal(SEED, 0, 0, 0)
    assert selected(game) == [0]
    assert rows[0].startswith(" H89 YAHTZEE 2.")
    assert rows[22][45:].rstrip() == FIRST_MOVE
    assert [rows[24][column:].split()[0] for column in (39, 46, 60)] == ["ROLL", "DONE", "OOPS"]
    assert not game.screen.terminal.grid().cursor
    assert game.screen.terminal.modes.keypad_alternate


def test_the_screen_is_the_same_whatever_the_switches_say(games: Games, game: OnPty[H19Screen]) -> None:
    every_switch_but_ansi = 0b1011111
    other = games.on_h19(f"-r{SEED}", "me", switches=every_switch_but_ansi)
    other.wait_for(FIRST_MOVE, "? HELP")
    assert other.screen.terminal.grid() == game.screen.terminal.grid()


@pytest.mark.parametrize("term", ["h19-u", "heath", "z19", "h89"])
def test_an_h19_by_its_other_names(games: Games, game: OnPty[H19Screen], term: str) -> None:
    other = games.on_h19(f"-r{SEED}", "me", term=term)
    other.wait_for(FIRST_MOVE, "? HELP")
    assert other.received == game.received


def test_every_byte_is_the_h19s(games: Games) -> None:
    game = games.on_h19("-d1", f"-r{SEED}", "me", "=king")
    game.wait_for(FIRST_MOVE, "? HELP")
    for keys, sight in (
        (b"13r", "1 roll left"),
        (b"r", "Select the dice to ROLL first"),
        (key("f2") + key("ERASE"), "me's move  "),
        (b"?", "returns to"),
        (b"x\x0c", "me's move  "),
        (b"q", "Quit this game?"),
        (b"n" + key("BLUE"), FIRST_MOVE),
        (b"qy", "Seed 42:"),
    ):
        game.send(keys)
        game.wait_for(sight)
    assert game.exit_status() == 0
    called = list(calls(bytes(game.received)))
    for name, arguments in called:
        assert all(code in allowed for code, allowed in zip(arguments, ARGUMENTS.get(name, ()), strict=True)), name
    names = {name for name, _ in called}
    assert not names & (QUERIES | {"enter_ansi_mode", "modify_baud_rate", "reset_to_power_up_configuration"})
    assert {"direct_cursor_addressing", "enter_reverse_video_mode", "enter_graphics_mode"} <= names


def test_dice_keys(game: OnPty[H19Screen]) -> None:
    for die in range(5):
        game.send(key(f"f{die + 1}"))
        game.wait_for_value(lambda: marked(game), (*range(die + 1),))
    for die in range(5):
        game.send(b"%d" % (die + 1))
        game.wait_for_value(lambda: marked(game), (*range(die + 1, 5),))
    assert dice(game) == deal(SEED, 0, 0, 0)


@pytest.mark.parametrize("sent", [key("GRAY"), key("DELETE"), b"o"])
def test_oops_keys(game: OnPty[H19Screen], sent: bytes) -> None:
    game.send(b"125")
    game.wait_for_value(lambda: marked(game), (0, 1, 4))
    game.send(sent)
    game.wait_for_value(lambda: marked(game), ())


def test_roll_keys(game: OnPty[H19Screen]) -> None:
    game.send(b"52" + key("ERASE"))
    second = reroll(deal(SEED, 0, 0, 0), (1, 4), deal(SEED, 0, 0, 1))
    game.wait_for_value(lambda: dice(game), second)
    game.wait_for("me's move: 1 roll left.")
    game.send(b"134r")
    third = reroll(second, (0, 2, 3), deal(SEED, 0, 0, 2))
    game.wait_for_value(lambda: dice(game), third)
    game.wait_for("me's move  ")
    game.send(b"1r")
    game.wait_for("No rolls left: choose a row.")
    assert dice(game) == third
    assert b"\x07" in game.received


def test_done_keys(game: OnPty[H19Screen]) -> None:
    done = (key("BLUE"), key("RED"), key("RETURN"), key("KP ENTER"), b"d")
    for turn, sent in enumerate(done, 1):
        game.send(sent)
        game.wait_for_value(lambda: selected(game), [turn])
        game.wait_for_value(lambda: dice(game), deal(SEED, 0, turn, 0))


def test_row_keys(game: OnPty[H19Screen]) -> None:
    down = (b" ", key("KP2/DOWN"), key("KP2/DOWN", shift=True), b"j")
    for row, sent in enumerate(down, 1):
        game.send(sent)
        game.wait_for_value(lambda: selected(game), [row])
    up = (key("KP8/UP"), key("KP8/UP", shift=True), KEYS["normal", "KP8/UP", False], b"k", b"k")
    for row, sent in zip((3, 2, 1, 0, 12), up, strict=True):
        game.send(sent)
        game.wait_for_value(lambda: selected(game), [row])


def test_the_help_page_comes_and_goes(game: OnPty[H19Screen]) -> None:
    game.send(b"24j")
    game.wait_for_value(lambda: (marked(game), selected(game)), ((1, 3), [1]))
    before = game.screen.terminal.grid()
    game.send(b"?")
    game.wait_for("H89 YAHTZEE", "Full House is three of one", "Any key returns")
    game.send(b" ")
    game.wait_for_value(game.screen.terminal.grid, before)


def test_quitting_is_asked_about(game: OnPty[H19Screen]) -> None:
    before = game.screen.terminal.grid()
    game.send(b"q")
    game.wait_for("Quit this game? (y/n)")
    game.send(b"n")
    game.wait_for_value(game.screen.terminal.grid, before)
    game.send(b"q")
    game.wait_for("Quit this game? (y/n)")
    game.send(b"y")
    assert game.exit_status() == 0
    assert "Seed 42: yahtzee -r42 me" in game.text()


def test_ctrl_l_paints_everything_again(game: OnPty[H19Screen]) -> None:
    before, sent = game.screen.terminal.grid(), len(game.received)
    game.screen.feed(b"\x1bEsomebody wrote on the console\r\n\x1bY8 and here")
    game.send(b"\x0c")
    game.wait_for_value(game.screen.terminal.grid, before)
    names = [name for name, _ in calls(bytes(game.received[sent:]))]
    assert "clear_display" in names


def test_any_key_cuts_the_computers_wait_short(games: Games) -> None:
    game = games.on_h19("-d9999999", f"-r{SEED}", "=reagan")
    game.wait_for("Hmmm ... lemme think.", "? HELP")
    game.send(b" ")
    game.wait_until(lambda: "Baby needs" in game.text() or "I've decided" in game.text(), "a decision")


@pytest.mark.slow
def test_another_game_takes_the_next_seed(games: Games) -> None:
    game = games.on_h19("-d1", "-r42", "=reagan", "=king")
    game.wait_for("Seed 42", "king WINS! Play again? (y/n)")
    game.send(b"y")
    game.wait_for("Seed 43", "Play again? (y/n)")
    won = [screens.number(game.screen.rows(), screens.GAMES, seat, 2) for seat in (0, 1)]
    totals = [screens.number(game.screen.rows(), screens.TOTAL, seat, 2) or 0 for seat in (0, 1)]
    assert won == [int(totals[0] == max(totals)), 1 + int(totals[1] == max(totals))]
    game.send(b"n")
    assert game.exit_status() == 0
    assert "Seed 43: yahtzee -r43 =reagan =king" in game.text()


def test_a_game_on_an_h19_imports_neither_blessed_nor_numpy_nor_serial(games: Games) -> None:
    times = games.home / "times"
    script = f'exec "$@" 2>"{times}"'
    command = ("/bin/sh", "-c", script, "sh", sys.executable, "-X", "importtime", *YAHTZEE[1:])
    game = games.on_h19("-d1", f"-r{SEED}", "=reagan", "=king", command=command)
    game.wait_for("WINS!")
    game.send(b"n")
    assert game.exit_status() == 0
    imported = {line.split("|")[-1].strip().split(".")[0] for line in times.read_text("utf-8").splitlines()}
    assert "h89yahtzee" in imported
    assert not imported & {"blessed", "numpy", "serial"}
