"""The tables that computer players need: they are computed before a game begins, not in its first turn."""

from __future__ import annotations

import os
import pty
import sys
from contextlib import ExitStack
from select import select

import pytest

from h89yahtzee.apps.cached_values import player_of, prepare_players, progress_before_game, progress_shown
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


def test_keys_pressed_beside_the_bar_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    near, far = pty.openpty()
    with ExitStack() as ends:
        ends.callback(os.close, near)
        terminal = ends.enter_context(os.fdopen(far, encoding="ascii"))
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(sys, "stderr", ends.enter_context(os.fdopen(far, "w", encoding="ascii", closefd=False)))
        with progress_before_game("setting up winner") as show:
            os.write(near, b"q\ny\n")
            assert select([far], [], [], 10)[0]
        assert select([far], [], [], 0)[0]
        with progress_shown("reaching 500") as show:
            show(0.5)
        assert select([far], [], [], 0)[0]  # they are for the shell
        with progress_before_game("setting up winner") as show:
            show(0.5)
        assert not select([far], [], [], 0)[0]
