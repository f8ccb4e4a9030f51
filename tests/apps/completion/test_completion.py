"""TAB in bash, zsh and fish, by the files that are installed for them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.completions import FOLDER, written
from tests.apps.completion.shell_sessions import PROGRAMS, SHELLS
from tests.naming import naming
from tests.parameters import few_fast
from tests.programs import run

LINES = {
    "yahtzee --rul": "--rules",
    "yahtzee --rules off": "--rules official",
    "yahtzee --rules=off": "--rules=official",
    "yahtzee --no-pl": "--no-plain",
    "yahtzee me =king:op": "me =king:optimal",
    "yahtzee -r42 =king:op": "-r42 =king:optimal",
    "yahtzee =king:har": "=king:hard",
    "yahtzee --coach w": "--coach warn",
    "yahtzee --mouse --coach=w": "--mouse --coach=warn",
    "yahtzee --auto-roll of": "--auto-roll off",
    "yahtzee --term adm": "--term adm3a",
    "yahtzee --baud 19": "--baud 19200",
    "yahtzee --line sock": "--line socket://",
    "yahtzee --line /dev/x,19": "--line /dev/x,19200",
    "yahtzee --line socket://a:1,19": "--line socket://a:1,19200",
    "yahtzee --line=/dev/x,1200,vt5": "--line=/dev/x,1200,vt52",
    "yahtzee --record ga": "--record game.txt",
    "yahtzee --record=ga": "--record=game.txt",
    "yahtzee --record my": "--record my games.txt",
    "yahtzee --continue --rul": "--continue --rules",
    "yahtzee --seed ga": "--seed ga",
    "yahtzee ga": "ga",
    "yahtzee -- --ru": "-- --ru",
    "yahtzee --print-completion z": "--print-completion zsh",
    "yahtzee-arena gree": "greedy",
    "yahtzee-arena king=gree": "king=greedy",
    "yahtzee-arena check ./mi": "check ./mine.py",
    "yahtzee-arena --gauntlet opti": "--gauntlet optimal",
    "yahtzee-solve --bonus e": "--bonus extra-turn",
    "yahtzee-host --no-l": "--no-lobby",
    "h19 --phosphor am": "--phosphor amber",
    "h19 --50": "--50hz",
    "h19 --line /dev/x,19": "--line /dev/x,19",
    "h19 --baud 1200 -- pathch": "--baud 1200 -- pathchk",
    "h19 -- cat ga": "-- cat game.txt",
}
"""What is typed before TAB, and the arguments after it."""
QUOTED = {
    'yahtzee --record "my ga': "--record my games.txt",
    "yahtzee --record=my\\ ga": "--record=my games.txt",
    "yahtzee 'anna b' --rules 'off": "anna b --rules official",
}
OF_ONE = {
    "bash": QUOTED
    | {
        'yahtzee "=king:op': "=king:optimal",
        "yahtzee --door =king:op": "--door =king:optimal",
        "yahtzee-arena --records fo": "--records folder/",
    },
    "zsh": QUOTED
    | {
        "yahtzee --door =king:op": "--door =king:optimal",
        "yahtzee '=king:op": "=king:optimal",
        "yahtzee-arena --records fo": "--records folder",
    },
    "fish": {"yahtzee --door ga": "--door game.txt", "yahtzee-arena --records fo": "--records folder/"},
}
"""Fish takes what follows `--door` for its value. In zsh one quotes a =, and a / that it added goes with RETURN."""


@pytest.fixture(name="folder")
def folder_of_files(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    for name in ("game.txt", "mine.py", "my games.txt"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_tab_completes(shell: str, folder: Path) -> None:
    if shell not in SHELLS:
        pytest.skip(f"{shell} isn't installed")
    lines = LINES | OF_ONE[shell]
    completed = SHELLS[shell](list(lines), folder)
    for line, expected in lines.items():
        with naming(line):
            assert " ".join(completed[line]) == expected


def test_files_are_as_the_options_are_declared() -> None:
    files = {path for path in FOLDER.rglob("*") if path.is_file()}
    assert {path: path.read_text("utf-8") for path in files} == written(), (
        "python -m scripts.completions writes them"
    )


@pytest.mark.parametrize("program", few_fast(1, PROGRAMS))
def test_programs_print_the_file_of_a_shell(program: str) -> None:
    module = {"yahtzee": "yahtzee.play", "h19": "h19.emulate", "yahtzee-solve": "solve.solve"} | {
        "yahtzee-arena": "arena.compete",
        "yahtzee-host": "host.serve",
    }
    code = f"import sys; from h89yahtzee.apps.{module[program]} import main; sys.exit(main())"
    for shell, file in {"bash": program, "zsh": f"_{program}", "fish": f"{program}.fish"}.items():
        words = ["--print-completion", shell] if shell != "zsh" else ["--plainly", "--print-completion=zsh"]
        ran = run([sys.executable, "-c", code, *words], text=True, stdout=subprocess.PIPE, check=True)
        assert ran.stdout == (FOLDER / shell / file).read_text("utf-8")


@pytest.mark.parametrize("words", [["--print-completion"], ["--print-completion", "tcsh"], ["--print-completion="]])
def test_other_shells_are_refused(words: list[str]) -> None:
    command = [sys.executable, "-m", "h89yahtzee", *words]
    ran = run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("yahtzee: --print-completion: expected bash, zsh or fish")
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck isn't installed")
def test_shellcheck_finds_nothing() -> None:
    files = sorted(map(str, (FOLDER / "bash").iterdir()))
    subprocess.run(["shellcheck", "-s", "bash", *files], check=True, timeout=240)
