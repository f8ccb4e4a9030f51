"""Values for parametrized tests: a few of them for every run, all of them for runs with the slow tests."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def few_fast(count: int, values: Iterable[object]) -> list[ParameterSet]:
    """Return the values, all but the first `count` marked as slow; a tuple is the values of several parameters."""
    return [
        pytest.param(*(value if isinstance(value, tuple) else [value]), marks=[pytest.mark.slow] * (place >= count))
        for place, value in enumerate(values)
    ]
