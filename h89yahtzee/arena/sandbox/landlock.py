"""Restriction of the files that a bot may open, by Linux' Landlock, which needs no rights and can't be undone.

A restricted process can't look into unrestricted processes, either. It may still ask whether a file exists, for the
size of a file and for the target of a link. The calls and rights are in the kernel's
Documentation/userspace-api/landlock.rst.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Callable, Iterable

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
"""The rights on files and folders in a bot's own folder, none on links, pipes and devices, none to run programs."""
_NULL, _DEVICES = "/dev/null", ("/dev/zero", "/dev/urandom")

_OWN_PROC = ("auxv", "cgroup", "cmdline", "comm", "fd", "limits", "maps", "stat", "statm", "status")
"""The files in /proc/PID that a bot may read about itself; others would tell it about networks and mounts."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # `_pack_` implies this layout, but Python 3.14 requires that it is named
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def is_possible() -> bool:
    return _version() >= 1


def restrict(own: str, readable: Iterable[str]) -> bool:
    """Restrict this process for good, whatever program it becomes; return whether that was possible.

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
    """Allow `rights` on `path` and below, or do nothing if `path` doesn't exist or can't be opened."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(opened).st_mode):
        rights &= ~_READ_FOLDER
    _CALL(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(_Beneath(rights, opened)), 0)
    os.close(opened)
