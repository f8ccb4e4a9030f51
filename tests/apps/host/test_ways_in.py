"""How callers reach a host, and when it hangs up on them; how a host starts, copes with damage, and ends."""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.host.calls import IDLE_LOOK
from h89yahtzee.apps.host.host import RunningClock
from h89yahtzee.apps.host.host_options import parse_host_options
from h89yahtzee.apps.host.ways_in import CallersLine, Port, address_of, open_ports
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.transport.switchboard import WatchedTransport
from h89yahtzee.transport.telnet import TelnetTransport
from h89yahtzee.transport.transport import TransportClosed
from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host import hosts
from tests.apps.host.hosts import HOST, ROOT, AtHost, Hosts, h19
from tests.apps.screens import H19Screen
from tests.apps.serial_adapter import SerialAdapter
from tests.parameters import few_fast
from tests.programs import Popen
from tests.rest import wait_until_readable
from tests.transport.memory import memory_pair


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def start(games: Games, stack: ExitStack, *words: str) -> Hosts:
    host = Hosts(games, *words)
    stack.callback(host.close)
    return host


def open_port(
    stack: ExitStack, *words: str, clock: Callable[[], float] = time.monotonic
) -> tuple[Port, list[CallersLine], int]:
    """Open a port for telnet; return the port, the list of callers greeted there so far, and the port's number."""
    greeted: list[CallersLine] = []
    [port] = open_ports(parse_host_options(["--telnet", "0", *words]), greeted.append, lambda *_: None, clock)
    stack.callback(port.switchboard.close)
    return port, greeted, int(port.name.rpartition(":")[2])


def test_a_line_is_there_for_the_next_person_when_somebody_has_left(
    games: Games, stack: ExitStack, adapter: SerialAdapter
) -> None:
    terminal = AtHost(adapter.far_end(), H19Screen())
    host = start(games, stack, "--line", f"{adapter.device},19200")
    assert host.program.stdout is not None
    assert host.program.stdout.readline() == f"{adapter.device}: open for callers: RETURN twice at the terminal\n"
    terminal.knock()
    terminal.introduce("ann")
    terminal.wait_for("ann is here.")
    terminal.send(b"q")
    terminal.wait_for("Goodbye, ann.")
    terminal.knock_until_heard()
    terminal.introduce("bob")
    terminal.wait_for("bob is here.")
    assert [line.partition(":")[2] for line in host.logged()] == [
        " ann came for the first time, h19",
        " ann: left after 0 min",
        " bob came for the first time, h19",
    ]


@pytest.mark.slow
def test_a_line_that_is_unplugged_comes_back_and_so_does_who_has_the_seat(
    games: Games, stack: ExitStack, adapter: SerialAdapter
) -> None:
    ann = AtHost(adapter.far_end(), H19Screen())
    host = start(games, stack, "--line", f"{adapter.device},19200")
    bob = host.call(h19())
    bob.introduce("bob")
    bob.open_table()
    ann.knock()
    code = ann.introduce("ann")
    ann.sit()
    bob.wait_for_turn("bob")
    adapter.unplug()
    bob.post("bob")
    ann = AtHost(adapter.far_end(), H19Screen())
    ann.knock_until_heard()
    ann.come_back("ann", code)
    ann.wait_for_turn("ann")
    ann.post("ann")
    ann.wait_for_turn("bob")
    assert "line: ann: the line went away after 0 min" in host.logged()


@pytest.mark.parametrize(
    ("terminal", "window_rows", "expected"),
    [
        (b"H19-PC", (24,), Display(24, keyboard=Keyboard.PC)),
        (b"H19-PC", (24, 25), Display(25, keyboard=Keyboard.PC)),
        (b"H19-PC", (40, 10), Display(24, keyboard=Keyboard.PC)),
        (b"H19-PC", (), Display(25, keyboard=Keyboard.PC)),
        (b"H19", (24,), Display(25, keyboard=Keyboard.H19)),
    ],
)
def test_an_h19_in_a_window_has_a_pcs_keyboard_and_the_rows_of_the_window(
    terminal: bytes, window_rows: Sequence[int], expected: Display
) -> None:
    """A real H19 as a telnet client tells the 24 rows of its page, although it has a 25th line, too."""
    near, far = memory_pair()
    telnet = TelnetTransport(near)
    line = CallersLine("here", "here", WatchedTransport(telnet, lambda: 0.0), telnet)
    far.send(b"\xff\xfb\x18\xff\xfa\x18\x00" + terminal + b"\xff\xf0\xff\xfb\x1f")
    for rows in window_rows:
        far.send(b"\xff\xfa\x1f\x00\x50\x00%c\xff\xf0" % rows)
    telnet.receive()
    assert line.display(find_terminal("h19")) == expected
    assert line.display(find_terminal("vt100")).keyboard is Keyboard.LETTERS


