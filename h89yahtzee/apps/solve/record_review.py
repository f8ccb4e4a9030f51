"""`yahtzee-solve --review`: what each decision of recorded games lost, and how much of a total was luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.cached_values import analyst_of
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.recorded_games import read_records
from h89yahtzee.apps.solve.formatting import exactness
from h89yahtzee.apps.solve.review_chances import course_lines
from h89yahtzee.apps.solve.review_json import game_json
from h89yahtzee.apps.solve.review_report import HEAD, decision_line, reason_lines
from h89yahtzee.apps.solve.solve_options import SolveOptions
from h89yahtzee.game.record import Record
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.review.review import PlayerReview, review


def review_lines(path: str, options: SolveOptions) -> Iterator[str]:
    """The review of a file; CommandError if it holds no records, or other rules than asked for."""
    games = _chosen(path, read_records(path), options)
    if options.json:
        reviewed = [game_json(number, record, analyst_of(record.setup.rules)) for number, record in games]
        yield json.dumps(reviewed)
        return
    for number, record in games:
        yield from _game(number, record)


def _chosen(path: str, records: Sequence[Record], options: SolveOptions) -> list[tuple[int, Record]]:
    """The games asked for, with their numbers; CommandError if one can't have been played."""
    numbers = range(1, len(records) + 1) if options.game is None else [options.game]
    if options.game is not None and options.game > len(records):
        raise CommandError(f"{path}: there is no game {options.game}, the last is {len(records)}")
    games = [(number, records[number - 1]) for number in numbers]
    for number, record in games:
        rules = record.setup.rules
        if options.is_rules_given and rules != options.rules:
            asked = format_rules(options.rules)
            raise CommandError(f"{path}: game {number} was played by {format_rules(rules)}, not by {asked}")
        try:
            for _ in record.states():
                pass
        except IllegalAction as error:
            raise CommandError(f"{path}: game {number}: {error}") from None
    return games


def _game(number: int, record: Record) -> Iterator[str]:
    setup = record.setup
    analyst = analyst_of(setup.rules)
    reviews = review(record, analyst)
    is_exact = all(player.is_exact for player in reviews)
    end = "" if record.totals is not None else ", unfinished"
    yield f"Game {number}: {format_rules(setup.rules)}, seed {setup.seed}{end}, values {exactness(is_exact)}"
    for player in reviews:
        yield ""
        yield from _player(setup.players[player.seat].name, player, record, analyst)
    yield ""
    if len(reviews) > 1:
        yield from course_lines(record)
        yield ""


def _player(name: str, player: PlayerReview, record: Record, analyst: Analyst) -> Iterator[str]:
    yield name
    yield HEAD
    yield from map(decision_line, player.judgements)
    yield f"expected at the start {player.start:9.2f}"
    yield f"luck                  {player.luck:+9.2f}"
    yield f"skill                 {-player.loss:+z9.2f}"
    if record.totals is None:
        yield f"expected now          {player.end:9.2f}"
    else:
        yield f"total                 {player.end:6.0f}"
    mistakes = player.costliest()
    if mistakes:
        yield "costliest mistakes:"
    for mistake in mistakes:
        yield from reason_lines(mistake, analyst)
