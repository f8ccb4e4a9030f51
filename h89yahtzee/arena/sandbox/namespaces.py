"""Namespaces of a bot: its own view of the system, in which other bots leave fewer traces, see namespaces(7).

Processes and threads are numbered separately for each bot. Reading a file doesn't change its access time. The bot's
folder is a separate file system. The files in /proc with figures about all processes never change.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from h89yahtzee.arena.sandbox.usage import ENTRY

_PR_SET_CHILD_SUBREAPER = 36
_NEW_USER, _NEW_MOUNTS, _NEW_PROCESSES = 0x10000000, 0x20000, 0x20000000
_MOUNT_SETATTR, _CURRENT_FOLDER, _RECURSIVE = 442, -100, 0x8000
_READ_ONLY_AND_PRIVATE = struct.pack("QQQQ", 1, 0, 1 << 18, 0)
_SIZE = ctypes.c_size_t(len(_READ_ONLY_AND_PRIVATE))
_NO_SUID, _NO_DEVICES, _NO_PROGRAMS, _BIND = 2, 4, 8, 4096

_COUNTS = "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"
"""The files with figures about the whole machine, such as the processor time of all processes together."""
_ROOM = 16
"""The size of the file system of a bot's folder, as a multiple of the bytes that the bot may use.

The referee inspects bots and ends a bot that uses more than it may. Between two inspections a bot is bounded by
this size, and by the number of files in the file system: one for every `ENTRY` bytes of the size.
"""
_NUMBERS = struct.Struct("ii")

_LIBC = ctypes.CDLL(None, use_errno=True)
# fork(2) without Python's own work after a fork, since that work would copy much memory. It is used for processes
# that do little.
_bare_fork = ctypes.PyDLL(None).fork


class Forks:
    """A maker of forks of this process. Each fork has namespaces of its own; but if the system refuses them to the
    first fork, all forks are plain ones.

    In both cases the forks are children of this process, and end when it ends.
    """

    def __init__(self) -> None:
        self._isolates = sys.platform == "linux" and not _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._is_sure = self._is_isolated = False
        self._inits: dict[int, int] = {}
        # Nothing is written to this pipe; a read from it returns when this process has ended.
        self._life, _ = os.pipe()
        self._counts = {path: content for path in _COUNTS if (content := _content(path))}
        # Let ctypes look these functions up once now, so that no fork has to.
        for name in ("unshare", "mount", "syscall") if self._isolates else ():
            getattr(_LIBC, name)

    def fork(self) -> int:
        """Fork this process; return the fork's number, and 0 in the fork itself. Raise OSError if the system
        refuses a further process."""
        if self._isolates:
            try:
                return self._isolated()
            except OSError:
                # If an earlier fork got its namespaces, this one failed for lack of resources, and so would a plain
                # fork.
                if self._is_sure:
                    raise
                self._isolates = False
        return os.fork()

    def _isolated(self) -> int:
        numbers, told = os.pipe()
        maker = _bare_fork()
        if not maker:
            self._make(told)
            return 0
        os.close(told)
        text = os.read(numbers, _NUMBERS.size)
        os.close(numbers)
        # `maker` is the parent of the process that becomes a bot. Once `maker` has ended, that process is a child
        # of this one, so wait for the end of `maker`.
        os.waitpid(maker, 0)
        if not text:
            raise OSError("expected a fork in namespaces of its own")
        process, self._inits[process] = map(int, _NUMBERS.unpack(text))
        self._is_sure = True
        return process

    def _make(self, told: int) -> None:
        """Make namespaces with two processes: the init process, and the process that becomes a bot, which alone
        returns from this method. Write the numbers of both processes to the pipe `told`."""
        init = 0
        try:
            _enter()
            init = self._init()
            process = os.fork()
            if not process:
                self._is_isolated = True
                return
            os.write(told, _NUMBERS.pack(process, init))
            os._exit(0)
        except BaseException:  # noqa: BLE001 - this process must not return to the loop of the server
            _end(init)
        os._exit(1)

    def _init(self) -> int:
        """Fork the init process of the new namespaces; return its number once it has mounted their file systems."""
        ready, told = os.pipe()
        init: int = _bare_fork()
        if not init:
            _be_init(self._life, told, self._counts)
        os.close(told)
        is_ready = os.read(ready, 1)
        os.close(ready)
        if not is_ready:
            _end(init)
            raise OSError("expected a file system of processes")
        return init

    def furnish(self, own: str, size: int) -> None:
        """If this fork has namespaces, mount a file system on the folder `own`, for a bot limited to `size`
        bytes."""
        if self._is_isolated:
            room = b"size=%d,nr_inodes=%d,mode=700" % (_ROOM * size, _ROOM * size // ENTRY)
            _mount(b"tmpfs", os.fsencode(own), b"tmpfs", _NO_SUID | _NO_DEVICES, room)
            os.utime(own, (0, 0))

    def bury(self, process: int) -> None:
        """End the init process of the namespaces of a fork that has ended, if it had namespaces; `process` is the
        number of that fork."""
        _end(self._inits.pop(process, 0))


def _end(process: int) -> None:
    if process:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


# The functions from here to `_check` run in every fork. Each page of memory that they touch is copied, so they
# avoid pathlib and text files.


def _enter() -> None:
    """Give this process new namespaces of users, mounts and processes. If the system refuses that, give the process
    new namespaces of mounts and processes only, for which it needs root's rights."""
    user, group = os.geteuid(), os.getegid()
    if _LIBC.unshare(_NEW_USER | _NEW_MOUNTS | _NEW_PROCESSES):
        _check(_LIBC.unshare(_NEW_MOUNTS | _NEW_PROCESSES))
        return
    _write("/proc/self/setgroups", os.O_WRONLY, b"deny")
    _write("/proc/self/uid_map", os.O_WRONLY, b"%d %d 1" % (user, user))
    _write("/proc/self/gid_map", os.O_WRONLY, b"%d %d 1" % (group, group))


