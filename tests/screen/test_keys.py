"""The keyboard, key reader and mouse, by the firmware's recorded codes, xterm's documentation and ECMA-48."""

import json
from itertools import pairwise
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.h19_test.cases import suite_lines
from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.h19.keyboard import ANSI_CODES, CODES, LocalKey, Stroke, encode, keys_by_code, strike
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.key_reader import Click, KeyReader, MouseReader, is_sequence, is_unfinished, pieces
from h89yahtzee.screen.keys import Key, KeyPress
from tests.naming import each


class Row(TypedDict):
    """A text line of keys.jsonl, with bytes in hex; see h89yahtzee-h19-suite(5)."""

    mode: str
    keypad: str
    key: str
    shift: int
    ctrl: int
    insert: int
    sends: str
    local: bool


ROWS: list[Row] = [json.loads(line) for line in suite_lines("keys.jsonl")]
SENT = [row for row in ROWS if row["sends"]]

_SAME = ("BLUE", "DELETE", "LINE FEED", "RED", "RETURN", "TAB", *(f"f{number}" for number in range(1, 6)))
PLAIN_KEYS = {name: Key[name.upper().replace(" ", "_")] for name in _SAME}
PLAIN_KEYS |= {"BACK SPACE": Key.BACKSPACE, "ESC": Key.ESCAPE, "GRAY": Key.WHITE}
_FUNCTIONS = (
    *(Key.INSERT_LINE, Key.DOWN, Key.DELETE_LINE, Key.LEFT, Key.HOME),
    *(Key.RIGHT, Key.INSERT_CHARACTER, Key.UP, Key.DELETE_CHARACTER),
)
FUNCTIONS_OF_THE_KEYPAD = dict(zip("123456789", _FUNCTIONS, strict=True))


def cap(row: Row) -> str:
    """Return the label of a key of the keypad, without the key's function."""
    return row["key"].removeprefix("KP").strip().split("/")[0]


def struck(row: Row) -> Key | LocalKey:
    if row["key"].startswith("KP"):
        return {".": Key.KEYPAD_DOT, "ENTER": Key.KEYPAD_ENTER}.get(cap(row)) or Key[f"KEYPAD_{cap(row)}"]
    if row["key"] == "SCROLL":
        return LocalKey.SCROLL
    return Key.ERASE if row["key"] == "ERASE" else PLAIN_KEYS[row["key"]]


def terminal_of(row: Row) -> Terminal:
    """Return a terminal that codes from the computer have put into the row's mode, keypad state and insert mode."""
    terminal = Terminal()
    terminal.feed(b"\x1bt" if "shifted" in row["keypad"] else b"")
    terminal.feed(b"\x1b=" if "alternate" in row["keypad"] else b"")
    terminal.feed(b"\x1b@" if row["insert"] else b"")
    terminal.feed(b"\x1b<" if row["mode"] == "ansi" else b"")
    return terminal


def meant(row: Row) -> KeyPress:
    """Return the key that was pressed, by the keycaps and the manual's account of the keypad's modes."""
    if row["key"] in PLAIN_KEYS:
        return PLAIN_KEYS[row["key"]]
    if row["key"] == "ERASE":
        return Key.SHIFT_ERASE if row["shift"] else Key.ERASE
    if bool(row["shift"]) != ("shifted" in row["keypad"]) and cap(row) in FUNCTIONS_OF_THE_KEYPAD:
        return FUNCTIONS_OF_THE_KEYPAD[cap(row)]
    if "alternate" in row["keypad"]:
        return {".": Key.KEYPAD_DOT, "ENTER": Key.KEYPAD_ENTER}.get(cap(row)) or Key[f"KEYPAD_{cap(row)}"]
    return Key.RETURN if cap(row) == "ENTER" else cap(row)


def read(data: bytes, ansi: bool = False) -> list[KeyPress]:
    reader = KeyReader(keys_by_code(ansi))
    return reader.feed(data) + reader.flush()


