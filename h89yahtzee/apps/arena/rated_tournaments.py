"""The command `yahtzee-arena ratings`, which reads tournaments' journals, and prints rating lists as text or JSON.

Two bots are connected by games if a chain of bots leads from one to the other, in which each bot has met the next.
Only the ratings of connected bots can be compared, so each rule set has a rating list for each group of connected
bots.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from h89yahtzee.apps.arena import tournament_files
from h89yahtzee.apps.arena.standings_report import count_of_games
from h89yahtzee.apps.arena.tables import NOTHING, Column, Json, figure, json_rows, percent, rounded, text_table
from h89yahtzee.apps.command import CommandError, complain, say
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.tournament.intervals import CONFIDENCE, PERCENTAGE
from h89yahtzee.arena.tournament.plan import Plan, parse_plan
from h89yahtzee.arena.tournament.ratings import AVERAGE, GamesPlayed, Rating, RatingList
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.store.database import JournalError
from h89yahtzee.store.tournaments import TournamentJournal

NAME = "yahtzee-arena"

NamedGame = tuple[tuple[str, ...], tuple[int, ...]]
"""The names of the bots at a table, and their totals, both by seat."""


@dataclass(frozen=True, slots=True)
class _RatedRules:
    """The rating lists of one rule set: a list for each group of bots that are connected by games (see the
    module)."""

    rules: str
    tournaments: int
    lists: tuple[RatingList, ...]


def rate(files: Sequence[Path], rules: str, anchors: Mapping[str, float], is_json: bool) -> int:
    """Print the rating lists of one rule set, named by `rules` as in game records, or of every rule set if `rules`
    is ""; return exit status 0.

    `anchors` fixes the ratings of some bots: it maps their names to ratings in Elo. `files` are the journals to
    read; if there are none, all journals of the user are read. Raise CommandError if there are no games to rate.
    """
    by_rules: dict[str, list[list[NamedGame]]] = {}
    for plan, games in _tournaments(files or tournament_files.all_journals(), bool(files)):
        if games and rules in ("", plan.rules):
            by_rules.setdefault(plan.rules, []).append(games)
    rated = [_rated(found, tournaments, anchors) for found, tournaments in by_rules.items()]
    if not rated:
        by = f" by {rules}" if rules else ""
        raise CommandError(f"there are no games of two bots or more to rate{by}")
    unknown = anchors.keys() - {rating.name for it in rated for group in it.lists for rating in group.ratings}
    if unknown:
        raise CommandError(f"--anchor {min(unknown)}: no bot of that name has played")
    if is_json:
        say(_as_json(rated))
    else:
        for line in _lines(rated):
            say(line)
    return 0


def _tournaments(paths: Sequence[Path], is_strict: bool) -> list[tuple[Plan, list[NamedGame]]]:
    """Return a pair for each journal in `paths`: the plan of the tournament and its games. For an unreadable file,
    raise CommandError if `is_strict`; otherwise print a warning and leave it out.

    If two journals have a game with the same rules, seed and bots, only the game of the later one in `paths` is
    returned.
    """
    seen: set[int] = set()
    known: dict[str, Entrant] = {}
    read: list[tuple[Plan, list[NamedGame]]] = []
    for path in reversed(paths):
        try:
            read.append(_read(path, seen))
        except (JournalError, ValueError) as error:
            if is_strict:
                raise CommandError(str(error)) from None
            complain(NAME, f"{error}; it isn't counted")
            continue
        for entrant in read[-1][0].entrants:
            if known.setdefault(entrant.name, entrant) != entrant:
                complain(NAME, f"{path}: {entrant.name} is another bot than later; NAME=BOT tells versions apart")
    return read[::-1]


def _read(path: Path, seen: set[int]) -> tuple[Plan, list[NamedGame]]:
    """Return the plan in the journal at `path`, and the journal's games of two or more bots. `seen` has a hash of
    each game read so far: leave out games whose hash is in `seen`, and add the hashes of the games returned."""
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
    # Nothing is played here: each call of `take` counts games until it gets to one whose outcome isn't in the
    # journal, and returns that game.
    while (games := tournament.take(1)) and games[0].number < last:
        pass
    return plan, [*_new(plan, tournament, seen)]


def _new(plan: Plan, tournament: Tournament, seen: set[int]) -> Iterator[NamedGame]:
    for game, result in tournament.results():
        names = tuple(plan.entrants[bot].name for bot in game.seats)
        key = hash((plan.rules, game.seed, game.is_independent, names))
        if len(names) > 1 and key not in seen:
            seen.add(key)
            yield names, result.totals


def _rated(rules: str, tournaments: Sequence[Sequence[NamedGame]], anchors: Mapping[str, float]) -> _RatedRules:
    played = GamesPlayed()
    for names, totals in chain.from_iterable(tournaments):
        played.count(names, totals)
    return _RatedRules(rules, len(tournaments), tuple(played.lists(anchors)))


def _lines(rated: Sequence[_RatedRules]) -> Iterator[str]:
    """Yield the lines of all rating lists as text."""
    for number, it in enumerate(rated):
        if number:
            yield ""
        tournaments = "1 tournament" if it.tournaments == 1 else f"{it.tournaments} tournaments"
        games = count_of_games(sum(group.games for group in it.lists))
        yield f"Rules {it.rules}, {tournaments}, {games}, ratings with {PERCENTAGE} intervals."
        for place, group in enumerate(it.lists):
            yield ""
            if place:
                yield "These have met none of those above, so their ratings can't be compared with theirs:"
            yield from text_table(_columns(group), group.ratings, "  ")


def _as_json(rated: Sequence[_RatedRules]) -> str:
    """Return all figures as JSON, with an object for each rating list."""
    lists = [
        {
            "rules": it.rules,
            "tournaments": it.tournaments,
            "games": group.games,
            "model": "Bradley-Terry with ties by Davidson",
            "ties": round(group.ties, 6),
            "average": None if any(rating.is_anchor for rating in group.ratings) else AVERAGE,
            "confidence": CONFIDENCE,
            "ratings": json_rows(_columns(group), group.ratings),
        }
        for it in rated
        for group in it.lists
    ]
    return json.dumps(lists, indent=2)


def _columns(group: RatingList) -> list[Column[Rating]]:
    rank = {rating.name: place for place, rating in enumerate(group.ratings, 1)}

    def interval(it: Rating) -> Json:
        return [round(it.elo - it.error, 1), round(it.elo + it.error, 1)]

    def superiority(rating: Rating) -> str:
        """Return, as text in per cent, the likelihood that the bot with this `rating` is stronger than the next bot
        of the list; `NOTHING` for the last bot."""
        place = rank[rating.name]
        return percent(rating.superiority[group.ratings[place].name]) if place < len(group.ratings) else NOTHING

    return [
        Column("rank", lambda it: rank[it.name], "", lambda it: str(rank[it.name])),
        Column("bot", lambda it: it.name, "bot", lambda it: it.name, is_left=True),
        Column("elo", lambda it: round(it.elo, 1), "Elo", lambda it: f"{it.elo:.1f}"),
        Column("interval", interval, "+/-", lambda it: "anchor" if it.is_anchor else f"{it.error:.1f}"),
        Column("anchor", lambda it: it.is_anchor),
        Column("games", lambda it: it.games, "games", lambda it: str(it.games)),
        figure("score", "score", lambda it: it.score, percent),
        figure("draws", "draws", lambda it: it.draws, percent),
        Column(
            "superiority",
            lambda it: {bot: rounded(share) for bot, share in it.superiority.items()},
            "LOS",
            superiority,
        ),
    ]
