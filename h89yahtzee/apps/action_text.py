"""An action as text, for people."""

from __future__ import annotations

from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.strategy import kept_dice


def action_text(state: GameState, action: Action) -> str:
    """Return a legal action as text, such as `keep 666, roll 52` or `score chance 25`."""
    if isinstance(action, Roll):
        kept = format_digits(kept_dice(state.dice, action))
        rolled = format_digits(tuple(state.dice[position] for position in action.positions))
        return f"keep {kept or 'none'}, roll {rolled or 'none'}"
    points, extra = state.potential_score(action.box), state.extra_points(action.box)
    return f"score {box_name(state.rules, action.box)} {points}" + (f"+{extra}" if extra else "")
