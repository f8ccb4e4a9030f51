"""Terminal descriptions in termcap(5): the syntax by its man page, the H19's by its functions, keys by manuals."""

import re
from itertools import product
from pathlib import Path

import pytest

from h89yahtzee.apps.sessions.screen_session import key_codes
from h89yahtzee.h19 import codes
from h89yahtzee.h19.keyboard import CODES, encode, keys_by_code
from h89yahtzee.screen.charset import GLYPHS, glyph
from h89yahtzee.screen.key_reader import KEY_CAPABILITIES, KeyReader
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.termcap import Termcap, TermcapError, expand, parse_termcap
from tests.naming import each

TERMCAPS = Path(__file__).parent.parent.parent / "termcaps"
H19 = (TERMCAPS / "h19.tc").read_text("ascii")

_MEANINGS = """
    al=insert_line ae=exit_graphics_mode as=enter_graphics_mode cd=erase_to_end_of_page
    ce=erase_to_end_of_line dc=delete_character dl=delete_line ei=exit_insert_character_mode ho=cursor_home
    im=enter_insert_character_mode ke=exit_alternate_keypad_mode ks=enter_alternate_keypad_mode
    nd=cursor_forward rc=restore_cursor_position sc=save_cursor_position se=exit_reverse_video_mode
    so=enter_reverse_video_mode sr=reverse_index up=cursor_up
"""
MEANINGS = {name: meaning for name, _, meaning in (word.partition("=") for word in _MEANINGS.split())}
"""The meanings that termcap(5) gives capabilities, as names of functions from the H19's manual."""


@pytest.fixture(scope="module")
def h19() -> Termcap:
    return parse_termcap(H19)


def test_string_is_the_function_of_that_meaning(h19: Termcap) -> None:
    assert {name: h19[name] for name in MEANINGS} == {name: codes.heath(told) for name, told in MEANINGS.items()}


def test_every_string_is_accounted_for(h19: Termcap) -> None:
    assert set(h19.strings) - set(MEANINGS) == {
        *("Hk", "bl", "cl", "cm", "do", "le", "nw", "ta", "te", "ti", "ts", "vi", "ve")
    }
    assert (h19["bl"], h19["le"], h19["do"], h19["nw"], h19["ta"]) == (b"\x07", b"\b", b"\n", b"\r", b"\t")
    assert h19["cl"] == codes.heath("cursor_home") + codes.heath("clear_display")
    assert h19["vi"] == codes.heath("set_mode") + b"5"
    assert h19["ve"] == codes.heath("reset_mode") + b"5"


def test_cursor_motion(h19: Termcap) -> None:
    for row, column in product(range(25), (0, 1, 79)):
        assert h19.cursor_motion(row, column) == codes.direct_cursor_addressing(row, column)


def test_names_size_and_flags(h19: Termcap) -> None:
    assert {"h19", "heath", "z19", "h89"} <= set(h19.names)
    assert h19.numbers == {"co": 80, "li": 24}
    assert {"am"} == h19.booleans & {"am", "xn"}
    assert {"hs", "es"} <= h19.booleans


