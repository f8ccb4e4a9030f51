"""`yahtzee-arena` for authors of bots: `new`, `check`, `check --rate`, and the tutorial in h89yahtzee-bot(7)."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from h89yahtzee.apps.arena.arena_options import LANGUAGES
from tests.apps.arena.arenas import FORGETFUL, ROOT, TIME_LIMIT, Arena
from tests.parameters import few_fast

PUBLISHED = 254.5877
"""The mean score of best play by the official rules, as others have published it."""
BROKEN = """
from h89yahtzee.arena.bot import Bot

class Broken(Bot):
    def turn(self, dice, stage):
        return self.score("ones")
"""


@pytest.mark.slow
def test_rated_in_words_and_as_json(arena: Arena) -> None:
    asked = ("check", "--rate", "--games", "20", "optimal", "greedy")
    rated = json.loads(arena.table(*asked, "--json"))
    best, greedy = rated
    assert [bot["games"] for bot in rated] == [20, 20]
    assert [bot["exact"] for bot in rated] == [PUBLISHED, PUBLISHED]
    assert best["mean"] == {"mean": PUBLISHED, "standard_error": 0.0, "interval": [PUBLISHED, PUBLISHED]}
    assert best["plain_mean"]["standard_error"] > 5
    assert (best["loss"]["mean"], best["gain"], best["costliest"]) == (0, None, [])
    parts = greedy["losses"]
    assert list(parts) == ["keeps", "category", "upper_bonus", "yahtzee"]
    assert sum(part["mean"] for part in parts.values()) == pytest.approx(greedy["loss"]["mean"], abs=0.001)
    assert greedy["mean"]["standard_error"] < greedy["plain_mean"]["standard_error"]
    assert max(mistake["loss"] for mistake in greedy["costliest"]) > 5
    words = arena.table(*asked)
    assert "optimal: mean 254.59 (95 %: 254.59 to 254.59) in 20 games\n" in words
    low, high = greedy["mean"]["interval"]
    assert f"greedy: mean {greedy['mean']['mean']:.2f} (95 %: {low:.2f} to {high:.2f}) in 20 games\n" in words
    assert f"as the mean of {greedy['gain'] ** 2:.0f} times fewer games\n" in words
    assert all(mistake["position"] in words for mistake in greedy["costliest"])


@pytest.mark.slow
def test_same_games_give_the_same_figures_in_one_process_or_two(arena: Arena) -> None:
    asked = ("check", "--rate", "--games", "10", "hasty")
    assert arena.table(*asked, "--processes", "1") == arena.table(*asked, "--processes", "2")
    assert arena.table(*asked) != arena.table(*asked, "--seed", "5")


@pytest.mark.slow
def test_bot_that_breaks_the_rules_is_to_be_checked_first(arena: Arena) -> None:
    (arena.home / "broken.py").write_text(BROKEN, "ascii")
    rated = arena.run("check", "--rate", "broken.py")
    assert (rated.stdout, rated.returncode) == ("", 1)
    assert rated.stderr.startswith("yahtzee-arena: broken, in game 1: ")
    assert "Traceback" not in rated.stderr
    assert rated.stderr.endswith("; check it first\n")


NEEDED = {"javascript": "node", "c": "cc"}

POSITION = "rules official sixes=18 dice 66652 rolls 2"


def new_bot(arena: Arena, language: str) -> str:
    """Have a new bot written, run the build commands that the program prints, and return the bot's word on the
    command line, from the printed `check` command."""
    if language in NEEDED and shutil.which(NEEDED[language]) is None:
        pytest.skip(f"{NEEDED[language]} isn't installed")
    written = arena.table("new", "it", "--language", language).splitlines()
    *builds, check, match = [line.split() for line in written if line.startswith("  ")]
    for words in builds:
        subprocess.run(words, cwd=arena.home, check=True, timeout=TIME_LIMIT)
    assert check[:2] == ["yahtzee-arena", "check"]
    assert match == ["yahtzee-arena", check[2], "greedy"]
    return check[2]


@pytest.mark.parametrize("language", few_fast(1, LANGUAGES))
def test_a_new_bot_decides_at_once(language: str, arena: Arena) -> None:
    """It keeps the most frequent face, here three sixes; without rolls left it takes most points, in chance."""
    bot = new_bot(arena, language)
    for position, answer in [
        (POSITION, {"message": "keep", "indices": [0, 1, 2]}),
        (POSITION.replace("66652 rolls 2", "11346 rolls 0"), {"message": "score", "category": "chance"}),
    ]:
        [told] = json.loads(arena.table("check", "--json", "--move-time", "20", "--verbose", position, bot))
        assert told["rule"] is None
        assert json.loads(told["exchanges"][1]["answer"]) == answer


POLICY = """
from pathlib import Path
import numpy as np
from h89yahtzee.arena.policy_bot import PolicyBot

