"""Games out of the journal as text, and into it from a file that somebody chose."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from h89yahtzee.apps.recorded_games import LONGEST
from h89yahtzee.apps.yahtzee.saving.resuming import open_saver, read_journal
from h89yahtzee.game.record import Record
from h89yahtzee.notation.record_text import format_record, parse_records
from h89yahtzee.table.series.match import Match


class TakenIn(NamedTuple):
    """How many of the games of a file were taken in, and how many it has."""

    taken: int
    found: int


def exported() -> str:
    """The records of all games, the oldest first; empty if there are none."""
    return "".join(f"{format_record(record).rstrip()}\n" for record in _journal())


def _journal() -> list[Record]:
    nothing: list[Record] = []
    return read_journal(lambda history: [history.record(game) for game in history.games()][::-1], nothing)


def take_in(text: str) -> TakenIn:
    """Put the games of a file into the journal that aren't there; ValueError if it isn't a file of records.

    JournalError if they can't be written.
    """
    records = [record.posted() for record in parsed(text)]
    known = {format_record(record) for record in _journal()}
    new = {format_record(record): record for record in records if record.turns}
    taken = [record for text, record in new.items() if text not in known]
    for record in taken:
        with closing(open_saver()) as saver:
            saver.save(record)
            saver.leave()
    return TakenIn(len(taken), len(records))


def parsed(text: str) -> tuple[Record, ...]:
    """The games of a file, checked to be games; ValueError for anything else."""
    if len(text) > LONGEST:
        raise ValueError(f"expected at most {LONGEST} characters")
    records = parse_records(text)
    for record in records:
        _check(record)
    return records


def _check(record: Record) -> None:
    """Raise a ValueError unless the game can be resumed, or is a finished one by the rules."""
    if record.totals is None:
        Match.resume(record, ())
    else:
        list(record.states())
