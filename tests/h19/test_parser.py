"""The parser alone: what it makes of a stream, wherever that is cut. Expectations: the firmware's rules."""

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.parser import Operation, Parser, Text, received
from tests.naming import each


def parse(*chunks: bytes, ansi: bool = False) -> list[Operation]:
    """All operations; runs of text are joined, and a call with some of its arguments is dropped before all."""
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
KEYPAD_MODES = ("enter_alternate_keypad_mode", "exit_alternate_keypad_mode")


@each(
    ("data", "events"),
    [
        (b"plain ~text", [Text(b"plain ~text")]),
        (b"\x07\x08\t", [Call("bell"), Call("cursor_backward"), Call("horizontal_tab")]),
        (b"\n\r", [Call("line_feed"), Call("carriage_return")]),
        (b"a\x7f\x0b\x0c\x11\x13\x18b", [Text(b"ab")]),
        (b"\x1bH", [Call("cursor_home")]),
        (b"\x9b\xc8\xe1", [Call("cursor_home"), Text(b"a")]),
        (b"\x1b\x00H\x80a\x00b", [Call("cursor_home"), Text(b"ab")]),
        (b"\x1b\x1b\x1bHb", [Call("cursor_home"), Text(b"b")]),
        (b"\x1bQa\x1b\nb\x1b\x18H", [Text(b"abH")]),
        (b"\x1bY#", [Call(MOVE, (3,))]),
        (b"\x1bY#1H", [Call(MOVE, (3, 17)), Text(b"H")]),
        (b"\x1bY\x1b\nx", [Call(MOVE, (-5, -22)), Text(b"x")]),
        (b"\x1bY\x18#", [Text(b"#")]),
        (b"\x1bY#\x181", [Call(MOVE, (3,)), Text(b"1")]),
        (b"\x1bx51", [Call("set_mode", (5,)), Text(b"1")]),
        (b"\x1by9", [Call("reset_mode", (9,))]),
        (b"\x1bx0\x1by:", [Text(b"0:")]),
        (b"\x1bx \x1by~", [Text(b" ~")]),
        (b"\x1bx\x184", [Text(b"4")]),
        (b"\x1bx\n\x1by\x7f4", [Call("line_feed"), Text(b"4")]),
        (b"\x1bx\x1bH", [Call("cursor_home")]),
        (b"\x1brLx", [Call("modify_baud_rate", (11,)), Text(b"x")]),
        (b"\x1br\x1bH", [Call("modify_baud_rate", (-38,)), Text(b"H")]),
        (b"\x1br\x18H", [Text(b"H")]),
    ],
)
def test_streams(data: bytes, events: list[Operation]) -> None:
    assert parse(data) == events


REVERSE, PLAIN = Call("enter_reverse_video_mode"), Call("exit_reverse_video_mode")
GRAPHICS, ASCII = Call("enter_graphics_mode"), Call("exit_graphics_mode")
UP, INSERT_LINE = Call("cursor_up"), Call("insert_line")


@each(
    ("data", "operations"),
    [
        (b"\x1bM\x1b=\x1b>", [*map(Call, ("reverse_index", *KEYPAD_MODES))]),
        (b"\x1b\x1b[A", [Text(b"[A")]),
        (b"\x1bH\x1b<\x1bZa", [Text(b"a")]),
        (b"\x1b[A\x1b[3A\x1b[0A", [UP] * 5),
        (b"\x1b[2L\x1b[L", [INSERT_LINE] * 3),
        (b"\x1b[H\x1b[f", [Call("cursor_home")] * 2),
        (b"\x1b[5;10H\x1b[5;10f", [Call(MOVE, (4, 9))] * 2),
        (b"\x1b[5H\x1b[5;H", [Call(MOVE, (4, 71))] * 2),
        (b"\x1b[5f", [Call(MOVE, (4, 101))]),
        (b"\x1b[5;;7H", [Call(MOVE, (4, 0))]),
        (b"\x1b[300;300H", [Call(MOVE, (43, 43))]),
        (b"\x1b[990;1H", [Call(MOVE, (224, 0))]),
        (b"\x1b[0;0H", [Call(MOVE, (0, 0))]),
        (b"\x1b[;5H", [Text(b"5H")]),
        (b"\x1b[?;5H", [Text(b"5H")]),
        (b"\x1b[ 5H", [Text(b"5H")]),
        (b"\x1b[5\x1b[A", [Text(b"[A")]),
        (b"\x1b[5\n\x1b[\x18A", [Text(b"A")]),
        (b"\x1b[\x0012;\x80\xb3\xc8", [Call(MOVE, (11, 2))]),
        (b"\x1b[m\x1b[0m\x1b[7m\x1b[10m\x1b[11m", [PLAIN, PLAIN, REVERSE, GRAPHICS, ASCII]),
        (b"\x1b[1;7m\x1b[7;1;10m\x1b[10;;7;11m", [REVERSE, GRAPHICS, PLAIN, REVERSE, ASCII]),
        (b"\x1b[7;7;7;7;7;7;7;7;7;7;7;7;7;7;7;1;10m", [REVERSE] * 14 + [GRAPHICS]),
        (b"\x1b[J\x1b[1K\x1b[3J\x1b[9K", [Call("erase_to_end_of_page"), Call("erase_beginning_of_line")]),
        (b"\x1b[4;9;2h\x1b[l", [Call("enter_insert_character_mode"), Call("keyboard_disable")]),
        (b"\x1b[104;4h\x1b[108;4h", [Call("enter_insert_character_mode")]),
        (b"\x1b[20h\x1b[20l", [Call("set_mode", (9,)), Call("reset_mode", (9,))]),
        (b"\x1b[?7h\x1b[?7l\x1b[?2l", [Call("wrap_around_at_end_of_line"), Call("discard_at_end_of_line")]),
        (b"\x1b[?2h", [Call("enter_heath_mode")]),
        (b"\x1b[>1;4h\x1b[>5;10;6l", [Call("set_mode", (1,)), Call("set_mode", (4,)), Call("reset_mode", (5,))]),
        (b"\x1b[>0;1h\x1b[?2J\x1b[>5n\x1b[>?h", [Text(b"h")]),
        (b"\x1b[6n\x1b[5n\x1b[n", [Call("cursor_position_report")]),
        (b"\x1b[s\x1b[1s\x1b[0u\x1b[2q\x1b[0z", [Call("save_cursor_position")]),
        (b"\x1b[r\x1b[0r\x1b[1r\x1b[13r", [*[Call("modify_baud_rate", (0,))] * 3, Call("modify_baud_rate", (12,))]),
        (b"\x1b[" + b"0" * 256 + b"H", [Call("cursor_home")]),
        (b"\x1b[" + b"0" * 255 + b"5H", [Call("cursor_home")]),
    ],
)
def test_ansi_streams(data: bytes, operations: list[Operation]) -> None:
    """256 digits are none, even where the number isn't 0: they are counted in eight bits."""
    assert parse(data, ansi=True) == operations


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