def test_a_network_of_ipv6_counts_as_one_address_for_wrong_codes() -> None:
    names = ["[2001:db8::1]:7", "[2001:db8:0:2::3]:8", "[2001:db8:1::1]:7", "192.0.2.1:9", "192.0.2.1:10"]
    first, same, other, ipv4, again = map(address_of, names)
    assert (first, ipv4) == (same, again)
    assert len({first, other, ipv4}) == 3


def test_as_many_of_an_address_as_may_be_there_come_at_once(stack: ExitStack) -> None:
    """When a host is started again, many callers may come at once, all from the same address."""
    port, greeted, number = open_port(stack, "--per-address", "30")
    for _ in range(30):
        stack.enter_context(socket.create_connection(("127.0.0.1", number), LIMIT))
        port.take_input()
    for line in greeted:
        line.watched.close()
    assert (len(greeted), port.switchboard.turned_away) == (30, 0)
    assert all(line.knocks for line in greeted)


def test_whoever_presses_no_key_makes_room_for_others(stack: ExitStack) -> None:
    """If all lines are taken, the host hangs up on the caller who has been silent the longest, but not on one who
    has pressed keys."""
    port, greeted, number = open_port(stack, "--callers", "2")

    callers: list[socket.socket] = []

    def call() -> list[bool]:
        """Let another caller call; return for each caller whether the connection is still open."""
        source = f"127.0.3.{len(callers) + 1}", 0
        callers.append(stack.enter_context(socket.create_connection(("127.0.0.1", number), LIMIT, source)))
        port.take_input()
        return [line.watched.fileno() is not None for line in greeted]

    assert call() == [True]
    greeted[0].has_pressed_keys = True
    assert call() == [True, True]
    assert call() == [True, False, True]
    with pytest.raises(TransportClosed, match="no room for others"):
        greeted[1].watched.receive()
    with callers[1].makefile("rb") as heard:
        assert heard.read() == b"All lines are taken: call again in a while.\r\n"
    greeted[2].has_pressed_keys = True
    assert call() == [True, False, True]
    assert port.switchboard.turned_away == 1
    for line in greeted:
        line.watched.close()


def test_who_lingers_makes_room_for_others(stack: ExitStack) -> None:
    """If all lines are taken, callers who have been in the reception for a minute must go first, then the one whose
    last key was the longest ago."""
    now = [1000.0]
    port, greeted, number = open_port(stack, "--callers", "3", clock=lambda: now[0])
    callers: list[socket.socket] = []

    def comes_in(seconds: float) -> bool:
        """Let another caller call `seconds` later; return whether the caller gets a line."""
        now[0] += seconds
        source = f"127.0.4.{len(callers) + 1}", 0
        callers.append(stack.enter_context(socket.create_connection(("127.0.0.1", number), LIMIT, source)))
        before = len(greeted)
        port.take_input()
        for line in greeted:
            line.has_pressed_keys = True
        return len(greeted) > before

    assert [comes_in(0.0), comes_in(0.0), comes_in(30.0)] == [True] * 3
    greeted[0].has_arrived = True
    assert not comes_in(20.0)
    assert comes_in(20.0)
    for line in greeted:
        line.has_arrived = True
    callers[2].sendall(b"j")
    wait_until_readable(greeted[2].watched.fileno())
    greeted[2].watched.receive()
    assert [line.watched.fileno() is None for line in greeted] == [False, True, False, False]
    assert not comes_in(200.0)
    assert comes_in(100.0)
    assert [line.is_wanted for line in greeted] == [True, False, False, False, False]
    assert not comes_in(0.0)
    for line in greeted:
        line.watched.close()


