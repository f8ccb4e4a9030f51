"""The mouse in a modern terminal's window: what is asked of the terminal, and what it reports."""

from __future__ import annotations

import pytest

from tests.apps.games import Games

ASKED = b"\x1b[?1000h", b"\x1b[?1006h"


def test_a_window_is_asked_for_clicks_that_say_where(games: Games) -> None:
    game = games.in_window("-r42", "me")
    game.wait_for("me's move", "? HELP")
    assert all(asked in game.received for asked in ASKED)


@pytest.mark.parametrize("option", ["--no-mouse", "--oldstyle"])
def test_a_window_is_asked_for_none(games: Games, option: str) -> None:
    game = games.in_window("-r42", option, "me")
    game.wait_for("me's move", "OOPS")
    game.send(b"\x03")
    assert game.exit_status() == 130
    assert b"?100" not in game.received


def test_the_settings_file_switches_the_mouse_off(games: Games) -> None:
    settings = games.home / "CONFIG" / "h89yahtzee" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("mouse = false\n")
    game = games.in_window("-r42", "me")
    game.wait_for("me's move", "? HELP")
    assert not game.screen.has_mouse()
    with_mouse = games.in_window("-r42", "--mouse", "me")
    with_mouse.wait_for("me's move", "? HELP")
    assert with_mouse.screen.has_mouse()


@pytest.mark.parametrize("term", ["h19", "vt100"])
def test_a_terminal_of_its_own_kind_is_asked_for_none(games: Games, term: str) -> None:
    game = games.on_h19("-r42", "--term", term, "me")
    game.wait_until(lambda: b"me's move" in game.received, "the first board")
    game.send(b"qy")
    assert game.exit_status() == 0
    assert b"?100" not in game.received


def test_a_line_is_asked_for_none(games: Games) -> None:
    line = games.on_serial_line("-r42", "me")
    line.wait_for("me's move", "? HELP")
    line.send(b"qy")
    assert line.result().status == 0
    assert b"?100" not in line.received
