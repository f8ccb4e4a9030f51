"""The tables and drawings of numbers on a tournament's page: standings, head to head, scores, rows, lost points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import accumulate, combinations, permutations
from typing import TypeVar

from h89yahtzee.apps.arena.page_games import axis, step_id
from h89yahtzee.apps.arena.standings_report import Report, comparison_columns, place_columns, play_off_lines
from h89yahtzee.apps.arena.tables import (
    NOTHING,
    Column,
    Markup,
    bot_name,
    element,
    figure,
    html_table,
    joined,
    page_table,
    percent,
)
from h89yahtzee.arena.tournament import intervals
from h89yahtzee.arena.tournament.intervals import PERCENTAGE
from h89yahtzee.arena.tournament.standings import Place
from h89yahtzee.arena.tournament.study import BotStudy, Costly, RowUse, Study
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.mistakes import Mistake
from h89yahtzee.table.card_lines import action_text

_WIDTH, _HEIGHT = 600, 60
"""The width and height of the drawing of a bot's distribution, in units of its `viewBox`."""
_BARS, _LABELS = 60, 6
"""The approximate greatest numbers of bars and of labels in the drawing of a distribution."""
_ROUND_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_SHARES = (5, 25, 50, 75, 95)
_FIRST = ("bot", "rank", "points", "mean", "standard_error")
_FIGURES = (
    "A point is a game in which no other bot scored more. Mean is that of the scores, s.e. its standard error. "
    "Upper bonus is the share of columns with that bonus, Yahtzees are those of a game."
)
_VERDICTS = (
    "Better and worse are said where luck is no likely reason: if all bots were equal, the words would stand in at "
    "most one tournament of twenty. With no telling, more games may tell."
)

_Row = TypeVar("_Row")


def standings_section(report: Report) -> Markup:
    # Leave out the times of moves, so that the page of the same games is always the same.
    columns = [column for column in place_columns(report) if column.name != "slowest_move"]
    # A phone shows only the first columns until its user scrolls.
    places = page_table("places", "Places", _begin_with(_FIRST, columns), report.standings.places)
    return joined(
        [places, element("p", _FIGURES), *_comparisons(report), *_disqualified(report), *_play_off(report)]
    )


def _begin_with(first: Sequence[str], columns: Sequence[Column[_Row]]) -> list[Column[_Row]]:
    """Return the columns reordered: first those whose `name` or `page_head` is in `first`, in the order of `first`;
    then the other columns."""
    places = {name: place for place, name in enumerate(first)}
    return sorted(columns, key=lambda it: places.get(it.name, places.get(it.page_head, len(places))))


def _comparisons(report: Report) -> Iterator[Markup]:
    if report.standings.comparisons:
        caption = f"By how much one is ahead of the other in a game, with {PERCENTAGE} confidence intervals"
        columns = _begin_with(("bots", "on points", "on score"), comparison_columns(report))
        yield page_table("leads", caption, columns, report.standings.comparisons)
        yield element("p", _VERDICTS)


def _disqualified(report: Report) -> Iterator[Markup]:
    for gone in report.standings.disqualified:
        breach = gone.breach
        said = [f"It said: {breach.move}. "] if breach.move else []
        position = [element("code", breach.position)] if breach.position else []
        verdict = element("strong", bot_name(report.name(gone.bot)), " is disqualified")
        yield element("p", verdict, f", in game {gone.game + 1}: {breach.rule}. ", *said, *position, class_="gone")


def _play_off(report: Report) -> Iterator[Markup]:
    told, *games = [line.strip() for line in play_off_lines(report) if line] or [""]
    if told:
        yield element("p", told)
        yield element("ul", *(element("li", game) for game in games))