def test_each_recorded_local_stroke_has_the_code_that_is_sent_without_ctrl() -> None:
    for row in ROWS:
        if row["local"]:
            key, modes, shift = struck(row), terminal_of(row).modes, bool(row["shift"])
            assert isinstance(key, Key), row
            without_ctrl = strike(key, modes, shift=shift)
            assert strike(key, modes, shift=shift, ctrl=True) == Stroke(without_ctrl.code, is_local=True), row


def test_each_recorded_code_is_the_key_that_sent_it() -> None:
    for row in SENT:
        assert read(bytes.fromhex(row["sends"]), row["mode"] == "ansi") == [meant(row)], row


@pytest.mark.parametrize("ansi", [False, True])
def test_reader_inverts_keyboard(ansi: bool) -> None:
    assert {key: read(encode(key, ansi), ansi) for key in Key} == {key: [key] for key in Key}


BOTH_MODES = [key for key in Key if not ANSI_CODES[key].startswith(b"\x1bO")]


@pytest.mark.parametrize("ansi", [False, True])
def test_most_codes_of_the_other_mode_are_read_too(ansi: bool) -> None:
    assert {key: read(encode(key, ansi), not ansi) for key in BOTH_MODES} == {key: [key] for key in BOTH_MODES}


def test_what_is_read_in_one_mode_alone_begins_with_esc_o() -> None:
    assert len(BOTH_MODES) == len(Key) - 20
    assert read(b"\x1bOS", ansi=False) == [Key.INSERT_CHARACTER, "S"]
    assert read(b"\x1bO", ansi=True) == [Key.ESCAPE, "O"]


STATES = st.builds(
    TerminalModes,
    ansi=st.booleans(),
    insert=st.booleans(),
    keypad_shifted=st.booleans(),
    keypad_alternate=st.booleans(),
)
PRESSED = st.sampled_from([key for key in Key if key is not Key.ESCAPE]) | st.characters(
    min_codepoint=0x20, max_codepoint=0x7E
)


@given(STATES, st.lists(st.tuples(PRESSED, st.booleans())))
def test_strokes_one_after_another_are_read_as_what_each_is_alone(
    modes: TerminalModes, strokes: list[tuple[KeyPress, bool]]
) -> None:
    codes = [strike(key, modes, shift=shift).code for key, shift in strokes]
    assert read(b"".join(codes), modes.ansi) == [key for code in codes for key in read(code, modes.ansi)]
    assert all(len(read(code, modes.ansi)) == 1 for code in codes)


@given(STATES, PRESSED)
def test_a_stroke_is_read_as_the_key_that_was_struck(modes: TerminalModes, key: KeyPress) -> None:
    """The keypad's keys outside alternate mode are left out; the recorded strokes cover them."""
    (found,) = read(strike(key, modes).code, modes.ansi)
    if not (isinstance(key, Key) and key.name.startswith("KEYPAD_")):
        assert found == key


LOWER = "abcdefghijklmnopqrstuvwxyz1234567890-=`[\\;'{,./"
UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()_+~]|:"}<>?'


def test_shift_and_caps_lock() -> None:
    """The pairs of characters are those on the keycaps; SHIFT does not undo CAPS LOCK."""

    def struck_all(shift: bool, caps_lock: bool) -> str:
        return b"".join(
            strike(key, TerminalModes(), shift=shift, caps_lock=caps_lock).code for key in LOWER
        ).decode()

    assert struck_all(shift=False, caps_lock=False) == LOWER
    assert struck_all(shift=True, caps_lock=False) == struck_all(shift=True, caps_lock=True) == UPPER
    assert struck_all(shift=False, caps_lock=True) == UPPER[:26] + LOWER[26:]


@each(
    ("key", "shift", "sent"),
    [
        *(("a", False, 0x01), ("z", True, 0x1A), ("[", False, 0x1B), ("`", False, 0x00)),
        *(("2", True, 0x00), ("6", True, 0x1E), ("-", True, 0x1F), ("\\", False, 0x1C)),
        *(("[", True, 0x1D), ("1", False, ord("1")), ("{", False, ord("{")), ("{", True, ord("}"))),
        *(("\\", True, ord("|")), ("`", True, ord("~")), (" ", False, ord(" "))),
    ],
)
def test_ctrl(key: str, shift: bool, sent: int) -> None:
    assert strike(key, TerminalModes(), shift=shift, ctrl=True) == Stroke(bytes((sent,)))


