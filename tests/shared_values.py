"""The solver's values, solved once for all processes of a test run: the first to need them leaves them in a file.

Only values that the kernel computes are shared, and only those that `solve(rules)` returns; tests of the solver
call the backends. Nothing is kept for the next run.
"""

import os
from array import array
from functools import partial, wraps
from pathlib import Path

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.solver import values
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.column import column_of
from h89yahtzee.solver.values import Values, solve

DIRECTORY = "H89YAHTZEE_TESTS_VALUES"
"""The variable that tells the processes of one run where the files are."""


def share_values() -> None:
    """Have `solve` share its values; to be called before other modules import that function.

    Programs that are forked later share the values, whatever their environment is.
    """
    vars(values)["solve"] = wraps(solve)(partial(_solve_or_read, Path(os.environ[DIRECTORY])))


def _solve_or_read(directory: Path, rules: RuleSet, progress: Progress = silent) -> Values:
    if not is_compiled() or not directory.is_dir():
        return solve(rules, progress)
    column = column_of(rules)
    path = directory / column.digest()
    if path.exists():
        return Values(column, array("d", path.read_bytes()))
    found = solve(rules, progress)
    leave(path, found.table.tobytes())
    return found


def leave(path: Path, content: bytes) -> None:
    """Write a file that other processes see either whole or not at all."""
    mine = path.with_suffix(f".{os.getpid()}")
    mine.write_bytes(content)
    mine.replace(path)
