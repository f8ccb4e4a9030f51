"""A game by each rule set played by keys to the end, and the same game on an H19 through a pty."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.players.classic import Classic
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.table.match import Match
from tests.apps.games import Games, OnPty
from tests.apps.screens import H19Screen
from tests.goldens import golden_text
from tests.rooms.shelves import Shelf
from tests.table.tables import TableForOne, play_by_keys, viewer_of

Golden = Callable[[str, str], None]

SEED = 42
PLAYERS = (Player("me", HUMAN), Player("king", "greedy"))


def play(game: OnPty[H19Screen], table: TableForOne, strategy: Strategy) -> None:
    """Play to the end, as the computer player `strategy` would, by keys."""
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


def twin(rules: RuleSet, *, duplicate: bool = False) -> TableForOne:
    """Return the same table in this process, which tells what keys to press and what must be shown."""
    match = Match(Setup(PLAYERS, SEED, rules, duplicate=duplicate))
    return TableForOne(match, viewer_of(match, 0.0, saved_games=Shelf()))


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_whole_game_by_each_rule_set(name: str, check_golden: Golden) -> None:
    """The tests below compare the games on an H19 with a table like this one."""
    table = twin(rule_set(name))
    while not table.match.has_ended:
        if table.match.is_human:
            play_by_keys(table, Greedy().decide(table.match.state))
        else:
            table.wait(1.0)
    check_golden(f"rules/{name}-end.txt", golden_text(table.viewer.screen()))


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_six_columns_against_a_computer_with_the_same_dice(games: Games, check_golden: Golden) -> None:
    rules = rule_set("quintzee", 6)
    table = twin(rules, duplicate=True)
    words = f"-d0 -r{SEED} --rules quintzee --columns 6 --mode synchronized --take-back off me =king:greedy"
    game = games.on_h19(*words.split())
    play(game, table, Classic())
    check_golden("rules/quintzee-of-six-end.txt", golden_text(game.screen.terminal.grid()))
    game.send(b"c")
    game.wait_for("TURN BY TURN", "Any key shows the next page.")
    game.send(b"xxxx")
    see(game, table)
    game.send(b"n")
    assert game.exit_status() == 0
