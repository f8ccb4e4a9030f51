"""XON/XOFF as the H19 uses it, and the terminal modes that make the kernel obey it.

Does not open or change anything. From the firmware: it sends XOFF, several times, when its input queue fills,
XON when there is room again, and does not stop at an XOFF sent to it.
"""

import termios

XON = b"\x11"
XOFF = b"\x13"


def obeying_xon_xoff(iflag: int) -> int:
    """The input modes `iflag` (termios) with output stopped by XOFF and resumed by XON only.

    IXANY would let the next key press resume an overrun terminal. IXOFF would have the kernel slip an XOFF into
    the output, where it can end up as the second byte of an escape sequence.
    """
    return iflag & ~(termios.IXANY | termios.IXOFF) | termios.IXON
