"""Bad input is refused with one text line on standard error and an exit status, never with a traceback."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.games import YAHTZEE, Games, Result
from tests.parameters import few_fast

MATCH = ("-d1", "-r42", "=reagan", "=king")

RECORD = """\
h89yahtzee-record 1
rules h89
seed 1
dealing own
knobs ha=0 hb=0
player human me
turn 1 1 11234 roll 345 11123 score ones 3
turn 2 1 66666 score yahtzee 50
turn 3 1 12345 roll 1 22345 roll 2345 23456 score large-straight 40
turn 4 1 66661
"""
"""A record of a game that was written by hand."""


def check_refused(result: Result, status: int, *fragments: str) -> None:
    assert result.status == status
    assert re.fullmatch(r"yahtzee: [ -~]+\n", result.errors)
    assert [fragment for fragment in fragments if fragment not in result.errors] == []


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["--frobnicate"], "--frobnicate"),
        (["a\nb"], "expected a name"),
        (["--line", "telnet://127.0.0.1:23"], "--line: 'telnet://127.0.0.1:23'"),
        (["--line", "/dev/null", "--term", "vt110"], "not 'vt110'; did you mean 'vt100'?"),
        (["--term", "../h19", "me"], "--term: expected adm3a, ansi, h19, "),
    ],
)
def test_a_command_line_that_cant_be_followed(games: Games, words: list[str], fragment: str) -> None:
    result = games.by_lines(*words)
    check_refused(result, 2, fragment, "(--help all explains)")
    assert result.output == ""


NAMES: list[tuple[str | bytes, str]] = [
    ("日本", "'日本': expected a name in"),
    (b"\xff\xfe", "'\\udcff\\udcfe': expected a name in"),
    ("a\x9b2Jé\u202e", "'a\\x9b2Jé\\u202e': expected a name in"),
    ("a\x1b[2J", "'a\\x1b[2J': expected a name in"),
]


@pytest.mark.parametrize(("name", "shown"), few_fast(1, [NAMES[3], *NAMES[:3]]))
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_a_name_that_an_h19_doesnt_have_is_shown_as_typed(
    games: Games, name: str | bytes, shown: str, locale: str
) -> None:
    environment = games.environment | {"LC_ALL": locale, "TERM": "xterm"}
    refused = subprocess.run([*YAHTZEE, name], env=environment, capture_output=True, check=False, timeout=240)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode().startswith(f"yahtzee: {shown}")


@pytest.mark.parametrize("term", ["h19", "vt100"])
def test_a_terminal_of_7_bits_is_told_in_ascii(games: Games, term: str) -> None:
    game = games.on_h19("日本\N{LATIN CAPITAL LETTER U WITH CIRCUMFLEX}", term=term)
    assert game.exit_status() == 2
    assert game.received.startswith(rb"yahtzee: '\u65e5\u672c\xdb': expected a name in")


@pytest.fixture(scope="module")
def whole_record(tmp_path_factory: pytest.TempPathFactory) -> str:
    directory = tmp_path_factory.mktemp("whole")
    result = Games(directory).by_lines(*MATCH, "--record", str(directory / "record"))
    assert (result.status, result.errors) == (0, "")
    return (directory / "record").read_text("ascii")


CUTS = sorted(random.Random(42).sample(range(1, 1600), 20))


@pytest.mark.parametrize("cut", few_fast(3, CUTS))
def test_a_record_cut_off(games: Games, tmp_path: Path, whole_record: str, cut: int) -> None:
    assert cut < len(whole_record)
    path = tmp_path / "record"
    path.write_text(whole_record[:cut], "ascii")
    result = games.by_lines("-d1", "--replay", str(path))
    if result.status == 0:
        assert result.errors == ""
        shown = [line for line in result.output.splitlines() if " rolls " in line or " scores " in line]
        turns = [line for line in whole_record[:cut].splitlines() if line.startswith("turn")]
        assert sum(" scores " in line for line in shown) in (len(turns), len(turns) - 1)
    else:
        check_refused(result, 1, f"{path}: line ", "expected")


@pytest.mark.parametrize(
    ("content", "fragment"), [(b"", "h89yahtzee-record 1"), (b"\x7fELF\x02\x01\x00\xff\xfe", "expected a record")]
)
def test_a_file_that_is_no_record(games: Games, tmp_path: Path, content: bytes, fragment: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    check_refused(games.by_lines("--replay", str(path)), 1, f"{path}: ", fragment)


def test_a_file_that_no_game_is_recorded_in(games: Games, tmp_path: Path) -> None:
    letters, nowhere = tmp_path / "letters", tmp_path / "nowhere" / "record"
    letters.write_text("my letters\n")
    for path, told in ((letters, "expected a new file"), (nowhere, "No such file or directory")):
        check_refused(games.by_lines(*MATCH, "--record", str(path)), 1, f"{path}: ", told)
    assert letters.read_text() == "my letters\n"


def replay(games: Games, tmp_path: Path, text: str) -> Result:
    path = tmp_path / "record"
    path.write_text(text, "ascii")
    return games.by_lines("-d1", "--replay", str(path))


def test_a_record_written_by_hand(games: Games, tmp_path: Path) -> None:
    status, output, errors = replay(games, tmp_path, RECORD)
    assert (status, errors) == (0, "")
    for line in (
        "me scores 3 in ACES, total 3",
        "me scores 50 in YAHTZEE, total 53",
        "me scores 40 in 5 Straight, total 93",
    ):
        assert line in output.splitlines()


@pytest.mark.parametrize(
    ("legal", "illegal", "fragment"),
    [
        ("score ones 3", "score ones 4", "turn 1 of player 1"),
        ("turn 4 1 66661", "total 93", "totals follow it"),
        ("seed 1", "seed one", "line 3"),
    ],
)
def test_a_record_of_an_illegal_game(games: Games, tmp_path: Path, legal: str, illegal: str, fragment: str) -> None:
    assert legal in RECORD
    result = replay(games, tmp_path, RECORD.replace(legal, illegal))
    check_refused(result, 1, f"{tmp_path / 'record'}: ", fragment)


BUG = """
import sys
from h89yahtzee.apps.command import run_command
def wrong():
    raise AssertionError("nobody \\x1b[1m expected this")
sys.exit(run_command("yahtzee", wrong))
"""


def test_an_error_that_nobody_expected_is_plain_text(games: Games) -> None:
    """Python 3.13 colours tracebacks on any terminal, even if the terminal has no colours."""
    game = games.on_h19(term="h19", command=(sys.executable, "-c", BUG))
    assert game.exit_status() == 1
    *_, last, report = game.received.splitlines()
    assert last == b"AssertionError: nobody ?[1m expected this"
    assert report.startswith(b"yahtzee: this is a mistake in the program; please report these lines")
    assert b"\x1b" not in game.received
