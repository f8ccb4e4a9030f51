"""The files that a bot may read and write, by Linux' Landlock, which needs no rights and can't be taken off again.

A restricted process can't look into unrestricted ones, either. What the kernel is too old for is left out. The
calls and rights are in the kernel's Documentation/userspace-api/landlock.rst.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable, Iterator

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_WRITE_FILE, _READ_FILE = 1 << 1, 1 << 2
_CHANGE_FOLDER = 0b1_1111_1111 << 4
"""The rights to make and to remove files of any kind."""
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_SINCE = {_REFER: 2, _TRUNCATE: 3}
_SCOPED_SINCE = 6
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2

_PROC = "/proc"


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def restrict(own: str, hidden: Iterable[str]) -> bool:
    """Restrict this process for good, whatever program it becomes; False if that isn't possible.

    It can write in the folder `own` and to /dev/null only. It can't read what is `hidden`, nor other processes'
    files in /proc. Paths are absolute, without links.
    """
    call: Callable[..., int] = ctypes.CDLL(None).syscall
    version = call(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)
    if version < 1:
        return False
    writing = _WRITE_FILE | _CHANGE_FOLDER | sum(right for right, since in _SINCE.items() if version >= since)
    scoped = _ABSTRACT_SOCKETS | _SIGNALS if version >= _SCOPED_SINCE else 0
    attributes = _Ruleset(_READ_FILE | writing, 0, scoped)
    rules = call(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(ctypes.sizeof(attributes)), 0)
    if rules < 0:
        return False
    granted = [(own, _READ_FILE | writing), ("/dev/null", _READ_FILE | _WRITE_FILE)]
    readable = [(path, _READ_FILE) for path in (*_all_but({_PROC, *hidden}), *_own_proc())]
    for path, rights in (*granted, *readable):
        _allow(call, rules, path, rights)
    restricted = call(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return restricted


def _allow(call: Callable[..., int], rules: int, path: str, rights: int) -> None:
    """Allow `rights` below `path`; a path that isn't there or can't be opened needs none."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    call(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(_Beneath(rights, opened)), 0)
    os.close(opened)


def _all_but(hidden: set[str], folder: str = "/") -> Iterator[str]:
    """The fewest paths below `folder` that cover everything that isn't hidden."""
    for entry in _entries(folder):
        if any(path.startswith(f"{entry}/") for path in hidden):
            yield from _all_but(hidden, entry)
        elif entry not in hidden:
            yield entry


def _own_proc() -> Iterator[str]:
    """The paths in /proc about this process and about the machine."""
    yield f"{_PROC}/{os.getpid()}"
    yield from (entry for entry in _entries(_PROC) if not entry.removeprefix(f"{_PROC}/").isdecimal())


def _entries(folder: str) -> list[str]:
    """The paths in a folder, without links: their targets are allowed or not on their own."""
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if not entry.is_symlink()]
    except OSError:
        return []
