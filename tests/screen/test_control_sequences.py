"""Control sequences in a terminal's input, in the forms of ECMA-48 and of xterm's documentation."""

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.control_sequences import is_sequence, is_unfinished, pieces
from tests.naming import each

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
    # CSI [ is followed by a letter on a Linux console alone.
    assert is_unfinished(b"d" + sequence[:cut].encode())
    assert not is_unfinished(sequence.encode())


@each("data", [b"", b"12d", b"\x1bq", b"\x1b[A1", b"\x1b\x1bx"])
def test_keys_alone_are_finished(data: bytes) -> None:
    assert not is_unfinished(data)
