"""Checks of all documents: links lead somewhere, programs accept the commands and options, and none is missing.

Indented lines of a Markdown page, lines of a block fenced as `sh` or `console`, and `.Dl` lines of a man page are
commands. Whether sentences are true isn't checked; `test_doc_samples.py` checks the screens, figures and records.
"""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from h89yahtzee import __version__
from h89yahtzee.apps.h19 import dump
from h89yahtzee.apps.h19.tube_view import MENU
from h89yahtzee.apps.h19_test.cases import Case, suite_lines
from h89yahtzee.apps.h19_test.line_checks import Time
from h89yahtzee.apps.h19_test.report import Report, json_report
from h89yahtzee.apps.h19_test.screen_checks import Difference, Part, Result
from h89yahtzee.apps.h19_test.terminal_under_test import Kind
from h89yahtzee.apps.options.declarations import PHOSPHORS, settings_of
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.game.rules import BONUSES, RULE_SETS
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.commands import OLDSTYLE_KEYS
from h89yahtzee.table.preferences import preferences_for
from scripts.benchmarks.__main__ import BENCHMARKS
from tests.apps.options.programs_options import PARSERS
from tests.naming import each

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "h89yahtzee"
DOCS = ROOT / "docs"
TIME_LIMIT = 240

PAGES = sorted(
    [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "termcaps").glob("*.md"), PACKAGE / "ARCHITECTURE.md"]
)
PAGES += sorted((ROOT / "tests").rglob("*.md"))
MAN_PAGES = sorted(DOCS.glob("*.[567]"))
TEXTS = {path: path.read_text("utf-8") for path in (*PAGES, *MAN_PAGES)}
README, PLAYING, MEASUREMENTS = (
    TEXTS[ROOT / name] for name in ("README.md", "docs/playing.md", "docs/measurements.md")
)
ARCHITECTURE = TEXTS[PACKAGE / "ARCHITECTURE.md"]
GAME_MAN_PAGE, H19_MAN_PAGE = TEXTS[DOCS / "yahtzee.6"], TEXTS[DOCS / "h19.6"]
RECORD_MAN_PAGE = TEXTS[DOCS / "h89yahtzee-record.5"]


def parse_game_options(words: Sequence[str]) -> None:
    """Check the players' names, too, since a misspelt value after an option would be taken for a player."""
    assert {player.name for player in parse_options(words).players} <= {"You", "you", "me", "reagan", "king"}


