"""Limits of what `scripts/bench` measures, such as the bytes sent for a key press; and runs of each benchmark."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from statistics import median

import pyte
import pytest

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.solver import kernel
from scripts.benchmarks import __main__, arena, emulator, environments, game, host, players, ratings, wire
from scripts.benchmarks.game import Cost, Step
from tests import programs
from tests.parameters import few_fast

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(1000, 1001)
"""The seed of a game that isn't among those of the table in docs/measurements.md."""
POSITIONS = 40
TIME_LIMIT = 600
"""Seconds that a benchmark may take on a machine that is busy with other tests."""

# The project's own targets. H89 YAHTZEE 1.1 sent 2,510, 186, 66 and about 250 bytes.
MOST = {Step.FIRST_BOARD: 1790, Step.SPACE: 60, Step.SELECT: 26, Step.ROLL: 75}
MEDIANS = {Step.SPACE: 40}
ANSWER = 60
"""The most milliseconds that the median answer to a key press may take."""


@pytest.fixture(scope="module")
def costs() -> dict[Step, list[Cost]]:
    return game.measure(SEEDS)


def sizes(costs: list[Cost]) -> list[int]:
    return [cost.size for cost in costs]


@pytest.mark.parametrize("step", [Step.SPACE, Step.SELECT, Step.ROLL], ids=lambda step: step.value)
def test_key_press_costs_no_more_than_its_limit(costs: dict[Step, list[Cost]], step: Step) -> None:
    assert len(costs[step]) >= POSITIONS
    assert min(sizes(costs[step])) > 0
    assert max(sizes(costs[step])) <= MOST[step]
    assert median(sizes(costs[step])) <= MEDIANS.get(step, MOST[step])


@pytest.mark.parametrize("games", [range(6), pytest.param(range(6, 40), marks=pytest.mark.slow)], ids=len)
def test_first_board_costs_no_more_than_its_limit(games: range) -> None:
    counts = sizes([game.GameOnLine(seed).open() for seed in games])
    assert min(counts) > 0
    assert max(counts) <= MOST[Step.FIRST_BOARD]


def test_every_step_costs_less_than_the_original(costs: dict[Step, list[Cost]]) -> None:
    assert [step for step in Step if max(sizes(costs[step])) >= game.ORIGINAL[step]] == []


def test_median_key_press_is_answered_in_time(costs: dict[Step, list[Cost]]) -> None:
    assert game.median_answer(costs) <= ANSWER


def test_answers_take_as_long_as_the_line_and_the_machine(costs: dict[Step, list[Cost]]) -> None:
    """The time is at least that of the line at 9600 baud; the terminal's processor is a few sequences behind it."""
    for cost in (cost for step in Step for cost in costs[step]):
        line = 1000 * cost.size / 960
        assert line + 0.4 <= cost.milliseconds <= 1.1 * line + 10


@pytest.mark.parametrize("sample", emulator.samples(), ids=lambda sample: sample.name)
def test_emulator_and_pyte_are_timed_at_the_same_screen(sample: emulator.Sample) -> None:
    h19, vt100 = Terminal(), pyte.Screen(80, 24)
    h19.feed(sample.heath)
    pyte.ByteStream(vt100).feed(sample.vt100)
    assert h19.grid().text().split("\n")[:24] == vt100.display
    reverse = [
        "".join("#" if vt100.buffer[row][column].reverse else "." for column in range(80)) for row in range(24)
    ]
    assert h19.grid().attributes().split("\n")[:24] == reverse


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scripts.benchmarks", *arguments]
    return programs.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TIME_LIMIT)


@pytest.mark.parametrize(
    ("benchmark", "rows"),
    [
        ("start", ["TERM=h19", "--plain", "xterm-256color,", "no", "at", "after"]),
        ("emulator", ["text", "dense"]),
        ("paint", ["key", "whole", "films"]),
    ],
)
@pytest.mark.slow
def test_benchmark_runs_and_prints_its_rows(benchmark: str, rows: list[str]) -> None:
    finished = run(benchmark)
    assert (finished.returncode, finished.stderr) == (0, "")
    words = [line.split()[0] for line in finished.stdout.splitlines()]
    assert words[-len(rows) :] == rows


def test_wins_are_counted_over_all_pairs_of_games() -> None:
    ours, others = (1, 4, 4, 9), (0, 4, 5)
    points = [1.0 * (one > other) + 0.5 * (one == other) for one in ours for other in others]
    assert players.Scores(ours).wins_against(players.Scores(others)) == pytest.approx(sum(points) / 12)


@pytest.mark.slow
def test_solver_is_timed() -> None:
    finished = run("solver")
    assert (finished.returncode, finished.stderr) == (0, "")
    words = [line.split()[0] for line in finished.stdout.splitlines()]
    assert [word for word in words if word in {"yahtzee-solve", "numpy"}] == ["yahtzee-solve", "numpy"]
    assert words[-1] == "official"


