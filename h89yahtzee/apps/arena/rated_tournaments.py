"""`yahtzee-arena ratings`: the games of tournaments, read from their journals, as rating lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from h89yahtzee.apps.arena import tournament_files
from h89yahtzee.apps.arena.reports.rating_report import RatedRules, as_json, lines
from h89yahtzee.apps.command import CommandError, complain, say
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.ratings.rating_list import GamesPlayed
from h89yahtzee.arena.tournament.plan import Plan, parse_plan
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.store.errors import JournalError
from h89yahtzee.store.tournaments import TournamentJournal

NAME = "yahtzee-arena"

NamedGame = tuple[tuple[str, ...], tuple[int, ...]]
"""The names of the bots at a table, and their totals, by seat."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What a tournament adds to those that were read before: games that none of them has."""

    plan: Plan
    games: list[NamedGame]


def rate(files: Sequence[Path], rules: str, anchors: Mapping[str, float], is_json: bool) -> int:
    """Print the lists by these rules, or by any if they are empty; the exit status."""
    read = [it for it in _tournaments(files or tournament_files.all_journals(), bool(files)) if it.games]
    by_rules = {it.plan.rules: [other for other in read if other.plan.rules == it.plan.rules] for it in read}
    rated = [_rated(found, chosen, anchors) for found, chosen in by_rules.items() if rules in ("", found)]
    if not rated:
        raise CommandError("there are no games of two bots or more to rate" + f" by {rules}" * bool(rules))
    unknown = anchors.keys() - {rating.name for it in rated for group in it.lists for rating in group.ratings}
    if unknown:
        raise CommandError(f"--anchor {min(unknown)}: no bot of that name has played")
    if is_json:
        say(as_json(rated))
    else:
        for line in lines(rated):
            say(line)
    return 0


def _tournaments(paths: Sequence[Path], are_named: bool) -> list[_Read]:
    """The tournaments, the oldest first; what can't be read is an error only if it was named.

    A game that is in several, as of the same seed and bots, counts in the newest.
    """
    seen: set[int] = set()
    known: dict[str, Entrant] = {}
    read: list[_Read] = []
    for path in reversed(paths):
        try:
            read.append(_read(path, seen))
        except (JournalError, ValueError) as error:
            if are_named:
                raise CommandError(str(error)) from None
            complain(NAME, f"{error}; it isn't counted")
            continue
        for entrant in read[-1].plan.entrants:
            if known.setdefault(entrant.name, entrant) != entrant:
                complain(NAME, f"{path}: {entrant.name} isn't what it was later; NAME=BOT tells versions apart")
    return read[::-1]


def _read(path: Path, seen: set[int]) -> _Read:
    """The games of two or more in a journal that count and haven't been `seen`; they are from now on."""
    if not path.is_file():
        raise ValueError(f"{path}: expected the journal of a tournament")
    journal = TournamentJournal(path)
    try:
        plan, outcomes = parse_plan(journal.plan), tournament_files.known(journal)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    finally:
        journal.close()
    tournament = Tournament(plan.pairing, outcomes)
    last = max((number for number, _ in outcomes), default=-1)
    while (games := tournament.take(1)) and games[0].number < last:
        pass  # what isn't in the journal isn't played here
    return _Read(plan, [*_new(plan, tournament, seen)])


def _new(plan: Plan, tournament: Tournament, seen: set[int]) -> Iterator[NamedGame]:
    for game, result in tournament.results():
        names = tuple(plan.entrants[bot].name for bot in game.seats)
        key = hash((plan.rules, game.seed, game.is_independent, names))
        if len(names) > 1 and key not in seen:
            seen.add(key)
            yield names, result.totals


def _rated(rules: str, read: Sequence[_Read], anchors: Mapping[str, float]) -> RatedRules:
    played = GamesPlayed()
    for it in read:
        for names, totals in it.games:
            played.count(names, totals)
    lists = tuple(played.lists(anchors))
    if played.tables and not any(rating.skill for group in lists for rating in group.ratings):
        complain(NAME, "tables of more than two are rated by openskill as well if the extra ratings is installed")
    return RatedRules(rules, len(read), lists)
