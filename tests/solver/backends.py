"""The two backends for tests: the compiled kernel, which may not be there, and numpy."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.solver import kernel

needs_kernel = pytest.mark.skipif(
    not kernel.is_built(), reason="no compiled kernel (h89yahtzee.solver._kernel): no C compiler was there"
)
by_both = pytest.mark.parametrize("name", [pytest.param("kernel", marks=needs_kernel), "numpy"])
"""A mark for a test of both backends; the test uses `computed_by(name)`."""


@contextmanager
def computed_by(name: str) -> Iterator[None]:
    """Have the solver compute by the backend `name`, "kernel" or "numpy"."""
    with pytest.MonkeyPatch.context() as patch:
        if name == "numpy":
            patch.setattr(kernel, "is_built", lambda: False)
        yield


def solvable(rule_sets: Iterable[RuleSet], fast: int = 99) -> list[object]:
    """Rule sets as parameters of a test that solves them, all but the first `fast` marked as slow."""
    return [
        pytest.param(rules, marks=[*marks_to_solve(rules), *[pytest.mark.slow] * (place >= fast)])
        for place, rules in enumerate(rule_sets)
    ]


def marks_to_solve(rules: RuleSet) -> tuple[pytest.MarkDecorator, ...]:
    return (needs_kernel,) if is_slow(rules) else ()


def is_slow(rules: RuleSet) -> bool:
    """Whether tests solve the rules by the kernel alone, since numpy takes up to a minute on a busy machine.

    One or two other rule sets of that size are enough to test numpy.
    """
    return rules.name in {"free-choice", "quintzee", "quiz", "triple", "yatzy"}
