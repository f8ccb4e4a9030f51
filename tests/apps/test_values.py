"""The tables that computer players need: they are computed before a game begins, not in its first turn."""

from __future__ import annotations

import pytest

from h89yahtzee.apps.cached_values import player_of, prepare_players
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import YACHT, RuleSet, rule_set
from h89yahtzee.players.strategy import Preparing
from tests.solver.backends import needs_kernel


@needs_kernel
@pytest.mark.parametrize(
    "rules", [YACHT, pytest.param(rule_set("quintzee", 2), marks=pytest.mark.slow)], ids=["yacht", "quintzee"]
)
def test_winner_has_nothing_to_set_up_in_the_game(rules: RuleSet) -> None:
    setup = Setup((Player("king", "greedy"), Player("queen", "winner")), 1, rules)
    prepare_players(setup)
    player = player_of("winner", setup)
    assert isinstance(player, Preparing)
    told: list[float] = []
    player.set_up(told.append)
    assert told == []
