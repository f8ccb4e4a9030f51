"""Rules, actions, values and chances in the JSON that `yahtzee-solve` prints."""

from __future__ import annotations

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.chances import Chances
from h89yahtzee.players.strategy import DIGITS, kept_dice

Json = dict[str, object]


def rounded(value: float) -> float:
    """Return `value` rounded to a number of decimals in which the results of all machines agree."""
    return round(value, DIGITS)


def exactness(is_exact: bool) -> str:
    return "exact" if is_exact else "estimated"


def rules_json(rules: RuleSet) -> Json:
    return {"rules": rules.name, "columns": rules.columns, "bonus": rules.bonus}


def chances_json(chances: Chances) -> Json:
    return {"chances": [rounded(share) for share in chances.shares], "certainty": chances.certainty.value}


def action_json(action: Action) -> Json:
    """Return an action as JSON. Dice, columns and rows count from 0; members that don't apply are empty or null."""
    if isinstance(action, Roll):
        return {"action": "roll", "reroll": action.positions, "column": None, "row": None}
    return {"action": "score", "reroll": (), "column": action.box.column, "row": action.box.row}


def described_json(state: GameState, action: Action) -> Json:
    """Return an action as JSON, with the dice that it keeps or with its box and points."""
    if isinstance(action, Roll):
        return action_json(action) | {"keep": kept_dice(state.dice, action)}
    return action_json(action) | {
        "box": box_name(state.rules, action.box),
        "points": state.potential_score(action.box),
        "extra_points": state.extra_points(action.box),
    }
