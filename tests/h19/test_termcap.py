"""termcap(5) text: its syntax by the manual page, and ours for the H19 against the table of its functions."""

from pathlib import Path

import pytest

from h89yahtzee.h19 import codes
from h89yahtzee.h19.termcap import Termcap, TermcapError, expand, parse_termcap

TERMCAPS = Path(__file__).parent.parent.parent / "termcaps"
H19 = (TERMCAPS / "h19.tc").read_text("ascii")

MEANINGS = {
    "al": "insert_line",
    "ae": "exit_graphics_mode",
    "as": "enter_graphics_mode",
    "cd": "erase_to_end_of_page",
    "ce": "erase_to_end_of_line",
    "dc": "delete_character",
    "dl": "delete_line",
    "ei": "exit_insert_character_mode",
    "ho": "cursor_home",
    "im": "enter_insert_character_mode",
    "ke": "exit_alternate_keypad_mode",
    "ks": "enter_alternate_keypad_mode",
    "nd": "cursor_forward",
    "se": "exit_reverse_video_mode",
    "so": "enter_reverse_video_mode",
    "sr": "reverse_index",
    "up": "cursor_up",
}
"""What termcap(5) says of each capability, in the words of the H19's manual."""


@pytest.fixture(scope="module")
def h19() -> Termcap:
    return parse_termcap(H19)


@pytest.mark.parametrize("capability", MEANINGS)
def test_string_is_the_function_of_that_meaning(h19: Termcap, capability: str) -> None:
    assert h19[capability] == codes.heath(MEANINGS[capability])


def test_every_string_is_accounted_for(h19: Termcap) -> None:
    assert set(h19.strings) - set(MEANINGS) == {"bl", "cl", "cm", "le", "te", "ti", "ts", "vi", "ve"}
    assert (h19["bl"], h19["le"]) == (b"\x07", b"\x08")
    assert h19["cl"] == codes.heath("cursor_home") + codes.heath("clear_display")
    assert h19["vi"] == codes.heath("set_mode") + b"5"
    assert h19["ve"] == codes.heath("reset_mode") + b"5"


@pytest.mark.parametrize("row", range(25))
@pytest.mark.parametrize("column", [0, 1, 79])
def test_cursor_motion(h19: Termcap, row: int, column: int) -> None:
    assert h19.cursor_motion(row, column) == codes.direct_cursor_addressing(row, column)


def test_names_size_and_flags(h19: Termcap) -> None:
    assert {"h19", "heath", "z19", "h89"} <= set(h19.names)
    assert h19.numbers == {"co": 80, "li": 24}
    assert "am" not in h19.booleans
    assert {"hs", "es"} <= h19.booleans


@pytest.mark.parametrize(
    ("string", "parameters", "expected"),
    [
        (b"\x1b[%i%d;%dH", (4, 9), b"\x1b[5;10H"),
        (b"\x1b&a%r%2c%2Y", (3, 12), b"\x1b&a12c03Y"),
        (b"%3,%d", (7, 1), b"007,1"),
        (b"\x1bY%+ %+ ", (0, 79), b"\x1bY o"),
        (b"\x14%.%.", (5, 6), b"\x14\x05\x06"),
        (b"100%%", (), b"100%"),
    ],
)
def test_parameters(string: bytes, parameters: tuple[int, ...], expected: bytes) -> None:
    """The first two are the examples of termcap(5), for an ANSI terminal and the HP2645."""
    assert expand(string, *parameters) == expected


def test_unknown_parameter_is_refused() -> None:
    with pytest.raises(TermcapError, match="not %n"):
        expand(b"%n%d", 1)


def test_escapes_and_padding(h19: Termcap) -> None:
    text = H19.replace(":bl=^G:", r":bl=20*\E\n\r\t\b\f\033\072\\\^^?^@:" + "\\\n\t:")
    assert parse_termcap(text)["bl"] == b"\x1b\n\r\t\b\f\x1b:\\^\x1f\x00"
    assert parse_termcap(text)["ve"] == h19["ve"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x|y:co#80:", "expected the capabilities cm"),
        ("x:co#abc:", "'xx#NUMBER'"),
        ("x:toolong=a:", "'toolong=a'"),
        ("", "expected the capabilities"),
    ],
)
def test_what_is_no_termcap(text: str, message: str) -> None:
    with pytest.raises(TermcapError, match=message):
        parse_termcap(text)


def test_every_termcap_parses_and_says_where_it_is_from() -> None:
    for path in TERMCAPS.glob("*.tc"):
        text = path.read_text("ascii")
        assert parse_termcap(text).names[0] == path.stem
        assert text.startswith("# ")
