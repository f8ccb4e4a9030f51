"""The standings of a tournament as a table for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from h89yahtzee.apps.arena.reports import sequential_report
from h89yahtzee.arena.results.intervals import CONFIDENCE
from h89yahtzee.arena.results.standings import EstimatedMean, Place, Standings
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Pool
from h89yahtzee.arena.tournament.tally import Account

VERDICTS = {1: "better", 0: "no telling", -1: "worse"}
_FEW = 10
"""Games of a play-off that are shown one by one."""


@dataclass(frozen=True, slots=True)
class Report:
    """The table of a plan; `logs` is where what bots said on standard error is."""

    plan: Plan
    standings: Standings
    logs: Path | None = None

    def name(self, bot: int) -> str:
        return self.plan.entrants[bot].name

    def names(self, bots: Sequence[int]) -> str:
        *most, last = map(self.name, bots)
        return f"{', '.join(most)} and {last}" if most else last


def table(report: Report) -> Iterator[str]:
    """The lines of the table for people."""
    yield heading(report.plan)
    yield ""
    yield from _places(report)
    for lines in (_comparisons(report), _disqualified(report), play_off_lines(report)):
        yield from lines
    yield ""
    yield from end(report).splitlines()


def heading(plan: Plan) -> str:
    pairing = plan.pairing
    games = count_of_games(pairing.games)
    pool = {
        Pool.ALL: f"{games}, all at one table",
        Pool.PAIRS: f"{games} of every two",
        Pool.GAUNTLET: f"{games} of {plan.entrants[0].name} against each",
        Pool.SWISS: f"Swiss, rounds {pairing.rounds}, {games} a match",
        Pool.TABLES: f"{games} for each at tables of {pairing.size}",
    }[pairing.pool]
    if pairing.test is not None:
        pool = f"{games} at most until it is decided"
    dice = "dice of one's own" if pairing.is_independent else "the same dice for all"
    lenient = ", lenient referee" if plan.is_lenient else ""
    return f"Rules {plan.rules}, seed {pairing.seed}, {pool}, {dice}{lenient}."


def count_of_games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _places(report: Report) -> Iterator[str]:
    width = max([3, *(len(report.name(place.bot)) for place in report.standings.places)])
    zeros = "  zeros" if report.plan.is_lenient else ""
    swiss = "  matches  Buchholz  byes" if report.plan.pairing.pool is Pool.SWISS else ""
    yield (
        f"     {'bot':{width}}   games  points    wins   draws     mean   s.e.  upper bonus  Yahtzees"
        f"  slowest move{zeros}{swiss}"
    )
    columns = report.plan.rule_set.columns
    for place in report.standings.places:
        account = place.account
        if not account.games:
            yield f"{place.rank:3}  {report.name(place.bot):{width}} {0:7}{'':65}{_swiss(place)}".rstrip()
            continue
        error = account.scores.standard_error()
        bonuses, yahtzees = rates(account, columns)
        slowest = f"{1000 * account.slowest:.1f} ms" if account.slowest else "-"
        penalties = f"  {account.penalties:5}" if report.plan.is_lenient else ""
        yield (
            f"{place.rank:3}  {report.name(place.bot):{width}} {account.games:7} {account.points.total:7}"
            f" {account.wins:7} {account.draws:7} {account.scores.mean():8.2f}"
            f" {'-' if error is None else format(error, '.2f'):>6} {100 * bonuses:10.1f} % {yahtzees:9.3f}"
            f"  {slowest:>12}{penalties}{_swiss(place)}"
        )


def _swiss(place: Place) -> str:
    """The match points, in which a match won is 1, and what else decides the places of a Swiss tournament."""
    if place.swiss is None:
        return ""
    return f"  {place.swiss.points / 2:7.1f}  {place.swiss.buchholz / 2:8.1f}  {place.swiss.byes:4}"


def rates(account: Account, columns: int) -> tuple[float, float]:
    """Upper bonuses a column, and Yahtzees a game, extra ones included."""
    yahtzees = account.yahtzees + account.extra_yahtzees
    return account.upper_bonuses / account.games / columns, yahtzees / account.games


def _comparisons(report: Report) -> Iterator[str]:
    if not report.standings.comparisons:
        return
    rows = [
        (
            f"{report.name(it.first)} - {report.name(it.second)}",
            interval_text(it.points, 3),
            VERDICTS[it.points.sign],
            interval_text(it.scores, 1),
            VERDICTS[it.scores.sign],
            "-" if it.games is None else str(it.games),
        )
        for it in report.standings.comparisons
    ]
    yield ""
    is_gauntlet = report.plan.pairing.pool is Pool.GAUNTLET
    who = f"{report.name(0)} is ahead of each" if is_gauntlet else "each is ahead of the next"
    yield f"By how much {who} in a game, with {100 * CONFIDENCE:.0f} % confidence intervals:"
    heads = ("", "points", "", "score", "", "games of both")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [f"{cell:{side}{width}}" for cell, side, width in zip(row, "<><><>", widths, strict=True)]
        yield "  ".join(["", *cells])


def interval_text(estimate: EstimatedMean, digits: int) -> str:
    mean = f"{estimate.mean:.{digits}f}"
    if estimate.interval is None:
        return mean
    low, high = estimate.interval
    return f"{mean} ({low:.{digits}f} to {high:.{digits}f})"


def _disqualified(report: Report) -> Iterator[str]:
    if not report.standings.disqualified:
        return
    yield ""
    yield "Disqualified:"
    for gone in report.standings.disqualified:
        breach = gone.breach
        yield f"  {report.name(gone.bot)}, in game {gone.game + 1}: {breach.rule}"
        if breach.move:
            yield f"    it said: {breach.move}"
        if breach.position:
            yield f"    position: {breach.position}"
        if report.logs is not None and (log := report.logs / f"{report.name(gone.bot)}.log").exists():
            yield f"    log: {log}"


def play_off_lines(report: Report) -> Iterator[str]:
    play_off = report.standings.play_off
    if not play_off:
        return
    yield ""
    level = report.names(sorted(play_off[0].game.seats))
    yield f"{level} were level and played off, {count_of_games(len(play_off))}:"
    shown = play_off if len(play_off) <= _FEW else play_off[-_FEW:]
    if len(shown) < len(play_off):
        yield f"  the first {len(play_off) - len(shown)} left several level"
    for game in shown:
        yield "  " + ", ".join(
            f"{report.name(bot)} {total}" for bot, total in zip(game.game.seats, game.totals, strict=True)
        )


def end(report: Report) -> str:
    champions, test = report.standings.champions, report.standings.test
    if test is not None and not report.standings.disqualified:
        return sequential_report.verdict(test, report.name(0), report.name(1))
    if report.plan.pairing.pool is Pool.GAUNTLET:
        signs = Counter(it.points.sign for it in report.standings.comparisons)
        told = f"better than {signs[1]}, worse than {signs[-1]}, no telling of {signs[0]}"
        return f"On points {report.name(0)} is {told}."
    if not champions:
        return "Nobody has won."
    if len(report.plan.entrants) == 1:
        return f"{report.name(0)} played alone."
    verb = "has won" if len(champions) == 1 else "are level at the top"
    return f"{report.names(champions)} {verb}."
