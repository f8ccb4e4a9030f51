"""Completion by TAB in bash, zsh and fish: the words that our programs offer, and the scripts that ask for them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from h89yahtzee.apps.command import UsageError
from scripts.completions import FOLDER, written
from tests.apps.options.programs_options import PARSERS
from tests.apps.options.shell_sessions import SHELLS
from tests.naming import each, naming
from tests.parameters import few_fast

OFFERED = {
    "yahtzee --rul": "--rules",
    "yahtzee --rules off": "official",
    "yahtzee --rules=off": "--rules=official",
    "yahtzee 'anna b' --rules 'off": "official",
    "yahtzee --no-pl": "--no-plain",
    "yahtzee --continue --rul": "--rules",
    "yahtzee --mouse --coach=w": "--coach=warn",
    "yahtzee --auto-roll of": "off",
    "yahtzee me =king:op": "=king:optimal",
    "yahtzee -r42 =king:op": "=king:optimal",
    "yahtzee =king:har": "=king:hard",
    'yahtzee "=king:op': "=king:optimal",
    "yahtzee --door =king:op": "=king:optimal",
    "yahtzee --term adm": "adm3a",
    "yahtzee --baud 19": "19200",
    "yahtzee --line sock": "socket:// nospace",
    "yahtzee --line /dev/x,19": "/dev/x,19200",
    "yahtzee --line socket://a:1,19": "socket://a:1,19200",
    "yahtzee --line=/dev/x,1200,vt5": "--line=/dev/x,1200,vt52",
    "yahtzee --line /dev/x": "default",
    "yahtzee --record ga": "default",
    "yahtzee --record=my\\ ga": "default",
    "yahtzee --seed ga": "",
    "yahtzee ga": "",
    "yahtzee -- --ru": "",
    "yahtzee --print-completion z": "zsh",
    "yahtzee --help ": "all",
    "h19 --help=": "--help=all",
    "yahtzee-arena gree": "greedy default",
    "yahtzee-arena king=gree": "king=greedy default",
    "yahtzee-arena check ./mi": "default",
    "yahtzee-arena --gauntlet opti": "optimal default",
    "yahtzee-arena --records fo": "dirnames",
    "yahtzee-solve --bonus e": "extra-turn",
    "yahtzee-host --no-lo": "--no-lobby --no-log-json",
    "h19 --phosphor am": "amber",
    "h19 --50": "--50hz",
    "h19-test --keys=q": "--keys=quick",
    "h19 --line /dev/x,19": "default",
    "h19 --baud 1200 -- pathch": "commands",
    "h19 -- cat ga": "default",
}
"""The text typed before TAB, and the words that the program offers, followed by its hint for the shell, such as
"nospace" or "default"."""
COMPLETED = {
    "yahtzee --rul": "--rules",
    "yahtzee --line socket://a:1,19": "--line socket://a:1,19200",
    "yahtzee --record=ga": "--record=game.txt",
}
"""The text typed before TAB, and the command's arguments after it, in each of the shells."""
ALSO = {
    "yahtzee me =king:op": "me =king:optimal",
    "h19 -- pathch": "-- pathchk",
    "yahtzee --rules=off": "--rules=official",
    "yahtzee --record my": "--record my games.txt",
    "yahtzee-arena check ./mi": "check ./mine.py",
    "h19 -- cat ga": "-- cat game.txt",
}
QUOTED = {
    "yahtzee --line sock": "--line socket://",
    'yahtzee --record "my ga': "--record my games.txt",
    "yahtzee --record=my\\ ga": "--record=my games.txt",
    "yahtzee 'anna b' --rules 'off": "anna b --rules official",
}
IN_ONE_SHELL = {
    "bash": QUOTED | {'yahtzee "=king:op': "=king:optimal", "yahtzee-arena --records fo": "--records folder/"},
    "zsh": QUOTED | {"yahtzee '=king:op": "=king:optimal", "yahtzee-arena --records fo": "--records folder"},
    "fish": {"yahtzee-arena --records fo": "--records folder/"},
}
"""Further completions, which differ between the shells. In zsh a word that begins with = must be quoted, and zsh
removes a / that it has added when RETURN is typed."""


