"""The commands without the compiled solver: numpy solves instead, and the tables that it computes are kept."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.apps.games import ROOT, SOLVE

TIME_LIMIT = 240
VALUE = 166.9881179
"""The expected score of best play by the rules yacht, the smallest rule set, from two independent computations."""

pytestmark = pytest.mark.timeout(2 * TIME_LIMIT)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package without its compiled kernel; the cache is made there too."""
    folder = tmp_path_factory.mktemp("installed")
    for package in ("h89yahtzee", "termcaps"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return folder


def environment(installed: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(installed), "XDG_CACHE_HOME": str(installed / "cache"), "TERM": "dumb"}


def run(installed: Path, *command: str, errors: str = "") -> str:
    """Run a command and return what it printed; it must write exactly `errors` to standard error."""
    finished = subprocess.run(
        command,
        cwd=installed,
        env=environment(installed),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=TIME_LIMIT,
    )
    assert finished.stderr == errors
    return finished.stdout


def solved(installed: Path, errors: str = "") -> float:
    found = json.loads(run(installed, *SOLVE, "--rules", "yacht", "--json", errors=errors))
    assert found["expected"] == pytest.approx(VALUE, abs=1e-7)
    return float(found["seconds"])


def table(installed: Path) -> Path:
    [path] = (installed / "cache" / "h89yahtzee").iterdir()
    return path


def test_there_is_no_kernel(installed: Path) -> None:
    asked = "from h89yahtzee.solver.backend import is_compiled; print(is_compiled())"
    assert run(installed, sys.executable, "-c", asked) == "False\n"


@pytest.mark.slow
def test_table_is_kept_and_a_broken_one_made_anew(installed: Path) -> None:
    solved(installed)
    path = table(installed)
    content = path.read_bytes()
    made = path.stat().st_ino
    solved(installed)
    assert path.stat().st_ino == made
    path.write_bytes(content[:-8])
    solved(installed, f"h89yahtzee: {path}: expected a whole table of 4096 numbers; it is computed anew\n")
    assert path.read_bytes() == content


@pytest.mark.slow
def test_game_uses_the_table_too(installed: Path) -> None:
    solved(installed)
    made = table(installed).stat().st_ino
    words = ("-m", "h89yahtzee", "--rules", "yacht", "-r5", "-d1", "--plain", "=king:optimal")
    assert "king" in run(installed, sys.executable, *words)
    assert table(installed).stat().st_ino == made


def test_cache_that_can_not_be_written_is_done_without(installed: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "cache"
    blocked.write_text("in the way")
    finished = subprocess.run(
        [*SOLVE, "--rules", "yacht"],
        cwd=installed,
        env=environment(installed) | {"XDG_CACHE_HOME": str(blocked)},
        capture_output=True,
        text=True,
        check=True,
        timeout=TIME_LIMIT,
    )
    assert re.search(r"^expected score +166\.98811", finished.stdout, re.MULTILINE)
    assert finished.stderr == ""


def on_terminal(installed: Path, cache: Path, rules: str) -> pexpect.spawn[str]:
    return pexpect.spawn(
        SOLVE[0],
        [*SOLVE[1:], "--rules", rules],
        cwd=str(installed),
        env=environment(installed) | {"XDG_CACHE_HOME": str(cache)},
        timeout=TIME_LIMIT,
        encoding="ascii",
    )


@pytest.mark.slow
def test_interrupted_it_leaves_an_empty_line_and_no_table(installed: Path, tmp_path: Path) -> None:
    child = on_terminal(installed, tmp_path, "official")
    child.expect(r"solving official \[#")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert re.search(r"\r +\r$", child.before or "")
    assert not list(tmp_path.rglob("values-*"))


@pytest.mark.slow
def test_terminal_is_shown_how_far_it_is(installed: Path, tmp_path: Path) -> None:
    child = on_terminal(installed, tmp_path, "yacht")
    child.expect(pexpect.EOF)
    child.close()
    shown = child.before or ""
    assert re.search(r"\rsolving yacht \[#+ +\] +\d+ %", shown)
    assert re.search(r"100 %\r +\rrules ", shown)
