"""Telnet callers and raw ones: RFC 854 and its options by hand, and telnetlib3's client at the other end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.transport.telnet import TelnetClient, TelnetTransport
from h89yahtzee.transport.transport import TransportClosed
from tests.naming import each
from tests.transport.memory import MemoryTransport, memory_pair

OFFERS = b"\xff\xfb\x01\xff\xfb\x03\xff\xfd\x18\xff\xfd\x1f"
"""WILL ECHO, WILL SGA, DO TTYPE, DO NAWS."""
SEND_TYPE = b"\xff\xfa\x18\x01\xff\xf0"


def call() -> tuple[TelnetTransport, MemoryTransport]:
    near, far = memory_pair(1 << 16)
    return TelnetTransport(near), far


def told(line: TelnetTransport, far: MemoryTransport, data: bytes) -> tuple[bytes, bytes]:
    """The keys that `data` stands for, and what is answered."""
    far.send(data)
    return line.receive(), far.receive()


def test_a_raw_caller_hears_no_telnet() -> None:
    line, far = call()
    assert told(line, far, b"\r\rhello \xe9") == (b"\r\rhello \xe9", b"")
    line.send(b"a screen\r\x1bH")
    assert far.receive() == b"a screen\r\x1bH"
    assert not line.is_telnet


def test_the_callers_own_command_begins_the_negotiation() -> None:
    line, far = call()
    assert told(line, far, b"\xff\xfd\x03") == (b"", OFFERS)
    assert line.is_telnet


def test_offers_are_made_once() -> None:
    line, far = call()
    line.negotiate()
    line.negotiate()
    assert told(line, far, b"\xff\xfd\x03\xff\xfd\x01") == (b"", OFFERS)


def test_the_terminal_and_its_size() -> None:
    line, far = call()
    line.negotiate()
    far.receive()
    assert told(line, far, b"\xff\xfb\x18") == (b"", SEND_TYPE)
    assert told(line, far, b"\xff\xfa\x18\x00H19\xff\xf0") == (b"", SEND_TYPE)
    assert told(line, far, b"\xff\xfa\x18\x00VT52\xff\xf0") == (b"", SEND_TYPE)
    assert told(line, far, b"\xff\xfa\x18\x00VT52\xff\xf0") == (b"", b"")
    assert line.terminal_types == ["h19", "vt52"]
    assert told(line, far, b"\xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x19\xff\xf0") == (b"", b"")
    assert line.window == (25, 80)
    assert told(line, far, b"\xff\xfa\x1f\x00\xff\xff\x00\x19\xff\xf0") == (b"", b"")
    assert line.window == (25, 255)


@each(
    ("received", "answer"),
    [
        (b"\xff\xfd\x00", b"\xff\xfb\x00"),  # DO BINARY: WILL
        (b"\xff\xfb\x00", b"\xff\xfd\x00"),
        (b"\xff\xfb\x03", b"\xff\xfd\x03"),  # WILL SGA: DO
        (b"\xff\xfd\x56", b"\xff\xfc\x56"),  # DO COMPRESS2: WONT
        (b"\xff\xfb\x55", b"\xff\xfe\x55"),  # WILL COMPRESS: DONT
        (b"\xff\xfb\x22", b"\xff\xfe\x22"),  # WILL LINEMODE: DONT
        (b"\xff\xfe\x03", b""),  # DONT of what was offered
        (b"\xff\xfc\x18", b""),
        (b"\xff\xfe\x00", b""),  # DONT of what isn't on
        (b"\xff\xfd\x00\xff\xfe\x00", b"\xff\xfb\x00\xff\xfc\x00"),
        (b"\xff\xf6", b"\x07"),  # AYT
    ],
)
def test_answers(received: bytes, answer: bytes) -> None:
    line, far = call()
    line.negotiate()
    far.receive()
    assert told(line, far, received) == (b"", answer)


@each(
    ("received", "keys"),
    [
        (b"a\rb", b"a\rb"),
        (b"a\r\nb", b"a\rb"),
        (b"a\r\0b", b"a\rb"),
        (b"\r\n\r\n", b"\r\r"),
        (b"\r\0\r\0", b"\r\r"),
        (b"\r\r\n\n", b"\r\r\n"),
        (b"\n", b"\n"),
        (b"a\xff\xf4b", b"a\x03b"),  # IP
        (b"a\xff\xf7b", b"a\x7fb"),  # EC
        (b"a\xff\xf8b", b"a\x15b"),  # EL
        (b"a\xff\xf1b", b"ab"),  # NOP
        (b"\xff\xfd\x03a\xff\xffb", b"a\xffb"),
    ],
)
def test_keys(received: bytes, keys: bytes) -> None:
    line, far = call()
    assert told(line, far, received)[0] == keys
    line, far = call()
    assert b"".join(told(line, far, bytes([byte]))[0] for byte in received) == keys


def test_what_is_sent_to_a_telnet_caller() -> None:
    line, far = call()
    told(line, far, b"\xff\xfd\x03")
    assert line.send(b"a\xffb\rc\r\nd\r") == 9
    assert far.receive() == b"a\xff\xffb\r\0c\r\nd\r\0"
    told(line, far, b"\xff\xfd\x00")  # DO BINARY
    line.send(b"b\rc\xff")
    assert far.receive() == b"b\rc\xff\xff"


@given(data=st.lists(st.sampled_from(b"ab\r\n\xff"), min_size=1).map(bytes), capacity=st.integers(1, 5))
def test_a_full_medium_loses_no_half_of_a_byte(data: bytes, capacity: int) -> None:
    near, far = memory_pair(capacity)
    line = TelnetTransport(near)
    for byte in b"\xff\xfd\x03":
        far.send(bytes([byte]))
        line.receive()
    while far.receive():
        line.receive()
    assert line.is_telnet
    got, rest = b"", data
    for _ in range(2 * len(data) + 1):
        rest = rest[line.send(rest) :]
        got += far.receive()
    doubled = data.replace(b"\xff", b"\xff\xff")
    # The last byte's other half goes with what is sent next.
    assert rest == b""
    assert got.replace(b"\r\0", b"\r") in (doubled, doubled[:-1])


@given(st.lists(st.binary(max_size=6) | st.sampled_from([b"\xff", b"\xfa\x18", b"\xff\xf0", b"\r"]), max_size=20))
def test_no_byte_raises_and_cuts_make_no_difference(parts: list[bytes]) -> None:
    whole, far = call()
    keys, answers = told(whole, far, b"".join(parts))
    cut, far = call()
    pieces = [told(cut, far, part) for part in parts]
    assert b"".join(piece[0] for piece in pieces) == keys
    assert b"".join(piece[1] for piece in pieces) == answers
    assert (cut.terminal_types, cut.window, cut.is_telnet) == (whole.terminal_types, whole.window, whole.is_telnet)


@each(
    ("part", "times"),
    [
        (b"\xff\xfd\x03", 20_000),
        (b"\xff\xfb\x56", 20_000),
        (b"\xff\xf6", 20_000),
        (b"\xff\xfa\x18\x00name\xff\xf0", 5_000),
        (b"\xff\xfa\x18aaaa", 5_000),
        (b"\xff\xfa\x18" + 61 * b"\xff", 1000),
    ],
)
def test_a_flood_of_commands_is_cut_off(part: bytes, times: int) -> None:
    line, far = call()
    far.send(part * times)
    with pytest.raises(TransportClosed, match="more telnet commands than anybody sends"):
        line.receive()
    with pytest.raises(TransportClosed):
        line.receive()
    with pytest.raises(TransportClosed):
        far.send(b"more")


def test_who_stays_for_long_may_send_many_commands() -> None:
    """A client that keeps the line alive, in a window that is resized."""
    line, far = call()
    for _ in range(300):
        assert told(line, far, b"\xff\xf1\xff\xfa\x1f\x00\x50\x00\x19\xff\xf0" * 3 + b"k")[0] == b"k"
    assert line.window == (25, 80)


@each("part", [b"\xff\xf1" * 400 + b"k", b"\xff\xfd\x63" * 5 + b"k"])
def test_keys_among_commands_hide_no_flood(part: bytes) -> None:
    """More commands than anybody sends, and answers that the caller never takes."""
    near, far = memory_pair(2000)
    line = TelnetTransport(near)

    def flood() -> None:
        for _ in range(1000):
            far.send(part)
            line.receive()

    with pytest.raises(TransportClosed, match="more telnet commands than anybody sends"):
        flood()


def test_both_ends() -> None:
    near, far = memory_pair()
    host, client = TelnetTransport(near), TelnetClient(far, "h19", 24, 80, user="Sysop")
    host.negotiate(asks_user=True)
    for _ in range(4):
        assert client.receive() == b""
        assert host.receive() == b""
    assert (host.terminal_types, host.window, host.user) == (["h19"], (24, 80), "Sysop")
    assert not host.refuses_echo
    host.send(b"a\rb\xffc")
    assert client.receive() == b"a\rb\xffc"
    client.send(b"\x1bS\r")
    assert host.receive() == b"\x1bS\r"


@given(st.lists(st.binary(max_size=6) | st.sampled_from([b"\xff", b"\xfa\x27\x00\x00USER\x01\x1b[2J"]), max_size=9))
def test_a_user_is_plain_text(parts: list[bytes]) -> None:
    line, far = call()
    line.negotiate(asks_user=True)
    told(line, far, b"\xff\xfb\x27" + b"".join(parts) + b"\xff\xf0")
    assert line.user.isprintable()


def test_names_of_terminals_are_plain() -> None:
    line, far = call()
    told(line, far, b"\xff\xfb\x18\xff\xfa\x18\x00\x1b[31mH19\xff\xf0")
    told(line, far, b"\xff\xfa\x18\x00" + b"X" * 200 + b"\xff\xf0")
    assert line.terminal_types == ["x" * 40]
