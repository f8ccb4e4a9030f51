"""Keys at a terminal, hold-screen mode, half duplex, OFF LINE and the sounds, as the firmware treats them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.configuration import bytes_per_second, power_up_baud_rate
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Machine, Terminal
from h89yahtzee.screen.keys import Key
from tests.naming import each

XON, XOFF = b"\x11", b"\x13"
FULL_PAGE = b"\r\n".join(b"%02d" % row for row in range(24))
HALF_DUPLEX = 0x0C


def holding() -> Terminal:
    """Return a terminal with a full page in hold-screen mode, to which five line feeds were sent after the page."""
    terminal = Terminal()
    terminal.feed(FULL_PAGE + b"\x1b[\n1\n2\n3\n4\n5")
    return terminal


# Hold-screen


def test_shifted_scroll_lets_a_page_pass() -> None:
    terminal = holding()
    terminal.data_to_send()
    terminal.press(LocalKey.SCROLL, shift=True)
    assert terminal.data_to_send() == XON
    assert not terminal.is_holding
    terminal.feed(b"\n" * 19)
    assert terminal.data_to_send() == b""
    terminal.feed(b"\n")
    assert terminal.data_to_send() == XOFF
    assert terminal.queued == 0


def test_scroll_in_advance_adds_a_line() -> None:
    terminal = Terminal()
    terminal.feed(FULL_PAGE + b"\x1b[")
    terminal.press(LocalKey.SCROLL)
    terminal.press(LocalKey.SCROLL)
    terminal.feed(b"\n\n")
    assert not terminal.is_holding
    terminal.feed(b"\n")
    assert terminal.is_holding


@pytest.mark.parametrize("enter", [b"\x1b[", b"\x1bx3", b"\x1b<\x1b[>3h"])
def test_every_way_into_hold_screen_mode_sets_the_counter(enter: bytes) -> None:
    terminal = Terminal()
    terminal.feed(FULL_PAGE + b"\x1b[")
    terminal.press(LocalKey.SCROLL, shift=True)
    terminal.feed(enter + b"\n")
    assert terminal.is_holding


@given(st.binary(max_size=3000))
def test_holding_needs_no_more_memory_than_the_fifo(data: bytes) -> None:
    terminal = holding()
    terminal.feed(data)
    assert terminal.queued < 128


def test_a_flood_of_questions_fills_no_memory() -> None:
    terminal = Terminal()
    for _ in range(100):
        terminal.feed(b"\x1b#\x1bn")
    assert len(terminal.data_to_send()) < 0x10000 + 1921
    terminal.feed(b"\x1bZ")
    assert terminal.data_to_send() == b"\x1b/K"


# Half duplex and OFF LINE


def test_half_duplex_executes_what_it_sends() -> None:
    terminal = Terminal(line_switches=HALF_DUPLEX)
    terminal.press("a")
    terminal.press(Key.F1)
    terminal.press(Key.RETURN)
    terminal.press("b")
    assert terminal.data_to_send() == b"a\x1bS\rb"
    assert terminal.row_bytes(0).rstrip() == b"b"
    terminal.feed(b"\x1bZ")
    assert terminal.data_to_send() == b"\x1b/K"
    assert terminal.row_bytes(0).rstrip() == b"bK"


def test_half_duplex_executes_an_answer_before_what_follows_the_question() -> None:
    terminal = Terminal(line_switches=HALF_DUPLEX)
    terminal.feed(b"\x1bZab\x1bZ")
    assert terminal.row_bytes(0).rstrip() == b"KabK"


def test_a_transmitted_page_is_not_executed() -> None:
    terminal = Terminal(line_switches=HALF_DUPLEX)
    terminal.feed(b"xy\x1b#")
    assert terminal.data_to_send() == b"xy" + b" " * 1918 + b"\r"
    assert terminal.cursor == (0, 2)


@pytest.mark.parametrize(
    "stream", [b"xy\x1b#", b"xy\x1bx1\x1bY8 z\x1b]", b"xy\x1b<\x1b[p", b"xy\x1b<\x1b[>1h\x1b[q"]
)
@pytest.mark.parametrize("machine", [Terminal, RealTimeTerminal])
def test_text_that_is_kept_is_not_transmitted(machine: type[Machine], stream: bytes) -> None:
    """This holds after a reset too; the bell rings instead. Answers that only tell the terminal's identity or the
    cursor's position are sent as ever.
    """
    terminal = machine()
    terminal.keep_text()
    terminal.feed(stream, 0.0)
    terminal.advance(1.0)
    assert (terminal.data_to_send(), terminal.bells()) == (b"", 1)
    terminal.press(LocalKey.RESET, 2.0)
    terminal.feed(stream, 3.0)
    terminal.advance(4.0)
    assert (terminal.data_to_send(), terminal.bells()) == (b"", 1)


def test_an_h19_that_keeps_its_text_tells_who_and_where_it_is() -> None:
    terminal = Terminal()
    terminal.keep_text()
    terminal.feed(b'\x1bY!"\x1bn\x1bZ\x1b<\x1b[6n')
    assert terminal.data_to_send() == b'\x1bY!"\x1b/K\x1b[2;3R'


def test_who_asks_off_line_gets_the_text_transmitted() -> None:
    terminal = Terminal()
    terminal.keep_text()
    for key in (LocalKey.OFF_LINE, "a", Key.ESCAPE, "#"):
        terminal.press(key)
    assert terminal.data_to_send() == b"a" + b" " * 1919 + b"\r"


def test_off_line_the_keyboard_writes_on_the_screen_and_the_host_does_not() -> None:
    terminal = Terminal()
    terminal.press(LocalKey.OFF_LINE)
    assert terminal.off_line
    terminal.feed(b"lost")
    terminal.press("a")
    terminal.press(Key.ESCAPE)
    terminal.press("n")
    assert terminal.data_to_send() == b""
    assert terminal.row_bytes(0).rstrip() == b"a"
    terminal.press(Key.ESCAPE)
    terminal.press("#")
    assert terminal.data_to_send() == b"a" + b" " * 1919 + b"\r"
    terminal.press(LocalKey.OFF_LINE)
    terminal.feed(b"b")
    assert terminal.row_bytes(0).rstrip() == b"ab"


# The keyboard


def test_local_keys_change_the_screen_and_send_nothing() -> None:
    terminal = Terminal()
    terminal.feed(b"abc\x1b<")
    terminal.press(Key.KEYPAD_4, shift=True, ctrl=True)
    assert terminal.cursor == (0, 2)
    terminal.press(Key.ERASE, shift=True, ctrl=True)
    assert terminal.row_bytes(0) == b" " * 80
    assert terminal.data_to_send() == b""


def test_a_disabled_keyboard_only_resets() -> None:
    terminal = Terminal()
    terminal.feed(b"x\x1b}")
    terminal.press("a")
    terminal.press(Key.F1, ctrl=True)
    terminal.press(LocalKey.BREAK)
    terminal.press(LocalKey.SCROLL)
    assert (terminal.data_to_send(), terminal.clicks(), terminal.breaks()) == (b"", 0, 0)
    terminal.press(LocalKey.RESET)
    assert not terminal.modes.keyboard_locked
    assert terminal.row_bytes(0) == b" " * 80
    terminal.press("a")
    assert terminal.data_to_send() == b"a"


def test_caps_lock_locks_and_survives_a_reset() -> None:
    terminal = Terminal()
    terminal.press(LocalKey.CAPS_LOCK)
    terminal.press(LocalKey.RESET)
    terminal.press("a")
    terminal.press("1")
    assert terminal.caps_lock
    terminal.press(LocalKey.CAPS_LOCK)
    terminal.press("a")
    assert terminal.data_to_send() == b"A1a"


def test_keys_click_unless_told_not_to() -> None:
    terminal = Terminal()
    terminal.press("a")
    terminal.press(LocalKey.SCROLL)
    terminal.press(LocalKey.BREAK)
    assert (terminal.clicks(), terminal.clicks(), terminal.breaks(), terminal.breaks()) == (2, 0, 1, 0)
    terminal.feed(b"\x1bx2")
    terminal.press("a")
    assert terminal.clicks() == 0
    assert Terminal(1 << 1).modes.no_click


def test_a_key_takes_part_in_what_the_host_has_begun() -> None:
    """The machine has one queue for received bytes and local keys: a local key's code is taken for an argument."""
    terminal = Terminal()
    terminal.feed(b"abc\x1bY")
    terminal.press("5")
    terminal.press(Key.KEYPAD_5, ctrl=True)
    assert terminal.data_to_send() == b"5"
    terminal.feed(b" ")
    assert terminal.cursor == (21, 0)


# Switch S401


@each(
    ("switches", "baud_rate"),
    [
        *((0x8C, 9600), (0x0C, 9600), (0x8D, 19200), (0x81, 110), (0x80, 110)),
        *((0x93, 300), (0xB3, 300), (0xD3, 300), (0xF3, 300)),
    ],
)
def test_sections_0_to_3_choose_the_speed_whatever_the_parity(switches: int, baud_rate: int) -> None:
    assert power_up_baud_rate(switches) == baud_rate
    assert Terminal(line_switches=switches).baud_rate == baud_rate


def test_a_character_has_ten_bits_but_eleven_at_110_baud() -> None:
    assert bytes_per_second(9600) == 960
    assert bytes_per_second(150) == 15
    assert bytes_per_second(110) == 10
