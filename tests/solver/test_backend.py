"""Only one module chooses between the kernel and numpy."""

import ast
from pathlib import Path

from h89yahtzee.solver.backend import is_compiled
from tests.solver.backends import computed_by, needs_kernel

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