def head_to_head(report: Report, tournament: Tournament, bots: Sequence[int]) -> Markup:
    """Return an HTML table with a row and a column for each bot. A cell compares the bot of the row with that of
    the column: the mean lead of the row's bot, and how many games it was ahead, behind and level."""
    ahead: Counter[tuple[int, int]] = Counter()
    for game, result in tournament.results():
        seated = [(bot, total) for bot, total in zip(game.seats, result.totals, strict=True) if bot in bots]
        for (bot, total), (other, its_total) in permutations(seated, 2):
            ahead[bot, other] += total > its_total
    met = [pair for pair in combinations(bots, 2) if tournament.tally.duel(*pair).scores.size]
    judged = intervals.judged([intervals.of_mean(tournament.tally.duel(*pair).scores) for pair in met])
    leads = dict(zip(met, judged, strict=True))

    def duel(bot: int, other: int) -> Markup:
        sign = 1 if (bot, other) in leads else -1
        lead = leads.get((bot, other)) or leads.get((other, bot))
        if lead is None:
            return Markup(NOTHING)
        width = "" if lead.interval is None else f" ± {(lead.interval[1] - lead.interval[0]) / 2:.1f}"
        # Adding 0 makes a lead of -0.0 positive.
        mean = f"{sign * lead.mean + 0.0:+.1f}{width}"
        level = tournament.tally.duel(bot, other).scores.size - ahead[bot, other] - ahead[other, bot]
        games = f"{ahead[bot, other]} ahead, {ahead[other, bot]} behind{f', {level} level' if level else ''}"
        kind = {1: "better", 0: "even", -1: "worse"}[sign * lead.sign]
        return joined([element("strong", mean, class_=kind), element("small", games)])

    names = [bot_name(report.name(bot)) for bot in bots]
    rows = ([name, *(duel(bot, other) for other in bots)] for name, bot in zip(names, bots, strict=True))
    return html_table("duels", "Row against column", ["", *names], rows, "duels")


