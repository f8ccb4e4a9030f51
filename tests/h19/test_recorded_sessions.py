"""The machine in real time, compared with sessions that were recorded from the firmware."""

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TypedDict

import pytest

from h89yahtzee.apps.h19.dump import timed_lines
from h89yahtzee.h19.codes import XOFF, XON
from tests.naming import each, naming
from tests.parameters import few_fast


class Session(TypedDict):
    name: str
    sent: list[tuple[float, int]]
    unsent: int
    lost: int
    fifo_peak: int
    rows: list[str]
    cursor: list[int]


RESULTS = ("sent", "unsent", "lost", "fifo_peak", "rows", "cursor")
LINES = (Path(__file__).parents[1] / "data" / "h19_realtime.jsonl").read_text().splitlines()
RECORDED: dict[str, Session] = {json.loads(line)["name"]: json.loads(line) for line in LINES}
FULL = 128


def session(**asked: object) -> Session:
    [answer] = timed_lines([json.dumps(asked)])
    played: Session = json.loads(answer)
    return played


@pytest.mark.parametrize("number", few_fast(1, [12, len(RECORDED)]))
def test_what_is_sent_and_when_what_is_lost_and_what_is_seen_in_the_end(number: int) -> None:
    """Times are recorded in tenths of a millisecond. If the FIFO is full, microseconds decide which bytes are lost.

    If the FIFO never overflows, 95 % of the bytes are sent within 0.1 ms of the recorded time and all within 1 ms;
    in the other sessions all are sent within 10 % or 3 ms of it.
    """
    late = []
    for name, recorded in islice(RECORDED.items(), number):
        with naming(name):
            ours = session(**{key: value for key, value in recorded.items() if key not in RESULTS})
            assert [code for _, code in ours["sent"]] == [code for _, code in recorded["sent"]]
            pairs = [(at, due) for (at, _), (due, _) in zip(ours["sent"], recorded["sent"], strict=True)]
            assert all(abs(at - due) <= max(3, due / 10) for at, due in pairs)
            assert (ours["unsent"], ours["lost"]) == (recorded["unsent"], recorded["lost"])
            assert (ours["rows"], ours["cursor"]) == (recorded["rows"], recorded["cursor"])
        if recorded["fifo_peak"] < FULL:
            late += [abs(at - due) for at, due in pairs]
    assert sorted(late)[len(late) * 19 // 20] < 0.11
    assert max(late) < 1


# Sessions whose results on the firmware are known only in part


def told(
    data: bytes, baud: int = 9600, slack: int | None = None, keys: Sequence[tuple[float, str]] = ()
) -> Session:
    """Return the session of a computer that sends `slack` more bytes after each XOFF, or ignores XOFF if None."""
    return session(
        data=data.hex(), baud=baud, slack=slack or 0, obeys_xoff=slack is not None, keys=list(keys), seconds=4
    )


def at(played: Session, code: int) -> list[float]:
    return [milliseconds for milliseconds, sent in played["sent"] if sent == code]


def test_bytes_are_received_while_the_page_is_transmitted() -> None:
    played = told(b"\x1b#" + b"".join(b"LINE %02d\r\n" % row for row in range(20)), slack=1)
    assert at(played, XOFF)[0] == 121.7
    assert at(played, ord("\r")) == [2006.8]
    assert [round(milliseconds, -1) for milliseconds in at(played, XON)] == [2040]
    assert [bytes.fromhex(row).rstrip() for row in played["rows"][:20]] == [b"LINE %02d" % row for row in range(20)]


def test_what_a_terminal_sends_is_as_fast_as_its_divisor_says() -> None:
    """For 300 baud the divisor is 635, not 640; at exactly 300 baud these 80 bytes would take 20.8 ms longer."""
    [ended] = at(told(b"\x1bx1\x1b]", baud=300), ord("\r"))
    [begun, *_] = at(told(b"\x1bx1\x1b]", baud=300), ord(" "))
    assert ended - begun == pytest.approx(80 * 1000 * 10 * 635 / 192_000, abs=0.2)


@each(("pressed", "is_sent"), [(1.5, True), (3.0, True), (4.5, False)])
def test_the_keyboard_is_locked_at_the_end_of_the_search_for_the_function(pressed: float, is_sent: bool) -> None:
    assert bool(at(told(b"\x1b}", keys=[(pressed, "a")]), ord("a"))) == is_sent


@each(("pressed", "is_sent"), [(20.0 + 1.5, False), (20.0 + 3.0, False), (20.0 + 4.5, True)])
def test_it_is_unlocked_at_the_end_too(pressed: float, is_sent: bool) -> None:
    wait = bytes(18)  # 18 NULs after ESC } end at 20.8 ms; two less, and all is 2 ms earlier
    assert bool(at(told(b"\x1b}" + wait[2:] + b"\x1b{", keys=[(pressed - 2, "a")]), ord("a"))) == is_sent


def test_a_line_that_a_full_fifo_scrolls_takes_its_time() -> None:
    """Bytes are lost meanwhile. The last rows and the time of hold-screen mode's XOFF were seen on the firmware."""
    played = told(b"\x1bY7 \x1b[\n" + b"".join(b"L%02d\r\n" % row for row in range(60)))
    assert at(played, XOFF)[0] == pytest.approx(8.8, abs=0.11)
    rows = [bytes.fromhex(row).rstrip() for row in played["rows"]]
    assert rows[-1] == b"L9"
    assert rows[-3].endswith(b"L26")


def test_a_key_for_which_there_is_no_room_costs_time() -> None:
    """Sixty keys are pressed while a line is inserted: 52 find eight keys waiting and cost 0.22 ms each.

    The first key is sent after the insertion.
    """
    few, many = (told(b"\x1bL", keys=[(10.0, "a")] * count) for count in (8, 60))
    assert at(many, ord("a"))[0] - at(few, ord("a"))[0] == pytest.approx(52 * 0.22, abs=0.4)


def test_a_reset_is_deaf_for_so_many_bytes() -> None:
    assert told(b"uN\x1bz" + bytes(10), baud=4800)["lost"] == 8
