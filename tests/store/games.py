"""Games to save, and programs that share a journal."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.state import Score
from h89yahtzee.store.history import History, SavedGame
from h89yahtzee.store.journal import Journal, Saver
from h89yahtzee.table.match import Match
from tests.programs import Popen

ROOT = Path(__file__).resolve().parents[2]
TIME_LIMIT = 240
NOON = 1_795_262_400
"""Noon of November 21, 2026, in UTC."""


def people(*names: str) -> tuple[Player, ...]:
    return tuple(Player(name, HUMAN) for name in names)


def post(match: Match, turns: int = 1) -> None:
    """Post so many turns, each in the first open row."""
    for _ in range(turns):
        match.act(Score(match.state.card.open_boxes()[0]))


def record_of(turns: int, *names: str, seed: int = 42) -> Record:
    """Return a game after so many posted turns."""
    match = Match(Setup(people(*(names or ("me",))), seed))
    post(match, turns)
    return match.record


def journal_at(path: Path) -> Journal:
    return Journal(path, lambda: NOON)


@contextmanager
def saver_at(path: Path) -> Iterator[Saver]:
    with closing(Saver(lambda: journal_at(path))) as saver:
        yield saver


def save(path: Path, *records: Record) -> None:
    """Save the games in one sitting."""
    with saver_at(path) as saver:
        for record in records:
            saver.save(record)


def saved(path: Path) -> list[tuple[SavedGame, Record]]:
    """Return all games, the oldest first."""
    with closing(History(path)) as history:
        return [(game, history.record(game)) for game in reversed(list(history.games()))]


@contextmanager
def other_program(code: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program with this code, which prints `ready`, then waits for a text line before it goes on or ends."""
    with Popen(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
            yield program
        finally:
            program.kill()


def tell(program: subprocess.Popen[str]) -> str:
    """Let the program go on, and return what it prints until it ends."""
    output, _ = program.communicate("on\n", timeout=TIME_LIMIT)
    assert program.returncode == 0
    return output


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE letters (text)")


def letter(path: Path) -> None:
    path.write_text("Dear Sir, " * 1000)
