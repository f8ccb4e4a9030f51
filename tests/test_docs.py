"""The documents, against what they are about: the parser, the files, the benchmark, a real game.

That their sentences are true is not seen here; what is seen is that nothing is missing and that no figure, command,
link or picture is out of date.
"""

import ast
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from h89yahtzee import __version__
from h89yahtzee.apps import terminal_options
from h89yahtzee.apps.arena import arena_options
from h89yahtzee.apps.h19 import h19_options, machine_tests, snapshot
from h89yahtzee.apps.h19.menu import MENU
from h89yahtzee.apps.solve import solve_options
from h89yahtzee.apps.solve.best_plays import position_lines
from h89yahtzee.apps.solve.decide import answers as solve_answers
from h89yahtzee.apps.yahtzee import option_parser, settings_file, yahtzee_options
from h89yahtzee.apps.yahtzee.record_check import answers
from h89yahtzee.game.rules import BONUSES, RULE_SETS, RuleSet
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.log.disassembly import Disassembler, KeyDisassembler
from h89yahtzee.notation.position_text import format_position, parse_position
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES
from h89yahtzee.screen.keys import Key
from scripts import picture
from scripts.benchmarks import game
from tests.apps.arena.arenas import Arena
from tests.apps.games import YAHTZEE, Games

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "h89yahtzee"
TIME_LIMIT = 30

