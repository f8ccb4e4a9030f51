"""Callers before they reach the lobby: their knock, their terminal and their name."""

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.host.calls import CALLER_TERMINALS
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.host import doorway, reception
from h89yahtzee.host.doorway import Doorway, Signboard
from h89yahtzee.host.reception import Arrival, Reception
from h89yahtzee.host.register import People
from h89yahtzee.transport.telnet import TelnetClient, TelnetTransport
from tests.host.hosts import MemoryRegister
from tests.naming import each
from tests.transport.memory import memory_pair

CODES = {"Ann": "4711"}


class Caller:
    """A caller at the reception, and a clock."""

    def __init__(
        self,
        telnet: TelnetTransport | None = None,
        terminal: str | None = None,
        knocks: bool = True,
        key: str = "",
    ) -> None:
        self.people = People(MemoryRegister(dict(CODES), {"SHA256:a": "Ann"}), lambda n: 815 % n)
        self.now = 100.0
        door = Doorway(self.now, CALLER_TERMINALS, telnet, terminal, knocks)
        self.reception = Reception(self.people, door, "10.0.0.1", self.now, key)

    def sends(self, data: bytes) -> bytes:
        self.reception.receive(data, self.now)
        return self.reception.data_to_send()

    def waits(self, seconds: float) -> bytes:
        self.now += seconds
        self.reception.advance(self.now)
        return self.reception.data_to_send()

    def arrival(self) -> Arrival:
        assert self.reception.arrival is not None
        return self.reception.arrival


def knocked(terminal: str = "vt100") -> Caller:
    caller = Caller(terminal=terminal)
    assert b"Your name" in caller.sends(b"\r\r")
    return caller


@each(
    "keys",
    [
        *([b"\r", b"\r"], [b"\r\n", b"\r\n"], [b"\r\0\r\0"], [b"\n", b"\n"]),
        *([b"\x1b", b"\x1b"], [b"hello\r\n", b"\r", b"\r"], [b"\x8d", b"\x8d"], [b"\r", b"\x1b", b"\x1b"]),
    ],
)
def test_nothing_is_shown_before_a_key_is_pressed_twice(keys: list[bytes]) -> None:
    caller = Caller(terminal="vt52")
    assert [caller.sends(part) for part in keys[:-1]] == [b""] * (len(keys) - 1)
    assert caller.sends(keys[-1]).startswith(b"H89 YAHTZEE. Your terminal: vt52.\r\n")


