"""Recorded games as input: files of records, and `yahtzee --referee`, which judges records on standard input."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import chain
from pathlib import Path

from h89yahtzee.apps.command import CommandError, input_lines, say
from h89yahtzee.game.record import Record
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.notation import json_node
from h89yahtzee.notation.record_json import Json, fault_json, parse_json_record, result_json
from h89yahtzee.notation.record_text import MAGIC, parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.store.own_files import read_some

LONGEST = 2**26
"""The most bytes that are read from a file of records, which is about a hundred thousand games."""


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


def referee() -> int:
    """Print the result of each record on standard input as soon as it has been read; return the exit status, 0 even
    if records are invalid."""
    for line in answers(input_lines(json_node.LONGEST)):
        say(line)
    return 0


def answers(lines: Iterable[str]) -> Iterator[str]:
    """Yield an answer, one text line of JSON, for each record in `lines`.

    Each of `lines` is a record in JSON, up to the first one that is equal to `MAGIC`; from there on, the records
    are in text form. Before that, empty lines and those that begin with # are ignored.
    """
    source = iter(lines)
    for passed, line in enumerate(source):
        if line.rstrip() == MAGIC:
            # Put empty lines in place of those read so far, so that error messages name the right line numbers.
            yield from map(json.dumps, _of_lines(chain(["\n" * passed, line], source)))
        elif line.strip() and not line.startswith("#"):
            yield json.dumps(_of_json(line.strip()))


def _of_json(text: str) -> Json:
    try:
        return result_json(parse_json_record(text))
    except (NotationError, IllegalAction) as error:
        return fault_json(error)


def _of_lines(lines: Iterable[str]) -> Iterator[Json]:
    """Yield the result of each record in `lines`, which have records in text form. If one of the lines is too long,
    or all of them together, yield only the message that says so."""
    text = StringIO()
    for line in lines:
        if len(line) > json_node.LONGEST or text.tell() > LONGEST:
            most = f"{json_node.LONGEST} characters a line and {LONGEST} in all"
            yield fault_json(NotationError(f"expected at most {most}"))
            return
        text.write(line)
    yield from _of_text(text.getvalue())


def _of_text(text: str) -> Iterator[Json]:
    try:
        yield from map(_of_record, parse_records(text, may_lack_turns=True))
    except NotationError as error:
        yield fault_json(error)


def _of_record(record: Record) -> Json:
    try:
        return result_json(record)
    except IllegalAction as error:
        return fault_json(error)
