"""The system calls that a bot may not make, by a filter of Linux that needs no rights and can't be taken off again.

There are filters for x86-64 and ARM64. A bot that starts another process is killed by SIGSYS; it may start threads.
Signals to other processes, looks into them, and sockets are refused. The layout of filters is in the kernel's
Documentation/userspace-api/seccomp_filter.rst, the numbers of calls are in its table for each architecture.
"""

from __future__ import annotations

import ctypes
import errno
import os
from typing import NamedTuple

_PR_SET_SECCOMP = 22
_FILTER = 2

_LOAD, _IF_EQUAL, _IF_SET, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000

_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Offsets in what a filter sees, low words first."""

_CLONE_THREAD = 0x10000
_X32 = 0x40000000
"""The first number of the calls of the x32 interface."""

_SINCE_5 = (424, 425, 434, 438, 440)
"""pidfd_send_signal, io_uring_setup, pidfd_open, pidfd_getfd, process_madvise: the same numbers everywhere."""
_CLONE3 = 435


class _Calls(NamedTuple):
    """The numbers of an architecture and of its calls.

    `refused`: ptrace, process_vm_readv, process_vm_writev, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, socket,
    unshare, setns, bpf, perf_event_open, userfaultfd.
    """

    architecture: int
    clone: int
    forks: tuple[int, ...]
    kill: int
    tgkill: int
    prlimit: int
    refused: tuple[int, ...]


_CALLS = {
    "x86_64": _Calls(
        0xC000003E, 56, (57, 58), 62, 234, 302, (101, 310, 311, 200, 129, 297, 41, 272, 308, 321, 298, 323)
    ),
    "aarch64": _Calls(
        0xC00000B7, 220, (), 129, 131, 261, (117, 270, 271, 130, 138, 240, 198, 97, 268, 280, 241, 282)
    ),
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


def restrict() -> bool:
    """Restrict this process for good, whatever program it becomes; False if that isn't possible.

    `no_new_privs` must be set, see `confinement`.
    """
    calls = _CALLS.get(os.uname().machine)
    if calls is None:
        return False
    instructions = _instructions(calls, os.getpid())
    filters = (_Filter * len(instructions))(*(_Filter(*instruction) for instruction in instructions))
    program = _Program(len(instructions), filters)
    failed: int = ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)
    return not failed


def _instructions(calls: _Calls, pid: int) -> list[_Instruction]:
    refuse = _REFUSE | errno.EPERM
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, calls.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, refuse),
        # A filter can't see the flags of clone3; libraries fall back to clone if they are told it isn't there.
        *_when(_CLONE3, _REFUSE | errno.ENOSYS),
        *(step for number in (*calls.refused, *_SINCE_5) for step in _when(number, refuse)),
        *(step for number in calls.forks for step in _when(number, _KILL)),
        *_unless_first_argument(calls.clone, (_IF_SET, 1, 0, _CLONE_THREAD), _KILL),
        *_unless_first_argument(calls.kill, (_IF_EQUAL, 1, 0, pid), refuse),
        *_unless_first_argument(calls.tgkill, (_IF_EQUAL, 1, 0, pid), refuse),
        *_unless_first_argument(calls.prlimit, (_IF_EQUAL, 1, 0, 0), refuse),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _when(number: int, answer: int) -> list[_Instruction]:
    return [(_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]


def _unless_first_argument(number: int, test: _Instruction, answer: int) -> list[_Instruction]:
    """Allow the call if its first argument passes the test, which then skips one instruction."""
    return [
        (_IF_EQUAL, 0, 4, number),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        test,
        (_RETURN, 0, 0, answer),
        (_RETURN, 0, 0, _ALLOW),
    ]
