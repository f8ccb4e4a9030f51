"""Games written to a file while they are played."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from h89yahtzee.apps.saving.saving import Recorder
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.table.match import Match

ROOT = Path(__file__).resolve().parents[3]


def play(path: Path, seed: int, steps: int) -> Match:
    """Record so many actions of a match, and look at the file after each action."""
    match = Match(Setup((Player("reagan", "classic"), Player("king", "classic")), seed))
    recorder = Recorder(str(path))
    recorder.update(match.record)
    for _ in range(steps):
        if match.has_ended:
            match.play_again()
        else:
            match.act(match.decide().action)
        recorder.update(match.record)
        assert parse_records(path.read_text())[-1] == match.record
    recorder.close()
    assert recorder.failure is None
    return match


def test_the_file_has_every_action_at_once(tmp_path: Path) -> None:
    play(tmp_path / "r", 42, 30)


def test_games_of_a_sitting_follow_each_other(tmp_path: Path) -> None:
    match = play(tmp_path / "r", 42, 90)
    records = parse_records((tmp_path / "r").read_text())
    assert [record.setup.seed for record in records] == [42, 43][: len(records)]
    assert len(records) == 2
    assert records[0].totals is not None
    assert records[1] == match.record


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_earlier_games_stay(tmp_path: Path, steps: int) -> None:
    play(tmp_path / "r", 1, steps)
    before = parse_records((tmp_path / "r").read_text())
    second = play(tmp_path / "r", 99, 3)
    assert parse_records((tmp_path / "r").read_text()) == (*before, second.record)


def test_another_kind_of_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Sir")
    with pytest.raises(ValueError, match="expected a new file or one of records"):
        Recorder(str(path))
    assert path.read_text() == "Dear Sir"


def test_a_place_that_can_not_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Is a directory"):
        Recorder(str(tmp_path))


def test_a_full_disk_does_not_stop_the_game(tmp_path: Path) -> None:
    """No file that the program writes may exceed 300 bytes. It runs as a process of its own, since the limit would
    also hold for pytest's output."""
    program = subprocess.run(
        [
            sys.executable,
            "-B",  # else .pyc files would be cut off at the limit, and later imports would read them
            "-m",
            "h89yahtzee",
            "--plain",
            "-r42",
            "=reagan",
            "=king",
            "--record",
            str(tmp_path / "r"),
        ],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)),
    )
    assert "king WINS!" in program.stdout
    assert program.stderr == f"yahtzee: {tmp_path / 'r'}: the game couldn't be recorded: File too large\n"
    assert program.returncode == 1
    assert (tmp_path / "r").stat().st_size <= 300