class Mine(PolicyBot):
    observation = "{form}"

    def predict(self, observation, action_mask):
        if self.observation == "masked":
            assert observation["action_mask"].tolist() == action_mask.tolist()
            observation = observation["observation"]
        if self.observation == "dict":
            observation = np.concatenate([part for name, part in observation.items() if name != "action_mask"])
        wanted = [0, 1, 0, 0, 1, 3, 2, *[1] * 5, 0, *[1] * 7, 18, 0, 18]
        assert observation.dtype == np.float32 and observation.tolist() == wanted, observation
        assert action_mask.tolist() == [1] * 32 + [1] * 5 + [0] + [1] * 7
        return np.array(int(Path(__file__).with_name("policy.txt").read_text())), None
"""


@pytest.mark.parametrize(
    ("form", "number", "answer"),
    few_fast(
        2,
        [
            ("flat", 0b11100, {"message": "keep", "indices": [0, 1, 2]}),
            ("dict", 32 + 12, {"message": "score", "category": "chance"}),
            ("masked", 32 + 12, {"message": "score", "category": "chance"}),
        ],
    ),
)
def test_a_policy_gets_what_the_environment_shows(form: str, number: int, answer: object, arena: Arena) -> None:
    """The observation has the sorted dice 2 5 6 6 6 and 18 points in the sixth row. The policy's answer, `number`,
    is read from a file in the bot's folder."""
    folder = arena.home / "mine"
    folder.mkdir()
    (folder / "bot.py").write_text(POLICY.format(form=form), "ascii")
    (folder / "policy.txt").write_text(str(number), "ascii")
    [told] = json.loads(arena.table("check", "--json", "--move-time", "60", "--verbose", POSITION, "./mine"))
    assert told["rule"] is None
    assert json.loads(told["exchanges"][1]["answer"]) == answer


@pytest.mark.slow
def test_a_new_policy_plays_at_once_and_is_written_once(arena: Arena) -> None:
    said = arena.table("new", "mine", "--policy").splitlines()
    assert said[1:] == ["  yahtzee-arena check ./mine", "  yahtzee-arena ./mine greedy"]
    [found] = json.loads(arena.table("check", "--json", "--move-time", "60", "./mine"))
    assert found["breaches"] == []
    refused = arena.run("new", "mine", "--policy")
    assert refused.stderr == "yahtzee-arena: mine/bot.py: it is there already; expected the name of a new file\n"
    wrong = arena.run("new", "other", "--policy", "--language", "c")
    assert "expected no --language c with --policy" in wrong.stderr


@pytest.mark.slow
def test_new_bots_have_nothing_wrong_by_other_rules_and_play_the_same_in_every_language(arena: Arena) -> None:
    """The bots in different languages share no code, so that each can be checked against the others."""
    bots = [new_bot(arena, language) for language in LANGUAGES if shutil.which(NEEDED.get(language, "sh"))]
    for rules in ("h89", "quintzee", "yacht", "yatzy"):
        found = json.loads(arena.table("check", "--json", "--rules", rules, "--move-time", "20", *bots))
        assert len(found) == len(bots)
        assert [it["breaches"] for it in found] == [[]] * len(bots)
        assert len({it["mean"] for it in found}) == 1


def test_a_file_that_is_there_is_left_as_it_is(arena: Arena) -> None:
    (arena.home / "mine.py").write_text("precious", "ascii")
    for name in ("mine", "mine.py"):
        refused = arena.run("new", name)
        assert refused.stderr == "yahtzee-arena: mine.py: it is there already; expected the name of a new file\n"
        assert (refused.stdout, refused.returncode) == ("", 1)
    assert (arena.home / "mine.py").read_text("ascii") == "precious"


