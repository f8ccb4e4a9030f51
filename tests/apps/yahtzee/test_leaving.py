"""However a game ends, the terminal is left as it was found."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from h89yahtzee.h19.configuration import power_up_modes
from h89yahtzee.notation.record_text import parse_records
from tests.apps import screens
from tests.apps.by_hand import SCORES, deal
from tests.apps.far_end import LIMIT
from tests.apps.games import Games, OnPty, found_modes
from tests.apps.screens import H19Screen, Screen, Window

EXPLODING = """
import signal, sys
from h89yahtzee.apps.yahtzee.play import main

def explode(number, frame):
    raise RuntimeError("in the middle of the game")

signal.signal(signal.SIGUSR1, explode)
sys.exit(main())
"""
"""A program that raises an error wherever the signal SIGUSR1 reaches it."""

SWITCHES = 0b0011111
"""The H19's switches for an unusual cursor, click, wrap, auto LF and auto CR: only cursor and click must stay."""

HOW_TO_REPEAT = "Seed 42: yahtzee -r42 me"

End = Callable[[OnPty[H19Screen] | OnPty[Window]], None]


def typed(keys: bytes) -> End:
    return lambda game: game.send(keys)


def signalled(number: signal.Signals) -> End:
    return lambda game: game.signal(number)


ENDS = pytest.mark.parametrize(
    ("end", "status"),
    [
        pytest.param(typed(b"qy"), 0, id="quit"),
        pytest.param(typed(b"1?x2rjqy"), 0, id="quit in mid-turn"),
        pytest.param(typed(b"\x03"), 130, id="ctrl-c"),
        pytest.param(typed(b"\x1c"), 131, id="ctrl-backslash"),
        pytest.param(signalled(signal.SIGTERM), 143, id="SIGTERM"),
        pytest.param(signalled(signal.SIGHUP), 129, id="SIGHUP"),
    ],
)


def check_is_as_found(game: OnPty[H19Screen] | OnPty[Window], switches: int = 0) -> None:
    assert game.tty_modes() == found_modes()
    if isinstance(game.screen, H19Screen):
        check_h19(game.screen, switches)
    else:
        check_window(game.screen, bytes(game.received).rpartition(b"\x1b[?1049l")[2])


def check_h19(screen: H19Screen, switches: int) -> None:
    terminal = screen.terminal
    # A program can't read the switches: the modes that the game sets are left as the usual switches have them.
    assert terminal.modes == replace(power_up_modes(switches), auto_lf=False, auto_cr=False, wrap=False)
    assert terminal.lines == 24
    assert terminal.row_bytes(24) == b" " * 80
    assert terminal.grid().cursor is not None


def check_window(screen: Window, after: bytes) -> None:
    """Check that the window's modes are as found, and that only text and sequences that reset modes come in
    `after`, the bytes sent after the alternate screen."""
    assert not screen.is_alternate()
    assert not screen.has_mouse()
    assert not screen.pyte.cursor.hidden
    pen = screen.pyte.cursor.attrs
    assert (pen.fg, pen.bg, pen.reverse) == ("default", "default", False)
    assert not re.search(rb"[^\x20-\x7e\r\n]", re.sub(rb"\x1b\[[?0-9;]*[a-z]|\x1b[()]B|\x0f", b"", after))


@ENDS
@pytest.mark.parametrize("kind", ["h19", "window"])
def test_a_terminal_is_left_as_found(games: Games, kind: str, end: End, status: int) -> None:
    in_window = kind == "window"
    game = games.in_window("-r42", "me") if in_window else games.on_h19("-r42", "me", switches=SWITCHES)
    game.wait_for("me's move", "? HELP")
    end(game)
    assert game.exit_status() == status
    check_is_as_found(game, SWITCHES)
    assert HOW_TO_REPEAT.encode() + b"\r\n" in game.received


@pytest.mark.parametrize("start", [Games.on_h19, Games.in_window])
def test_a_terminal_is_left_as_found_after_an_exception(
    games: Games, start: Callable[..., OnPty[H19Screen] | OnPty[Window]]
) -> None:
    game = start(games, "-r42", "me", command=(sys.executable, "-c", EXPLODING))
    game.wait_for("me's move", "? HELP")
    game.signal(signal.SIGUSR1)
    assert game.exit_status() == 1
    check_is_as_found(game)
    assert b"RuntimeError: in the middle of the game" in game.received


@pytest.mark.parametrize("end", [OnPty.hang_up, lambda game: game.signal(signal.SIGTERM)])
def test_a_post_that_might_be_taken_back_is_saved_at_the_end(games: Games, end: Callable[..., None]) -> None:
    game = games.on_h19("-r42", "me")
    game.wait_for("me's move", "? HELP")
    game.wait_for_silence()
    game.send(b"d")
    game.wait_until_read()
    end(game)
    game.program.wait(LIMIT)
    again = games.on_h19("--continue")
    again.wait_for_value(lambda: screens.dice(again.screen.rows()), deal(42, 0, 1, 0))


@pytest.mark.parametrize("start", [Games.on_h19, Games.in_window])
def test_a_terminal_that_hangs_up(games: Games, tmp_path: Path, start: Callable[..., OnPty[Screen]]) -> None:
    record = tmp_path / "record"
    game = start(games, "-r42", "--record", str(record), "me")
    game.wait_for("me's move", "? HELP")
    game.post_here()
    posted = [SCORES[row](deal(42, 0, turn, 0)) for turn, row in enumerate((0, 1))]
    game.wait_for_value(lambda: screens.card(game.screen.rows(), 0, 1)[:2], posted)
    game.hang_up()
    # It depends on the kernel whether the end of the input or the signal comes first.
    assert game.program.returncode in (1, 129)
    (played,) = parse_records(record.read_text("ascii"))
    assert len(played.turns) == 2
