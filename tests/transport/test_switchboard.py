"""Callers at one port, and the limits for them: their number, the frequency of calls, floods of input."""

import contextlib
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from h89yahtzee.transport.sockets import StreamSocket, call_local, listen, listen_local
from h89yahtzee.transport.switchboard import CallLimits, Switchboard, WatchedTransport, address_key, network_key
from h89yahtzee.transport.transport import Medium, TransportClosed
from tests.naming import each
from tests.rest import wait_until_readable
from tests.transport.memory import FakeClock, memory_pair

LIMIT = 120.0


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(1000.0)


class Calls:
    """Calls to a switchboard; both ends of all calls are closed in the end."""

    def __init__(self, board: Switchboard) -> None:
        self.board = board
        self.ends = contextlib.ExitStack()

    def call(self, source: str = "127.0.0.1") -> tuple[socket.socket, Medium | None]:
        """Call from the address `source`; return the far end of the call, and the caller, None if turned away."""
        host, _, port = self.board.name.rpartition(":")
        far = self.ends.enter_context(socket.create_connection((host, int(port)), LIMIT, (source, 0)))
        return far, self.answered()

    def answered(self) -> Medium | None:
        wait_until_readable(self.board.fileno())
        caller = self.board.accept()
        return caller if caller is None else self.ends.enter_context(contextlib.closing(caller))


@contextlib.contextmanager
def calls(clock: FakeClock, limits: CallLimits) -> Iterator[Calls]:
    with contextlib.closing(listen("127.0.0.1", 0, limits, clock)) as board:
        calls = Calls(board)
        with calls.ends:
            yield calls


def said(far: socket.socket) -> bytes:
    with far.makefile("rb") as stream:
        return stream.read()


def test_many_are_there_at_once(clock: FakeClock) -> None:
    with calls(clock, CallLimits()) as making:
        for number, (far, caller) in enumerate([making.call() for _ in range(5)]):
            assert caller is not None
            far.sendall(b"%d" % number)
            wait_until_readable(caller.fileno())
            assert caller.receive() == b"%d" % number
            assert caller.name == f"127.0.0.1:{far.getsockname()[1]}"


def test_who_finds_no_room_is_told(clock: FakeClock) -> None:
    with calls(clock, CallLimits(in_all=3, per_address=2)) as making:
        first = making.call()[1]
        assert first is not None
        assert making.call()[1] is not None
        far, refused = making.call()
        assert refused is None
        assert said(far) == b"Too many callers from your address: call again when one of them has left.\r\n"
        assert making.call("127.0.0.2")[1] is not None
        far, refused = making.call("127.0.0.3")
        assert refused is None
        assert said(far) == b"All lines are taken: call again in a while.\r\n"
        assert making.board.turned_away == 2
        first.close()
        assert making.call()[1] is not None


def test_who_comes_and_goes_waits_longer_and_longer(clock: FakeClock) -> None:
    told = list[bytes]()

    def comes() -> bool:
        far, caller = making.call()
        if caller is None:
            told.append(said(far))
            return False
        caller.close()
        return True

    with calls(clock, CallLimits(free_calls=2, recovery=10_000.0, longest_delay=5.0)) as making:
        assert [comes() for _ in range(3)] == [True, True, True]  # the third makes the next one wait for 1 s
        clock.now += 0.9
        assert not comes()
        clock.now += 0.2
        assert comes()  # the fifth makes the next one wait for 4 s
        clock.now += 3.9
        assert not comes()
        clock.now += 0.2
        assert comes()  # the seventh: 16 s, cut to the longest delay, 5 s
        clock.now += 4.9
        assert not comes()
        clock.now += 0.2
        assert comes()
        assert making.call("127.0.0.9")[1] is not None
        clock.now += 100_000.0
        assert [comes(), comes(), comes()] == [True, True, True]
    assert told == [b"You call too often: call again in 1 s.\r\n"] * 3


def test_a_flood_is_forgiven(clock: FakeClock) -> None:
    """Callers who share the address of one who called all the time are let in after the longest delay."""
    with calls(clock, CallLimits(per_address=100, free_calls=5, recovery=10.0, longest_delay=60.0)) as making:
        for _ in range(1000):
            far, _ = making.call()
            far.close()
        clock.now += 61.0
        assert making.call()[1] is not None
        clock.now += 250.0
        assert all(making.call()[1] is not None for _ in range(4))


