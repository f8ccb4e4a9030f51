"""The report about a session: the test plays the terminal at the far end, and so knows what was sent and
received."""

from __future__ import annotations

import os
import platform
import re
import struct
from pathlib import Path

import pytest

from h89yahtzee import __version__
from h89yahtzee.apps.sessions.session_report import MeasuredLine, Measures, line_errors
from h89yahtzee.apps.sessions.session_report import adapter as adapter_words
from tests.apps.far_end import FarEnd
from tests.apps.games import Games, OnLine
from tests.apps.screens import H19Screen, Screen
from tests.apps.serial_adapter import SerialAdapter
from tests.transport.memory import memory_pair

QUESTION, ANSWER = b"\x1bZ", b"\x1b/K"
XON, XOFF = b"\x11", b"\x13"


def answer(terminal: FarEnd[Screen] | OnLine) -> None:
    terminal.wait_until(lambda: QUESTION in terminal.received, "a question")
    terminal.send(ANSWER)


def wait_for_some(game: OnLine) -> None:
    game.wait_until(lambda: len(game.received) > 100, "some of the screen")


def entries(text: str) -> dict[str, str]:
    return {line[2:16].rstrip(): line[17:] for line in text.splitlines() if line.startswith("  ")}


@pytest.mark.slow
def test_what_a_session_on_a_line_was_like(games: Games, tmp_path: Path) -> None:
    report = tmp_path / "report"
    game = games.on_serial_line("--report", str(report), "-r42", "ann")
    answer(game)
    game.wait_for("ann's move: 2 rolls left.", "? HELP")
    game.wait_for_silence()
    game.send(b"1")
    game.wait_for("\n     ROLL ")
    game.wait_for_silence()
    game.send(XOFF + b"?")
    assert game.wait_for_silence() == b""
    game.send(XON)
    game.wait_for("Any key returns")
    game.send(b" ")
    game.wait_for("? HELP")
    game.send(b"qy")
    game.wait_for_end()
    assert game.result().status == 0
    text = report.read_text("ascii")
    said = entries(text)
    assert text.startswith("H89 YAHTZEE, report of a session\n")
    assert said["program"] == __version__
    assert said["Python"].startswith(platform.python_version())
    assert said["system"].startswith(f"{os.uname().sysname} {os.uname().release} ")
    assert said["ended"] == "with exit status 0"
    assert said["speed"] == "19200 baud, 8 bits, no parity, 1 stop bit"
    assert said["terminal"] == "h19"
    assert re.fullmatch(r"ESC / K after \d\.\d{3} s, as an H19 answers", said["ESC Z"])
    assert said["bytes"] == f"{len(game.received) - len(QUESTION)} sent, {len(b'1?qy ') + 2} received"
    assert re.fullmatch(r"1, 1; held for 0\.[2-9]\d\d s", said["XOFF, XON"])
    assert 3 <= int(said["answered keys"]) <= 5
    assert (said["opened"], said["errors"], said["adapter"]) == ("1", "not known", "not known")
    assert "lost" not in said
    assert "ann" not in text


@pytest.mark.slow
def test_a_part_for_each_line_and_what_happened_to_it(games: Games, adapter: SerialAdapter, tmp_path: Path) -> None:
    """The terminal on the second line doesn't answer the question what it is; that line is unplugged and comes
    back."""
    report = tmp_path / "report"
    adapter.plug_in(H19Screen())
    ann = games.on_serial_line("--line", f"{adapter.device},1200", "--report", str(report), "-r42", "ann", "bob")
    answer(ann)
    ann.wait_for("ann's move: 2 rolls left.")
    adapter.unplug()
    ann.wait_for("bob's line went away.")
    bob = adapter.plug_in(H19Screen())
    answer(bob)
    ann.wait_for("bob is back.")
    ann.send(b"qy")
    bob.send(b"qy")
    assert ann.result().status == 0
    text = report.read_text("ascii")
    head, *lines = text.split("\n\n")
    assert "ended          with exit status 0" in head
    assert [line.partition("\n")[0] for line in lines] == ["line 1", "line 2"]
    first, second = map(entries, lines)
    assert (first["opened"], second["opened"]) == ("1", "2")
    assert second["speed"].startswith("1200 baud")
    assert re.fullmatch(r"at \d+\.\d{3} s: the line went away", second["lost"])
    assert not re.search("ann|bob|carol", text)


def test_a_session_that_ends_with_its_line(games: Games, tmp_path: Path) -> None:
    """The line is a TCP connection, whose address isn't told. A second session appends its report to the first."""
    report = tmp_path / "report"
    for _ in range(2):
        game = games.on_socket("--term", "adm3a", "--report", str(report), "-r42", "ann")
        wait_for_some(game)
        game.hang_up()
        assert game.result().status == 1
    text = report.read_text("ascii")
    assert text.count("H89 YAHTZEE, report of a session\n") == 2
    said = entries(text)
    assert said["line"] == "socket:// to an address"
    assert said["ESC Z"] == "not asked"
    assert said["ended"] == "by TransportClosed: the line went away"
    assert said["lost"].endswith(" s: the line went away")
    assert "127.0.0.1" not in text


def test_a_terminal_that_says_nothing_or_something_else(games: Games, tmp_path: Path) -> None:
    report = tmp_path / "report"
    game = games.on_serial_line("--report", str(report), "-r42", "ann")
    game.wait_until(lambda: QUESTION in game.received, "a question")
    game.send(b"\xfe\x06")
    game.wait_for("ann's move: 2 rolls left.")
    game.send(b"qy")
    assert game.result().status == 0
    assert entries(report.read_text("ascii"))["ESC Z"] == "2 bytes other than ESC / K, the first fe 06"


