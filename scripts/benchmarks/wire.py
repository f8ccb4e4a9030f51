"""The number of bytes that the painter sends for each of a sequence of recorded screens, compared with the numbers
of other programs (peers).

A file of frames is a JSON object with `dialect` and `frames`. Each frame has a `name`, `text` (a string for each
row), `attr` (strings of the same length: space is plain, `r` reverse, `g` graphics, `G` both; the text of a
graphics cell is the byte that an H19 takes in graphics mode) and `cursor`, [row, column]. A file of peers has a
list for each dialect, and in the list an object for each frame, whose numbers other than `step` are the bytes of
one peer each. If no file of peers is given, a `peer_bytes.json` in the folder of the frames is used if it fits, or
else such numbers in the frames themselves. Files may be compressed by gzip.

Painting starts on a cleared screen with the cursor at 0, 0, in the modes that the program's start sets. The bytes
are fed to an emulator that was just switched on, whose screen is compared with the frame after every step.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, cast

from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.sessions.screen_session import painter_for
from h89yahtzee.h19.durations import ExecutionTimes
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.charset import GLYPHS, glyph
from h89yahtzee.screen.grid import BLANK, Cell, Grid
from h89yahtzee.screen.painter.painter import Shown
from h89yahtzee.screen.painter.pen import Pen
from h89yahtzee.screen.termcap import Termcap

PEERS = "peer_bytes.json"
NO_PEERS = ("step", "name", "dp_reference")
"""The fields of a step that aren't the bytes of a peer; `dp_reference` is found by a search, not sent by a
program."""
ROWS, COLUMNS = 25, 80
LINE_TIME = 10_000 / 9600
"""The milliseconds in which a line at 9600 baud carries a byte."""


class FramesError(ValueError):
    """Raised for a file that has neither frames nor peers, and for a painted screen that differs from its frame."""


@dataclass(frozen=True, slots=True)
class Frame:
    name: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class Film:
    """A sequence of screens, and for each screen the number of bytes that each peer sends; None if unknown."""

    title: str
    frames: Sequence[Frame]
    peers: Sequence[dict[str, int]] | None


@dataclass(frozen=True, slots=True)
class Step:
    """The cost of one frame: the bytes sent, and the milliseconds in which the terminal's processor executes
    them."""

    name: str
    sent: int
    milliseconds: float


class _Frame(TypedDict):
    name: str
    text: list[str]
    attr: list[str]
    cursor: tuple[int, int]


class _Frames(TypedDict):
    dialect: str
    frames: list[_Frame]


_Peers = dict[str, list[dict[str, str | int]]]


def load(paths: Sequence[str]) -> list[Film]:
    """Return a film for each file of frames among `paths`. The peers are from the other files in `paths`; if there
    are none, from the file `PEERS` in the folder of the frames, or from the frames."""
    contents = {path: _read(path) for path in paths}
    given = [cast(_Peers, content) for content in contents.values() if "frames" not in content]
    films = [
        _film(path, cast(_Frames, content), given) for path, content in contents.items() if "frames" in content
    ]
    if not films:
        raise FramesError(f"expected a file of frames among {' '.join(paths)}")
    return films


def _read(path: str) -> dict[str, object]:
    try:
        data = Path(path).read_bytes()
        content = json.loads(gzip.decompress(data) if path.endswith(".gz") else data)
    except (OSError, EOFError, ValueError) as error:
        raise FramesError(f"{path}: expected a JSON file: {error}") from error
    if not isinstance(content, dict):
        raise FramesError(f"{path}: expected a JSON object")
    return content


def _film(path: str, content: _Frames, given: Sequence[_Peers]) -> Film:
    try:
        frames = [Frame(frame["name"], _grid(frame)) for frame in content["frames"]]
        recorded = [_counts(frame) for frame in content["frames"]]
    except (KeyError, TypeError, ValueError) as error:
        raise FramesError(f"{path}: expected frames with name, text, attr and cursor: {error!r}") from error
    beside = Path(path).with_name(PEERS)
    found = given or ([cast(_Peers, _read(str(beside)))] if beside.is_file() else [])
    dialect = content.get("dialect", "")
    peers = [steps for known in found if len(steps := known.get(dialect, [])) == len(frames)]
    if given and not peers:
        raise FramesError(f"{path}: expected peers with {len(frames)} steps of {dialect!r}")
    if peers:
        return Film(path, frames, [_bytes(step) for step in peers[0]])
    return Film(path, frames, recorded if all(recorded) else None)


def _counts(step: Mapping[str, object]) -> dict[str, int]:
    return {name: count for name, count in step.items() if name not in NO_PEERS and isinstance(count, int)}


def _bytes(step: dict[str, str | int]) -> dict[str, int]:
    """Return the number of bytes of each peer in a step; FramesError if the step names no peer."""
    counts = _counts(step)
    if not counts:
        raise FramesError(f"expected peers with their bytes, not {step!r}")
    return counts


def _grid(frame: _Frame) -> Grid:
    rows = [_row(text, attributes) for text, attributes in zip(frame["text"], frame["attr"], strict=True)]
    rows += [(BLANK,) * COLUMNS] * (ROWS - len(rows))
    row, column = frame["cursor"]
    if len(rows) > ROWS or not (0 <= row < ROWS and 0 <= column < COLUMNS):
        raise ValueError(f"expected {ROWS} rows of {COLUMNS} columns at most")
    return Grid(tuple(rows), (row, column))


def _row(text: str, attributes: str) -> tuple[Cell, ...]:
    """Return the cells of a row; ValueError if it is too long or has a byte that an H19 doesn't print."""
    if not (text.isascii() and text.isprintable() and len(text) <= COLUMNS):
        raise ValueError(f"expected {COLUMNS} bytes 20 to 7E at most, not {text!r}")
    cells = zip(text.ljust(COLUMNS), attributes.ljust(COLUMNS), strict=True)
    return tuple(Cell(GLYPHS[glyph(ord(char), mode in "gG")], mode in "rG") for char, mode in cells)


