"""The kernel's terminal modes (termios): the setting of XON/XOFF that suits the H19, and the conversion of speeds
between termios and bits a second. No terminal is opened or changed here.

According to its firmware the H19 sends XOFF, several times, when its input queue fills, and XON when there is room
again. The H19 itself does not stop at a received XOFF.
"""

import termios

XON = b"\x11"
XOFF = b"\x13"


def obeying_xon_xoff(iflag: int) -> int:
    """Return the termios input modes `iflag`, changed so that XOFF stops the output and nothing but XON resumes it.

    IXANY is cleared, since it would let any key press resume the output to a terminal whose input queue is full.
    IXOFF is cleared, since the kernel would insert XOFF into the output, perhaps as the second byte of an escape
    sequence.
    """
    return iflag & ~(termios.IXANY | termios.IXOFF) | termios.IXON


def is_stopped_after(sent: bytes, was_stopped: bool, modes: list[int | list[bytes | int]]) -> bool:
    """Return whether a terminal's output is stopped after the bytes `sent` were typed there.

    `was_stopped` is the state before; `modes` are the terminal's modes as from tcgetattr. As on Linux, ^C, ^\\ and
    ^Z resume the output as well. ^V doesn't quote the next character here: a stop character after ^V stops the
    output.
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


_RATES: dict[int, int] = {
    getattr(termios, name): int(name[1:]) for name in dir(termios) if name[0] == "B" and name[1:].isdecimal()
}


def baud_rate(speed: int) -> int:
    """Return the rate of a termios `speed` in bits a second (9600 for B9600), 0 if the speed is unknown."""
    return _RATES.get(speed, 0)


def speed_for(baud: int) -> int:
    """Return the termios speed for `baud`; ValueError unless `baud` is positive.

    A rate that termios lacks (an H19 has 2000, 3600 and 7200 baud) gets the next higher speed or, if there is none,
    the highest. So programs that pad their output (give the terminal time by NULs, more at higher speeds) pad
    enough.
    """
    if baud <= 0:
        raise ValueError(f"baud rate {baud}: expected a positive number")
    speeds = sorted(_RATES, key=baud_rate)
    return next((speed for speed in speeds if baud_rate(speed) >= baud), speeds[-1])
