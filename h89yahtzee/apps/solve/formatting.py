"""Rules, actions and values as `yahtzee-solve` prints them, in words and in JSON."""

from __future__ import annotations

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.analysis import DIGITS, kept_dice

Json = dict[str, object]


def rules_json(rules: RuleSet) -> Json:
    return {"rules": rules.name, "columns": rules.columns, "bonus": rules.bonus}


def rounded(value: float) -> float:
    """`value` to as many places as are the same on every machine."""
    return round(value, DIGITS)


def exactness(is_exact: bool) -> str:
    return "exact" if is_exact else "estimated"


def action_json(action: Action) -> Json:
    """An action; dice, columns and rows count from 0, and what doesn't apply is empty or null."""
    if isinstance(action, Roll):
        return {"action": "roll", "reroll": action.positions, "column": None, "row": None}
    return {"action": "score", "reroll": (), "column": action.box.column, "row": action.box.row}


def described_json(state: GameState, action: Action) -> Json:
    """An action with the dice it keeps, or its box and points."""
    if isinstance(action, Roll):
        return action_json(action) | {"keep": kept_dice(state.dice, action)}
    return action_json(action) | {
        "box": box_name(state.rules, action.box),
        "points": state.potential_score(action.box),
        "extra_points": state.extra_points(action.box),
    }