def test_a_line_without_a_report_is_asked_nothing(games: Games) -> None:
    game = games.on_serial_line("-r42", "ann")
    game.wait_for("ann's move: 2 rolls left.")
    game.send(b"qy")
    assert game.result().status == 0
    assert QUESTION not in game.received


def test_a_file_that_cant_be_written_is_named_before_the_line_is_opened(games: Games, tmp_path: Path) -> None:
    def errors(report: Path) -> tuple[int, str]:
        status, output, errors = games.by_lines("--line", "/no/such", "--report", str(report), "ann")
        assert output == ""
        return status, errors

    missing = tmp_path / "missing" / "report"
    assert errors(missing) == (1, f"yahtzee: {missing}: No such file or directory\n")
    assert errors(tmp_path) == (1, f"yahtzee: {tmp_path}: Is a directory\n")
    letter = tmp_path / "letter"
    letter.write_text("Dear Carol")
    assert errors(letter) == (1, f"yahtzee: {letter}: expected a new file or one of reports\n")
    assert letter.read_text() == "Dear Carol"
    report = tmp_path / "report"
    assert errors(report) == (1, "yahtzee: /no/such: no such device\n")
    assert entries(report.read_text("ascii"))["ended"] == "by TransportClosed: no such device"


@pytest.mark.parametrize("words", [(), ("--line", "-")], ids=["no line", "this terminal"])
def test_a_report_is_about_a_serial_line(games: Games, words: tuple[str, ...]) -> None:
    assert games.by_lines("--report", "r", *words, "ann") == (
        2,
        "",
        "yahtzee: --report measures serial lines: expected a --line other than - (--help all explains)\n",
    )


def test_times_of_answers() -> None:
    """The answer to a key at 10 s ends at 10.3 s; what is sent 0.6 s later is no part of it. XOFF delays the next
    answer."""
    now = [0.0]
    near, far = memory_pair()
    measures = Measures()
    line = MeasuredLine(near, measures, lambda: now[0])

    def at(seconds: float, typed: bytes = b"", sent: int = 0) -> None:
        now[0] = seconds
        far.send(typed)
        line.receive()
        if sent:
            line.send(b"x" * sent)

    at(0.5, sent=900)
    at(10.0, typed=b"r")
    at(10.1, sent=20)
    at(10.3, sent=5)
    at(10.9, sent=7)
    at(20.0, typed=b"d", sent=3)
    at(20.1, typed=XOFF)
    at(22.1, typed=XON)
    at(22.2, sent=4)
    at(30.0, typed=b"x")
    assert measures.screen is not None
    assert (measures.screen.seconds, measures.screen.sent) == (0.5, 900)
    assert [(round(answer.seconds, 6), answer.sent) for answer in measures.answers] == [(0.3, 25), (2.2, 7)]
    assert (measures.sent, measures.received) == (939, 5)
    assert (measures.xoffs, measures.xons, round(measures.held, 6)) == (1, 1, 2.0)


def test_errors_that_the_system_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux's serial.h has the counters cts, dsr, rng, dcd, rx, tx, frame, overrun, parity, brk, buf_overrun and
    nine spare ones."""
    counters = struct.pack("20i", 1, 2, 3, 4, 500, 600, 7, 8, 9, 10, 11, *[0] * 9)
    monkeypatch.setattr("fcntl.ioctl", lambda *_: counters)
    assert line_errors(0) == {
        "framing": 7,
        "overrun": 8,
        "parity": 9,
        "BREAK": 10,
        "buffer overrun": 11,
    }


def test_errors_are_those_since_the_line_was_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    framing = [3]
    monkeypatch.setattr("h89yahtzee.apps.sessions.session_report.line_errors", lambda _: {"framing": framing[0]})
    measures = Measures()
    for more in (2, 5):
        near, _ = memory_pair()
        monkeypatch.setattr(type(near), "fileno", lambda _: 7)
        line = MeasuredLine(near, measures, lambda: 0.0)
        framing[0] += more
        line.close()
    assert measures.errors == {"framing": 7}


def test_an_adapter_is_told_without_its_serial_number(tmp_path: Path) -> None:
    """In Linux's sysfs the folder of a port lies within the folder of its adapter, which has the serial number."""
    port = tmp_path / "devices" / "usb1" / "1-2" / "1-2:1.0" / "ttyUSB0"
    port.mkdir(parents=True)
    (tmp_path / "drivers" / "ftdi_sio").mkdir(parents=True)
    (port / "driver").symlink_to(tmp_path / "drivers" / "ftdi_sio")
    files = {"idVendor": "0403", "idProduct": "6001", "product": "FT232R USB UART", "serial": "A5XK3RJT"}
    for name, text in files.items():
        (port.parents[1] / name).write_text(f"{text}\n")
    device = tmp_path / "class" / "ttyUSB0"
    device.mkdir(parents=True)
    (device / "device").symlink_to(port)
    told = adapter_words(Path("/dev/ttyUSB0"), tmp_path / "class")
    assert told == "driver ftdi_sio, USB 0403:6001 FT232R USB UART"
    assert adapter_words(Path("/dev/ttyS9"), tmp_path / "class") == ""
