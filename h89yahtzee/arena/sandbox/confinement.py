"""The confinement of a bot: the measures by which a process restricts its own rights before it runs the bot.

A process takes each measure that the system supports; `gap_in_sandbox` names the forbidden things that the system
can't prevent.

Linux' Landlock restricts the files that a bot may open; a process needs no special rights for that, and can't undo
it. A restricted process can't look into unrestricted processes, either. It can still find out whether a file
exists, how large it is, and where a link leads. Landlock's calls and rights are described in the kernel's
Documentation/userspace-api/landlock.rst.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from h89yahtzee.arena.sandbox import seccomp

_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_CAPABILITIES = 64
_CAPABILITY_VERSION = 0x20080522

_PROCESSES = 1024
"""The most processes that this user may have, as a limit for a bot that would start another one. It is set only
where seccomp can't keep bots from starting processes."""
_FILES = 256
_FILE_SIZE = 2**24
_STACK = 2**23
_SIGNALS = 256


class Confinement(NamedTuple):
    """The bounds of a bot's process.

    `memory` is the most bytes of the bot's data, `files` the most bytes of its files. The bot may write in the
    folder `own` only; besides, it may read the `readable` paths. The process is killed when the thread that started
    it ends; `parent` is the number of the process with that thread.
    """

    parent: int
    memory: int
    files: int
    own: str
    readable: Sequence[str]

    def enter(self) -> None:
        """Restrict this process; take the measures that can't be undone last."""
        self._limit()
        if sys.platform == "linux":
            self._end_with_parent()
            _be_first_when_memory_is_short()
            _give_up_capabilities()
            # Without root's rights, Landlock and seccomp require that no new privileges can be gained.
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            restrict_files(self.own, self.readable)
            if seccomp.restrict():
                return
        # A seccomp filter would have forbidden the bot to start processes. Without a filter, only the number of all
        # processes of this user can be limited.
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
        # If the parent ended before the call above, no signal will come. This process then has another parent by
        # now, so end if the number of its parent has changed. The number 0 tells nothing, since any parent outside
        # this process's namespace has it; but when that parent ends, the init process of the namespace ends all
        # processes in it.
        if os.getppid() not in (0, self.parent):
            sys.exit(1)


def gap_in_sandbox() -> str:
    """Return a sentence on the forbidden things that bots can do on this system, "" if the system prevents all."""
    is_linux = sys.platform == "linux"
    gaps = []
    if not (is_linux and landlock_is_possible()):
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


_CALL: Callable[..., int] = ctypes.CDLL(None).syscall
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = (1 << bit for bit in range(4))
_REMOVE_FOLDER, _REMOVE_FILE, _MAKE_FOLDER, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_FIRST = (1 << 13) - 1
"""All access rights of Landlock's first version, as a bit mask."""
_REFER, _TRUNCATE, _IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
_SINCE = {_REFER: 2, _TRUNCATE: 3, _IOCTL_DEVICE: 5}
_NET_SINCE, _SCOPED_SINCE = 4, 6
_BIND_AND_CONNECT = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3

_READ = _EXECUTE | _READ_FILE
_CHANGE = _WRITE_FILE | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE_FOLDER | _MAKE_FILE | _REFER | _TRUNCATE
_OWN = _READ_FILE | _READ_FOLDER | _CHANGE
"""A bot's rights in its own folder: to read, write, make and remove files and folders, but not to make links, pipes
and devices, and not to run programs."""
_NULL, _DEVICES = "/dev/null", ("/dev/zero", "/dev/urandom")

_OWN_PROC = ("auxv", "cgroup", "cmdline", "comm", "fd", "limits", "maps", "stat", "statm", "status")
"""The files in /proc/PID that a bot may read about itself; other files there tell of networks and mounts."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # `_pack_` implies this layout, but Python 3.14 requires `_layout_`, too
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def landlock_is_possible() -> bool:
    return _version() >= 1


def restrict_files(own: str, readable: Iterable[str]) -> bool:
    """Restrict the files that this process can open, for good and even after it executes another program; return
    whether that was possible.

    The process can write in the folder `own` and to /dev/null only. It can read the `readable` files and folders,
    with everything inside these folders, and a few files about itself.
    """
    version = _version()
    if version < 1:
        return False
    handled = _FIRST | sum(right for right, since in _SINCE.items() if version >= since)
    net = _BIND_AND_CONNECT if version >= _NET_SINCE else 0
    scoped = _ABSTRACT_SOCKETS_AND_SIGNALS if version >= _SCOPED_SINCE else 0
    attributes = _Ruleset(handled, net, scoped)
    rules = _CALL(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(ctypes.sizeof(attributes)), 0)
    if rules < 0:
        return False
    itself = (f"/proc/{os.getpid()}/{name}" for name in _OWN_PROC)
    granted = [(own, _OWN), (_NULL, _READ_FILE | _WRITE_FILE)]
    granted += [(path, _READ | _READ_FOLDER) for path in (*readable, *_DEVICES, *itself)]
    for path, rights in granted:
        _allow(rules, path, rights & handled)
    restricted = _CALL(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return restricted


def _version() -> int:
    return _CALL(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow `rights` (a bit mask) on `path` and everything below it, in the Landlock ruleset with the descriptor
    `rules`. Do nothing if `path` doesn't exist or can't be opened."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(opened).st_mode):
        rights &= ~_READ_FOLDER
    _CALL(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(_Beneath(rights, opened)), 0)
    os.close(opened)
