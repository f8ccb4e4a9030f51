"""The asciicast writer: the format by its specification, and a screen played back through pyte."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.h19.asciicast import Asciicast


def clock(*times: float) -> Iterator[float]:
    return iter(times)


def recorded(*events: tuple[float, str], timestamp: int | None = None) -> list[str]:
    """The lines of a recording begun at 100 seconds."""
    file = io.StringIO()
    times = clock(100.0, *(100.0 + time for time, _ in events))
    cast = Asciicast(file, lambda: next(times), rows=25, columns=80, timestamp=timestamp)
    for _, text in events:
        cast.show(text)
    return file.getvalue().splitlines()


def test_header_has_what_version_2_requires_and_no_more() -> None:
    [header] = recorded()
    assert json.loads(header) == {"version": 2, "width": 80, "height": 25}


def test_timestamp_is_in_the_header() -> None:
    [header] = recorded(timestamp=1_700_000_000)
    assert json.loads(header)["timestamp"] == 1_700_000_000


def test_events_have_the_time_since_the_beginning() -> None:
    assert list(map(json.loads, recorded((0.0, "a"), (0.25, "b"), (1.12345678, "c"))))[1:] == [
        [0.0, "o", "a"],
        [0.25, "o", "b"],
        [1.123457, "o", "c"],
    ]


def test_nothing_shown_is_no_event() -> None:
    file = io.StringIO()
    cast = Asciicast(file, lambda: 0.0, rows=25, columns=80)
    cast.show("")
    assert len(file.getvalue().splitlines()) == 1


@given(st.lists(st.text(min_size=1)))
def test_text_comes_back_whatever_is_in_it(texts: list[str]) -> None:
    header, *events = recorded(*((float(time), text) for time, text in enumerate(texts)))
    assert json.loads(header)["version"] == 2
    assert [json.loads(event) for event in events] == [[float(time), "o", text] for time, text in enumerate(texts)]


def test_recording_is_on_disk_after_each_event(tmp_path: Path) -> None:
    path = tmp_path / "h19.cast"
    with path.open("w", encoding="ascii") as file:
        cast = Asciicast(file, lambda: 0.0, rows=25, columns=80)
        cast.show("│●\n")
        assert [json.loads(line) for line in path.read_text("ascii").splitlines()][1:] == [[0.0, "o", "│●\n"]]


def test_full_disk_is_told() -> None:
    file = Path("/dev/full").open("w")  # noqa: SIM115 - closing it fails as well
    with pytest.raises(OSError, match="space"):
        Asciicast(file, lambda: 0.0, rows=25, columns=80)
    with suppress(OSError):
        file.close()


def test_played_back_it_shows_the_screen_of_then() -> None:
    lines = recorded(
        (0.0, "\x1b[H\x1b[2J\x1b[3;5H┌──┐"),
        (0.5, "\x1b[4;5H│\x1b[7m●●\x1b[m│"),
        (1.0, "\x1b[25;1H25th"),
    )
    header, *events = map(json.loads, lines)
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _, kind, text in events:
        assert kind == "o"
        stream.feed(text)
    shown = [line.rstrip() for line in screen.display]
    assert (len(shown), shown[2], shown[3], shown[24]) == (25, "    ┌──┐", "    │●●│", "25th")
    assert [screen.buffer[3][column].reverse for column in range(4, 8)] == [False, True, True, False]