@each(
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


@pytest.mark.parametrize(
    ("string", "message"),
    [(b"%n%d", "not %n"), (b"%d%d", "no parameter left"), (b"%d%", "more at the end"), (b"%+", "more at the end")],
)
def test_parameters_that_cant_be_followed(string: bytes, message: str) -> None:
    with pytest.raises(TermcapError, match=message):
        expand(string, 1)


def test_escapes_and_padding(h19: Termcap) -> None:
    text = H19.replace(":bl=^G:", r":bl=20*\E\n\r\t\b\f\033\072\\\^^?^@:" + "\\\n\t:")
    assert parse_termcap(text)["bl"] == b"\x1b\n\r\t\b\f\x1b:\\^\x1f\x00"
    assert parse_termcap(text)["ve"] == h19["ve"]


@each(
    ("text", "message"),
    [
        ("x|y:co#80:", "expected the capabilities cm cl li too"),
        ("x:co#abc:", "'xx#NUMBER'"),
        ("x:toolong=a:", "'toolong=a'"),
        ("", "expected the capabilities"),
        ("x:co#80:li#24:cm=%d%d:cl=b:so=c:", "expected the capabilities se too"),
        ("x:co#80:li#24:cm=%d%d:cl=b:im=c:as=d:hs:ts=e:", "expected the capabilities ae ei ce too"),
        ("x:co#80:li#24:cm=%d%z:cl=b:", "not %z"),
        ("x:co#80:li#24:cm=%d%d:cl=b:ce=c:hs:ts=%d%d:", "no parameter left"),
        ("x:co#80:li#24:cm=%d%d:cl=b:as=c:ae=d:ac=xxy:", "expected pairs of characters in ac"),
    ],
)
def test_what_is_no_termcap(text: str, message: str) -> None:
    with pytest.raises(TermcapError, match=message):
        parse_termcap(text)


def test_four_capabilities_are_enough() -> None:
    caps = parse_termcap(r"dumbest|the least:co#80:li#24:cm=^P%+ %+ :cl=^L:")
    assert (caps.rows, caps.columns) == (24, 80)
    assert (caps.get("so"), caps.get("te"), caps.get("cl")) == (b"", b"", b"\x0c")
    assert not caps.has_reverse
    assert not caps.has_h19_keyboard
    assert [caps.glyph(char) for char in "A~●▒"] == [(ord(char), None) for char in "A~o:"]
    with pytest.raises(KeyError):
        caps["so"]


def test_capabilities_behind_a_dot_are_left_out() -> None:
    assert "ts" not in parse_termcap("x:co#80:li#24:cm=a:cl=b:..ts=c:.so=d:").strings


def test_a_status_line_is_a_row_more_if_it_can_be_reached() -> None:
    text = "x:co#80:li#24:cm=a:cl=b:ce=c:{}:"
    assert [parse_termcap(text.format(more)).rows for more in ("hs:ts=^A", "ts=^A", "hs")] == [25, 24, 24]


def test_reverse_video_that_takes_a_cell_is_none() -> None:
    text = "x:co#80:li#24:sg#{}:cm=a:cl=b:so=c:se=d:"
    assert [parse_termcap(text.format(cookies)).has_reverse for cookies in (0, 1)] == [True, False]


def test_h19_has_every_character_at_its_own_code(h19: Termcap) -> None:
    """The codes are decoded by the emulated terminal's table, which was recorded from the firmware."""
    for char in GLYPHS:
        code, graphics = h19.glyph(char)
        modes = (False, True) if graphics is None else (graphics,)
        assert {GLYPHS[glyph(code, mode)] for mode in modes} == {char}
        assert (glyph(code, graphics=True) == glyph(code, graphics=False)) == (graphics is None), char


def test_line_drawing_characters() -> None:
    """`ac` has pairs of a letter, from the table "Line Graphics" of terminfo(5), and the byte that shows it."""
    text = "x:co#80:li#24:cm=a:cl=b:as=^N:ae=^O:ac={}:"
    dec, wyse = parse_termcap(text.format("qx~`")), parse_termcap(text.format(r"q\072"))
    assert [dec.glyph(char) for char in "─●▒A x+"] == [
        *((ord("x"), True), (ord("`"), True), (ord(":"), None)),
        *((ord("A"), None), (ord(" "), None), (ord("x"), False), (ord("+"), False)),
    ]
    assert [wyse.glyph(char) for char in "─●A "] == [
        *((ord(":"), True), (ord("o"), False), (ord("A"), False), (ord(" "), False))
    ]


def test_every_termcap_parses_and_says_where_it_is_from() -> None:
    names: list[str] = []
    for path in TERMCAPS.glob("*.tc"):
        text = path.read_text("ascii")
        caps = parse_termcap(text)
        assert caps.names[0] == path.stem
        assert text.startswith("# ")
        assert "from" in text.partition(f"\n{path.stem}|")[0]
        assert (caps.rows, caps.columns) in ((24, 80), (25, 80))
        names += caps.names[:-1]
    assert len(names) == len(set(names))
    assert {"h19", "h19-ansi", "z29", "vt52", "vt100", "adm3a", "wyse50", "ansi"} <= set(names)


def test_guide_has_every_termcap_and_every_capability_in_use() -> None:
    guide = (TERMCAPS / "README.md").read_text("utf-8")
    told = set(re.findall(r"`([^`\s]+)`", guide)) | {f"k{number}" for number in range(1, 6)}
    used: set[str] = set()
    for path in TERMCAPS.glob("*.tc"):
        assert path.name in told
        caps = parse_termcap(path.read_text("ascii"))
        used |= caps.booleans | {*caps.numbers} | {*caps.strings}
    # The guide leaves out flags that describe the terminal and change nothing for the program.
    assert used - told == {"bs", "es", "mi", "ms", "pt"}


CAPS = {path.stem: parse_termcap(path.read_text("ascii")) for path in TERMCAPS.glob("*.tc")}

KEYS: list[tuple[str, bytes, KeyPress]] = [
    *(("vt52", b"\x1bP", Key.BLUE), ("vt52", b"\x1bQ", Key.RED), ("vt52", b"\x1bR", Key.WHITE)),
    *(("vt52", b"\x1bA", Key.UP), ("vt52", b"\x1bB", Key.DOWN), ("vt100", b"\x1bOP", Key.F1)),
    *(("vt100", b"\x1bOS", Key.F4), ("vt100", b"\x1b[A", Key.UP), ("vt100", b"\x1b[B", Key.DOWN)),
    *(("vt100", b"\x7f", Key.DELETE), ("z29", b"\x1bS", Key.F1), ("z29", b"\x1b0I", Key.ERASE)),
    *(("z29", b"\x1b~", "?"), ("z29", b"\x1bB", Key.DOWN), ("adm3a", b"\x0b", Key.UP)),
    *(("adm3a", b"\n", Key.DOWN), ("adm3a", b"\x0c", "\x0c"), ("adm3a", b"\x08", Key.BACKSPACE)),
    *(("adm3a", b"\x1b", Key.ESCAPE), ("wyse50", b"\x01@\r", Key.F1), ("wyse50", b"\x01D\r", Key.F5)),
    *(("wyse50", b"\x01E\r", Key.BLUE), ("wyse50", b"\x01H\r", Key.ERASE), ("wyse50", b"\x0b", Key.UP)),
    *(("wyse50", b"\x1e", Key.HOME), ("ansi", b"\x1b[A", Key.UP), ("ansi", b"\x1b[B", Key.DOWN)),
    ("ansi", b"\r", Key.RETURN),
]


def read(name: str, data: bytes) -> list[KeyPress]:
    reader = KeyReader(key_codes(CAPS[name]))
    return reader.feed(data) + reader.flush()


@each(("name", "code", "key"), KEYS)
def test_key_sends_its_code(name: str, code: bytes, key: KeyPress) -> None:
    assert read(name, code) == [key]
    reader = KeyReader(key_codes(CAPS[name]))
    assert [pressed for byte in code for pressed in reader.feed(bytes([byte]))] + reader.flush() == [key]


@each("name", CAPS)
def test_digits_and_letters_are_themselves(name: str) -> None:
    text = "".join(map(chr, range(0x20, 0x7F)))
    assert read(name, text.encode()) == [*text]
    assert read(name, b"\r") == [Key.RETURN]


@each("name", CAPS)
def test_no_two_keys_send_the_same_and_all_are_read(name: str) -> None:
    caps = CAPS[name]
    own = [caps[capability] for capability in KEY_CAPABILITIES if caps.get(capability)]
    assert len(own) == len(set(own))
    for code, key in key_codes(caps).items():
        assert read(name, code) == [key]


@pytest.mark.parametrize(("name", "ansi"), [("h19", False), ("h19-ansi", True)])
def test_an_h19_has_its_whole_keyboard(name: str, ansi: bool) -> None:
    assert key_codes(CAPS[name]) == keys_by_code(ansi)
    assert {key: read(name, encode(key, ansi)) for key in Key} == {key: [key] for key in Key}


def test_what_other_terminals_send_is_no_h19_key() -> None:
    """The codes of a WY-50's keys for inserting and deleting begin as those of some keys of an H19."""
    assert read("wyse50", CODES[Key.F5]) == [Key.ESCAPE, "W"]
    assert read("vt100", CODES[Key.WHITE]) == [Key.ESCAPE, "R"]


NAMELESS = {
    "F5": b"\x1b[15~",
    "DELETE": b"\x1b[3~",
    "page up": b"\x1b[5~",
    "CTRL and up": b"\x1b[1;5A",
    "keypad 5 of a VT100 in application mode": b"\x1bOu",
    "the window gets the focus": b"\x1b[I",
}
"""Codes of keys that a VT100 lacks and today's terminal emulators have, from xterm's documents."""


@each(("name", "key"), product(["vt100", "ansi"], NAMELESS))
def test_a_key_without_a_name_does_nothing(name: str, key: str) -> None:
    """The digits in its sequence would otherwise mark dice."""
    assert read(name, b"a" + NAMELESS[key] + b"b") == ["a", "b"]


@pytest.mark.parametrize("name", ["vt100", "ansi"])
def test_a_sequence_that_has_no_end_is_read_as_it_stands(name: str) -> None:
    assert read(name, b"\x1b[15") == [Key.ESCAPE, "[", "1", "5"]
    assert read(name, b"\x1b[1\r") == [Key.ESCAPE, "[", "1", Key.RETURN]
    reader = KeyReader(key_codes(CAPS[name]))
    assert len(reader.feed(b"\x1b[" + b"1" * 100) + reader.flush()) == 102
