"""What the coach says, in the characters that an H19 has."""

from __future__ import annotations

from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.analysis import Analysis, Option, kept_dice
from h89yahtzee.table.texts import box_label

NO_COACH = "The coach doesn't know these rules."

_BEST = "Best: {option}"
_BEST_KNOWN = "Best, about: {option}"
"""Where the values aren't exact."""
_ONLY = "Nothing else can be done."
_GAP = "  "
_LOST = "{option} was worth {loss:.1f} more."
_KEEP = "keep {dice}"
_ROLL_ALL = "roll all"
_POST = "{points} in {box}"


def best(state: GameState, analysis: Analysis) -> str:
    """The best of all there is to be done."""
    text = _BEST if analysis.is_exact else _BEST_KNOWN
    return text.format(option=_named(state, analysis.best.action))


def others(state: GameState, analysis: Analysis, width: int) -> str:
    """As many of the others as fit, and what each of them loses against the best."""
    if len(analysis.options) == 1:
        return _ONLY
    text = ""
    for option in analysis.options[1:]:
        more = text + _GAP * bool(text) + _with_loss(state, analysis, option)
        if len(more) > width:
            break
        text = more
    return text


def was_worth(state: GameState, analysis: Analysis, loss: float) -> str:
    """Said after a decision that lost so much."""
    return _LOST.format(option=_called(state, analysis.best.action), loss=loss)


def _with_loss(state: GameState, analysis: Analysis, option: Option) -> str:
    return f"{_called(state, option.action)} -{analysis.best.value - option.value:.2f}"


def _called(state: GameState, action: Action) -> str:
    """An action as shortly as it can be told."""
    return _kept(state, action) if isinstance(action, Roll) else box_label(state.rules, action.box)


def _named(state: GameState, action: Action) -> str:
    if isinstance(action, Roll):
        return _kept(state, action)
    return _POST.format(points=state.potential_score(action.box), box=box_label(state.rules, action.box))


def _kept(state: GameState, action: Roll) -> str:
    kept = sorted(kept_dice(state.dice, action))
    return _KEEP.format(dice="".join(map(str, kept))) if kept else _ROLL_ALL
