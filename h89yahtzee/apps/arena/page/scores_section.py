"""The distributions of the bots' scores on the page: a picture for each on one scale, and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from h89yahtzee.apps.arena.page.markup import Markup, bot_name, element, joined, table
from h89yahtzee.apps.arena.reports.score_plot import ROUND_STEPS
from h89yahtzee.apps.arena.reports.standings_report import Report
from h89yahtzee.arena.results.standings import Place

_WIDTH, _HEIGHT = 600, 60
_BARS = 60
_LABELS = 6
_SHARES = (5, 25, 50, 75, 95)
_HEADS = ("bot", "lowest", *(f"{share} %" for share in _SHARES), "highest")


def scores_section(report: Report, places: Sequence[Place]) -> Markup:
    """The distributions of bots that have played."""
    scores = [score for place in places for score in +place.account.distribution]
    if not scores:
        return Markup("")
    bar = _step((max(scores) - min(scores)) / _BARS)
    low, high = min(scores) // bar * bar, (max(scores) // bar + 1) * bar
    label = _step((high - low) / _LABELS)
    labels = range(-(-low // label) * label, high + 1, label)
    figures = (_figure(report, place, low, high, bar, labels) for place in places)
    rows = [[bot_name(report.name(place.bot)), *map(str, _shares(place))] for place in places]
    caption = "Scores that so many of a bot's games don't exceed"
    return joined([element("div", *figures, class_="plots"), table("scores", caption, _HEADS, rows)])


def _step(least: float) -> int:
    return next((step for step in ROUND_STEPS if step >= least), ROUND_STEPS[-1])


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
    return element("figure", caption, drawing, _axis(labels, low, high))


def _axis(labels: range, low: int, high: int) -> Markup:
    """The scores below the grid's lines."""
    texts = (
        element(
            "text", str(score), x=f"{100 * (score - low) / (high - low):.2f}%", y="1em", text_anchor=_anchor(share)
        )
        for score in labels
        for share in [(score - low) / (high - low)]
    )
    return element("svg", *texts, class_="axis", aria_hidden="true")


def _anchor(share: float) -> str:
    return "start" if share < 0.03 else "end" if share > 0.97 else "middle"


def _shares(place: Place) -> Iterator[int]:
    """The lowest score, those that so many per cent of the games don't exceed, and the highest."""
    scores = sorted((+place.account.distribution).items())
    counted = list(accumulate(games for _, games in scores))
    yield scores[0][0]
    for share in _SHARES:
        yield next(score for (score, _), n in zip(scores, counted, strict=True) if 100 * n >= share * counted[-1])
    yield scores[-1][0]