def test_a_full_system_pauses_the_board(clock: FakeClock) -> None:
    """The port stays readable while a call can't be accepted, so that a program would never come to rest."""

    class FullPort(socket.socket):
        def accept(self) -> tuple[socket.socket, object]:
            raise OSError(24, "Too many open files")

    with FullPort(socket.AF_INET, socket.SOCK_STREAM) as port:
        board = Switchboard(port, "full", lambda connection, _: StreamSocket(connection, ""), CallLimits(), clock)
        assert board.fileno() is not None
        assert board.accept() is None
        assert board.fileno() is None
        assert board.wakes_in() == pytest.approx(1.0)
        clock.now += 1.1
        assert board.fileno() is not None
        assert board.wakes_in() is None


def test_a_caller_who_has_gone_before_the_answer(clock: FakeClock) -> None:
    with calls(clock, CallLimits()) as making:
        assert making.board.accept() is None
        far, caller = making.call()
        assert caller is not None
        far.close()
        wait_until_readable(caller.fileno())
        with pytest.raises(TransportClosed, match="the caller hung up"):
            caller.receive()
        making.board.close()
        making.board.close()
        assert making.board.fileno() is None
        assert making.board.accept() is None


@each(
    ("one", "other", "are_same"),
    [
        (("10.0.0.1", 1), ("10.0.0.1", 2), True),
        (("10.0.0.1", 1), ("10.0.0.2", 1), False),
        (("2001:db8::1", 1, 0, 0), ("2001:db8::ffff:2", 1, 0, 0), True),
        (("2001:db8::1", 1, 0, 0), ("2001:db8:0:1::1", 1, 0, 0), True),
        (("2001:db8::1", 1, 0, 0), ("2001:db8:1::1", 1, 0, 0), False),
        (("::ffff:10.0.0.1", 1, 0, 0), ("10.0.0.1", 1), True),
        (("fe80::1%eth0", 1, 0, 2), ("fe80::2", 1, 0, 0), True),
    ],
)
def test_addresses(one: object, other: object, are_same: bool) -> None:
    assert (address_key(one) == address_key(other)) is are_same


@each(
    ("one", "other", "are_same"),
    [
        (("8.8.8.8", 1), ("8.8.8.9", 1), True),
        (("8.8.8.8", 1), ("8.8.9.8", 1), False),
        (("::ffff:8.8.8.8", 1, 0, 0), ("8.8.8.9", 1), True),
        (("192.168.0.1", 1), ("192.168.0.2", 1), False),
        (("2001:db8::1", 1, 0, 0), ("2001:db8:0:1::1", 1, 0, 0), True),
    ],
)
def test_networks(one: object, other: object, are_same: bool) -> None:
    assert (network_key(one) == network_key(other)) is are_same


class CallsFromAfar(socket.socket):
    """A fake port at which calls come from any address that a test chooses."""

    source = "", 0

    def accept(self) -> tuple[socket.socket, object]:
        far, near = socket.socketpair()
        far.close()  # a program may have few files open
        return near, self.source

    def call(self, board: Switchboard, source: str) -> Medium | None:
        self.source = source, 1
        return board.accept()


def test_a_few_networks_cant_take_all_lines(clock: FakeClock) -> None:
    """Ten networks with ten addresses each call again and again; callers from another network still get in."""
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(CallsFromAfar())
        board = Switchboard(port, "afar", lambda near, _: StreamSocket(near, ""), CallLimits(), clock)
        taken = dict.fromkeys(range(10), 0)
        for address in range(10):
            for network in taken:
                for _ in range(10):
                    caller = port.call(board, f"8.8.{network}.{address}")
                    taken[network] += caller is not None
                    stack.enter_context(contextlib.closing(caller)) if caller else None
        assert sum(taken.values()) < 85
        assert max(taken.values()) == 10
        last = [port.call(board, f"9.9.{network}.1") for network in range(5)]
        assert all(last)
        for caller in filter(None, last):
            caller.close()


