"""The files that `h19` writes: logs, recordings in the format asciicast, snapshots. Also `--real-time`."""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.h19.output_files import Asciicast
from tests.apps.games import Games, found_modes
from tests.apps.h19_windows import MENU, around, h19, leave
from tests.apps.screens import Window

# Files


def test_a_log_of_both_directions(games: Games, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = r"stty raw -echo; printf '\033Y%%0there\033J'; head -c 3 >/dev/null"
    screen = h19(games, "--log", str(log), "--", "/bin/sh", "-c", script)
    screen.wait_for("there")
    screen.send(b"\x1bOPx")
    assert screen.exit_status() == 0
    assert log.read_text().splitlines() == [
        "-> ESC Y % 0  direct cursor addressing row 5 column 16",
        '-> text "there"',
        "-> ESC J  erase to end of page",
        "<- ESC S  f1",
        '<- text "x"',
    ]


def test_a_recording_shows_what_was_shown(games: Games, tmp_path: Path) -> None:
    cast = tmp_path / "screen.cast"
    screen = around(games, r"printf 'one \033ptwo\033q\033x5\nthree'", "--record", str(cast))
    screen.wait_for("one two", "three", "^] menu")
    shown = screen.screen.rows(), screen.screen.reverse()
    leave(screen)
    header, *events = [json.loads(row) for row in cast.read_text().splitlines()]
    assert (header["version"], header["width"], header["height"]) == (2, 80, 26)
    assert {event[1] for event in events} == {"o"}
    times = [event[0] for event in events]
    assert times == sorted(times)
    assert times[0] >= 0
    replayed = Window(80, 26)
    replayed.feed("".join(event[2] for event in events).encode())
    assert (replayed.rows(), replayed.reverse()) == shown


def test_snapshots_by_key_and_at_the_end(games: Games, tmp_path: Path) -> None:
    snapshot = tmp_path / "screen.txt"
    screen = h19(games, "--snapshot", str(snapshot), "--", "/bin/sh", "-c", "echo one; read x; echo two")
    screen.wait_for("one")
    screen.send(MENU + b"w")
    screen.wait_until(snapshot.exists, "the snapshot")
    screen.wait_until(lambda: snapshot.read_text().startswith("one\n\n"), "its text")
    screen.send(b"\r")
    assert screen.exit_status() == 0
    assert snapshot.read_text().split() == ["one", "two"]


def test_a_picture(games: Games, tmp_path: Path) -> None:
    snapshot = tmp_path / "screen.svg"
    screen = around(games, "echo pictured", "--snapshot", str(snapshot), "--phosphor", "amber")
    screen.wait_for("pictured")
    leave(screen)
    picture = snapshot.read_text()
    assert picture.startswith("<svg ")
    assert re.search(">pictured *</text>", picture)
    assert "#ffb000" in picture


@pytest.mark.parametrize("option", ["--record", "--log"])
def test_a_file_that_cant_be_written(games: Games, tmp_path: Path, option: str) -> None:
    path = tmp_path / "missing" / "file"
    screen = h19(games, option, str(path), "--", "/bin/sh")
    assert screen.exit_status() == 1
    assert bytes(screen.received) == f"h19: {path}: No such file or directory\r\n".encode()


@pytest.mark.parametrize("words", [("--wrpa",), ("--snapshot", "s.png")])
def test_a_bad_command_line(games: Games, words: tuple[str, ...]) -> None:
    screen = h19(games, *words)
    assert screen.exit_status() == 2
    assert re.fullmatch(rb"h19: [^\r\n]+\r\n", bytes(screen.received))
    assert screen.tty_modes() == found_modes()


# Real time


def test_real_time_ends_on_the_same_screen(games: Games) -> None:
    slow_operations = (
        r"seq 1 30; printf '\033Y%% '; for i in 1 2 3 4 5 6 7 8 9 10; do printf '\033L%s\r' line$i; done"
    )
    script = rf"{slow_operations}; printf '\033x5\033Y7 '; seq 1 20 | tr '\n' ' '; printf end"
    slow, fast = around(games, script, "--real-time"), around(games, script)
    slow.wait_for("end")
    fast.wait_for("end")
    assert slow.screen.rows() == fast.screen.rows()
    assert "line10" in slow.text()


def recorded(*events: tuple[float, str], timestamp: int | None = None) -> list[str]:
    """Return the text lines of a recording that began at 100 seconds of the clock; `events` have their seconds
    since then."""
    file = io.StringIO()
    times = iter([100.0, *(100.0 + time for time, _ in events)])
    cast = Asciicast(file, lambda: next(times), rows=25, columns=80, timestamp=timestamp)
    for _, text in events:
        cast.show(text)
    return file.getvalue().splitlines()


@pytest.mark.parametrize("timestamp", [None, 1_700_000_000])
def test_header_has_what_version_2_requires_and_no_more(timestamp: int | None) -> None:
    [header] = recorded(timestamp=timestamp)
    stamped = {} if timestamp is None else {"timestamp": timestamp}
    assert json.loads(header) == {"version": 2, "width": 80, "height": 25, **stamped}


def test_events_have_the_time_since_the_beginning() -> None:
    assert list(map(json.loads, recorded((0.0, "a"), (0.25, "b"), (1.12345678, "c"))))[1:] == [
        [0.0, "o", "a"],
        [0.25, "o", "b"],
        [1.123457, "o", "c"],
    ]


def test_nothing_shown_is_no_event() -> None:
    file = io.StringIO()
    cast = Asciicast(file, lambda: 0.0, rows=25, columns=80)
    cast.show("")
    assert len(file.getvalue().splitlines()) == 1


@given(st.lists(st.text(min_size=1), max_size=10))
def test_text_comes_back_whatever_is_in_it(texts: list[str]) -> None:
    header, *events = recorded(*((float(time), text) for time, text in enumerate(texts)))
    assert json.loads(header)["version"] == 2
    assert [json.loads(event) for event in events] == [[float(time), "o", text] for time, text in enumerate(texts)]


def test_recording_is_on_disk_after_each_event(tmp_path: Path) -> None:
    path = tmp_path / "h19.cast"
    with path.open("w", encoding="ascii") as file:
        cast = Asciicast(file, lambda: 0.0, rows=25, columns=80)
        cast.show("│●\n")
        assert [json.loads(line) for line in path.read_text("ascii").splitlines()][1:] == [[0.0, "o", "│●\n"]]


def test_full_disk_is_told() -> None:
    file = Path("/dev/full").open("w")  # noqa: SIM115 - closing it fails as well
    with pytest.raises(OSError, match="space"):
        Asciicast(file, lambda: 0.0, rows=25, columns=80)
    with suppress(OSError):
        file.close()
