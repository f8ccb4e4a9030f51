"""Bad input is refused with one line on standard error and an exit status, never with a traceback."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps import screens
from tests.apps.by_hand import deal
from tests.apps.games import YAHTZEE, Games, OnPty, Result
from tests.apps.screens import H19Screen
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
"""Written by hand."""


def check_refused(result: Result, status: int, *fragments: str) -> None:
    assert result.status == status
    assert re.fullmatch(r"yahtzee: [ -~]+\n", result.errors)
    assert [fragment for fragment in fragments if fragment not in result.errors] == []


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["--frobnicate"], "--frobnicate"),
        (["me", "-x"], "-x"),
        ([f"p{number}" for number in range(11)], "1 to 10 players, not 11"),
        (["-rabc", "me"], "-r: expected a whole number"),
        (["me", "-r", "12x"], "'12x'"),
        (["-r-1"], "'-1'"),
        (["-r18446744073709551616"], "18446744073709551616"),
        (["-r"], "-r: expected a whole number from 0"),
        (["-d", "fast"], "'fast'"),
        (["-ha1.5"], "'1.5'"),
        (["--baud", "9601"], "not '9601'; did you mean '9600'?"),
        (["--phosphor", "blue"], "blue"),
        (["=bob:stockfish"], "classic, hasty, greedy, random, optimal"),
        ([""], "expected a name"),
        (["="], "expected a name"),
        (["a\x1b[2J"], "expected a name"),
        (["a\nb"], "expected a name"),
        (["--plain", "--line", "/dev/null"], "--plain"),
        (["--replay", "x", "me"], "--replay"),
        (["--replay", "x", "-r1"], "--replay"),
        (["--line", "telnet://127.0.0.1:23"], "--line: 'telnet://127.0.0.1:23'"),
        (["--line", ""], "--line"),
        (["--line", "/dev/null", "--term", "vt110"], "not 'vt110'; did you mean 'vt100'?"),
        (["--line", "/dev/null", "--term", "tek4014"], "vt100, vt100-am, "),
    ],
)
def test_a_command_line_that_cant_be_followed(games: Games, words: list[str], fragment: str) -> None:
    result = games.by_lines(*words)
    check_refused(result, 2, fragment, "(--help explains)")
    assert result.output == ""


NAMES: list[tuple[str | bytes, str]] = [
    ("日本", "'日本': expected a name in"),
    (b"\xff\xfe", "'\\udcff\\udcfe': expected a name in"),
    ("a\x9b2Jé\u202e", "'a\\x9b2Jé\\u202e': expected a name in"),
    ("a\x1b[2J", "'a\\x1b[2J': expected a name in"),
]


@pytest.mark.parametrize(("name", "shown"), few_fast(2, NAMES))
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_a_name_that_an_h19_doesnt_have_is_shown_as_typed(
    games: Games, name: str | bytes, shown: str, locale: str
) -> None:
    environment = games.environment | {"LC_ALL": locale, "TERM": "xterm"}
    refused = subprocess.run([*YAHTZEE, name], env=environment, capture_output=True, check=False, timeout=240)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode().startswith(f"yahtzee: {shown}")


@pytest.mark.parametrize("term", ["h19", "heath", "vt100", "adm3a"])
def test_a_terminal_of_7_bits_is_told_in_ascii(games: Games, term: str) -> None:
    game = games.on_h19("日本\N{LATIN CAPITAL LETTER U WITH CIRCUMFLEX}", term=term)
    assert game.exit_status() == 2
    assert game.received.startswith(rb"yahtzee: '\u65e5\u672c\xdb': expected a name in")


@pytest.mark.parametrize("term", ["tek4014", "DEC VT100", "", "../h19"])
def test_a_terminal_that_the_game_has_no_description_of(games: Games, term: str) -> None:
    game = games.on_h19("--term", term, "me")
    assert game.exit_status() == 2
    assert re.fullmatch(rb"yahtzee: --term: expected adm3a, ansi, h19, [ -~]+\r\n", game.received)


def test_a_line_that_isnt_there(games: Games) -> None:
    check_refused(games.by_lines("--line", "/dev/ttyUSB_none"), 1, "/dev/ttyUSB_none: no such device")


def test_a_line_that_is_a_file(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    check_refused(games.by_lines("--line", str(path)), 1, f"{path}: not a serial line")


def test_a_connection_that_is_refused(games: Games) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"socket://127.0.0.1:{listener.getsockname()[1]}"
    check_refused(games.by_lines("--line", url), 1, f"{url}: connection refused")


@pytest.fixture(scope="module")
def whole_record(tmp_path_factory: pytest.TempPathFactory) -> str:
    directory = tmp_path_factory.mktemp("whole")
    result = Games(directory).by_lines(*MATCH, "--record", str(directory / "record"))
    assert (result.status, result.errors) == (0, "")
    return (directory / "record").read_text("ascii")


CUTS = sorted(random.Random(42).sample(range(1, 1600), 20))


@pytest.mark.parametrize("cut", few_fast(8, CUTS))
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
    ("content", "fragment"),
    [
        (b"", "h89yahtzee-record 1"),
        (b"hello\n", "h89yahtzee-record 1"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "expected a record"),
        (bytes(range(256)) * 100, "expected a record"),
        (b"\x00" * 5000, "expected"),
        (b"h89yahtzee-record 1\n", "line 1"),
        (b"h89yahtzee-record 1\nrules poker\n", "line 2: expected rules h89"),
    ],
    ids=range(7),
)
def test_a_file_that_is_no_record(games: Games, tmp_path: Path, content: bytes, fragment: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    check_refused(games.by_lines("--replay", str(path)), 1, f"{path}: ", fragment)


@pytest.mark.parametrize("content", [b"my letters\n", b"\x7fELF\x02\x01\xff\xfe"])
def test_a_file_that_isnt_written_over(games: Games, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letters"
    path.write_bytes(content)
    check_refused(games.by_lines(*MATCH, "--record", str(path)), 1, f"{path}: ", "expected a new file")
    assert path.read_bytes() == content


@pytest.mark.parametrize("option", ["--record", "--replay"])
def test_a_path_that_cant_be_opened(games: Games, tmp_path: Path, option: str) -> None:
    nowhere = tmp_path / "nowhere" / "record"
    words = MATCH if option == "--record" else ()
    check_refused(games.by_lines(*words, option, str(nowhere)), 1, f"{nowhere}: No such file or directory")
    check_refused(games.by_lines(*words, option, str(tmp_path)), 1, f"{tmp_path}: Is a directory")


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
        ("roll 345 11123", "roll 345 12123", "turn 1 of player 1"),
        ("score ones 3", "score ones 4", "turn 1 of player 1"),
        ("score yahtzee 50", "score ones 0", "not an open box"),
        ("turn 2 1", "turn 2 2", "turn 2 of player 2: it comes where turn 2 of player 1 is due"),
        ("turn 2 1", "turn 3 1", "turn 3 of player 1"),
        ("turn 3 1", "turn 2 1", "turn 2 of player 1"),
        ("turn 4 1 66661", "total 93", "totals follow it"),
        ("23456 score", "23456 roll 1 23456 score", "rolls"),
        ("roll 345 11123", "roll 543 11123", "line 7"),
        ("roll 345 11123", "roll 346 11123", "line 7"),
        ("66666", "66667", "line 8"),
        ("66666", "6666", "line 8"),
        ("score yahtzee", "score Yahtzee", "line 8"),
        ("seed 1", "seed one", "line 3"),
        ("player human me\n", "", "line 6"),
        ("turn 4 1 66661\n", "turn 4 1 66661 score sixes 24\nseed 5\n", "line 11"),
    ],
)
def test_a_record_of_an_illegal_game(games: Games, tmp_path: Path, legal: str, illegal: str, fragment: str) -> None:
    assert legal in RECORD
    result = replay(games, tmp_path, RECORD.replace(legal, illegal))
    check_refused(result, 1, f"{tmp_path / 'record'}: ", fragment)


def test_totals_that_are_wrong(games: Games, tmp_path: Path, whole_record: str) -> None:
    assert whole_record.endswith("\ntotal 130 186\n")
    check_refused(replay(games, tmp_path, whole_record.replace("total 130", "total 131")), 1, "totals")


@pytest.mark.slow
def test_a_name_in_a_record_is_not_sent_as_it_stands(games: Games, tmp_path: Path, whole_record: str) -> None:
    path = tmp_path / "record"
    path.write_text(whole_record.replace(" reagan\n", " \x1b[2J\x9bé\n"), "utf-8")
    game = games.on_h19("-d1", "--replay", str(path))
    game.wait_for("king WINS! Play again?")
    game.send(b"n")
    assert game.exit_status() == 0
    assert b"\x1b[" not in game.received
    assert game.received.isascii()
    assert "king 186" in game.text()


def test_accents_are_dropped_from_names(games: Games) -> None:
    game = games.on_h19("-r42", "José", "=Zoë")
    game.wait_for("Jose's move: 2 rolls left.", " Jose ", " Zoe ")
    game.send(b"qy")
    assert game.exit_status() == 0
    assert game.received.isascii()
    assert "Seed 42: yahtzee -r42 Jose =Zoe" in game.text()


def without_names(game: OnPty[H19Screen]) -> list[str]:
    """The rows but for the name bar and the move."""
    rows = game.screen.rows()
    return [*rows[1:22], rows[22][:45], rows[23], rows[24]]


@pytest.mark.parametrize("players", [1, 3, 10])
def test_a_name_of_200_characters_is_cut(games: Games, players: int) -> None:
    names = [f"{number}{'x' * 199}" for number in range(players)]
    long = games.on_h19("-r42", *names)
    long.wait_for("'s move: 2 rolls left.", "? HELP")
    short = games.on_h19("-r42", *(f"{number}" for number in range(players)))
    short.wait_for("0's move: 2 rolls left.", "? HELP")
    assert without_names(long) == without_names(short)
    assert re.fullmatch(r"0x+'s move: 2 rolls left\.", long.screen.rows()[22][45:].strip())
    assert all(f" {number}" in long.screen.rows()[0][28:] for number in range(players))
    long.send(b"d1")
    long.wait_until(lambda: long.screen.rows()[21].split() == ["ROLL"], "a marked die")
    seat, turn = (1, 0) if players > 1 else (0, 1)
    long.wait_for_value(lambda: screens.dice(long.screen.rows()), deal(42, seat, turn, 0))


@pytest.mark.slow
def test_a_disk_that_fills_up_doesnt_stop_the_game(games: Games, tmp_path: Path) -> None:
    record = tmp_path / "record"
    # Blocks of 512 bytes; the game's record is longer, as is what Python compiles, which would be cut short.
    errors = tmp_path / "errors"
    command = ("/bin/sh", "-c", f'ulimit -f 1; PYTHONDONTWRITEBYTECODE=1 exec "$@" 2>"{errors}"', "sh", *YAHTZEE)
    game = games.on_h19(*MATCH, "--record", str(record), command=command)
    game.wait_for("WINS! Play again?")
    game.send(b"n")
    assert game.exit_status() == 1
    check_refused(Result(1, "", errors.read_text("ascii")), 1, f"{record}: the game couldn't be recorded")
    assert record.stat().st_size <= 1024


BUG = """
import sys
from h89yahtzee.apps.command import run_command
def wrong():
    raise AssertionError("nobody \\x1b[1m expected this")
sys.exit(run_command("yahtzee", wrong))
"""


def test_an_error_that_nobody_expected_is_plain_text(games: Games) -> None:
    """Python 3.13 colours a traceback on a terminal, whichever it is."""
    game = games.on_h19(term="h19", command=(sys.executable, "-c", BUG))
    assert game.exit_status() == 1
    *_, last, report = game.received.splitlines()
    assert last == b"AssertionError: nobody ?[1m expected this"
    assert report.startswith(b"yahtzee: this is a mistake in the program; please report these lines")
    assert b"\x1b" not in game.received