EVERY_CODE = [*CODES.values(), *ANSI_CODES.values(), b"\x1bO", b"\x1b[4l", b"a", b"5", b"\x0c"]


@given(st.lists(st.sampled_from(EVERY_CODE)), st.booleans(), st.data())
def test_codes_may_be_cut_anywhere(codes: list[bytes], ansi: bool, data: st.DataObject) -> None:
    stream = b"".join(codes)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))))
    reader = KeyReader(keys_by_code(ansi))
    keys = [
        key for start, end in zip([0, *cuts], [*cuts, None], strict=True) for key in reader.feed(stream[start:end])
    ]
    assert keys + reader.flush() == read(stream, ansi)


@given(st.binary(max_size=200) | st.lists(st.sampled_from(EVERY_CODE)).map(b"".join), st.booleans())
def test_any_bytes_are_read_in_bounded_memory(data: bytes, ansi: bool) -> None:
    reader = KeyReader(keys_by_code(ansi))
    keys = reader.feed(data)
    assert len(keys) <= len(data)
    assert len(reader.flush()) < 16
    assert not reader.is_pending


def test_a_lone_escape_waits_for_the_caller() -> None:
    reader = KeyReader(keys_by_code(ansi=False))
    assert reader.feed(b"\x1b") == []
    assert reader.is_pending
    assert reader.flush() == [Key.ESCAPE]
    assert reader.feed(b"S") == ["S"]


def test_what_is_no_key_is_read_as_it_stands() -> None:
    assert read(b"\x1b\x1bS") == [Key.ESCAPE, Key.F1]
    assert read(b"\x1bz") == [Key.ESCAPE, "z"]
    assert read(b"\x1b?z") == [Key.ESCAPE, "?", "z"]
    assert read(b"\x1b?\x1bS") == [Key.ESCAPE, "?", Key.F1]


def test_parity_padding_and_flow_control_are_dropped() -> None:
    assert read(b"\x9b\xd3") == [Key.F1]
    assert read(b"\x00a\x11\x13\x00b") == ["a", "b"]
    assert read(b"\x1b\x13S") == [Key.F1]


KEYS = st.text("12dr q", min_size=1).map(str.encode) | st.sampled_from(
    [b"\x1b[A", b"\x1bOP", b"\x1b[15~", b"\x1bx"]
)
OTHERS = st.integers(1, 63) | st.integers(66, 99)
PLACES = st.tuples(st.integers(0, 300), st.integers(0, 300))


def pressed(row: int, column: int, button: int = 0) -> bytes:
    return b"\x1b[<%d;%d;%dM" % (button, column + 1, row + 1)


def read_mouse(*pieces: bytes) -> list[bytes | Click]:
    """Return the clicks, and between them the bytes that don't come from the mouse."""
    reader, found = MouseReader(), list[bytes | Click]()
    for piece in pieces:
        for part in reader.feed(piece):
            add(found, part)
    return found


def add(found: list[bytes | Click], part: bytes | Click) -> None:
    """Add a part to `found`; bytes that follow bytes are joined."""
    if isinstance(part, bytes) and found and isinstance(last := found[-1], bytes):
        found[-1] = last + part
    elif part:
        found.append(part)


@each(
    ("data", "expected"),
    [
        (b"\x1b[<0;1;1M", [(0, 0)]),
        (b"\x1b[<0;80;25M", [(24, 79)]),
        (b"\x1b[<0;1;1M\x1b[<0;1;1m\x1b[<0;3;2M\x1b[<0;3;2m", [(0, 0), (1, 2)]),
        (b"a\x1b[<0;13;22Mb", [b"a", (21, 12), b"b"]),
        (b"\x1b[M !!", [(0, 0)]),
        (b"d\x1b[M \xb0\x399", [b"d", (24, 143), b"9"]),
        (b"\x1b[<64;1;1M\x1b[<65;1;1M", [b"\x1b[A\x1b[B"]),  # the wheel sends up and down
    ],
)
def test_press_of_the_first_button_is_a_click(data: bytes, expected: list[bytes | Click]) -> None:
    assert read_mouse(data) == expected