def _be_init(life: int, told: int, counts: Mapping[str, bytes]) -> NoReturn:
    """Be the init process of new namespaces: mount their file systems, report that to the pipe `told`, and end
    when the pipe `life` is closed.

    `counts` maps paths in /proc to the contents that these files have for the bot from now on.
    """
    with suppress(OSError):
        _mount_all(counts)
        os.dup2(life, 0)
        os.dup2(told, 1)
        os.closerange(2, os.sysconf("SC_OPEN_MAX"))
        os.write(1, b"1")
        os.close(1)
        os.read(0, 1)
    os._exit(0)


def _mount_all(counts: Mapping[str, bytes]) -> None:
    """Make all mounts read-only, so that access times don't change. Then mount a new /proc, in which the files
    whose paths are keys of `counts` have the contents that are the values of `counts`."""
    _check(_LIBC.syscall(_MOUNT_SETATTR, _CURRENT_FOLDER, b"/", _RECURSIVE, _READ_ONLY_AND_PRIVATE, _SIZE))
    # Write the contents to files in a file system of their own. The new /proc will cover it, but open descriptors
    # still lead to the files.
    _mount(b"tmpfs", b"/proc", b"tmpfs", _NO_SUID | _NO_DEVICES, b"mode=700")
    copies = {}
    for path, content in counts.items():
        _write(path, os.O_WRONLY | os.O_CREAT, content)
        copies[path] = os.open(path, os.O_RDONLY)
    _mount(b"proc", b"/proc", b"proc", _NO_SUID | _NO_DEVICES | _NO_PROGRAMS)
    for path, copy in copies.items():
        _mount(b"/proc/self/fd/%d" % copy, path.encode(), b"", _BIND)


def _write(path: str, flags: int, content: bytes) -> None:
    descriptor = os.open(path, flags, 0o400)
    os.write(descriptor, content)
    os.close(descriptor)


def _mount(what: bytes, place: bytes, kind: bytes, flags: int, options: bytes = b"") -> None:
    _check(_LIBC.mount(what, place, kind, flags, options))


def _check(failed: int) -> None:
    if failed:
        raise OSError(ctypes.get_errno(), "expected namespaces")


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""
