"""The machine in its own time against sessions that were recorded from the firmware."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from h89yahtzee.apps.h19.timed_dump import timed_lines
from h89yahtzee.h19.codes import XOFF, XON
from tests.naming import naming


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
NEAR = {"direct addressing and a letter", "erase line", *(f"random {number}" for number in (17, 19, 20, 51))}
"""Their FIFO comes so near a limit that less than 1 % of the time decides about an XOFF or a key's turn."""
OVERFLOWN = {f"random {number}" for number in (42, 44, 54)}
"""Bytes are lost in them in a full FIFO, and which ones depends on the same."""


def session(recorded: Session) -> Session:
    asked = {key: value for key, value in recorded.items() if key not in RESULTS}
    [answer] = timed_lines([json.dumps(asked)])
    played: Session = json.loads(answer)
    return played


def of(names: Iterable[str]) -> list[tuple[Session, Session]]:
    return [(session(RECORDED[name]), RECORDED[name]) for name in sorted(names)]


def without_flow_control(played: Session) -> list[int]:
    return sorted(code for _, code in played["sent"] if code not in (XON, XOFF))


def test_what_is_sent_and_when_and_what_is_seen_in_the_end() -> None:
    """The times within 10 % or 3 ms."""
    for ours, recorded in of(RECORDED.keys() - NEAR - OVERFLOWN):
        with naming(recorded["name"]):
            assert [code for _, code in ours["sent"]] == [code for _, code in recorded["sent"]]
            for (at, _), (expected, _) in zip(ours["sent"], recorded["sent"], strict=True):
                assert abs(at - expected) <= max(3, expected / 10)
            for result in ("unsent", "lost", "rows", "cursor"):
                assert ours[result] == recorded[result]


def test_what_is_seen_where_a_byte_of_flow_control_more_or_less_is_sent() -> None:
    for ours, recorded in of(NEAR):
        with naming(recorded["name"]):
            assert without_flow_control(ours) == without_flow_control(recorded)
            assert abs(len(ours["sent"]) - len(recorded["sent"])) <= 5
            for result in ("unsent", "lost", "rows", "cursor"):
                assert ours[result] == recorded[result]


def test_a_host_that_obeys_nothing_fills_the_fifo() -> None:
    for ours, recorded in of(OVERFLOWN):
        with naming(recorded["name"]):
            assert ours["fifo_peak"] == recorded["fifo_peak"] == 128