def replay(film: Film, caps: Termcap) -> list[Step]:
    """Paint a film on an emulated H19; FramesError if a screen comes out wrong."""
    painter, terminal, times = painter_for(caps), Terminal(), ExecutionTimes()
    terminal.feed(caps["ti"])
    times.feed(caps["ti"])
    shown = Shown(Grid(Grid.blank(caps.rows, caps.columns).cells, (0, 0)), Pen((0, 0)))
    steps = []
    for frame in film.frames:
        code, shown = painter.update(shown, frame.grid)
        terminal.feed(code)
        if terminal.grid() != frame.grid:
            raise FramesError(f"{film.title}: the screen after {frame.name!r} is wrong")
        steps.append(Step(frame.name, len(code), 1000 * sum(times.feed(code))))
    return steps


def report(paths: Sequence[str]) -> Iterator[str]:
    """Yield the steps of each file of frames, then the totals of all files; FramesError as for `load` and
    `replay`."""
    caps = find_terminal(H19)
    total, peers_total = 0, 0
    yield f"Bytes sent for each screen, {len(caps['ti'])} more once at the start. processor: the terminal's, in ms."
    yield "line: ms at 9600 baud. ratio: to the first peer; over: longer than the best of the peers."
    films = load(paths)
    for film in films:
        steps = replay(film, caps)
        yield from _table(film, steps)
        total += sum(step.sent for step in steps)
        peers_total += sum(next(iter(peer.values())) for peer in film.peers or ())
    known = all(film.peers for film in films)
    yield f"total {total}" + (f" {peers_total} {total / peers_total:.4f}" if known else "")


def _table(film: Film, steps: Sequence[Step]) -> Iterator[str]:
    names = list(film.peers[0]) if film.peers else []
    yield ""
    yield film.title
    yield f"{'step':43}bytes processor  line" + "".join(f" {name:>7}" for name in names) + "  ratio" * bool(names)
    for number, step in enumerate(steps):
        line = f"{number:2} {step.name[:39]:39} {_figures(step.sent, step.milliseconds)}"
        if film.peers:
            line += _comparison(step.sent, film.peers[number])
        yield line
    yield f"{'':3}{'all':39} {_figures(sum(step.sent for step in steps), sum(step.milliseconds for step in steps))}"


def _figures(sent: int, milliseconds: float) -> str:
    return f"{sent:5} {milliseconds:9.1f} {sent * LINE_TIME:5.0f}"


def _comparison(sent: int, peers: dict[str, int]) -> str:
    columns = "".join(f" {count:{max(len(name), 7)}}" for name, count in peers.items())
    first, *_ = peers.values()
    return f"{columns} {sent / first if first else 0:6.2f}" + " over" * (sent > min(peers.values()))
