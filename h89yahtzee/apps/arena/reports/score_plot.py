"""The distributions of the bots' scores as an SVG picture: a row for each bot, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.sax.saxutils import escape

from h89yahtzee.apps.arena.reports.standings_report import Report
from h89yahtzee.arena.results.standings import Place

_WIDTH = 800
_LEFT, _RIGHT = 150, 20
_TOP, _BOTTOM = 30, 50
_ROW, _GAP = 60, 14
_BINS = 60
"""About how many bars a row has."""
ROUND_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_TICKS = 12


def svg(report: Report) -> str:
    """The picture. All rows have one scale of scores; the longest bar of each is as high as its row."""
    places = [place for place in report.standings.places if place.account.games]
    scores = [score for place in places for score in +place.account.distribution]
    low, high = (min(scores), max(scores)) if scores else (0, 1)
    bar = _step((high - low) / _BINS)
    axis = _Axis(low // bar * bar, (high // bar + 1) * bar)
    height = _TOP + _ROW * len(places) + _BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif">',
        f"<title>{escape(_title(report))}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(_LEFT, 18, _title(report), "start", "#222222"),
        *_axis(axis, height),
    ]
    for row, place in enumerate(places):
        lines += _row(report, place, _TOP + _ROW * (row + 1), axis, bar)
    return "\n".join([*lines, "</svg>", ""])


class _Axis:
    """The axis of scores, from left to right."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def x(self, score: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (score - self.low) / (self.high - self.low)


def _title(report: Report) -> str:
    return f"Scores by the rules {report.plan.rules}, seed {report.plan.pairing.seed}"


def _step(least: float) -> int:
    return next((step for step in ROUND_STEPS if step >= least), ROUND_STEPS[-1])


def _axis(axis: _Axis, height: int) -> Iterator[str]:
    bottom = height - _BOTTOM
    step = _step((axis.high - axis.low) / _TICKS)
    for score in range(-(-axis.low // step) * step, axis.high + 1, step):
        yield _line(axis.x(score), _TOP, axis.x(score), bottom, "#dddddd")
        yield _text(axis.x(score), bottom + 16, str(score), "middle", "#555555")
    yield _text((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 36, "score", "middle", "#555555")


def _row(report: Report, place: Place, bottom: int, axis: _Axis, bar: int) -> Iterator[str]:
    """The bars, the mean and the name of a bot."""
    account = place.account
    bars: Counter[int] = Counter()
    for score, games in account.distribution.items():
        bars[score // bar * bar] += games
    top = bottom - _ROW + _GAP
    yield f'<g fill="#4477aa"><title>{escape(report.name(place.bot))}: {account.games} games</title>'
    for score in sorted(+bars):
        height = (bottom - top) * bars[score] / max(bars.values())
        x, width = axis.x(score), axis.x(score + bar) - axis.x(score)
        yield f'<rect x="{x:.1f}" y="{bottom - height:.1f}" width="{width:.1f}" height="{height:.1f}"/>'
    yield "</g>"
    mean = account.scores.mean()
    yield _line(axis.x(mean), top, axis.x(mean), bottom, "#aa3333")
    yield _text(axis.x(mean) + 4, top + 4, f"{mean:.1f}", "start", "#aa3333")
    yield _line(_LEFT, bottom, _WIDTH - _RIGHT, bottom, "#888888")
    yield _text(_LEFT - 8, bottom - 6, _shortened(report.name(place.bot)), "end", "#222222")


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, colour: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="12" fill="{colour}">{escape(text)}</text>'


def _shortened(name: str, most: int = 18) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
