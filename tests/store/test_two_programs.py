"""Several programs at once on one journal."""

from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from h89yahtzee.store import database
from h89yahtzee.store.database import JournalError
from h89yahtzee.store.history import History
from tests.store.games import TIME_LIMIT, other_program, record_of, save, saved, saver_at, tell

PLAYS = """
import sys
from pathlib import Path
from tests.programs import run
from tests.store.games import record_of, saver_at
path, seed = Path(sys.argv[1]), int(sys.argv[2])
with saver_at(path) as saver:
    saver.save(record_of(3, seed=seed))
    print("ready", flush=True)
    input()
    for turns in range(4, 14):
        saver.save(record_of(turns, seed=seed))
"""
"""A program that plays a game of its own."""

TAKES = """
import sys
from contextlib import closing
from pathlib import Path
from h89yahtzee.store.history import History
from tests.programs import run
from tests.store.games import saver_at
with closing(History(Path(sys.argv[1]))) as history, saver_at(Path(sys.argv[1])) as saver:
    taken = [game.number for game in history.games() if saver.take(game)]
    print("ready", flush=True)
    input()
    print(taken)
"""
"""A program that takes as many games as it can."""

BEGINS = """
import sys
from pathlib import Path
from h89yahtzee.store import database
from tests.programs import run
from tests.store.games import record_of, save
database.BUSY_TIME = 60.0  # none of the programs pauses as people do, so that one may wait for long on a slow disk
print("ready", flush=True)
input()
save(Path(sys.argv[1]), *(record_of(13, seed=seed) for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 3)))
"""
"""A program that waits for the start and plays three games."""

HOLDS = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("ready", flush=True)
input()
"""
"""A program that stopped in the middle of writing."""


def test_a_game_that_is_played_cant_be_taken(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with other_program(PLAYS, str(path), "5") as other:
        [(game, _)] = saved(path)
        with saver_at(path) as saver:
            assert not saver.take(game)
            saver.save(record_of(2, seed=6))
        tell(other)
    (_, first), (_, second) = saved(path)
    assert (first, len(second.turns)) == (record_of(13, seed=5), 2)


def test_a_program_that_is_killed_lets_its_game_go(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with other_program(PLAYS, str(path), "5") as other:
        other.kill()
        other.wait(TIME_LIMIT)
        [(game, record)] = saved(path)
        with saver_at(path) as saver:
            assert saver.take(game)
            saver.go_on_from(record)
            saver.save(record_of(13, seed=5))
    [(_, record)] = saved(path)
    assert record == record_of(13, seed=5)


def test_a_game_is_free_when_its_player_begins_another(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with saver_at(path) as saver:
        saver.save(record_of(3, seed=1))
        saver.save(record_of(3, seed=2))
        with other_program(TAKES, str(path)) as other:
            assert tell(other) == "[1]\n"
    with other_program(TAKES, str(path)) as other:
        assert tell(other) == "[2, 1]\n"


@pytest.mark.slow
def test_many_begin_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with ExitStack() as stack:
        programs = [stack.enter_context(other_program(BEGINS, str(path), str(10 * index))) for index in range(6)]
        for program in programs:
            assert program.stdin is not None
            program.stdin.write("on\n")
            program.stdin.flush()
        assert [program.wait(TIME_LIMIT) for program in programs] == [0] * 6
    expected = {10 * index + game: record_of(13, seed=10 * index + game) for index in range(6) for game in range(3)}
    assert {record.setup.seed: record for _, record in saved(path)} == expected
    assert len(saved(path)) == 18
    with closing(History(path)) as history:
        assert len(list(history.finished())) == 18


@pytest.mark.timeout(300)
@pytest.mark.parametrize("turns", [[], [1]], ids=["first turn", "second turn"])
def test_a_program_that_stopped_in_the_middle_of_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turns: list[int]
) -> None:
    """The turn can't be saved, nor the game if the turn is its first, until the program that stopped has gone
    on."""
    monkeypatch.setattr(database, "BUSY_TIME", 0.1)
    path = tmp_path / "j.db"
    save(path, record_of(13, seed=1))
    with saver_at(path) as saver:
        for number in turns:
            saver.save(record_of(number))
        with other_program(HOLDS, str(path)) as other:
            with pytest.raises(JournalError, match="locked"):
                saver.save(record_of(2))
            assert [len(record.turns) for _, record in saved(path)] == [13, *turns]
            tell(other)
        saver.save(record_of(3))
    assert [len(record.turns) for _, record in saved(path)] == [13, 3]


def test_saved_games_are_shown_while_others_write(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(13))
    with closing(History(path)) as history, other_program(HOLDS, str(path)) as other:
        assert len(list(history.games())) == 1
        tell(other)
