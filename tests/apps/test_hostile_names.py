"""Names that contain control sequences: no command sends them to the terminal, wherever it read the name."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.apps.games import ARENA, SOLVE, YAHTZEE, Games, Result
from tests.apps.h19_windows import H19, MENU, h19
from tests.store.games import record_of, save

HOSTILE = "a\x1b]0;PWN\x07b\x1b[2J\x00\x08\x0c\x0e\x7f\x85\x9b2Jc\u202ed\u2028\u200be\ufefff"
"""A name with each kind of control character: C0, DEL, C1, reversal of the writing direction, line ends, and
characters of no width."""
NAME = HOSTILE.replace("\x00", "")
"""The hostile name without NUL, so that a file can have it too."""
SENT = [
    sequence.encode() for sequence in ("\x1b]0", "\x1b[2Jc", "\x1b[2J\x08", "\x9b2J", "\u202e", "\u2028", "\ufeff")
]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / NAME
    lines = ["h89yahtzee-record 1", "rules h89", "seed 1", "dealing own", "knobs ha=0 hb=0"]
    players = [f"player human {HOSTILE}", f"player classic {HOSTILE}"]
    path.write_text("\n".join([*lines, *players, "turn 1 1 11234 score ones 2", "turn 1 2 11234"]), "utf-8")
    return path


@pytest.fixture
def saved(games: Games) -> Games:
    """The home of a user with a hostile name, who has saved a finished and an unfinished game."""
    path = games.home / "DATA/h89yahtzee/journal.sqlite3"
    path.parent.mkdir(parents=True)
    save(path, record_of(13, HOSTILE, seed=1))
    save(path, record_of(3, HOSTILE))
    return games


def check_plain(result: Result, *, fails: bool = False) -> None:
    assert (result.status > 0) == fails
    for said in (result.output, result.errors):
        assert said.replace("\n", "").isprintable()
    assert "Traceback" not in result.errors
    assert "PWN" in result.output + result.errors


@pytest.mark.parametrize(
    ("command", "words"),
    [
        pytest.param(SOLVE, ["--review", "RECORD"], marks=pytest.mark.slow),
        (YAHTZEE, ["-d1", "--replay", "RECORD"]),
        (YAHTZEE, ["-d1", "--upper", "--replay", "RECORD"]),
    ],
)
def test_in_a_record(games: Games, record: Path, command: Sequence[str], words: list[str]) -> None:
    check_plain(games.by_lines(*(word.replace("RECORD", str(record)) for word in words), command=command))


@pytest.mark.parametrize(
    "words",
    [
        *(["--games"], ["--games", "1"], ["--games", "2"], ["--scores"], ["--replay", "1"], ["--continue", "-d1"]),
        *(["--accessible", *words] for words in (["--games"], ["--games", "1"], ["--scores"], ["--replay", "1"])),
    ],
)
def test_in_the_journal(saved: Games, words: list[str]) -> None:
    check_plain(saved.by_lines(*words, answers="q\ny\n"))


def test_in_the_journal_as_json(saved: Games) -> None:
    result = saved.by_lines("--scores", "--json")
    check_plain(result)
    assert json.loads(result.output)[0]["player"].startswith("a\x1b]0;PWN\x07b")


@pytest.mark.parametrize("words", [["--continue"], []])
def test_in_the_journal_on_a_screen(saved: Games, words: list[str]) -> None:
    game = saved.in_window(*words)
    game.wait_for("PWN")
    game.send(b"qyq")
    game.exit_status()
    assert [sent for sent in SENT if sent in game.received] == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (YAHTZEE, [NAME]),
        (YAHTZEE, ["--replay", NAME]),
        (YAHTZEE, ["--rules", NAME]),
        (YAHTZEE, ["--record", f"{NAME}/x"]),
        (YAHTZEE, ["--line", NAME]),
        (YAHTZEE, [f"--{NAME}"]),
        (SOLVE, ["--review", NAME]),
        (SOLVE, ["--position", NAME]),
        (SOLVE, ["--distribution", "--rules", NAME]),
        (ARENA, [f"./{NAME}", "greedy"]),
        (ARENA, ["--resume", "--journal", NAME]),
        (ARENA, ["check", f"{NAME}=greedy"]),
        (H19, ["--line", NAME]),
        (H19, ["--", NAME]),
        (H19, [f"--{NAME}"]),
    ],
)
def test_on_the_command_line(games: Games, command: Sequence[str], words: list[str]) -> None:
    result = games.by_lines(*words, command=command)
    check_plain(result._replace(errors=result.errors + "PWN"), fails=True)
    assert result.errors.count("\n") == 1


@pytest.mark.parametrize("text", [f"{NAME} = 1", f'mode = "{HOSTILE.encode("unicode_escape").decode()}"'])
def test_in_the_settings(games: Games, text: str) -> None:
    path = games.home / "CONFIG/h89yahtzee/config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace("\\x", "\\u00"), "utf-8")
    result = games.by_lines("me")
    check_plain(result._replace(errors=result.errors + "PWN"), fails=True)


@pytest.mark.parametrize(
    ("command", "words", "line"),
    [
        (YAHTZEE, ["--referee"], {"rules": HOSTILE, "players": [HOSTILE], "turns": []}),
        (YAHTZEE, ["--referee"], {"rules": "h89", "players": [HOSTILE], "turns": []}),
        (SOLVE, ["--decide"], {"rules": HOSTILE, "scores": [[None]], "dice": [1], "rolls_left": 1}),
        (H19, ["--keys"], {"key": "f1", "mode": "ansi", "name": HOSTILE}),
        (H19, ["--dump", "--jsonl"], {"input": HOSTILE}),
    ],
)
def test_in_json(games: Games, command: Sequence[str], words: list[str], line: object) -> None:
    result = games.by_lines(*words, command=command, answers=f"{json.dumps(line)}\n")
    assert (result.output + result.errors).replace("\n", "").isprintable()
    assert "Traceback" not in result.errors


def test_in_the_last_choice(games: Games) -> None:
    path = games.home / "STATE/h89yahtzee/last-choice.json"
    path.parent.mkdir(parents=True)
    choice = {"players": [[HOSTILE, "human"]], "rules": "h89", "duplicate": False, "pace": 0}
    path.write_text(json.dumps(choice))
    page = games.in_window()
    page.wait_for("PWN")
    page.send(b"q")
    assert page.exit_status() == 0
    assert [sent for sent in SENT if sent in page.received] == []


def test_in_the_name_of_a_command(games: Games, tmp_path: Path) -> None:
    program = tmp_path / "a\x1b]0;PWN\x07b\x9b2J\u202e"
    program.write_text("#!/bin/sh\necho ready\nread x\n")
    program.chmod(0o755)
    window = h19(games, "--", str(program))
    window.wait_for("ready", "a?]0;PWN?b?2J?", "^] menu")
    window.send(MENU + b"q")
    assert window.exit_status() == 0
    assert [sent for sent in SENT if sent in window.received] == []


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.slow
def test_a_name_that_the_locale_lacks(games: Games, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "record"
    lines = ["h89yahtzee-record 1", "rules h89", "seed 1", "dealing own", "knobs ha=0 hb=0", "player human é日本"]
    path.write_text("\n".join([*lines, "turn 1 1 11234 score ones 2"]), "utf-8")
    shown = {"ascii": b"\\xe9\\u65e5\\u672c", "latin-1": b"\xe9\\u65e5\\u672c"}
    done = subprocess.run(
        [*SOLVE, "--review", str(path)],
        env=games.environment | {"PYTHONIOENCODING": encoding},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert shown[encoding] in done.stdout.splitlines()
