"""The system calls that a bot may make, and a seccomp filter that refuses all others and can't be removed.

A process needs no special rights to install a filter. A bot that starts another process is killed by SIGSYS. All
other calls that aren't in the lists below are refused: calls that change modes, owners, times and attributes of
files, calls that reach other processes or that other users of the machine can notice, calls for shared memory, and
all calls of future kernels. The lists follow those of container runtimes; the numbers are from the kernel's tables
of calls for x86-64 and ARM64. The layout of filters is in the kernel's
Documentation/userspace-api/seccomp_filter.rst.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import struct
from functools import cache
from typing import NamedTuple

_PR_SET_SECCOMP = 22
_FILTER = 2

_LOAD, _AND, _SKIP, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_UNKNOWN = 0x00050000 | errno.ENOSYS
"""The filter's answer that refuses a call with ENOSYS, as a kernel without this call does, so that libraries use
other calls instead."""

_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Byte offsets, in the data that a filter reads, of the system call's number, of the architecture and of the first
argument. The low words of successive arguments are 8 bytes apart."""

_X32 = 0x40000000
"""The lowest number of a system call of the x32 interface."""
_NEWEST = 450
"""The lowest number that wasn't yet the number of a system call when the tables below were written."""

_ANY = 0xFFFFFFFF
_CLONE_THREAD, _CLONE_FILES, _CLONE_NAMESPACES = 0x10000, 0x400, 0x7E020080
_UNSHARE_FILES = 2
_NO_NAME, _ONLY_TRUNCATE, _TRUNCATE_MASK = 0x400000, 0x200, 0x203
_SHARED_MEMORY, _GROWS_DOWN = 0x21, 0x100
_AF_UNIX, _STREAM = 1, 1
_FCNTL = (*range(5), 1030, 1032)
"""The allowed commands of fcntl: they copy descriptors, read or set flags, or read the size of a pipe. None of them
locks files, sends signals or enlarges a pipe."""
_OF_ANOTHER, _CLOCK_OF_A_PROCESS = 0x80000000, 0x80000004
"""The first number is the bit that is set in the number of any clock of a process or a thread. The second number is
a mask of two bits: the same bit, and the bit that is set in the number of a thread's clock only."""
_EVICTING, _MADVISE_EVICTING = 4, (20, 21)
"""Advice that removes pages of files from memory: DONTNEED of fadvise64, COLD and PAGEOUT of madvise."""
_IOCTL = (0x5401, 0x802C542A, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""The allowed requests of ioctl: TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX."""
_PRCTL = (3, 15, 16, 21, 23, 30, 39, 42, 0x53564D41)
"""The allowed operations of prctl: queries, and those that give names to threads and memory."""


class _Check(NamedTuple):
    """A check of one argument of a system call; `argument` is the number of the argument, from 0. With the bits
    outside `mask` set to 0, the argument must equal one of `values`. If `excludes`, it must equal none of them.

    `otherwise` is the filter's answer if the check fails.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = _ANY
    excludes: bool = False
    otherwise: int = _REFUSE


def _checks(pid: int) -> dict[str, tuple[_Check, ...]]:
    """Return a dictionary from names of system calls to the checks of their arguments; `pid` is the number of the
    bot's own process."""

    def opened(flags: int) -> tuple[_Check, ...]:
        # Refuse to make files without names, since they can't be counted. Also refuse to truncate a file that is
        # opened to read, since Landlock before version 3 permits that for any file that may be read.
        without_name = _Check(flags, (_NO_NAME,), _NO_NAME, excludes=True)
        return without_name, _Check(flags, (_ONLY_TRUNCATE,), _TRUNCATE_MASK, excludes=True)

    never_unknown, never_fork = (_Check(0, (), otherwise=answer) for answer in (_UNKNOWN, _KILL))
    is_thread = _Check(0, (_CLONE_THREAD,), _CLONE_THREAD, otherwise=_KILL)
    shared = _Check(3, (_SHARED_MEMORY,), _SHARED_MEMORY, excludes=True)
    # A bot that reads other processes' clocks, or finds out whether a file is in memory, could observe another
    # bot's work.
    clock = (_Check(0, (_OF_ANOTHER,), _CLOCK_OF_A_PROCESS, excludes=True),)
    without_flags = (_Check(5, (0,)),)
    return {
        "open": opened(1),
        "openat": opened(2),
        # Refuse shared memory and memory that grows down: the limit on the size of a bot's data doesn't cover them.
        "mmap": (shared, _Check(3, (_GROWS_DOWN,), _GROWS_DOWN, excludes=True)),
        "fcntl": (_Check(1, _FCNTL),),
        "preadv2": without_flags,
        "pwritev2": without_flags,
        "fadvise64": (_Check(3, (_EVICTING,), excludes=True),),
        "madvise": (_Check(2, _MADVISE_EVICTING, excludes=True),),
        "clock_gettime": clock,
        "clock_getres": clock,
        "clock_nanosleep": clock,
        "ioctl": (_Check(1, _IOCTL),),
        "prctl": (_Check(0, _PRCTL),),
        "prlimit64": (_Check(0, (0,)),),
        "socketpair": (_Check(0, (_AF_UNIX,)), _Check(1, (_STREAM,), 0xF)),
        # All threads must share their open files, since the files of a single thread couldn't be counted.
        "clone": (is_thread, _Check(0, (_CLONE_FILES,), _CLONE_FILES | _CLONE_NAMESPACES)),
        "close_range": (_Check(2, (_UNSHARE_FILES,), _UNSHARE_FILES, excludes=True),),
        # A filter can't check the arguments of clone3 and openat2, since it sees only a pointer to them.
        "clone3": (never_unknown,),
        "openat2": (never_unknown,),
        "fork": (never_fork,),
        "vfork": (never_fork,),
        "kill": (_Check(0, (pid,)),),
        "tgkill": (_Check(0, (pid,)),),
    }


_Instruction = tuple[int, int, int, int]
"""An instruction of a filter: its code, the number of instructions to skip if its test is true, the number of
instructions to skip if its test is false, and its operand."""
_FORM = struct.Struct("HBBI")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filters", ctypes.c_char_p))


def is_possible() -> bool:
    """Whether this kernel has seccomp filters, and the tables below know the architecture of this machine."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_SECCOMP, _FILTER, None, 0, 0)
    return system_calls(os.uname().machine) is not None and ctypes.get_errno() == errno.EFAULT


def restrict() -> bool:
    """Restrict the system calls of this process for good, even after it executes another program; return whether
    that was possible.

    The process's attribute `no_new_privs` must have been set before, see `confinement`.
    """
    calls = system_calls(os.uname().machine)
    if calls is None:
        return False
    instructions = _instructions(calls, os.getpid())
    program = _Program(len(instructions), b"".join(_FORM.pack(*each) for each in instructions))
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
        *(step for number in calls.free.values() for step in ((_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW))),
        *(step for name, number in calls.guarded.items() for step in _guarded(number, checks[name])),
        (_IF_AT_LEAST, 0, 1, _NEWEST),
        (_RETURN, 0, 0, _UNKNOWN),
        (_RETURN, 0, 0, _REFUSE),
    ]


def _guarded(number: int, checks: tuple[_Check, ...]) -> list[_Instruction]:
    steps = [step for check in checks for step in _checked(check)]
    return [(_IF_EQUAL, 0, len(steps) + 1, number), *steps, (_RETURN, 0, 0, _ALLOW)]


def _checked(check: _Check) -> list[_Instruction]:
    """Return the instructions of a check. If the check fails, the filter ends with the answer `check.otherwise`;
    otherwise the filter goes on after these instructions."""
    load = (_LOAD, 0, 0, _ARGUMENTS + 8 * check.argument)
    tests = [(_IF_EQUAL, len(check.values) - place, 0, value) for place, value in enumerate(check.values)]
    # Each test that finds its value jumps over the instruction that follows the tests. Without `excludes` that is
    # the return, so a value that was found passes. With `excludes` it is `skip`, which itself jumps over the
    # return: a value that was found gets to the return, and any other passes.
    skip: list[_Instruction] = [(_SKIP, 0, 0, 1)] if check.excludes else []
    return [load, (_AND, 0, 0, check.mask), *tests, *skip, (_RETURN, 0, 0, check.otherwise)]


class SystemCalls(NamedTuple):
    """The system calls that a bot may make, as two dictionaries from names to numbers: calls in `free` are allowed
    with any arguments, the arguments of calls in `guarded` are checked. `architecture` is the number by which
    filters know the machine's architecture."""

    architecture: int
    free: dict[str, int]
    guarded: dict[str, int]


@cache
def system_calls(machine: str) -> SystemCalls | None:
    """Return the system calls for a machine by its name in uname; None for an unknown machine."""
    column, architecture = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}.get(machine, (None, 0))
    if column is None:
        return None
    return SystemCalls(architecture, _numbers(_FREE, column), _numbers(_GUARDED, column))


