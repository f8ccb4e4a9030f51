"""Telnet callers and raw ones: RFC 854 and its options, worked out by hand, and the requests of today's clients.

The transcripts imitate clients: Mudlet and TinTin++ answer offers and tell three names (MTTS); SyncTERM asks for
SGA, BINARY and ECHO at once. Other transcripts are taken from RFC 854, 885 and 2066 and the description of MSSP.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.transport.telnet import TelnetClient, TelnetTransport
from h89yahtzee.transport.transport import TransportClosed
from tests.naming import each
from tests.transport.memory import MemoryTransport, memory_pair

OFFERS = b"\xff\xfb\x01\xff\xfb\x03\xff\xfd\x18\xff\xfd\x1f"
"""WILL ECHO, WILL SGA, DO TTYPE, DO NAWS."""
LATE_OFFERS = b"\xff\xfb\x19"
"""WILL EOR, offered only once a caller has sent a telnet command."""
SEND_TYPE = b"\xff\xfa\x18\x01\xff\xf0"


def call() -> tuple[TelnetTransport, MemoryTransport]:
    near, far = memory_pair(1 << 16)
    return TelnetTransport(near), far


def told(line: TelnetTransport, far: MemoryTransport, data: bytes) -> tuple[bytes, bytes]:
    """Send `data` from the far end; return the keys that it stands for, and the bytes that are answered."""
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
    assert told(line, far, b"\xff\xfd\x03") == (b"", OFFERS + LATE_OFFERS)
    assert line.is_telnet


def test_offers_are_made_once() -> None:
    line, far = call()
    line.negotiate()
    line.negotiate()
    assert told(line, far, b"\xff\xfd\x03\xff\xfd\x01") == (b"", OFFERS + LATE_OFFERS)


def test_the_terminal_and_its_size() -> None:
    line, far = call()
    line.negotiate()
    far.receive()
    assert told(line, far, b"\xff\xfb\x18") == (b"", LATE_OFFERS + SEND_TYPE)
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
        (b"\xff\xfd\x00", b"\xff\xfb\x00"),  # DO BINARY is answered by WILL
        (b"\xff\xfb\x00", b"\xff\xfd\x00"),
        (b"\xff\xfb\x03", b"\xff\xfd\x03"),  # WILL SGA by DO
        (b"\xff\xfd\x56", b"\xff\xfc\x56"),  # DO COMPRESS2 by WONT
        (b"\xff\xfb\x55", b"\xff\xfe\x55"),  # WILL COMPRESS by DONT
        (b"\xff\xfb\x22", b"\xff\xfe\x22"),  # WILL LINEMODE by DONT
        (b"\xff\xfe\x03", b""),  # DONT for an option that was offered
        (b"\xff\xfc\x18", b""),
        (b"\xff\xfe\x00", b""),  # DONT for an option that isn't on
        (b"\xff\xfd\x00\xff\xfe\x00", b"\xff\xfb\x00\xff\xfc\x00"),
        (b"\xff\xf6", b"\x07"),  # AYT
    ],
)
def test_answers(received: bytes, answer: bytes) -> None:
    line, far = call()
    line.negotiate()
    told(line, far, b"\xff\xfe\x19")  # DONT EOR
    assert told(line, far, received) == (b"", answer)


@each(
    ("rounds", "answers"),
    [
        (3 * [b"\xff\xfd\x56"], [b"\xff\xfc\x56", b"", b""]),
        (3 * [b"\xff\xfb\x22"], [b"\xff\xfe\x22", b"", b""]),
        (3 * [b"\xff\xfd\x01"], 3 * [b""]),  # DO ECHO, which had been offered
        (3 * [b"\xff\xfd\x00", b"\xff\xfe\x00"], [b"\xff\xfb\x00", b"\xff\xfc\x00", *4 * [b""]]),
        (3 * [b"\xff\xfb\x03", b"\xff\xfc\x03"], [b"\xff\xfd\x03", b"\xff\xfe\x03", *4 * [b""]]),
        (2 * [b"\xff\xfe\x03", b"\xff\xfd\x03"], [b"", b"\xff\xfb\x03", b"\xff\xfc\x03", b""]),
    ],
)
def test_nothing_is_answered_twice(rounds: list[bytes], answers: list[bytes]) -> None:
    """Two ends that answer each other's answers would go on for ever."""
    line, far = call()
    line.negotiate()
    told(line, far, b"\xff\xfe\x19")
    assert [told(line, far, part)[1] for part in rounds] == answers


def test_an_option_that_is_refused_the_second_time_is_off() -> None:
    line, far = call()
    told(line, far, b"\xff\xfd\x00\xff\xfe\x00\xff\xfd\x00")
    line.send(b"a\r")
    assert far.receive().endswith(b"a\r\0")  # as without BINARY


