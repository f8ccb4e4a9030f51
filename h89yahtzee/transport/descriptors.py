"""A medium of two descriptors that the program was started with, perhaps the same: pipes, a socket, a terminal.

It does not own them and does not close them.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator

from h89yahtzee.transport.medium import Medium

_READ_SIZE = 4096


class Descriptors(Medium):
    """Bytes from `input_fd` and to `output_fd`, whatever those are."""

    _loss = _end = "the other end went away"

    def __init__(self, input_fd: int, output_fd: int, name: str = "standard input") -> None:
        super().__init__(name)
        self._input_fd = input_fd
        self._output_fd = output_fd

    def fileno(self) -> int | None:
        return None if self._gone else self._input_fd

    def _read(self) -> bytes:
        with _without_waiting(self._input_fd):
            return os.read(self._input_fd, _READ_SIZE)

    def _write(self, data: bytes) -> int:
        with _without_waiting(self._output_fd):
            return os.write(self._output_fd, data)


@contextlib.contextmanager
def _without_waiting(fd: int) -> Iterator[None]:
    """Sets O_NONBLOCK for one call only.

    The flag belongs to the open file, which the shell, stderr and every child share: left set, as by a killed
    program, it breaks them. Asking select first is not enough, since an XOFF may arrive before the write.
    """
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    fcntl.fcntl(fd, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        yield
    finally:
        fcntl.fcntl(fd, fcntl.F_SETFL, flags)
