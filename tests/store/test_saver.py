"""Games in the journal while they are played."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from h89yahtzee.game.record import Setup
from h89yahtzee.game.state import Roll
from h89yahtzee.notation.record_text import parse_columns
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.store.database import JournalError
from h89yahtzee.store.history import History
from h89yahtzee.table.match import Match
from tests.store.games import NOON, journal_at, people, post, record_of, save, saved, saver_at


def test_each_posted_turn_is_there_at_once(tmp_path: Path) -> None:
    match = Match(Setup(people("ann", "bob"), 7))
    with saver_at(tmp_path / "j.db") as saver:
        for turn in range(26):
            match.act(Roll((0, 2)))
            saver.save(match.record)
            post(match)
            saver.save(match.record)
            saver.save(match.record)
            [(game, record)] = saved(tmp_path / "j.db")
            assert record == replace(match.record, turns=match.record.turns[: turn + 1])
    assert game.is_finished
    assert (game.number, game.sitting, game.begun) == (1, 1, NOON)
    assert record.totals == match.state.totals()


def test_a_game_that_nothing_was_posted_in_leaves_no_trace(tmp_path: Path) -> None:
    match = Match(Setup(people("me"), 7))
    match.act(Roll((0,)))
    save(tmp_path / "j.db", match.record)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("folder", ["50%25 off? #1", "ä b\udcff", "x&mode=rw"])
def test_a_journal_may_be_in_a_folder_of_any_name(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "j.db"
    path.parent.mkdir()
    save(path, record_of(2))
    [(game, _)] = saved(path)
    assert game.number == 1


@pytest.mark.parametrize("turns", [0, 1, 5, 12])
def test_a_game_is_gone_on_with_where_it_was(tmp_path: Path, turns: int) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(1, seed=1), record_of(turns + 1))
    [_, (game, record)] = saved(path)
    with saver_at(path) as saver:
        assert saver.take(game)
        saver.go_on_from(record)
        saver.save(record_of(turns + 1))
        saver.save(record_of(13))
    [(first, _), (second, whole)] = saved(path)
    assert (second.number, second.sitting, whole) == (2, first.number, record_of(13))


def test_games_of_a_sitting_are_known_as_such(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(13, seed=1), record_of(13, seed=2), record_of(4, seed=3))
    save(path, record_of(13, seed=4))
    games = [game for game, _ in saved(path)]
    assert [(game.number, game.sitting, game.is_finished) for game in games] == [
        (1, 1, True),
        (2, 1, True),
        (3, 1, False),
        (4, 4, True),
    ]
    with closing(History(path)) as history:
        assert [game.number for game in history.finished_before(games[2])] == [1, 2]
        assert list(history.finished_before(games[3])) == []


def test_finished_games_are_in_the_order_of_their_ends(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(12, seed=1))
    save(path, record_of(13, seed=2))
    [(game, record), _] = saved(path)
    with saver_at(path) as saver:
        assert saver.take(game)
        saver.go_on_from(record)
        saver.save(record_of(13, seed=1))
    with closing(History(path)) as history:
        assert [game.number for game in history.finished()] == [2, 1]
        assert [game.outline().setup.seed for game in history.finished()] == [2, 1]


def test_a_game_with_the_same_dice_is_another_game(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(3), record_of(0), record_of(2))
    assert [len(record.turns) for _, record in saved(path)] == [3, 2]


def test_a_game_that_is_discarded_is_gone_and_a_finished_one_isnt(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with saver_at(path) as saver:
        saver.save(record_of(13, seed=1))
        saver.discard()
        saver.save(record_of(3, seed=2))
        saver.discard()
    assert [game.number for game, _ in saved(path)] == [1]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM turn WHERE game <> 1").fetchone() == (0,)
    save(path, record_of(1, seed=3))
    assert [game.number for game, _ in saved(path)] == [1, 3]


def test_a_turn_that_is_there_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(3))
    with closing(journal_at(path)) as journal:
        with pytest.raises(JournalError, match=r"j\.db: UNIQUE"):
            journal.post(record_of(5).posted(), 2, 1)
        assert [len(record.turns) for _, record in saved(path)] == [3]
        journal.post(record_of(5).posted(), 3, 1)
    [(_, record)] = saved(path)
    assert record == record_of(5).posted()


def test_a_turn_of_no_game_is_not_written(tmp_path: Path) -> None:
    with closing(journal_at(tmp_path / "j.db")) as journal, pytest.raises(JournalError, match="FOREIGN KEY"):
        journal.post(record_of(5), 2, 99)


def test_a_line_that_is_no_record_is_told_for_its_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    save(path, record_of(3, seed=1), record_of(3, seed=2))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE turn SET line = x'ff' WHERE game = 1 AND number = 0")
    with closing(History(path)) as history:
        second, first = history.games()
        assert len(history.record(second).turns) == 3
        for read in (first.outline, lambda: history.record(first)):
            with pytest.raises(NotationError):
                read()


def test_what_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="unable to open"):
        History(tmp_path / "j.db")
    assert list(tmp_path.iterdir()) == []
    save(tmp_path / "j.db", record_of(1))
    with closing(History(tmp_path / "j.db")) as history:
        assert history.game(2) is None
        found = history.game(1)
        assert found is not None
        assert found.outline() == history.record(found)


def test_a_game_counts_as_cut_off_until_it_is_left(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with saver_at(path) as saver:
        saver.leave()
        assert list(tmp_path.iterdir()) == []
        for turns, leaves, is_left in ((1, False, 0), (1, True, 1), (2, False, 0), (3, True, 1)):
            saver.save(record_of(turns))
            if leaves:
                saver.leave()
            [(game, _)] = saved(path)
            assert game.is_left == is_left
    with saver_at(path) as saver:
        assert saver.take(game)
        assert [found.is_left for found, _ in saved(path)] == [1]
        saver.go_on_from(record_of(3))
        assert [found.is_left for found, _ in saved(path)] == [0]
        saver.save(record_of(1, seed=8))
        assert [found.is_left for found, _ in saved(path)] == [1, 0]
    with saver_at(path) as saver:
        assert saver.take(game)
        saver.leave()
    assert [found.is_left for found, _ in saved(path)] == [1, 0]


@pytest.mark.parametrize(
    ("played", "text"), [((), ""), (((), ()), ""), (((251,), (0,)), "251\n0"), (((1, 23), (456, 7)), "1 23\n456 7")]
)
def test_the_columns_that_were_on_the_grid_before_are_kept(
    tmp_path: Path, played: tuple[tuple[int, ...], ...], text: str
) -> None:
    path = tmp_path / "j.db"
    with saver_at(path) as saver:
        saver.save(record_of(1), played)
    [(game, _)] = saved(path)
    assert game.grid == text
    assert parse_columns(game.grid, 2) == (played or ((), ()))


@pytest.mark.parametrize(
    "text", ["1", "1\n2\n3", "1\n2 3", "1\n-2", "1\n2\n", "\n", "1  2\n3 4", "9999999\n1", "1\n?"]
)
def test_other_text_is_no_columns(text: str) -> None:
    with pytest.raises(ValueError, match="expected the totals of"):
        parse_columns(text, 2)
