"""The confinement of a bot: measures that its process takes against itself before the bot runs in it.

Each is taken if the system has it; `gap_in_sandbox` says what it hasn't.
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
"""Processes of this user, if nothing better keeps a bot from starting some."""
_FILES = 256
_FILE_SIZE = 2**24
_STACK = 2**23
_SIGNALS = 256


class Confinement(NamedTuple):
    """The measures and their bounds: `memory` in bytes, its `own` folder to write in, what else is `readable`.

    The process is killed when the thread of `parent` that started it ends.
    """

    parent: int
    memory: int
    own: str
    readable: Sequence[str]

    def enter(self) -> None:
        """Take the measures, the irrevocable ones last."""
        self._limit()
        if sys.platform == "linux":
            self._end_with_parent()
            _be_first_when_memory_is_short()
            _give_up_capabilities()
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            landlock.restrict(self.own, self.readable)
            if seccomp.restrict():
                return
        _set_limit(resource.RLIMIT_NPROC, _PROCESSES)

    def _limit(self) -> None:
        # Data and not address space: V8 and others reserve far more address space than they ever use.
        _set_limit(resource.RLIMIT_DATA, self.memory)
        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_NOFILE, _FILES)
        _set_limit(resource.RLIMIT_FSIZE, _FILE_SIZE)
        _set_limit(resource.RLIMIT_STACK, _STACK)
        if sys.platform == "linux":
            _set_limit(resource.RLIMIT_SIGPENDING, _SIGNALS)

    def _end_with_parent(self) -> None:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != self.parent:
            sys.exit(1)


def gap_in_sandbox() -> str:
    """What bots can do on this system that no measure prevents, as a sentence; empty if there is nothing."""
    is_linux = sys.platform == "linux"
    gaps = []
    if not (is_linux and landlock.is_possible()):
        gaps.append("opening this user's files (that takes Landlock, since Linux 5.13)")
    if not (is_linux and seccomp.is_possible()):
        gaps.append("using the network and starting processes (that takes seccomp, on x86-64 or ARM64)")
    return f"this system doesn't keep bots from {' and '.join(gaps)}" if gaps else ""


def _set_limit(limit: int, value: int) -> None:
    """Lower a limit to `value`, and never raise one."""
    hard = resource.getrlimit(limit)[1]
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(limit, (lowest, lowest))


def _be_first_when_memory_is_short() -> None:
    """Let the kernel end this process before any that isn't a bot."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def _give_up_capabilities() -> None:
    """Give up the capabilities of root, so that a bot run by root can't look into its referee, which keeps them."""
    libc = ctypes.CDLL(None)
    for capability in range(_CAPABILITIES):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    none = (ctypes.c_uint32 * 6)()
    libc.capset(ctypes.byref(_CapabilityHeader(_CAPABILITY_VERSION, 0)), none)
