"""The standings of a tournament: tables and sentences as text for people, and all figures as JSON and CSV.

The tables on a tournament's page in the browser use the functions here for their columns. While games are played,
the last line of the terminal shows the progress; if standard error is a file, a text line is added to it every
minute.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TextIO

from h89yahtzee.apps.arena import tables
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.arena.tournament.intervals import PERCENTAGE, EstimatedMean
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Pool
from h89yahtzee.arena.tournament.sequential_test import SequentialTest
from h89yahtzee.arena.tournament.standings import Comparison, Place, Standings
from h89yahtzee.arena.tournament.swiss import SwissScore
from h89yahtzee.arena.tournament.tally import Account
from h89yahtzee.arena.tournament.tournament import LONGEST_PLAY_OFF, Tournament

_VERDICTS = {1: "better", 0: "no telling", -1: "worse"}
_FEW = 10
"""The most games of a play-off that are shown one by one."""


@dataclass(frozen=True, slots=True)
class Report:
    """The plan and the standings of a tournament; `logs` is the folder with the bots' standard error."""

    plan: Plan
    standings: Standings
    logs: Path | None = None

    def name(self, bot: int) -> str:
        return self.plan.entrants[bot].name

    def names(self, bots: Sequence[int]) -> str:
        *most, last = map(self.name, bots)
        return f"{', '.join(most)} and {last}" if most else last


def table(report: Report) -> Iterator[str]:
    """Yield the lines of the report as text for people."""
    yield heading(report.plan)
    yield ""
    yield from tables.text_table(place_columns(report), report.standings.places)
    for lines in (_comparisons(report), _disqualified(report), play_off_lines(report)):
        yield from lines
    yield ""
    yield from end(report).splitlines()


def as_json(report: Report) -> str:
    """Return all figures as JSON, among them the result of each game of a play-off."""
    plan, standings = report.plan, report.standings
    pairing = plan.pairing
    values: dict[str, object] = {
        "rules": plan.rules,
        "seed": pairing.seed,
        "games": pairing.games,
        "rounds": pairing.rounds or None,
        "pool": pairing.pool.name.lower(),
        "table_size": pairing.size or None,
        "dice": "independent" if pairing.is_independent else "duplicate",
        "lenient": plan.is_lenient,
        "winners": [report.name(bot) for bot in standings.champions],
        "standings": tables.json_rows(place_columns(report), standings.places),
        "comparisons": tables.json_rows(comparison_columns(report), standings.comparisons),
        "disqualified": [
            {
                "bot": report.name(gone.bot),
                "game": gone.game + 1,
                "rule": gone.breach.rule,
                "move": gone.breach.move,
                "position": gone.breach.position,
            }
            for gone in standings.disqualified
        ],
        "play_off": [
            {report.name(bot): total for bot, total in zip(game.game.seats, game.totals, strict=True)}
            for game in standings.play_off
        ],
        "sprt": None if standings.test is None else _sprt_figures(standings.test),
    }
    return json.dumps(values, indent=2)


def as_csv(report: Report) -> str:
    """Return the standings as CSV; disqualified bots come last, with the reason."""
    columns = place_columns(report)
    names = [column.name for column in columns if column.value is not None]
    gone = [{"bot": report.name(it.bot), "disqualified": it.breach.rule} for it in report.standings.disqualified]
    return tables.csv_table([*names, "disqualified"], [*tables.json_rows(columns, report.standings.places), *gone])


def place_columns(report: Report) -> list[tables.Column[Place]]:
    """Return the columns of the table of standings. A rate is a number per game, but the rate of upper bonuses is
    the share of the played score card columns that earned the bonus."""

    def name(place: Place) -> str:
        return report.name(place.bot)

    zeros = (lambda it: str(it.account.penalties)) if report.plan.is_lenient else None
    bonuses = per_game(lambda it: it.upper_bonuses / report.plan.rule_set.columns)
    columns: list[tables.Column[Place]] = [
        tables.Column("rank", lambda it: it.rank, "", lambda it: str(it.rank), 3, page_head="rank"),
        tables.Column("bot", name, "bot", name, 3, is_left=True, markup=lambda it: tables.bot_name(name(it))),
        _count("games", lambda it: it.games),
        _count("points", lambda it: it.points.total),
        _count("wins", lambda it: it.wins),
        _count("draws", lambda it: it.draws),
        tables.figure("mean", "mean", per_game(lambda it: it.scores.total), "{:.2f}".format, 7),
        tables.figure("standard_error", "s.e.", lambda it: it.account.scores.standard_error(), "{:.2f}".format, 5),
        tables.figure("upper_bonus_rate", "upper bonus", bonuses, tables.percent),
        # JSON and CSV have a column for Yahtzees that filled their box and a column for extra ones; the table has
        # the sum of both.
        tables.figure("", "Yahtzees", per_game(lambda it: it.yahtzees + it.extra_yahtzees), "{:.3f}".format),
        tables.figure("yahtzees", "", per_game(lambda it: it.yahtzees)),
        tables.figure("extra_yahtzees", "", per_game(lambda it: it.extra_yahtzees)),
        tables.Column("slowest_move", lambda it: round(it.account.slowest, 6), "slowest move", _slowest),
        tables.Column("penalties", lambda it: it.account.penalties, "zeros", zeros),
    ]
    return [*columns, *_SWISS_COLUMNS] if report.plan.pairing.pool is Pool.SWISS else columns


