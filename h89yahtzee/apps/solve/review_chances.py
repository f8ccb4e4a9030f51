"""`yahtzee-solve --review`: each player's chance to win, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.apps.cached_values import values_of
from h89yahtzee.apps.solve.formatting import Json
from h89yahtzee.apps.solve.position_chances import certainty_text, chances_json
from h89yahtzee.game.record import Record
from h89yahtzee.players.chances.chance_course import TurnChances, chance_course
from h89yahtzee.players.chances.chances import chance_judge

_WIDTH = 12
"""Names are cut to it."""


def course_lines(record: Record) -> Iterator[str]:
    """A line for each turn, or one that says why there are none."""
    yield "chances to win before each turn, in per cent"
    names = [player.name[:_WIDTH] for player in record.setup.players]
    heads = "".join(f" {name:>{_width(name)}}" for name in names)
    try:
        course = [*_course(record)]
    except ValueError as error:
        yield str(error)
        return
    yield f"{'turn':>4}  {'player':{_WIDTH}}{heads}"
    for it in course:
        place = "   -  at the end  " if it.seat is None else f"{(it.turn or 0) + 1:4}  {names[it.seat]:{_WIDTH}}"
        shares = zip(it.chances.shares, names, strict=True)
        figures = "".join(f" {100 * share:{_width(name)}.1f}" for share, name in shares)
        yield f"{place}{figures}  {certainty_text(it.chances)}"


def course_json(record: Record) -> list[Json] | None:
    """The chances before each turn, with null for turn and player at the end; None where there is no judge."""
    try:
        course = [*_course(record)]
    except ValueError:
        return None
    return [
        {"turn": None if it.turn is None else it.turn + 1, "player": it.seat} | chances_json(it.chances)
        for it in course
    ]


def _course(record: Record) -> Iterator[TurnChances]:
    setup = record.setup
    strategies = [player.strategy for player in setup.players]
    return chance_course(record, chance_judge(setup.rules, strategies, values_of))


def _width(name: str) -> int:
    return max(5, len(name))
