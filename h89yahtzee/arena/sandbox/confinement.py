"""The confinement of a bot: the measures by which a process restricts its own rights before it runs the bot.

A process takes each measure that the system supports; `gap_in_sandbox` tells what the system can't prevent.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from h89yahtzee.arena.sandbox import landlock, seccomp

_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_CAPABILITIES = 64
_CAPABILITY_VERSION = 0x20080522

_PROCESSES = 1024
"""The most processes that this user may have, a limit for bots where seccomp can't keep them from starting any."""
_FILES = 256
_FILE_SIZE = 2**24
_STACK = 2**23
_SIGNALS = 256


class Confinement(NamedTuple):
    """The bounds of a bot: `memory` and `files` in bytes, its `own` folder to write in, other `readable` paths.

    The confined process is killed when its starter, a thread of the process `parent`, ends.
    """

    parent: int
    memory: int
    files: int
    own: str
    readable: Sequence[str]

    def enter(self) -> None:
        """Restrict this process, with the measures that can't be undone last."""
        self._limit()
        if sys.platform == "linux":
            self._end_with_parent()
            _be_first_when_memory_is_short()
            _give_up_capabilities()
            # Without root's rights, Landlock and seccomp require that no new privileges can be gained.
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            landlock.restrict(self.own, self.readable)
            if seccomp.restrict():
                return
        # Without a seccomp filter, limit the number of all this user's processes.
        _set_limit(resource.RLIMIT_NPROC, _PROCESSES)

    def _limit(self) -> None:
        # Limit data and not address space: V8 and others reserve far more address space than they ever use.
        _set_limit(resource.RLIMIT_DATA, self.memory)
        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_NOFILE, _FILES)
        _set_limit(resource.RLIMIT_FSIZE, _FILE_SIZE)
        _set_limit(resource.RLIMIT_STACK, _STACK)
        if sys.platform == "linux":
            _set_limit(resource.RLIMIT_SIGPENDING, _SIGNALS)

    def _end_with_parent(self) -> None:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        # If the parent ended before the call above, no signal will come. In a namespace of processes, a parent
        # outside has the number 0.
        if os.getppid() not in (0, self.parent):
            sys.exit(1)


def gap_in_sandbox() -> str:
    """Return a sentence on the forbidden things that bots can do on this system; empty if there are none."""
    is_linux = sys.platform == "linux"
    gaps = []
    if not (is_linux and landlock.is_possible()):
        gaps.append("opening this user's files (that takes Landlock, since Linux 5.13)")
    if not (is_linux and seccomp.is_possible()):
        gaps.append("using the network and starting processes (that takes seccomp, on x86-64 or ARM64)")
    return f"this system doesn't keep bots from {' and '.join(gaps)}" if gaps else ""


def _set_limit(limit: int, value: int) -> None:
    """Lower a resource limit to `value`; never raise it."""
    hard = resource.getrlimit(limit)[1]
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(limit, (lowest, lowest))


def _be_first_when_memory_is_short() -> None:
    """Make the kernel kill this process first when memory runs out, before any process that isn't a bot."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def _give_up_capabilities() -> None:
    """Give up root's capabilities, since a bot run by root could otherwise look into the referee's process."""
    libc = ctypes.CDLL(None)
    for capability in range(_CAPABILITIES):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    none = (ctypes.c_uint32 * 6)()
    libc.capset(ctypes.byref(_CapabilityHeader(_CAPABILITY_VERSION, 0)), none)
