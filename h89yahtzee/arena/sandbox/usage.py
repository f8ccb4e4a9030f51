"""What the process of a bot uses, seen from outside: its time, threads, memory, and files.

Much of it is in /proc. A system without that tells less: there the clock on the wall counts, and nothing else.
"""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import suppress
from pathlib import Path

from h89yahtzee.arena.limits import MEBIBYTE, Limits
from h89yahtzee.arena.sandbox.own_folder import FILES, OwnFolder
from h89yahtzee.arena.sandbox.process_state import living_thread, thread_states

THREADS = 256
"""Threads of a bot, counted here: the system's own limit is one for all processes of a user."""

_IS_TOLD = sys.platform == "linux"
"""Whether the system tells how long each process has run, and whether it waits."""

_SLACK = 64 * MEBIBYTE
"""Memory beside the data, as of stacks, page tables and what is shared."""
_MEMORY = ("RssAnon", "RssShmem", "VmPTE", "VmSwap")

_IDLE_PART = 4
_MEMORY_OF_CONTAINER = Path("/sys/fs/cgroup/memory.max")


class SpentTime:
    """The time that counts for an answer: that of processors, and that in which the bot waits for anything else.

    How long it waits for a processor doesn't count, so that other work of the machine makes no difference.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        # The clock of a process, as clock_getcpuclockid(3) makes its number on Linux.
        self._clock = (~process << 3) | 2 if _IS_TOLD else time.CLOCK_MONOTONIC
        self._rested = self._counted = 0.0
        self._counted = self._now()

    def begin(self) -> None:
        """Begin with a question. What was computed since the last answer counts, where that can be told."""
        if not _IS_TOLD:
            self._counted = self._now()

    def seconds(self) -> float:
        """The seconds since the last answer, or since the question."""
        return max(0.0, self._now() - self._counted) + self._rested

    def unasked(self) -> float:
        """The seconds since the last answer, if nothing was asked since."""
        return self.seconds() if _IS_TOLD else 0.0

    def settle(self) -> float:
        """The same, of which nothing counts for the next answer."""
        seconds = self.seconds()
        self._counted, self._rested = self._counted + seconds - self._rested, 0.0
        return seconds

    def rest(self, seconds: float) -> None:
        """Count these seconds, which have passed, if the bot neither ran nor was about to."""
        if _IS_TOLD and not self._runs():
            self._rested += seconds

    def _now(self) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return self._counted

    def _runs(self) -> bool:
        """Whether a thread runs, waits for a processor or for a disk."""
        return any(state in ("R", "D") for _, state in thread_states(self._process))


def excess(threads: int, memory: int, process: int, folder: OwnFolder, limits: Limits) -> str:
    """The rule that a bot breaks by what it has, or nothing."""
    if threads > THREADS:
        return f"a bot has at most {THREADS} threads"
    if memory > limits.memory + _SLACK:
        return f"a bot has at most {limits.memory // MEBIBYTE} MiB of memory"
    if folder.holds_more(limits.files, process):
        return f"a bot has at most {limits.files // MEBIBYTE} MiB of files, and {FILES} of them"
    return ""


def threads_and_memory(process: int) -> tuple[int, int]:
    """In numbers and bytes; nothing if the process is gone or the system doesn't tell."""
    text = _status(Path(f"/proc/{process}"))
    if "\nState:\tZ" in text and (thread := living_thread(process)):
        text = _status(thread)
    told = {name: int(number) for name, number in re.findall(r"^(\w+):\s+(\d+)", text, re.MULTILINE)}
    return told.get("Threads", 0), 1024 * sum(told.get(name, 0) for name in _MEMORY)


def _status(process: Path) -> str:
    try:
        return (process / "status").read_text("ascii", "replace")
    except OSError:
        return ""


def memory_for_idle_bots() -> int:
    """The bytes that one worker's bots may keep while they wait: its core's part of a quarter of the memory."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        machine = min(machine, int(_MEMORY_OF_CONTAINER.read_text("ascii")))
    return machine // (_IDLE_PART * (os.cpu_count() or 1))
