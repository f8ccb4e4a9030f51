"""The terminal that the program was started from, reached over the descriptors it was given.

It is for a real H19 on a getty, so XON/XOFF is left to the kernel, which `tty.setraw` would prevent.
"""

import contextlib
import errno
import os
import termios

from h89yahtzee.transport.descriptors import Descriptors
from h89yahtzee.transport.flow_control import XOFF, XON, obeying_xon_xoff
from h89yahtzee.transport.line_speed import baud_rate

_INPUT_OFF = termios.INLCR | termios.IGNCR | termios.ICRNL | termios.PARMRK | getattr(termios, "IUCLC", 0)
_LOCAL_OFF = termios.ECHO | termios.ECHONL | termios.ICANON | termios.IEXTEN


class TtyTransport(Descriptors):
    """A terminal on two descriptors, perhaps the same; the modes of `input_fd` are switched.

    They are the caller's until `enter`; `exit` and `close` give them back exactly. Without `signals` CTRL-C and the
    like are bytes.
    """

    _loss = _end = "the terminal went away"

    def __init__(self, input_fd: int, output_fd: int, signals: bool = True) -> None:
        try:
            name = os.ttyname(input_fd)
        except OSError:
            name = "the terminal"
        super().__init__(input_fd, output_fd, name)
        self._signals = signals
        self._found: list[int | list[bytes | int]] | None = None

    @property
    def baud_rate(self) -> int:
        """The output speed that the terminal's modes name, in bits a second; 0 where they name none."""
        try:
            speed: int = termios.tcgetattr(self._output_fd)[5]
        except termios.error:
            return 0
        return baud_rate(speed)

    def enter(self) -> None:
        """Switch to raw modes that keep XON/XOFF; TransportClosed if it is no terminal.

        A second call sets the modes again and still remembers the first ones: the shell may have changed them after
        a stop that could not be caught.
        """
        try:
            modes = termios.tcgetattr(self._input_fd)
            self._found = self._found or modes
            termios.tcsetattr(self._input_fd, termios.TCSANOW, _entered(modes, self._signals))
        except termios.error as error:
            not_a_tty = error.args[0] == errno.ENOTTY
            raise self._lost("not a terminal" if not_a_tty else self._loss) from error

    def exit(self) -> None:
        """Give back the modes that `enter` found, unless they are back already."""
        if self._found is None:
            return
        # TCSANOW: the others wait for the output to drain, which a terminal that sent XOFF may never let it do.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._input_fd, termios.TCSANOW, self._found)
        self._found = None

    def close(self) -> None:
        self.exit()
        super().close()


def _entered(modes: list[int | list[bytes | int]], signals: bool) -> list[int | list[bytes | int]]:
    """The modes to run in. Character size, parity and ISTRIP stay: they are how the line was set up."""
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
