"""The parser alone: its operations for a stream, wherever the stream is cut, by the firmware's rules."""

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.parser import Operation, Parser, Text, received


def parse(*chunks: bytes, ansi: bool = False) -> list[Operation]:
    """Return all operations; runs of text are joined, and of a call only the one with all its arguments is kept."""
    parser = Parser()
    parser.ansi = ansi
    found: list[Operation] = []
    for data in map(received, chunks):
        position = 0
        while position < len(data):
            operations, position = parser.parse(data, position)
            for operation in operations:
                _append(found, operation)
    return found


def _append(found: list[Operation], operation: Operation) -> None:
    last = found[-1] if found else None
    if isinstance(operation, Text) and isinstance(last, Text):
        found[-1] = Text(last.codes + operation.codes)
    elif isinstance(operation, Call) and operation.arguments[1:] and last == Call(MOVE, operation.arguments[:1]):
        found[-1] = operation
    else:
        found.append(operation)


MOVE = "direct_cursor_addressing"
SINGLE_BYTES = [bytes((code,)) for code in b"\x1bYxrH1\x18\n\x00\xffq?>;m[A"]
PIECES = st.sampled_from([*SINGLE_BYTES, b"\x1b[", b"27", b"\x1bp", b"\x1bY#1"])


@given(st.lists(PIECES), st.booleans())
def test_whole_is_piece_by_piece_and_byte_by_byte(pieces: list[bytes], ansi: bool) -> None:
    stream = b"".join(pieces)
    whole = parse(stream, ansi=ansi)
    assert whole == parse(*pieces, ansi=ansi)
    assert whole == parse(*(bytes((code,)) for code in stream), ansi=ansi)


def test_nothing_is_parsed_before_it_is_asked_for() -> None:
    parser = Parser()
    assert parser.parse(b"a\x1bY", 0) == ((Text(b"a"),), 1)
    assert parser.parse(b"a\x1bY", 1) == ((), 2)
    assert parser.parse(b"a\x1bY", 2) == ((), 3)
    assert parser.take(ord("#")) == (Call(MOVE, (3,)),)
    assert not parser.is_between_sequences
    assert parser.awaits_argument


def test_a_reset_parser_forgets_what_was_unfinished() -> None:
    parser = Parser()
    parser.ansi = True
    for code in b"\x1b[12":
        parser.take(code)
    parser.reset()
    assert parser.is_between_sequences
    assert parser.parse(b"\x1bH", 0) == ((Call("cursor_home"),), 2)
