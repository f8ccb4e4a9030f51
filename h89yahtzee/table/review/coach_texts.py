"""What the coach says, and what stands on the pages of a finished game."""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.game.record import Player, Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.analysis import Analysis, Option, kept_dice
from h89yahtzee.table.player_texts import YOU
from h89yahtzee.table.texts import plain_text

BoxLabel = Callable[[RuleSet, Box], str]
"""What a box is called."""


_BEST = "Best: {option}"
_BEST_KNOWN = "Probably best: {option}"
"""Where the values aren't exact."""
_ONLY = "There is no other choice."
_GAP = "  "
_WAS_WORTH = "{option} was worth {loss:.1f} more."
_KEEP = "keep {dice}"
_ROLL_ALL = "roll all"
_POST = "{points} in {box}"

REVIEW_TITLE = "REVIEW"
REVIEW_OFFER = "v REVIEW"
EXPECTED = "Expected"
LUCK = "Luck of the dice"
LOST = "Decisions"
TOTAL = "Total"
SO_FAR = "Expected now"
LOST_IN_TURN = "Lost in turn {number:2}"
COSTLIEST = "{name}, turn {turn}, {dice}: {played}; {best} was worth {loss:.1f} more."
NO_MISTAKE = "{name}: no mistakes."
NOT_EXACT = "With several columns these are estimates."
WORKING = "Working it out: {done:3.0%}. {end}"
WORKING_ON = "{title}, more to come: {done:3.0%}"
_AGAINST_PAR = "H89 Yahtzee, {rules}, seed {seed}: {results}; par {par}."
_RESULT = "{name} {total} ({difference:+d})"
"""A total, and how far from par it is."""
_SENDER = "I"
"""Who is `You` here, where somebody else reads it."""


def against_par(record: Record, best: Record) -> str:
    """Tell the totals of a finished game and that of the best player with the same dice."""
    assert record.totals is not None
    assert best.totals is not None
    [par] = best.totals
    players = zip(record.setup.players, record.totals, strict=True)
    results = [
        _RESULT.format(name=_called_elsewhere(player), total=total, difference=total - par)
        for player, total in players
    ]
    rules, seed = format_rules(record.setup.rules), record.setup.seed
    return _AGAINST_PAR.format(rules=rules, seed=seed, results=", ".join(results), par=par)


def _called_elsewhere(player: Player) -> str:
    return _SENDER if player == Player(YOU) else plain_text(player.name)


def best(state: GameState, analysis: Analysis, label: BoxLabel) -> str:
    """Name the best action."""
    text = _BEST if analysis.is_exact else _BEST_KNOWN
    return text.format(option=named(state, analysis.best.action, label))


def others(state: GameState, analysis: Analysis, label: BoxLabel, width: int) -> str:
    """Name as many other actions as fit, and what each loses against the best."""
    if len(analysis.options) == 1:
        return _ONLY
    text = ""
    for option in analysis.options[1:]:
        more = text + _GAP * bool(text) + _with_loss(state, analysis, option, label)
        if len(more) > width:
            break
        text = more
    return text


def best_and_others(state: GameState, analysis: Analysis, label: BoxLabel, width: int) -> str:
    """Name the best action and others in one line."""
    first = best(state, analysis, label)
    return (first + _GAP + others(state, analysis, label, width - len(first + _GAP))).rstrip()


def was_worth(state: GameState, analysis: Analysis, label: BoxLabel, loss: float) -> str:
    """Warn after a decision that lost `loss` points."""
    return _WAS_WORTH.format(option=called(state, analysis.best.action, label), loss=loss)


def named(state: GameState, action: Action, label: BoxLabel) -> str:
    """Name an action, a post with its points."""
    if isinstance(action, Roll):
        return _kept(state, action)
    return _POST.format(points=state.potential_score(action.box), box=label(state.rules, action.box))


def _with_loss(state: GameState, analysis: Analysis, option: Option, label: BoxLabel) -> str:
    return f"{called(state, option.action, label)} -{analysis.best.value - option.value:.2f}"


def called(state: GameState, action: Action, label: BoxLabel) -> str:
    """Name an action in the fewest words."""
    return _kept(state, action) if isinstance(action, Roll) else label(state.rules, action.box)


def _kept(state: GameState, action: Roll) -> str:
    kept = sorted(kept_dice(state.dice, action))
    return _KEEP.format(dice="".join(map(str, kept))) if kept else _ROLL_ALL
