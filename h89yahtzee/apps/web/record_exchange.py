"""Exports the games in the journal as text, and imports games from a file that the person chose."""

from __future__ import annotations

from contextlib import closing

from h89yahtzee.apps.recorded_games import LONGEST
from h89yahtzee.apps.saving.resuming import open_saver, read_journal
from h89yahtzee.game.record import Record
from h89yahtzee.notation.record_text import format_record, parse_records
from h89yahtzee.table.match import Match


def exported() -> str:
    """Return the records of all games as text, the oldest first; "" if there are none."""
    return "".join(f"{format_record(record).rstrip()}\n" for record in _journal())


def _journal() -> list[Record]:
    nothing: list[Record] = []
    return read_journal(lambda history: [history.record(game) for game in history.games()][::-1], nothing)


def take_in(text: str) -> tuple[int, int]:
    """Add to the journal those games in `text` that it lacks; return their number and that of all games in `text`.

    ValueError if `text` isn't the content of a file of records, JournalError if the games can't be written.
    """
    records = [record.posted() for record in parsed(text)]
    known = {format_record(record) for record in _journal()}
    new = {format_record(record): record for record in records if record.turns}
    taken = [record for text, record in new.items() if text not in known]
    for record in taken:
        with closing(open_saver()) as saver:
            saver.save(record)
            saver.leave()
    return len(taken), len(records)


def parsed(text: str) -> tuple[Record, ...]:
    """Return the games in the text of a file, checked against the rules; ValueError for anything else."""
    if len(text) > LONGEST:
        raise ValueError(f"expected at most {LONGEST} characters")
    records = parse_records(text)
    for record in records:
        _check(record)
    return records


def _check(record: Record) -> None:
    """Raise ValueError unless the game can be resumed, or is finished by the rules."""
    if record.totals is None:
        Match.resume(record, ())
    else:
        list(record.states())
