"""`yahtzee-solve --distribution` and `--beat`, compared with published figures; the figures of two coins by
hand."""

from __future__ import annotations

import re

import pytest

from h89yahtzee.apps.solve.scores import Distribution, histogram_lines
from tests.apps.solve.solving import number_at, output, read_json, refusal
from tests.solver.backends import needs_kernel


@pytest.mark.slow
@needs_kernel
@pytest.mark.timeout(200)
def test_beating_a_score_of_yacht() -> None:
    """Play that aims at a score reaches it at least as often as play for the best mean; a score of 1 is certain."""
    text = output("--rules", "yacht", "--distribution", "--beat", "200")
    mean, best = (float(chance) for chance in re.findall(r"([\d.]+) % (?:when|at best)", text))
    assert 10 < mean < best < 50
    assert re.search(r"^mean +166\.98[78]", text, re.MULTILINE)
    sure = read_json("--rules", "yacht", "--beat", "1")
    assert number_at(sure, "beat", "at_best") == pytest.approx(1, abs=1e-5)
    assert set(sure if isinstance(sure, dict) else ()) == {"rules", "columns", "bonus", "beat"}


def test_several_columns_are_refused() -> None:
    assert "expected rules of one column" in refusal("--rules", "triple", "--distribution", status=2)
    assert "expected rules of one column" in refusal("--rules", "triple", "--beat", "9", status=2)


TWO_COINS = [0.0] * 10 + [0.25] + [0.0] * 9 + [0.5] + [0.0] * 9 + [0.25] + [1e-9] * 20
"""The chances of the scores from 0 on: those of 10, 20 and 30 as by two coins; those above 30 are negligible."""


def test_figures_of_two_coins() -> None:
    distribution = Distribution(TWO_COINS[:31])
    assert distribution.mean == 20
    assert distribution.deviation == pytest.approx(50**0.5)
    assert distribution.percentiles() == {1: 10, 5: 10, 10: 10, 25: 10, 50: 20, 75: 20, 90: 30, 95: 30, 99: 30}
    assert [distribution.chance_of(score) for score in (1, 10, 11, 20, 30, 31)] == [1, 1, 0.75, 0.75, 0.25, 0]


def test_histogram_of_two_coins() -> None:
    lines = list(histogram_lines(TWO_COINS))
    assert lines == [
        f"   10-19    25.00 % {'#' * 24}",
        f"   20-29    50.00 % {'#' * 48}",
        f"   30-39    25.00 % {'#' * 24}",
    ]