@pytest.fixture(name="folder")
def folder_of_files(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    for name in ("game.txt", "mine.py", "my games.txt"):
        (tmp_path / name).touch()
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], shell: str, line: str, *part: str) -> list[str]:
    """Return the text lines that a program prints when a shell asks for completions of a command line."""
    with pytest.raises(SystemExit) as end:
        PARSERS[line.partition(" ")[0]](["--complete", shell, line, *part])
    assert end.value.code == 0
    return capsys.readouterr().out.splitlines()


def test_programs_offer_words(capsys: pytest.CaptureFixture[str]) -> None:
    for line, expected in OFFERED.items():
        with naming(line):
            how, *words = answer(capsys, "fish", line)
            offered = [word.partition("\t")[0] for word in words if not word.startswith("/dev/tty")]
            assert " ".join([*offered, how]).strip() == expected


def test_each_shell_has_its_own_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "fish", "yahtzee --no-upp") == ["", "--no-upper\tswitch --upper off"]
    about = "The game of the H89: a second Yahtzee earns nothing extra."
    assert answer(capsys, "fish", "yahtzee --rules h8") == ["", f"h89\t{about}"]
    assert answer(capsys, "zsh", "yahtzee --no-upp") == ["", "--no-upper:switch --upper off"]
    assert answer(capsys, "zsh", "yahtzee --line sock") == ["nospace", "socket\\://:"]
    assert answer(capsys, "bash", "yahtzee --rules=off", "off") == ["", "official"]
    assert answer(capsys, "bash", "yahtzee =king:op", "op") == ["", "optimal"]


@pytest.mark.parametrize(
    ("lines", "shell"),
    few_fast(1, [(COMPLETED, "bash"), *((COMPLETED | ALSO | more, shell) for shell, more in IN_ONE_SHELL.items())]),
)
def test_tab_completes(lines: dict[str, str], shell: str, folder: Path) -> None:
    if shell not in SHELLS:
        pytest.skip(f"{shell} isn't installed")
    if not Path(sys.executable).with_name("yahtzee").exists():
        pytest.skip("the program isn't installed beside this Python")
    completed = SHELLS[shell](list(lines), folder)
    for line, expected in lines.items():
        with naming(line):
            assert " ".join(completed[line]) == expected


def test_tab_imports_no_package_from_outside() -> None:
    code = "import sys; from h89yahtzee.apps.yahtzee.play import main; main()"
    command = [sys.executable, "-X", "importtime", "-c", code, "--complete", "fish", "yahtzee =king:"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    imported = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "h89yahtzee.apps.options.completion" in imported
    assert not imported & {"blessed", "numpy", "serial", "sqlite3"}


def test_files_are_as_the_programs_print_them(capsys: pytest.CaptureFixture[str]) -> None:
    files = {path: path.read_text("utf-8") for path in FOLDER.rglob("*") if path.is_file()}
    assert files == written(), "python -m scripts.completions writes them"
    for shell, file in {"bash": "yahtzee-host", "zsh": "_yahtzee-host", "fish": "yahtzee-host.fish"}.items():
        words = ["--print-completion", shell] if shell != "zsh" else ["--plainly", "--print-completion=zsh"]
        with pytest.raises(SystemExit):
            PARSERS["yahtzee-host"](words)
        assert capsys.readouterr().out == (FOLDER / shell / file).read_text("utf-8")


@each("words", [["--print-completion"], ["--print-completion", "tcsh"], ["--print-completion="]])
def test_other_shells_are_refused(words: list[str]) -> None:
    with pytest.raises(UsageError, match="--print-completion: expected bash, zsh or fish"):
        PARSERS["yahtzee"](words)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck isn't installed")
def test_shellcheck_finds_nothing() -> None:
    files = sorted(map(str, (FOLDER / "bash").iterdir()))
    subprocess.run(["shellcheck", "-s", "bash", *files], check=True, timeout=240)
