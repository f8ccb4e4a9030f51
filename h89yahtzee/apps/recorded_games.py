"""The reader of files of recorded games, for the commands that take such a file."""

from __future__ import annotations

from pathlib import Path

from h89yahtzee.apps.command import CommandError
from h89yahtzee.game.record import Record
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.store.own_files import read_some

LONGEST = 2**26
"""The most bytes of a file: about a hundred thousand games."""


def read_records(path: str) -> tuple[Record, ...]:
    """Return the games recorded in a file or a pipe, at least one.

    CommandError if the file holds anything else, OSError if it can't be read.
    """
    try:
        with Path(path).open("rb") as file:
            return parse_records(read_some(file, LONGEST).decode("utf-8"))
    except UnicodeDecodeError:
        raise CommandError(f"{path}: expected a record, not a file of bytes") from None
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from None
