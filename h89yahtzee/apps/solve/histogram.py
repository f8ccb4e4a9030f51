"""The distribution of a score as a histogram: lines of text, or an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from xml.sax.saxutils import escape

LEAST = 5e-4
"""Bins at the ends that are less probable than this are left out."""

_ROW_WIDTH = 10
_BAR_WIDTH = 48

_POINTS = 5
"""The width of a bar in the picture."""
_SIZE = (860, 420)
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 48, 48


@dataclass(frozen=True, slots=True)
class Bin:
    """Scores from `first` to before `end`."""

    first: int
    end: int
    probability: float


def bins(probabilities: Sequence[float], width: int) -> list[Bin]:
    """The bins from the first to the last likelier than `LEAST`, each beginning at a multiple of `width`."""
    ends = range(0, len(probabilities), width)
    all_bins = [Bin(first, first + width, sum(probabilities[first : first + width])) for first in ends]
    shown = [number for number, found in enumerate(all_bins) if found.probability >= LEAST]
    return all_bins[shown[0] : shown[-1] + 1]


def histogram_lines(probabilities: Sequence[float]) -> Iterator[str]:
    rows = bins(probabilities, _ROW_WIDTH)
    most = max(row.probability for row in rows)
    for row in rows:
        bar = "#" * round(_BAR_WIDTH * row.probability / most)
        yield f"{row.first:5}-{row.end - 1:<4} {100 * row.probability:6.2f} % {bar}".rstrip()


def histogram_svg(probabilities: Sequence[float], title: str, mean: float) -> str:
    """A picture of bars of five points each, with the mean as a line."""
    bars = bins(probabilities, _POINTS)
    scale = _Scale(bars[0].first, bars[-1].end, max(found.probability for found in bars))
    shapes = [*_axis(scale), *(_bar(scale, found) for found in bars), _mean_line(scale, mean)]
    width, height = _SIZE
    lines = "\n".join(shapes)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<title>{escape(title)}</title>
<style>
text {{ font: 13px sans-serif; fill: #333333; }}
rect.bar {{ fill: #2a7d4f; }}
line {{ stroke: #999999; }}
line.mean {{ stroke: #b03030; stroke-width: 2; }}
</style>
<rect width="{width}" height="{height}" fill="#ffffff"/>
<text x="{_LEFT}" y="24">{escape(title)}</text>
{lines}
</svg>
"""


@dataclass(frozen=True, slots=True)
class _Scale:
    """Turns scores and probabilities into places in the picture."""

    first: int
    end: int
    most: float

    def x(self, score: float) -> float:
        width = _SIZE[0] - _LEFT - _RIGHT
        return _LEFT + width * (score - self.first) / (self.end - self.first)

    def y(self, probability: float) -> float:
        height = _SIZE[1] - _TOP - _BOTTOM
        return _SIZE[1] - _BOTTOM - height * probability / self.most


def _bar(scale: _Scale, found: Bin) -> str:
    left, right, top = scale.x(found.first), scale.x(found.end), scale.y(found.probability)
    height = scale.y(0) - top
    place = f'x="{left:.2f}" y="{top:.2f}" width="{max(0.5, right - left - 0.5):.2f}" height="{height:.2f}"'
    about = f"{found.first}-{found.end - 1}: {100 * found.probability:.3f} %"
    return f'<rect class="bar" {place}><title>{about}</title></rect>'


def _mean_line(scale: _Scale, mean: float) -> str:
    x = scale.x(mean)
    return (
        f'<line class="mean" x1="{x:.2f}" y1="{_TOP}" x2="{x:.2f}" y2="{scale.y(0):.2f}"/>'
        f'<text x="{x + 4:.2f}" y="{_TOP + 10}">mean {mean:.2f}</text>'
    )


def _axis(scale: _Scale) -> Iterator[str]:
    bottom = scale.y(0)
    right = _SIZE[0] - _RIGHT
    yield f'<line x1="{_LEFT}" y1="{bottom:.2f}" x2="{right}" y2="{bottom:.2f}"/>'
    step = 50 if scale.end - scale.first <= 600 else 100
    for score in range(-(-scale.first // step) * step, scale.end + 1, step):
        yield f'<text x="{scale.x(score):.2f}" y="{bottom + 18:.2f}" text-anchor="middle">{score}</text>'
    unit = 10 ** floor(log10(scale.most))
    for tick in range(1, floor(scale.most / unit) + 1):
        y = scale.y(tick * unit)
        yield f'<line x1="{_LEFT}" y1="{y:.2f}" x2="{right}" y2="{y:.2f}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:.2f}" text-anchor="end">{100 * tick * unit:g} %</text>'
    about = f"final score; each bar is {_POINTS} points"
    yield f'<text x="{(_LEFT + right) / 2}" y="{_SIZE[1] - 10}" text-anchor="middle">{about}</text>'
