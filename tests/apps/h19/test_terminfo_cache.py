"""The compiled terminfo entries: where they are kept, what finds them, and what happens where that can't be."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from h89yahtzee.apps.h19.terminfo import TerminfoUnavailable, terminfo_directories

TIME_LIMIT = 240
SYSTEM_PATH = os.environ["PATH"]

pytestmark = pytest.mark.skipif(shutil.which("tic") is None, reason="tic isn't installed")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": SYSTEM_PATH}


def directory_of(environment: dict[str, str]) -> Path:
    return Path(terminfo_directories(environment).partition(":")[0])


def entry(name: str, environment: dict[str, str]) -> str:
    """An entry as ncurses finds it for a command in `environment`."""
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


def test_another_source_is_compiled_anew(environment: dict[str, str], tmp_path: Path) -> None:
    """A second installation, whose source differs by a comment."""
    root = Path(__file__).parents[3]
    for package in ("h89yahtzee", "termcaps"):
        shutil.copytree(root / package, tmp_path / "other" / package)
    with (tmp_path / "other" / "termcaps" / "h19.ti").open("a") as source:
        source.write("# other\n")
    program = "import os; from h89yahtzee.apps.h19.terminfo import terminfo_directories as d; print(d(os.environ))"
    other = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path / "other",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=TIME_LIMIT,
    ).stdout
    first, second = directory_of(environment), Path(other.partition(":")[0])
    assert first != second
    assert sorted(first.parent.iterdir()) == sorted([first, second])


@pytest.mark.slow
def test_many_at_once_all_find_the_whole(environment: dict[str, str], tmp_path: Path) -> None:
    program = "import os; from h89yahtzee.apps.h19.terminfo import terminfo_directories as d; print(d(os.environ))"
    command = [sys.executable, "-c", program]
    # As installed or not, the children are to find what this process has found.
    path = os.pathsep.join(sys.path)
    started = [
        subprocess.Popen(command, env=environment | {"PYTHONPATH": path}, stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    answers = {process.communicate(timeout=TIME_LIMIT)[0] for process in started}
    assert answers == {terminfo_directories(environment) + "\n"}
    directory = directory_of(environment)
    assert list((tmp_path / "cache" / "h89yahtzee" / "terminfo").iterdir()) == [directory]


def test_who_comes_second_takes_what_is_there(environment: dict[str, str], tmp_path: Path) -> None:
    """A `tic` after which somebody else has been as far as to put the same directory in its place."""
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
