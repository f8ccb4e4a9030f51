"""The filter that lets a bot make the system calls of `system_calls` and no others; it can't be taken off again.

It needs no rights. A bot that starts another process is killed by SIGSYS, whatever else isn't allowed is refused.
The layout of filters is in the kernel's Documentation/userspace-api/seccomp_filter.rst.
"""

from __future__ import annotations

import ctypes
import errno
import os
from typing import NamedTuple

from h89yahtzee.arena.sandbox.system_calls import SystemCalls, system_calls

_PR_SET_SECCOMP = 22
_FILTER = 2

_LOAD, _AND, _SKIP, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_UNKNOWN = 0x00050000 | errno.ENOSYS
"""The answer to calls for which libraries have a substitute if they are told that there are none."""

_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Offsets in what a filter sees; the low words of arguments are 8 bytes apart."""

_X32 = 0x40000000
"""The first number of the calls of the x32 interface."""
_NEWEST = 450
"""The first number that was no call yet when the table was written."""

_ANY = 0xFFFFFFFF
_CLONE_THREAD, _CLONE_FILES, _CLONE_NAMESPACES = 0x10000, 0x400, 0x7E020080
_UNSHARE_FILES = 2
_NO_NAME, _ONLY_TRUNCATE, _TRUNCATE_MASK = 0x400000, 0x200, 0x203
_SHARED_MEMORY, _GROWS_DOWN = 0x21, 0x100
_AF_UNIX, _STREAM = 1, 1
_FCNTL = (*range(8), 36, 37, 38, 1030, 1032)
"""Commands on descriptors, flags and locks; none that sends signals or enlarges a pipe."""
_IOCTL = (0x5401, 0x802C542A, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX."""
_PRCTL = (3, 15, 16, 21, 23, 30, 39, 42, 0x53564D41)
"""Questions, and the names of threads and of memory."""


class _Check(NamedTuple):
    """A check of an argument: its bits in `mask` must be one of the values, or none of them if it `excludes`."""

    argument: int
    values: tuple[int, ...]
    mask: int = _ANY
    excludes: bool = False
    otherwise: int = _REFUSE


def _checks(pid: int) -> dict[str, tuple[_Check, ...]]:
    """The checks of guarded calls: all must hold."""

    def opened(flags: int) -> tuple[_Check, ...]:
        # Files without a name can't be counted. Before Landlock 3 a file could be emptied by who may only read it.
        without_name = _Check(flags, (_NO_NAME,), _NO_NAME, excludes=True)
        return without_name, _Check(flags, (_ONLY_TRUNCATE,), _TRUNCATE_MASK, excludes=True)

    never_unknown, never_fork = (_Check(0, (), otherwise=answer) for answer in (_UNKNOWN, _KILL))
    is_thread = _Check(0, (_CLONE_THREAD,), _CLONE_THREAD, otherwise=_KILL)
    shared = _Check(3, (_SHARED_MEMORY,), _SHARED_MEMORY, excludes=True)
    return {
        "open": opened(1),
        "openat": opened(2),
        # Neither counts as data, which is limited.
        "mmap": (shared, _Check(3, (_GROWS_DOWN,), _GROWS_DOWN, excludes=True)),
        "fcntl": (_Check(1, _FCNTL),),
        "ioctl": (_Check(1, _IOCTL),),
        "prctl": (_Check(0, _PRCTL),),
        "prlimit64": (_Check(0, (0,)),),
        "socketpair": (_Check(0, (_AF_UNIX,)), _Check(1, (_STREAM,), 0xF)),
        # All threads share their files, or nobody could count those of some.
        "clone": (is_thread, _Check(0, (_CLONE_FILES,), _CLONE_FILES | _CLONE_NAMESPACES)),
        "close_range": (_Check(2, (_UNSHARE_FILES,), _UNSHARE_FILES, excludes=True),),
        # A filter can't see what these two are asked for.
        "clone3": (never_unknown,),
        "openat2": (never_unknown,),
        "fork": (never_fork,),
        "vfork": (never_fork,),
        "kill": (_Check(0, (pid,)),),
        "tgkill": (_Check(0, (pid,)),),
    }


_Instruction = tuple[int, int, int, int]
"""The code, how many instructions to skip if true and if false, and the operand."""


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("operand", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filters", ctypes.POINTER(_Filter)))


def is_possible() -> bool:
    """Whether this kernel has filters, and this file those of its machine."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_SECCOMP, _FILTER, None, 0, 0)
    return system_calls(os.uname().machine) is not None and ctypes.get_errno() == errno.EFAULT


def restrict() -> bool:
    """Restrict this process for good, whatever program it becomes; False if that isn't possible.

    `no_new_privs` must be set, see `confinement`.
    """
    calls = system_calls(os.uname().machine)
    if calls is None:
        return False
    instructions = _instructions(calls, os.getpid())
    filters = (_Filter * len(instructions))(*(_Filter(*instruction) for instruction in instructions))
    program = _Program(len(instructions), filters)
    failed: int = ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)
    return not failed


def _instructions(calls: SystemCalls, pid: int) -> list[_Instruction]:
    checks = _checks(pid)
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, calls.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _REFUSE),
        *(step for number in calls.free for step in ((_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW))),
        *(step for name, number in calls.guarded.items() for step in _guarded(number, checks[name])),
        (_IF_AT_LEAST, 0, 1, _NEWEST),
        (_RETURN, 0, 0, _UNKNOWN),
        (_RETURN, 0, 0, _REFUSE),
    ]


def _guarded(number: int, checks: tuple[_Check, ...]) -> list[_Instruction]:
    steps = [step for check in checks for step in _checked(check)]
    return [(_IF_EQUAL, 0, len(steps) + 1, number), *steps, (_RETURN, 0, 0, _ALLOW)]


def _checked(check: _Check) -> list[_Instruction]:
    """Answer if the check fails, else go on behind it."""
    load = (_LOAD, 0, 0, _ARGUMENTS + 8 * check.argument)
    tests = [(_IF_EQUAL, len(check.values) - place, 0, value) for place, value in enumerate(check.values)]
    # A value that is found leads past the answer, or to it over the instruction that skips it.
    skip: list[_Instruction] = [(_SKIP, 0, 0, 1)] if check.excludes else []
    return [load, (_AND, 0, 0, check.mask), *tests, *skip, (_RETURN, 0, 0, check.otherwise)]
