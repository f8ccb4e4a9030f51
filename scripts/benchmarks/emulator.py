"""The speed at which the emulator executes bytes, compared with that of the emulator pyte if pyte is installed.

pyte emulates a VT100 and needs longer sequences for the same changes of the screen, so the two are compared by the
time that the same changes take.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from h89yahtzee.h19 import codes
from h89yahtzee.h19.terminal import Terminal

REPEATS = 5
_SCREENS = 10


@dataclass(frozen=True, slots=True)
class Sample:
    """The same changes of the screen, in the codes of an H19 and of a VT100."""

    name: str
    heath: bytes
    vt100: bytes


def report() -> Iterator[str]:
    yield f"Speed of the emulator, best of {REPEATS} runs."
    for sample in samples():
        ours = _best_time(lambda: Terminal().feed, sample.heath)
        line = f"{sample.name:24} {len(sample.heath) / ours / 1e6:6.2f} MB/s"
        if find_spec("pyte") is None:
            yield f"{line}   (pyte isn't installed)"
        else:
            yield f"{line}   {_best_time(_pyte_feed, sample.vt100) / ours:5.1f} times the speed of pyte"


def samples() -> tuple[Sample, ...]:
    return _text(), _sequences()


def _text() -> Sample:
    """Return a sample of plain text, which scrolls the screen."""
    lines = b"".join(bytes(0x20 + (row + column) % 95 for column in range(79)) + b"\r\n" for row in range(24))
    return Sample("text", lines * _SCREENS, lines * _SCREENS)


def _sequences() -> Sample:
    """Return a sample of single characters in reverse video all over the screen, three sequences for each."""
    places = [(row, column) for row in range(24) for column in range(0, 79, 2)]
    reverse_on, reverse_off = "enter_reverse_video_mode", "exit_reverse_video_mode"
    heath = b"".join(
        codes.direct_cursor_addressing(*place) + codes.heath(reverse_on) + b"X" + codes.heath(reverse_off)
        for place in places
    )
    vt100 = b"".join(b"\x1b[%d;%dH\x1b[7mX\x1b[m" % (row + 1, column + 1) for row, column in places)
    return Sample("dense escape sequences", heath * _SCREENS, vt100 * _SCREENS)


def _pyte_feed() -> Callable[[bytes], None]:
    import pyte

    feed: Callable[[bytes], None] = pyte.ByteStream(pyte.Screen(80, 24)).feed
    return feed


def _best_time(new_feed: Callable[[], Callable[[bytes], None]], data: bytes) -> float:
    """Return the seconds that a new terminal takes to execute `data`, in the fastest of `REPEATS` runs."""
    times = []
    for _ in range(REPEATS):
        feed = new_feed()
        started = time.perf_counter()
        feed(data)
        times.append(time.perf_counter() - started)
    return min(times)
