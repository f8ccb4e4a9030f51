"""Line mode: the game by prompts, through pipes and on terminals that can do no more."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.apps.by_hand import SCORES, deal, reroll, totals
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games

SEED = 7
PROMPT = b", q quit: "
MATCH = ("-d1", "-r42", "=reagan", "=king")


def says(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def test_a_whole_game_through_a_pipe(games: Games) -> None:
    answers = "".join(f"s {row + 1}\n" for row in range(13) for _ in ("ann", "bob")) + "n\n"
    status, output, errors = games.by_lines(f"-r{SEED}", "ann", "bob", answers=answers)
    assert (status, errors) == (0, "")
    cards = [[SCORES[turn](deal(SEED, seat, turn, 0)) for turn in range(13)] for seat in (0, 1)]
    scores = [totals(card)[3] for card in cards]
    won = [int(score == max(scores)) for score in scores]
    for seat, name in enumerate(("ann", "bob")):
        for turn in range(13):
            assert f"{name} rolls {says(deal(SEED, seat, turn, 0))} (2 rolls left)\n" in output
        assert f"{name}: {scores[seat]}, games won: {won[seat]}\n" in output
    assert output.endswith(
        f"Play again? (y/n) ann {scores[0]}, bob {scores[1]}\nSeed {SEED}: yahtzee -r{SEED} ann bob\n"
    )
    assert output.isascii()
    assert "\x1b" not in output


def test_dice_are_rolled_again(games: Games) -> None:
    output = games.by_lines(f"-r{SEED}", "ann", answers="2 4\n135\n1\ns chance\n").output
    first = deal(SEED, 0, 0, 0)
    second = reroll(first, (1, 3), deal(SEED, 0, 0, 1))
    third = reroll(second, (0, 2, 4), deal(SEED, 0, 0, 2))
    for dice, left in ((first, "2 rolls"), (second, "1 roll"), (third, "no rolls")):
        assert f" {says(dice)} ({left} left)\n" in output
    assert "No rolls left" in output
    assert f"ann scores {sum(third)} in Chance, total {sum(third)}\n" in output


def test_what_isnt_understood_is_said(games: Games) -> None:
    status, output, errors = games.by_lines(
        "-r1", "ann", answers="hello\n9\ns\ns nothing\ns t\n7 8\n\x1b[A\nc\n?\nq\nn\n\nq\ny\n"
    )
    assert (status, errors) == (0, "")
    assert "\x1b" not in output
    assert output.count("Quit this game? (y/n)") == 2
    for answer in (
        "'hello'",
        "'nothing'",
        "'t'",
        "The dice are numbered 1 to 5.",
        "TOTAL SCORE",
        "Full House is three",
    ):
        assert answer in output


def test_the_input_ends_in_the_middle(games: Games) -> None:
    status, output, errors = games.by_lines("-r1", "ann", "bob", answers="s 1\n")
    assert (status, errors) == (0, "")
    assert output.endswith("\nSeed 1: yahtzee -r1 ann bob\n")


def test_the_same_game_as_on_the_screen(games: Games) -> None:
    output = games.by_lines(*MATCH).output
    game = games.on_h19(*MATCH)
    game.wait_for("WINS! Play again?")
    game.send(b"n")
    assert game.exit_status() == 0
    result = r"reagan \d+, king \d+"
    on_screen, by_lines = re.search(result, game.text()), re.search(result, output)
    assert on_screen is not None
    assert by_lines is not None
    assert on_screen.group() == by_lines.group()
    assert re.search("^(reagan|king|reagan king) WINS!$", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("term", "words"), [("dumb", ()), ("", ()), ("xterm-256color", ("--plain",)), ("h19", ("--plain",))]
)
def test_a_terminal_that_prints_lines(games: Games, term: str, words: tuple[str, ...]) -> None:
    game = games.on_h19(f"-r{SEED}", *words, "ann", term=term)
    for turn in range(13):
        game.wait_for_value(lambda: game.received.count(PROMPT), turn + 1)
        assert f"ann rolls {says(deal(SEED, 0, turn, 0))} (2 rolls left)\r\n".encode() in game.received
        game.send(b"s %d\n" % (turn + 1))
    game.wait_until(lambda: game.received.endswith(b"Play again? (y/n) "), "the question")
    game.send(b"n\n")
    assert game.exit_status() == 0
    assert game.received.count(b"ann scores ") == 13
    assert b"\x1b" not in game.received
    assert b"ann WINS!\r\n" in game.received


def test_ctrl_c_at_the_prompt(games: Games) -> None:
    game = games.on_h19("-r1", "ann", term="dumb")
    game.wait_until(lambda: PROMPT in game.received, "the prompt")
    game.send(b"\x03")
    assert game.exit_status() == 130
    assert game.received.endswith(b"\r\nSeed 1: yahtzee -r1 ann\r\n")
    assert b"Traceback" not in game.received


def test_nobody_reads_on_after_the_first_line(games: Games) -> None:
    program = subprocess.Popen(
        [*YAHTZEE, "-r1", "ann"],
        cwd=ROOT,
        env=games.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline().startswith(b"ann rolls")
        program.stdout.close()
        program.stdin.write(b"c\n")
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait(LIMIT) == 1


def test_the_first_line_by_head(games: Games) -> None:
    piped = subprocess.run(
        ["/bin/sh", "-c", '"$@" | head -1', "sh", *YAHTZEE, *MATCH],
        cwd=ROOT,
        env=games.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert piped.stdout == f"reagan rolls {says(deal(42, 0, 0, 0))} (2 rolls left)\n"
    assert piped.stderr == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "2>&-"])
def test_a_stream_that_is_closed_from_the_start(games: Games, closed: str) -> None:
    run = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *YAHTZEE, *MATCH],
        cwd=ROOT,
        env=games.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert run.returncode in (0, 1)
    assert "Traceback" not in run.stderr
    assert run.stderr.count("\n") <= 1


def test_a_full_disk(games: Games) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [*YAHTZEE, *MATCH],
            cwd=ROOT,
            env=games.environment,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    assert run.returncode == 1
    assert re.fullmatch(r"yahtzee: .*No space left on device\n", run.stderr)


def test_bytes_that_are_no_text(games: Games) -> None:
    run = subprocess.run(
        [*YAHTZEE, "-r1", "ann"],
        cwd=ROOT,
        env={**games.environment, "PYTHONIOENCODING": "utf-8:strict"},
        input=b"\xff\xfe\nq\ny\n",
        capture_output=True,
        timeout=LIMIT,
        check=False,
    )
    assert b"Traceback" not in run.stderr
    assert run.stderr.count(b"\n") <= 1