PROGRAMS = PARSERS | {"yahtzee": parse_game_options}
# The documents about one program may name its options only; others may name those of all programs and scripts.
PAGES_OF = {
    "docs/playing.md": "yahtzee",
    "docs/hardware.md": "yahtzee",
    "docs/terminals.md": "yahtzee",
    "docs/fidelity.md": "yahtzee",
    "docs/emulator.md": "h19",
    "docs/h19-suite/README.md": "h19-test",
    "docs/arena.md": "yahtzee-arena",
}
SCRIPT_OPTIONS = {"--arm64", "--bless", "--no-tests", "--help", "-m", "-k", "-n", "-q", "-x"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# The README.


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 200


def test_readme_leads_to_every_page() -> None:
    linked = {(ROOT / target.partition("#")[0]).resolve() for target in links(README)}
    assert {*DOCS.glob("*.md"), *MAN_PAGES, ROOT / "CONTRIBUTING.md", PACKAGE / "ARCHITECTURE.md"} <= linked


# Links and names of files.


def links(text: str) -> list[str]:
    """Targets of links and pictures that are files of the project or headings of the page."""
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:", target)]


def headings(text: str) -> set[str]:
    """The anchors of a page's headings, as code forges make them."""
    titles = re.findall(r"^#+ (.*)", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def leads_somewhere(target: str, page: Path, text: str) -> bool:
    path, _, heading = target.partition("#")
    linked = page.parent / path if path else page
    if not heading:
        return linked.exists()
    return linked.is_file() and heading in headings(text if linked == page else linked.read_text("utf-8"))


def test_relative_links_lead_somewhere() -> None:
    dead = [
        (name_of(page), link)
        for page in PAGES
        for link in links(TEXTS[page])
        if not leads_somewhere(link, page, TEXTS[page])
    ]
    assert dead == []


def test_dead_link_is_seen() -> None:
    live = ["#a-heading", "LICENSE", "docs/playing.md#records"]
    dead = ["#a-sample", "LICENCE", "docs/playing.md#record", "docs/nobody.md#records"]
    page = "# A heading\n\n```\n# A sample\n```\n"
    assert [link for link in (*live, *dead) if leads_somewhere(link, ROOT / "README.md", page)] == live


def test_files_named_in_passing_exist() -> None:
    """Names in backquotes are paths from the root of the clone, from the package or from the document's folder."""
    kept = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "build"]
    folders = "|".join(sorted(name for name in kept if name[0] not in "._"))
    name = rf"`((?:{folders})/[\w./*-]*|[\w/]+/\w+\.py)"
    named = {(page, found.rstrip("/")) for page in PAGES for found in re.findall(name, TEXTS[page])}
    assert len(named) > 40
    missing = [
        (name_of(page), name)
        for page, name in named
        if not any(any(place.glob(name)) for place in (ROOT, PACKAGE, page.parent))
    ]
    assert missing == []


def test_files_that_architecture_names_exist() -> None:
    """The names in backquotes and in fenced blocks are paths from the package or from the root of the clone."""
    walks = "".join(re.findall(r"^```(.*?)^```", ARCHITECTURE, re.DOTALL | re.MULTILINE))
    named = re.findall(r"`([a-z0-9_]+/[a-z0-9_./]*)`", ARCHITECTURE) + re.findall(r"\b[a-z0-9_]+/[\w./]*\w", walks)
    assert len(named) > 40
    assert [name for name in named if not ((PACKAGE / name).exists() or (ROOT / name).exists())] == []


# Commands.


def commands(path: Path) -> Iterator[str]:
    text = TEXTS[path]
    if path in MAN_PAGES:
        for line in re.findall(r"^\.Dl (.*)", text, re.MULTILINE):
            yield line.replace("\\(dq", '"').replace("\\-", "-").replace("\\e", "\\")
        return
    fenced = re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    yield from (line for kind, block in fenced if kind in ("sh", "console") for line in block.splitlines() if line)
    plain = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    for block in re.findall(r"(?<=\n\n)(?: {4}\S.*\n)+", plain):
        yield from (line.strip() for line in block.splitlines())


def understand(command: str) -> None:
    """Raise an exception unless the program that the command calls accepts its arguments."""
    called = re.split(r" [<>] ", command.partition("  #")[0].split(" | ")[-1])[0]
    program, *words = shlex.split(re.sub(r"^[A-Z]+=\w+ ", "", called))
    if program.startswith("scripts/"):
        understand_script(program, words)
    elif program in ("man", ".venv/bin/python"):
        understand_file(words)
    elif program in ("pipx", "python3", "uv", "uvx"):
        assert "h89yahtzee" in words  # slow tests of a release run these
    elif program == ".venv/bin/dask":
        assert words[0] in ("scheduler", "worker")  # a slow test of the arena runs these
    else:
        PROGRAMS[program.removeprefix(".venv/bin/")](words)
    if "--position" in words:
        assert parse_position(words[words.index("--position") + 1]).dice


def understand_script(script: str, words: list[str]) -> None:
    assert (ROOT / script).is_file()
    match script.removeprefix("scripts/"), words:
        case "play", _:
            parse_game_options(words)
        case "test", _:
            understand_file(["-m", "pytest", *words])
        case "bench", [name, *files]:
            assert name in {*BENCHMARKS, "wire"}
            assert all(any(ROOT.glob(file)) for file in files)
        case "termcaps", _:
            assert all((ROOT / "termcaps" / f"{name}.tc").is_file() for name in words if name != "NAME")
        case "web", ["--serve", port]:
            assert port.isdecimal()
        case ("check", ["--no-tests"]) | ("setup", ["play" | "test" | "release"]):
            pass
        case _, []:
            pass
        case _:
            raise AssertionError(words)


def understand_file(words: list[str]) -> None:
    """Check that the files, modules and tests exist that are arguments of `man`, `python` or pytest."""
    if words[:2] == ["-m", "pytest"]:
        words = words[2:]
        assert {word for word in words if word.startswith("-")} <= SCRIPT_OPTIONS
    elif words[:1] == ["-m"]:
        words = [words[1].replace(".", "/") + ".py"]
    for word in words:
        file, _, test = word.partition("::")
        if "/" in file:
            assert (ROOT / file).exists()
            assert not test or f"def {test}(" in (ROOT / file).read_text("utf-8")


def test_commands_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots that the commands name are empty files in the current folder."""
    shown = [(path, command) for path in (*PAGES, *MAN_PAGES) for command in commands(path)]
    assert len(shown) > 60
    for word in {word for _, command in shown for word in re.split(r"[ \"]", command)}:
        if word == "node" or word.startswith("./") or word.endswith((".py", ".js")):
            bot = tmp_path / word
            bot.parent.mkdir(parents=True, exist_ok=True)
            bot.touch(0o700)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    for path, command in shown:
        try:
            understand(command)
        except (ValueError, KeyError, AssertionError, SystemExit) as error:
            pytest.fail(f"{name_of(path)}: {command}: {error!r}")


@each(
    "command",
    [
        *("scripts/play --rule offical", "scripts/play --coach wran me", "scripts/nothing"),
        *("yahtzee-solve --bet 300", "scripts/bench games", ".venv/bin/python -m pytest tests/nothing.py"),
        *("ls", "man docs/yahtzee.7", "scripts/test tests/test_docs.py::test_nothing"),
    ],
)
def test_wrong_command_is_seen(command: str) -> None:
    with pytest.raises((ValueError, KeyError, AssertionError)):
        understand(command)


# Options.


def spelled_options(text: str) -> set[str]:
    """All that looks like an option in `text`; a value attached to a short option, as in `-r42`, is cut off."""
    return set(re.findall(r"(?<![\w-])(?:--[a-z0-9][a-z0-9-]*|-[a-z]+)", text))


@pytest.fixture(name="options")
def options_by_program(capsys: pytest.CaptureFixture[str]) -> dict[str, set[str]]:
    """The options that each program's help lists, by the program's name."""
    found = {}
    for program, parse in PROGRAMS.items():
        with pytest.raises(SystemExit):
            parse(["--help", "all"])
        found[program] = spelled_options(capsys.readouterr().out)
    return found


def test_pages_name_no_option_that_is_none(options: dict[str, set[str]]) -> None:
    every = set.union(*options.values(), SCRIPT_OPTIONS)
    for page in PAGES:
        prose = re.sub(r"^```.*?^```|^ {4}.*?$", "", TEXTS[page], flags=re.DOTALL | re.MULTILINE)
        spelled = spelled_options(" ".join(re.findall(r"`([^`]+)`", prose)))
        known = options[PAGES_OF[name_of(page)]] if name_of(page) in PAGES_OF else every
        assert spelled <= known, name_of(page)


def test_man_pages_have_every_option_and_no_other(options: dict[str, set[str]]) -> None:
    for program, known in options.items():
        # The command after "--", which h19 is to run, has options of its own.
        page = re.sub(r" \\-\\- .*", "", TEXTS[DOCS / f"{program}.6"])
        described = re.findall(r"^\.It Fl .*", page, re.MULTILINE)
        assert {f"-{word}" for line in described for word in re.findall(r"\bFl (\S+)", line)} == known, program
        assert man_page_options(page) == known, program


def man_page_options(page: str) -> set[str]:
    """The options that a man page spells out, as macros or in examples."""
    lines = page.split("\n")
    macros = [line for line in lines if line.startswith((".Fl", ".It Fl", ".Op Fl"))]
    as_macros = {f"-{word}" for line in macros for word in re.findall(r"(?:\bFl|\|) (-?[a-z0-9][a-z0-9-]*)", line)}
    return as_macros | spelled_options("\n".join(line for line in lines if line.startswith(".Dl")))


def test_man_page_has_the_settings() -> None:
    entry = GAME_MAN_PAGE.partition("config.toml\n")[2].partition("each as the long option")[0]
    assert re.findall(r"^\.Cm (\S+)", entry, re.MULTILINE) == sorted(settings_of(Options))


def test_man_pages_have_the_phosphors_and_baud_rates() -> None:
    for page in (GAME_MAN_PAGE, H19_MAN_PAGE):
        entry = page.partition(".It Fl -phosphor")[2].partition("\n.It")[0]
        assert re.findall(r"^\.Cm (\w+)", entry, re.MULTILINE) == [*PHOSPHORS]
        sentence = page.partition("The speed of the line:")[2].partition(".\n")[0]
        assert [int(number) for number in re.findall(r"\d+", sentence)] == list(BAUD_RATES)


def test_terminals_are_in_both() -> None:
    names = {path.stem for path in (ROOT / "termcaps").glob("*.tc")}
    sentence = TEXTS[DOCS / "terminals.md"].partition("The names are ")[2].partition(" and some")[0]
    assert set(re.findall("`(.*?)`", sentence)) == names
    listed = GAME_MAN_PAGE.partition(".It Fl -term Ar name")[2].partition("\n.El")[0]
    assert set(re.findall(r"^\.It Cm (\S+)$", listed, re.MULTILINE)) == names


# Rules and strategies.


def table(text: str, head: str) -> list[list[str]]:
    """The cells, by row and without backquotes, of the Markdown table whose heading begins with `head`."""
    rows = text.partition(head)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows]


def test_rule_sets_are_in_all_documents() -> None:
    rows = table(PLAYING, "| rules | rows |")
    assert [row[:2] for row in rows] == [[name, str(len(rules.categories))] for name, rules in RULE_SETS.items()]
    for (*_, mean), (name, rules) in zip(rows, RULE_SETS.items(), strict=True):
        assert mean == f"{rules.mean:.{int(rules.columns == 1)}f}", name
        assert f".It Cm {name}\n" in GAME_MAN_PAGE
        told = record_rows(name)
        expected = record_rows("h89") if told.startswith("those of h89") else told
        assert expected == ", ".join(category.name for category in rules.categories), name


def record_rows(rules: str) -> str:
    return RECORD_MAN_PAGE.partition(f"\n.It {rules} Ta ")[2].partition("\n.")[0].replace("\n", " ")


def test_bonus_rules_are_in_all_documents() -> None:
    for bonus in BONUSES:
        assert f"`{bonus}`" in PLAYING or f"`--bonus {bonus}`" in PLAYING, bonus
        for page in (GAME_MAN_PAGE, RECORD_MAN_PAGE):
            assert re.search(rf"^\.Cm {bonus}\b", page, re.MULTILINE), bonus


def test_strategies_are_in_both() -> None:
    rows = table(PLAYING, "| strategy | level |")
    assert {row[0] for row in rows} == {*STRATEGIES}
    assert {row[1]: row[0] for row in rows if row[1]} == LEVELS
    assert [name for name in STRATEGIES if f".It Cm {name}\n" not in GAME_MAN_PAGE] == []


def test_how_well_they_play_is_the_same_in_both() -> None:
    """245.9 by `h89` and 254.6 by `official` are published: the exact means of the best play."""
    measured = {row[0]: row[1:] for row in table(MEASUREMENTS, "| strategy | mean by `h89` |")}
    listed = GAME_MAN_PAGE.partition(".It strategy Ta level")[2].partition(".El")[0].splitlines()[1:]
    rows = [line.removeprefix(".It ").replace('""', "").split(" Ta ") for line in listed]
    assert {row[0]: row[2:] for row in rows} == measured
    assert {row[0] for row in rows} == {*STRATEGIES}
    assert {row[1]: row[0] for row in rows if row[1]} == LEVELS
    assert {tuple(measured[name][:2]) for name in ("optimal", "winner")} == {("245.9", "254.6")}


def test_fidelity_has_the_figures_and_the_keys_of_old_style() -> None:
    page = TEXTS[DOCS / "fidelity.md"]
    assert f"| 1 to {MAX_PLAYERS} players," in page
    assert f"so it has, {preferences_for(RULE_SETS['quintzee']).analysis_time:g} s a turn" in page
    assert f"1/10000 s, {10000 * parse_options(['me']).delay:g} unless given" in page
    assert ("on up to six columns" in page) == (max(RULE_SETS["quintzee"].column_choices) == 6)
    told = page.partition("those of 1.1 and no others (")[2].partition(")")[0]
    letters = re.findall("`(.)`", told.replace("`S` to `W`", "`S`, `T`, `U`, `V`, `W`"))
    assert {*letters, " "} == {key for key in OLDSTYLE_KEYS if isinstance(key, str) and key.isprintable()}


# What h19(6) lists.


def test_h19_man_page_has_every_choice_of_the_menu_and_no_other() -> None:
    listed = H19_MAN_PAGE.partition(".Sh MENU\n")[2].partition("\n.El")[0]
    told = " ".join(re.findall(r"^\.It (.*) Ta ", listed, re.MULTILINE)).replace("\\&", "").split()
    assert sorted(told) == sorted(key.name if isinstance(key, Key) else key for key in MENU)


def test_h19_man_page_has_every_name_of_a_key_and_no_other() -> None:
    names = H19_MAN_PAGE.partition(".It Cm key\n")[2].partition(".El")[0]
    told = re.findall(r'^\.Li (?:"(.*)"|(\S+))', names, re.MULTILINE)
    listed = ", ".join(quoted or plain.replace("\\&", "") for quoted, plain in told)
    with pytest.raises(dump.RowError, match=f"one of {re.escape(listed)} as key"):
        [*dump.key_lines(['{"mode": "heath", "key": "none"}'])]


def test_h19_man_page_has_every_field_of_a_dump_and_no_other() -> None:
    fields = H19_MAN_PAGE.partition(".Sh FOR MACHINES")[2].partition("\n.El")[0]
    modes = re.findall(r"^\.Cm (.*)", fields.partition(".It Cm modes\n")[2], re.MULTILINE)
    dumped = dump.dump(b"", 0, 0)
    assert re.findall(r"^\.It Cm (\S+)$", fields, re.MULTILINE) == [*dumped]
    assert isinstance(dumped["modes"], dict)
    assert " ".join(modes).replace(",", "").split() == [*dumped["modes"]]


def test_h19_test_man_page_has_every_field_of_the_report_and_every_kind_of_terminal() -> None:
    page = TEXTS[DOCS / "h19-test.6"].partition("The JSON is one object:")[2].partition("\n.El")[0]
    told = re.findall(r"^\.(?:It )?Cm (.*)", page, re.MULTILINE)
    words = {word for line in told for word in re.split(r" ?, ?", line)}
    case = Case("a", "b", "c", (), b"", {}, (0, 0))
    report = Report("line", results=[Result(case, (Difference(Part.PAGE, b"", b""),))], times=[Time("t", 1.0, 1.0)])
    written = json.loads(json_report(report))
    [result], [time] = written["results"], written["times"]
    fields = {*written, *result, *result["differences"][0], *time, *(kind.name.lower() for kind in Kind)}
    assert {word.rstrip(" .,") for word in words if word} == fields


@each("name", ["cases", "keys", "times"])
def test_suite_man_page_has_every_field_and_no_other(name: str) -> None:
    page = TEXTS[DOCS / "h89yahtzee-h19-suite.5"].partition(f".Ss {name}.jsonl")[2].partition("\n.El")[0]
    told = {field for item in re.findall(r"^\.It Cm (.*)$", page, re.MULTILINE) for field in item.split(" , ")}
    assert {frozenset(json.loads(text_line)) for text_line in suite_lines(f"{name}.jsonl")} == {frozenset(told)}


def test_cases_that_show_what_is_wrong_in_ncurses_are_in_the_suite() -> None:
    page = TEXTS[ROOT / "termcaps" / "ncurses-h19.md"]
    rows = re.findall(r"^\|[^|]*\|[^|]*\|([^|]*)\|", page, re.MULTILINE)
    named = {name for cell in rows for name in re.findall(r"`((?:ansi|fill|heath)[\w-]*)`", cell)}
    assert len(named) > 10
    assert named <= {json.loads(text_line)["id"] for text_line in suite_lines("cases.jsonl")}


# The package and its history.


def test_architecture_has_every_folder_and_no_other() -> None:
    packages = {f"{path.parent.relative_to(PACKAGE).as_posix()}/" for path in PACKAGE.rglob("*/__init__.py")}
    listed = re.findall(r"^- `([^`]*)`: \S", ARCHITECTURE, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) == packages | {"termcaps/"}


def test_every_file_says_what_it_is_in_its_first_line() -> None:
    assert [path for path in PACKAGE.rglob("*.py") if not path.read_text("utf-8").startswith('"""')] == []


def test_changelog_begins_with_what_is_unreleased_or_with_this_version() -> None:
    newest, *older = re.findall(r"^## (.*)", TEXTS[ROOT / "CHANGELOG.md"], re.MULTILINE)
    dated = r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d"
    assert newest == "[Unreleased]" or (newest.startswith(f"[{__version__}]") and re.fullmatch(dated, newest))
    assert all(re.fullmatch(dated, heading) for heading in older)
    kinds = set(re.findall(r"^### (.*)", TEXTS[ROOT / "CHANGELOG.md"], re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc isn't installed")
def test_mandoc_finds_nothing_wrong() -> None:
    command = ["mandoc", "-T", "lint", "-W", "style", *(path.name for path in MAN_PAGES)]
    linted = subprocess.run(command, cwd=DOCS, stdout=subprocess.PIPE, text=True, check=False, timeout=TIME_LIMIT)
    # A reference to a manual that isn't installed on this machine is no fault of the page.
    missing = "STYLE: referenced manual not found: "
    assert [line for line in linted.stdout.splitlines() if missing not in line] == []