def scores_section(report: Report, places: Sequence[Place]) -> Markup:
    """Return the HTML of the section on scores: for each bot in `places`, a drawing of the distribution of its
    scores, and a table of percentiles with a row for each bot. All drawings have the same scale."""
    scores = [score for place in places for score in +place.account.distribution]
    if not scores:
        return Markup("")
    bar = _step((max(scores) - min(scores)) / _BARS)
    # All drawings share one scale from `low` to `high`, which are multiples of the width of a bar.
    low, high = min(scores) // bar * bar, (max(scores) // bar + 1) * bar
    label = _step((high - low) / _LABELS)
    labels = range(-(-low // label) * label, high + 1, label)
    figures = (_figure(report, place, low, high, bar, labels) for place in places)
    rows = [[bot_name(report.name(place.bot)), *map(str, _shares(place))] for place in places]
    heads = ["bot", "lowest", *(f"{share} %" for share in _SHARES), "highest"]
    caption = "Scores that so many of a bot's games don't exceed"
    told = element("p", "How often each bot had about so many points in a game; the line across is the mean.")
    return joined([told, element("div", *figures, class_="plots"), html_table("scores", caption, heads, rows)])


def _step(least: float) -> int:
    return next((step for step in _ROUND_STEPS if step >= least), _ROUND_STEPS[-1])


def _figure(report: Report, place: Place, low: int, high: int, bar: int, labels: range) -> Markup:
    account, name = place.account, report.name(place.bot)

    def x(score: float) -> str:
        return f"{_WIDTH * (score - low) / (high - low):.1f}"

    bars: Counter[int] = Counter()
    for score, games in account.distribution.items():
        bars[score // bar * bar] += games
    path = "".join(
        f"M{x(score)} {_HEIGHT}V{_HEIGHT * (1 - games / max(bars.values())):.1f}H{x(score + bar)}V{_HEIGHT}"
        for score, games in sorted((+bars).items())
    )
    mean = account.scores.mean()
    drawing = element(
        "svg",
        element("path", d="".join(f"M{x(score)} 0V{_HEIGHT}" for score in labels), class_="grid"),
        element("path", d=path, class_="bars"),
        element("path", d=f"M{x(mean)} 0V{_HEIGHT}", class_="mean"),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        preserveAspectRatio="none",
        role="img",
        aria_label=f"Distribution of the scores of {name}",
    )
    caption = element("figcaption", element("strong", bot_name(name)), f" mean {mean:.1f}")
    return element("figure", caption, drawing, axis({str(score): (score - low) / (high - low) for score in labels}))


def _shares(place: Place) -> Iterator[int]:
    """Yield some of the scores of the bot in this `place` of the standings: the lowest score, the score at each
    percentile in `_SHARES`, and the highest score."""
    scores = sorted((+place.account.distribution).items())
    counted = list(accumulate(games for _, games in scores))
    yield scores[0][0]
    for share in _SHARES:
        yield next(score for (score, _), n in zip(scores, counted, strict=True) if 100 * n >= share * counted[-1])
    yield scores[-1][0]


def rows_section(report: Report, study: Study, places: Sequence[Place]) -> Markup:
    """Return an HTML table with a column for each bot in `places`, and a row for each row of the score card. A cell
    has the bot's mean points in a box of this row, and the share of these boxes with a zero.

    These figures come from the games in `study`, since only those were replayed. Below them are rows with the rates
    of bonuses and Yahtzees, which come from all games of the tournament.
    """
    heads = ["row", *(bot_name(report.name(place.bot)) for place in places)]
    rows = [
        [category.label, *(_use(study.bots[place.bot].rows[row]) for place in places)]
        for row, category in enumerate(report.plan.rule_set.categories)
    ]
    return html_table("rows", "Mean points in a box, and zeros", heads, [*rows, *_bonuses(report, places)], "rows")


def _use(use: RowUse) -> Markup:
    if not use.filled:
        return Markup(NOTHING)
    zeros = element("small", f"{100 * use.zeros / use.filled:.0f} % zeros")
    return joined([f"{use.points / use.filled:.1f}", zeros])


def _bonuses(report: Report, places: Sequence[Place]) -> Iterator[list[str]]:
    rules, accounts = report.plan.rule_set, [place.account for place in places]
    if rules.upper_bonus:
        rates = (account.upper_bonuses / account.games / rules.columns for account in accounts)
        yield ["Upper bonus", *map(percent, rates)]
    yahtzees = f"{rules.categories[rules.five_alike_row].label}s a game"
    yield [yahtzees, *(f"{account.yahtzees / account.games:.3f}" for account in accounts)]
    if rules.extra_yahtzees.bonus:
        yield ["Extra ones a game", *(f"{account.extra_yahtzees / account.games:.3f}" for account in accounts)]


def decisions_section(report: Report, study: Study, places: Sequence[Place], shown: Container[int]) -> Markup:
    """Return the HTML of the section on decisions: a table of the points lost by each kind of mistake, and for each
    bot a table of its costliest decisions.

    `shown` has the numbers of the games that the page shows turn by turn. A costly decision in such a game has a
    link to the place on the page where the game shows this decision.
    """

    def lost(kind: Mistake | None) -> Callable[[Place], float | None]:
        def mean(place: Place) -> float | None:
            bot = study.bots[place.bot]
            return (bot.lost if kind is None else bot.losses[kind]) / bot.games if bot.games else None

        return mean

    columns: list[Column[Place]] = [
        Column(head="bot", markup=lambda it: bot_name(report.name(it.bot))),
        figure("", "lost a game", lost(None), "{:.2f}".format),
    ]
    if report.plan.rule_set.columns == 1:
        columns += [figure("", kind.value, lost(kind), "{:.2f}".format) for kind in Mistake]
    costliest = (_costliest(report, study.bots[place.bot], place.bot, shown) for place in places)
    return joined([page_table("losses", "Points lost a game, by kind of mistake", columns, places), *costliest])


def _costliest(report: Report, study: BotStudy, bot: int, shown: Container[int]) -> Markup:
    name = bot_name(report.name(bot))
    if not study.costliest:
        return element("p", name, " has lost next to nothing by any decision.")
    heads = ("game", "lost", "dice and rolls", "played", "best", "turn", "position")
    rows = (list(_row(costly, costly.game.number in shown)) for costly in study.costliest)
    return html_table(f"costliest-{bot}", joined(["The costliest decisions of ", name]), heads, rows, "words")


def _row(costly: Costly, is_shown: bool) -> Iterator[str]:
    state, step = costly.step.state, costly.step
    number = f"Game {costly.game.number + 1}"
    yield element("a", number, href=f"#{step_id(costly.game.number, costly.number + 1)}") if is_shown else number
    yield f"{step.lost:.2f}"
    yield f"{format_digits(state.dice)}, {state.rolls_left} left"
    assert step.move is not None
    assert step.best is not None
    yield action_text(state, step.move)
    yield action_text(state, step.best)
    yield str(state.turn + 1)
    position = element("code", format_position(Position.of(state)))
    yield element("details", element("summary", "in words"), position)
