"""What `scripts/bench` measures: the limits of the bytes that a key press may cost; and that each of them runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyte
import pytest

from h89yahtzee.h19.terminal import Terminal
from scripts.benchmarks import emulator, wire
from scripts.benchmarks.wire import Step

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(1000, 1002)
"""Other games than those of the README's table."""
POSITIONS = 40
TIME_LIMIT = 50

# The project's own targets. H89 YAHTZEE 1.1 sent 2,510, 186, 66 and about 250 bytes.
LIMITS = {Step.FIRST_BOARD: 2000, Step.SPACE: 70, Step.SELECT: 40, Step.ROLL: 110}


@pytest.fixture(scope="module")
def counts() -> dict[Step, list[int]]:
    return wire.measure(SEEDS)


@pytest.mark.parametrize("step", [Step.SPACE, Step.SELECT, Step.ROLL], ids=lambda step: step.value)
def test_key_press_costs_no_more_than_its_limit(counts: dict[Step, list[int]], step: Step) -> None:
    assert len(counts[step]) >= POSITIONS
    assert min(counts[step]) > 0
    assert max(counts[step]) <= LIMITS[step]


def test_first_board_costs_no_more_than_its_limit() -> None:
    counts = [wire.Table(seed).open() for seed in range(POSITIONS)]
    assert min(counts) > 0
    assert max(counts) <= LIMITS[Step.FIRST_BOARD]


def test_every_step_costs_less_than_the_original(counts: dict[Step, list[int]]) -> None:
    assert [step for step in Step if max(counts[step]) >= wire.ORIGINAL[step]] == []


def test_report_judges_by_the_same_limits() -> None:
    assert wire.LIMITS == LIMITS


@pytest.mark.parametrize("sample", emulator.samples(), ids=lambda sample: sample.name)
def test_emulator_and_pyte_are_timed_at_the_same_screen(sample: emulator.Sample) -> None:
    h19, vt100 = Terminal(), pyte.Screen(80, 24)
    h19.feed(sample.heath)
    pyte.ByteStream(vt100).feed(sample.vt100)
    assert h19.grid().text().split("\n")[:24] == vt100.display
    reverse = [
        "".join("#" if vt100.buffer[row][column].reverse else "." for column in range(80)) for row in range(24)
    ]
    assert h19.grid().attributes().split("\n")[:24] == reverse


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scripts.benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=TIME_LIMIT)


@pytest.mark.parametrize(
    ("benchmark", "rows"),
    [("start", ["TERM=h19", "--plain"]), ("emulator", ["text", "dense"])],
)
def test_benchmark_runs_and_prints_its_rows(benchmark: str, rows: list[str]) -> None:
    finished = run(benchmark)
    assert (finished.returncode, finished.stderr) == (0, "")
    words = [line.split()[0] for line in finished.stdout.splitlines()]
    assert words[-len(rows) :] == rows


def test_unknown_benchmark_is_refused() -> None:
    refused = run("everything")
    assert refused.returncode == 2
    assert refused.stderr.startswith("usage: scripts/bench [")


def test_script_is_executable() -> None:
    assert os.access(ROOT / "scripts" / "bench", os.X_OK)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck isn't installed")
def test_shellcheck_finds_nothing() -> None:
    command = ["shellcheck", "scripts/bench"]
    checked = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False, timeout=TIME_LIMIT)
    assert (checked.returncode, checked.stdout) == (0, "")
