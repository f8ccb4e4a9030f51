"""The keys of each terminal in termcaps/, by the codes that the terminals' manuals have for them."""

from pathlib import Path

import pytest

from h89yahtzee.apps.yahtzee.terminal.terminals import key_codes
from h89yahtzee.h19.keyboard import CODES, encode, keys_by_code
from h89yahtzee.screen.key_reader import KEY_CAPABILITIES, KeyReader
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.termcap import parse_termcap
from tests.naming import each

TERMCAPS = Path(__file__).parents[2] / "termcaps"
CAPS = {path.stem: parse_termcap(path.read_text("ascii")) for path in TERMCAPS.glob("*.tc")}

KEYS: list[tuple[str, bytes, KeyPress]] = [
    ("vt52", b"\x1bP", Key.BLUE),
    ("vt52", b"\x1bQ", Key.RED),
    ("vt52", b"\x1bR", Key.WHITE),
    ("vt52", b"\x1bA", Key.UP),
    ("vt52", b"\x1bB", Key.DOWN),
    ("vt100", b"\x1bOP", Key.F1),
    ("vt100", b"\x1bOS", Key.F4),
    ("vt100", b"\x1b[A", Key.UP),
    ("vt100", b"\x1b[B", Key.DOWN),
    ("vt100", b"\x7f", Key.DELETE),
    ("z29", b"\x1bS", Key.F1),
    ("z29", b"\x1b0I", Key.ERASE),
    ("z29", b"\x1b~", "?"),
    ("z29", b"\x1bB", Key.DOWN),
    ("adm3a", b"\x0b", Key.UP),
    ("adm3a", b"\n", Key.DOWN),
    ("adm3a", b"\x0c", "\x0c"),
    ("adm3a", b"\x08", Key.BACKSPACE),
    ("adm3a", b"\x1b", Key.ESCAPE),
    ("wyse50", b"\x01@\r", Key.F1),
    ("wyse50", b"\x01D\r", Key.F5),
    ("wyse50", b"\x01E\r", Key.BLUE),
    ("wyse50", b"\x01H\r", Key.ERASE),
    ("wyse50", b"\x0b", Key.UP),
    ("wyse50", b"\x1e", Key.HOME),
    ("ansi", b"\x1b[A", Key.UP),
    ("ansi", b"\x1b[B", Key.DOWN),
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
    """A WY-50's keys for inserting and deleting begin as some of an H19."""
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
"""What keys of today's terminals send beyond those of a VT100, from xterm's documents."""


@pytest.mark.parametrize("name", ["vt100", "ansi"])
@pytest.mark.parametrize("key", NAMELESS)
def test_a_key_without_a_name_does_nothing(name: str, key: str) -> None:
    """The digits of its sequence would mark dice."""
    assert read(name, b"a" + NAMELESS[key] + b"b") == ["a", "b"]


@pytest.mark.parametrize("name", ["vt100", "ansi"])
def test_a_sequence_that_has_no_end_is_read_as_it_stands(name: str) -> None:
    assert read(name, b"\x1b[15") == [Key.ESCAPE, "[", "1", "5"]
    assert read(name, b"\x1b[1\r") == [Key.ESCAPE, "[", "1", Key.RETURN]
    reader = KeyReader(key_codes(CAPS[name]))
    assert len(reader.feed(b"\x1b[" + b"1" * 100) + reader.flush()) == 102
