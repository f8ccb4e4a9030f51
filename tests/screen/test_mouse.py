"""Reports of a mouse among keys, in the forms that xterm's documentation gives."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.mouse import Click, MouseReader
from tests.naming import each

KEYS = st.text("12dr q", min_size=1).map(str.encode) | st.sampled_from(
    [b"\x1b[A", b"\x1bOP", b"\x1b[15~", b"\x1bx"]
)
OTHERS = st.integers(1, 63) | st.integers(66, 99)
PLACES = st.tuples(st.integers(0, 300), st.integers(0, 300))


def pressed(row: int, column: int, button: int = 0) -> bytes:
    return b"\x1b[<%d;%d;%dM" % (button, column + 1, row + 1)


def read(*pieces: bytes) -> list[bytes | Click]:
    """The clicks, and between them the bytes that aren't the mouse's."""
    reader, found = MouseReader(), list[bytes | Click]()
    for piece in pieces:
        for part in reader.feed(piece):
            add(found, part)
    return found


def add(found: list[bytes | Click], part: bytes | Click) -> None:
    """Join bytes that follow bytes."""
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
        (b"\x1b[<64;1;1M\x1b[<65;1;1M", [b"\x1b[A\x1b[B"]),  # the wheel is up and down
    ],
)
def test_press_of_the_first_button_is_a_click(data: bytes, expected: list[bytes | Click]) -> None:
    assert read(data) == expected


@each(
    "data",
    [
        b"\x1b[<0;1;1m",  # released
        b"\x1b[<4;1;1M",  # with SHIFT, where the terminal doesn't keep that for its selection
        b"\x1b[<2;1;1M",
        b"\x1b[<32;1;1M",  # moved
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
    assert read(data) == []


@given(st.lists(KEYS | PLACES | OTHERS, max_size=8), st.lists(st.integers(0, 99), max_size=9))
def test_clicks_and_keys_come_in_their_order_however_the_input_is_cut(
    inputs: list[bytes | tuple[int, int] | int], cuts: list[int]
) -> None:
    """A number is another button or another thing that a mouse does."""
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
    assert read(*(sent[start:end] for start, end in pairwise(ends))) == expected


@given(st.lists(st.binary(max_size=9) | st.text("\x1b[<M;0m", max_size=9).map(str.encode), max_size=5))
def test_garbage_hides_no_click_after_it(pieces: list[bytes]) -> None:
    assert read(*pieces, pressed(7, 9))[-1] == Click(7, 9)


@given(st.binary().filter(lambda data: b"\x1b" not in data))
def test_input_without_sequences_is_left_alone(data: bytes) -> None:
    assert b"".join(part for part in read(data) if isinstance(part, bytes)) == data
