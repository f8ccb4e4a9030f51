"""What a process does to itself before a bot runs in it: it gives up what bots may not have.

Each measure is taken where the system has it; without rights of root none of them keeps a bot from reading most
files. Knows nothing of bots otherwise.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from dataclasses import dataclass

from h89yahtzee.arena.sandbox import landlock, seccomp

_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_CAPABILITIES = 64
_CAPABILITY_VERSION = 0x20080522

_PROCESSES = 1024
"""Of this user, where nothing better keeps a bot from starting processes."""
_FILES = 256
_FILE_SIZE = 2**24


@dataclass(frozen=True, slots=True)
class Confinement:
    """`memory` in bytes. `own` is a folder for the bot alone, `hidden` what it may not read.

    The process is killed when `parent` ends, or rather the thread of it that started the process.
    """

    parent: int
    memory: int
    own: str
    hidden: tuple[str, ...]

    def enter(self) -> None:
        """Take the measures, the irrevocable ones last."""
        self._limit()
        if sys.platform == "linux":
            self._end_with_parent()
            _give_up_capabilities()
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            landlock.restrict(self.own, self.hidden)
            if seccomp.restrict():
                return
        _set_limit(resource.RLIMIT_NPROC, _PROCESSES)

    def _limit(self) -> None:
        # Data and not address space: V8 and others reserve far more of that than they ever use.
        _set_limit(resource.RLIMIT_DATA, self.memory)
        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_NOFILE, _FILES)
        _set_limit(resource.RLIMIT_FSIZE, _FILE_SIZE)

    def _end_with_parent(self) -> None:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != self.parent:
            sys.exit(1)


def _set_limit(limit: int, value: int) -> None:
    """Lower where it is lower already."""
    hard = resource.getrlimit(limit)[1]
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(limit, (lowest, lowest))


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def _give_up_capabilities() -> None:
    """Those of root, so that a bot of root can't look into its referee, which keeps them."""
    libc = ctypes.CDLL(None)
    for capability in range(_CAPABILITIES):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    none = (ctypes.c_uint32 * 6)()
    libc.capset(ctypes.byref(_CapabilityHeader(_CAPABILITY_VERSION, 0)), none)
