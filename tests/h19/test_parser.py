"""The parser alone: what it makes of a stream, wherever that is cut. Expectations: the firmware's rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.parser import Call, Parser, Text


def parse(*chunks: bytes) -> list[Text | Call]:
    """All events, runs of text joined: where a run is cut means nothing."""
    parser = Parser()
    events: list[Text | Call] = []
    for event in (event for chunk in chunks for event in parser.feed(chunk)):
        if isinstance(event, Text) and events and isinstance(events[-1], Text):
            events[-1] = Text(events[-1].codes + event.codes)
        else:
            events.append(event)
    return events


MOVE = "direct_cursor_addressing"


@pytest.mark.parametrize(
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
        (b"\x1bY#", [Call(MOVE, b"#")]),
        (b"\x1bY#1H", [Call(MOVE, b"#"), Call(MOVE, b"#1"), Text(b"H")]),
        (b"\x1bY\x1b\nx", [Call(MOVE, b"\x1b"), Call(MOVE, b"\x1b\n"), Text(b"x")]),
        (b"\x1bY\x18#", [Text(b"#")]),
        (b"\x1bY#\x181", [Call(MOVE, b"#"), Text(b"1")]),
        (b"\x1bx51", [Call("set_mode", b"5"), Text(b"1")]),
        (b"\x1by9", [Call("reset_mode", b"9")]),
        (b"\x1bx0\x1by:", [Text(b"0:")]),
        (b"\x1bx \x1by~", [Text(b" ~")]),
        (b"\x1bx\x184", [Text(b"4")]),
        (b"\x1bx\n\x1by\x7f4", [Call("line_feed"), Text(b"4")]),
        (b"\x1bx\x1bH", [Call("cursor_home")]),
        (b"\x1brLx", [Call("modify_baud_rate", b"L"), Text(b"x")]),
        (b"\x1br\x1bH", [Call("modify_baud_rate", b"\x1b"), Text(b"H")]),
        (b"\x1br\x18H", [Text(b"H")]),
    ],
)
def test_streams(data: bytes, events: list[Text | Call]) -> None:
    assert parse(data) == events


@given(st.lists(st.sampled_from([b"\x1b", b"Y", b"x", b"r", b"H", b"1", b"\x18", b"\n", b"\x00", b"\xff", b"q"])))
def test_whole_is_byte_by_byte(pieces: list[bytes]) -> None:
    assert parse(b"".join(pieces)) == parse(*pieces)


def test_nothing_is_parsed_before_it_is_asked_for() -> None:
    parser = Parser()
    events = parser.feed(b"a\x1bY")
    assert next(events) == Text(b"a")
    assert list(events) == []
    assert list(parser.feed(b"#")) == [Call("direct_cursor_addressing", b"#")]