@each(
    "data",
    [
        b"\x1b[<0;1;1m",  # the button is released
        b"\x1b[<4;1;1M",  # pressed with SHIFT, if the terminal doesn't use that to select text
        b"\x1b[<2;1;1M",
        b"\x1b[<32;1;1M",  # the mouse is moved
        b"\x1b[M#!!",
        b"\x1b[Md11",
        b"\x1b[<0;1M",
        b"\x1b[<;;M",
        b"\x1b[<0;1;1;1M",
        b"\x1b[<1d",
        b"\x1b[<0;1234567;1M",
        b"\x1b[<0;1",
        b"\x1b[M r",
    ],
)
def test_anything_else_is_nothing(data: bytes) -> None:
    assert read_mouse(data) == []


@given(st.lists(KEYS | PLACES | OTHERS, max_size=8), st.lists(st.integers(0, 99), max_size=9))
def test_clicks_and_keys_come_in_their_order_however_the_input_is_cut(
    inputs: list[bytes | tuple[int, int] | int], cuts: list[int]
) -> None:
    """A number in `inputs` is another button, or another action of the mouse."""
    sent, expected = b"", list[bytes | Click]()
    for one in inputs:
        if isinstance(one, int):
            sent += pressed(3, 4, one)
        elif isinstance(one, tuple):
            sent += pressed(*one)
            add(expected, Click(*one))
        else:
            sent += one
            add(expected, one)
    begun = [cut for cut in cuts if cut < len(sent) and not sent[:cut].endswith((b"\x1b", b"\x1b["))]
    ends = sorted({0, len(sent), *begun})
    assert read_mouse(*(sent[start:end] for start, end in pairwise(ends))) == expected


@given(st.lists(st.binary(max_size=9) | st.text("\x1b[<M;0m", max_size=9).map(str.encode), max_size=5))
def test_garbage_hides_no_click_after_it(pieces: list[bytes]) -> None:
    assert read_mouse(*pieces, pressed(7, 9))[-1] == Click(7, 9)


@given(st.binary().filter(lambda data: b"\x1b" not in data))
def test_input_without_sequences_is_left_alone(data: bytes) -> None:
    assert b"".join(part for part in read_mouse(data) if isinstance(part, bytes)) == data


UP, F1, F5, F1_OF_LINUX = "\x1b[A", "\x1bOP", "\x1b[15~", "\x1b[[A"
ATTRIBUTES, VERSION, COLOR = "\x1b[?62;22c", "\x1bP>|XTerm(370)\x1b\\", "\x1b]11;rgb:0000/0000/0000\x07"
CURSOR = "\x1b[24;80R"
SEQUENCES = [UP, F1, F5, F1_OF_LINUX, ATTRIBUTES, VERSION, COLOR]


@each(
    ("text", "expected"),
    [
        ("12d", ["12d"]),
        (f"1{UP}{UP}2", ["1", UP, UP, "2"]),
        (f"{F1_OF_LINUX}{F1}A", [F1_OF_LINUX, F1, "A"]),
        (f"{F5}{ATTRIBUTES}q", [F5, ATTRIBUTES, "q"]),
        (f"{VERSION}{COLOR}{CURSOR}r", [VERSION, COLOR, "r"]),
        ("\x1bq\x1b", ["\x1bq\x1b"]),
        ("\x1b[1;5", ["\x1b[1;5"]),
    ],
)
def test_each_sequence_stands_by_itself(text: str, expected: list[str]) -> None:
    assert [*pieces(text)] == expected
    assert [is_sequence(piece) for piece in expected] == [piece in SEQUENCES for piece in expected]


@given(st.sampled_from([*SEQUENCES, CURSOR]), st.data())
def test_the_start_of_a_sequence_is_unfinished(sequence: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(sequence) - 1))
    # On a Linux console, and only there, CSI [ is followed by a letter.
    assert is_unfinished(b"d" + sequence[:cut].encode())
    assert not is_unfinished(sequence.encode())


@each("data", [b"", b"12d", b"\x1bq", b"\x1b[A1", b"\x1b\x1bx"])
def test_keys_alone_are_finished(data: bytes) -> None:
    assert not is_unfinished(data)
