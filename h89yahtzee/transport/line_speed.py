"""The speeds that terminal modes can name, and the baud rates they stand for."""

import termios

_RATES: dict[int, int] = {
    getattr(termios, name): int(name[1:]) for name in dir(termios) if name[0] == "B" and name[1:].isdecimal()
}


def baud_rate(speed: int) -> int:
    """The rate of a termios speed (B9600: 9600), in bits a second; 0 where it names none."""
    return _RATES.get(speed, 0)


def speed_for(baud: int) -> int:
    """The termios speed for `baud`; ValueError unless it is positive.

    If there is none (an H19 has 2000, 3600 and 7200 baud), it is that of the next higher rate, or else the highest,
    so that a program that pads by it pads enough.
    """
    if baud <= 0:
        raise ValueError(f"baud rate {baud}: expected a positive number")
    speeds = sorted(_RATES, key=baud_rate)
    return next((speed for speed in speeds if baud_rate(speed) >= baud), speeds[-1])
