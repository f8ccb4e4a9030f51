"""`yahtzee-solve --distribution` and `--beat`: published figures, and pictures that are well-formed."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from h89yahtzee.apps.solve.histogram import bins, histogram_lines, histogram_svg
from h89yahtzee.apps.solve.score_distribution import Distribution
from tests.apps.solve.solving import at, number_at, output, read_json, refusal, rows_at
from tests.solver.backends import needs_kernel

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_official_is_as_published() -> None:
    """Mean and deviation of other solvers, percentiles of the exact distribution."""
    found = read_json("--rules", "official", "--distribution")
    assert number_at(found, "mean") == pytest.approx(254.587728734, abs=1e-4)
    assert number_at(found, "deviation") == pytest.approx(59.6079, abs=1e-4)
    expected = {1: 151, 5: 180, 10: 194, 25: 217, 50: 248, 75: 272, 90: 318, 95: 388, 99: 474}
    assert at(found, "percentiles") == {str(percent): score for percent, score in expected.items()}
    probabilities = rows_at(found, "probabilities")
    assert sum(float(str(chance)) for chance in probabilities) == pytest.approx(1)
    assert sum(float(str(chance)) for chance in probabilities[300:]) == pytest.approx(0.1433, abs=5e-5)


@pytest.mark.slow
@needs_kernel
@pytest.mark.timeout(200)
def test_beating_a_score_of_yacht(tmp_path: Path) -> None:
    """What is best for a score reaches it at least as often, and sure things are sure."""
    picture = tmp_path / "yacht.svg"
    text = output("--rules", "yacht", "--distribution", "--beat", "200", "--svg", picture)
    mean, best = (float(chance) for chance in re.findall(r"([\d.]+) % (?:when|at best)", text))
    assert 10 < mean < best < 50
    assert re.search(r"^mean +166\.98[78]", text, re.MULTILINE)
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag == f"{SVG}svg"
    sure = read_json("--rules", "yacht", "--beat", "1")
    assert number_at(sure, "beat", "at_best") == pytest.approx(1, abs=1e-5)
    assert set(sure if isinstance(sure, dict) else ()) == {"rules", "columns", "bonus", "beat"}


def test_several_columns_are_refused() -> None:
    assert "expected rules of one column" in refusal("--rules", "triple", "--distribution", status=2)
    assert "expected rules of one column" in refusal("--rules", "triple", "--beat", "9", status=2)


@needs_kernel
def test_picture_that_can_not_be_written(tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "x.svg"
    assert "No such file" in refusal("--rules", "yacht", "--distribution", "--svg", nowhere, status=1)


TWO_COINS = [0.0] * 10 + [0.25] + [0.0] * 9 + [0.5] + [0.0] * 9 + [0.25] + [1e-9] * 20
"""Scores of 10, 20 or 30, and others that never come about."""


def test_figures_of_two_coins() -> None:
    distribution = Distribution(TWO_COINS[:31])
    assert distribution.mean == 20
    assert distribution.deviation == pytest.approx(50**0.5)
    assert distribution.percentiles() == {1: 10, 5: 10, 10: 10, 25: 10, 50: 20, 75: 20, 90: 30, 95: 30, 99: 30}
    assert [distribution.chance_of(score) for score in (1, 10, 11, 20, 30, 31)] == [1, 1, 0.75, 0.75, 0.25, 0]


def test_histogram_of_two_coins() -> None:
    assert [(found.first, found.end, found.probability) for found in bins(TWO_COINS, 5)][::2] == [
        (10, 15, 0.25),
        (20, 25, 0.5),
        (30, 35, pytest.approx(0.25)),
    ]
    lines = list(histogram_lines(TWO_COINS))
    assert lines == [
        f"   10-19    25.00 % {'#' * 24}",
        f"   20-29    50.00 % {'#' * 48}",
        f"   30-39    25.00 % {'#' * 24}",
    ]


def test_bars_of_the_picture_are_as_high_as_they_are_probable() -> None:
    picture = ElementTree.fromstring(histogram_svg(TWO_COINS, "two & coins", 20))
    assert picture.findtext(f"{SVG}title") == "two & coins"
    bars = [shape for shape in picture.iter(f"{SVG}rect") if shape.get("class") == "bar"]
    heights = [float(bar.get("height", "")) for bar in bars]
    assert heights[0] > 0
    assert heights == pytest.approx([heights[0], 0, 2 * heights[0], 0, heights[0]])