def test_without_a_lobby_callers_sit_down_at_once(games: Games, stack: ExitStack) -> None:
    (games.home / "tables.toml").write_text("[[table]]\nrules = 'yatzy'\n")
    host = start(games, stack, "--no-lobby", "--tables", str(games.home / "tables.toml"))
    ann = host.call(h19())
    ann.introduce("ann")
    ann.wait_for("Waiting for 1 more.")


def overwritten(journal: Path) -> None:
    journal.write_bytes(b"Dear Sir, " * 2000)


def scrambled(journal: Path) -> None:
    """Overwrite all but the database's first page with zeros; the size stays."""
    with journal.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(journal.stat().st_size - 4096))


def truncated(journal: Path) -> None:
    os.truncate(journal, 4096)


def emptied(journal: Path) -> None:
    os.truncate(journal, 0)


def removed(journal: Path) -> None:
    journal.unlink()


def removed_with_its_log(journal: Path) -> None:
    for file in journal.parent.glob("journal.sqlite3*"):
        file.unlink()


def robbed_of_its_log(journal: Path) -> None:
    journal.with_name(f"{journal.name}-wal").unlink()


def made_read_only(journal: Path) -> None:
    journal.chmod(0o400)
    journal.parent.chmod(0o500)


def post_alone(caller: AtHost) -> None:
    """Post in a game of one player, and wait for the dice of the next turn."""
    is_open = caller.text().count("?")
    caller.post_here()
    caller.wait_until(lambda: caller.text().count("?") < is_open, "a score")
    caller.wait_for("2 rolls left.")


@pytest.mark.parametrize(
    ("spoil", "told"),
    few_fast(
        2,
        [
            (overwritten, "set aside as"),
            (removed, "written anew"),
            (robbed_of_its_log, "written anew"),
            (made_read_only, ""),
            (scrambled, "set aside as"),
            (truncated, "set aside as"),
            (emptied, "set aside as"),
            (removed_with_its_log, "written anew"),
        ],
    ),
)
def test_people_play_on_when_the_journal_is_damaged_and_no_turn_of_theirs_is_lost(
    games: Games, stack: ExitStack, spoil: Callable[[Path], None], told: str
) -> None:
    """After the next turn the games at both tables are in the journal as a whole, and the log tells of the damage
    in one text line."""
    tables = games.home / "tables.toml"
    tables.write_text("[[table]]\nseats = 1\n" * 2)
    host = start(games, stack, "--tables", str(tables))
    journal = host.data / "journal.sqlite3"
    callers: dict[str, AtHost] = {}
    for name, keys in (("ann", b"\r"), ("bob", b"j\r")):
        callers[name] = host.call(h19())
        callers[name].introduce(name)
        callers[name].wait_for("TABLE", "RULES")
        callers[name].send(keys)
        callers[name].wait_for_turn(name)
        post_alone(callers[name])
    with closing(sqlite3.connect(journal)) as other:
        other.execute("PRAGMA wal_checkpoint(PASSIVE)")
    spoil(journal)
    for caller in callers.values():
        post_alone(caller)
    host.kill()
    host.data.chmod(0o700)
    records = {record.setup.players[0].name: record for record in host.records()}
    assert {name: len(record.turns) for name, record in records.items()} == {"ann": 2, "bob": 2}
    lines = [line for line in host.log.read_text("ascii").splitlines() if " host: " in line]
    assert len(lines) == bool(told)
    assert told in "".join(lines)


@pytest.mark.parametrize("spoil", few_fast(1, [removed, overwritten, emptied, robbed_of_its_log]))
def test_people_are_known_and_have_their_seats_when_the_guest_book_was_damaged(
    games: Games, stack: ExitStack, spoil: Callable[[Path], None]
) -> None:
    tables = games.home / "tables.toml"
    tables.write_text("[[table]]\nseats = 1\n")
    host = start(games, stack, "--tables", str(tables))
    ann = host.call(h19())
    code = ann.introduce("ann")
    ann.sit()
    ann.wait_for_turn("ann")
    post_alone(ann)
    spoil(host.data / "guests.sqlite3")
    post_alone(ann)
    host.kill()
    host.start()
    ann = host.call(h19())
    ann.come_back("ann", code)
    ann.wait_for("2 rolls left.")
    lines = [line for line in host.log.read_text("ascii").splitlines() if " host: " in line]
    assert [line.endswith("people and tables are written anew") for line in lines] == [True]