STATUS = {"NAME": ["A HOST"], "PLAYERS": ["2"], "PORT": ["2323", "23"]}
MSSP = b"\xff\xfa\x46\x01NAME\x02A HOST\x01PLAYERS\x022\x01PORT\x022323\x0223\xff\xf0"
"""`STATUS` in the form of MSSP: a byte 1 stands before each name, a byte 2 before each value."""
CHARSETS = b"\xff\xfa\x2a\x01;UTF-8;US-ASCII\xff\xf0"


@each(
    ("rounds", "answers"),
    [
        # Mudlet and TinTin++ answer offers.
        (
            [
                b"\xff\xfd\x01\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x28\xff\xf0",
                b"\xff\xfd\x19\xff\xfd\x46",
                b"\xff\xfa\x18\x00MUDLET 4.19\xff\xf0",
            ],
            [b"\xff\xfb\x19\xff\xfb\x46" + SEND_TYPE, MSSP, SEND_TYPE],
        ),
        # SyncTERM begins: WILL SGA, DO SGA, WILL BINARY, DO BINARY, DO ECHO.
        (
            [
                b"\xff\xfb\x03\xff\xfd\x03\xff\xfb\x00\xff\xfd\x00\xff\xfd\x01",
                b"\xff\xfe\x19\xff\xfe\x46\xff\xfb\x18",
            ],
            [b"\xff\xfb\x19\xff\xfb\x46\xff\xfd\x03\xff\xfd\x00\xff\xfb\x00", SEND_TYPE],
        ),
        # A crawler asks for MSSP twice.
        (2 * [b"\xff\xfd\x46"], [b"\xff\xfb\x19\xff\xfb\x46" + MSSP, b""]),
        # CHARSET, asked for in either direction.
        (
            [b"\xff\xfd\x2a", b"\xff\xfa\x2a\x02UTF-8\xff\xf0", b"\xff\xfd\x2a"],
            [b"\xff\xfb\x19\xff\xfb\x46\xff\xfb\x2a" + CHARSETS, b"", b""],
        ),
        (
            [b"\xff\xfb\x2a", b"\xff\xfa\x2a\x01 CP437 utf-8 US-ASCII\xff\xf0", b"\xff\xfa\x2a\x01;KOI8-R\xff\xf0"],
            [
                b"\xff\xfb\x19\xff\xfb\x46\xff\xfd\x2a",
                b"\xff\xfa\x2a\x02utf-8\xff\xf0",
                b"\xff\xfa\x2a\x03\xff\xf0",
            ],
        ),
        (
            [b"\xff\xfb\x2a\xff\xfa\x2a\x01[TTABLE]\x01;US-ASCII\xff\xf0", b"\xff\xfa\x2a\x01\xff\xf0"],
            [b"\xff\xfb\x19\xff\xfb\x46\xff\xfd\x2a\xff\xfa\x2a\x02US-ASCII\xff\xf0", b"\xff\xfa\x2a\x03\xff\xf0"],
        ),
        # Both ends ask at once: the server's request counts.
        (
            [b"\xff\xfd\x2a\xff\xfb\x2a\xff\xfa\x2a\x01;UTF-8\xff\xf0"],
            [b"\xff\xfb\x19\xff\xfb\x46\xff\xfb\x2a" + CHARSETS + b"\xff\xfd\x2a\xff\xfa\x2a\x03\xff\xf0"],
        ),
    ],
)
def test_what_todays_clients_ask(rounds: list[bytes], answers: list[bytes]) -> None:
    near, far = memory_pair(1 << 16)
    line = TelnetTransport(near, lambda: STATUS)
    line.negotiate()
    assert far.receive() == OFFERS
    assert [told(line, far, part) for part in rounds] == [(b"", answer) for answer in answers]


def test_eor_marks_prompts() -> None:
    """IAC EOR (RFC 885) follows any text that doesn't end a text line, once the other end has agreed to EOR."""
    line, far = call()
    told(line, far, b"\xff\xfd\x01")
    line.send(b"Your name: ")
    assert far.receive() == b"Your name: "
    told(line, far, b"\xff\xfd\x19")
    line.send(b"Hello.\r\n")
    line.send(b"Your name: ")
    assert far.receive() == b"Hello.\r\nYour name: \xff\xef"


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
    # If the last byte is a doubled 255, its second half may be sent only with the next bytes.
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
    """The client sends NOPs to keep the connection alive, and its window is resized often."""
    line, far = call()
    for _ in range(300):
        assert told(line, far, b"\xff\xf1\xff\xfa\x1f\x00\x50\x00\x19\xff\xf0" * 3 + b"k")[0] == b"k"
    assert line.window == (25, 80)


@each("part", [b"\xff\xf1" * 400 + b"k", b"\xff\xf6" * 9 + b"k"])
def test_keys_among_commands_hide_no_flood(part: bytes) -> None:
    """One flood has more commands than anybody sends, the other asks for answers that the caller never reads."""
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
