"""A process in which a system call that the sandbox needs fails, as under an older kernel, by a seccomp filter."""

import ctypes
import errno
import os
import struct

_CALLS = {
    "landlock": {"x86_64": 444, "aarch64": 444},
    "unshare": {"x86_64": 272, "aarch64": 97},
    "mount": {"x86_64": 165, "aarch64": 40},
}
_PRCTL = {"x86_64": 157, "aarch64": 167}
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_SET_SECCOMP = 22
_NUMBER, _FIRST_ARGUMENT = 0, 16


def leave_out(what: str) -> None:
    """Make `what`, a system call in `_CALLS` or else seccomp, fail in this process and in those that it starts."""
    if what in _CALLS:
        number = _CALLS[what][os.uname().machine]
        steps = [(_LOAD, 0, 0, _NUMBER), (_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    else:
        steps = [
            (_LOAD, 0, 0, _NUMBER),
            (_IF_EQUAL, 0, 3, _PRCTL[os.uname().machine]),
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_IF_EQUAL, 0, 1, _SET_SECCOMP),
            (_RETURN, 0, 0, _ERROR | errno.EINVAL),
        ]
    code = b"".join(struct.pack("HBBI", *step) for step in (*steps, (_RETURN, 0, 0, _ALLOW)))
    program = struct.pack("HP", len(code) // 8, ctypes.addressof(buffer := ctypes.create_string_buffer(code)))
    libc = ctypes.CDLL(None)
    libc.prctl(38, 1, 0, 0, 0)
    assert libc.prctl(_SET_SECCOMP, 2, program, 0, 0) == 0, buffer
