"""XON/XOFF as the H19 uses it, and the terminal modes that make the kernel obey it.

Nothing is opened or changed here. According to its firmware the H19 sends XOFF, several times, when its input queue
fills, XON when there is room again, and does not stop at an XOFF sent to it.
"""

import termios

XON = b"\x11"
XOFF = b"\x13"


def obeying_xon_xoff(iflag: int) -> int:
    """The input modes `iflag` (termios) with output stopped by XOFF and resumed by XON alone.

    IXANY would let the next key press resume an overrun terminal. IXOFF would have the kernel slip an XOFF into
    the output, where it can end up as the second byte of an escape sequence.
    """
    return iflag & ~(termios.IXANY | termios.IXOFF) | termios.IXON


def is_stopped_after(sent: bytes, was_stopped: bool, modes: list[int | list[bytes | int]]) -> bool:
    """Whether a terminal in `modes` (tcgetattr) holds its output after `sent` was typed on it.

    As on Linux, ^C, ^\\ and ^Z resume the output as well. ^V is ignored, so a stop character quoted with it counts.
    """
    iflag, _, _, lflag, _, _, control = modes
    assert isinstance(iflag, int)
    assert isinstance(lflag, int)
    assert isinstance(control, list)
    if not iflag & termios.IXON:
        return False
    resuming = [termios.VSTART]
    if lflag & termios.ISIG:
        resuming += [termios.VINTR, termios.VQUIT, termios.VSUSP]
    disabled = b"\0"
    resume = {control[index] for index in resuming} - {disabled}
    stop = {control[termios.VSTOP]} - {disabled}
    stopped = was_stopped
    for character in (bytes((value,)) for value in sent):
        if character in resume:
            stopped = False
        elif character in stop:
            stopped = True
        elif iflag & termios.IXANY:
            stopped = False
    return stopped