WRONG = """
from h89yahtzee.arena.bot import Bot

class Wrong(Bot):
    def turn(self, dice, stage):
        print("here", dice)
        return self.score("sixes")
"""


def test_verbose_shows_what_was_sent_and_said_and_which_rule_that_broke(arena: Arena) -> None:
    (arena.home / "mine.py").write_text("\n".join(WRONG.splitlines()).replace('"sixes"', '"chance"'), "ascii")
    (arena.home / "wrong.py").write_text(WRONG, "ascii")
    shown = arena.run("check", "--move-time", "20", "--verbose", POSITION, "mine.py", "wrong.py")
    assert (shown.stderr, shown.returncode) == ("", 1)
    mine, hello, _, turn, answer, said, legal, wrong, *_, last = shown.stdout.splitlines()
    assert (mine, wrong) == ("mine:", "wrong:")
    assert hello.startswith('> {"message": "hello", ')
    assert turn.startswith('> {"message": "turn", "dice": [6, 6, 6, 5, 2], "stage": 0, ')
    assert answer.startswith('< {"message": "score", "category": "chance"}  (')
    assert answer.endswith(" ms)")
    assert (said, legal) == ("! here (6, 6, 6, 5, 2)", "legal: chance, for 25")
    assert last == "against the rules: sixes: it is not an open box"


PAGE = (ROOT / "docs" / "h89yahtzee-bot.7").read_text("ascii").replace("\\(dq", '"')
WALK = PAGE.partition("\n.Sh A BOT IN TEN MINUTES\n")[2].partition("\n.Sh ")[0]
LITERAL = re.compile(r"^\.Bd -literal -offset indent\n(.*?)^\.Ed|^\.D[l1] ([^\n]*)$", re.MULTILINE | re.DOTALL)
BELOW = "LAST_STAGE = 2\n"


@pytest.mark.slow
def test_an_author_who_does_what_the_page_says_beats_greedy(arena: Arena) -> None:
    """On the manual page, code is to be written to the bot's file, text lines that begin with the program's name
    are commands, and the others are what the commands print."""
    mine, printed, commands = arena.home / "mine.py", "", 0
    for shown in (match[1] or match[2] for match in LITERAL.finditer(WALK)):
        for line in shown.splitlines() if shown.startswith("yahtzee-arena ") else []:
            finished, commands = arena.run(*shlex.split(line)[1:]), commands + 1
            assert finished.returncode == 0, finished.stderr
            printed = finished.stdout
        if shown.startswith('"""'):
            mine.write_text(shown, "ascii")
        elif shown.startswith("WORTH"):
            assert BELOW in mine.read_text("ascii")
            mine.write_text(mine.read_text("ascii").replace(BELOW, BELOW + shown), "ascii")
        elif shown.startswith(" "):
            lines = mine.read_text("ascii").splitlines(keepends=True)
            mine.write_text("".join([*lines[:-1], shown]), "ascii")
        elif shown.startswith("mine"):
            assert shown in printed
    assert commands == 8


RAISING = """
from h89yahtzee.arena.bot import Bot

class Broken(Bot):
    def turn(self, dice, stage):
        if dice == (1, 1, 1, 1, 1) and self.card.total() == 50:
            raise KeyError("no idea")
        return self.score(next(iter(self.legal)))
"""
"""The source of a bot that raises an exception in the first position of a check."""


@pytest.mark.slow
def test_check_tells_what_a_bot_that_raised_said_last(arena: Arena) -> None:
    (arena.home / "broken.py").write_text(RAISING, "ascii")
    told = arena.run("check", "broken.py")
    assert told.returncode == 1
    log = arena.home / ".local/share/h89yahtzee/arena/logs/broken.log"
    assert told.stdout.splitlines()[-5:] == [
        f"  its last lines on standard error, from {log}:",
        "    Traceback (most recent call last):",
        f'      File "{arena.home}/broken.py", line 7, in turn',
        '        raise KeyError("no idea")',
        "    KeyError: 'no idea'",
    ]
    assert log.read_text("ascii").startswith("Traceback")
    arena.run("check", "broken.py")
    assert log.read_text("ascii").count("Traceback") == told.stdout.count("KeyError")


