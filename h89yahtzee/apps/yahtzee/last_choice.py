"""The choice that the start page begins with: the last one, as far as the command line says nothing else."""

from __future__ import annotations

import os
from dataclasses import replace

from h89yahtzee.apps.paths import last_choice_file, make_private
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.game.rules import rule_set
from h89yahtzee.store.own_files import read_file, replace_file
from h89yahtzee.table.series.modes import newcomer
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.choices_json import format_choices, parse_choices

_LONGEST = 10**4
"""More bytes than a choice has."""


def first_choices(options: Options) -> Choices:
    """What was chosen last, else what the settings say; what the command line says goes before both."""
    asked = _asked(options)
    last = _last_choices() or asked
    if "level" in options.said and options.newcomer is not None:
        last = replace(last, players=tuple(_played_by(options.newcomer, player) for player in last.players))
    return Choices(
        players=last.players,
        rules=asked.rules if "rules" in options.said else last.rules,
        columns=asked.columns if "columns" in options.said else last.columns,
        bonus=asked.bonus if "bonus" in options.said else last.bonus,
        duplicate=asked.duplicate if "duplicate" in options.said else last.duplicate,
        think_time=asked.think_time if options.said & {"delay", "think_time"} else last.think_time,
        ha=options.ha,
        hb=options.hb,
        new_grid=options.new_grid,
    )


def _asked(options: Options) -> Choices:
    """What the options ask for; where they name no mode, there is an opponent."""
    players = options.players
    if options.mode is None and len(players) == 1:
        rules = rule_set(options.rules, options.columns, options.bonus)
        players = (*players, newcomer(rules, options.newcomer))
    return Choices(players, options.rules, options.columns, options.bonus, options.duplicate, options.delay)


def _played_by(strategy: str, player: Player) -> Player:
    return player if player.strategy == HUMAN else replace(player, strategy=strategy)


def _last_choices() -> Choices | None:
    """None where nothing was chosen yet; a file that holds something else is written anew with the next choice."""
    try:
        return parse_choices(read_file(last_choice_file(os.environ), _LONGEST).decode("utf-8"))
    except (OSError, ValueError):
        return None


def remember(choices: Choices) -> None:
    """Write the choice down for the next time; where that fails the game begins all the same."""
    try:
        path = last_choice_file(os.environ)
        make_private(path.parent)
        replace_file(path, format_choices(choices).encode("utf-8"))
    except OSError:
        return