README = (ROOT / "README.md").read_text("utf-8")
MAN_PAGE = (ROOT / "docs" / "yahtzee.6").read_text("utf-8")
RECORD_MAN_PAGE = (ROOT / "docs" / "h89yahtzee-record.5").read_text("utf-8")
ARENA_MAN_PAGE = (ROOT / "docs" / "yahtzee-arena.6").read_text("utf-8")
SOLVE_MAN_PAGE = (ROOT / "docs" / "yahtzee-solve.6").read_text("utf-8")
H19_MAN_PAGE = (ROOT / "docs" / "h19.6").read_text("utf-8")
ARCHITECTURE = (PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", PACKAGE / "ARCHITECTURE.md"]

SCRIPTS = {"scripts/play", "scripts/test", "scripts/check", "scripts/bench", "scripts/termcaps"}
H19 = (sys.executable, "-c", "import sys; from h89yahtzee.apps.h19.emulate import main; sys.exit(main())")
DUMP_ROW = '{"sw402": 0, "input": "1b593520"}'
KEYS_ROW = '{"mode": "heath", "keypad": "normal", "key": "f1", "shift": 0, "ctrl": 0, "insert": 0}'


def section(title: str) -> str:
    """That of the README."""
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def option_table() -> str:
    return section("Options")


def without_commands(text: str) -> str:
    """`text` without the commands that are given to h19, which have options of their own."""
    return re.sub(r" (?:--|\\-\\-) .*", "", text)


class Documented(NamedTuple):
    """A program and where its options are told."""

    options: set[str]
    table: str
    readme: str
    man_page: str


H19_SECTION = section("The terminal h19")
SOLVE_SECTION = section("Exact values: yahtzee-solve")
ARENA_SECTION = section("Tournaments: yahtzee-arena")
PROGRAMS = [
    Documented(
        {option for action in option_parser.option_parser()._actions for option in action.option_strings},
        option_table(),
        README.replace(H19_SECTION, "").replace(SOLVE_SECTION, "").replace(ARENA_SECTION, ""),
        MAN_PAGE,
    ),
    Documented(
        {option for action in h19_options._parser()._actions for option in action.option_strings},
        H19_SECTION,
        without_commands(H19_SECTION),
        without_commands(H19_MAN_PAGE),
    ),
    Documented(
        {option for action in solve_options.solve_option_parser()._actions for option in action.option_strings},
        SOLVE_SECTION,
        SOLVE_SECTION.replace("that `--record` wrote", ""),
        SOLVE_MAN_PAGE,
    ),
    Documented(
        {option for action in arena_options.arena_parser()._actions for option in action.option_strings},
        ARENA_SECTION,
        ARENA_SECTION,
        ARENA_MAN_PAGE,
    ),
]
IDS = ["yahtzee", "h19", "yahtzee-solve", "yahtzee-arena"]


def spelled_options(text: str) -> set[str]:
    """Everything in `text` that looks like an option, a value attached to a short one cut off."""
    return set(re.findall(r"(?<![\w-])(?:--[a-z0-9][a-z0-9-]*|-[a-z]+)", text))


def man_page_options(page: str) -> set[str]:
    """The options that a man page spells out, as macros or in examples."""
    lines = page.split("\n")
    macros = [line for line in lines if line.startswith((".Fl", ".It Fl", ".Op Fl"))]
    as_macros = {f"-{word}" for line in macros for word in re.findall(r"(?:\bFl|\|) (-?[a-z0-9][a-z0-9-]*)", line)}
    return as_macros | spelled_options("\n".join(line for line in lines if line.startswith(".Dl")))


@pytest.mark.parametrize("program", PROGRAMS, ids=IDS)
def test_readme_has_every_option_in_its_table_and_no_other_anywhere(program: Documented) -> None:
    rows = "\n".join(line for line in program.table.split("\n") if line.startswith("| `"))
    assert spelled_options(rows) >= program.options
    assert spelled_options(program.readme) <= program.options


@pytest.mark.parametrize("program", PROGRAMS, ids=IDS)
def test_man_page_has_every_option_and_no_other(program: Documented) -> None:
    described = {
        f"-{word}"
        for line in program.man_page.split("\n")
        if line.startswith(".It Fl")
        for word in re.findall(r"\bFl (\S+)", line)
    }
    assert described == program.options
    assert man_page_options(program.man_page) == program.options


def test_settings_are_in_both() -> None:
    keys = sorted(option_parser.settable_options())
    sentence = section("Settings").partition("The keys are ")[2].partition(", the long names")[0]
    assert re.findall("`(.*?)`", sentence) == keys
    entry = MAN_PAGE.partition("config.toml\n")[2].partition("each as the long option")[0]
    assert re.findall(r"^\.Cm (\S+)", entry, re.MULTILINE) == keys


def test_settings_of_the_readme_are_settings() -> None:
    sample = section("Settings").partition("```toml\n")[2].partition("```")[0]
    assert len(settings_file.parse_settings(sample)) == 3


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategy_is_in_both(strategy: str) -> None:
    assert f"| `{strategy}` |" in README
    assert f".It Cm {strategy}\n" in MAN_PAGE


def test_how_well_they_play_is_the_same_in_both() -> None:
    """The exact means of the two best are published."""
    table = section("Computer players").partition("| strategy | level |")[2].partition("\n\n")[0]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    listed = MAN_PAGE.partition(".It strategy Ta level")[2].partition(".El")[0]
    assert rows == [line.removeprefix(".It ").replace('""', "").split(" Ta ") for line in listed.splitlines()[1:]]
    assert {row[0] for row in rows} == {*STRATEGIES}
    assert {row[1]: row[0] for row in rows if row[1]} == LEVELS
    assert {tuple(row[2:4]) for row in rows if row[0] in ("optimal", "winner")} == {("245.9", "254.6")}


@pytest.mark.parametrize("program", PROGRAMS[:2], ids=IDS[:2])
@pytest.mark.parametrize("phosphor", terminal_options.PHOSPHORS)
def test_phosphor_is_in_both(program: Documented, phosphor: str) -> None:
    assert f"`{phosphor}`" in program.table
    assert re.search(rf"^\.Cm {phosphor}\b", program.man_page, re.MULTILINE)


@pytest.mark.parametrize("program", PROGRAMS[:2], ids=IDS[:2])
def test_man_page_has_the_baud_rates(program: Documented) -> None:
    sentence = program.man_page.partition("The speed of the line:")[2].partition(".\n")[0]
    assert [int(number) for number in re.findall(r"\d+", sentence)] == list(BAUD_RATES)


def commands() -> list[str]:
    """Every command line of the game in the README and in the man page's examples."""
    in_readme = re.findall(r"^    (?:TERM=h19 )?scripts/play (.*)", README, re.MULTILINE)
    return in_readme + re.findall(r"^\.Dl yahtzee (.*?)(?: <.*)?$", MAN_PAGE, re.MULTILINE)


def test_documents_have_commands() -> None:
    assert len(commands()) >= 10


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_command_is_understood(command: str) -> None:
    understood = yahtzee_options.parse_options(shlex.split(command))
    assert understood.replay or understood.players


def h19_commands() -> list[str]:
    """Every command line of h19 in the README and in the man page's examples."""
    in_readme = re.findall(r"^    .*\.venv/bin/h19 (.*)", README, re.MULTILINE)
    examples = re.findall(r"^\.Dl (?:.*\| )?h19 (.*)", H19_MAN_PAGE, re.MULTILINE)
    return in_readme + [example.replace("\\-", "-") for example in examples]


def test_documents_have_commands_of_h19() -> None:
    assert len(h19_commands()) >= 11


@pytest.mark.parametrize("command", sorted(set(h19_commands())))
def test_h19_command_is_understood(command: str) -> None:
    understood = h19_options.parse_h19_options(shlex.split(command))
    assert understood.command or understood.line or understood.listen or understood.dump


def solve_commands() -> list[str]:
    """Every command line of yahtzee-solve in the README and in the man page's examples."""
    in_readme = re.findall(r"^    \.venv/bin/yahtzee-solve (.*?)(?: <.*)?$", README, re.MULTILINE)
    examples = re.findall(r"^\.Dl yahtzee-solve (.*)", SOLVE_MAN_PAGE, re.MULTILINE)
    return in_readme + [example.replace("\\(dq", '"') for example in examples]


def test_documents_have_commands_of_yahtzee_solve() -> None:
    assert len(solve_commands()) >= 9


@pytest.mark.parametrize("command", sorted(set(solve_commands())))
def test_command_of_yahtzee_solve_is_understood(command: str) -> None:
    understood = solve_options.parse_solve_options(shlex.split(command))
    if understood.position is not None:
        assert parse_position(understood.position).dice


def test_readme_shows_the_plays_that_are_printed() -> None:
    shown = SOLVE_SECTION.partition("```\n")[2].partition("```")[0].splitlines()

    assert [*position_lines(shown[0], solve_options.parse_solve_options([]))][: len(shown)] == shown


def test_position_of_the_solve_man_page_is_answered() -> None:
    sample = SOLVE_MAN_PAGE.partition(".Bd -literal\n")[2].partition(".Ed")[0]
    [answer] = solve_answers([sample.replace("\n", " ")])
    assert answer["action"] == "roll"


def arena_commands() -> list[str]:
    """Every command line of yahtzee-arena in the README and in the man page's examples."""
    in_readme = re.findall(r"^    \.venv/bin/yahtzee-arena (.*)", README, re.MULTILINE)
    examples = re.findall(r"^\.Dl yahtzee-arena (.*?)(?: >.*)?$", ARENA_MAN_PAGE, re.MULTILINE)
    return in_readme + [example.replace("\\(dq", '"') for example in examples]


def test_documents_have_commands_of_yahtzee_arena() -> None:
    assert len(arena_commands()) >= 9


@pytest.mark.parametrize("command", sorted(set(arena_commands())))
def test_command_of_yahtzee_arena_is_understood(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the bots that it names, empty, in a folder of their own."""
    for word in command.replace('"', " ").split():
        if word == "node" or word.startswith("./") or word.endswith((".py", ".js")):
            bot = tmp_path / word
            bot.parent.mkdir(parents=True, exist_ok=True)
            bot.touch(0o700)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    understood = arena_options.parse_arena_options(shlex.split(command))
    assert understood.plan or understood.resumes


@pytest.mark.slow
def test_readme_has_the_table_that_its_command_prints(tmp_path: Path) -> None:
    arena = Arena(tmp_path)
    assert f"```\n{arena.table('--seed', '7', 'classic', 'greedy', 'random')}```" in ARENA_SECTION
    arena.close()


def test_h19_man_page_has_every_choice_of_the_menu_and_no_other() -> None:
    table = H19_MAN_PAGE.partition(".Sh MENU\n")[2].partition("\n.El")[0]
    rows = re.findall(r"^\.It (.*) Ta ", table, re.MULTILINE)
    told = " ".join(rows).replace("\\&", "").split()
    names = {key.name if isinstance(key, Key) else key for key in MENU}
    assert sorted(told) == sorted(names)


def test_h19_man_page_has_every_name_of_a_key_and_no_other() -> None:
    names = H19_MAN_PAGE.partition(".It Cm key\n")[2].partition(".El")[0]
    told = re.findall(r'^\.Li (?:"(.*)"|(\S+))', names, re.MULTILINE)
    assert [quoted or plain.replace("\\&", "") for quoted, plain in told] == [*machine_tests._KEYS]


def test_h19_man_page_has_every_field_of_a_dump_and_no_other() -> None:
    fields = H19_MAN_PAGE.partition(".Sh FOR MACHINES")[2].partition("\n.El")[0]
    modes = re.findall(r"^\.Cm (.*)", fields.partition(".It Cm modes\n")[2], re.MULTILINE)
    dumped = machine_tests.dump(b"", 0, 0)
    assert re.findall(r"^\.It Cm (\S+)$", fields, re.MULTILINE) == [*dumped]
    assert isinstance(dumped["modes"], dict)
    assert " ".join(modes).replace(",", "").split() == [*dumped["modes"]]


def test_rows_for_machines_of_the_h19_man_page_are_taken() -> None:
    assert f"\n{DUMP_ROW}\n" in H19_MAN_PAGE
    [dumped] = machine_tests.dump_lines([DUMP_ROW], 0, 0)
    assert json.loads(dumped)["cursor"] == [21, 0]
    assert f"\n{KEYS_ROW}\n" in H19_MAN_PAGE
    [answered] = machine_tests.key_lines([KEYS_ROW])
    assert json.loads(answered) == {**json.loads(KEYS_ROW), "sends": "1b53", "local": False}


def test_logs_in_the_documents_are_logs() -> None:
    received, sent = Disassembler(), KeyDisassembler(ansi=False)
    as_in_the_manual = received.feed(b"\x1bY50HELLO\a")
    lines = [f"-> {line}" for line in as_in_the_manual] + [f"<- {line}" for line in sent.feed(b"\x1bS")]
    assert "indent\n{}\n.Ed".format("\n".join(lines)) in H19_MAN_PAGE
    as_in_the_readme = [f"-> {line}" for line in received.feed(b"\x1bY5 HELLO\x1bZ")]
    assert "```\n{}\n```".format("\n".join(as_in_the_readme)) in README


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


def test_readme_shows_the_same_on_a_vt52() -> None:
    assert f"```\n{snapshot.text(picture.screen('vt52'))}\n```" in README


def test_terminals_are_in_both() -> None:
    names = {path.stem for path in (ROOT / "termcaps").glob("*.tc")}
    sentence = section("On other terminals").partition("The names are ")[2].partition(" and some")[0]
    assert set(re.findall("`(.*?)`", sentence)) == names
    listed = MAN_PAGE.partition(".It Fl -term Ar name")[2].partition("\n.El")[0]
    assert set(re.findall(r"^\.It Cm (\S+)$", listed, re.MULTILINE)) == names


def test_svg_shows_the_same_screen() -> None:
    assert picture.FILE.read_text("utf-8") == picture.svg(picture.screen())


def test_picture_of_h19_is_what_its_command_writes(games: Games, tmp_path: Path) -> None:
    [command] = re.findall(r"^    \.venv/bin/h19 (.* --snapshot .*)", README, re.MULTILINE)
    words, _, game = command.replace("h19.svg", str(tmp_path / "h19.svg")).partition(" -- .venv/bin/yahtzee ")
    h19 = games.in_window(*words.split(), "--baud", "19200", "--", *YAHTZEE, *game.split(), command=H19)
    h19.wait_for("2 rolls left", "? HELP")
    h19.wait_for_silence()
    h19.send(b"\x1dq")
    assert h19.exit_status() == 0
    assert (tmp_path / "h19.svg").read_text("utf-8") == (ROOT / "docs" / "h19.svg").read_text("utf-8")


@pytest.mark.slow
def test_readme_has_the_bytes_that_bench_counts() -> None:
    report = "\n".join(game.report())
    assert f"```\n{report}\n```" in README


def test_sample_record_of_the_man_page_is_a_record() -> None:
    sample = MAN_PAGE.partition("-offset indent\n")[2].partition("\n.Ed")[0]
    [record] = parse_records(sample)
    assert len(list(record.states())) == 3


def literals(section: str) -> list[str]:
    """The samples of a section of the man page of records."""
    text = RECORD_MAN_PAGE.partition(f" {section}\n")[2].partition("\n.S")[0]
    return re.findall(r"^\.Bd -literal -offset indent\n(.*?)\n\.Ed", text, re.DOTALL | re.MULTILINE)


def test_sample_records_get_the_verdict_that_is_printed_with_them() -> None:
    [text], [as_json], [told, illegal] = literals("Text"), literals("JSON"), literals("Verdicts")
    [record] = parse_records(text)
    assert len(list(record.states())) == 3
    verdict, twice = answers([" ".join(as_json.split("\n")), " ".join(twice_scored(as_json).split("\n"))])
    assert json.loads(verdict) == json.loads(told)
    assert twice == illegal


def twice_scored(as_json: str) -> str:
    """The game with ones posted once more."""
    return as_json.replace("[5, 4, 4, 4, 2]}]}", '[5, 4, 4, 4, 2]}], "score": "ones/1"}')


def test_sample_positions_are_what_they_are_read_as() -> None:
    [samples] = literals("POSITIONS")
    assert [format_position(parse_position(line)) for line in samples.split("\n")] == samples.split("\n")


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_rule_set_is_in_all_documents(rules: RuleSet) -> None:
    assert f"| `{rules.name}` | {len(rules.categories)} |" in section("Rules")
    assert f".It Cm {rules.name}\n" in MAN_PAGE
    told = RECORD_MAN_PAGE.partition(f"\n.It {rules.name} Ta ")[2].partition("\n.")[0].replace("\n", " ")
    rows = told if not told.startswith("those of h89") else rows_of_h89()
    assert rows == ", ".join(category.name for category in rules.categories)


def rows_of_h89() -> str:
    return RECORD_MAN_PAGE.partition("\n.It h89 Ta ")[2].partition("\n.")[0].replace("\n", " ")


@pytest.mark.parametrize("bonus", BONUSES)
def test_bonus_rule_is_in_all_documents(bonus: str) -> None:
    assert f"`{bonus}`" in option_table()
    for page in (MAN_PAGE, RECORD_MAN_PAGE):
        assert re.search(rf"^\.Cm {bonus}\b", page, re.MULTILINE)


def test_architecture_has_every_folder_and_no_other() -> None:
    packages = {f"{path.parent.relative_to(PACKAGE).as_posix()}/" for path in PACKAGE.rglob("*/__init__.py")}
    listed = re.findall(r"^- `([^`]*)`: \S", ARCHITECTURE, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) == packages | {"termcaps/"}


def test_every_file_says_what_it_is_in_its_first_line() -> None:
    assert [
        path for path in PACKAGE.rglob("*.py") if ast.get_docstring(ast.parse(path.read_text("utf-8"))) is None
    ] == []


def test_files_named_in_passing_exist() -> None:
    named = set(re.findall(r"`([a-z0-9_]+/[a-z0-9_.]*)`", ARCHITECTURE))
    assert [name for name in named if not ((PACKAGE / name).exists() or (ROOT / name).exists())] == []


def test_changelog_begins_with_this_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc isn't installed")
@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "docs").glob("*.[567]")))
def test_mandoc_finds_nothing_wrong(page: str) -> None:
    command = ["mandoc", "-T", "lint", "-W", "style", page]
    linted = subprocess.run(
        command, cwd=ROOT / "docs", stdout=subprocess.PIPE, text=True, check=False, timeout=TIME_LIMIT
    )
    # Which manuals are installed here is not the page's matter.
    missing = "STYLE: referenced manual not found: "
    assert [line for line in linted.stdout.splitlines() if missing not in line] == []


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    games = Games(tmp_path)
    yield games
    games.close()
