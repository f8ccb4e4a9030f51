"""The files that the sandbox opens to a bot, in a made-up home; a user's own files are never among them."""

from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.sandbox.bot_files import advice, needed


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with interpreters in it, one of them in a virtual environment."""
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


CLOSED = "are closed to the bot: put its folder in PATH"


def opened(home: Path, *command: str, kind: Kind = Kind.PROGRAM, hidden: tuple[str, ...] = ()) -> set[str]:
    """Return the files and folders of the home that are opened to this command, relative to the home."""
    words = tuple(str(home / word) if "/" in word else word for word in command)
    paths = map(Path, needed(Entrant("it", kind, command=words), {str(home / name) for name in hidden}))
    return {path.relative_to(home).as_posix() for path in paths if path.is_relative_to(home) and path.exists()}


def test_bot_in_a_folder_has_all_of_it_but_what_belongs_to_others(home: Path) -> None:
    entrant = Entrant("it", Kind.PYTHON, command=(str(home / "bots/bot.py"),), folder=str(home / "bots"))
    assert str(home / "bots") in needed(entrant)
    found = set(needed(entrant, {str(home / "bots/other.py")}))
    assert {str(home / f"bots/{name}") for name in ("bot.py", "beside.py", "notes", "pack")} <= found
    assert not found & {str(home / "bots"), str(home / "bots/other.py"), str(home)}


def test_program_in_a_home_has_itself_whatever_its_folder_is_called(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(home / "tools" / "node" / "bin"))
    assert opened(home, "bin/mine", "--fast") == {"bin/mine"}
    assert opened(home, "tools/python/bin/python3.13", "bots/notes") == {
        "tools/python/bin/python3.13",
        "bots/notes",
    }
    assert opened(home, "tools/node/bin/node") == {"tools/node/bin/node"}


@pytest.mark.parametrize(
    ("interpreter", "its"),
    [
        (".local/bin/lua", {".local/lib"}),
        ("tools/node/bin/node", {"tools/node/bin", "tools/node/lib"}),
        (
            "env/bin/python",
            {"env/bin", "env/pyvenv.cfg", "tools/python/bin", "tools/python/lib", "tools/python/bin/python3.13"},
        ),
    ],
)
def test_interpreter_in_path_has_what_it_was_installed_with(
    interpreter: str, its: set[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{(home / interpreter).parent}:/usr/bin")
    assert opened(home, interpreter, "bots/notes") == {interpreter, "bots/notes", *its}
    (home / "bots" / "bot.sh").write_text(f"#! {home / interpreter} -x\n", "ascii")
    assert opened(home, "bots/bot.sh") == {interpreter, "bots/bot.sh", *its}


@pytest.mark.parametrize(
    "line",
    [
        *("/usr/bin/env node", "/usr/bin/env -S node --jitless", "/usr/bin/env -iS -v X=1 Y='a b' node -x"),
        *("/bin/env --split-string=node", " \t/usr/bin/env\tnode"),
    ],
)
def test_script_has_the_interpreter_that_env_runs(line: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node, script = home / "tools" / "node" / "bin" / "node", Entrant("it", Kind.PROGRAM, command=(f"{home}/it.js",))
    (home / "it.js").write_text(f"#!{line}\n", "ascii")
    monkeypatch.setenv("PATH", str(node.parent))
    assert opened(home, "./it.js") == {"it.js", *(f"tools/node/{name}" for name in ("bin", "bin/node", "lib"))}
    assert advice(script) == ""
    node.write_text("#!/bin/sh\n", "ascii")
    assert (
        advice(script) == f"{node} is a script that starts another program: put that program's folder first in PATH"
    )


@pytest.mark.parametrize(
    "line",
    [
        *('/usr/bin/env -S X="a node b" /usr/bin/python3', "/usr/bin/env -S -u node /usr/bin/python3"),
        *("/usr/bin/env node --jitless", "/usr/bin/env -S PATH=/ node", "/usr/bin/env -S '${X}' node"),
        *("/usr/bin/env -S # node", "/usr/bin/env -C node python3", "HOME/env node", "tools/node/bin/node"),
        *("HOME/tools/python/bin/python3.13", "HOME/bots/../tools/node/bin/node", "/usr/bin/env", ""),
    ],
)
def test_first_line_opens_nothing_but_the_interpreter_that_runs_a_script(
    line: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the text line names an interpreter in the home by a path that isn't in PATH, `advice` says what to do."""
    monkeypatch.setenv("PATH", str(home / "tools" / "node" / "bin"))
    (home / "bots" / "bot.sh").write_text(f"#!{line.replace('HOME', str(home))}\n", "ascii")
    assert opened(home, "bots/bot.sh") == {"bots/bot.sh"}
    program = Entrant("it", Kind.PROGRAM, command=(str(home / "bots" / "bot.sh"),))
    assert advice(program).endswith(CLOSED) == line.startswith("HOME")


@pytest.mark.parametrize(
    "command", [("tools/python/bin/python3.13", "bots/notes"), ("bin/mine",), ("it", "bots/notes")]
)
def test_interpreter_that_is_named_by_a_path_is_told_of(command: tuple[str, ...], home: Path) -> None:
    (home / "it").touch(mode=0o755)
    words = tuple(str(home / word) for word in command)
    told = advice(Entrant("it", Kind.PROGRAM, command=words))
    assert told == ("" if "tools" not in command[0] else f"the libraries of {words[0]} {CLOSED}")


def test_links_beside_a_bot_and_in_its_folder_lead_nowhere(home: Path) -> None:
    """A link that the command names is followed, though, if it leads to a file in the same folder."""
    for name, target in (
        ("all.so", "../.."),
        ("pack.py", "../library"),
        ("data", "../library/novel"),
        ("it", "notes"),
    ):
        (home / "bots" / name).symlink_to(target)
    assert opened(home, "bots/bot.py", kind=Kind.PYTHON) == {"bots/bot.py"}
    for name in ("all.so", "pack.py", "data"):
        assert opened(home, "bin/mine", f"bots/{name}") == {"bin/mine"}
    assert opened(home, "bin/mine", "bots/it") == {"bin/mine", "bots/notes"}


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
