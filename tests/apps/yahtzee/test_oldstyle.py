"""--oldstyle: the keys and the dice of H89 YAHTZEE 1.1."""

from __future__ import annotations

import pytest

from tests.apps import screens
from tests.apps.by_hand import SCORES, deal, reroll
from tests.apps.games import Games, OnPty
from tests.apps.screens import H19Screen

SEED = 11
YAHTZEE_ROW, CHANCE = 11, 12


@pytest.fixture
def game(games: Games) -> OnPty[H19Screen]:
    game = games.on_h19(f"-r{SEED}", "--oldstyle", "me")
    game.wait_for("me's move: 2 rolls left.", "OOPS")
    return game


def dice(game: OnPty[H19Screen]) -> tuple[int, ...]:
    return screens.dice(game.screen.rows())


def card(game: OnPty[H19Screen]) -> list[int | None]:
    return screens.card(game.screen.rows(), 0, 1)


@pytest.mark.parametrize("prefix", [b"", b"\x1b"])
def test_letters_are_the_function_keys(game: OnPty[H19Screen], prefix: bytes) -> None:
    first = deal(SEED, 0, 0, 0)
    for die, letter in enumerate(b"STUVW"):
        game.send(prefix + bytes([letter]))
        game.wait_for_value(lambda: dice(game), (0,) * (die + 1) + first[die + 1 :])
    game.send(prefix + b"R")
    game.wait_for_value(lambda: dice(game), first)
    game.send(prefix + b"S" + prefix + b"W" + prefix + b"J")
    game.wait_for_value(lambda: dice(game), reroll(first, (0, 4), deal(SEED, 0, 0, 1)))
    game.wait_for("1 roll left")
    for turn, letter in enumerate(b"PQ", 1):
        game.send(prefix + bytes([letter]))
        game.wait_for_value(lambda: dice(game), deal(SEED, 0, turn, 0))


def test_the_keypads_8_and_2_and_space_choose_a_row(game: OnPty[H19Screen]) -> None:
    lying = deal(SEED, 0, 0, 0)
    for sent, row in ((b"2", 1), (b" ", 2), (b"8", 1), (b"8", 0), (b"8", CHANCE), (b"2", 0)):
        game.send(sent)
        expected = [SCORES[row](lying) if index == row else None for index in range(13)]
        game.wait_for_value(lambda: card(game), expected)


@pytest.mark.parametrize(
    "sent", [b"1", b"5", b"r", b"d", b"o", b"k", b"j", b"q", b"?", b"\x1bA", b"\x1b?x", b"\x08"]
)
def test_what_1_1_did_not_know_only_rings_the_bell(game: OnPty[H19Screen], sent: bytes) -> None:
    before, rung = game.screen.terminal.grid(), game.screen.terminal.bells()
    assert rung == 0
    game.send(sent)
    game.wait_until(lambda: b"\x07" in game.received, "the bell")
    assert game.screen.terminal.grid() == before
    assert game.screen.terminal.bells() == 1


@pytest.mark.parametrize(("up", "row"), [(b"8", CHANCE), (b"88", YAHTZEE_ROW)])
def test_dice_that_are_selected_count_what_they_show(game: OnPty[H19Screen], up: bytes, row: int) -> None:
    points = SCORES[row](deal(SEED, 0, 0, 0))
    assert points != 50
    game.send(b"STUVW" + up)
    game.wait_for_value(lambda: (dice(game), card(game)[row]), ((0,) * 5, points))
    game.send(b"P")
    game.wait_for_value(lambda: dice(game), deal(SEED, 0, 1, 0))
    assert card(game)[row] == points


def test_help_is_not_offered_and_the_keypad_is_plain(game: OnPty[H19Screen]) -> None:
    assert not game.screen.terminal.modes.keypad_alternate
    assert "HELP" not in game.text()
    game.send(b"\x03")
    assert game.exit_status() == 130
