"""Key reader and keyboard, against the codes recorded from the firmware."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.keyboard import CODES, Key, KeyPress, encode
from h89yahtzee.h19.keyreader import KeyReader

ROWS = [
    json.loads(line) for line in (Path(__file__).parent.parent / "data" / "h19_keys.jsonl").read_text().splitlines()
]
SENT = [row for row in ROWS if row["mode"] == "heath" and row["sends"]]

PLAIN_KEYS = {
    "BACK SPACE": Key.BACKSPACE,
    "BLUE": Key.BLUE,
    "DELETE": Key.DELETE,
    "ESC": Key.ESCAPE,
    "GRAY": Key.WHITE,
    "LINE FEED": Key.LINE_FEED,
    "RED": Key.RED,
    "RETURN": Key.RETURN,
    "TAB": Key.TAB,
    "f1": Key.F1,
    "f2": Key.F2,
    "f3": Key.F3,
    "f4": Key.F4,
    "f5": Key.F5,
}
FUNCTIONS_OF_THE_KEYPAD = {
    "1": Key.INSERT_LINE,
    "2": Key.DOWN,
    "3": Key.DELETE_LINE,
    "4": Key.LEFT,
    "5": Key.HOME,
    "6": Key.RIGHT,
    "7": Key.INSERT_CHARACTER,
    "8": Key.UP,
    "9": Key.DELETE_CHARACTER,
}


def meant(row: dict[str, str]) -> KeyPress:
    """The key that was pressed, from the keycaps and the manual's account of the keypad's modes."""
    if row["key"] in PLAIN_KEYS:
        return PLAIN_KEYS[row["key"]]
    if row["key"] == "ERASE":
        return Key.SHIFT_ERASE if row["shift"] else Key.ERASE
    cap = row["key"].removeprefix("KP").strip().split("/")[0]
    if bool(row["shift"]) != ("shifted" in row["keypad"]) and cap in FUNCTIONS_OF_THE_KEYPAD:
        return FUNCTIONS_OF_THE_KEYPAD[cap]
    if "alternate" in row["keypad"]:
        return {".": Key.KEYPAD_DOT, "ENTER": Key.KEYPAD_ENTER}.get(cap) or Key[f"KEYPAD_{cap}"]
    return Key.RETURN if cap == "ENTER" else cap


def read(data: bytes) -> list[KeyPress]:
    reader = KeyReader()
    return reader.feed(data) + reader.flush()


def test_number_of_recorded_codes() -> None:
    assert (len(ROWS), len(SENT)) == (544, 176)


@pytest.mark.parametrize("row", SENT, ids=lambda row: " ".join(map(str, row.values())))
def test_each_recorded_code_is_the_key_that_sent_it(row: dict[str, str]) -> None:
    assert read(bytes.fromhex(row["sends"])) == [meant(row)]


@pytest.mark.parametrize("key", Key)
def test_reader_inverts_keyboard(key: Key) -> None:
    assert read(encode(key)) == [key]


@given(st.characters(min_codepoint=0x20, max_codepoint=0x7E))
def test_a_character_is_itself(char: str) -> None:
    assert read(encode(char)) == [char]


@given(st.lists(st.sampled_from([*CODES.values(), b"a", b"5", b"\x0c"])), st.data())
def test_codes_may_be_cut_anywhere(codes: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(codes)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))))
    reader = KeyReader()
    keys = [
        key for start, end in zip([0, *cuts], [*cuts, None], strict=True) for key in reader.feed(stream[start:end])
    ]
    assert keys + reader.flush() == read(stream)


@given(st.lists(st.sampled_from([key for key in Key if key is not Key.ESCAPE])))
def test_keys_pressed_one_after_another_are_all_read(keys: list[Key]) -> None:
    assert KeyReader().feed(b"".join(map(encode, keys))) == keys


@given(st.binary(max_size=200))
def test_any_bytes_are_read_in_bounded_memory(data: bytes) -> None:
    reader = KeyReader()
    keys = reader.feed(data)
    assert len(keys) <= len(data)
    assert len(reader.flush()) <= 2
    assert not reader.is_pending


def test_a_lone_escape_waits_for_the_caller() -> None:
    reader = KeyReader()
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
