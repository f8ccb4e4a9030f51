"""What a command in `h19` is told of its terminal: real shells and programs stay within what an H19 can do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from h89yahtzee.apps.h19.command_environment import command_environment, shell
from tests.apps.games import Games, OnPty
from tests.apps.h19_windows import around, check_window_is_as_found, h19, status
from tests.apps.screens import Window

PROMPT = "PS1='> '\n"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What a user might have in a terminal of today."""
    colors = {"LS_COLORS": "di=01;34", "COLORTERM": "truecolor", "FORCE_COLOR": "1", "VTE_VERSION": "7000"}
    return {"HOME": str(tmp_path), "PATH": "/nowhere", "TERM": "xterm-256color", "EDITOR": "vi", **colors}


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} isn't installed")
    return found


def check_scrolls_and_ends(screen: OnPty[Window]) -> None:
    """The screen isn't held after a page, and nothing else than what was typed and its output is there."""
    screen.wait_for("> ")
    screen.send(b"seq 60\r")
    screen.wait_for_value(
        lambda: [row.strip() for row in screen.screen.rows()[:24]], [*map(str, range(38, 61)), ">"]
    )
    assert "HOLD" not in status(screen)
    screen.send(b"exit\r")
    assert screen.exit_status() == 0
    check_window_is_as_found(screen)


def test_bash(games: Games) -> None:
    (games.home / ".bashrc").write_text(PROMPT)
    check_scrolls_and_ends(h19(games, SHELL=program("bash")))


def test_zsh(games: Games) -> None:
    (games.home / ".zshrc").write_text(PROMPT)
    check_scrolls_and_ends(h19(games, SHELL=program("zsh")))


@pytest.mark.parametrize("name", [".inputrc", "own"])
def test_the_users_own_inputrc_counts(games: Games, name: str) -> None:
    """Also where it says what an H19 can't do."""
    (games.home / ".bashrc").write_text(PROMPT)
    inputrc = games.home / name
    inputrc.write_text('set enable-bracketed-paste on\n"\\C-t": "echo bo\\x75nd\\r"\n')
    screen = h19(games, SHELL=program("bash"), INPUTRC="" if name == ".inputrc" else str(inputrc))
    screen.wait_for("> ")
    screen.send(b"\x14")
    screen.wait_for_value(lambda: [row.strip() for row in screen.screen.rows()].count("bound"), 1)
    assert "HOLD" not in status(screen)


def test_the_users_own_zdotdir_counts(games: Games) -> None:
    own = games.home / "own"
    own.mkdir()
    (own / ".zshenv").write_text("found=$ZDOTDIR\n")
    (own / ".zshrc").write_text('PS1="$found > "\n')
    screen = h19(games, SHELL=program("zsh"), ZDOTDIR=str(own))
    screen.wait_for(f"{own} > ")


def test_programs_that_colour_what_they_write(games: Games) -> None:
    """All of them would, having a terminal that isn't called dumb."""
    (games.home / "seven.c").write_text("int seven() { retrun 7; }\n")
    git, gcc, less = map(program, ("git", "gcc", "less"))
    script = (
        "cd $HOME; ls -d --color=auto .; grep -nH --color=auto seven seven.c; echo 8 >eight; "
        f"{git} diff --no-index seven.c eight; {gcc} -Wall -c seven.c; {less} -F seven.c; echo the end"
    )
    screen = around(games, script, LS_COLORS="di=01;34", LESS="-FRX", GIT_PAGER="")
    screen.wait_for("the end", "retrun", "+8")
    assert "HOLD" not in status(screen)
    assert not [row for row in screen.screen.rows() if "[" in row and "-W" not in row]


def test_the_terminal_around_is_not_described(environment: dict[str, str]) -> None:
    changed = command_environment(environment, is_ansi=False)
    assert (changed["TERM"], changed["EDITOR"], changed["NO_COLOR"]) == ("h19", "vi", "1")
    assert not {"LS_COLORS", "COLORTERM", "FORCE_COLOR", "VTE_VERSION"} & set(changed)
    assert command_environment(environment, is_ansi=True)["TERM"] == "h19-a"


def test_settings_of_git_are_added_to_those_that_are_there(environment: dict[str, str]) -> None:
    theirs = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "me"}
    changed = command_environment(environment | theirs, is_ansi=False)
    found = {name: value for name, value in changed.items() if name.startswith("GIT_")}
    added = {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_1": "color.ui", "GIT_CONFIG_VALUE_1": "never"}
    assert found == theirs | added


def test_without_a_cache_the_command_still_starts(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    changed = command_environment(environment | {"XDG_CACHE_HOME": "/dev/null"}, is_ansi=False)
    assert "INPUTRC" not in changed
    assert "h19: shells may use bracketed paste: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "expected"),
    [({}, "/bin/sh"), ({"SHELL": ""}, "/bin/sh"), ({"SHELL": "/usr/bin/zsh"}, "/usr/bin/zsh")]
    + [({"SHELL": f"/opt/{name}"}, "/bin/sh") for name in ("fish", "nu")],
)
def test_a_shell_that_an_h19_can_show(said: dict[str, str], expected: str) -> None:
    assert shell(said) == expected
