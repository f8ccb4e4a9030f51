"""`h19 --dump` and `h19 --keys`: the emulator as a filter, for programs that compare it with a real terminal.

A row of input is a line with a JSON object, in the form of the test vectors recorded from the H19's firmware.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.h19.keyboard import LocalKey, strike
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.notation.json_node import parse_json
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key

_NAMES = {"keypad_alternate": "keypad_alt", "keyboard_locked": "kbd_locked"}
"""Modes whose names in the test vectors are shorter than in `TerminalModes`."""
_SLICE = 16
"""Bytes fed to the terminal before its answers are read: it keeps 64 KiB of answers, and one ESC # adds 2 KiB."""
_KEYPADS = ("normal", "shifted", "alternate", "alternate+shifted")


class RowError(ValueError):
    """Raised for input that isn't a row of the expected form; the message is one line."""


def dump(data: bytes, s402: int, s401: int) -> dict[str, object]:
    """Return the state of a terminal that has executed `data`, as JSON members; `s402`, `s401` set its switches."""
    terminal = Terminal(s402, s401)
    reply = b""
    for start in range(0, len(data), _SLICE):
        terminal.feed(data[start : start + _SLICE])
        reply += terminal.data_to_send()
    rows = {str(row): terminal.row_bytes(row).rstrip(b" ").hex() for row in range(terminal.lines)}
    return {
        "idle": not terminal.is_holding,
        "cursor": list(terminal.cursor),
        "lines": terminal.lines,
        "rows": {row: codes for row, codes in rows.items() if codes},
        "reply": reply.hex(),
        "bells": terminal.bells(),
        "modes": {
            _NAMES.get(name, name): int(value)
            for name, value in asdict(terminal.modes).items()
            if name != "line_25"  # the member "lines" tells this
        },
    }


def dump_lines(lines: Iterable[str], s402: int, s401: int) -> Iterator[str]:
    """Yield for each row the state, as JSON, of an H19 that has executed its input. Empty lines are skipped.

    RowError if a row isn't `{"sw402": int, "input": hex}`; `s402` is used if a row lacks `sw402`.
    """
    for number, row in json_rows(lines):
        switches, code = row.get("sw402", s402), row.get("input")
        if type(switches) is not int or not 0 <= switches <= 0xFF or not isinstance(code, str):
            raise RowError(f'line {number}: expected {{"sw402": 0-255, "input": hexadecimal}}')
        try:
            data = bytes.fromhex(code)
        except ValueError:
            raise RowError(f"line {number}: expected hexadecimal digits as input") from None
        yield json.dumps(dump(data, switches, s401))


def key_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield each row with two more members: `sends`, the key's bytes in hexadecimal, and `local`, whether the H19
    acts on the key itself.
    """
    for number, row in json_rows(lines):
        key = _KEYS.get(str(row.get("key")))
        if key is None or row.get("mode") not in ("heath", "ansi"):
            raise RowError(f"line {number}: expected a mode, heath or ansi, and one of {', '.join(_KEYS)} as key")
        if row.get("keypad", "normal") not in _KEYPADS:
            raise RowError(f"line {number}: expected one of {', '.join(_KEYPADS)} as keypad")
        if any(row.get(flag, 0) not in (0, 1) for flag in ("shift", "ctrl", "insert")):
            raise RowError(f"line {number}: expected 0 or 1 as shift, ctrl and insert")
        if isinstance(key, LocalKey):
            yield json.dumps({**row, "sends": "", "local": False})
            continue
        stroke = strike(key, _modes(row), shift=bool(row.get("shift")), ctrl=bool(row.get("ctrl")))
        sends = "" if stroke.is_local else stroke.code.hex()
        yield json.dumps({**row, "sends": sends, "local": stroke.is_local})


def json_rows(lines: Iterable[str]) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the line number (from 1) and the object of each row, skipping empty lines; RowError for other text."""
    for number, text_line in enumerate(lines, 1):
        if not text_line.strip():
            continue
        try:
            row = parse_json(text_line, "the row").value
        except NotationError as error:
            raise RowError(f"line {number}: {error}") from None
        if not isinstance(row, dict):
            raise RowError(f"line {number}: expected a JSON object")
        yield number, row


def _modes(row: Mapping[str, object]) -> TerminalModes:
    keypad = str(row.get("keypad", "normal"))
    return TerminalModes(
        ansi=row.get("mode") == "ansi",
        insert=bool(row.get("insert")),
        keypad_shifted="shifted" in keypad,
        keypad_alternate="alternate" in keypad,
    )


_KEYPAD = ("0", "1/IL", "2/DOWN", "3/DL", "4/LEFT", "5/HOME", "6/RIGHT", "7/IC", "8/UP", "9/DC", ".")
_NAMED = (
    *(Key.F1, Key.F2, Key.F3, Key.F4, Key.F5, Key.ERASE, Key.BLUE, Key.RED, Key.WHITE, Key.ESCAPE, Key.RETURN),
    *(Key.LINE_FEED, Key.BACKSPACE, Key.TAB, Key.DELETE, LocalKey.SCROLL),
)
_OTHER_CAPS: dict[KeyPress | LocalKey, str] = {Key.WHITE: "GRAY", Key.BACKSPACE: "BACK SPACE"}
_KEYS: dict[str, KeyPress | LocalKey] = {
    **{_OTHER_CAPS.get(key, key.value): key for key in _NAMED},
    **{f"KP{cap}": keypad_key(cap[0]) for cap in _KEYPAD},
    "KP ENTER": Key.KEYPAD_ENTER,
}
"""The keys by the labels on their caps, by which rows name them."""
