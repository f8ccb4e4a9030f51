"""What is said of the chances to win: at the table, by the coach and in the review."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from h89yahtzee.players.chances import Certainty, Chances
from h89yahtzee.table import texts

_HEADS = {
    Certainty.EXACT: "Chances to win",
    Certainty.ESTIMATED: "Chances to win, estimated",
    Certainty.SIMULATED: "Chances to win, simulated with an error of {error:.1f} %",
}
_ALL = "{head}: {chances}."
_ONE = "{name} {chance:.1f} %"
_WINS = {
    Certainty.EXACT: "Wins: ",
    Certainty.ESTIMATED: "Wins, about: ",
    Certainty.SIMULATED: "Wins, +-{error:.1f}: ",
}
_OPTION = "{option} {chance:.1f} %"
_GAP = "  "
_DISPUTES = (
    "{richer} is worth {points:.1f} points more, but {winner} wins more often: {won} against {lost} %.",
    "{richer}: {points:.1f} points more, but {winner} wins {won} %, not {lost}.",
)
"""The longer one where there is room."""
_GIVEN_AWAY = "{option} wins {best}, not {played} %."

TITLE = "Chances to win, in per cent, before each turn and at the end"
TITLE_BY_ROUNDS = "Chances to win, in per cent, before each round and at the end"
CERTAIN = {
    Certainty.EXACT: "They are exact.",
    Certainty.ESTIMATED: "They are estimated, but for the last turns.",
    Certainty.SIMULATED: "They are simulated, with an error of {error:.1f} %, or estimated.",
}
DECISIONS = "The decisions that cost most:"
ROLLS = "The rolls that moved most:"
NO_DECISIONS = "No decision cost a chance."
DECISION = "{name}, turn {turn}, {dice}: {played}; {best} wins {chance:.1f} %, {loss:.1f} more."
ROLL = "{name}, turn {turn}, {dice}: {luck:+.1f}, to {chance:.1f} %."
LUCK = "Luck of the dice"
LOST = "Decisions"
SUMS = "{name}: by the dice {luck:+.1f}, by decisions {loss:+.1f}."


def all_chances(names: Sequence[str], chances: Chances) -> str:
    """Tell the chances of all players, and how certain they are."""
    head = _HEADS[chances.certainty].format(error=100 * chances.error)
    shares = (_ONE.format(name=name, chance=100 * share) for name, share in zip(names, chances.shares, strict=True))
    return _ALL.format(head=head, chances=", ".join(shares))


def wins(options: Iterable[tuple[str, float]], chances: Chances, width: int) -> str:
    """Name as many of the named options as fit, the best first, and how often each wins."""
    text = _WINS[chances.certainty].format(error=100 * chances.error)
    gap = ""
    for name, share in options:
        more = text + gap + _OPTION.format(option=name, chance=100 * share)
        if len(more) > width:
            break
        text, gap = more, _GAP
    return text


def dispute(
    richer: str, points: float, winner: str, won: float, lost: float, certainty: Certainty, width: int
) -> str:
    """Tell that `richer` is worth more points, and `winner` wins more often."""
    said = [
        text.format(
            richer=richer, points=points, winner=winner, won=_figure(won, certainty), lost=_figure(lost, certainty)
        )
        for text in _DISPUTES
    ]
    return next((text for text in said if len(text) <= width), said[-1])


def given_away(option: str, best: float, played: float, certainty: Certainty) -> str:
    """Warn after a decision that gave chances away."""
    return _GIVEN_AWAY.format(option=option, best=_figure(best, certainty), played=f"{100 * played:.1f}")


def _figure(share: float, certainty: Certainty) -> str:
    return f"{'' if certainty is Certainty.EXACT else texts.ABOUT}{100 * share:.1f}"