@pytest.mark.slow
def test_benchmark_of_the_environments_prints_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's own target is 200,000 decisions a second for many games at once. PyPI isn't needed here."""
    monkeypatch.setattr(environments, "SECONDS", 0.2)
    monkeypatch.setattr(environments, "_installed", lambda _: None)
    head, *rows = environments.report()
    assert "official" in head
    assert [row.split()[1] for row in rows[:4]] == ["one", "1,024", "one", "1,024"]
    assert rows[1].endswith("at least 200,000: ok")
    assert [row.split()[0] for row in rows[4:]] == [*environments.PEERS]
    assert all(row.endswith("it couldn't be installed") for row in rows[4:])


@pytest.mark.slow(minutes=2)
def test_callers_of_a_host_cost_little() -> None:
    """The project's own target is 1.5 MB a caller. Times of answers aren't checked: others use the machine, too."""
    printed = "\n".join(host.report(callers=60, seconds=8.0, rest=5.0))
    assert len(re.findall(r"95% within (\d+) ms", printed)) == 9
    figures = re.search(r"([\d.]+) MB a caller(?s:.*)nobody plays: ([\d.]+) %", printed)
    assert figures is not None
    assert float(figures[1]) <= 1.5
    assert float(figures[2]) <= 1.0


@pytest.mark.slow
def test_benchmark_of_the_arena_prints_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows name the project's own targets, such as 120 seconds for a million games.

    Others are 400 games, 5,000 moves of bots and 20 starts of bots a second.
    """
    for name, games in (("GREEDY_GAMES", 4), ("OPTIMAL_GAMES", 1000), ("BOT_GAMES", 2), ("STARTS", 2)):
        monkeypatch.setattr(arena, name, games)
    for name, games in (("FIELD", 4), ("FIELD_GAMES", 2)):
        monkeypatch.setattr(arena, name, games)
    for name, games in (("BOTS", 8), ("RATED_GAMES", 20), ("ROUNDS", 3), ("TESTS", 2)):
        monkeypatch.setattr(ratings, name, games)
    head, *rows = arena.report()
    assert "official" in head
    assert [row.split(":")[0].rsplit(" ", 1)[-1] for row in rows] == [
        "400",
        "120" if kernel.is_built() else "built",
        "5,000",
        *("20", "120", "60", "10"),
        *["number"] * 3,
    ]
    assert [row.split()[0] for row in rows] == ["greedy", "1,000", "a", "bots", "4", "8", "8", *["sprt"] * 3]
    assert [row.rsplit(" ", 1)[-1] for row in rows[-3:]] == ["824"] * 3


# Recorded screens

WIRE = ROOT / "tests" / "data" / "wire"
ASCII, GFX, PEERS = WIRE / "frames_ascii.json", WIRE / "frames_gfx.json", WIRE / "peer_bytes.json"
PARTS = {ASCII: 0.71, GFX: 0.60}
"""The documented limits: our bytes as a part of those that ncurses sends with its h19 entry."""
NCURSES = {ASCII: 8151, GFX: 9983}


@cache
def lines_of(*files: Path) -> list[str]:
    return [*wire.report([*map(str, files)])]


def sent(frames: Path) -> list[int]:
    """Our bytes for each step, read from the printed report: they follow the number and the name of the step."""
    rows = [line for line in lines_of(frames) if re.match(r" ?\d+ ", line)]
    return [int(row[43:48]) for row in rows]


@pytest.mark.parametrize("frames", few_fast(1, reversed(PARTS)), ids=lambda path: path.stem)
def test_recorded_screens_cost_their_part_of_ncurses_and_no_step_more(frames: Path) -> None:
    steps = json.loads(PEERS.read_text())[frames.stem.removeprefix("frames_")]
    counts = sent(frames)
    best = [min(step["ncurses_h19"], step["ncurses_h19x_idlok"]) for step in steps]
    assert len(counts) == len(best) == 18
    assert PARTS[frames] - 0.02 < sum(counts) / NCURSES[frames] <= PARTS[frames]
    assert [step for step, (ours, peers) in enumerate(zip(counts, best, strict=True)) if ours > peers] == []
    assert lines_of(frames)[-1] == f"total {sum(counts)} {NCURSES[frames]} {sum(counts) / NCURSES[frames]:.4f}"


@pytest.mark.slow
def test_totals_of_several_files_are_summed() -> None:
    each = [lines_of(frames)[-1].split() for frames in (ASCII, GFX)]
    ours, peers = (sum(int(line[column]) for line in each) for column in (1, 2))
    assert ours <= 11_700
    assert lines_of(ASCII, GFX, PEERS)[-1] == f"total {ours} {peers} {ours / peers:.4f}"


