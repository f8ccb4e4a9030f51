"""`h19 --dump --jsonl --real-time`: sessions in the machine's own time.

They are for programs that compare the emulator with a real terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from h89yahtzee.apps.h19.dump import RowError, json_rows
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.timing.timed_case import TimedCase, play

LONGEST = 600.0
"""Seconds that a session may last."""
_EXPECTED = (
    '{"data": hexadecimal, "baud": 110-19200, "obeys_xoff": true or false, "slack": 0-128, '
    f'"keys": [[milliseconds, letter], ...], "seconds": 0-{LONGEST:.0f}}}'
)


def timed_lines(lines: Iterable[str]) -> Iterator[str]:
    """A row of JSON for each line: its members and what came of them. RowError with its number if it is no case."""
    for number, row in json_rows(lines):
        try:
            case = _case(row)
        except (KeyError, TypeError, ValueError):
            raise RowError(f"line {number}: expected {_EXPECTED}") from None
        yield json.dumps({**row, **_answer(case)})


def _case(row: Mapping[str, object]) -> TimedCase:
    baud, slack, seconds = _number(row["baud"]), _number(row["slack"]), _number(row["seconds"])
    keys = row["keys"]
    if baud not in BAUD_RATES or not 0 <= slack <= 128 or not 0 <= seconds <= LONGEST:
        raise ValueError(row)
    if type(row["obeys_xoff"]) is not bool or not isinstance(keys, list) or not isinstance(row["data"], str):
        raise TypeError(row)
    return TimedCase(
        data=bytes.fromhex(row["data"]),
        keys=sorted(_key(*pair) for pair in keys),
        seconds=seconds,
        baud_rate=int(baud),
        obeys_xoff=row["obeys_xoff"],
        slack=int(slack),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value


def _key(milliseconds: object, letter: object) -> tuple[float, str]:
    if not isinstance(letter, str) or len(letter) != 1 or not " " <= letter <= "~":
        raise ValueError(letter)
    return _number(milliseconds) / 1000, letter


def _answer(case: TimedCase) -> dict[str, object]:
    outcome = play(case)
    return {
        "sent": [[round(1000 * byte.carried_at, 1), byte.code] for byte in outcome.sent],
        "unsent": outcome.unsent,
        "lost": outcome.lost,
        "fifo_peak": outcome.fifo_peak,
        "rows": [codes.hex() for codes in outcome.rows],
        "cursor": list(outcome.cursor),
    }