@pytest.mark.parametrize(("in_all", "per_address"), [(30, 30), (2, 10)])
def test_one_address_may_have_all_lines_where_it_was_said_or_there_are_only_two(
    clock: FakeClock, in_all: int, per_address: int
) -> None:
    with calls(clock, CallLimits(in_all, per_address, free_calls=100)) as making:
        assert all(making.call()[1] is not None for _ in range(in_all))
        assert making.call()[1] is None


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    return "host.socket"


def test_a_local_socket_is_its_owners_alone(path: str, clock: FakeClock) -> None:
    with contextlib.closing(listen_local(path, CallLimits(per_address=1), clock)) as board:
        making = Calls(board)
        assert stat.S_IMODE(os.lstat(path).st_mode) == 0o600
        with making.ends:
            for _ in range(20):
                making.ends.enter_context(contextlib.closing(call_local(path)))
                assert making.answered() is not None
    assert not Path(path).exists()


def test_a_stale_socket_is_replaced_and_a_live_one_is_not(path: str, clock: FakeClock) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(path)
    board = listen_local(path, CallLimits(), clock)
    with pytest.raises(TransportClosed, match=r"^host\.socket: in use by another program$"):
        listen_local(path, CallLimits(), clock)
    call_local(path).close()
    board.close()


def test_a_file_is_no_socket(path: str, clock: FakeClock) -> None:
    Path(path).write_text("precious")
    with pytest.raises(TransportClosed, match="expected no file there, or a socket"):
        listen_local(path, CallLimits(), clock)
    assert Path(path).read_text() == "precious"


def test_nobody_listens(path: str) -> None:
    with pytest.raises(TransportClosed, match=r"^host\.socket: no such file or directory$"):
        call_local(path)


def test_a_path_that_is_too_long(clock: FakeClock) -> None:
    with pytest.raises(TransportClosed, match="too long"):
        listen_local("/tmp/" + "x" * 200, CallLimits(), clock)


def test_another_programs_socket_is_left_alone(path: str, clock: FakeClock) -> None:
    board = listen_local(path, CallLimits(), clock)
    Path(path).unlink()
    other = listen_local(path, CallLimits(), clock)
    board.close()
    call_local(path).close()
    other.close()


class Line:
    def __init__(self) -> None:
        self.time = 100.0
        near, self.far = memory_pair(100_000)
        self.watched = WatchedTransport(near, lambda: self.time)

    def type(self, data: bytes, seconds: float) -> bytes:
        self.time += seconds
        self.far.send(data)
        return self.watched.receive()


def test_it_knows_since_when_nothing_came() -> None:
    line = Line()
    assert line.watched.quiet_since == 100.0
    line.type(b"", 5.0)
    assert line.watched.quiet_since == 100.0
    assert line.type(b"a", 2.0) == b"a"
    assert line.watched.quiet_since == 107.0


def test_a_key_that_repeats_for_an_hour_is_no_flood() -> None:
    """The key sends three bytes thirty times a second, which is as fast as terminals repeat keys."""
    line = Line()
    assert {line.type(b"\033[A" * 3, 0.1) for _ in range(36_000)} == {b"\033[A" * 3}


def test_a_pasted_page_of_notes_is_none_either() -> None:
    line = Line()
    assert len(line.type(b"x" * 900, 1.0)) == 900
    assert len(line.type(b"x" * 900, 5.0)) == 900


@pytest.mark.parametrize(("size", "seconds"), [(4096, 1.0), (300, 0.1), (960, 1.0)])
def test_a_flood_is_cut_off(size: int, seconds: float) -> None:
    """Four KiB come each second, or bytes as fast as a line of 9600 baud; after the limit nothing is passed on."""
    line = Line()
    with pytest.raises(TransportClosed, match="flood"):
        [line.type(b"x" * size, seconds) for _ in range(10)]
    with pytest.raises(TransportClosed):
        line.watched.receive()
    with pytest.raises(TransportClosed):
        line.far.send(b"x")


def test_a_line_may_be_given_back_and_used_again() -> None:
    near, far = memory_pair()
    calls: list[str] = []
    watched = WatchedTransport(near, lambda: 0.0, lambda: calls.append("back"))
    watched.close()
    watched.close()
    assert (calls, watched.fileno()) == (["back"], None)
    for use in (watched.receive, lambda: watched.send(b"x")):
        with pytest.raises(TransportClosed):
            use()
    far.send(b"next")
    assert WatchedTransport(near, lambda: 0.0).receive() == b"next"
