"""Measurements of a bot's process from outside: its time, threads, memory, and files deleted but still open.

Most figures come from /proc. Without /proc only wall-clock time can be measured. The first thread of a process has
the same number as the process; it may have ended while other threads are alive.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

_IS_TOLD = sys.platform == "linux"
"""Whether the system reports, as Linux does, the processor time of each process and whether the process waits."""

_MEMORY = ("RssAnon", "RssShmem", "VmPTE", "VmSwap")

UNKNOWN = 2**20
"""The number that `nameless_files` returns if it can't read the list of a process's open files; it is above any
limit."""

THREADS, MAPPINGS = 256, 4000
"""The first number is the most threads that a bot may have. This program counts them, since the system's own limit
is for all processes of a user together. The second is the most memory mappings of a bot that has written files."""
FILES = 1000
"""The most files and folders that a bot may have in its own folder."""
ENTRY = 4096
"""The least number of bytes that a file or folder adds to the size of a bot's folder."""
_MOST_OF_MAPS = 2**20
"""The most bytes to read from the list of a bot's memory mappings, which has the paths of mapped files."""

_IDLE_PART = 4
_MEMORY_OF_CONTAINER = Path("/sys/fs/cgroup/memory.max")


class SpentTime:
    """The time charged to a bot for an answer: its processor time, and the time in which it waits for anything
    other than a processor.

    The time in which it waits for a processor isn't charged, so that other work of the machine makes no difference.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        # The number of a process's processor clock, as clock_getcpuclockid(3) computes it on Linux.
        self._clock = (~process << 3) | 2 if _IS_TOLD else time.CLOCK_MONOTONIC
        self._rested = self._counted = 0.0
        self._counted = self._now()

    def begin(self) -> None:
        """Begin to charge wall-clock time, since the bot is now being asked. Do nothing where processor time can be
        measured: it is charged from the last answer on."""
        if not _IS_TOLD:
            self._counted = self._now()

    def seconds(self) -> float:
        """Return the seconds charged to the bot since its last answer or, where only wall-clock time can be
        measured, since the question."""
        return max(0.0, self._now() - self._counted) + self._rested

    def unasked(self) -> float:
        """Return the seconds charged to a bot that hasn't been asked since its last answer. Return 0 where only
        wall-clock time can be measured, since wall-clock time also passes while a bot just waits."""
        return self.seconds() if _IS_TOLD else 0.0

    def settle(self) -> float:
        """Return the seconds charged for the answer that has just come, and begin to charge from 0 again."""
        seconds = self.seconds()
        self._counted, self._rested = self._counted + seconds - self._rested, 0.0
        return seconds

    def rest(self, seconds: float) -> None:
        """Charge the last `seconds` to the bot if it now waits for anything other than a processor, such as a disk.

        Charge nothing if it runs (its processor time is charged anyway), if it waits for a processor (such waits
        are free), or where only wall-clock time can be measured.
        """
        if _IS_TOLD and not self._runs():
            self._rested += seconds

    def _now(self) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return self._counted

    def _runs(self) -> bool:
        """Whether any thread of the bot runs or waits for a processor, rather than for a disk or anything else."""
        return any(state == "R" for _, state in thread_states(self._process))


def threads_and_memory(process: int) -> tuple[int, int]:
    """Return the number of a process's threads, and its memory in bytes; both are 0 if the process has ended or the
    system has no /proc."""
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
    """Return the bytes of memory that the idle bots of one worker may use together: a quarter of the machine's
    memory, divided by the number of its cores."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        machine = min(machine, int(_MEMORY_OF_CONTAINER.read_text("ascii")))
    return machine // (_IDLE_PART * (os.cpu_count() or 1))


def thread_states(process: int) -> Iterator[tuple[Path, str]]:
    """Yield for each thread of a process the thread's folder in /proc and the letter of its state, such as R for
    running; yield nothing if the process is gone."""
    with suppress(OSError):
        for thread in islice(Path(f"/proc/{process}/task").iterdir(), THREADS + 1):
            with suppress(OSError):
                yield thread, (thread / "stat").read_text("ascii", "replace").rpartition(") ")[2][:1]


def living_thread(process: int) -> Path | None:
    """Return the folder in /proc of any living thread of a process, None if all its threads have ended."""
    return next((thread for thread, state in thread_states(process) if state not in ("Z", "X")), None)


def root_of(process: int) -> str:
    """Return a path to the root folder as a process sees it, with the mounts of its namespace; "" if the process
    has ended."""
    thread = living_thread(process)
    return f"{thread}/root" if thread else ""


def nameless_files(process: int, folder: Path) -> int:
    """Return the number of files deleted from a folder that the process still has open or mapped."""
    thread = living_thread(process)
    deleted = re.compile(rf"{re.escape(str(folder))}/.* \(deleted\)", re.DOTALL)
    try:
        return len({*_opened(thread, deleted), *_mapped(thread, deleted)}) if thread else 0
    except PermissionError:
        # Permission is also denied for a process that has just ended.
        return UNKNOWN if living_thread(process) else 0
    except OverflowError:
        return UNKNOWN
    except OSError:
        return 0


def _opened(thread: Path, deleted: re.Pattern[str]) -> Iterator[str]:
    for descriptor in (thread / "fd").iterdir():
        try:
            is_nameless = deleted.match(str(descriptor.readlink())) is not None
        except FileNotFoundError:
            continue  # the file was closed after the folder was listed
        except OSError:
            is_nameless = True  # the path is too long for readlink
        if is_nameless:
            yield descriptor.name


def _mapped(thread: Path, deleted: re.Pattern[str]) -> Iterator[str]:
    with (thread / "maps").open("rb") as file:
        text = file.read(_MOST_OF_MAPS)
    lines = text.decode("utf-8", "replace").splitlines()
    if len(text) == _MOST_OF_MAPS or len(lines) > MAPPINGS:
        raise OverflowError("expected fewer mappings")
    for line in lines:
        *_, inode, name = [*line.split(maxsplit=5), "", ""][:6]
        if deleted.match(name):
            yield f"inode {inode}"
