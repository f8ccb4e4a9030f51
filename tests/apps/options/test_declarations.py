"""Values of options that name a serial line or connection, with its speed and terminal: URL[,BAUD[,TERM]]."""

from __future__ import annotations

import pytest

from h89yahtzee.apps.options.declarations import LineName, line_name
from tests.naming import each


@each(
    ("text", "expected"),
    [
        ("/dev/ttyUSB0", LineName("/dev/ttyUSB0")),
        ("/dev/ttyUSB0,1200", LineName("/dev/ttyUSB0", 1200)),
        ("/dev/ttyUSB0,1200,adm3a", LineName("/dev/ttyUSB0", 1200, "adm3a")),
        ("socket://host:99,,vt52", LineName("socket://host:99", None, "vt52")),
        ("-", LineName("-")),
        ("-,,", LineName("-")),
    ],
)
def test_a_line_its_speed_and_its_terminal(text: str, expected: LineName) -> None:
    assert line_name(text) == expected


@each(
    ("text", "expected"),
    [
        ("", r"expected URL\[,BAUD\[,TERM\]\], not ''"),
        (",1200", r"expected URL\[,BAUD\[,TERM\]\], not ',1200'"),
        ("a,1200,vt52,x", r"expected URL\[,BAUD\[,TERM\]\], not 'a,1200,vt52,x'"),
        ("a,1201", "expected a speed of the H19 .*, not '1201'; did you mean '1200'"),
        ("a,1200,vt25", "expected .*, not 'vt25'; did you mean 'vt52'"),
    ],
)
def test_what_is_no_line_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        line_name(text)
