"""What `scripts/bench` measures: the limits of the bytes that a key press may cost; and that each of them runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import pyte
import pytest

from h89yahtzee.h19.terminal import Terminal
from scripts.benchmarks import emulator, game
from scripts.benchmarks.game import Cost, Step

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(1000, 1002)
"""Other games than those of the README's table."""
POSITIONS = 40
TIME_LIMIT = 50

# The project's own targets. H89 YAHTZEE 1.1 sent 2,510, 186, 66 and about 250 bytes.
MOST = {Step.FIRST_BOARD: 1790, Step.SPACE: 60, Step.SELECT: 26, Step.ROLL: 75}
MEDIANS = {Step.SPACE: 40}
ANSWER = 60
"""Milliseconds."""


@pytest.fixture(scope="module")
def costs() -> dict[Step, list[Cost]]:
    return game.measure(SEEDS)


def sizes(costs: list[Cost]) -> list[int]:
    return [cost.size for cost in costs]


@pytest.mark.parametrize("step", [Step.SPACE, Step.SELECT, Step.ROLL], ids=lambda step: step.value)
def test_key_press_costs_no_more_than_its_limit(costs: dict[Step, list[Cost]], step: Step) -> None:
    assert len(costs[step]) >= POSITIONS
    assert min(sizes(costs[step])) > 0
    assert max(sizes(costs[step])) <= MOST[step]
    assert median(sizes(costs[step])) <= MEDIANS.get(step, MOST[step])


def test_first_board_costs_no_more_than_its_limit() -> None:
    counts = sizes([game.Table(seed).open() for seed in range(POSITIONS)])
    assert min(counts) > 0
    assert max(counts) <= MOST[Step.FIRST_BOARD]


def test_every_step_costs_less_than_the_original(costs: dict[Step, list[Cost]]) -> None:
    assert [step for step in Step if max(sizes(costs[step])) >= game.ORIGINAL[step]] == []


def test_median_key_press_is_answered_in_time(costs: dict[Step, list[Cost]]) -> None:
    assert game.median_answer(costs) <= ANSWER


def test_answers_take_as_long_as_the_line_and_the_machine(costs: dict[Step, list[Cost]]) -> None:
    """No less than the line alone; what the processor adds is a few sequences at the end."""
    for cost in (cost for step in Step for cost in costs[step]):
        line = 1000 * cost.size / 960
        assert line + 0.4 <= cost.milliseconds <= 1.1 * line + 10


def test_report_judges_by_the_same_limits() -> None:
    assert {step: limit.most for step, limit in game.LIMITS.items()} == MOST
    assert {step: limit.median for step, limit in game.LIMITS.items() if limit.median} == MEDIANS
    assert game.ANSWER_LIMIT == ANSWER


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
