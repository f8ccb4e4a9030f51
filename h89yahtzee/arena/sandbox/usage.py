"""The use that a bot's process makes of the system, seen from outside: time, threads, memory, files without a name.

Most figures are in /proc. On a system without /proc only wall-clock time counts. Any thread of a process may be
alive, not only the first, whose number is that of the process.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_IS_TOLD = sys.platform == "linux"
"""Whether the system measures the processor time of each process, and shows which processes wait."""

_MEMORY = ("RssAnon", "RssShmem", "VmPTE", "VmSwap")

UNKNOWN = 2**20
"""A count for a process whose program this user may not read, above any number of files that it may have."""

_IDLE_PART = 4
_MEMORY_OF_CONTAINER = Path("/sys/fs/cgroup/memory.max")


class SpentTime:
    """The time that counts for an answer: the bot's time on processors, and its waits for anything else.

    A wait for a processor doesn't count, so that other work of the machine makes no difference.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        # The number of a process's processor clock, as clock_getcpuclockid(3) computes it on Linux.
        self._clock = (~process << 3) | 2 if _IS_TOLD else time.CLOCK_MONOTONIC
        self._rested = self._counted = 0.0
        self._counted = self._now()

    def begin(self) -> None:
        """Start the clock for an answer, except where processor time counts, which runs on since the last one."""
        if not _IS_TOLD:
            self._counted = self._now()

    def seconds(self) -> float:
        """Return the seconds that count since the last answer, or, by wall-clock time, since the question."""
        return max(0.0, self._now() - self._counted) + self._rested

    def unasked(self) -> float:
        """Return the seconds that count since the last answer, 0 by wall-clock time, where a bot may wait."""
        return self.seconds() if _IS_TOLD else 0.0

    def settle(self) -> float:
        """Return the seconds that count since the last answer, and begin to count from 0 again."""
        seconds = self.seconds()
        self._counted, self._rested = self._counted + seconds - self._rested, 0.0
        return seconds

    def rest(self, seconds: float) -> None:
        """Count `seconds` that just passed, unless the bot runs or waits for a processor or a disk."""
        if _IS_TOLD and not self._runs():
            self._rested += seconds

    def _now(self) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return self._counted

    def _runs(self) -> bool:
        """Whether any thread runs, or waits for a processor or for a disk."""
        return any(state in ("R", "D") for _, state in thread_states(self._process))


def threads_and_memory(process: int) -> tuple[int, int]:
    """Return the number of threads and the bytes of memory, 0 for an ended process and where /proc is missing."""
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
    """Return the bytes of memory for a worker's idle bots: a quarter of the machine's, divided by its cores."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        machine = min(machine, int(_MEMORY_OF_CONTAINER.read_text("ascii")))
    return machine // (_IDLE_PART * (os.cpu_count() or 1))


def thread_states(process: int) -> Iterator[tuple[Path, str]]:
    """Yield each thread's folder in /proc and the letter of its state; nothing for a process that is gone."""
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                yield thread, (thread / "stat").read_text("ascii", "replace").rpartition(") ")[2][:1]


def living_thread(process: int) -> Path | None:
    """Return the folder in /proc of a thread that hasn't ended, None if all have."""
    return next((thread for thread, state in thread_states(process) if state not in ("Z", "X")), None)


def nameless_files(process: int, folder: Path) -> int:
    """Return the number of files deleted from a folder that the process still has open or mapped."""
    thread = living_thread(process)
    deleted = re.compile(rf"{re.escape(str(folder))}/.* \(deleted\)", re.DOTALL)
    try:
        return len({*_opened(thread, deleted), *_mapped(thread, deleted)}) if thread else 0
    except PermissionError:
        # Permission is also denied for a process that has just ended.
        return UNKNOWN if living_thread(process) else 0
    except OSError:
        return 0


def _opened(thread: Path, deleted: re.Pattern[str]) -> Iterator[str]:
    for descriptor in (thread / "fd").iterdir():
        try:
            is_nameless = deleted.match(str(descriptor.readlink())) is not None
        except FileNotFoundError:
            continue  # closed since it was listed
        except OSError:
            is_nameless = True  # the path is too long for readlink
        if is_nameless:
            yield descriptor.name


def _mapped(thread: Path, deleted: re.Pattern[str]) -> Iterator[str]:
    for line in (thread / "maps").read_text("utf-8", "replace").splitlines():
        *_, inode, name = [*line.split(maxsplit=5), "", ""][:6]
        if deleted.match(name):
            yield f"inode {inode}"
