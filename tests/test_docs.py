"""The documents, against what they are about: the parser, the files, the benchmark, a real game.

That their sentences are true is not seen here; what is seen is that nothing is missing and that no figure, command,
link or picture is out of date.
"""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from h89yahtzee import __version__
from h89yahtzee.apps import snapshot
from h89yahtzee.apps.options import PHOSPHORS, _parser, parse_options
from h89yahtzee.game.notation import parse_records
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.players.catalogue import STRATEGIES
from scripts import picture
from scripts.benchmarks import wire

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "h89yahtzee"
TIME_LIMIT = 30

README = (ROOT / "README.md").read_text("utf-8")
MAN_PAGE = (ROOT / "docs" / "yahtzee.6").read_text("utf-8")
ARCHITECTURE = (PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", PACKAGE / "ARCHITECTURE.md"]

OPTIONS = {option for action in _parser()._actions for option in action.option_strings}
SCRIPTS = {"scripts/play", "scripts/test", "scripts/check", "scripts/bench"}


def spelled_options(text: str) -> set[str]:
    """Everything in `text` that looks like an option, a value attached to a short one cut off."""
    return set(re.findall(r"(?<![\w-])(?:--[a-z][a-z-]*|-[a-z]+)", text))


def man_page_options() -> set[str]:
    """The options that the man page spells out, as macros or in examples."""
    lines = [line for line in MAN_PAGE.split("\n") if line.startswith((".Fl", ".It Fl", ".Op Fl", ".Dl"))]
    as_macros = {f"-{word}" for line in lines for word in re.findall(r"(?:\bFl|\|) (-?[a-z][a-z-]*)", line)}
    return as_macros | spelled_options("\n".join(line for line in lines if line.startswith(".Dl")))


def option_table() -> str:
    return README.partition("## Options")[2].partition("\n## ")[0]


def test_readme_has_every_option_in_its_table_and_no_other_anywhere() -> None:
    assert spelled_options(option_table()) >= OPTIONS
    assert spelled_options(README) <= OPTIONS


def test_man_page_has_every_option_and_no_other() -> None:
    described = {
        f"-{word}"
        for line in MAN_PAGE.split("\n")
        if line.startswith(".It Fl")
        for word in re.findall(r"\bFl (\S+)", line)
    }
    assert described == OPTIONS
    assert man_page_options() == OPTIONS


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategy_is_in_both(strategy: str) -> None:
    assert f"| `{strategy}` |" in README
    assert f".It Cm {strategy}\n" in MAN_PAGE


@pytest.mark.parametrize("phosphor", PHOSPHORS)
def test_phosphor_is_in_both(phosphor: str) -> None:
    assert f"`{phosphor}`" in option_table()
    assert re.search(rf"^\.Cm {phosphor}\b", MAN_PAGE, re.MULTILINE)


def test_man_page_has_the_baud_rates() -> None:
    sentence = MAN_PAGE.partition("The speed of the line:")[2].partition(".\n")[0]
    assert [int(number) for number in re.findall(r"\d+", sentence)] == list(BAUD_RATES)


def commands() -> list[str]:
    """Every command line of the game in the README and in the man page's examples."""
    in_readme = re.findall(r"^    (?:TERM=h19 )?scripts/play (.*)", README, re.MULTILINE)
    return in_readme + re.findall(r"^\.Dl yahtzee (.*)", MAN_PAGE, re.MULTILINE)


def test_documents_have_commands() -> None:
    assert len(commands()) >= 10


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_command_is_understood(command: str) -> None:
    options = parse_options(shlex.split(command))
    assert options.replay or options.players


def test_scripts_that_readme_names_are_there() -> None:
    named = set(re.findall(r"\bscripts/[a-z]+", README))
    assert named >= SCRIPTS
    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_relative_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text("utf-8")):
        path, _, heading = target.partition("#")
        linked = document.parent / path if path else document
        assert linked.is_file(), target
        assert not heading or heading in headings(linked), target


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, as code forges make them."""
    titles = re.findall(r"^#+ (.*)", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_readme_shows_the_screen_of_a_real_game() -> None:
    assert f"```\n{snapshot.text(picture.screen())}\n```" in README


def test_svg_shows_the_same_screen() -> None:
    assert picture.FILE.read_text("utf-8") == picture.svg(picture.screen())


def test_readme_has_the_bytes_that_bench_counts() -> None:
    report = "\n".join(wire.report())
    assert f"```\n{report}\n```" in README


def test_sample_record_of_the_man_page_is_a_record() -> None:
    sample = MAN_PAGE.partition("-offset indent\n")[2].partition("\n.Ed")[0]
    [record] = parse_records(sample)
    assert len(list(record.states())) == 3


def test_architecture_has_every_package_and_file_and_no_other() -> None:
    files = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")}
    packages = {name.removesuffix("__init__.py") for name in files if name.endswith("/__init__.py")}
    termcaps = {f"termcaps/{path.name}" for path in (ROOT / "termcaps").glob("*.t[ci]")}
    assert set(re.findall(r"^### `(.*)`", ARCHITECTURE, re.MULTILINE)) == packages | {"termcaps/"}
    listed = re.findall(r"^- `([^`]*)`: \S", ARCHITECTURE, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) == termcaps | {name for name in files if not name.endswith("/__init__.py")}


def test_files_named_in_passing_exist() -> None:
    named = set(re.findall(r"`([a-z0-9_]+/[a-z0-9_.]*)`", ARCHITECTURE))
    assert [name for name in named if not ((PACKAGE / name).exists() or (ROOT / name).exists())] == []


def test_changelog_begins_with_this_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc isn't installed")
def test_mandoc_finds_nothing_wrong() -> None:
    command = ["mandoc", "-T", "lint", "-W", "style", "docs/yahtzee.6"]
    linted = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False, timeout=TIME_LIMIT)
    assert (linted.stdout, linted.returncode) == ("", 0)
