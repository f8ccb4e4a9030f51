"""An action as text, for people."""

from __future__ import annotations

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.strategy import kept_dice
from h89yahtzee.table.texts import row_label


def action_text(state: GameState, action: Action) -> str:
    """Return a legal action as text, such as `keep 666, roll 52` or `score Chance 25`."""
    if isinstance(action, Roll):
        kept = format_digits(kept_dice(state.dice, action))
        rolled = format_digits(tuple(state.dice[position] for position in action.positions))
        return f"keep {kept or 'none'}, roll {rolled or 'none'}"
    points, extra = state.potential_score(action.box), state.extra_points(action.box)
    return f"score {box_text(state.rules, action.box)} {points}" + (f"+{extra}" if extra else "")


def box_text(rules: RuleSet, box: Box) -> str:
    """Return the name of the box's row on the card, with `/` and the column's number if there are several."""
    return row_label(rules, box.row) + (f"/{box.column + 1}" if rules.columns > 1 else "")
