"""The standings on the page: the places, who is better than the next, and head to head."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.arena.page.markup import Markup, bot_name, element, joined, table
from h89yahtzee.apps.arena.reports.standings_report import (
    VERDICTS,
    Report,
    count_of_games,
    interval_text,
    play_off_lines,
    rates,
)
from h89yahtzee.arena.results import intervals
from h89yahtzee.arena.results.intervals import CONFIDENCE
from h89yahtzee.arena.results.standings import Place
from h89yahtzee.arena.tournament.schedule import Pool
from h89yahtzee.arena.tournament.tournament import Tournament

_HEADS = ("bot", "rank", "games", "points", "wins", "draws", "mean", "s.e.", "upper bonus", "Yahtzees")
_SWISS = ("matches", "Buchholz", "byes")
_NOTHING = "-"


def standings_section(report: Report) -> Markup:
    is_swiss = report.plan.pairing.pool is Pool.SWISS
    heads = [*_HEADS, *["zeros"] * report.plan.is_lenient, *(_SWISS if is_swiss else ())]
    rows = [[bot_name(report.name(place.bot)), *_figures(report, place)] for place in report.standings.places]
    places = table("places", "Places", heads, rows)
    return joined([places, *_comparisons(report), *_disqualified(report), *_play_off(report)])


def _figures(report: Report, place: Place) -> Iterator[str]:
    account = place.account
    yield from map(str, (place.rank, account.games, account.points.total, account.wins, account.draws))
    if account.games:
        error = account.scores.standard_error()
        bonuses, yahtzees = rates(account, report.plan.rule_set.columns)
        yield f"{account.scores.mean():.2f}"
        yield _NOTHING if error is None else f"{error:.2f}"
        yield f"{100 * bonuses:.1f} %"
        yield f"{yahtzees:.3f}"
    else:
        yield from [_NOTHING] * 4
    if report.plan.is_lenient:
        yield str(account.penalties)
    if place.swiss is not None:
        yield from (f"{place.swiss.points / 2:.1f}", f"{place.swiss.buchholz / 2:.1f}", str(place.swiss.byes))


def _comparisons(report: Report) -> Iterator[Markup]:
    if not report.standings.comparisons:
        return
    rows = [
        (
            joined([bot_name(report.name(it.first)), " - ", bot_name(report.name(it.second))]),
            interval_text(it.points, 3),
            VERDICTS[it.points.sign],
            interval_text(it.scores, 1),
            VERDICTS[it.scores.sign],
            _NOTHING if it.games is None else str(it.games),
        )
        for it in report.standings.comparisons
    ]
    caption = f"By how much one is ahead of the other in a game, with {100 * CONFIDENCE:.0f} % confidence intervals"
    yield table("leads", caption, ("bots", "points", "on points", "score", "on score", "games of both"), rows)


def _disqualified(report: Report) -> Iterator[Markup]:
    for gone in report.standings.disqualified:
        breach = gone.breach
        said = [f"It said: {breach.move}. "] if breach.move else []
        position = [element("code", breach.position)] if breach.position else []
        who = element("strong", bot_name(report.name(gone.bot)), " is disqualified")
        yield element("p", who, f", in game {gone.game + 1}: {breach.rule}. ", *said, *position, class_="gone")


def _play_off(report: Report) -> Iterator[Markup]:
    told, *games = [line.strip() for line in play_off_lines(report) if line] or [""]
    if told:
        yield element("p", told)
        yield element("ul", *(element("li", game) for game in games))


def head_to_head(report: Report, tournament: Tournament, bots: Sequence[int]) -> Markup:
    """By how much the bot of a row is ahead of that of a column, and in how many of their games."""
    ahead: Counter[tuple[int, int]] = Counter()
    for game, result in tournament.results():
        seated = [(bot, total) for bot, total in zip(game.seats, result.totals, strict=True) if bot in bots]
        for bot, total in seated:
            for other, its_total in seated:
                ahead[bot, other] += 2 * (total > its_total) + (total == its_total)
    rows = (
        [bot_name(report.name(bot)), *(_duel(tournament, bot, other, ahead[bot, other]) for other in bots)]
        for bot in bots
    )
    return table("duels", "Row against column", ["", *(bot_name(report.name(bot)) for bot in bots)], rows, "duels")


def _duel(tournament: Tournament, bot: int, other: int, ahead: int) -> Markup:
    scores = tournament.tally.duel(bot, other).scores
    if bot == other or not scores.size:
        return Markup(_NOTHING)
    lead, interval = scores.mean(), intervals.of_mean(scores)
    sign = 0 if interval is None else (interval[0] > 0) - (interval[1] < 0)
    width = "" if interval is None else f" ± {(interval[1] - interval[0]) / 2:.1f}"
    games = count_of_games(scores.size)
    return joined(
        [
            element("strong", f"{lead:+.1f}{width}", class_={1: "better", 0: "even", -1: "worse"}[sign]),
            element("small", f"ahead in {50 * ahead / scores.size:.1f} % of {games}"),
        ]
    )