def test_a_step_longer_than_the_best_of_the_peers_is_marked(tmp_path: Path) -> None:
    """The peers' best is one byte a step: all 18 steps are marked but the one for which we send nothing."""
    peers = tmp_path / "peers.json"
    peers.write_text(json.dumps({"gfx": [{"step": step, "a": 1, "b": 2} for step in range(18)]}))
    printed = lines_of(GFX, peers)
    assert sum(line.endswith(" over") for line in printed) == 17
    assert printed[-1].split()[2] == "18"


def test_screens_are_those_of_the_file(tmp_path: Path) -> None:
    """The bytes are worked out by hand: two letters in graphics mode, the second in reverse; both modes stay on.

    Since the file of peers has no such film, the total is our bytes alone.
    """
    film = tmp_path / "film.json"
    frame = {"name": "corner", "text": ["fa"], "attr": ["gG"], "cursor": [0, 2]}
    film.write_text(json.dumps({"dialect": "mine", "frames": [frame, frame | {"name": "same"}]}))
    assert len(b"\x1bFf\x1bpa") == sent(film)[0]
    assert sent(film)[1] == 0
    assert lines_of(film)[-1] == f"total {sent(film)[0]}"


FRAME = {"name": "one", "text": ["a"], "attr": [" "], "cursor": [0, 0]}
WRONG: dict[str, tuple[dict[str, object], str]] = {
    "no frames": ({"gfx": []}, "expected a file of frames"),
    "no text": ({"frames": [{"name": "one"}]}, "expected frames with name, text, attr and cursor"),
    "no name": ({"frames": [{**FRAME, "name": None}, {}]}, "expected frames with name, text, attr and cursor"),
    "attributes of another length": ({"frames": [FRAME | {"attr": [" ", " "]}]}, "expected frames with"),
    "too long a row": ({"frames": [FRAME | {"text": ["a" * 81]}]}, "expected frames with"),
    "too many rows": ({"frames": [FRAME | {"text": ["a"] * 26, "attr": [""] * 26}]}, "expected frames with"),
    "no character": ({"frames": [FRAME | {"text": ["\u00e4"]}]}, "expected frames with"),
    "a control character": ({"frames": [FRAME | {"text": ["\t"]}]}, "expected frames with"),
    "a cursor that is no place": ({"frames": [FRAME | {"cursor": [0]}]}, "expected frames with"),
    "a cursor off the screen": ({"frames": [FRAME | {"cursor": [0, 80]}]}, "expected frames with"),
    "frames that are none": ({"frames": 3}, "expected frames with"),
}


def refusal(*paths: Path) -> str:
    """The message, a single text line, with which a report on these files is refused."""
    with pytest.raises(wire.FramesError) as refused:
        [*wire.report([*map(str, paths)])]
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_no_film_is_refused(tmp_path: Path, name: str) -> None:
    content, expected = WRONG[name]
    path = tmp_path / "film.json"
    path.write_text(json.dumps(content))
    refused = refusal(path)
    assert expected in refused
    assert str(path) in refused


@pytest.mark.slow
def test_a_refusal_is_one_line_of_the_command(tmp_path: Path) -> None:
    refused = run("wire", str(tmp_path / "missing.json"))
    assert refused.returncode == 1
    assert re.fullmatch("scripts/bench: .*expected a JSON file.*\n", refused.stderr)


@pytest.mark.slow
def test_the_command_prints_the_report() -> None:
    finished = run("wire", str(GFX))
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout.splitlines() == lines_of(GFX)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    text, listing = tmp_path / "text.json", tmp_path / "list.json"
    text.write_bytes(b"\xff{")
    listing.write_text("[1]")
    assert "expected a JSON file" in refusal(tmp_path / "missing.json")
    assert "expected a JSON file" in refusal(text)
    assert "expected a JSON object" in refusal(listing)


@pytest.mark.parametrize("steps", [0, 17, 19])
def test_peers_that_do_not_fit_are_refused(tmp_path: Path, steps: int) -> None:
    peers = tmp_path / "peers.json"
    peers.write_text(json.dumps({"gfx": [{"step": step, "other": 9} for step in range(steps)]}))
    assert "expected peers with 18 steps of 'gfx'" in refusal(GFX, peers)


def test_peers_without_numbers_are_refused(tmp_path: Path) -> None:
    peers = tmp_path / "peers.json"
    for step in ({"step": 0}, {"other": "many"}):
        peers.write_text(json.dumps({"gfx": [step] * 18}))
        assert "expected peers with their bytes" in refusal(GFX, peers)


FILES = "expected files of frames for 'wire', and for nothing else"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["everything"], "usage: scripts/bench ["),
        *((words, FILES) for words in (["wire"], ["game", "screens.json"], ["start", "screens.json"])),
    ],
)
def test_words_that_are_no_benchmark_are_refused(
    arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    with pytest.raises(SystemExit) as refused:
        __main__.main()
    assert refused.value.code == 2
    assert told in capsys.readouterr().err
