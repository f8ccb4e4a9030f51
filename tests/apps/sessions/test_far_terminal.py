"""The pace of a line by its speed: eleven bits a byte at 110 baud, ten at all others."""

from __future__ import annotations

import os
import pty
import re
from contextlib import closing
from pathlib import Path

import h89yahtzee
from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.sessions.screen_session import open_line
from tests.naming import each


@each(("baud", "pace"), [(110, 10.0), (150, 15.0), (9600, 960.0)])
def test_a_game_on_a_line_is_paced_by_its_bits(baud: int, pace: float) -> None:
    master, slave = pty.openpty()
    try:
        with closing(open_line(os.ttyname(slave), baud, find_terminal(H19))) as line:
            assert line.bytes_per_second == pace
    finally:
        os.close(master)
        os.close(slave)


def test_the_bits_of_a_byte_stand_in_one_place() -> None:
    package = Path(h89yahtzee.__file__).parent
    reckoned = re.compile(r"(baud|speed)\w*\)? / 10\b|\b1[01] / (self\.)?_?baud")
    found = [path.name for path in package.rglob("*.py") if reckoned.search(path.read_text("utf-8"))]
    assert found == []
