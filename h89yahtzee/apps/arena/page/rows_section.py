"""The rows of the cards on the page: what each bot makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.apps.arena.page.markup import Markup, bot_name, element, joined, table
from h89yahtzee.apps.arena.reports.standings_report import Report
from h89yahtzee.arena.results.standings import Place
from h89yahtzee.arena.results.study import RowUse, Study


def rows_section(report: Report, study: Study, places: Sequence[Place]) -> Markup:
    """The mean points of each row, and how often it gets none; the bonuses are those of all games."""
    heads = ["row", *(bot_name(report.name(place.bot)) for place in places)]
    rows = [
        [row_label(category.name), *(_use(study.bots[place.bot].rows[row]) for place in places)]
        for row, category in enumerate(report.plan.rule_set.categories)
    ]
    return table("rows", "Mean points in a box, and zeros", heads, [*rows, *_bonuses(report, places)], "rows")


def row_label(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _use(use: RowUse) -> Markup:
    if not use.filled:
        return Markup("-")
    zeros = element("small", f"{100 * use.zeros / use.filled:.0f} % zeros")
    return joined([f"{use.points / use.filled:.1f}", zeros])


def _bonuses(report: Report, places: Sequence[Place]) -> Iterator[list[str]]:
    rules = report.plan.rule_set
    accounts = [place.account for place in places]
    if rules.upper_bonus:
        rates = (account.upper_bonuses / account.games / rules.columns for account in accounts)
        yield ["Upper bonus", *(f"{100 * rate:.1f} %" for rate in rates)]
    yield [f"{row_label(rules.categories[rules.five_alike_row].name)}s a game"] + [
        f"{account.yahtzees / account.games:.3f}" for account in accounts
    ]
    if rules.extra_yahtzees.bonus:
        yield ["Extra ones a game", *(f"{account.extra_yahtzees / account.games:.3f}" for account in accounts)]
