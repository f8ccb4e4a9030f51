"""The game on an H19 at the other end of a serial line, or of a TCP connection that stands for a serial line."""

from __future__ import annotations

import os
import pty
import random
import re
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from h89yahtzee.h19.configuration import power_up_modes
from h89yahtzee.notation.record_text import parse_records
from tests.apps import screens
from tests.apps.by_hand import deal, reroll
from tests.apps.games import Games, OnLine, TtyModes
from tests.parameters import few_fast

SEED = 350
"""The seed of the games in these tests."""
NAMES = ("ann", "bob", "cy")
XON, XOFF = b"\x11", b"\x13"


def wait_for_board(game: OnLine) -> None:
    game.wait_for("ann's move: 2 rolls left.", "? HELP")


def default_modes() -> TtyModes:
    """Return the modes of a pseudo-terminal that nobody has changed."""
    far, near = pty.openpty()
    try:
        return termios.tcgetattr(near)
    finally:
        os.close(far)
        os.close(near)


def check_line_is_clean(game: OnLine) -> None:
    terminal = game.screen.terminal
    assert terminal.modes == power_up_modes(0)
    assert terminal.lines == 24
    assert terminal.row_bytes(24) == b" " * 80
    assert terminal.grid().cursor is not None


LINES = pytest.mark.parametrize("start", few_fast(1, [Games.on_serial_line, Games.on_socket]))


@LINES
def test_a_line_is_left_as_it_was(games: Games, start: Callable[..., OnLine]) -> None:
    game = start(games, f"-r{SEED}", *NAMES)
    play_a_little(game)
    is_pty = os.isatty(game.fileno)
    assert not is_pty or termios.tcgetattr(game.fileno) != default_modes()
    game.send(b"qy")
    status, output, errors = game.result()
    assert (status, errors) == (0, "")
    assert output.endswith(f"Seed {SEED}: yahtzee -r{SEED} ann bob cy\n")
    game.wait_for_end()
    check_line_is_clean(game)
    assert not is_pty or termios.tcgetattr(game.fileno) == default_modes()


@LINES
def test_nothing_is_sent_between_xoff_and_xon(games: Games, start: Callable[..., OnLine]) -> None:
    game = start(games, f"-r{SEED}", *NAMES)
    game.wait_until(lambda: len(game.received) > 50, "the first row")
    game.send(XOFF)
    game.wait_for_silence()
    assert "ann's move" not in game.text()
    game.send(XON)
    wait_for_board(game)
    game.wait_for_silence()
    assert screens.dice(game.screen.rows()) == deal(SEED, 0, 0, 0)

    game.send(XOFF + b"12")
    assert game.wait_for_silence() == b""
    game.send(XON)
    game.wait_until(lambda: game.screen.rows()[21].split() == ["ROLL", "ROLL"], "two marked dice")


def check_line_went_away(game: OnLine, record: Path) -> None:
    status, output, errors = game.result()
    assert status == 1
    assert re.fullmatch(r"yahtzee: \S+: the line went away\n", errors)
    assert f"Seed {SEED}" in output
    (played,) = parse_records(record.read_text("ascii"))
    first, second = played.turns
    assert (first.dice, first.box) == ((deal(SEED, 0, 0, 0),), (0, 0))
    once = reroll(deal(SEED, 1, 0, 0), [2], deal(SEED, 1, 0, 1))
    assert second.dice == (deal(SEED, 1, 0, 0), once)
    assert [*played.states()][-1].dice == once


def play_a_little(game: OnLine) -> None:
    wait_for_board(game)
    game.post_here()
    game.wait_for("bob's move: 2 rolls left.")
    game.send(b"3r")
    game.wait_for("bob's move: 1 roll left.")


@LINES
def test_a_line_that_goes_away(games: Games, tmp_path: Path, start: Callable[..., OnLine]) -> None:
    record = tmp_path / "record"
    game = start(games, f"-r{SEED}", "--record", str(record), *NAMES)
    play_a_little(game)
    game.hang_up()
    check_line_went_away(game, record)


def noise(seed: int, length: int) -> bytes:
    """Return random bytes of every value; those that end a turn or a game are rare, so that no player really
    leaves.

    Bytes that open pages about saved games are rare, too, since reading the journal takes a while.
    """
    rare = {code | parity for code in b"\x03\rdDqQgG" for parity in (0, 0x80)}
    weights = [1 if code in rare else 100 for code in range(256)]
    return bytes(random.Random(seed).choices(range(256), weights, k=length))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "length"), [(22, 40_000), (3, 100_000)])
def test_noise_on_the_line(games: Games, seed: int, length: int) -> None:
    ten = [f"player{number}" for number in range(10)]
    game = games.on_serial_line(f"-r{SEED}", *ten)
    game.wait_for("player0's move", "? HELP")
    sent = noise(seed, length)
    assert {*sent} == {*range(256)}
    game.send(sent + XON + b"nnn")  # declines to quit, or closes up to three pages
    game.wait_for_silence()
    game.screen.feed(b"\x1bE\x1bY8 \x1bl")
    start = len(game.received)
    game.send(b"\x0c")
    game.wait_for("'s move", "ACES", "TOTAL SCORE", "? HELP")
    assert b"\x1bE" in game.received[start:]
    game.send(b"qy")
    assert game.result()[::2] == (0, "")


def test_noise_that_may_say_goodbye(games: Games) -> None:
    game = games.on_serial_line(f"-r{SEED}", "me")
    game.wait_for("me's move", "? HELP")
    game.send(random.Random(2).randbytes(100_000) + XON)
    assert game.result()[::2] == (0, "")
