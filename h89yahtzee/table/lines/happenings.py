"""What happened at a table, told in lines."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.game.played_columns import grid_totals
from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.table import player_texts, texts
from h89yahtzee.table.events import Event, Happening
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.series.match import GameSeries


def names_of(series: GameSeries) -> list[str]:
    return [line_texts.name(player.name) for player in series.setup.players]


def totals_of(series: GameSeries) -> list[str]:
    """Return each player's total, with that of their grid if there is one."""
    totals, grids = series.state.totals(), grid_totals(series.state, series.earlier)
    if grids is None:
        return [*map(str, totals)]
    return [line_texts.IN_GRID.format(total=total, grid=grid) for total, grid in zip(totals, grids, strict=True)]


def unfinished_lines(series: GameSeries, was_cut_off: bool) -> Iterator[str]:
    state, names = series.state, names_of(series)
    kind = line_texts.CUT_OFF if was_cut_off else line_texts.UNFINISHED
    yield kind.format(turn=state.turn + 1, owner=player_texts.owner(names[state.seat]))
    yield from _total_lines(series, names, line_texts.SO_FAR)


def event_lines(series: GameSeries, event: Event) -> Iterator[str]:
    names = names_of(series)
    if event.happening is Happening.ENDED:
        yield from _result_lines(series, names)
    elif isinstance(event.action, Score):
        yield _score_line(event.before, event.action.box, names)
    elif event.happening in (Happening.BEGAN, Happening.ROLLED):
        yield _roll_line(event.after, names, event.action)
    elif event.happening is Happening.SAID:
        yield texts.said(event.name, event.text)
    elif event.happening is Happening.SEATED:
        yield player_texts.seated(series.setup.players[event.seat], event.decider == HUMAN, names[event.seat])
    else:
        yield line_texts.TIMES[event.happening].format(
            owner=player_texts.owner(names[event.before.seat]), seconds=event.seconds
        )


def _roll_line(state: GameState, names: list[str], roll: Roll | None) -> str:
    """Tell which dice lie there after `roll`, or after the first roll of a turn."""
    again = "" if roll is None else line_texts.AGAIN.format(positions=line_texts.positions(roll.positions))
    return line_texts.ROLLS.format(
        who_rolls=player_texts.does(names[state.seat], "roll"),
        again=again,
        dice=line_texts.spoken(state.dice),
        left=texts.rolls_left(state.rolls_left),
    )


def _score_line(state: GameState, box: Box, names: list[str]) -> str:
    extra = state.extra_points(box)
    return line_texts.SCORES.format(
        who_scores=player_texts.does(names[state.seat], "score"),
        points=state.potential_score(box),
        box=line_texts.box_label(state.rules, box.row, box.column),
        extra=line_texts.EXTRA.format(points=extra) if extra else "",
        total=state.card_after(box).total(),
    )


def _result_lines(series: GameSeries, names: list[str]) -> Iterator[str]:
    state = series.state
    yield from _total_lines(series, names, line_texts.FINAL)
    if not state.is_over:
        yield texts.RECORD_ENDS
    elif len(names) > 1:
        yield player_texts.result(names, state.totals(), state.winners())


def _total_lines(series: GameSeries, names: list[str], text: str) -> Iterator[str]:
    """Tell the players' totals, and the games that each has won, or played alone."""
    counted = line_texts.GAMES_WON if len(names) > 1 else line_texts.GAMES_PLAYED
    for name, total, wins in zip(names, totals_of(series), series.wins, strict=True):
        yield text.format(name=name, total=total, counted=counted, games=wins)
