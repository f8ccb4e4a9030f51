"""Entrants of a tournament as they are typed on the command line, and the files of their bots."""

import os
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrant, parse_entrants
from h89yahtzee.arena.sandbox.bot_files import located
from h89yahtzee.players.catalogue import STRATEGIES
from tests.naming import each

STRATEGY, PYTHON, PROGRAM = Kind.STRATEGY, Kind.PYTHON, Kind.PROGRAM


@each(
    ("text", "entrant"),
    [
        ("classic", Entrant("classic", STRATEGY, "classic")),
        ("classic:ha=5", Entrant("classic:ha=5", STRATEGY, "classic", ha=5)),
        ("classic:hb=-2,ha=10", Entrant("classic:hb=-2,ha=10", STRATEGY, "classic", ha=10, hb=-2)),
        ("Ronald=classic:ha=5", Entrant("Ronald", STRATEGY, "classic", ha=5)),
        ("bots/mine.py", Entrant("mine", PYTHON, command=("bots/mine.py",))),
        ("mine.py", Entrant("mine", PYTHON, command=("mine.py",))),
        ("greedy=greedy.py", Entrant("greedy", PYTHON, command=("greedy.py",))),
        ("./mine", Entrant("mine", PROGRAM, command=("./mine",))),
        ("./mine --fast 'a b' x=1", Entrant("mine", PROGRAM, command=("./mine", "--fast", "a b", "x=1"))),
        ("node mine.js", Entrant("mine.js", PROGRAM, command=("node", "mine.js"))),
        ("java -jar mine.jar", Entrant("mine.jar", PROGRAM, command=("java", "-jar", "mine.jar"))),
        (
            "/bin/python3.12 -u mine.py x.y",
            Entrant("mine.py", PROGRAM, command=("/bin/python3.12", "-u", "mine.py", "x.y")),
        ),
        ("env python3 bots/mine", Entrant("mine", PROGRAM, command=("env", "python3", "bots/mine"))),
        ("java -cp bots Mine", Entrant("bots", PROGRAM, command=("java", "-cp", "bots", "Mine"))),
        ("node -", Entrant("node", PROGRAM, command=("node", "-"))),
        ("Fred=/opt/mine -v", Entrant("Fred", PROGRAM, command=("/opt/mine", "-v"))),
        ("'my bots/mine.py'", Entrant("mine", PYTHON, command=("my bots/mine.py",))),
    ],
)
def test_what_is_typed(text: str, entrant: Entrant) -> None:
    assert parse_entrant(text) == entrant


@each(
    ("text", "expected"),
    [
        ("", "a FILE.py or a ./PROGRAM"),
        ("nobody", "expected classic"),
        ("gredy", "a FILE.py or a ./PROGRAM, not 'gredy'; did you mean 'greedy'?"),
        ("nobody", "a FILE.py or a ./PROGRAM, not 'nobody'"),
        ("x=", "a FILE.py or a ./PROGRAM"),
        ("classic:", "expected classic:ha=NUMBER"),
        ("classic:ha=x", "not 'classic:ha=x'"),
        ("classic:ha=1,ha=2", "expected classic:ha=NUMBER"),
        ("greedy:ha=1", "expected classic:ha=NUMBER"),
        ("./mine 'half", "no closing quotation"),
        ("a" * 61 + "=greedy", "a name of at most 60 printable characters"),
        ("'a\nb.py'", "printable characters, not 'a\\nb'"),
    ],
)
def test_what_is_no_entrant(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        parse_entrant(text)
    assert expected in str(error.value)


def test_every_strategy_is_an_entrant() -> None:
    assert [parse_entrant(name).strategy for name in STRATEGIES] == [*STRATEGIES]


def test_equal_names_get_numbers() -> None:
    typed = ["greedy", "greedy", "x=classic", "greedy-1=random", "a/b.py", "c/b.py", "x=greedy"]
    names = [entrant.name for entrant in parse_entrants(typed)]
    assert names == ["greedy-2", "greedy-3", "x-1", "greedy-1", "b-1", "b-2", "x-2"]


def test_files_are_found_from_where_they_were_typed(tmp_path: Path) -> None:
    for name in ("mine.py", "mine", "mine.js"):
        (tmp_path / name).write_text("")
    (tmp_path / "mine").chmod(0o700)
    assert located(parse_entrant("./mine.py"), tmp_path).command == (str(tmp_path / "mine.py"),)
    moved = located(parse_entrant("./mine mine.js --fast -v none"), tmp_path)
    assert moved.command == (str(tmp_path / "mine"), str(tmp_path / "mine.js"), "--fast", "-v", "none")
    assert located(moved, tmp_path / "elsewhere") == moved
    assert Path(located(parse_entrant("sh -c true"), tmp_path).command[0]).is_absolute()
    assert located(parse_entrant("greedy"), tmp_path) == parse_entrant("greedy")


@pytest.mark.parametrize("name", ["mine.py", "folder/bot.py"])
def test_run_bit_and_first_line_decide_what_a_file_in_python_is(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    typed = f"./{name.removesuffix('/bot.py')}"
    for first, mode, kind in [
        ("#!/usr/bin/env python3", 0o700, PROGRAM),
        ("#!/usr/bin/env python3", 0o600, PYTHON),
        ("import os", 0o700, PYTHON),
    ]:
        path.write_text(first)
        path.chmod(mode)
        found = located(parse_entrant(typed), tmp_path)
        assert (found.kind, found.command, found.name) == (
            kind,
            (str(path),),
            name.partition("/")[0].removesuffix(".py"),
        )


def test_a_folder_is_the_bot_whose_file_it_has(tmp_path: Path) -> None:
    for file in ("in-python/bot.py", "program/bot", "both/bot", "both/bot.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch(mode=0o700)

    def found(text: str) -> Entrant:
        return located(parse_entrant(text), tmp_path)

    def path(name: str) -> str:
        return str(tmp_path / name)

    in_python = Entrant("in-python", PYTHON, command=(path("in-python/bot.py"),), folder=path("in-python"))
    assert found("./in-python") == found("./in-python/") == located(in_python) == in_python
    assert found("./program --fast").command == (path("program/bot"), "--fast")
    assert found("it=./both") == Entrant("it", PROGRAM, command=(path("both/bot"),), folder=path("both"))
    (tmp_path / "program/bot").chmod(0o600)
    with pytest.raises(ValueError, match="may not be executed"):
        found("./program")
    with pytest.raises(ValueError, match=r"expected the file bot in the folder \./in-python, and it isn't there"):
        found("./in-python --fast")


@pytest.mark.parametrize("text", ["none.py", "./none", "none-such-program x", ".", "./folder"])
def test_files_that_are_not_there(text: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    entrant = Entrant("x", PROGRAM, command=(".",)) if text == "." else parse_entrant(text)
    with pytest.raises(ValueError, match="isn't there"):
        located(entrant, tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="files have other permissions")
def test_program_that_may_not_be_executed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    with pytest.raises(ValueError, match=r"may not be executed: chmod \+x \./mine allows it"):
        located(parse_entrant("./mine"), tmp_path)
