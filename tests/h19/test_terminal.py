"""Properties that a terminal must have for any bytes, and cases that recordings of the firmware don't show."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19 import codes
from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.terminal import Terminal

RESETS = [codes.heath("reset_to_power_up_configuration"), codes.ansi("reset_to_power_up_configuration")]
SEQUENCES = [codes.heath(function.name) for function in codes.FUNCTIONS]
HARMLESS = [sequence for sequence in SEQUENCES if sequence not in RESETS]
ADDRESSES = st.builds(codes.direct_cursor_addressing, st.integers(0, 24), st.integers(0, 79))
MODE_CHANGES = st.builds(
    lambda start, n: start + bytes((n,)), st.sampled_from([b"\x1bx", b"\x1by"]), st.integers(0x2F, 0x3A)
)
CONTROL_SEQUENCES = st.builds(
    lambda prefix, numbers, final: b"\x1b[" + prefix + b";".join(b"%d" % n for n in numbers) + final,
    st.sampled_from([b"", b"?", b">"]),
    st.lists(st.sampled_from([0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 20, 24, 25, 80, 81, 300]), max_size=3),
    st.sampled_from([bytes((code,)) for code in b"ABCDHJKLMPfhlmnpqrsu;"]),
)
TEXT = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=200).map(str.encode)
CONTROLS = st.sampled_from([b"\x07", b"\x08", b"\t", b"\n", b"\r", b"\x00", b"\x7f", b"\x18", b"\x1b"])
STREAMS = st.lists(
    st.one_of(
        st.sampled_from([*HARMLESS, b"\x1b<", b"\x1b[?2h", b"\n" * 30]),
        *(ADDRESSES, MODE_CHANGES, CONTROL_SEQUENCES, TEXT, CONTROLS, st.binary(max_size=4)),
    ),
    max_size=40,
).map(b"".join)


def state(terminal: Terminal) -> tuple[object, ...]:
    """Return all that can be seen of a terminal, its saved cursor position, and how it takes further bytes."""
    seen = (terminal.grid(), terminal.cursor, terminal.modes, terminal.baud_rate, terminal.is_holding)
    sent = (terminal.data_to_send(), terminal.bells(), terminal.clicks(), terminal.breaks())
    terminal.feed(b"5\x18\x1bk\x1b[u")
    return *seen, *sent, terminal.cursor, terminal.queued


@given(STREAMS, st.lists(st.integers(0, 2000), max_size=5), st.integers(0, 255))
def test_the_stream_may_be_cut_anywhere(stream: bytes, cuts: list[int], switches: int) -> None:
    whole, single, chunked = Terminal(switches), Terminal(switches), Terminal(switches)
    whole.feed(stream)
    for code in stream:
        single.feed(bytes((code,)))
    bounds = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in pairwise(bounds):
        chunked.feed(stream[start:end])
    assert state(whole) == state(single) == state(chunked)


@given(st.lists(st.binary(), max_size=20), st.integers(0, 255))
def test_no_byte_raises(chunks: list[bytes], switches: int) -> None:
    terminal = Terminal(switches)
    for chunk in chunks:
        terminal.feed(chunk)
        row, column = terminal.cursor
        assert row in range(25)
        assert column in range(80)
        assert {len(terminal.row_bytes(row)) for row in range(25)} == {80}


LINE_SWITCHES = st.sampled_from([0x8C, 0x0C, 0x83])


def after(stream: bytes, switches: int, line_switches: int) -> Terminal:
    terminal = Terminal(switches, line_switches)
    terminal.feed(stream)
    terminal.data_to_send()
    terminal.bells()
    return terminal


@given(STREAMS, st.integers(0, 255), LINE_SWITCHES)
def test_the_reset_key_leads_to_the_state_after_power_up(stream: bytes, switches: int, line_switches: int) -> None:
    terminal = after(stream, switches, line_switches)
    terminal.press(LocalKey.RESET)
    assert state(terminal) == state(Terminal(switches, line_switches))


@given(STREAMS, st.integers(0, 255), LINE_SWITCHES)
def test_a_reset_by_the_host_leads_to_the_state_after_power_up(
    stream: bytes, switches: int, line_switches: int
) -> None:
    """A CAN ends a sequence left unfinished, in ANSI mode as any byte does; many CANs end a hold of the screen."""
    terminal = after(stream, switches, line_switches)
    terminal.feed(b"\x18\x18")
    while terminal.is_holding:
        terminal.feed(b"\x18")
    terminal.feed(RESETS[terminal.modes.ansi])
    terminal.data_to_send()
    terminal.bells()
    assert state(terminal) == state(Terminal(switches, line_switches))


@given(STREAMS)
def test_a_transmitted_page_can_be_shown_again(stream: bytes) -> None:
    """The page is sent as 80 characters a row without line ends: with wrap on they fill a page, then scroll it."""
    terminal, copy = Terminal(), Terminal()
    terminal.feed(stream + b"\x18\x18")
    while terminal.is_holding:
        terminal.feed(b"\x18")
    terminal.data_to_send()
    terminal.feed(b"\x1b[p" if terminal.modes.ansi else b"\x1b#")
    transmitted = terminal.data_to_send()
    assert transmitted.endswith(b"\r")
    copy.feed(b"\x1bv" + (b"\x1b<" if terminal.modes.ansi else b"") + transmitted)
    assert [copy.row_bytes(row) for row in range(23)] == [terminal.row_bytes(row) for row in range(1, 24)]
    assert copy.cursor == (23, 0)


# Single cases


def test_answers_and_bells_are_handed_over_once() -> None:
    terminal = Terminal()
    terminal.feed(b"\x1bZ\x07\x07")
    assert (terminal.data_to_send(), terminal.data_to_send()) == (b"\x1b/K", b"")
    assert (terminal.bells(), terminal.bells()) == (2, 0)


def test_baud_rate_is_kept_until_reset() -> None:
    terminal = Terminal()
    seen = [(terminal.baud_rate, terminal.baud_rate_changes())]
    for data in (b"\x1brM", b"\x1br@\x1brN\x1br\x18\x1brM", b"\x1brA\x1b<\x1b[14r\x1b[13r", b"\x1b[r", b"\x1b[z"):
        terminal.feed(data)
        seen.append((terminal.baud_rate, terminal.baud_rate_changes()))
    assert seen == [(9600, 0), (19200, 1), (19200, 0), (19200, 2), (110, 1), (9600, 1)]


def test_modes_given_out_are_a_copy() -> None:
    terminal = Terminal()
    modes = terminal.modes
    modes.reverse = True
    assert terminal.modes == TerminalModes()
