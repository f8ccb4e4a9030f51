"""`--html`: the file with the page of a tournament, for which some games are dealt again and judged."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from h89yahtzee.apps.arena.page.chance_curve import Curve, curve_of
from h89yahtzee.apps.arena.page.tournament_page import places_in_full, tournament_page
from h89yahtzee.apps.arena.reports.progress_line import LineNowAndThen
from h89yahtzee.apps.arena.reports.standings_report import Report
from h89yahtzee.apps.cached_values import analyst_of, mistake_judge_of, values_of
from h89yahtzee.apps.command import CommandError
from h89yahtzee.arena.results.study import Study
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.players.chances.chances import chance_judge
from h89yahtzee.solver.backend import is_compiled

_CARDS, _CARDS_OF_COLUMNS = 300, 20
"""Cards that are judged, of one column and of several, unless more games are to be shown."""

_T = TypeVar("_T")
_Result = TypeVar("_Result")


def write_page(path: Path, report: Report, tournament: Tournament, shown: int) -> None:
    """Write the page, with so many games turn by turn; CommandError if their moves break the rules."""
    rules = report.plan.rule_set
    mistakes = mistake_judge_of(rules) if rules.columns == 1 else None
    study = Study(report.plan, analyst_of(rules), mistakes)
    games = list(_games(tournament, shown, _CARDS if mistakes else _CARDS_OF_COLUMNS))
    _each(games, "judging game", partial(_count, study))
    chosen = study.worth_showing([place.bot for place in places_in_full(report)], shown)
    curves = _each(chosen, "chances in game", partial(_curve, study))
    path.write_text(tournament_page(report, tournament, study, dict(zip(chosen, curves, strict=True))), "utf-8")


def _each(items: Sequence[_T], doing: str, work: Callable[[_T], _Result]) -> list[_Result]:
    """The results of the work on each, while a line says how far it is."""
    line, results = LineNowAndThen(sys.stderr, time.monotonic), list[_Result]()
    try:
        for number, item in enumerate(items):
            left = line.time_left(number, len(items) - number)
            line.show(partial(_cut, "  ".join([f"{doing} {number + 1} of {len(items)}", *left])))
            results.append(work(item))
    finally:
        line.clear()
    return results


def _count(study: Study, played: tuple[Game, str]) -> None:
    game, moves = played
    try:
        study.count(game, moves)
    except ValueError as error:
        raise CommandError(f"the moves of game {game.number + 1} can't have been played: {error}") from None


def _curve(study: Study, number: int) -> Curve:
    """The chances in a game, by rules with one column where the kernel is there to compute them."""
    game, steps = study.games[number]
    rules = steps[0].state.rules
    is_told = is_compiled() and rules.columns == 1 and len(game.seats) > 1
    return curve_of(steps, chance_judge(rules, values_of=values_of)) if is_told else ()


def _cut(text: str, width: int) -> str:
    return text[:width]


def _games(tournament: Tournament, shown: int, cards: int) -> Iterator[tuple[Game, str]]:
    """The first games whose moves were kept, not of big tables: as many as are shown, or have so many cards."""
    count = 0
    for game, result in tournament.results():
        if cards <= 0 and count >= shown:
            return
        if result.moves and len(game.seats) <= MAX_PLAYERS:
            yield game, result.moves
            count, cards = count + 1, cards - len(game.seats)
