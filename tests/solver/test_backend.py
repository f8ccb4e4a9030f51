"""Only one module chooses between the kernel and numpy, and both give the same for many states at once."""

import ast
from array import array
from pathlib import Path
from random import Random

import pytest

from h89yahtzee.game.rules import rule_set
from h89yahtzee.solver.backend import backend, is_compiled
from h89yahtzee.solver.column import column_of
from tests.solver.backends import by_both, computed_by, needs_kernel

SOURCES = Path(__file__).parent.parent.parent / "h89yahtzee"


def imported(path: Path) -> set[str]:
    """The names that a module imports, as `a.b` for `from a import b`."""
    text = path.read_text()
    nodes = list(ast.walk(ast.parse(text if "solver" in text else "")))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    return {f"{node.module}.{alias.name}" for node in froms for alias in node.names} | {
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }


def test_only_the_backend_asks_for_the_kernel_or_its_substitute() -> None:
    backends = {"h89yahtzee.solver.kernel", "h89yahtzee.solver.numpy_backend"}
    choosing = [path.name for path in SOURCES.rglob("*.py") if imported(path) & backends]
    assert choosing == ["backend.py"]


@needs_kernel
def test_numpy_stands_in_for_the_kernel() -> None:
    assert is_compiled()
    with computed_by("numpy"):
        assert not is_compiled()
    assert is_compiled()


@pytest.mark.parametrize("rules", ["official", "yatzy", "yacht-dice", "quintzee"])
@by_both
def test_posts_of_many_states_are_those_of_each(rules: str, name: str) -> None:
    """The values of the following states are random, also those of states that no game reaches."""
    column, draw = column_of(rule_set(rules, columns=1)), Random(5)
    some = array("d", (draw.random() * 300 for _ in range(10_007)))
    values = (some * (column.states // len(some) + 1))[: column.states]
    states = [
        (draw.randrange(1, 1 << column.rows), draw.randrange(column.holdings), draw.randrange(column.totals))
        for _ in range(40)
    ]
    with computed_by(name):
        many = backend().posts_of(column, values, array("i", (column.index(*state) for state in states)))
        for lane, state in enumerate(states):
            assert [*many[lane :: len(states)]] == pytest.approx([*backend().post(column, values, state)])
