"""`h19 --dump` and `h19 --keys`: the emulator as a filter, for programs that compare it with a real terminal.

With `--jsonl` and with `--keys` each text line of the input, here called a row, is a JSON object in the form of the
test vectors, which were recorded from the H19's firmware: it has bytes to execute, or a key to press. With `--jsonl
--real-time` each row describes a session instead: the bytes that a computer sends at the speed of the serial line,
and the keys that are pressed. The emulated H19 then needs as much time for each byte as a real H19. The answer to
such a row tells which bytes the H19 sent and when, how many bytes it lost, and what its screen shows at the end.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from h89yahtzee.h19 import durations
from h89yahtzee.h19.codes import BAUD_RATES, XOFF, XON
from h89yahtzee.h19.configuration import USUAL_SWITCHES, TerminalModes
from h89yahtzee.h19.keyboard import LocalKey, strike
from h89yahtzee.h19.realtime import RealTimeTerminal, SentByte
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.notation.json_node import parse_json
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key

_NAMES = {"keypad_alternate": "keypad_alt", "keyboard_locked": "kbd_locked"}
"""The names of modes in the test vectors, by their longer names in `TerminalModes`; other modes have the same name
in both."""
_SLICE = 8
"""The number of bytes that are fed to the terminal at once. Then its answers are fetched, and the next bytes fed:
the terminal keeps only 64 KiB of unfetched answers.

The two bytes ESC # are answered by a page of up to 9.6 KiB, in ANSI mode the three bytes ESC [ p by up to 18 KiB.
"""
_KEYPADS = ("normal", "shifted", "alternate", "alternate+shifted")


class RowError(ValueError):
    """Raised for input that isn't a row of the expected form; the message is one line."""


def dump(data: bytes, s402: int, s401: int) -> dict[str, object]:
    """Return the state of an H19 that has executed `data`, as a dict to be written as a JSON object.

    Bit n of `s402` and `s401` is section n of the H19's switch of that name.
    """
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
            if name != "line_25"  # the member "lines" already tells whether the 25th line is on
        },
    }


def dump_lines(lines: Iterable[str], s402: int, s401: int) -> Iterator[str]:
    """Yield for each row the state, as JSON, of an H19 that has executed the row's input; skip empty text lines.

    RowError if a row isn't `{"sw402": int, "input": hex}`. `s401` and `s402` are the settings of the H19's
    switches; the member `sw402` of a row takes precedence over `s402`.
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
    """Yield for each row, which is a JSON object about a key, the same object with two more members, as JSON.

    `sends` has the bytes, in hexadecimal, that the key sends. `local` is true if the H19 executes the key's bytes
    itself instead of sending them; it is false for keys without bytes, such as RESET. RowError if a row has a wrong
    form.
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
    """Yield for each row the number of its text line (from 1) and its JSON object; skip empty text lines. RowError
    if a text line is no JSON object."""
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
"""The keys by the labels on their caps; rows of input name keys by these labels."""


LONGEST = 600.0
"""The most seconds that a session may last."""
_EXPECTED = (
    '{"data": hexadecimal, "baud": 110-19200, "obeys_xoff": true or false, "slack": 0-128, '
    f'"keys": [[milliseconds, letter], ...], "seconds": 0-{LONGEST:.0f}}}'
)


def timed_lines(lines: Iterable[str]) -> Iterator[str]:
    """Run the session that each row describes. Yield for each row its JSON object, as JSON, extended by the members
    that `_Session.run` returns. RowError, with the number of the text line, if a row has a wrong form."""
    for number, row in json_rows(lines):
        try:
            case = _case(row)
        except (KeyError, TypeError, ValueError):
            raise RowError(f"line {number}: expected {_EXPECTED}") from None
        yield json.dumps({**row, **_Session(case).run()})


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


_RATE_SECTIONS = 0x0F


@dataclass(frozen=True, slots=True)
class TimedCase:
    """A session of an H19 with a computer that sends `data`. The first byte arrives at once, each further byte as
    soon as the line can carry it.

    If `obeys_xoff` is true, the computer stops after an XOFF: the byte that is on the line at that time still
    arrives, and `slack` more bytes. `keys` are pairs of a time in seconds and the letter of the key pressed at that
    time. The session ends after `seconds`.
    """

    data: bytes
    keys: Sequence[tuple[float, str]]
    seconds: float
    baud_rate: int
    obeys_xoff: bool
    slack: int


class _Session:
    def __init__(self, case: TimedCase) -> None:
        self._case = case
        switches = USUAL_SWITCHES & ~_RATE_SECTIONS | BAUD_RATES.index(case.baud_rate) + 1
        self._terminal = RealTimeTerminal(line_switches=switches)
        self._byte_time = durations.on_the_line(case.baud_rate)
        self._left = deque(case.data)
        self._keys = deque(case.keys)
        self._sent: list[SentByte] = []
        self._next_at: float | None = 0.0
        self._slack: int | None = None

    def run(self) -> dict[str, object]:
        """Run the session; return its outcome, as a dict of the members to add to the JSON object of the row.

        `sent` has a pair for each byte that the H19 sent: the time in milliseconds when the line had carried the
        byte, and its code.
        """
        case, terminal = self._case, self._terminal
        peak = 0
        while (at := self._next_event()) <= case.seconds:
            terminal.advance(at)
            while self._keys and self._keys[0][0] <= at:
                terminal.press(self._keys.popleft()[1], at)
            self._heed()
            if self._next_at is not None and self._next_at <= at:
                self._send(at)
                peak = max(peak, terminal.queued)
        terminal.advance(case.seconds)
        self._sent += terminal.take_sent()
        sent = [byte for byte in self._sent if byte.carried_at <= case.seconds]
        return {
            "sent": [[round(1000 * byte.carried_at, 1), byte.code] for byte in sent],
            "unsent": len(self._left),
            "lost": terminal.overruns,
            "fifo_peak": peak,
            "rows": [terminal.row_bytes(row).hex() for row in range(terminal.lines)],
            "cursor": list(terminal.cursor),
        }

    def _next_event(self) -> float:
        times = [self._next_at, self._keys[0][0] if self._keys else None, self._terminal.wakes_at()]
        return min((time for time in times if time is not None), default=float("inf"))

    def _send(self, now: float) -> None:
        """Send the computer's next byte to the terminal. Set `_next_at` to the time at which the following byte
        arrives, or to None if there is none or an XOFF has stopped the computer."""
        self._terminal.receive(bytes((self._left.popleft(),)), now)
        self._heed()
        may_send = bool(self._left) and self._slack != 0
        self._next_at = now + self._byte_time if may_send else None
        if may_send and self._slack is not None:
            self._slack -= 1

    def _heed(self) -> None:
        """Collect the bytes that the terminal has begun to send; stop the computer at XOFF, resume at XON."""
        sent = self._terminal.take_sent()
        self._sent += sent
        if not self._case.obeys_xoff:
            return
        for code, _, carried_at in sent:
            if code == XOFF and self._slack is None:
                self._slack = self._case.slack
            elif code == XON:
                self._slack = None
                if self._next_at is None and self._left:
                    self._next_at = carried_at
