"""Drop files: what a bulletin board writes for a door about its caller.

Two formats are read, told apart by their first line: DOOR32.SYS, by the document of that name, and BBSDEV.DRP 1.x,
whose path is in BBSDEV_DRP (https://github.com/RealDeuce/bbsdev.drp).
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from h89yahtzee.store.own_files import read_file

VARIABLE = "BBSDEV_DRP"
DOOR32_LINES = 11
BBSDEV_LINES = 19
_LONGEST = 10_000
"""More bytes than a drop file has."""
_USUAL_ROWS, _USUAL_COLUMNS = 24, 80


@dataclass(frozen=True, slots=True)
class BoardCaller:
    """Who calls. `seconds_left` is None without a limit, `handle` that of a socket or None."""

    name: str
    has_ansi: bool
    seconds_left: float | None
    handle: int | None = None
    rows: int = _USUAL_ROWS
    columns: int = _USUAL_COLUMNS


def read_drop_file(path: str | None, environment: Mapping[str, str], now: datetime) -> BoardCaller:
    """The caller by the file at `path`, or the one that the board names, or DOOR32.SYS in this folder.

    OSError or ValueError if it can't be read.
    """
    found = Path(path or environment.get(VARIABLE) or _in_this_folder())
    try:
        return parse_drop_file(read_file(found, _LONGEST), now)
    except ValueError as error:
        raise ValueError(f"{found}: {error}") from None


def parse_drop_file(content: bytes, now: datetime) -> BoardCaller:
    """The caller; ValueError naming the line that is wrong. `now` is what a time is left from."""
    # Boards of old write names in code page 437, of which ASCII is what counts.
    lines = [line.strip() for line in content.decode("utf-8", "replace").splitlines()]
    if re.fullmatch(r"\d+\.\d+", lines[0] if lines else ""):
        return _bbsdev(lines, now)
    return _door32(lines)


def is_socket(handle: int | None) -> bool:
    """Whether the board has left a socket open there: many write a handle that isn't one."""
    with suppress(OSError):
        return handle is not None and stat.S_ISSOCK(os.fstat(handle).st_mode)
    return False


def _in_this_folder() -> Path:
    found = [path for path in Path().iterdir() if path.name.upper() == "DOOR32.SYS"]
    return found[0] if found else Path("DOOR32.SYS")


def _door32(lines: Sequence[str]) -> BoardCaller:
    if len(lines) < DOOR32_LINES or lines[0] not in ("0", "1", "2"):
        raise ValueError(f"expected DOOR32.SYS, of {DOOR32_LINES} lines, or BBSDEV.DRP 1.x")
    minutes = _number(lines, 9, "minutes left")
    return BoardCaller(
        lines[6] or lines[5],
        has_ansi=_number(lines, 10, "emulation") > 0,
        seconds_left=60.0 * minutes,
        handle=int(lines[1]) if lines[0] == "2" and lines[1].isdecimal() else None,
    )


def _bbsdev(lines: Sequence[str], now: datetime) -> BoardCaller:
    if not lines[0].startswith("1."):
        raise ValueError(f"line 1: expected version 1.x, not {lines[0]!r}")
    if len(lines) < BBSDEV_LINES:
        raise ValueError(f"expected {BBSDEV_LINES} lines, not {len(lines)}")
    if lines[1] not in ("local", "stdio", "socket"):
        raise ValueError(f"line 2: expected local, stdio or socket, not {lines[1]!r}")
    return BoardCaller(
        lines[3],
        has_ansi=lines[7] == "Y",
        seconds_left=_seconds_until(lines[10], now),
        handle=_number(lines, 3, "socket") if lines[1] == "socket" else None,
        rows=_number(lines, 7, "height"),
        columns=_number(lines, 6, "width"),
    )


def _number(lines: Sequence[str], line: int, what: str) -> int:
    text = lines[line - 1]
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f"line {line}: expected the {what} as a number, not {text!r}")
    return int(text)


def _seconds_until(text: str, now: datetime) -> float | None:
    if not text:
        return None
    try:
        return (datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC) - now).total_seconds()
    except ValueError:
        raise ValueError(f"line 11: expected a time as 2026-12-31T23:59:59Z, not {text!r}") from None
