"""Choices as JSON, by which they are remembered: `format_choices` and `parse_choices` are each other's inverse.

    {"players": [["You", "human"], ["H89", "classic"]], "rules": "h89", "columns": null, "bonus": null,
     "duplicate": false, "pace": 1000}

A hosted table's have a member "turn_time", whole seconds or null. The knobs of the classic player and whether a
new grid begins aren't among them; they hold for the game that they were asked for.
"""

from __future__ import annotations

import json

from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player
from h89yahtzee.notation.json_node import Node, parse_json, rules_of
from h89yahtzee.players.catalogue import STRATEGIES
from h89yahtzee.table.start.choices import TURN_SECONDS, Choices
from h89yahtzee.table.texts import plain_text

_LONGEST_PACE = 10**5
"""Milliseconds."""


def format_choices(choices: Choices) -> str:
    return json.dumps(choices_members(choices)) + "\n"


def choices_members(choices: Choices) -> dict[str, object]:
    rules = choices.rule_set
    members: dict[str, object] = {
        "players": [[player.name, choices.kind(player)] for player in choices.players],
        "rules": rules.name,
        "columns": rules.columns if rules.column_choices else None,
        "bonus": rules.bonus,
        "duplicate": choices.duplicate,
        "pace": round(choices.think_time * 1000),
    }
    return members | ({"turn_time": choices.turn_time} if choices.is_hosted else {})


def parse_choices(text: str) -> Choices:
    """NotationError if the text isn't such choices."""
    return choices_of(parse_json(text, "the choices"))


def choices_of(node: Node) -> Choices:
    players = tuple(map(_player, node.required("players").items()))
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise node.expected(f"1 to {MAX_PLAYERS} players, not {len(players)}")
    rules, duplicate = rules_of(node), node.required("duplicate")
    if not isinstance(duplicate.value, bool):
        raise duplicate.expected("true or false")
    return Choices(
        players,
        rules.name,
        rules.columns if rules.column_choices else None,
        rules.bonus,
        duplicate.value,
        node.required("pace").number_in(range(_LONGEST_PACE + 1)) / 1000,
        is_hosted=isinstance(node.value, dict) and "turn_time" in node.value,
        turn_time=None if (seconds := node.member("turn_time")) is None else seconds.number_in(TURN_SECONDS),
    )


def _player(node: Node) -> Player:
    name, strategy = (part.text() for part in _pair(node))
    if strategy not in (HUMAN, *STRATEGIES) or not name.strip():
        raise node.expected("a name and who plays")
    return Player(plain_text(name), strategy)


def _pair(node: Node) -> list[Node]:
    items = node.items()
    if len(items) != 2:
        raise node.expected("a name and who plays")
    return items