def _count(name: str, of: Callable[[Account], int]) -> tables.Column[Place]:
    """Return a table column of whole numbers with `name` as its head; `of` returns the number for a bot's `Account`
    (the running totals of its games)."""
    return tables.Column(name, lambda it: of(it.account), name, lambda it: str(of(it.account)), 6)


def per_game(total: Callable[[Account], float]) -> Callable[[Place], float | None]:
    """Return a function from a bot's `Place` in the standings to a mean per game: the number that `total` returns
    for the bot's account, divided by the number of its games; None for a bot that has played no games."""

    def mean(place: Place) -> float | None:
        return total(place.account) / place.account.games if place.account.games else None

    return mean


def _slowest(place: Place) -> str:
    return f"{1000 * place.account.slowest:.1f} ms" if place.account.slowest else tables.NOTHING


def _swiss(place: Place) -> SwissScore:
    return place.swiss or SwissScore()


# A match won is shown as 1 point in all forms of output, though the pairing counts it as 2 points.
_SWISS_COLUMNS: list[tables.Column[Place]] = [
    tables.figure("match_points", "matches", lambda it: _swiss(it).points / 2, "{:.1f}".format),
    tables.figure("buchholz", "Buchholz", lambda it: _swiss(it).buchholz / 2, "{:.1f}".format),
    tables.Column("byes", lambda it: _swiss(it).byes, "byes", lambda it: str(_swiss(it).byes)),
]


def comparison_columns(report: Report) -> list[tables.Column[Comparison]]:
    """Return the columns of the comparisons: by how much the first bot is ahead of the second."""

    def pair(it: Comparison) -> tuple[str, str]:
        return report.name(it.first), report.name(it.second)

    return [
        tables.Column("first", lambda it: pair(it)[0]),
        tables.Column("second", lambda it: pair(it)[1]),
        tables.Column("games_of_both", lambda it: it.games),
        tables.Column(
            text=lambda it: " - ".join(pair(it)),
            is_left=True,
            page_head="bots",
            markup=lambda it: tables.joined(map(tables.bot_name, pair(it)), " - "),
        ),
        tables.Column("points", lambda it: _estimated(it.points), "points", lambda it: interval_text(it.points, 3)),
        tables.Column(text=lambda it: _VERDICTS[it.points.sign], is_left=True, page_head="on points"),
        tables.Column("score", lambda it: _estimated(it.scores), "score", lambda it: interval_text(it.scores, 1)),
        tables.Column(text=lambda it: _VERDICTS[it.scores.sign], is_left=True, page_head="on score"),
        tables.Column(head="games of both", text=lambda it: tables.NOTHING if it.games is None else str(it.games)),
    ]


def _estimated(estimate: EstimatedMean) -> tables.Json:
    interval: tables.Json = (
        None if estimate.interval is None else [tables.rounded(end) for end in estimate.interval]
    )
    return {"mean": tables.rounded(estimate.mean), "interval": interval, "first_is": _VERDICTS[estimate.sign]}


def interval_text(estimate: EstimatedMean, digits: int) -> str:
    mean = f"{estimate.mean:.{digits}f}"
    if estimate.interval is None:
        return mean
    low, high = estimate.interval
    return f"{mean} ({low:.{digits}f} to {high:.{digits}f})"


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


def _comparisons(report: Report) -> Iterator[str]:
    if not report.standings.comparisons:
        return
    is_gauntlet = report.plan.pairing.pool is Pool.GAUNTLET
    compared = f"{report.name(0)} is ahead of each" if is_gauntlet else "each is ahead of the next"
    yield ""
    yield f"By how much {compared} in a game, with {PERCENTAGE} confidence intervals:"
    yield from tables.text_table(comparison_columns(report), report.standings.comparisons, "  ")
    figures = [it for each in report.standings.comparisons for it in (each.points, each.scores)]
    if any(
        it.sign == 0 and it.interval is not None and not it.interval[0] <= 0 <= it.interval[1] for it in figures
    ):
        yield "  Of so many intervals some leave out 0 by chance, so not each of them tells."


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
    """Return the last line of the report, or the last two lines for a sequential test."""
    champions, test = report.standings.champions, report.standings.test
    if test is not None and not report.standings.disqualified:
        return _sprt_verdict(test, report.name(0), report.name(1))
    if report.plan.pairing.pool is Pool.GAUNTLET:
        signs = Counter(it.points.sign for it in report.standings.comparisons)
        counts = f"better than {signs[1]}, worse than {signs[-1]}, no telling of {signs[0]}"
        return f"On points {report.name(0)} is {counts}."
    if not champions:
        return "Nobody has won."
    if len(report.plan.entrants) == 1:
        return f"{report.name(0)} played alone."
    return _winners(report)