_JUMPING = """
import itertools, sys, time
time.time = itertools.cycle((0.0, 4e9, 1e9)).__next__
from h89yahtzee.apps.host.serve import main
sys.exit(main())
"""


def test_a_clock_that_jumps_by_decades_changes_nothing(
    games: Games, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "HOST", (sys.executable, "-c", _JUMPING))
    host = start(games, stack)
    for round_ in range(2):
        ann, bob = host.call(h19()), host.call(h19())
        if round_ == 0:
            codes = [ann.introduce("ann")]
            ann.open_table()
            codes.append(bob.introduce("bob"))
            bob.sit()
        else:
            ann.come_back("ann", codes[0])
            bob.come_back("bob", codes[1])
        for name, caller in (("ann", ann), ("bob", bob)):
            caller.wait_for_turn(name)
            caller.post(name)
        host.kill()
        host.start()
    [record] = host.records()
    assert [turn.seat for turn in record.turns] == [0, 1, 0, 1]
    assert len({line[:4] for line in host.log.read_text("ascii").splitlines()}) > 1


def test_a_host_that_stands_still_for_a_while_goes_on(games: Games, stack: ExitStack) -> None:
    """Keys that are typed while the host is stopped count, and a caller who calls meanwhile is greeted."""
    host = start(games, stack)
    ann, bob = host.call(h19()), host.call(h19())
    ann.introduce("ann")
    ann.open_table()
    bob.introduce("bob")
    bob.sit()
    for caller in (ann, bob):
        caller.wait_for_turn("ann")
    shown = len(bob.received)
    ann.send(b"1")
    bob.wait_until(lambda: len(bob.received) > shown, "a marked die")
    host.program.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, host.program.pid, os.WSTOPPED | os.WNOWAIT)
    ann.post_here()
    cat = host.call(h19())
    assert "bob's move" not in ann.text()
    host.program.send_signal(signal.SIGCONT)
    bob.wait_for_turn("bob")
    cat.introduce("cat")
    cat.wait_for("HERE", "ann at 1, bob at 1, cat")
    host.kill()
    [record] = host.records()
    assert [turn.seat for turn in record.turns] == [0]


_STOPPED = """
import signal, sys, time
running, minutes = time.monotonic, []
time.monotonic = lambda: running() + 60.0 * len(minutes)
signal.signal(signal.SIGUSR1, lambda *_: minutes.append(1))
from h89yahtzee.apps.host.serve import main
sys.exit(main())
"""


