"""Which time counts for a bot: that of processors, and that in which it waits for something else."""

import os
import subprocess
import sys
import time

import pytest

from h89yahtzee.arena.sandbox.usage import SpentTime

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the clock on the wall counts")


def test_time_of_the_processor_counts_until_it_is_settled() -> None:
    spent, started = SpentTime(os.getpid()), time.process_time()
    while time.process_time() < started + 0.02:
        pass
    counted = spent.settle()
    assert 0.02 <= counted <= 0.02 + time.process_time() - started
    assert spent.seconds() < counted


def test_time_in_which_a_process_waits_counts_and_not_that_in_which_it_would_run() -> None:
    """This process runs while it asks; the other waits for input that never comes."""
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


def _state(process: int) -> str:
    with open(f"/proc/{process}/stat", encoding="ascii") as file:  # noqa: PTH123
        return file.read().rpartition(")")[2].split()[0]
