"""What is said of the chances to win: at the table, by the coach and in the review."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from h89yahtzee.players.chances.chances import Certainty, Chances
from h89yahtzee.table import texts

_HEADS = {
    Certainty.EXACT: "Chances to win",
    Certainty.ESTIMATED: "Chances to win, estimated",
    Certainty.SIMULATED: "Chances to win, simulated with an error of {error:.1f} %",
}
_ALL = "{head}: {chances}."
_ONE = "{name} {chance:.1f} %"
_WINS = "Wins %{error}: "
_ERROR = " +-{error:.1f}"
_OPTION = "{option} {chance}"
_GAP = "  "
_DISPUTES = (
    "{richer} is worth {points:.1f} points more, but {winner} wins more often: {won} against {lost} %.",
    "{richer}: {points:.1f} points more, but {winner} wins {won} %, not {lost}.",
)
"""The longer one where there is room."""
_GIVEN_AWAY = "{option} wins {best}, not {played} %."

_COURSE = "Chances to win in per cent, before {often} and at the end:"
_OFTEN = {True: "each turn", False: "every {step} turns"}
_EACH_ROUND = "each round"
SUMS = "{name}: {luck} by the dice, {loss} by decisions."
_CERTAIN = {
    Certainty.EXACT: "All are exact.",
    Certainty.ESTIMATED: "Estimated, but for {exact} of {all} positions, which are exact.",
    Certainty.SIMULATED: "Simulated with an error of {error:.1f} %, but for {exact} of {all} exact positions.",
}
DECISIONS = "The decisions that cost most:"
NO_DECISIONS = "No decision cost anybody a chance."
DECISION = "{name}, turn {turn}, {dice}: {played} wins {chance:.1f} %; {best} wins {loss:.1f} more."
ROLLS = "The rolls that moved most:"
ROLL = "{name}, turn {turn}, {roll} roll, {dice}: {luck}, to {chance:.1f} %."
ORDINALS = ("first", "second", "third")


def all_chances(names: Sequence[str], chances: Chances) -> str:
    """Tell the chances of all players, and how certain they are."""
    head = _HEADS[chances.certainty].format(error=100 * chances.error)
    shares = (_ONE.format(name=name, chance=100 * share) for name, share in zip(names, chances.shares, strict=True))
    return _ALL.format(head=head, chances=", ".join(shares))


def wins(options: Iterable[tuple[str, float]], chances: Chances, width: int) -> str:
    """Name as many of the named options as fit, the best first, and how often each wins."""
    text = _WINS.format(error=_ERROR.format(error=100 * chances.error) if chances.error else "")
    gap = ""
    for name, share in options:
        more = text + gap + _OPTION.format(option=name, chance=_figure(share, chances.certainty))
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
    return _GIVEN_AWAY.format(option=option, best=_figure(best, certainty), played=_figure(played, certainty))


def course(step: int, players: int) -> str:
    """The heading of the curves, which have a point for every so many turns."""
    often = _EACH_ROUND if step == players else _OFTEN[step == 1].format(step=step)
    return _COURSE.format(often=often)


def certainty(curve: Sequence[Chances]) -> str:
    """Say how certain the points of the curves are: by the least certain of them."""
    kinds = [chances.certainty for chances in curve]
    worst = next(kind for kind in reversed(Certainty) if kind in kinds)
    error = max(chances.error for chances in curve)
    return _CERTAIN[worst].format(exact=kinds.count(Certainty.EXACT), all=len(kinds), error=100 * error)


def signed(share: float) -> str:
    """A change of a chance."""
    text = f"{100 * share:+.1f}"
    return text if float(text) else "+0.0"


def _figure(share: float, certainty: Certainty) -> str:
    return f"{'' if certainty is Certainty.EXACT else texts.ABOUT}{100 * share:.1f}"
