"""`--man`: a program's manual page, shown by man(1) or as our own plain text, which is compared with mandoc's."""

from __future__ import annotations

import gzip
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.options import manual
from h89yahtzee.apps.options.manual import plain_text
from tests.apps.games import ROOT
from tests.programs import run

PAGES = sorted((ROOT / "docs").glob("*.[567]"))
TIME_LIMIT = 240


def words(lines: list[str]) -> list[str]:
    """Return the words of text lines, joined where one ends with a hyphen. Dashes and bullets are left out,
    since formatters differ in them."""
    text = re.sub(r"(?<=[a-z]-)\s+(?=[a-z])", "", " ".join(lines))
    return [word for word in text.split() if word != "o" and re.search(r"\w", word)]


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc isn't installed")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_plain_text_has_the_words_that_mandoc_sets(page: Path) -> None:
    command = ["mandoc", "-T", "ascii", "-O", "width=200", str(page)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=TIME_LIMIT)
    _head, *body, _foot = re.sub(".\b", "", ran.stdout).strip().split("\n")
    assert words(list(plain_text(page.read_text("utf-8")))) == words(body)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("man") is None, reason="man isn't installed")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_man_finds_room_for_all_in_80_columns(page: Path) -> None:
    env = os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    ran = subprocess.run(["man", "-l", page], env=env, capture_output=True, text=True, timeout=TIME_LIMIT)
    assert (ran.returncode, ran.stderr) == (0, "")


TABLE = """\
.Bl -column "F1 to F5" "d" "what it does"
.It F1 to F5 Ta 1 Ta select a die
or deselect it
.It F9 Ta "" Ta ROLL
.El
"""


def test_tables_stand_in_columns() -> None:
    rows = ["     F1 to F5  1  select a die or deselect it", "     F9           ROLL"]
    assert list(plain_text(TABLE)) == ["", *rows]


def shown(tmp_path: Path, status: int, term: str = "dumb") -> str:
    """Run `yahtzee --man` on a terminal, with a man(1) that ends with `status`; return what is shown."""
    man = tmp_path / "man"
    man.write_text(f"#!/bin/sh\necho man shows $1 $LC_ALL\nexit {status}\n")
    man.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
    env |= {"PATH": f"{tmp_path}:/usr/bin:/bin", "TERM": term, "LC_CTYPE": "C"}
    words = ["-m", "h89yahtzee", "me", "--man"]
    child = pexpect.spawn(sys.executable, words, cwd=str(ROOT), env=env, timeout=TIME_LIMIT, encoding="ascii")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return child.before or ""


def test_terminal_gets_it_by_man(tmp_path: Path) -> None:
    assert shown(tmp_path, 0) == f"man shows {ROOT / 'docs' / 'yahtzee.6'}\r\n"


def test_man_prints_ascii_on_an_h19(tmp_path: Path) -> None:
    """In the locale C Python would pass on C.UTF-8, which an H19 can't show."""
    assert shown(tmp_path, 0, "h19") == f"man shows {ROOT / 'docs' / 'yahtzee.6'} C\r\n"


def test_terminal_gets_plain_text_where_man_fails(tmp_path: Path) -> None:
    said = shown(tmp_path, 1)
    assert "\r\n     yahtzee -- H89 YAHTZEE on an H19 " in said
    assert "\r\nSYNOPSIS\r\n     yahtzee [options] [name" in said


def test_pipe_gets_plain_text() -> None:
    said = run(
        [sys.executable, "-m", "h89yahtzee", "--man"], cwd=ROOT, capture_output=True, text=True, timeout=TIME_LIMIT
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("\nNAME\n     yahtzee -- ")


@pytest.mark.slow
def test_without_a_page_one_line_says_so(tmp_path: Path) -> None:
    """The package was only copied: it is neither in a clone nor installed, and there is no manual page of a Linux
    distribution."""
    shutil.copytree(ROOT / "h89yahtzee", tmp_path / "h89yahtzee", ignore=shutil.ignore_patterns("__pycache__"))
    program = f"import runpy, sys; sys.prefix = '{tmp_path}'; runpy.run_module('h89yahtzee', run_name='__main__')"
    said = subprocess.run(
        [sys.executable, "-S", "-c", program, "--man"],
        cwd=tmp_path,
        env={"PATH": "/nowhere"},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIME_LIMIT,
    )
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == "yahtzee: the page of yahtzee(6) wasn't installed with it\n"


def test_page_is_found_where_a_distribution_has_compressed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without pip's list of installed files the page is found beside the interpreter or where man(1) finds it."""
    page = tmp_path / "share" / "man" / "man6" / "yahtzee.6.gz"
    page.parent.mkdir(parents=True)
    page.write_bytes(gzip.compress((ROOT / "docs" / "yahtzee.6").read_bytes()))
    (tmp_path / "man").write_text(f'#!/bin/sh\n[ "$*" = "-w 6 yahtzee" ] && echo {page}\n')
    (tmp_path / "man").chmod(0o755)
    monkeypatch.setattr(manual, "__file__", str(tmp_path / "a" / "b" / "c" / "manual.py"))
    monkeypatch.setattr(importlib.metadata, "files", lambda _: None)
    for prefix, path in ((tmp_path, "/nowhere"), (tmp_path / "other", f"{tmp_path}:{os.environ['PATH']}")):
        monkeypatch.setattr(sys, "prefix", str(prefix))
        monkeypatch.setenv("PATH", path)
        manual.show_manual("yahtzee")
        assert "     yahtzee -- " in capsys.readouterr().out
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="the page of yahtzee"):
        manual.show_manual("yahtzee")
