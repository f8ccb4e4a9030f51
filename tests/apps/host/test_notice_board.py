"""What a host tells about itself to port scanners, to lists of servers (by MSSP, as that is specified) and to its
sysop.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import HOST, ROOT, Hosts, h19
from tests.programs import run

BANNER = b"\x1b[1;36mTHE DICE\x1b[0m OF NORDERSTEDT\x1b[2J\n"
SHOWN = b"\x1b[1;36mTHE DICE\x1b[0m OF NORDERSTEDT\r\n\x1b[m"
HINT = b"Press RETURN twice.\r\n"


@pytest.fixture
def host(games: Games) -> Iterator[Hosts]:
    (games.home / "banner.ans").write_bytes(BANNER)
    host = Hosts(
        *(
            games,
            "--banner",
            str(games.home / "banner.ans"),
            "--name",
            "Norderstedt",
            "--contact",
            "me@board.example",
        ),
        *("--socket", str(games.home / "s"), "--address", "board.example"),
    )
    yield host
    host.close()


def answer(host: Hosts, request: bytes, end: bytes) -> bytes:
    """Return what the host sends to a new caller who sends `request`, up to and including `end`."""
    said = b""
    connection = host.connect()
    connection.sendall(request)
    while end not in said:
        more = connection.recv(4096)
        assert more, said
        said += more
    return said


def asked(games: Games, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**games.environment, "TERM": "dumb"}
    return run([*HOST, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LIMIT)


def test_scanners_and_lists_see_the_banner_and_mssp(host: Hosts) -> None:
    ann = host.call(h19())
    ann.introduce("ann")
    ann.wait_for("TABLE", "RULES")
    assert answer(host, b"", HINT) == SHOWN + HINT
    said = answer(host, b"MSSP-REQUEST\r\n", b"MSSP-REPLY-END\r\n")
    shown, _, lines = said.partition(b"\r\nMSSP-REPLY-START\r\n")
    assert shown == SHOWN
    told = dict(line.split("\t", 1) for line in lines.decode().removesuffix("\r\n").split("\r\n")[:-1])
    started = int(told.pop("UPTIME"))
    assert 0 <= time.time() - started < LIMIT
    assert re.fullmatch(r"H89 YAHTZEE \d.*", told.pop("CODEBASE"))
    expected = {"NAME": "Norderstedt", "PLAYERS": "1", "CONTACT": "me@board.example", "PORT": str(host.port)}
    assert told == expected | {
        "HOSTNAME": "board.example",
        "LANGUAGE": "English",
        "FAMILY": "Custom",
        "VT100": "1",
        "UTF-8": "0",
    }
    said = answer(host, b"\xff\xfd\x46", b"UTF-8\x020\xff\xf0")
    assert b"\xff\xfa\x46\x01NAME\x02Norderstedt\x01PLAYERS\x021\x01UPTIME\x02%d\x01" % started in said


def test_status_says_who_is_on(host: Hosts, games: Games) -> None:
    place = ["--status", "--socket", str(games.home / "s")]
    assert asked(games, *place).stdout.splitlines()[1:] == ["Nobody is here."]
    ann, bob = host.call(h19()), host.call(h19())
    ann.introduce("ann")
    bob.introduce("bob")
    ann.open_table()
    status = asked(games, *place)
    assert (status.returncode, status.stderr) == (0, "")
    head, *lines = status.stdout.splitlines()
    assert re.fullmatch(r"Norderstedt, H89 YAHTZEE \S+, since \d{4}-\d\d-\d\d \d\d:\d\d", head)
    assert lines == ["2 here: ann at 1, bob", "Table 1: h89; ann, 1 open; waits for people."]
    told = json.loads(asked(games, *place, "--json").stdout)
    assert told["here"] == [
        {"name": "ann", "table": 1, "plays": True},
        {"name": "bob", "table": None, "plays": False},
    ]
    assert [(table["number"], table["seats"]) for table in told["tables"]] == [(1, "ann, 1 open")]
    host.program.send_signal(signal.SIGTERM)
    assert host.program.wait(LIMIT) == 0
    nobody = asked(games, *place)
    assert (nobody.returncode, nobody.stdout) == (3, "")
    assert nobody.stderr.startswith(f"yahtzee-host: {games.home / 's'}: no host answers: ")


def test_announce_prints_what_a_directory_asks_for(games: Games) -> None:
    words = ["--telnet", "0.0.0.0:2323", "--telnet", "[::1]:23", "--ssh", "22", "--data", str(games.home / "none")]
    told = json.loads(asked(games, "--announce", *words, "--address", "board.example", "--name", "Zoë's").stdout)
    assert re.fullmatch(r"H89 YAHTZEE \d.*", told.pop("software"))
    assert told == {
        "name": "Zoë's",
        "address": "board.example",
        "ways": {"telnet": ["board.example:2323", "board.example:23"], "ssh": ["board.example:22"]},
        "contact": None,
        "since": None,
    }
    told = json.loads(asked(games, "--announce", *words).stdout)
    assert told["ways"] == {"telnet": [f"{socket.gethostname()}:2323", "[::1]:23"], "ssh": ["127.0.0.1:22"]}
    assert not (games.home / "none").exists()


@pytest.mark.parametrize(
    ("words", "status", "error"),
    [
        (("--status",), 2, "--status asks the host at its socket: expected --socket with it, or in the settings"),
        (("--telnet", "0", "--json"), 2, "--json says how --status is printed: expected --status with it"),
        (("--telnet", "0", "--contact", "a\x07b"), 2, "expected 1 to 100 characters that can be printed"),
        (("--telnet", "0", "--banner", "{home}/none"), 1, "{home}/none: No such file or directory"),
        (("--telnet", "0", "--banner", "{home}/long"), 1, "{home}/long: expected at most 16384 bytes"),
    ],
)
def test_what_cannot_be_told_is_refused(games: Games, words: tuple[str, ...], status: int, error: str) -> None:
    (games.home / "long").write_bytes(b"x" * 16_385)
    refused = asked(games, *(word.format(home=games.home) for word in words), "--data", str(games.home / "host"))
    assert (refused.returncode, refused.stdout) == (status, "")
    assert error.format(home=games.home) in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.slow
def test_telnetlib3s_fingerprint_shows_name_and_banner(host: Hosts, games: Games) -> None:
    """The fingerprint program of telnetlib3, a scanner that is in use, reports on the host."""
    pytest.importorskip("telnetlib3")
    report = games.home / "report.json"
    program = Path(sys.executable).with_name("telnetlib3-fingerprint")
    quick = ("--banner-quiet-time", "1", "--banner-max-wait", "4", "--silent", "--save-json", str(report))
    subprocess.run([program, *quick, "127.0.0.1", str(host.port)], check=True, timeout=LIMIT)
    probe = json.loads(report.read_text("utf-8"))["server-probe"]
    seen = probe["session_data"]["banner_before_return"]
    assert seen.startswith(SHOWN.decode())
    assert "H89 YAHTZEE" in seen  # shown before any key is pressed, since the scanner negotiates by telnet
    mssp = probe["session_data"]["mssp"]
    assert (mssp["NAME"], mssp["PLAYERS"], mssp["PORT"]) == ("Norderstedt", "0", str(host.port))
    told = probe["fingerprint-data"]
    assert {"MSSP", "EOR", "CHARSET", "SGA", "BINARY", "ECHO"} <= {*told["offered-options"]} | {
        *probe["session_data"]["option_states"]["server_offered"]
    }
    assert (told["looped-negotiation"], told["wrong-direction-offered"]) == ([], [])


def open_files(process: int) -> int:
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


def memory(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")


SCANS = (
    b"",
    b"\r\n",
    b"MSSP-REQUEST\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\xff\xfd\x46\xff\xfd\x19\xff\xfb\x1f\xff\xfb\x18\xff\xfd\x2a",
    b"\xff\xfb\x18\r\n\r\nroot\r\n",
    b"\r\r\r\r",
)


@pytest.mark.slow
def test_a_scan_leaves_nothing_behind(host: Hosts) -> None:
    """After a thousand connections, from as many addresses and a hundred at a time, the host has no more open files
    or people, and hardly more memory or log."""

    def scan(first: int, count: int) -> None:
        for start in range(first, first + count, 100):
            calls = []
            for number in range(start, start + 100):
                source = f"127.{number % 200 + 1}.{number // 200}.9", 0
                call = socket.create_connection(("127.0.0.1", host.port), LIMIT, source)
                call.sendall(SCANS[number % len(SCANS)])
                calls.append(call)
            for call in calls:
                assert call.recv(4096)
                call.close()

    ann = host.call(h19())
    ann.introduce("ann")
    ann.wait_for("TABLE", "RULES")
    pid = host.program.pid
    files = open_files(pid)
    scan(0, 200)
    before, log = memory(pid), host.log.stat().st_size
    scan(200, 1000)
    ann.send(b"/hello\r")
    ann.wait_for("hello")
    host_is_rid_of_them(pid, files)
    assert memory(pid) - before < 4_000_000
    assert host.log.stat().st_size - log < 4000
    with closing(sqlite3.connect(host.data / "guests.sqlite3")) as book:
        assert book.execute("SELECT name FROM person").fetchall() == [("ann",)]


def host_is_rid_of_them(process: int, files: int) -> None:
    deadline = time.monotonic() + LIMIT
    while open_files(process) > files:
        assert time.monotonic() < deadline, open_files(process)
        time.sleep(0.05)
