"""The scores of a host with many games: they are added up in a thread, and no caller waits for the result."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from h89yahtzee.apps.saving.journal_reader import FRESH, NOT_YET, JournalReader, ScoresBeside
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.table.saved_games import Scores
from tests.store.games import record_of, save

LIMIT = 120.0


def test_nobody_waits_for_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers who ask before scores were ever added up are told to ask again; later callers see the last scores
    while newer games are added."""
    now, may_go_on, is_done, counted = [0.0], Event(), Event(), [0]

    def slow(_: JournalReader) -> Scores:
        counted[0] += 1
        result = Scores([f"game {counted[0]}"], [], "")
        assert may_go_on.wait(LIMIT)
        is_done.set()
        return result

    monkeypatch.setattr(JournalReader, "scores", slow)
    reader = ScoresBeside(tmp_path / "j.sqlite3", lambda: now[0], patience=0.0)
    for _ in range(100):
        with pytest.raises(RoomRefusal, match=NOT_YET):
            reader.scores()
        now[0] += FRESH
    assert counted == [1]
    may_go_on.set()
    assert is_done.wait(LIMIT)
    reader.wait()
    may_go_on.clear()
    assert [reader.scores().statistics for _ in range(100)] == [["game 1"]] * 100
    assert counted == [2]
    may_go_on.set()
    reader.wait()
    assert reader.scores().statistics == ["game 2"]


def test_few_games_are_added_up_at_once(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    now = [0.0]
    reader = ScoresBeside(path, lambda: now[0], patience=LIMIT)
    assert not reader.scores().statistics
    save(path, record_of(13))
    assert not reader.scores().statistics
    now[0] += FRESH
    assert reader.scores().statistics