def _numbers(table: str, column: int) -> dict[str, int]:
    rows = re.findall(r"(\w+) (\S+) ([^\s,]+)", table)
    return {name: int(numbers[column]) for name, *numbers in rows if numbers[column] != "-"}


_FREE = """
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70
lseek 8 62, close 3 57, dup 32 23, dup2 33 -
dup3 292 24, pipe 22 -, pipe2 293 59, sendfile 40 71, copy_file_range 326 285, fsync 74 82, fdatasync 75 83
ftruncate 77 46, creat 85 -
stat 4 -, fstat 5 80, lstat 6 -, newfstatat 262 79, statx 332 291, access 21 -
faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78, getdents 78 -, getdents64 217 61
getcwd 79 17, chdir 80 49, fchdir 81 50, umask 95 166, mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -
unlinkat 263 35, rename 82 -, renameat 264 38, renameat2 316 276
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20, epoll_ctl 233 21
epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19
timerfd_create 283 85, timerfd_settime 286 86, timerfd_gettime 287 87, sendto 44 206, recvfrom 45 207
shutdown 48 210, getsockopt 55 209, getsockname 51 204, getpeername 52 205
brk 12 214, munmap 11 215, mprotect 10 226, mremap 25 216, msync 26 227
membarrier 324 283
execve 59 221, exit 60 93, exit_group 231 94, wait4 61 260, waitid 247 95, futex 202 98, futex_waitv 449 449
set_tid_address 218 96, set_robust_list 273 99, rseq 334 293, sched_yield 24 124, sched_getaffinity 204 123
sched_getparam 143 121, sched_getscheduler 145 120, sched_get_priority_max 146 125
sched_get_priority_min 147 126, getpriority 140 141, getcpu 309 168, arch_prctl 158 -, restart_syscall 219 128
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigsuspend 130 133, rt_sigpending 127 136
rt_sigtimedwait 128 137, sigaltstack 131 132, signalfd 282 -, signalfd4 289 74, pause 34 -, alarm 37 -
setitimer 38 103, getitimer 36 102, timer_settime 223 110, timer_gettime 224 108
timer_getoverrun 225 109, timer_delete 226 111, nanosleep 35 101
time 201 -, gettimeofday 96 169, times 100 153, getrusage 98 165
getrandom 318 278, uname 63 160, sysinfo 99 179, getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174
geteuid 107 175, getgid 104 176, getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158
getpgrp 111 -, getpgid 121 155, getsid 124 156, capget 125 90, getrlimit 97 163, setrlimit 160 164
"""
"""The system calls allowed with any arguments. Each has its name, its number on x86-64 and its number on ARM64; a -
stands for the number if the architecture lacks the call."""

_GUARDED = """
open 2 -, openat 257 56, mmap 9 222, fcntl 72 25, ioctl 16 29, prctl 157 167, prlimit64 302 261
socketpair 53 199, clone 56 220, clone3 435 435, openat2 437 437, fork 57 -, vfork 58 -, kill 62 129
tgkill 234 131, close_range 436 436, preadv2 327 286, pwritev2 328 287, fadvise64 221 223, madvise 28 233
clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115
"""
"""The system calls whose arguments are checked, see `_checks`."""
