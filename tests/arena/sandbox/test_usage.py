"""The time that counts for a bot: processor time, and time in which it waits for anything but a processor."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from h89yahtzee.arena.sandbox.usage import MAPPINGS, UNKNOWN, SpentTime, nameless_files

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the clock on the wall counts")


def test_time_of_the_processor_counts_until_it_is_settled() -> None:
    spent, started = SpentTime(os.getpid()), time.process_time()
    while time.process_time() < started + 0.02:
        pass
    counted = spent.settle()
    assert 0.02 <= counted <= 0.02 + time.process_time() - started
    assert spent.seconds() < counted


def test_time_in_which_a_process_waits_counts_and_not_that_in_which_it_would_run() -> None:
    """The test's own process runs while it measures itself; the process `cat` waits for input that never comes."""
    running = SpentTime(os.getpid())
    running.rest(60.0)
    assert running.seconds() < 60.0
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        while _state(process.pid) != "S":
            pass
        waiting = SpentTime(process.pid)
        waiting.rest(60.0)
        assert 60.0 <= waiting.settle() < 120.0
        assert waiting.seconds() < 60.0
        assert process.stdin is not None
        process.stdin.close()


def test_time_in_which_a_process_waits_for_what_can_not_be_interrupted_counts(tmp_path: Path) -> None:
    """The process waits as if for a disk: the program it starts can't begin before somebody writes into a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    opened = f"[(os.POSIX_SPAWN_OPEN, 0, {str(pipe)!r}, os.O_RDONLY, 0)]"
    program = f"import os; os.waitpid(os.posix_spawn('/bin/true', ['true'], {{}}, file_actions={opened}), 0)"
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        while _state(process.pid) != "D":
            pass
        waiting = SpentTime(process.pid)
        waiting.rest(60.0)
        pipe.open("wb").close()
    assert waiting.settle() >= 60.0


@pytest.mark.parametrize("number", [100, 5000])
def test_of_mappings_no_more_are_read_than_can_be_in_time(number: int, tmp_path: Path) -> None:
    program = f"from tests.arena.bots.hostile import map_long_paths; map_long_paths({number}); print(flush=True)"
    program += "; import sys; sys.stdin.read()"
    command = [sys.executable, "-c", f"import os; {program}; os.chdir('/')"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"\n"
        found = nameless_files(process.pid, tmp_path)
        process.communicate(b"")
    assert found == (UNKNOWN if number > MAPPINGS else 0)


def _state(process: int) -> str:
    with open(f"/proc/{process}/stat", encoding="ascii") as file:  # noqa: PTH123
        return file.read().rpartition(")")[2].split()[0]
