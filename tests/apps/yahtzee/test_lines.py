"""Text mode: the game by prompts, through pipes and on printing terminals."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from tests import programs
from tests.apps.by_hand import SCORES, Dice, deal, reroll
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games
from tests.parameters import few_fast
from tests.programs import Popen

SEED = 7
PROMPT = b" (q)uit or dice to re-roll? "
WIDTH = 72
MATCH = ("-d1", "-r42", "=reagan", "=king")


def says(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def test_the_input_ends_in_the_middle(games: Games) -> None:
    status, output, errors = games.by_lines("-r1", "ann", "bob", answers="s 1\n")
    assert (status, errors) == (0, "")
    assert output.endswith("\nSeed 1: yahtzee -r1 ann bob\n")


@pytest.mark.parametrize(("term", "words"), [("dumb", ()), ("", ()), ("xterm-256color", ("--plain",))])
def test_a_terminal_that_prints_lines(games: Games, term: str, words: tuple[str, ...]) -> None:
    game = games.on_h19(f"-r{SEED}", "--take-back", "off", "--confirm-zero", "off", *words, "ann", term=term)
    for turn in range(2):
        game.wait_for_value(lambda: game.received.count(PROMPT), turn + 1)
        assert f"ann rolls {says(deal(SEED, 0, turn, 0))} (2 rolls left)\r\n".encode() in game.received
        game.send(b"s %d\n" % (turn + 1))
    game.send(b"q\ny\n")
    assert game.exit_status() == 0
    assert game.received.count(b"ann scores ") == 2
    assert b"\x1b" not in game.received


def test_ctrl_c_at_the_prompt(games: Games) -> None:
    game = games.on_h19("-r1", "ann", term="dumb")
    game.wait_until(lambda: PROMPT in game.received, "the prompt")
    game.send(b"\x03")
    assert game.exit_status() == 130
    assert game.received.endswith(b"\r\nSeed 1: yahtzee -r1 ann\r\n")
    assert b"Traceback" not in game.received


def test_nobody_reads_on_after_the_first_line(games: Games) -> None:
    program = Popen[bytes](
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
        assert program.stdout.readline().startswith(b"Yahtzee by the rules of h89.")
        program.stdout.close()
        program.stdin.write(b"c\n")
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait(LIMIT) == 1


@pytest.mark.parametrize("closed", few_fast(1, ["<&- >&-", "<&-", ">&-", "2>&-"]))
def test_a_stream_that_is_closed_from_the_start(games: Games, closed: str) -> None:
    run = games.by_lines(*MATCH, command=("/bin/sh", "-c", f'exec "$@" {closed}', "sh", *YAHTZEE))
    assert run.status in (0, 1)
    assert "Traceback" not in run.errors
    assert run.errors.count("\n") <= 1


def test_a_full_disk(games: Games) -> None:
    with Path("/dev/full").open("wb") as full:
        run = programs.run(
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
    run = programs.run(
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


def test_a_teletype_gets_upper_case_only(games: Games) -> None:
    answers = "?\nW\nC\n66\nS\nCHANCE\nnonsense {|}~\nQ\nY\n"
    output = games.by_lines("-r42", "--upper", "ann", "=king", "some{one}", answers=answers).output
    assert "ANN ROLLS DICE 1 4 AGAIN: " in output
    assert "NOT UNDERSTOOD: 'NONSENSE [\\]^'. TYPE ? FOR HELP." in output
    told, _, commands = output.partition("Saved. ")
    assert commands.endswith("\nSeed 42: yahtzee -r42 ann =king 'some{one}'\n")
    assert set(told) <= {"\n", *map(chr, range(0x20, 0x60))}
    assert max(map(len, output.split("\n"))) <= WIDTH


def test_the_command_that_repeats_a_game_is_folded_for_a_shell(games: Games) -> None:
    """After `--` a name may begin with a hyphen."""
    names = ["--", "-x", *(f"player number {number}" for number in range(9))]
    output = games.by_lines("-r1", *names, answers="").output
    seed = output.index("Seed 1: ")
    assert max(map(len, output.split("\n"))) <= WIDTH
    command = output[seed:].removeprefix("Seed 1: yahtzee")
    printed = subprocess.run(
        ["/bin/sh", "-c", f"printf '%s,' {command}"], capture_output=True, text=True, timeout=LIMIT, check=True
    )
    assert printed.stdout == ",".join(["-r1", *names, ""])


def test_the_session_in_the_documentation(games: Games) -> None:
    blocks = (ROOT / "docs" / "playing.md").read_text("utf-8").split("```")[1::2]
    [told] = [block.strip() for block in blocks if "dice to re-roll? " in block]
    answers = re.findall(r"^\(c\).*\? (.*)$", told, re.MULTILINE)
    output = games.by_lines("--plain", "-r42", "me", "=reagan", answers="\n".join([*answers, ""])).output
    shown = re.sub(r"^(\(c\).*\? ).*$", r"\1", told, flags=re.MULTILINE)
    assert output.partition("\n")[2].startswith(f"{shown}\n")


GAMES: list[tuple[str, int | None, str | None]] = [
    *((name, None, None) for name in RULE_SETS if name != "quintzee"),
    *(("quintzee", 2, bonus) for bonus in ("joker", "normal", "extra-turn")),
]


def rules_words(name: str, columns: int | None, bonus: str | None) -> list[str]:
    """Return the options that ask for these rules and the seed."""
    words = ["--rules", name, f"-r{SEED}"]
    words += [] if columns is None else ["--columns", str(columns)]
    return words + ([] if bonus is None else ["--bonus", bonus])


def posted(rules: RuleSet, turn: int) -> tuple[int, int]:
    """Return the row and the column, from 0, that ann fills in a turn."""
    return turn % len(rules.categories), turn // len(rules.categories)


def rolled_twice(seed: int, turn: int) -> list[Dice]:
    """Return ann's dice of all three rolls: the dice with the lowest face are rolled again, then the first and the
    last die."""
    first = deal(seed, 0, turn, 0)
    lowest = [position for position, face in enumerate(first) if face == min(first)]
    second = reroll(first, lowest, deal(seed, 0, turn, 1))
    return [first, second, reroll(second, (0, 4), deal(seed, 0, turn, 2))]


def ann_answers(rules: RuleSet, seed: int) -> Iterator[str]:
    yield "?"
    for turn in range(rules.columns * len(rules.categories)):
        first, _, _ = rolled_twice(seed, turn)
        yield str(min(first)) * first.count(min(first))
        yield "p 1 5" if turn % 2 else "#15"
        yield from {3: "c", 5: "w"}.get(turn, "")
        row, column = posted(rules, turn)
        called = str(row + 1) if turn % 3 else rules.categories[row].name
        yield from [f"s {called}/{column + 1}"] if turn % 2 else ["s", f"{called}/{column + 1}"]
    yield "n"


@pytest.mark.parametrize(("name", "columns", "bonus"), few_fast(2, GAMES))
def test_a_whole_game_by_each_rule_set(
    games: Games,
    name: str,
    columns: int | None,
    bonus: str | None,
    check_golden: Callable[[str, str], None],
) -> None:
    rules = rule_set(name, columns, bonus)
    words = rules_words(name, columns, bonus)
    answers = "\n".join([*ann_answers(rules, SEED), ""])
    status, output, errors = games.by_lines(*words, "ann", "=king:greedy", answers=answers)
    assert (status, errors) == (0, "")
    lines = output.split("\n")
    assert max(map(len, lines)) <= WIDTH
    turns = rules.columns * len(rules.categories)
    scores = [line for line in lines if line.startswith("ann scores ")]
    assert len(scores) == turns
    for turn in range(turns):
        for dice, left in zip(rolled_twice(SEED, turn), ("2 rolls", "1 roll", "no rolls"), strict=True):
            assert any(line.startswith("ann rolls ") and f" {says(dice)} ({left} left)" in line for line in lines)
        row, column = posted(rules, turn)
        if len(rules.categories) == len(SCORES):
            assert scores[turn].startswith(f"ann scores {SCORES[row](rolled_twice(SEED, turn)[-1])} in ")
        assert f", column {column + 1}," in scores[turn] or rules.columns == 1
    assert re.search("^(ann WINS|king WINS|ann and king WIN)!$", output, re.MULTILINE)
    check_golden(f"lines/{'-'.join(map(str, filter(None, (name, columns, bonus))))}.txt", output)


def test_every_rule_set_has_a_whole_game() -> None:
    assert {name for name, _, _ in GAMES} == {*RULE_SETS}
    assert {bonus for _, _, bonus in GAMES if bonus} == {*RULE_SETS["quintzee"].bonus_choices}
