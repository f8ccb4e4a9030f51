"""The tables of `yahtzee-solve --export`: the value of every state in which a turn begins. With `--plays N` there
are also N decisions from simulated games, each with the values of all its actions.

The manual page yahtzee-solve(6) describes the columns of these tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.apps.cached_values import prepare, values_of
from h89yahtzee.apps.command import CommandError, UsageError
from h89yahtzee.apps.solve.solve import SolveOptions
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.strategy import DIGITS
from h89yahtzee.solver.many_games import ManyGames, ManyValues
from h89yahtzee.solver.values import Values
from h89yahtzee.store.own_files import replace_file

Table = dict[str, NDArray[Any]]
"""A table, as a dict from the name of each column to an array with the items of all rows."""

_MOST_GAMES = 512
_DECISIONS = 200
"""For N decisions, N / `_DECISIONS` games are played side by side, at least one and at most `_MOST_GAMES`. When one
of them ends, another game begins in its place; `_DECISIONS` decisions are enough for some six games, one after
another."""
_RANDOM = 0.25
"""The fraction of decisions in which an action drawn at random is played in place of the best one."""


def export_lines(file_name: str, options: SolveOptions) -> Iterator[str]:
    """Write the table of states, and with `--plays` the table of decisions, to one file; in the format Parquet,
    write each table to a file of its own. Return one text line, with the names of the files and the number of rows
    of each table. UsageError for rules of several columns: the solver computes the values of all states only for
    one column."""
    rules, path = options.rules, Path(file_name)
    if rules.columns > 1:
        raise UsageError(f"{format_rules(rules)}: expected rules of one column with --export")
    prepare(rules)
    values = values_of(rules)
    tables = {"": states_table(values)}
    if options.plays is not None:
        tables["plays"] = plays_table(values, rules, options.plays, options.seed or 0)
    files = parquet_files(path, tables) if path.suffix == ".parquet" else {path: npz(tables)}
    for file, content in files.items():
        replace_file(file, content)
    counts = [f"{len(table['open_rows']):,} {part or 'states'}" for part, table in tables.items()]
    return iter([f"{' and '.join(map(str, files))}: {' and '.join(counts)} of {format_rules(rules)}"])


def states_table(values: Values) -> Table:
    """Return a table with a row for each possible state in which a turn begins; the rows are in ascending order of
    the number that `Column.index` gives to the state."""
    column = values.column
    found = np.frombuffer(values.table)
    index = np.flatnonzero(found)
    return {
        "open_rows": (index // (column.holdings * column.totals)).astype(np.int32),
        "holds_yahtzee": (index // column.totals % column.holdings).astype(np.int8),
        "upper_sum": (index % column.totals).astype(np.int16),
        "value": np.round(found[index], DIGITS),
    }


def plays_table(values: Values, rules: RuleSet, count: int, seed: int) -> Table:
    """Return a table with a row for each of `count` decisions in simulated games, whose dice follow from `seed`.

    In each step one decision is made in every game; the rows are ordered by step, then by game.
    """
    games = ManyGames(rules, max(1, min(_MOST_GAMES, count // _DECISIONS)), seed)
    judged, drawn = ManyValues(games, values), np.random.Generator(np.random.PCG64(seed))
    steps: list[Table] = []
    for _ in range(-(-count // len(games.total))):
        best = judged.of_actions.argmax(1)
        anything = np.where(games.legal, drawn.random(games.legal.shape), -1.0).argmax(1)
        actions = np.where(drawn.random(len(best)) < _RANDOM, anything, best)
        steps.append(_decisions(games, judged, actions))
        posted = np.flatnonzero(actions >= games.keeps)
        after = judged.before(actions)
        _, is_over = games.step(actions)
        judged.judge(after, posted, is_over)
    return {name: np.concatenate([step[name] for step in steps])[:count] for name in steps[0]}


def _decisions(games: ManyGames, judged: ManyValues, actions: NDArray[np.int64]) -> Table:
    to_come = np.where(games.legal, judged.of_actions - games.total[:, None], np.nan)
    regrets = np.where(games.legal, judged.expected[:, None] - judged.of_actions, np.nan)
    return {
        "open_rows": games.open_rows.astype(np.int32),
        "holds_yahtzee": games.holding.astype(np.int8),
        "upper_sum": games.upper.astype(np.int16),
        "dice": games.sorted_dice().astype(np.int8),
        "rolls_left": games.rolls_left.astype(np.int8),
        "action": actions.astype(np.int16),
        "values": np.round(to_come, DIGITS),
        "regrets": np.round(regrets, DIGITS),
    }


def npz(tables: Mapping[str, Table]) -> bytes:
    """Return the content of a numpy file with an array for each column of each table; `tables` has the tables by
    name. An array is named TABLE_COLUMN, but only COLUMN for the table whose name is empty."""
    content = BytesIO()
    arrays: dict[str, Any] = {
        f"{part}_{name}".lstrip("_"): column for part, table in tables.items() for name, column in table.items()
    }
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def parquet_files(path: Path, tables: Mapping[str, Table]) -> dict[Path, bytes]:
    """Return a dict from the path to the content of each Parquet file to write, one file for each table. The table
    whose name is empty goes to `path`, any other table to `path` with the table's name before `.parquet`.
    CommandError if pyarrow isn't installed."""
    return {
        path.with_suffix(f".{part}.parquet" if part else ".parquet"): _parquet(table)
        for part, table in tables.items()
    }


def _parquet(table: Table) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise CommandError("Parquet needs pyarrow: pip install 'h89yahtzee[parquet]'") from None

    def column(values: NDArray[Any]) -> Any:
        if values.ndim == 1:
            return pyarrow.array(values)
        return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(values.ravel()), values.shape[1])

    content = BytesIO()
    parquet.write_table(pyarrow.table({name: column(values) for name, values in table.items()}), content)
    return content.getvalue()
