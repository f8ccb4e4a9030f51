"""Two people at one table, each at a terminal of their own, whose line ends in the test.

The dice are those of seed 42, whose first roll is 6 2 1 6 3.
"""

from __future__ import annotations

import pytest

from tests.apps.games import Games
from tests.apps.screens import H19Screen
from tests.apps.serial_adapter import SerialAdapter


def test_a_line_that_is_unplugged_comes_back_to_the_same_seat(games: Games, adapter: SerialAdapter) -> None:
    bob = adapter.plug_in(H19Screen())
    ann = games.on_serial_line("--line", str(adapter.device), "-r42", "ann", "bob")
    bob.wait_for("ann's move: 2 rolls left.")
    adapter.unplug()
    ann.wait_for("bob's line went away.")
    ann.post_here()
    ann.wait_for("bob's move: 2 rolls left.")
    bob = adapter.plug_in(H19Screen())
    bob.wait_for("bob's move: 2 rolls left.", "? HELP")
    ann.wait_for("bob is back.")
    bob.post_here()
    ann.wait_for("ann's move: 2 rolls left.")
    bob.send(b"qy")
    ann.wait_for("bob has left.")
    ann.send(b"qy")
    assert ann.result().status == 0


def test_the_terminal_it_was_started_from_says_where_the_game_is(games: Games, adapter: SerialAdapter) -> None:
    ann = adapter.plug_in(H19Screen())
    started = games.on_h19("--line", str(adapter.device), "-r42", "ann", term="dumb")
    ann.wait_for("ann's move: 2 rolls left.")
    said = f"yahtzee: the game is on {adapter.device}; CTRL-C here ends it\r\n".encode()
    started.wait_until(lambda: started.received == said, "where the game is")
    started.send(b"\x03")
    assert started.exit_status() == 130


LEFT_HERE = b"You have left. The others can go on with the game. CTRL-C here ends it.\r\n"


@pytest.mark.slow
def test_the_terminal_it_was_started_from_may_be_one_of_them(games: Games, adapter: SerialAdapter) -> None:
    """The first terminal is a window with an emulated H19; both terminals are left as they were found."""
    bob = adapter.plug_in(H19Screen())
    ann = games.in_window("--line", "-", "--line", str(adapter.device), "-r42", "ann", "bob")
    for terminal in (ann, bob):
        terminal.wait_for("ann's move: 2 rolls left.")
    ann.post_here()
    bob.wait_for("bob's move: 2 rolls left.")
    ann.send(b"qy")
    bob.wait_for("ann has left.")
    ann.wait_until(lambda: LEFT_HERE in ann.received, "that the game goes on elsewhere")
    bob.send(b"qy")
    assert ann.exit_status() == 0


def test_nobody_waits_for_a_line_that_is_gone_when_all_others_have_left(
    games: Games, adapter: SerialAdapter
) -> None:
    bob = adapter.plug_in(H19Screen())
    ann = games.on_serial_line("--line", str(adapter.device), "ann", "bob")
    bob.wait_for("ann's move")
    adapter.unplug()
    ann.wait_for("bob's line went away.")
    ann.send(b"qy")
    assert ann.result().status == 0


@pytest.mark.slow
def test_a_game_of_two_is_resumed_on_two_lines(games: Games, adapter: SerialAdapter) -> None:
    """The game needs as many lines as it has people: three lines are refused for a game of two."""
    bob = adapter.plug_in(H19Screen())
    ann = games.on_serial_line("--line", str(adapter.device), "-r42", "ann", "bob")
    ann.wait_for("ann's move: 2 rolls left.")
    ann.post_here()
    ann.wait_for("bob's move: 2 rolls left.")
    ann.send(b"\x03y")
    bob.wait_for("ann has left.")
    adapter.unplug()
    status, _, errors = ann.result()
    assert (status, errors.count("the line went away\n")) == (1, 1)
    assert games.by_lines("--continue", "--line", "a", "--line", "b", "--line", "c") == (
        1,
        "",
        "yahtzee: --continue: expected --line 2 times, once a person, not 3\n",
    )
    bob = adapter.plug_in(H19Screen())
    ann = games.on_serial_line("--line", str(adapter.device), "--continue")
    bob.wait_for("bob's move: 2 rolls left.")
    bob.post_here()
    ann.wait_for("ann's move: 2 rolls left.")
