"""Helpers for tests of games that are left: text to type, and what the journal has of the games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from tests.apps.games import Games, OnPty, Result
from tests.apps.screens import Screen

_S = TypeVar("_S", bound=Screen)

GO_ON = "Resume this game? (y/n)"


def journal(games: Games) -> Path:
    return games.home / "DATA" / "h89yahtzee" / "journal.sqlite3"


def turns_saved(games: Games) -> list[tuple[int, int]]:
    """Return (number, count of turns) of each saved game, read from the journal by SQL without the program's
    code."""
    with closing(sqlite3.connect(journal(games))) as connection:
        return connection.execute("SELECT game, count(*) FROM turn GROUP BY game ORDER BY game").fetchall()


def posts(first: int = 1, last: int = 13) -> str:
    """Return what a person types in text mode to score a turn in each of the rows `first` to `last`, from 1."""
    return "".join(f"s {row}\n" for row in range(first, last + 1))


def leave(game: OnPty[_S], keys: bytes = b"qy") -> None:
    game.send(keys)
    assert game.exit_status() == 0


def check_quiet(result: Result) -> None:
    assert (result.status, result.errors) == (0, "")
