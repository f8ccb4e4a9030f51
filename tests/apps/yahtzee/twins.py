"""The same game in a program and at a table in this process, which tells what keys to press."""

from __future__ import annotations

from h89yahtzee.players.strategy import Strategy
from tests.apps.games import OnPty
from tests.apps.screens import H19Screen
from tests.table.tables import TableForOne, play_by_keys


def play(game: OnPty[H19Screen], table: TableForOne, strategy: Strategy) -> None:
    """To the end, as a computer player would."""
    while not table.match.has_ended:
        if not table.match.is_human:
            table.wait(1.0)
            continue
        see(game, table)
        keys = play_by_keys(table, strategy.decide(table.match.state))
        game.send("".join(keys).encode())
    see(game, table)


def see(game: OnPty[H19Screen], table: TableForOne) -> None:
    expected = table.viewer.screen().text().split("\n")
    game.wait_for_value(lambda: game.screen.rows(), expected)
