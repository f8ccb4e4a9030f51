"""Transports over the descriptors that the program was started with: pipes, a socket, or a terminal.

The program does not own these descriptors and does not close them. The terminal may be a real H19 on a serial line
of this machine. So the kernel must go on stopping output at XOFF and resuming it at XON, which `tty.setraw` would
switch off.
"""

import contextlib
import errno
import fcntl
import os
import sys
import termios
from collections.abc import Iterator

from h89yahtzee.transport.terminal_modes import XOFF, XON, baud_rate, obeying_xon_xoff
from h89yahtzee.transport.transport import Medium

_READ_SIZE = 4096


class Descriptors(Medium):
    """A transport that receives from `input_fd` and sends to `output_fd`, descriptors of any kind."""

    _loss = _end = "the other end went away"

    def __init__(self, input_fd: int, output_fd: int, name: str = "standard input") -> None:
        super().__init__(name)
        self._input_fd = input_fd
        self._output_fd = output_fd

    def _descriptor(self) -> int:
        return self._input_fd

    def _read(self) -> bytes:
        with _without_waiting(self._input_fd):
            return os.read(self._input_fd, _READ_SIZE)

    def _write(self, data: bytes) -> int:
        with _without_waiting(self._output_fd):
            return os.write(self._output_fd, data)


@contextlib.contextmanager
def _without_waiting(fd: int) -> Iterator[None]:
    """Set O_NONBLOCK on `fd` within the `with` block only.

    The flag belongs to the open file, which the shell, this program's stderr and its child processes may share. So
    if this program is killed while the flag is set, reads and writes of the shell and the child processes fail.
    Select instead of the flag would not be enough: an XOFF may arrive between the select and the write.
    """
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    fcntl.fcntl(fd, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        yield
    finally:
        fcntl.fcntl(fd, fcntl.F_SETFL, flags)


_INPUT_OFF = termios.INLCR | termios.IGNCR | termios.ICRNL | termios.PARMRK | getattr(termios, "IUCLC", 0)
_LOCAL_OFF = termios.ECHO | termios.ECHONL | termios.ICANON | termios.IEXTEN


class TtyTransport(Descriptors):
    """A terminal on two descriptors, which may be the same. After `enter` it is in raw modes, until `exit`.

    `exit` and `close` restore the modes of `input_fd` exactly. If `signals` is False, CTRL-C and the like are
    received as bytes instead of raising signals. If `obeys_xon_xoff` is False, XON and XOFF are received as bytes,
    too.
    """

    _loss = _end = "the terminal went away"

    def __init__(self, input_fd: int, output_fd: int, signals: bool = True, obeys_xon_xoff: bool = True) -> None:
        try:
            name = os.ttyname(input_fd)
        except OSError:
            name = "the terminal"
        super().__init__(input_fd, output_fd, name)
        self._signals = signals
        self._obeys_xon_xoff = obeys_xon_xoff
        self._found: list[int | list[bytes | int]] | None = None

    @property
    def baud_rate(self) -> int:
        """The terminal's output speed in bits a second, 0 if unknown."""
        try:
            speed: int = termios.tcgetattr(self._output_fd)[5]
        except termios.error:
            return 0
        return baud_rate(speed)

    @property
    def pixel_height(self) -> int:
        """The height of the terminal's picture in pixels, 0 if unknown."""
        try:
            size = fcntl.ioctl(self._output_fd, termios.TIOCGWINSZ, bytes(8))
        except OSError:
            return 0
        return int.from_bytes(size[6:], sys.byteorder)

    def enter(self) -> None:
        """Set raw modes, in which XON/XOFF is obeyed if `obeys_xon_xoff`; TransportClosed if `input_fd` is no
        terminal.

        A second call sets the raw modes again, since the shell may have changed them after a SIGSTOP; `exit` still
        restores the modes before the first call.
        """
        try:
            modes = termios.tcgetattr(self._input_fd)
            self._found = self._found or modes
            iflag, *others = _entered(modes, self._signals)
            assert isinstance(iflag, int)
            iflag &= ~0 if self._obeys_xon_xoff else ~termios.IXON
            termios.tcsetattr(self._input_fd, termios.TCSANOW, [iflag, *others])
        except termios.error as error:
            not_a_tty = error.args[0] == errno.ENOTTY
            raise self._lost("not a terminal" if not_a_tty else self._loss) from error

    def exit(self) -> None:
        """Restore the modes that `enter` found, if `enter` was called since the last `exit`."""
        if self._found is None:
            return
        # TCSADRAIN and TCSAFLUSH would wait until the output has drained, perhaps for ever after an XOFF.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._input_fd, termios.TCSANOW, self._found)
        self._found = None

    def close(self) -> None:
        self.exit()
        super().close()


def _entered(modes: list[int | list[bytes | int]], signals: bool) -> list[int | list[bytes | int]]:
    """Return the raw modes that replace `modes` (as from tcgetattr). If `signals` is True, CTRL-C and the like
    still raise signals. Character size, parity and ISTRIP stay as they are."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, control = modes
    assert isinstance(iflag, int)
    assert isinstance(oflag, int)
    assert isinstance(lflag, int)
    assert isinstance(control, list)
    characters = list(control)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    characters[termios.VSTART], characters[termios.VSTOP] = XON, XOFF
    # Without NOFLSH a ^C or ^Z throws queued output away in the middle of an escape sequence.
    lflag = lflag & ~(_LOCAL_OFF | termios.ISIG) | termios.NOFLSH | (termios.ISIG if signals else 0)
    iflag = obeying_xon_xoff(iflag & ~_INPUT_OFF)
    return [iflag, oflag & ~termios.OPOST, cflag, lflag, ispeed, ospeed, characters]
