"""The standings of a tournament for machines: all figures as JSON, the table as CSV."""

from __future__ import annotations

import csv
import json
from io import StringIO

from h89yahtzee.apps.arena.reports import sequential_report
from h89yahtzee.apps.arena.reports.json_values import Json
from h89yahtzee.apps.arena.reports.standings_report import VERDICTS, Report
from h89yahtzee.arena.results.standings import Comparison, EstimatedMean, Place
from h89yahtzee.arena.tournament.schedule import Pool
from h89yahtzee.arena.tournament.swiss import SwissScore
from h89yahtzee.arena.tournament.tally import Account
from h89yahtzee.arena.tournament.tournament import Disqualification

_DIGITS = 4
"""Digits after the point of rates and means."""


def as_json(report: Report) -> str:
    """All figures as JSON, with a play-off game by game."""
    plan, table = report.plan, report.standings
    pairing = plan.pairing
    values: dict[str, Json] = {
        "rules": plan.rules,
        "seed": pairing.seed,
        "games": pairing.games,
        "rounds": pairing.rounds or None,
        "pool": pairing.pool.name.lower(),
        "table_size": pairing.size or None,
        "dice": "independent" if pairing.is_independent else "duplicate",
        "lenient": plan.is_lenient,
        "winners": [report.name(bot) for bot in table.champions],
        "standings": [_figures(report, place) for place in table.places],
        "comparisons": [_compared(report, comparison) for comparison in table.comparisons],
        "disqualified": [_gone(report, gone) for gone in table.disqualified],
        "play_off": [
            {report.name(bot): total for bot, total in zip(game.game.seats, game.totals, strict=True)}
            for game in table.play_off
        ],
        "sprt": None if table.test is None else sequential_report.figures(table.test),
    }
    return json.dumps(values, indent=2)


def as_csv(report: Report) -> str:
    """The table as CSV; disqualified bots come last, with the reason."""
    nobody = Place(rank=0, bot=0, account=Account())
    columns = [*_figures(report, nobody), "disqualified"]
    text = StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for place in report.standings.places:
        writer.writerow(_figures(report, place))
    for gone in report.standings.disqualified:
        writer.writerow({"bot": report.name(gone.bot), "disqualified": gone.breach.rule})
    return text.getvalue()


def _figures(report: Report, place: Place) -> dict[str, Json]:
    """The figures of a bot. Rates are per game, the upper bonus's per column; `slowest_move` is in seconds."""
    account, games = place.account, place.account.games
    columns = report.plan.rule_set.columns
    swiss: dict[str, Json] = {}
    if report.plan.pairing.pool is Pool.SWISS:
        points, buchholz, byes = place.swiss or SwissScore()
        swiss = {"match_points": points / 2, "buchholz": buchholz / 2, "byes": byes}
    return {
        "rank": place.rank,
        "bot": report.name(place.bot),
        "games": games,
        "points": account.points.total,
        "wins": account.wins,
        "draws": account.draws,
        "mean": _rounded(account.scores.mean() if games else None),
        "standard_error": _rounded(account.scores.standard_error()),
        "upper_bonus_rate": _rounded(account.upper_bonuses / games / columns if games else None),
        "yahtzees": _rounded(account.yahtzees / games if games else None),
        "extra_yahtzees": _rounded(account.extra_yahtzees / games if games else None),
        "slowest_move": round(account.slowest, 6),
        "penalties": account.penalties,
        **swiss,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _compared(report: Report, comparison: Comparison) -> Json:
    return {
        "first": report.name(comparison.first),
        "second": report.name(comparison.second),
        "games_of_both": comparison.games,
        "points": _estimated(comparison.points),
        "score": _estimated(comparison.scores),
    }


def _estimated(estimate: EstimatedMean) -> Json:
    interval: Json = None
    if estimate.interval is not None:
        interval = [_rounded(end) for end in estimate.interval]
    return {"mean": _rounded(estimate.mean), "interval": interval, "first_is": VERDICTS[estimate.sign]}


def _gone(report: Report, gone: Disqualification) -> Json:
    return {
        "bot": report.name(gone.bot),
        "game": gone.game + 1,
        "rule": gone.breach.rule,
        "move": gone.breach.move,
        "position": gone.breach.position,
    }