@each(
    "noise",
    [
        [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
        [b"root\r\n", b"admin\r\n", b"enable\r\n"],
        [b"\x16\x03\x01\x02\x00\x01\r\r"],
        [b"\r", b"\x1b", b"\r", b"x\r\r"],
        [b"SSH-2.0-Go\r\n"],
        [b"\r", b"x", b"\r"],
    ],
)
def test_scanners_see_nothing(noise: list[bytes]) -> None:
    caller = Caller(terminal="vt52")
    assert [caller.sends(part) for part in noise] == [b""] * len(noise)
    assert caller.reception.refusal == ""
    assert caller.waits(30) == b""
    assert caller.reception.refusal == "no key pressed twice"


def test_much_noise_is_cut_off_at_once() -> None:
    caller = Caller()
    assert caller.sends(b"x" * 2000) == b""
    assert caller.reception.refusal == "noise before any key"


def test_an_h19_is_known_by_its_answers() -> None:
    """The emulated H19 answers the reception's questions about the terminal."""
    caller, h19 = Caller(), Terminal()
    sent = caller.sends(b"\r\r")
    for _ in range(3):
        h19.feed(sent)
        sent = caller.sends(h19.data_to_send())
    shown = [h19.row_bytes(row).decode().rstrip() for row in range(2)]
    assert shown == ["H89 YAHTZEE. Your terminal: h19.", "Your name (* for another terminal):"]


@each(
    ("answers", "terminal"),
    [
        ([b"\x1b/K", b""], b"vt52"),
        ([b"\x1b/Z", b""], b"vt52"),
        ([b"\x9b\xaf\xcb", b""], b"vt52"),
        ([b"\x1b", b"/", b"K", b"\x1bY !"], b"h19"),
        ([b"\x1b[?1;2c"], b"vt100"),
        ([b"\x1b[?64;1;2;6;9;15;18;21;22c"], b"vt100"),
    ],
)
def test_terminals_that_answer(answers: list[bytes], terminal: bytes) -> None:
    caller = Caller()
    assert caller.sends(b"\r\r") == b"\x1bZ"
    said = b"".join(caller.sends(answer) for answer in answers)
    said += caller.waits(2.0)
    assert b"Your terminal: " + terminal + b"." in said
    assert (b"\x1bn" in said) == (terminal != b"vt100")


@each(
    ("heard", "terminal"),
    [
        ([b"\r", b"an", b"\x1b/K", b"n\r47", b"\x1bY (", b"11\r"], "h19"),
        ([b"\r\n\0 \ran", b"\x1b/Zn\r4711\r"], "vt52"),
        ([b"a\x1b[?1;2cn", b"n\r", b"4711\r"], "vt100"),
        ([b"\xe1\xee\x9b\xaf\xcb\xee\r", b"4711\r"], "vt52"),
        ([b"vt52\rann\r", b"4711\r"], "vt52"),
    ],
)
def test_what_is_typed_while_the_terminal_is_asked_answers_the_questions(heard: list[bytes], terminal: str) -> None:
    """RETURNs beyond the two of a knock answer no question."""
    caller = Caller()
    said = b"".join(caller.sends(part) for part in [b"\r\r", *heard])
    said += caller.waits(2.0)
    assert (caller.arrival().person.name, caller.arrival().terminal) == ("Ann", terminal)
    assert b"ann\r\nCode of Ann (RETURN alone: another name): ****\r\n" in said
    assert said.count(b"Your name") == 1


def test_what_is_typed_while_telnet_tells_the_terminal_is_kept() -> None:
    caller = TelnetCaller()
    caller.sends(b"\r\r\xff\xfb\x18")
    assert caller.sends(b"a") == b""
    assert caller.sends(b"nn\r\xff\xfa\x18\x00VT52\xff\xf0").endswith(b"Code of Ann (RETURN alone: another name): ")


def test_a_terminal_that_says_nothing_is_asked_for() -> None:
    caller = Caller()
    caller.sends(b"\x1b\x1b")
    asked = caller.waits(2.1)
    offered, names = asked.split(b"\r\n")
    assert offered == b"Type accessible if a screen reader reads to you."
    assert names == b"Terminal (h19, h19-ansi, z29, vt52, vt100, adm3a, wyse50, ansi), or lines: "
    assert len(names) < 80
    assert caller.sends(b"zimodem\r").endswith(b"\r\nExpected one of these names.\r\n" + asked)
    assert b"Your terminal: adm3a." in caller.sends(b"ADM3A\r")
    assert caller.sends(b"*\r") == b"*\r\n" + asked
    assert b"Your terminal: lines of text." in caller.sends(b"lines\r")
    caller.sends(b"ann\r4711\r")
    assert caller.arrival().terminal is None


class TelnetCaller(Caller):
    """A caller through telnet."""

    def __init__(self) -> None:
        near, self._far = memory_pair()
        self._telnet = TelnetTransport(near)
        super().__init__(self._telnet)

    def sends(self, data: bytes) -> bytes:
        self._far.send(data)
        self._telnet.send(super().sends(self._telnet.receive()))
        return self._far.receive()


@each(
    ("kind", "terminal"),
    [
        *((b"H19", b"h19"), (b"heath-19", b"h19"), (b"DEC-VT100", b"vt100"), (b"XTERM-256COLOR", b"vt100")),
        *((b"vt220", b"vt100"), (b"ANSI", b"ansi"), (b"DUMB", b"lines of text")),
    ],
)
def test_telnet_tells_the_terminal(kind: bytes, terminal: bytes) -> None:
    caller = TelnetCaller()
    assert b"\xff\xfd\x18" in caller.sends(b"\r\n\r\n")
    caller.sends(b"\xff\xfb\x18")
    assert b"Your terminal: " + terminal in caller.sends(b"\xff\xfa\x18\x00" + kind + b"\xff\xf0")


def test_a_modems_name_is_no_terminal() -> None:
    caller = TelnetCaller()
    caller.sends(b"\r\0\r\0\xff\xfb\x18\xff\xfa\x18\x00zimodem\xff\xf0")
    assert caller.waits(1.5) == b"\x1bZ"
    assert b"\nTerminal (" in caller.waits(2.0)


def test_a_second_name_is_the_terminal() -> None:
    caller = TelnetCaller()
    caller.sends(b"\r\r\xff\xfb\x18\xff\xfa\x18\x00zimodem\xff\xf0")
    assert caller.sends(b"\xff\xfa\x18\x00VT52\xff\xf0") == b"\xff\xfa\x18\x01\xff\xf0"
    assert b"Your terminal: vt52." in caller.sends(b"\xff\xfa\x18\x00VT52\xff\xf0")


def test_a_second_name_without_a_third_is_the_terminal() -> None:
    caller = TelnetCaller()
    caller.sends(b"\r\r\xff\xfb\x18\xff\xfa\x18\x00zimodem\xff\xf0\xff\xfa\x18\x00VT52\xff\xf0")
    assert b"Your terminal: vt52." in caller.waits(1.5)


@each(
    ("names", "terminal"),
    [
        (["MUDLET 4.19.1", "ANSI-TRUECOLOR", "MTTS 2349"], b"lines of text"),
        (["CLIENT", "ANSI", "MTTS 9"], b"lines of text"),
        (["TINTIN++", "XTERM-256COLOR", "MTTS 2831"], b"vt100"),
        (["BLIGHTMUD", "SCREEN-256COLOR", "MTTS 271"], b"vt100"),
        (["BLIGHTMUD", "SCREEN-256COLOR", "MTTS 335"], b"lines of text for a screen reader"),  # 64 is set
        (["MUDLET 4.19.1", "ANSI-TRUECOLOR", "MTTS 2413"], b"lines of text for a screen reader"),
        (["SYNCTERM"], b"ansi"),
        (["ANSI-BBS"], b"ansi"),
    ],
)
def test_clients_of_muds_and_boards_tell_what_they_can_do(names: list[str], terminal: bytes) -> None:
    """A client is asked for one name after another, until it gives the last one again (RFC 1091, MTTS)."""
    caller = TelnetCaller()
    said = caller.sends(b"\xff\xfb\x18")
    for name in [*names, names[-1]]:
        if b"Your name" not in said:
            assert said.endswith(b"\xff\xfa\x18\x01\xff\xf0")
            said = caller.sends(b"\xff\xfa\x18\x00" + name.encode() + b"\xff\xf0")
    assert b"Your terminal: " + terminal + b"." in said


def test_who_negotiates_by_telnet_need_not_knock() -> None:
    """The caller isn't asked to press a key, and keys that were pressed all the same answer no question."""
    caller = TelnetCaller()
    offers = caller.sends(b"\xff\xfb\x18\r")
    assert b"\xff\xfd\x18" in offers
    assert b" " not in offers  # no garbage to be wiped away
    assert b"Your name" in caller.sends(b"\xff\xfa\x18\x00VT100\xff\xf0")
    assert caller.reception.is_silent
    caller.sends(b"A")
    assert not caller.reception.is_silent


def replying(telnet: TelnetTransport | None = None) -> Caller:
    caller = Caller(telnet, terminal="vt52")
    board = Signboard(b"A BANNER\r\n", {"MSSP-REQUEST": lambda: "\r\nA REPLY\r\n"})
    door = Doorway(caller.now, CALLER_TERMINALS, telnet, "vt52", signboard=board)
    caller.reception = Reception(caller.people, door, "10.0.0.1", caller.now)
    return caller


@each("parts", [[b"MSSP-REQUEST\r\n"], [b"\r\n", b"mssp-", b"request\n"], [b"\r\r", b"MSSP-REQUEST\r"]])
def test_a_line_of_text_asks_for_a_reply(parts: list[bytes]) -> None:
    """The request is recognised before the knock and at the question for a name; the host replies and hangs up."""
    caller = replying()
    said = b"".join(caller.sends(part) for part in parts)
    assert said.startswith(b"A BANNER\r\n")
    assert said.endswith(b"\r\nA REPLY\r\n")
    assert caller.reception.refusal == "asked by MSSP-REQUEST"


def test_other_lines_get_no_reply() -> None:
    caller = replying()
    assert caller.sends(b"") == b"A BANNER\r\n"
    assert [caller.waits(0.4), caller.waits(0.2)] == [b"", b"Press RETURN twice.\r\n"]
    assert caller.sends(b"STATUS-REQUEST\r\n" * 9 + b"MSSP-REQUEST\r\n") == b""
    assert not caller.reception.is_over


def test_who_refuses_the_echo_is_told_of_half_duplex() -> None:
    caller = TelnetCaller()
    caller.sends(b"\r\r\xff\xfe\x01\xff\xfb\x18")
    assert b"full duplex" in caller.sends(b"\xff\xfa\x18\x00VT52\xff\xf0")


def test_every_text_fits_a_line() -> None:
    """A longer text would overwrite the last column of an H19; the longest name has 16 characters."""
    longest = {"name": 16 * "M", "names": ", ".join(CALLER_TERMINALS.names), "terminal": "lines of text"}
    longest["request"] = "MSSP-REQUEST"
    told = [
        text for name, text in (vars(doorway) | vars(reception)).items() if name.isupper() and isinstance(text, str)
    ]
    assert len(told) > 10
    assert [text for text in told if len(text.format(**longest, code="0815", seconds=3600)) > 79] == []


def test_parity_is_told() -> None:
    caller = Caller(terminal="h19")
    assert b"8 bits, no parity" in caller.sends(b"\x8d\x8d")


def test_a_raw_terminal_is_wiped_of_telnet() -> None:
    """On an H19, telnet's bytes lose their eighth bit and appear as characters, which have to be wiped away."""
    caller = TelnetCaller()
    h19 = Terminal()
    h19.feed(bytes(byte & 0x7F for byte in caller.sends(b"\r\r")))
    assert h19.row_bytes(0).isspace()


class BoardCaller(TelnetCaller):
    """A caller whom a BBS's door connects to a local socket, and whose name the door tells the host."""

    def __init__(self, user: str) -> None:
        near, self._far = memory_pair()
        self._telnet = TelnetTransport(near)
        Caller.__init__(self, self._telnet, knocks=False)
        client = TelnetClient(self._far, "ansi", 24, 80, user)
        self.said = b""
        for _ in range(4):
            self.said += client.receive()
            self._telnet.send(Caller.sends(self, self._telnet.receive()))
        self.said += client.receive()


@each(
    ("user", "question"),
    [
        ("Ann", b"Code of Ann (RETURN alone: another name): "),
        ("Bob", b"Bob is new here. RETURN if that is you, or another name: "),
        ("You", b"Your name (* for another terminal): "),
        ("", b"Your name (* for another terminal): "),
    ],
)
def test_a_boards_caller_has_a_name(user: str, question: bytes) -> None:
    caller = BoardCaller(user)
    assert b"Your terminal: ansi." in caller.said
    assert caller.said.endswith(question)


def test_who_knocks_isnt_asked_by_telnet_who_it_is() -> None:
    assert b"\xff\xfd\x27" not in TelnetCaller().sends(b"\r\r")


def test_a_new_person_gets_a_code_once() -> None:
    caller = knocked()
    assert caller.sends(b"Bob\r").endswith(b"Bob is new here. RETURN if that is you, or another name: ")
    assert b"Your code is 0815: " in caller.sends(b"\r")
    caller.sends(b"\r")
    person = caller.arrival().person
    assert (person.name, person.code) == ("Bob", "0815")
    assert caller.arrival() == Arrival(person, "vt100", came_back=False)


def test_a_slip_makes_no_person() -> None:
    caller = knocked()
    caller.sends(b"Amm\r")
    assert b"Code of Ann" in caller.sends(b"Ann\r")
    caller.sends(b"4711\r")
    assert caller.arrival().came_back
    assert caller.people.find("Amm") is None


def test_the_code_isnt_shown_while_it_is_typed() -> None:
    caller = knocked()
    caller.sends(b"ann\r")
    assert caller.sends(b"4712\x7f") == b"****\b \b"
    caller.sends(b"1\r")
    assert caller.arrival().person.name == "Ann"


def test_what_can_be_no_code_is_told_what_a_code_is() -> None:
    caller = knocked()
    caller.sends(b"ann\r")
    assert b"That is not the code of Ann. A code has four digits.\r\n" in caller.sends(b"abcd\r")


def test_five_wrong_codes() -> None:
    caller = knocked()
    caller.sends(b"ann\r")
    for _ in range(4):
        assert b"That is not the code of Ann.\r\n" in caller.sends(b"1234\r")
    assert b"Too many wrong codes: the next one counts in 30 seconds." in caller.sends(b"1234\r")
    assert caller.reception.refusal == "wrong codes of Ann"
    assert caller.sends(b"4711\r") == b""
    assert caller.reception.arrival is None


@each(
    ("typed", "name"),
    [
        (["René".encode()], "Rene"),
        (["Åse Ø".encode()], "Ase"),
        ([b"\xc1", b"\xee", b"\xee"], "Ann"),
        ([b"\xc2", b"\xef", b"\xe2"], "Bob"),
        ([b"\xc2\xef\xe2"], "Bob"),
    ],
)
def test_names_with_accents_and_with_parity(typed: list[bytes], name: str) -> None:
    caller = knocked()
    said = b"".join(caller.sends(part) for part in typed)
    assert name.encode() in said
    assert name.encode() in caller.sends(b"\r")


@each("name", [b"You", b"anybody", b"x" * 30, b"\x1b[2J", b"   ", b"...", b"\x07\x0c"])
def test_names_that_nobody_has(name: bytes) -> None:
    caller = knocked()
    said = caller.sends(name + b"\r")
    assert said.endswith(b"Your name (* for another terminal): ")
    assert b"\x1b" not in said
    assert caller.reception.arrival is None


def test_further_returns_repeat_the_question_for_the_name() -> None:
    assert knocked().sends(b"\r\r") == b"\r\nYour name (* for another terminal): " * 2


def test_silence_ends_a_call() -> None:
    caller = knocked()
    assert caller.waits(29) == b""
    caller.sends(b"a")
    assert caller.waits(29) == b""
    assert b"You took too long" in caller.waits(1)
    assert caller.reception.refusal == "no answer in time"


def test_nobody_stays_for_ever_by_pressing_keys() -> None:
    caller = knocked()
    for _ in range(30):
        caller.sends(b"a")
        caller.waits(10)
    assert caller.reception.refusal == "no answer in time"


def test_a_line_that_echoes_is_left() -> None:
    caller = Caller(terminal="vt52")
    said = caller.sends(b"\r\r")
    for _ in range(10):
        said = caller.sends(said)
    assert caller.reception.refusal == "a line that echoes"


def test_leaving_before_the_lobby() -> None:
    caller = knocked()
    assert b"Goodbye" in caller.sends(b"\x03")
    assert caller.reception.refusal == "left before the lobby"


@given(parts=st.lists(st.binary(max_size=20) | st.sampled_from([b"\r", b"\x1b", b"ann\r", b"bob\r"]), max_size=40))
def test_no_byte_breaks_it_and_none_comes_back_unfiltered(parts: list[bytes]) -> None:
    caller = Caller()
    said = b"".join(caller.sends(part) + caller.waits(0.5) for part in [b"\r\r", *parts])
    plain = said.replace(b"\x1bZ", b"").replace(b"\x1bn", b"")
    assert set(plain) <= {*range(32, 127), *b"\r\n\b\a"}


def test_key_takes_the_place_of_name_and_code() -> None:
    caller = Caller(terminal="vt52", knocks=False, key="SHA256:a")
    assert caller.arrival().person.name == "Ann"
    assert caller.arrival().came_back
    new = Caller(terminal="vt52", knocks=False, key="SHA256:new")
    assert b"Your name" in new.sends(b"")
    assert b"Bo is new here." in new.sends(b"Bo\r")
    assert b"code" not in new.sends(b"\r")
    assert new.arrival().person == new.people.owner("SHA256:new")
    assert not new.arrival().came_back


def test_somebody_with_a_code_and_a_new_key_gives_the_code() -> None:
    """The name of somebody who has a key but no code can't be used with another key."""
    caller = Caller(terminal="vt52", knocks=False, key="SHA256:new")
    caller.people.add("Bo", key="SHA256:b")
    assert b"Bo comes by ssh with a key" in caller.sends(b"Bo\r")
    assert b"Code of Ann" in caller.sends(b"Ann\r")
    caller.sends(CODES["Ann"].encode() + b"\r")
    assert caller.arrival().person.name == "Ann"
    assert caller.people.owner("SHA256:new") is None