def test_nobodys_time_runs_out_while_the_host_is_stopped(
    games: Games, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host is stopped for a minute, by its clock, while Bob is asked for his name and Ann has 20 seconds for
    her turn."""
    monkeypatch.setattr(hosts, "HOST", (sys.executable, "-c", _STOPPED))
    tables = games.home / "tables.toml"
    tables.write_text("[[table]]\nseats = 1\nturn-time = 20\n")
    host = start(games, stack, "--tables", str(tables))
    ann, bob = host.call(h19()), host.call(h19())
    ann.introduce("ann")
    ann.sit()
    ann.wait_for_turn("ann")
    bob.wait_for("Your name")
    host.program.send_signal(signal.SIGUSR1)
    bob.introduce("bob")
    bob.wait_for("HERE", "ann at 1, bob")
    post_alone(ann)
    host.kill()
    [record] = host.records()
    assert [turn.box for turn in record.turns] == [Box(0)]


def test_a_clock_of_a_host_leaves_out_only_what_is_longer_than_it_ever_waits() -> None:
    now = [100.0]
    clock = RunningClock(lambda: now[0])
    started = clock()
    for seconds in (10.0, 60.0, 10.0):
        now[0] += seconds
        clock()
    assert clock() - started == IDLE_LOOK * 2


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 129)])
def test_a_signal_ends_it(games: Games, stack: ExitStack, number: signal.Signals, status: int) -> None:
    host = start(games, stack)
    host.program.send_signal(number)
    assert host.program.wait(LIMIT) == status


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="expected Linux")
def test_it_may_open_more_files_than_a_shell_lets(games: Games) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with subprocess.Popen(
        [*HOST, "--telnet", "0", "--data", str(games.home / "host")],
        cwd=ROOT,
        env=games.environment,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, most)),
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        limits = Path(f"/proc/{program.pid}/limits").read_text("ascii")
        program.kill()
    assert re.findall(r"Max open files +(\d+)", limits) == [str(most)]


def test_two_hosts_cant_have_the_same_people(games: Games, stack: ExitStack) -> None:
    host = start(games, stack)
    other = games.by_lines("--telnet", "0", "--data", str(host.data), command=HOST)
    assert other.status == 1
    told = "another host has it; give this one another folder by --data"
    assert other.errors == f"yahtzee-host: {host.data}/guests.sqlite3: {told}\n"


def test_what_is_wrong_is_said_in_a_line(games: Games, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        rows = [
            ([], 2, "nobody could come: expected --telnet, --ssh, --line or --socket"),
            (["--telnet", "x"], 2, "--telnet: expected [HOST:]PORT"),
            (["--telnet", str(port)], 1, f"127.0.0.1:{port}: in use by another program"),
            (["--socket", str(tmp_path)], 1, f"{tmp_path}: expected no file there, or a socket"),
            (["--line", "a,9600", "--line", "a"], 2, "--line: a was named twice"),
            (["--line", "ftp://a"], 2, "--line: "),
            (["--telnet", "0", "--no-lobby"], 2, "--no-lobby leads callers to the first table of a file"),
            (["--telnet", "0", "--tables", str(tmp_path / "none")], 1, "none: No such file or directory"),
            (["--telnet", "0", "--data", "/dev/null/x"], 1, "/dev/null: Not a directory"),
        ]
        for words, status, expected in rows:
            result = games.by_lines(*words, command=HOST)
            assert (result.status, result.errors.count("\n")) == (status, 1), (words, result)
            assert result.errors.startswith("yahtzee-host: "), words
            assert expected in result.errors, (words, result.errors)


def test_settings_come_from_a_file(games: Games, tmp_path: Path) -> None:
    settings = tmp_path / "host.toml"
    settings.write_text("telnet = ['x']\n")
    result = games.by_lines("--settings", str(settings), command=HOST)
    assert (result.status, result.errors.count("\n")) == (2, 1)
    assert f"{settings}: telnet: expected [HOST:]PORT" in result.errors


def test_what_the_command_line_says_goes_before_the_settings(games: Games, stack: ExitStack) -> None:
    """A host open to other machines warns that telnet isn't encrypted; one open to this machine alone doesn't. So
    the output shows which address was taken."""
    settings = games.home / "host.toml"
    settings.write_text('telnet = "0.0.0.0:0"\ncallers = 3\n')
    host = start(games, stack, "--settings", str(settings))
    host.program.terminate()
    assert host.program.communicate(timeout=LIMIT) == ("", "")
    taken = Popen[str](
        [*HOST, "--settings", str(settings), "--data", str(games.home / "other")],
        cwd=ROOT,
        env=games.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    stack.enter_context(taken)
    assert taken.stderr is not None
    assert re.match(r"yahtzee-host: 0\.0\.0\.0:\d+: .*telnet is in the clear", taken.stderr.readline())
    taken.terminate()
    assert taken.wait(LIMIT) == 0


@pytest.mark.parametrize("end", few_fast(1, [socket.SHUT_WR, None]))
def test_what_is_typed_ahead_is_answered_even_if_the_caller_says_no_more(
    games: Games, stack: ExitStack, end: int | None
) -> None:
    """A program may knock, send all answers and close its half of the connection; it still gets all output."""
    connection = start(games, stack).connect()
    connection.sendall(b"\r\r")
    assert connection.recv(1)
    connection.sendall(b"lines\rann\r\r\r/hello\rq\ry\r")
    if end is not None:
        connection.shutdown(end)
    with connection.makefile("rb") as heard:
        told = heard.read()
    assert re.search(rb"Your code is \d{4}", told)
    assert b"Table, or ? for help: /hello" in told
    assert b"Goodbye, ann." in told


def test_who_says_no_more_still_has_a_line(stack: ExitStack) -> None:
    """A half-closed connection still counts for `--per-address`, so that nobody gets more lines by half closing."""
    port, greeted, number = open_port(stack, "--per-address", "3")
    for _ in range(5):
        stack.enter_context(socket.create_connection(("127.0.0.1", number), LIMIT)).shutdown(socket.SHUT_WR)
        port.take_input()
        for line in greeted:
            with suppress(TransportClosed):
                line.watched.receive()
    for line in greeted:
        line.watched.close()
    assert len(greeted) == 3
