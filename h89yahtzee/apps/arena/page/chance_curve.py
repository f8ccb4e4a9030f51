"""The chances to win in a game, from turn to turn, as curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.apps.arena.page.markup import Markup, bot_name, element, joined
from h89yahtzee.arena.results.study import Step
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances.chances import ChanceJudge

_WIDTH, _HEIGHT = 600, 100
_COLOURS = 6

Curve = Sequence[tuple[float, ...]]
"""The shares of the seats before each turn, and at the end; empty where nobody can tell."""


def curve_of(steps: Sequence[Step], judge: ChanceJudge) -> Curve:
    return [judge.of_state(state).shares for state in (*first_states(steps), steps[-1].after)]


def first_states(steps: Sequence[Step]) -> Iterator[GameState]:
    """The state at the beginning of each turn."""
    before = None
    for step in steps:
        if (step.state.turn, step.state.seat) != before:
            before = step.state.turn, step.state.seat
            yield step.state


def curve_drawing(names: Sequence[str], curve: Curve) -> Markup:
    if not curve:
        return Markup("")
    lines = (
        element("polyline", points=_points([shares[seat] for shares in curve]), class_=_class(seat))
        for seat in range(len(names))
    )
    grid = element("path", d=f"M0 {_HEIGHT / 2}H{_WIDTH}", class_="grid")
    drawing = element(
        "svg",
        grid,
        *lines,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        preserveAspectRatio="none",
        role="img",
        aria_label="The chances to win from turn to turn",
    )
    keys = (joined([_sample(seat), bot_name(name), " "]) for seat, name in enumerate(names))
    return element(
        "figure", element("figcaption", "Chances to win"), drawing, element("p", *keys), class_="chances"
    )


def _points(shares: Sequence[float]) -> str:
    last = max(1, len(shares) - 1)
    return " ".join(
        f"{_WIDTH * number / last:.1f},{_HEIGHT * (1 - share):.1f}" for number, share in enumerate(shares)
    )


def _class(seat: int) -> str:
    return f"seat-{seat % _COLOURS + 1}"


def _sample(seat: int) -> Markup:
    line = element("path", d="M0 5H24", class_=_class(seat))
    return element("svg", line, viewBox="0 0 24 10", class_="sample", aria_hidden="true")
