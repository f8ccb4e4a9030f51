"""Samples in the documents, compared with what the programs do: screens, tables, records, positions, logs, JSON."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from h89yahtzee.apps.h19 import dump
from h89yahtzee.apps.h19 import output_files as snapshot
from h89yahtzee.apps.h19_test.cases import groups, load_cases, suite_lines
from h89yahtzee.apps.h19_test.report import Report, text_report
from h89yahtzee.apps.h19_test.screen_checks import Screens, check_reading
from h89yahtzee.apps.h19_test.terminal_under_test import identify
from h89yahtzee.apps.options.option_parser import parsed_toml, settings_in
from h89yahtzee.apps.recorded_games import answers
from h89yahtzee.apps.solve.positions import answers as solve_answers
from h89yahtzee.apps.solve.positions import position_lines
from h89yahtzee.apps.solve.solve import parse_solve_options
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.h19.disassembly import Disassembler, KeyDisassembler
from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.notation.positions import format_position, parse_position
from h89yahtzee.notation.record_text import parse_records
from scripts import picture
from scripts.benchmarks import game
from tests.apps.arena.arenas import Arena
from tests.apps.games import YAHTZEE, Games
from tests.apps.h19_test.simulated import terminal_on

ROOT = Path(__file__).resolve().parent.parent
H19 = (sys.executable, "-c", "import sys; from h89yahtzee.apps.h19.emulate import main; sys.exit(main())")
DUMP_ROW = '{"sw402": 0, "input": "1b593520"}'
KEYS_ROW = '{"mode": "heath", "keypad": "normal", "key": "f1", "shift": 0, "ctrl": 0, "insert": 0}'


def document(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def literals(page: str, section: str) -> list[str]:
    """The samples of a section of a man page."""
    text = document(page).partition(f" {section}\n")[2].partition("\n.S")[0]
    return re.findall(r"^\.Bd -literal -offset indent\n(.*?)\n\.Ed", text, re.DOTALL | re.MULTILINE)


def test_readme_shows_the_screen_of_a_real_game() -> None:
    assert f"```\n{snapshot.text(picture.in_window())}\n```" in document("README.md")


@pytest.mark.slow
@pytest.mark.parametrize("name", picture.PICTURES)
def test_picture_is_what_its_program_shows(name: str) -> None:
    assert (picture.FOLDER / f"{name}.svg").read_text("utf-8") == picture.svg(name)


def test_readme_has_a_picture_of_each_program_and_the_commands_in_them() -> None:
    readme = document("README.md")
    pages = {path.name: path.read_text("utf-8") for path in picture.FOLDER.glob("*.md")}
    assert {*re.findall(r"\(docs/(\w+)\.svg\)", readme)} == {"screen", "lines", "lobby", "h19", "solve", "arena"}
    assert all(f"    .venv/bin/{command}\n" in readme for command in (picture.SOLVE, picture.ARENA))
    assert "(coach.svg)" in pages["playing.md"]


def test_lines_of_text_are_those_of_the_game() -> None:
    sample = document("docs/playing.md").partition("## Lines of text")[2].partition("```\n")[2].partition("```")[0]
    assert sample in "\n".join(picture.by_lines())


def test_terminals_show_the_same_on_a_vt52() -> None:
    assert f"```\n{snapshot.text(picture.screen('vt52'))}\n```" in document("docs/terminals.md")


@pytest.mark.slow
def test_picture_of_h19_is_what_its_command_writes(games: Games, tmp_path: Path) -> None:
    [command] = re.findall(r"^    \.venv/bin/h19 (.* --snapshot .*)", document("docs/emulator.md"), re.MULTILINE)
    words, _, played = command.replace("h19.svg", str(tmp_path / "h19.svg")).partition(" -- .venv/bin/yahtzee ")
    h19 = games.in_window(*words.split(), "--baud", "19200", "--", *YAHTZEE, *played.split(), command=H19)
    h19.wait_for("2 rolls left", "? HELP")
    h19.wait_for_silence()
    h19.send(b"\x1dq")
    assert h19.exit_status() == 0
    assert (tmp_path / "h19.svg").read_text("utf-8") == document("docs/h19.svg")


@pytest.mark.slow
def test_arena_page_has_the_table_that_its_command_prints(tmp_path: Path) -> None:
    arena = Arena(tmp_path, "pass")
    assert f"```\n{arena.table('--seed', '7', 'classic', 'greedy', 'random')}```" in document("docs/arena.md")
    arena.close()


@pytest.mark.slow
def test_arena_page_says_how_sure_the_mean_without_luck_is(tmp_path: Path) -> None:
    arena = Arena(tmp_path, "pass")
    [printed] = re.findall(
        r"as the mean of (\d+) times fewer", arena.run("check", "--rate", "--games", "100", "greedy").stdout
    )
    assert f"the plain mean of {printed} times as\nmany games" in document("docs/arena.md")
    arena.close()


@pytest.mark.slow
def test_measurements_have_the_bytes_that_bench_counts() -> None:
    report = "\n".join(game.report())
    assert f"```\n{report}\n```" in document("docs/measurements.md")


def test_solver_page_shows_the_plays_that_are_printed() -> None:
    shown = document("docs/solver.md").partition("```\n")[2].partition("```")[0].splitlines()
    assert len(shown) > 5
    assert [*position_lines(shown[0], parse_solve_options([]))][: len(shown)] == shown


@pytest.mark.slow
def test_solver_page_shows_the_chances_that_are_printed() -> None:
    page = document("docs/solver.md")
    [command] = re.findall(r"yahtzee-solve (--position .* --against .*)", page)
    options = parse_solve_options(shlex.split(command))
    shown = page.partition(command)[2].partition("```\n")[2].partition("```")[0]
    assert options.position is not None
    assert shown in "\n".join(position_lines(options.position, options))


def test_position_of_the_solve_man_page_is_answered() -> None:
    sample = document("docs/yahtzee-solve.6").partition(".Bd -literal\n")[2].partition(".Ed")[0]
    [answer] = solve_answers([sample.replace("\n", " ")])
    assert answer["action"] == "roll"


def test_settings_of_the_sample_are_settings() -> None:
    sample = document("docs/playing.md").partition("```toml\n")[2].partition("```")[0]
    assert len(settings_in(parsed_toml(sample), Options)) == 3


def test_rows_for_machines_of_the_h19_man_page_are_taken() -> None:
    assert literals("docs/h19.6", "FOR MACHINES") == [DUMP_ROW, KEYS_ROW]
    [dumped] = dump.dump_lines([DUMP_ROW], 0, 0)
    assert json.loads(dumped)["cursor"] == [21, 0]
    [answered] = dump.key_lines([KEYS_ROW])
    assert json.loads(answered) == {**json.loads(KEYS_ROW), "sends": "1b53", "local": False}


def test_samples_of_the_suite_are_lines_of_its_files() -> None:
    page = "docs/h89yahtzee-h19-suite.5"
    for name in ("cases", "keys", "times"):
        [sample] = re.findall(
            rf"\.Ss {name}\.jsonl\n.*?\n\.Bd -literal -offset indent\n(.*?)\n\.Ed", document(page), re.DOTALL
        )
        assert json.loads(sample.replace("\n", "")) in map(json.loads, suite_lines(f"{name}.jsonl"))


def test_the_ten_lines_that_judge_an_emulator_judge_ours(capsys: pytest.CaptureFixture[str]) -> None:
    page = document("docs/h19-suite/README.md")
    [code] = re.findall("```python\n(.*?)```", page, re.DOTALL)
    assert len(code.splitlines()) - code.count("\n\n") <= 10
    ours = code.replace('["h19", ', f"[{', '.join(map(repr, H19))}, ").replace('Path("', f'Path("{ROOT}/')
    exec(ours, {})  # the page's own code
    counted = capsys.readouterr().out
    assert f"It prints `{counted.strip()}`." in page
    count = len(load_cases())
    assert counted == f"{count} of {count}\n"
    assert f"each\nof {count} cases" in document("README.md")


@pytest.mark.slow
def test_pyte_does_as_the_ledger_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = document("docs/h19-conformance.md")
    [code] = re.findall("```python\n(.*?)```", page, re.DOTALL)
    exec(code.replace('Path("', f'Path("{ROOT}/'), {})  # the page's own code
    assert f"| pyte 0.8.2 | at once | the suite alone | {capsys.readouterr().out.strip()} |" in page


@pytest.mark.slow
def test_report_of_the_h19_test_man_page_is_that_of_a_terminal_that_forgets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    restore = ScreenState.restore_cursor_position

    def restore_once(screen: ScreenState) -> None:
        restore(screen)
        monkeypatch.setattr(screen, "_saved", (0, 0))

    monkeypatch.setattr(ScreenState, "restore_cursor_position", restore_once)
    _, terminal = terminal_on(Terminal())
    report = Report("/dev/ttyUSB0 at 9600 baud", kind=identify(terminal), results=check_reading(terminal))
    screens = Screens(terminal, ())
    for group in groups(load_cases(), is_quick=False):
        report.results += screens.run(group)
    assert literals("docs/h19-test.6", "THE REPORT") == [text_report(report)]


def test_logs_in_the_documents_are_logs() -> None:
    received, sent = Disassembler(), KeyDisassembler(ansi=False)
    as_in_the_manual = received.feed(b"\x1bY50HELLO\a")
    lines = [f"-> {line}" for line in as_in_the_manual] + [f"<- {line}" for line in sent.feed(b"\x1bS")]
    assert "\n".join(lines) in literals("docs/h19.6", "FILES")
    on_the_page = "\n".join(f"-> {line}" for line in received.feed(b"\x1bY5 HELLO\x1bZ"))
    assert f"```\n{on_the_page}\n```" in document("docs/emulator.md")


def test_sample_record_of_the_game_man_page_is_a_record() -> None:
    [sample] = literals("docs/yahtzee.6", "FILES")
    [record] = parse_records(sample)
    assert len(list(record.states())) == 3


def test_sample_records_get_the_verdict_that_is_printed_with_them() -> None:
    page = "docs/h89yahtzee-record.5"
    [text], [as_json], [told, illegal] = (literals(page, title) for title in ("Text", "JSON", "Verdicts"))
    [record] = parse_records(text)
    assert len(list(record.states())) == 3
    twice_scored = as_json.replace("[5, 4, 4, 4, 2]}]}", '[5, 4, 4, 4, 2]}], "score": "ones/1"}')
    verdict, twice = answers(sample.replace("\n", " ") for sample in (as_json, twice_scored))
    assert json.loads(verdict) == json.loads(told)
    assert twice == illegal


def test_sample_positions_are_what_they_are_read_as() -> None:
    [samples] = literals("docs/h89yahtzee-record.5", "POSITIONS")
    assert [format_position(parse_position(line)) for line in samples.split("\n")] == samples.split("\n")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    games = Games(tmp_path)
    yield games
    games.close()
