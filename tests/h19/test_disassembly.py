"""The text lines of a log: their meanings by the manual and the recorded keys; no byte is lost or misplaced.

The ends of items are compared with those in the emulator, which reads the same bytes with a parser of its own.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.h19_test.cases import suite_lines
from h89yahtzee.h19 import codes
from h89yahtzee.h19.disassembly import Disassembler, Item, KeyDisassembler
from h89yahtzee.h19.terminal import Terminal
from tests.naming import each

DATA = Path(__file__).parents[1] / "data"
SCREENS = [json.loads(line) for line in (DATA / "h19_screen.jsonl").read_text().splitlines()]
KEYS = [json.loads(line) for line in suite_lines("keys.jsonl")]

Disassembly = Disassembler | KeyDisassembler


def lines(disassembly: Disassembly, *chunks: bytes) -> list[str]:
    return [str(item) for item in items(disassembly, *chunks)]


def items(disassembly: Disassembly, *chunks: bytes) -> list[Item]:
    return [item for chunk in chunks for item in disassembly.feed(chunk)] + disassembly.flush()


@each(
    ("data", "expected"),
    [
        (b"HELLO", ['text "HELLO"']),
        (b'a "\\"\xc8', [r'text "a \"\\\"\xc8"']),
        (b"\x07\r\n", ["BEL  bell", "CR  carriage return", "LF  line feed"]),
        (b"\x0b\x7f\x11", ["VT  ignored", "DEL  ignored", "DC1  ignored"]),
        (b"\0\0\x80a", [r"NUL NUL \x80  padding", 'text "a"']),
        (b"\x1bY50", ["ESC Y 5 0  direct cursor addressing row 21 column 16"]),
        (b"\x1bY  x", ["ESC Y SP SP  direct cursor addressing row 0 column 0", 'text "x"']),
        (b"\x1b\0Y\0 \x80 ", [r"ESC NUL Y NUL SP \x80 SP  direct cursor addressing row 0 column 0"]),
        (b"\x1bY\x1b\n", ["ESC Y ESC LF  direct cursor addressing same row column 79"]),
        (b"\x1bY\x18", ["ESC Y CAN  direct cursor addressing cancelled"]),
        (b"\x1bY5\x18", ["ESC Y 5 CAN  direct cursor addressing row 21 cancelled"]),
        (b"\x1bx5\x1by1", ["ESC x 5  set mode cursor off", "ESC y 1  reset mode line 25"]),
        (b"\x1bxQ", ["ESC x  set mode without effect", 'text "Q"']),
        (b"\x1by\x1bH", ["ESC y  reset mode without effect", "ESC H  cursor home"]),
        (b"\x1bx\x18", ["ESC x CAN  set mode cancelled"]),
        (b"\x1brL\x1brZ", ["ESC r L  modify baud rate 9600", "ESC r Z  modify baud rate unknown"]),
        (b"\x1bQa", ["ESC Q  unknown", 'text "a"']),
        (b"\x1b\n", ["ESC LF  unknown"]),
        (b"\x1b\x1bH", ["ESC  begins anew", "ESC H  cursor home"]),
        (b"\x9b\xc8", [r"\x9b \xc8  cursor home"]),
        (b"\x1bY5", ["ESC Y 5  unfinished"]),
        (b"\x1b[5", ["ESC [  enter hold screen mode", 'text "5"']),
        (b"x" * 161, [f'text "{"x" * 80}"'] * 2 + ['text "x"']),
    ],
)
def test_heath_mode(data: bytes, expected: list[str]) -> None:
    assert lines(Disassembler(), data) == expected


@each(
    ("data", "expected"),
    [
        (b"\x1b[5;10H", ["ESC [ 5;10 H  direct cursor addressing row 5 column 10"]),
        (b"\x1b[0;99f", ["ESC [ 0;99 f  direct cursor addressing row 1 column 80"]),
        (b"\x1b[26;1H", ["ESC [ 26;1 H  direct cursor addressing same row column 1"]),
        (b"\x1b[5H", ["ESC [ 5 H  direct cursor addressing row 5 column 72"]),
        (b"\x1b[5;H", ["ESC [ 5; H  direct cursor addressing row 5 column 72"]),
        (b"\x1b[H\x1b[f", ["ESC [ H  cursor home", "ESC [ f  cursor home"]),
        (b"\x1b[;5H", ["ESC [ ;  unknown", 'text "5H"']),
        (b"\x1b[C\x1b[0C", ["ESC [ C  cursor forward", "ESC [ 0 C  cursor forward"]),
        (b"\x1b[12L", ["ESC [ 12 L  insert line 12 times"]),
        (b"\x1b[J\x1b[1K", ["ESC [ J  erase to end of page", "ESC [ 1 K  erase beginning of line"]),
        (b"\x1b[3J\x1b[n", ["ESC [ 3 J  unknown", "ESC [ n  unknown"]),
        (b"\x1b[7;10m", ["ESC [ 7;10 m  enter reverse video mode, enter graphics mode"]),
        (b"\x1b[7;1;10m", ["ESC [ 7;1;10 m  enter reverse video mode"]),
        (b"\x1b[m", ["ESC [ m  exit reverse video mode"]),
        (b"\x1b[3;4h", ["ESC [ 3;4 h  enter insert character mode"]),
        (b"\x1b[20l", ["ESC [ 20 l  reset mode auto cr"]),
        (b"\x1b[>4;5l", ["ESC [ > 4;5 l  reset mode block, reset mode cursor off"]),
        (b"\x1b[>10;5h", ["ESC [ > 10;5 h  unknown"]),
        (b"\x1b[?7l\x1b[?2l", ["ESC [ ? 7 l  discard at end of line", "ESC [ ? 2 l  unknown"]),
        (b"\x1b[13r\x1b[r\x1b[14r", [
            "ESC [ 13 r  modify baud rate 19200",
            "ESC [ r  modify baud rate 110",
            "ESC [ 14 r  modify baud rate unknown",
        ]),
        (b"\x1b[s\x1b[1s", ["ESC [ s  save cursor position", "ESC [ 1 s  unknown"]),
        (b"\x1bM\x1b=", ["ESC M  reverse index", "ESC =  enter alternate keypad mode"]),
        (b"\x1b<\x1bZ", ["ESC <  unknown", "ESC Z  unknown"]),
        (b"\x1b\x1b[", ["ESC ESC  unknown", 'text "["']),
        (b"\x1b[5\x1bH", ["ESC [ 5 ESC  unknown", 'text "H"']),
        (b"\x1b[5\x18", ["ESC [ 5 CAN  unknown"]),
        (b"\x1b[?>h", ["ESC [ ? >  unknown", 'text "h"']),
        (b"\x1b[\0005\x80;10\xc8", [r"ESC [ NUL 5 \x80 ;10 \xc8  direct cursor addressing row 5 column 10"]),
        (b"\x1b[5", ["ESC [ 5  unfinished"]),
    ],
)  # fmt: skip
def test_ansi_mode(data: bytes, expected: list[str]) -> None:
    assert lines(Disassembler(ansi=True), data) == expected


def test_mode_changes_within_the_stream() -> None:
    assert lines(Disassembler(), b"\x1b[\x1b<\x1b[2J\x1b[?2h\x1b[") == [
        "ESC [  enter hold screen mode",
        "ESC <  enter ansi mode",
        "ESC [ 2 J  clear display",
        "ESC [ ? 2 h  enter heath mode",
        "ESC [  enter hold screen mode",
    ]


@pytest.mark.parametrize("ansi", [False, True])
def test_reset_leads_to_the_mode_at_power_up(ansi: bool) -> None:
    change, reset = (b"\x1b[?2h", b"\x1bz") if ansi else (b"\x1b<", b"\x1b[z")
    again = b"\x1bA"
    expected = lines(Disassembler(ansi), again)
    assert lines(Disassembler(ansi), change + reset + again)[-len(expected) :] == expected


def test_every_function_is_called_by_its_name() -> None:
    for function in codes.FUNCTIONS:
        name = function.name.replace("_", " ")
        [heath] = items(Disassembler(), b"\x1b" + function.heath + b"1" * function.arguments)
        assert heath.meaning.startswith(name)
        if function.ansi is not None and not function.ansi.startswith(b"[>"):
            [ansi] = items(Disassembler(True), b"\x1b" + function.ansi.replace(b"%d", b"1"))
            assert ansi.meaning.startswith(name)


@pytest.mark.parametrize("place", [2, 3])
def test_positions_are_where_the_cursor_goes(place: int) -> None:
    # A cursor still in the start row shows that the row stayed, so that row's own argument is left out.
    start_row = 3
    for argument in set(range(1, 0x80)) - {codes.CAN, codes.direct_cursor_addressing(start_row, 0)[2]}:
        sequence = bytearray(codes.direct_cursor_addressing(7, 7))
        sequence[place] = argument
        terminal = Terminal()
        terminal.feed(b"\x1bx1" + codes.direct_cursor_addressing(start_row, 3) + sequence)
        row, column = terminal.cursor
        [item] = items(Disassembler(), bytes(sequence))
        at = "same row" if row == start_row else f"row {row}"
        assert item.meaning == f"direct cursor addressing {at} column {column}"


PIECES = [
    *(b"\x1b", b"\x1b[", b"[", b"?", b">", b"Y", b"x", b"y", b"r", b"z", b"H", b"m", b"h", b"l", b"1", b"5", b";"),
    *(b"\x18", b"\n", b"\0", b"\x80", b"\xff", b"\x1b<", b"\x1b[?2h", b"\x1bY", b"q", b"text"),
    *(b"\x1bO", b"R", b"/K"),
]
STREAMS = st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=40)


@pytest.mark.parametrize("ansi", [False, True])
@pytest.mark.parametrize("kind", [Disassembler, KeyDisassembler])
@given(chunks=STREAMS)
def test_cuts_mean_nothing_and_no_byte_is_lost(kind: type[Disassembly], ansi: bool, chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    found = items(kind(ansi), whole)
    assert b"".join(item.code for item in found) == whole
    assert items(kind(ansi), *chunks) == found
    assert items(kind(ansi), *(bytes((byte,)) for byte in whole)) == found
    assert lines(kind(ansi), *chunks) == [str(item) for item in found]


NO_EFFECT = ("ignored", "padding", "unknown", "begins anew", "without effect")


def state(stream: bytes) -> tuple[object, ...]:
    terminal = Terminal()
    terminal.feed(stream)
    return (
        terminal.grid(),
        terminal.modes,
        terminal.cursor,
        terminal.lines,
        terminal.data_to_send(),
        terminal.bells(),
    )


@given(STREAMS)
def test_what_is_said_to_have_no_effect_has_none(chunks: list[bytes]) -> None:
    # The stream stays in Heath mode: "<", which leads to ANSI mode, is removed, with and without bit 7.
    stream = b"".join(chunks).translate(None, b"<\xbc")
    found = items(Disassembler(), stream)
    assert state(b"".join(item.code for item in found if not item.meaning.endswith(NO_EFFECT))) == state(stream)


def test_recorded_streams_are_put_together_again() -> None:
    for case in SCREENS:
        data = bytes.fromhex(case["input"])
        ansi = bool(int(case["sw402"]) & 0x20)
        assert b"".join(item.code for item in items(Disassembler(ansi), data)) == data, case["name"]


@pytest.mark.parametrize("kind", [Disassembler, KeyDisassembler])
@pytest.mark.parametrize("data", [b"\x1b[" + b"1" * 5000, b"\x1bY" + b"\0" * 5000, b"x" * 5000])
def test_noise_is_not_kept(kind: type[Disassembly], data: bytes) -> None:
    disassembly = kind(True)
    assert sum(len(item.code) for item in disassembly.feed(data)) > 4500


def test_text_can_be_ended_between_two_bytes_of_a_sequence() -> None:
    disassembler = Disassembler()
    assert list(map(str, disassembler.feed(b"text") + disassembler.end_text())) == ['text "text"']
    assert disassembler.feed(b"\x1bY5") + disassembler.end_text() == []
    [item] = disassembler.feed(b"0")
    assert str(item) == "ESC Y 5 0  direct cursor addressing row 21 column 16"


# The keys


def key_lines(row: dict[str, str]) -> list[Item]:
    return items(KeyDisassembler(ansi=row["mode"] == "ansi"), bytes.fromhex(row["sends"]))


KEYS_WITH_CODES = [row for row in KEYS if row["sends"]]
NAMES = {"GRAY": "WHITE", "BACK SPACE": "BACKSPACE"}


def meant(row: dict[str, str]) -> str:
    """Return the key's name, from the keycaps and the manual's account of the keypad's modes; "" for text."""
    if not row["key"].startswith("KP"):
        name = NAMES.get(row["key"], row["key"])
        return f"shifted {name}" if name == "ERASE" and row["shift"] else name
    cap, _, function = row["key"].removeprefix("KP").strip().partition("/")
    if function and bool(row["shift"]) != ("shifted" in row["keypad"]):
        return function if function in ("IL", "DL", "IC", "DC", "HOME") else function.lower()
    if "alternate" in row["keypad"]:
        return cap if cap == "ENTER" else f"keypad {cap}"
    return "RETURN" if cap == "ENTER" else ""