def _winners(report: Report) -> str:
    """Return a sentence that names the winner or the bots that are level at the top. If the winner isn't known to
    be better than the next bot, a second sentence says so."""
    champions = report.standings.champions
    if len(champions) > 1:
        return f"{report.names(champions)} are level at the top."
    won = f"{report.name(champions[0])} has won."
    # Search all comparisons: in a Swiss tournament the winner isn't compared with the next bot if they haven't met.
    lead = next((it for it in report.standings.comparisons if it.first == champions[0]), None)
    if lead is None or lead.points.sign or lead.scores.sign:
        return won
    return f"{won} Whether it is better than {report.name(lead.second)} can't be told yet."


def sprt_state(test: SequentialTest) -> str:
    """Return the state of a test as fastchess writes it: the log-likelihood ratio, its bounds, and the leads in Elo
    of both hypotheses.

    For example: `LLR: 1.31 (-2.94, 2.94) [0, 10]`.
    """
    low, high = test.hypotheses.bounds
    return f"LLR: {test.llr:.2f} ({low:.2f}, {high:.2f}) [{test.hypotheses.elo0:g}, {test.hypotheses.elo1:g}]"


def _sprt_verdict(test: SequentialTest, first: str, second: str) -> str:
    terms, elo = test.hypotheses, test.elo()
    results = "pairs (lost to won)" if test.is_of_pairs else "games (lost, drawn, won)"
    lead = "" if elo is None or not isfinite(elo) else f", Elo {elo:+.1f}"
    found = {
        0: f"H0 is accepted: {first} isn't {terms.elo1:g} Elo better than {second}.",
        1: f"H1 is accepted: {first} is more than {terms.elo0:g} Elo better than {second}.",
        None: f"Neither is accepted after {test.games} games.",
    }[test.accepted]
    return f"{sprt_state(test)}, {results} {' '.join(map(str, test.counts))} for {first}{lead}.\n{found}"


def _sprt_figures(test: SequentialTest) -> tables.Json:
    terms, elo = test.hypotheses, test.elo()
    low, high = terms.bounds
    return {
        "elo_model": "logistic",
        "results": "pentanomial" if test.is_of_pairs else "trinomial",
        "elo0": terms.elo0,
        "elo1": terms.elo1,
        "alpha": terms.alpha,
        "beta": terms.beta,
        "llr": tables.rounded(test.llr),
        "lower_bound": tables.rounded(low),
        "upper_bound": tables.rounded(high),
        "counts": [*test.counts],
        "games": test.games,
        "elo": None if elo is None or not isfinite(elo) else round(elo, 1),
        "accepted": None if test.accepted is None else f"H{test.accepted}",
    }


_BAR = 20
_LEADERS = 5


class Progress:
    def __init__(self, plan: Plan, tournament: Tournament, stream: TextIO, clock: Callable[[], float]) -> None:
        self._plan = plan
        self._tournament = tournament
        self._line = LineNowAndThen(stream, clock)
        self._played = 0

    def update(self, played: int) -> None:
        """Add `played` to the number of games played in this run, and show the line of progress. Games read from a
        journal don't count."""
        self._played += played
        self._line.show(self.line)

    def clear(self) -> None:
        self._line.clear()

    def line(self) -> str:
        tournament = self._tournament
        played, games = tournament.played, tournament.games
        if tournament.play_off:
            return f"play-off, game {len(tournament.play_off) + 1} of at most {LONGEST_PLAY_OFF}"
        left = self._line.time_left(self._played, games - played)
        if tournament.test is not None:
            return "  ".join([f"{played} of at most {games}", sprt_state(tournament.test), *left])
        filled = "".ljust(_BAR * played // games if games else _BAR, "#")
        out = [f"{len(tournament.disqualified)} out"] if tournament.disqualified else []
        accounts = tournament.tally.accounts
        by_points = sorted(tournament.bots_left, key=lambda bot: -accounts[bot].points.total)[:_LEADERS]
        leaders = ", ".join(f"{self._plan.entrants[bot].name} {accounts[bot].points.total}" for bot in by_points)
        return "  ".join([f"[{filled:.<{_BAR}}] {played}/{games}", *left, *out, leaders])
