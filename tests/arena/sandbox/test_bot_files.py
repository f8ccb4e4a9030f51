"""The files that are opened to a bot: places are made up, and what a user keeps is never among them."""

import os
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.sandbox.bot_files import needed, shim_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with interpreters of its own, in a virtual environment too."""
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    for name in (
        *(".local/bin/lua", ".local/lib/liblua.so", ".local/share/keys", "bin/mine", "library/novel"),
        *("tools/node/bin/node", "tools/node/lib/modules.js"),
        *("tools/python/bin/python3.13", "tools/python/lib/os.py", "env/pyvenv.cfg"),
        *("bots/bot.py", "bots/beside.py", "bots/notes", "bots/pack/__init__.py", "bots/other.py"),
    ):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
    (home / "env" / "bin").mkdir()
    (home / "env" / "bin" / "python").symlink_to(home / "tools" / "python" / "bin" / "python3.13")
    return home


def opened(home: Path, *command: str, kind: Kind = Kind.PROGRAM, hidden: tuple[str, ...] = ()) -> set[str]:
    """What of the home is opened to this command, by names in it."""
    words = tuple(str(home / word) if "/" in word else word for word in command)
    paths = map(Path, needed(Entrant("it", kind, command=words), {str(home / name) for name in hidden}))
    return {path.relative_to(home).as_posix() for path in paths if path.is_relative_to(home) and path.exists()}


def test_bot_in_a_folder_has_all_of_it_but_what_belongs_to_others(home: Path) -> None:
    entrant = Entrant("it", Kind.PYTHON, command=(str(home / "bots/bot.py"),), folder=str(home / "bots"))
    assert str(home / "bots") in needed(entrant)
    found = set(needed(entrant, {str(home / "bots/other.py")}))
    assert {str(home / f"bots/{name}") for name in ("bot.py", "beside.py", "notes", "pack")} <= found
    assert not found & {str(home / "bots"), str(home / "bots/other.py"), str(home)}


def test_program_in_a_home_has_itself_and_its_libraries(home: Path) -> None:
    assert opened(home, "bin/mine", "--fast") == {"bin/mine"}
    assert opened(home, ".local/bin/lua") == {".local/bin/lua", ".local/lib"}


def test_interpreter_has_what_it_was_installed_with(home: Path) -> None:
    assert opened(home, "tools/node/bin/node", "bots/notes") == {"tools/node", "tools/node/bin/node", "bots/notes"}
    environment = {"env", "env/bin/python", "tools/python", "tools/python/bin/python3.13"}
    assert opened(home, "env/bin/python") == environment


def test_script_has_the_interpreter_in_its_first_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = home / "bots" / "bot.js"
    script.write_text("#!/usr/bin/env -S node --jitless\n", "ascii")
    monkeypatch.setenv("PATH", str(home / "tools" / "node" / "bin"))
    assert opened(home, "bots/bot.js") == {"bots/bot.js", "tools/node", "tools/node/bin/node"}
    assert shim_of(Entrant("it", Kind.PROGRAM, command=(str(script),))) is None
    (home / "tools" / "node" / "bin" / "node").write_text("#!/bin/sh\n", "ascii")
    assert shim_of(Entrant("it", Kind.PROGRAM, command=(str(script),))) == home / "tools" / "node" / "bin" / "node"


@pytest.mark.parametrize("line", ["env/bin/python", "/usr/bin/env -S -u env/bin/python sh"])
def test_no_file_of_a_bot_opens_what_lies_elsewhere(line: str, home: Path) -> None:
    """It may say where an environment's Python is from, or let an option's argument seem to be its interpreter."""
    (home / "env" / "pyvenv.cfg").write_text(f"home = {home}/library/bin\n", "ascii")
    (home / "env" / "bin" / "python").unlink()
    (home / "env" / "bin" / "python").touch(mode=0o755)
    (home / "bots" / "bot.sh").write_text(f"#!{line.replace('env/bin/p', f'{home}/env/bin/p')}\n", "ascii")
    (home / "bots" / "bot.sh").chmod(0o755)
    interpreter = set() if " " in line else {"env", "env/bin/python"}
    assert opened(home, "bots/bot.sh") == {"bots/bot.sh", *interpreter}


def test_folder_that_is_named_is_opened_but_for_what_is_closed_in_it(home: Path) -> None:
    assert opened(home, "bin/mine", "bots/") == {"bin/mine", "bots"}
    closed = opened(home, "bin/mine", "bots/", hidden=("bots/other.py", "bots/pack"))
    assert closed == {"bin/mine", *(f"bots/{name}" for name in ("bot.py", "beside.py", "notes"))}
    assert opened(home, "bin/mine", f"{home}/") == {"bin/mine"}
    assert opened(home, "bin/mine", "bots/notes", hidden=("bots",)) == {"bin/mine"}


def test_what_a_user_keeps_among_the_programs_of_the_system_is_closed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some images of containers keep the user's work in /usr/src."""
    folders = Path("/usr/share").glob("*/")
    kept, used, *_ = sorted(path for path in folders if not path.is_symlink() and [*path.iterdir()])
    mine = Entrant("mine", Kind.PROGRAM, command=(str(home / "bin" / "mine"),))
    monkeypatch.setenv("HOME", str(kept))
    hidden = next(used.iterdir())
    found = {*map(Path, needed(mine, {str(hidden)}))}
    assert not found & {kept, *kept.parents, hidden, *hidden.parents}
    assert {Path("/usr/bin"), Path("/usr/lib")} <= found
    for whole in ("/", "/usr", "/usr/share"):
        monkeypatch.setenv("HOME", whole)
        assert {"/usr", "/usr/bin"} & {*needed(mine)}


def test_bot_in_python_has_the_modules_beside_it_but_not_in_a_home(home: Path) -> None:
    modules = {f"bots/{name}" for name in ("bot.py", "beside.py", "pack")}
    assert opened(home, "bots/bot.py", kind=Kind.PYTHON, hidden=("bots/other.py",)) == modules
    (home / "bot.py").touch()
    (home / "diary.py").touch()
    assert opened(home, "./bot.py", kind=Kind.PYTHON) == {"bot.py"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into any folder")
def test_what_a_user_may_not_look_into_is_passed_over(home: Path) -> None:
    (home / "bots" / "lost+found").mkdir(0)
    assert "bots/beside.py" in opened(home, "bots/bot.py", kind=Kind.PYTHON)
    (home / "bots").chmod(0o100)
    assert opened(home, "bots/bot.py", kind=Kind.PYTHON) == {"bots/bot.py"}
    (home / "bots").chmod(0o700)
