"""The system calls that a bot may make, by number on x86-64 and on ARM64.

What isn't here is refused: what changes modes, owners, times and attributes of files, what reaches other processes,
what other users of the machine notice, shared memory, and whatever the next kernel brings. The lists that container
runtimes keep were the reference; the numbers are in the kernel's tables of calls for each architecture.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_FREE = """
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70
preadv2 327 286, pwritev2 328 287, lseek 8 62, close 3 57, dup 32 23, dup2 33 -
dup3 292 24, pipe 22 -, pipe2 293 59, sendfile 40 71, copy_file_range 326 285, fsync 74 82, fdatasync 75 83
ftruncate 77 46, fadvise64 221 223, readahead 187 213, creat 85 -
stat 4 -, fstat 5 80, lstat 6 -, newfstatat 262 79, statx 332 291, statfs 137 43, fstatfs 138 44, access 21 -
faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78, getdents 78 -, getdents64 217 61
getcwd 79 17, chdir 80 49, fchdir 81 50, umask 95 166, mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -
unlinkat 263 35, rename 82 -, renameat 264 38, renameat2 316 276
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20, epoll_ctl 233 21
epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19
timerfd_create 283 85, timerfd_settime 286 86, timerfd_gettime 287 87, sendto 44 206, recvfrom 45 207
shutdown 48 210, getsockopt 55 209, getsockname 51 204, getpeername 52 205
brk 12 214, munmap 11 215, mprotect 10 226, mremap 25 216, madvise 28 233, msync 26 227, mincore 27 232
membarrier 324 283
execve 59 221, exit 60 93, exit_group 231 94, wait4 61 260, waitid 247 95, futex 202 98, futex_waitv 449 449
set_tid_address 218 96, set_robust_list 273 99, rseq 334 293, sched_yield 24 124, sched_getaffinity 204 123
sched_getparam 143 121, sched_getscheduler 145 120, sched_get_priority_max 146 125
sched_get_priority_min 147 126, getpriority 140 141, getcpu 309 168, arch_prctl 158 -, restart_syscall 219 128
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigsuspend 130 133, rt_sigpending 127 136
rt_sigtimedwait 128 137, sigaltstack 131 132, signalfd 282 -, signalfd4 289 74, pause 34 -, alarm 37 -
setitimer 38 103, getitimer 36 102, timer_create 222 107, timer_settime 223 110, timer_gettime 224 108
timer_getoverrun 225 109, timer_delete 226 111, nanosleep 35 101, clock_nanosleep 230 115
time 201 -, gettimeofday 96 169, clock_gettime 228 113, clock_getres 229 114, times 100 153, getrusage 98 165
getrandom 318 278, uname 63 160, sysinfo 99 179, getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174
geteuid 107 175, getgid 104 176, getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158
getpgrp 111 -, getpgid 121 155, getsid 124 156, capget 125 90, getrlimit 97 163, setrlimit 160 164
"""
"""These may be made with any arguments: name, number on x86-64, number on ARM64 or - where there is none."""

_GUARDED = """
open 2 -, openat 257 56, mmap 9 222, fcntl 72 25, ioctl 16 29, prctl 157 167, prlimit64 302 261
socketpair 53 199, clone 56 220, clone3 435 435, openat2 437 437, fork 57 -, vfork 58 -, kill 62 129
tgkill 234 131, close_range 436 436
"""
"""The arguments of these are looked at, see `seccomp`."""


class SystemCalls(NamedTuple):
    """The calls of an architecture: its number in filters, the `free` calls, and the `guarded` ones by name."""

    architecture: int
    free: tuple[int, ...]
    guarded: dict[str, int]


def system_calls(machine: str) -> SystemCalls | None:
    """The calls of a machine, as the kernel names it; None if it isn't known here."""
    column, architecture = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}.get(machine, (None, 0))
    if column is None:
        return None
    return SystemCalls(architecture, tuple(_numbers(_FREE, column).values()), _numbers(_GUARDED, column))


def _numbers(table: str, column: int) -> dict[str, int]:
    rows = re.findall(r"(\w+) (\S+) ([^\s,]+)", table)
    return {name: int(numbers[column]) for name, *numbers in rows if numbers[column] != "-"}
