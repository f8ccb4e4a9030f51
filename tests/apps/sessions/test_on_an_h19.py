"""The game on an H19 from which somebody logged in: what the game sends, what the screen shows, what the keys do.

The bytes of the keys are those that the terminal's firmware sends.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from h89yahtzee.apps.h19_test.cases import suite_lines
from h89yahtzee.h19.codes import CAN, CONTROLS, FUNCTIONS
from tests.apps import screens
from tests.apps.by_hand import deal, reroll
from tests.apps.games import Games, OnPty
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
    """Return the bytes that each key sends in Heath mode, by the keypad's mode, the key's name and whether SHIFT is
    held."""
    recorded = [json.loads(line) for line in suite_lines("keys.jsonl")]
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
    """A game of one person that shows the first roll."""
    game = games.on_h19(f"-r{SEED}", "--confirm-zero", "off", "--take-back", "off", "me")
    game.wait_for(FIRST_MOVE, "? HELP")
    return game


def dice(game: OnPty[H19Screen]) -> tuple[int, ...]:
    return screens.dice(game.screen.rows())


def calls(stream: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the arguments of each H19 function in a byte stream; fail on bytes that mean nothing to an
    H19."""
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


def test_the_screen_is_the_same_whatever_the_switches_say(games: Games, game: OnPty[H19Screen]) -> None:
    every_switch_but_ansi = 0b1011111
    other = games.on_h19(f"-r{SEED}", "me", switches=every_switch_but_ansi)
    other.wait_for(FIRST_MOVE, "? HELP")
    assert other.screen.terminal.grid() == game.screen.terminal.grid()
    assert game.screen.terminal.modes.keypad_alternate


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


def test_old_style_has_the_keys_and_the_dice_of_1_1(games: Games) -> None:
    """Letters act as the function keys of version 1.1, a selected die is blank, and there is no help."""
    game = games.on_h19(f"-r{SEED}", "--oldstyle", "me")
    game.wait_for(FIRST_MOVE, "OOPS")
    assert not game.screen.terminal.modes.keypad_alternate
    assert "HELP" not in game.text()
    lying = deal(SEED, 0, 0, 0)
    game.send(b"SW")
    game.wait_for_value(lambda: dice(game), (0, *lying[1:4], 0))
    game.send(b"\x1bJ")
    game.wait_for_value(lambda: dice(game), reroll(lying, (0, 4), deal(SEED, 0, 0, 1)))
    game.send(b"2")
    game.wait_for_value(lambda: screens.selected(game.screen), [1])
    game.send(b"?")
    game.wait_until(lambda: b"\x07" in game.received, "the bell")
    game.send(b"\x03")
    assert game.exit_status() == 130
