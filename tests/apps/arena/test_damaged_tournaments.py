"""Journals of tournaments with bytes that the program never wrote: read, or refused in a sentence."""

from __future__ import annotations

import gc
import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from h89yahtzee.apps.arena.tournament_files import known
from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.outcome_text import format_outcome
from h89yahtzee.arena.tournament.plan import Plan, format_plan, parse_plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.store.errors import JournalError
from h89yahtzee.store.tournaments import TournamentJournal, new_journal

GAMES = 8
RESULT = GameResult((200, 190), (1, 0), (0, 1), (0, 0), (0.1, 0.2), penalties=(0, 0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    entrants = parse_entrants(["classic:ha=5,hb=-3", "a=./b c"])
    plan = Plan(entrants, Pairing(2, Pool.ALL, GAMES, 1), "official", is_lenient=False, limits=Limits())
    with closing(new_journal(tmp_path, format_plan(plan))) as journal:
        journal.post((game, "0 1", format_outcome(RESULT, (0, 1))) for game in range(GAMES))
    with closing(sqlite3.connect(journal.path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return journal.path


def read(path: Path) -> int:
    """How many games it has of the tournament that it is of; JournalError or ValueError if it is none."""
    with closing(TournamentJournal(path)) as journal:
        outcomes = known(journal)
        Tournament(parse_plan(journal.plan).pairing, outcomes)
        return len(outcomes)


def check_changed(path: Path, number: int) -> None:
    content, numbers = path.read_bytes(), random.Random(4)
    assert read(path) == GAMES
    for _ in range(number):
        data = bytearray(content)
        for _ in range(numbers.choice([1, 1, 2, 8])):
            data[numbers.randrange(len(data))] = numbers.choice([0, 0xFF, 0x80, numbers.randrange(256)])
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(data)
        with suppress(JournalError, ValueError):
            read(path)


def test_changed_bytes(path: Path) -> None:
    check_changed(path, 150)
    gc.collect()


@pytest.mark.slow
def test_many_changed_bytes(path: Path) -> None:
    check_changed(path, 20_000)
    gc.collect()
