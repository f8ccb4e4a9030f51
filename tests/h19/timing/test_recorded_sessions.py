"""The machine in its own time against sessions that were recorded from the firmware."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from h89yahtzee.apps.h19.timed_dump import timed_lines


class Session(TypedDict):
    name: str
    sent: list[tuple[float, int]]
    unsent: int
    lost: int
    fifo_peak: int
    rows: list[str]
    cursor: list[int]


RESULTS = ("sent", "unsent", "lost", "fifo_peak", "rows", "cursor")
LINES = (Path(__file__).parents[2] / "data" / "h19_realtime.jsonl").read_text().splitlines()
RECORDED: dict[str, Session] = {json.loads(line)["name"]: json.loads(line) for line in LINES}
FULL = 128


def session(recorded: Session) -> Session:
    asked = {key: value for key, value in recorded.items() if key not in RESULTS}
    [answer] = timed_lines([json.dumps(asked)])
    played: Session = json.loads(answer)
    return played


@pytest.mark.parametrize("name", RECORDED)
def test_what_is_sent_and_when_what_is_lost_and_what_is_seen_in_the_end(name: str) -> None:
    """The times within 10 % or 3 ms. Where the FIFO is full, microseconds decide which bytes are lost."""
    recorded = RECORDED[name]
    ours = session(recorded)
    assert [code for _, code in ours["sent"]] == [code for _, code in recorded["sent"]]
    for (at, _), (expected, _) in zip(ours["sent"], recorded["sent"], strict=True):
        assert abs(at - expected) <= max(3, expected / 10)
    assert (ours["unsent"], ours["lost"]) == (recorded["unsent"], recorded["lost"])
    assert (ours["rows"], ours["cursor"]) == (recorded["rows"], recorded["cursor"])


def test_times_are_those_of_the_firmware_to_the_tenth_of_a_millisecond() -> None:
    """So they were noted. 19 of 20 bytes are that near where the FIFO never overflows, and all within 1 ms."""
    late = [
        abs(at - expected)
        for recorded in RECORDED.values()
        if recorded["fifo_peak"] < FULL
        for (at, _), (expected, _) in zip(session(recorded)["sent"], recorded["sent"], strict=True)
    ]
    assert sorted(late)[len(late) * 19 // 20] < 0.11
    assert max(late) < 1