def test_recorded_key_is_one_item_with_the_key_for_its_meaning() -> None:
    for row in KEYS_WITH_CODES:
        assert key_lines(row) == [Item(bytes.fromhex(row["sends"]), meant(row))], row


def test_ansi_codes_are_the_keys_that_heath_codes_are() -> None:
    def place(row: dict[str, str]) -> tuple[str, ...]:
        return tuple(str(row[name]) for name in ("keypad", "key", "shift", "ctrl", "insert"))

    heath = {place(row): row for row in KEYS_WITH_CODES if row["mode"] == "heath"}
    ansi = {place(row): row for row in KEYS_WITH_CODES if row["mode"] == "ansi"}
    assert set(heath) == set(ansi)
    for at, row in ansi.items():
        assert [item.meaning for item in key_lines(row)] == [item.meaning for item in key_lines(heath[at])], at


@each(
    ("ansi", "data", "expected"),
    [
        (False, b"ab\x1bS", ['text "ab"', "ESC S  f1"]),
        (False, b"\x1bJ\x1bE", ["ESC J  ERASE", "ESC E  shifted ERASE"]),
        (False, b"\x1b?p\x1b?M", ["ESC ? p  keypad 0", "ESC ? M  ENTER"]),
        (False, b"\r\x03\0", ["CR  RETURN", "ETX  CTRL-C", "NUL  CTRL-@"]),
        (False, b"\x13\x11", ["DC3  XOFF", "DC1  XON"]),
        (False, b"\x1bY50", ["ESC Y 5 0  cursor position report row 21 column 16"]),
        (False, b"\x1b/K", ["ESC / K  identity of a vt52"]),
        (False, b"\x1bFa\x1bG", ["ESC F  enter graphics mode", 'text "a"', "ESC G  exit graphics mode"]),
        (False, b"\x1b", ["ESC  ESC"]),
        (False, b"\x1b\x1bS", ["ESC  ESC", "ESC S  f1"]),
        (False, b"\x1b?x\x1b?!", ["ESC ? x  keypad 8", "ESC  ESC", 'text "?!"']),
        (False, b"\x1bY5", ["ESC  ESC", 'text "Y5"']),
        (True, b"\x1bOS\x1bOp", ["ESC O S  f1", "ESC O p  keypad 0"]),
        (True, b"\x1b[A\x1b[2J", ["ESC [ A  up", "ESC [ 2 J  shifted ERASE"]),
        (True, b"\x1b[4h\x1b[4l", ["ESC [ 4 h  IC", "ESC [ 4 l  IC"]),
        (True, b"\x1b[25;80R", ["ESC [ 25;80 R  cursor position report row 25 column 80"]),
        (True, b"\x1b[10ma", ["ESC [ 10 m  enter graphics mode", 'text "a"']),
        (True, b"\x1b[7m\x1b[m", ["ESC [ 7 m  enter reverse video mode", "ESC [ m  exit reverse video mode"]),
        (True, b"\x1b[12x", ["ESC  ESC", 'text "[12x"']),
    ],
)  # fmt: skip
def test_what_the_terminal_sends(ansi: bool, data: bytes, expected: list[str]) -> None:
    assert lines(KeyDisassembler(ansi), data) == expected


def test_answers_of_the_terminal_are_items() -> None:
    terminal = Terminal()
    terminal.feed(b"\x1bZ" + codes.direct_cursor_addressing(9, 70) + b"\x1bn")
    assert [item.meaning for item in items(KeyDisassembler(), terminal.data_to_send())] == [
        "identity of a vt52",
        "cursor position report row 9 column 70",
    ]
