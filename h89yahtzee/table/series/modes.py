"""The ways in which one person plays: alone, against the computer, or against it with the same dice."""

from __future__ import annotations

from dataclasses import replace

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.catalogue import default_for
from h89yahtzee.table.preferences import Mode
from h89yahtzee.table.texts import OPPONENT_NAME


def mode_of(setup: Setup) -> Mode | None:
    """Return None unless there is one person and at most one computer player."""
    people = [player for player in setup.players if player.strategy == HUMAN]
    if len(people) != 1 or len(setup.players) > 2:
        return None
    if len(setup.players) == 1:
        return Mode.SOLITAIRE
    return Mode.SYNCHRONIZED if setup.duplicate else Mode.OPPONENT


def opponent_of(setup: Setup) -> Player | None:
    """The computer player at the table."""
    return next((player for player in setup.players if player.strategy != HUMAN), None)


def newcomer(rules: RuleSet, strategy: str | None) -> Player:
    """Return a computer player that nobody named; its strategy is the rules' default unless given."""
    return Player(OPPONENT_NAME, strategy or default_for(rules))


def in_mode(setup: Setup, mode: Mode, opponent: Player) -> Setup:
    """Return the same game in another mode; `setup` must have one."""
    players = setup.players
    if mode is Mode.SOLITAIRE:
        players = tuple(player for player in players if player.strategy == HUMAN)
    elif len(players) == 1:
        players = (*players, opponent)
    return replace(setup, players=players, duplicate=mode is Mode.SYNCHRONIZED)
