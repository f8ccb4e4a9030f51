"""The files of the program: it reads only regular files of a limited size, and other users can't read its files."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from h89yahtzee.apps.cached_values import write_table
from h89yahtzee.apps.paths import make_private
from h89yahtzee.apps.saving.saving import Recorder
from h89yahtzee.apps.yahtzee.command_line import save_preferences
from h89yahtzee.game.rules import H89
from h89yahtzee.table.preferences import Preferences
from tests.apps.games import ARENA, SOLVE, YAHTZEE, Games, Result
from tests.apps.h19_windows import around
from tests.parameters import few_fast
from tests.store.games import record_of, saver_at

ONE_TURN = "s\nones\nq\ny\n"


def fifo(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


def directory(path: Path) -> None:
    path.mkdir(parents=True)


def device(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to("/dev/zero")


KINDS = {"fifo": (fifo, "not a file"), "device": (device, "not a file"), "directory": (directory, "Is a directory")}
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_settings_that_are_no_file(games: Games, kind: str) -> None:
    path = games.home / "CONFIG/h89yahtzee/config.toml"
    make, said = KINDS[kind]
    make(path)
    assert games.by_lines("-r1", "me") == Result(1, "", f"yahtzee: {path}: {said}\n")


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        *((kind, "journal.sqlite3", ("--games",)) for kind in KINDS),
        *(("fifo", f"journal.sqlite3-{end}", ("--games",)) for end in ("wal", "shm")),
        *(("fifo", "journal.sqlite3", words) for words in (("--scores",), ("--review",), ("--replay", "1"))),
        ("fifo", "journal.sqlite3", ("--continue",)),
    ],
)
def test_a_journal_that_is_no_file(games: Games, kind: str, name: str, words: tuple[str, ...]) -> None:
    make, said = KINDS[kind]
    if "-" in name:
        assert games.by_lines("-r1", "me", answers=ONE_TURN).errors == ""
    path = games.home / "DATA/h89yahtzee" / name
    make(path)
    assert games.by_lines(*words) == Result(1, "", f"yahtzee: {path}: {said}\n")


@pytest.mark.parametrize(
    ("kind", "name"),
    [("fifo", "journal.sqlite3"), ("directory", "journal.sqlite3"), ("fifo", "journal.lock")],
)
def test_a_game_that_finds_no_file_to_save_to(games: Games, kind: str, name: str) -> None:
    make, said = KINDS[kind]
    path = games.home / "DATA/h89yahtzee" / name
    make(path)
    status, output, errors = games.by_lines("-r1", "me", answers=ONE_TURN)
    assert (status, errors) == (0, f"yahtzee: {path}: {said}: not everything that was played is saved\n")
    assert "me scores 1 in ACES" in output


@pytest.mark.parametrize(
    ("kind", "command", "words"),
    [
        ("directory", YAHTZEE, ["--replay"]),
        ("directory", SOLVE, ["--review"]),
        ("fifo", YAHTZEE, ["-r1", "me", "--record"]),
        ("fifo", ARENA, ["--resume", "--journal"]),
    ],
)
def test_a_file_on_the_command_line(
    games: Games, tmp_path: Path, kind: str, command: Sequence[str], words: list[str]
) -> None:
    make, said = KINDS[kind]
    path = tmp_path / "file"
    make(path)
    result = games.by_lines(*words, str(path), command=command)
    assert (result.status, result.output) == (1, "")
    expected = "expected a file" if command is ARENA else said
    assert re.fullmatch(f"[a-z-]+: {re.escape(str(path))}: {expected}\n", result.errors)


def test_records_may_come_through_a_pipe_but_not_without_end(games: Games) -> None:
    head = "h89yahtzee-record 1\nrules h89\nseed 1\ndealing own\nknobs ha=0 hb=0\nplayer human me\n"
    piped = games.by_lines("--replay", "/dev/stdin", answers=f"{head}turn 1 1 66666 score ones 0\nturn 2 1 12345")
    assert (piped.status, piped.errors) == (0, "")
    assert "me scores 0 in ACES" in piped.output
    endless = games.by_lines("--review", "/dev/zero", command=SOLVE)
    assert (endless.status, endless.errors) == (1, "yahtzee-solve: /dev/zero: expected at most 67108864 bytes\n")


@pytest.mark.skipif(sys.platform != "linux", reason="a file that can't be read is needed")
def test_a_file_that_is_opened_and_cant_be_read_is_named(games: Games) -> None:
    unread = games.by_lines("--review", "/proc/self/mem", command=SOLVE)
    assert (unread.status, unread.errors) == (1, "yahtzee-solve: /proc/self/mem: Input/output error\n")


BROKEN_SETTINGS = {
    "3000 brackets": "mode = " + "[" * 3000,
    "3000 tables": "mode = " + "{a=" * 3000,
    "a number of 5000 digits": "think-time = " + "9" * 5000,
    "a number of 4000 digits": "think-time = " + "9" * 4000,
    "a float of 5000 digits": "think-time = 1." + "9" * 5000,
    "a megabyte": "# \n" * 400_000,
    "a long text": f'mode = "{"x" * 50_000}"',
    "a deep value": "mode = " + "[" * 200 + "]" * 200,
    "a control character": 'mode = "\\u001b[2J"',
    "bytes": "mode = \udcff",
}


@pytest.mark.parametrize("text", BROKEN_SETTINGS.values(), ids=BROKEN_SETTINGS)
def test_settings_that_are_hard_to_read(games: Games, text: str) -> None:
    path = games.home / "CONFIG/h89yahtzee/config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8", "surrogateescape")
    result = games.by_lines("me")
    assert result.status in (1, 2)
    assert result.output == ""
    assert result.errors.startswith(f"yahtzee: {path}: ")
    assert result.errors.endswith("\n")
    assert result.errors[:-1].isprintable()
    assert len(result.errors) < 1200


@pytest.fixture(params=[0, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    found = os.umask(request.param)
    yield
    os.umask(found)


@pytest.mark.usefixtures("umask")
def test_what_is_kept_is_for_nobody_else(games: Games) -> None:
    home = games.home / "a" / "b"
    make_private(home)
    save_preferences(home / "config" / "config.toml", Preferences(), H89)
    Recorder(str(home / "record")).close()
    with saver_at(home / "journal.sqlite3") as saver:
        write_table(home / "table", array("d", [1.0]))
        saver.save(record_of(1))
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (games.home / "a").rglob("*")}
    files = ["config.toml", "record", "table", *(f"journal.{end}" for end in ("sqlite3", "sqlite3-wal", "lock"))]
    assert {name: found.get(name) for name in files} == dict.fromkeys(files, 0o600)
    assert {mode for name, mode in found.items() if name not in ("b", "config")} == {0o600}
    assert (found["b"], found["config"]) == (0o700, 0o700)


@pytest.mark.parametrize(
    "text",
    few_fast(2, ["[" * 9000, None, "{}", "", "[1, 2", '{"players": ' + "9" * 9000, "9" * 20_000, "\x00", "\udcff"]),
)
def test_a_last_choice_that_is_none(games: Games, text: str | None) -> None:
    """The start page begins as if there were no last choice, and replaces the bad file by the next choice."""
    path = games.home / "STATE/h89yahtzee/last-choice.json"
    path.parent.mkdir(parents=True)
    if text is None:
        fifo(path)
    else:
        path.write_text(text, "utf-8", "surrogateescape")
    page = games.in_window()
    page.wait_for("You", "START")
    page.send(b"d")
    page.wait_for("Your move")
    page.send(b"qy")
    assert page.exit_status() == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text())["rules"] == "h89"


def test_records_of_a_tournament(games: Games, tmp_path: Path) -> None:
    words = ("--games", "2", "--processes", "1", "--records", str(tmp_path / "games"), "greedy", "random")
    assert games.by_lines(*words, command=ARENA).status == 0
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "games").iterdir()} == {0o600}


def test_logs_of_an_h19(games: Games, tmp_path: Path) -> None:
    log, cast = tmp_path / "log", tmp_path / "cast"
    window = around(games, "echo shown", "--log", str(log), "--record", str(cast))
    window.wait_for("shown")
    assert {stat.S_IMODE(path.stat().st_mode) for path in (log, cast)} == {0o600}


@pytest.mark.parametrize(("found", "left"), [(0o444, 0o400), (0o644, 0o600)])
def test_a_journal_that_others_could_read(games: Games, found: int, left: int) -> None:
    """Older versions made journals that others could read. A read-only journal stays read-only."""
    games.by_lines("-r1", "me", answers=ONE_TURN)
    path = games.home / "DATA/h89yahtzee/journal.sqlite3"
    path.chmod(found)
    games.by_lines("-r1", "me", answers=ONE_TURN)
    assert stat.S_IMODE(path.stat().st_mode) == left
