"""`yahtzee --referee`: a line of JSON with the result of each record on standard input."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import chain

from h89yahtzee.apps import recorded_games
from h89yahtzee.apps.command import say
from h89yahtzee.apps.input_lines import input_lines
from h89yahtzee.game.record import Record
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.notation import json_node
from h89yahtzee.notation.record_json import parse_json_record
from h89yahtzee.notation.record_text import MAGIC, parse_records
from h89yahtzee.notation.result import Json, fault_json, result_json
from h89yahtzee.notation.tokens import NotationError


def referee() -> int:
    """Answer each record as soon as it has been read. The exit status is 0, whatever the records are."""
    for line in answers(input_lines(json_node.LONGEST)):
        say(line)
    return 0


def answers(lines: Iterable[str]) -> Iterator[str]:
    """A line for each game: each line is a JSON object, until records as text begin."""
    source = iter(lines)
    for passed, line in enumerate(source):
        if line.rstrip() == MAGIC:
            yield from map(json.dumps, _of_lines(chain(["\n" * passed, line], source)))
        elif line.strip() and not line.startswith("#"):
            yield json.dumps(_of_json(line.strip()))


def _of_json(text: str) -> Json:
    try:
        return result_json(parse_json_record(text))
    except (NotationError, IllegalAction) as error:
        return fault_json(error)


def _of_lines(lines: Iterable[str]) -> Iterator[Json]:
    """The answers to records as text, which are read as a whole."""
    text = StringIO()
    for line in lines:
        if len(line) > json_node.LONGEST or text.tell() > recorded_games.LONGEST:
            most = f"{json_node.LONGEST} characters a line and {recorded_games.LONGEST} in all"
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
