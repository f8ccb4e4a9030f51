"""Speeds of terminal modes and baud rates."""

import termios

import pytest

from h89yahtzee.transport.line_speed import baud_rate, speed_for
from tests.naming import each


@each(
    ("baud", "speed"),
    [
        (110, termios.B110),
        (9600, termios.B9600),
        (19200, termios.B19200),
        (2000, termios.B2400),
        (3600, termios.B4800),
        (7200, getattr(termios, "B7200", termios.B9600)),  # glibc has it since 2.42
        (1, termios.B50),
    ],
)
def test_the_speed_for_a_rate(baud: int, speed: int) -> None:
    assert speed_for(baud) == speed


def test_a_rate_above_all_has_the_highest_speed() -> None:
    assert baud_rate(speed_for(10**9)) >= 115200


def test_speeds_name_their_rates() -> None:
    assert baud_rate(termios.B9600) == 9600
    assert baud_rate(-1) == 0


@pytest.mark.parametrize("baud", [0, -9600])
def test_a_malformed_rate(baud: int) -> None:
    with pytest.raises(ValueError, match=f"baud rate {baud}: expected a positive number"):
        speed_for(baud)
