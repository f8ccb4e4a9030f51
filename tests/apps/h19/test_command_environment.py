"""The environment variables of a command in `h19`: real shells and programs send nothing that an H19 can't show,
and find its terminfo entry.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from h89yahtzee.apps.described_terminals import termcap_folder
from h89yahtzee.apps.h19 import command_environment
from h89yahtzee.apps.h19.command_environment import TerminfoUnavailable, shell, terminfo_directories
from tests.apps.games import Games, OnPty
from tests.apps.h19_windows import around, check_window_is_as_found, h19, status
from tests.apps.screens import Window

PROMPT = "PS1='> '\n"


@pytest.fixture
def modern(tmp_path: Path) -> dict[str, str]:
    """Environment variables that a user might have in a terminal emulator of today."""
    colors = {"LS_COLORS": "di=01;34", "COLORTERM": "truecolor", "FORCE_COLOR": "1", "VTE_VERSION": "7000"}
    return {"HOME": str(tmp_path), "PATH": "/nowhere", "TERM": "xterm-256color", "EDITOR": "vi", **colors}


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} isn't installed")
    return found


def check_scrolls_and_ends(screen: OnPty[Window]) -> None:
    """Check that a long listing scrolls without being held, that the screen then has only the listing and a prompt,
    and that the shell ends."""
    screen.wait_for("> ")
    screen.send(b"seq 60\r")
    screen.wait_for_value(
        lambda: [row.strip() for row in screen.screen.rows()[:24]], [*map(str, range(38, 61)), ">"]
    )
    assert "HOLD" not in status(screen)
    screen.send(b"exit\r")
    assert screen.exit_status() == 0
    check_window_is_as_found(screen)


@pytest.mark.parametrize("name", ["bash", "zsh"])
def test_a_shell_shows_no_bracketed_paste(games: Games, name: str) -> None:
    (games.home / f".{name}rc").write_text(PROMPT)
    check_scrolls_and_ends(h19(games, SHELL=program(name)))


@pytest.mark.parametrize("name", [".inputrc", "own"])
def test_the_users_own_inputrc_counts(games: Games, name: str) -> None:
    """The user's inputrc file counts even if it switches on bracketed paste, which an H19 can't do."""
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
    """Each of these programs would write colours, since TERM isn't "dumb"; in `h19` they don't."""
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


def test_the_terminal_around_is_not_described(modern: dict[str, str]) -> None:
    changed = command_environment.command_environment(modern, is_ansi=False)
    assert (changed["TERM"], changed["EDITOR"], changed["NO_COLOR"]) == ("h19", "vi", "1")
    assert not {"LS_COLORS", "COLORTERM", "FORCE_COLOR", "VTE_VERSION"} & set(changed)
    assert command_environment.command_environment(modern, is_ansi=True)["TERM"] == "h19-a"


@pytest.mark.parametrize(
    ("lang", "lc_all", "lc_ctype"), [("C.UTF-8", "", ""), ("C", "C.UTF-8", ""), ("", "", "C.UTF-8")]
)
def test_programs_write_no_bytes_that_an_h19_shows_as_other_letters(
    games: Games, lang: str, lc_all: str, lc_ctype: str
) -> None:
    """In UTF-8 the file's name would have a character of three bytes, of which an H19 shows the low seven bits."""
    (games.home / "file \u25cf").touch()
    script = "cd $HOME; locale charmap; ls -d file*; echo the end"
    screen = around(games, script, LANG=lang, LC_ALL=lc_all, LC_CTYPE=lc_ctype)
    screen.wait_for("the end", "ANSI_X3.4-1968", "file")
    assert not [row for row in screen.screen.rows() if "file b" in row]


