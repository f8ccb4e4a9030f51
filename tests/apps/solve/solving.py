"""Helpers that run `yahtzee-solve` and check what it prints and how it ends."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from h89yahtzee.apps.solve.solve import main
from tests.apps.games import Result

TIME_LIMIT = 240


def solve(*arguments: str | Path, text: str = "") -> Result:
    """Run the command in this process, which keeps the rules that it has solved."""
    output, errors = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), "ascii")
    with redirect_stdout(output), redirect_stderr(errors), patch.object(sys, "stdin", typed):
        status = main([*map(str, arguments)])
    return Result(status, output.getvalue(), errors.getvalue())


def output(*arguments: str | Path, text: str = "") -> str:
    """Return the output of a command that must succeed."""
    result = solve(*arguments, text=text)
    assert (result.status, result.errors) == (0, "")
    return result.output


def read_json(*arguments: str | Path) -> object:
    return json.loads(output(*arguments, "--json"))


def refusal(*arguments: str | Path, status: int) -> str:
    """Return the one text line in which a command that must fail with `status` says what is wrong."""
    result = solve(*arguments)
    assert (result.status, result.output) == (status, "")
    assert result.errors.startswith("yahtzee-solve: ")
    assert result.errors.count("\n") == 1
    return result.errors


def at(value: object, *path: str | int) -> object:
    """Return the value at a path of member names and list positions in JSON."""
    for step in path:
        if isinstance(step, int):
            assert isinstance(value, list)
            value = value[step]
        else:
            assert isinstance(value, dict)
            value = value[step]
    return value


def rows_at(value: object, *path: str | int) -> list[object]:
    rows = at(value, *path)
    assert isinstance(rows, list)
    return rows


def number_at(value: object, *path: str | int) -> float:
    number = at(value, *path)
    assert isinstance(number, int | float)
    return number
