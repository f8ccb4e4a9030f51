"""What happened at a table, told in lines."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.table import texts
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.match import GameSeries
from h89yahtzee.table.table import Event, Happening


def names_of(series: GameSeries) -> list[str]:
    return [line_texts.name(player.name) for player in series.setup.players]


def unfinished_lines(series: GameSeries) -> Iterator[str]:
    state, names = series.state, names_of(series)
    yield line_texts.UNFINISHED.format(turn=state.turn + 1, name=names[state.seat])
    for name, total, wins in zip(names, state.totals(), series.wins, strict=True):
        yield line_texts.SO_FAR.format(name=name, total=total, games=wins)


def event_lines(series: GameSeries, event: Event) -> Iterator[str]:
    names = names_of(series)
    if event.happening is Happening.ENDED:
        yield from _result_lines(series, names)
    elif isinstance(event.action, Score):
        yield _score_line(event.before, event.action.box, names)
    else:
        yield _roll_line(event.after, names, event.action)


def _roll_line(state: GameState, names: list[str], roll: Roll | None) -> str:
    """Tell which dice lie there after `roll`, or after the first roll of a turn."""
    again = "" if roll is None else line_texts.AGAIN.format(positions=line_texts.positions(roll.positions))
    return line_texts.ROLLS.format(
        name=names[state.seat],
        again=again,
        dice=line_texts.spoken(state.dice),
        left=texts.rolls_left(state.rolls_left),
    )


def _score_line(state: GameState, box: Box, names: list[str]) -> str:
    extra = state.extra_points(box)
    return line_texts.SCORES.format(
        name=names[state.seat],
        points=state.potential_score(box),
        box=line_texts.box_label(state.rules, box.row, box.column),
        extra=line_texts.EXTRA.format(points=extra) if extra else "",
        total=state.card_after(box).total(),
    )


def _result_lines(series: GameSeries, names: list[str]) -> Iterator[str]:
    state = series.state
    for name, total, wins in zip(names, state.totals(), series.wins, strict=True):
        yield line_texts.FINAL.format(name=name, total=total, games=wins)
    yield texts.winner_line([names[seat] for seat in state.winners()]) if state.is_over else texts.RECORD_ENDS