def test_settings_of_git_are_added_to_those_that_are_there(modern: dict[str, str]) -> None:
    theirs = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "me"}
    changed = command_environment.command_environment(modern | theirs, is_ansi=False)
    found = {name: value for name, value in changed.items() if name.startswith("GIT_")}
    added = {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_1": "color.ui", "GIT_CONFIG_VALUE_1": "never"}
    assert found == theirs | added


def test_without_a_cache_the_command_still_starts(
    modern: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    changed = command_environment.command_environment(modern | {"XDG_CACHE_HOME": "/dev/null"}, is_ansi=False)
    assert "INPUTRC" not in changed
    assert "h19: shells may use bracketed paste: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "expected"),
    [({}, "/bin/sh"), ({"SHELL": ""}, "/bin/sh"), ({"SHELL": "/usr/bin/zsh"}, "/usr/bin/zsh")]
    + [({"SHELL": f"/opt/{name}"}, "/bin/sh") for name in ("fish", "nu")],
)
def test_a_shell_that_an_h19_can_show(said: dict[str, str], expected: str) -> None:
    assert shell(said) == expected


TIME_LIMIT = 240
SYSTEM_PATH = os.environ["PATH"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    program("tic")
    return {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": SYSTEM_PATH}


def directory_of(environment: dict[str, str]) -> Path:
    return Path(terminfo_directories(environment).partition(":")[0])


def entry(name: str, environment: dict[str, str]) -> str:
    """Return a terminfo entry as ncurses finds it with the variables in `environment`."""
    found = subprocess.run(
        ["infocmp", "-1", name], env=environment, capture_output=True, text=True, check=True, timeout=TIME_LIMIT
    )
    return found.stdout


@pytest.mark.parametrize("name", ["h19", "h19-a"])
def test_ncurses_finds_our_entries_before_those_of_the_system(environment: dict[str, str], name: str) -> None:
    environment["TERMINFO_DIRS"] = terminfo_directories(environment)
    found = entry(name, environment)
    assert "dsl=" in found
    assert str(directory_of(environment)) in found


@pytest.mark.parametrize("directories", ["", "/usr/share/terminfo", "/nowhere:"])
def test_other_entries_are_found_as_before(environment: dict[str, str], directories: str) -> None:
    if directories:
        environment["TERMINFO_DIRS"] = directories
    before = entry("vt100", environment)
    environment["TERMINFO_DIRS"] = terminfo_directories(environment)
    assert environment["TERMINFO_DIRS"].endswith(f":{directories}")
    assert entry("vt100", environment) == before


def test_directory_is_private_and_below_the_cache(environment: dict[str, str], tmp_path: Path) -> None:
    directory = directory_of(environment)
    assert directory.parent == tmp_path / "cache" / "h89yahtzee" / "terminfo"
    for made in (directory, directory.parent, directory.parent.parent, tmp_path / "cache"):
        assert made.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("cache", [None, "", "relative/cache"])
def test_cache_that_is_no_absolute_path_is_that_of_the_home(
    environment: dict[str, str], tmp_path: Path, cache: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    del environment["XDG_CACHE_HOME"]
    if cache is not None:
        environment["XDG_CACHE_HOME"] = cache
    assert directory_of(environment).is_relative_to(tmp_path / "home" / ".cache")
    assert not (tmp_path / "relative").exists()


def test_what_is_compiled_is_kept(environment: dict[str, str]) -> None:
    directory = directory_of(environment)
    assert list(directory.parent.iterdir()) == [directory]
    environment["PATH"] = "/nowhere"
    assert directory_of(environment) == directory


def test_another_source_is_compiled_anew(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another installation may have a source of the entry that differs, if only by a comment."""
    first = directory_of(environment)
    source = (termcap_folder() / "h19.ti").read_text()
    (tmp_path / "h19.ti").write_text(source + "# other\n")
    monkeypatch.setattr(command_environment, "termcap_folder", lambda: tmp_path)
    second = directory_of(environment)
    assert first != second
    assert sorted(first.parent.iterdir()) == sorted([first, second])


def test_a_second_one_takes_the_directory_that_is_there(environment: dict[str, str], tmp_path: Path) -> None:
    """The `tic` used here also puts the finished directory in its place, as another process might at that time."""
    name = directory_of(environment).name
    second = environment | {"XDG_CACHE_HOME": str(tmp_path / "second"), "PATH": f"{tmp_path}:{SYSTEM_PATH}"}
    place = tmp_path / "second" / "h89yahtzee" / "terminfo" / name
    tic = tmp_path / "tic"
    tic.write_text(f'#!/bin/sh\n{shutil.which("tic")} "$@" && cp -R "$3" {place}\n')
    tic.chmod(0o755)
    assert directory_of(second) == place
    assert list(place.parent.iterdir()) == [place]


def test_without_tic_the_error_names_it(environment: dict[str, str], tmp_path: Path) -> None:
    environment["PATH"] = str(tmp_path)
    with pytest.raises(TerminfoUnavailable, match="tic isn't installed"):
        terminfo_directories(environment)


def test_failing_tic_is_quoted_and_leaves_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    tic = tmp_path / "tic"
    tic.write_text("#!/bin/sh\necho 'no room' >&2\nexit 3\n")
    tic.chmod(0o755)
    environment["PATH"] = f"{tmp_path}:{SYSTEM_PATH}"
    with pytest.raises(TerminfoUnavailable, match="tic failed: no room"):
        terminfo_directories(environment)
    assert list((tmp_path / "cache" / "h89yahtzee" / "terminfo").iterdir()) == []


def test_cache_that_is_a_file_is_an_error(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    with pytest.raises(TerminfoUnavailable, match="cache"):
        terminfo_directories(environment)


def test_directory_that_others_can_write_to_is_refused(environment: dict[str, str]) -> None:
    directory_of(environment).parent.chmod(0o777)
    with pytest.raises(TerminfoUnavailable, match="no other can write"):
        terminfo_directories(environment)