def test_check_tells_once_of_a_bot_that_does_not_start(arena: Arena) -> None:
    (arena.home / "cut.py").write_text("class class", "ascii")
    told = arena.run("check", "cut.py")
    assert told.stdout.splitlines()[:3] == [
        "cut: it doesn't start",
        "  a bot doesn't end in a game: it ended with exit status 1",
        "    position: rules official yahtzee=50 dice 11111 rolls 2",
    ]
    assert "    SyntaxError: invalid syntax" in told.stdout.splitlines()
    assert told.stdout.count("it ended") == 1


def test_check_tells_which_interpreter_is_a_script(arena: Arena) -> None:
    """Pyenv's `python3` is such a script: it chooses among several versions of Python."""
    shim = arena.home / "python3"
    shim.write_text(f'#!/bin/sh\n{sys.executable} "$@"\n', "ascii")
    bot = arena.home / "mine"
    bot.write_text(f"#!{shim}\n", "ascii")
    for script in (shim, bot):
        script.chmod(0o755)
    told = arena.run("check", "./mine").stdout
    assert f"; {shim} is a script that starts another program: put that program's folder first in PATH" in told


PROGRAM = """#!/usr/bin/python3
import sys, json
for line in sys.stdin:
    said = json.loads(line)
    if "legal" in said:
        said = {"message": "score", "category": next(iter(said["legal"]))}
    print(json.dumps({name: said[name] for name in ("message", "category") if name in said}), flush=True)
"""


def test_check_says_how_a_program_in_python_is_run_and_gets_at_its_files(arena: Arena) -> None:
    """A program's file that isn't executable can't be run, and isn't a bot with a class either. The program may
    read other files of its folder if the whole folder was entered as the bot."""
    folder = arena.home / "mine"
    folder.mkdir()
    bot = folder / "bot.py"
    bot.write_text(PROGRAM, "ascii")
    bot.chmod(0o600)
    assert "begins with #!, and chmod +x lets it be run.\n" in arena.run("check", str(bot)).stdout
    bot.write_text(f"{PROGRAM.partition('for')[0]}\nopen({str(folder / 'worth')!r}).close()\n{PROGRAM}", "ascii")
    (folder / "worth").touch()
    bot.chmod(0o700)
    closed = arena.run("check", str(bot)).stdout
    assert "  ./FOLDER, all files are open" in closed
    assert closed.count("PermissionError") == 1
    assert arena.run("check", "./mine").stdout.startswith("mine: nothing wrong in 100 games")
    bot.write_text(
        f"#!/usr/bin/python3\n{WRONG}".replace("from h89yahtzee.arena.bot import", "Bot = object #"), "ascii"
    )
    assert "  chmod -x makes it a bot with a class\n" in arena.run("check", str(bot)).stdout


def test_a_bot_may_have_spaces_in_its_path(arena: Arena) -> None:
    (arena.home / "two words").mkdir()
    for name in ("two words/my bot.py", "two words/bot.py"):
        (arena.home / name).write_text("class class", "ascii")
    told = arena.run("check", "two words/my bot.py", "mine=two words/my bot.py", "./two words")
    assert [line for line in told.stdout.splitlines() if line.endswith(": it doesn't start")] == [
        f"{name}: it doesn't start" for name in ("my bot", "mine", "two words")
    ]


@pytest.mark.slow
def test_check_tells_what_is_wrong_and_what_is_not(arena: Arena) -> None:
    (arena.home / "forgetful.py").write_text(FORGETFUL, "ascii")
    steady = str(ROOT / "h89yahtzee" / "arena" / "examples" / "steady.py")
    told = arena.run("check", "forgetful.py", steady)
    assert (told.returncode, told.stderr) == (1, "")
    lines = told.stdout.splitlines()
    assert lines[0].startswith("forgetful: ")
    assert "breaches of the rules in" in lines[0]
    assert any(line.startswith("    it said: ") and "chance" in line for line in lines)
    assert any(line.startswith("    position: rules official ") for line in lines)
    assert lines[-1].startswith("steady: nothing wrong in 100 games, mean ")
    as_json = arena.run("check", "--json", "forgetful.py")
    assert as_json.returncode == 1
    [found] = json.loads(as_json.stdout)
    assert (found["bot"], found["breaches"] != []) == ("forgetful", True)
    assert arena.run("check", "random").stdout == arena.run("check", "random").stdout
