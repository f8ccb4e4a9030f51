"""The test of the keyboard: each key lights up on a picture, a person presses it, and its bytes are compared.

A key that isn't pressed, or that sends the code of another key, is asked for once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from h89yahtzee.apps.h19_test.line_checks import case_of, judged
from h89yahtzee.apps.h19_test.person import Person, Typed, Wish
from h89yahtzee.apps.h19_test.screen_checks import Part, Result
from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest
from h89yahtzee.h19 import codes
from h89yahtzee.h19.configuration import CHANGES, TerminalModes
from h89yahtzee.h19.disassembly import spelled
from h89yahtzee.h19.keyboard import strike
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key

_PICTURE = r"""
        OFFLINE f1  f2  f3  f4  f5  ERASE BLUE RED GRAY RESET BREAK

 ESC    1   2   3   4   5   6   7   8   9   0   -   =   `  BACKSPACE  7  8   9
  TAB     Q   W   E   R   T   Y   U   I   O   P   [   \  LINEFEED DEL 4  5   6
 CTRL CAPS A   S   D   F   G   H   J   K   L   ;   '   {   RETURN     1  2   3
 SCROLL SHIFT Z   X   C   V   B   N   M   ,   .   /  SHIFT REPEAT     0  . ENTER
                            SPACE
"""
_PICTURE_ROW, _PROMPT_ROW = 4, 14
_KEYPAD_COLUMN = 70
_ADVICE = b"CAPS LOCK and OFFLINE must be up. A key not pressed for 20 seconds is left out."
_SPECIAL: dict[str, KeyPress] = {"GRAY": Key.WHITE, "LINEFEED": Key.LINE_FEED, "DEL": Key.DELETE, "SPACE": " "}
_REPEATED = 0.5
"""If no code comes for this many seconds, the person is taken to have let go of REPEAT."""
_MOST_MISSING = 12
"""The test ends once this many keys, one after another, weren't pressed. No single row of the keyboard's matrix can
be the reason, since fewer keys are connected to a row."""
_QUICK = {
    *("ESC", "1", "6", "TAB", "Q", "T", "P", "A", "G", ";", "Z", "B", "/", "SPACE"),
    *("f1", "ERASE", "keypad 7", "keypad ENTER", "SHIFT C", "CTRL X"),
}


class Cap(NamedTuple):
    """A key of the picture, drawn at (row, column). `key` is the value that stands for it in calls of `strike`;
    None for keys that send nothing by themselves, such as SHIFT."""

    label: str
    row: int
    column: int
    key: KeyPress | None

    @property
    def name(self) -> str:
        return f"keypad {self.label}" if self.column >= _KEYPAD_COLUMN else self.label

    def drawn(self, is_lit: bool) -> bytes:
        text = self.label.encode()
        if is_lit:
            text = codes.heath(codes.REVERSE[True]) + text + codes.heath(codes.REVERSE[False])
        return codes.direct_cursor_addressing(self.row, self.column) + text


def _cap(label: str, row: int, column: int) -> Cap:
    names: dict[str, KeyPress] = {**{key.value: key for key in Key}, **_SPECIAL}
    if column >= _KEYPAD_COLUMN:
        return Cap(label, row, column, names[label] if label == "ENTER" else keypad_key(label))
    return Cap(label, row, column, label.lower() if len(label) == 1 else names.get(label))


CAPS = [
    _cap(word.group(), _PICTURE_ROW + row, word.start())
    for row, text in enumerate(_PICTURE.strip("\n").split("\n"))
    for word in re.finditer(r"\S+", text)
]


class Press(NamedTuple):
    """A request to press the key `cap`, while `held` ("SHIFT", "CTRL" or "" for neither) is held down and the
    terminal is in `modes`, which are names of fields of `TerminalModes`."""

    cap: Cap
    held: str = ""
    modes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.held} {self.cap.name}".strip()

    @property
    def code(self) -> bytes:
        """The bytes that an H19 sends for this press; b"" if it executes the key itself instead of sending
        bytes."""
        assert self.cap.key is not None
        modes = TerminalModes(**dict.fromkeys(self.modes, True))
        struck = strike(self.cap.key, modes, shift=self.held == "SHIFT", ctrl=self.held == "CTRL")
        return b"" if struck.is_local else struck.code

    @property
    def lit(self) -> list[Cap]:
        return [self.cap, *(cap for cap in CAPS if cap.label == self.held)]

    @property
    def switches(self) -> bytes:
        """The bytes that turn on `modes` in a terminal with all modes off."""
        functions = [name for name, (mode, is_on) in CHANGES.items() if is_on and mode in self.modes]
        return b"".join(map(codes.heath, [*functions, *(["enter_ansi_mode"] if "ansi" in self.modes else [])]))

    def judged(self, found: str) -> Result:
        name = "-".join(["key", *self.modes, self.name]).replace("_", "-").replace(" ", "-").lower()
        where = f" in {' '.join(self.modes)} mode".replace("_", " ") if self.modes else ""
        case = case_of(name, f"key {self.cap.name}", f"{self.name}{where} sends {spelled(self.code)}", "keys")
        return judged(case, spelled(self.code), found, Part.KEY)


_KEYPAD_MODES = (("keypad_shifted",), ("keypad_alternate",), ("keypad_shifted", "keypad_alternate"))


def presses(is_quick: bool) -> list[Press]:
    """Return the presses to ask a person for, or only 20 of them if `is_quick`; the presses without SHIFT and CTRL
    come first."""
    caps = {cap.name: cap for cap in CAPS if cap.key is not None}
    keypad = [cap for cap in caps.values() if cap.column >= _KEYPAD_COLUMN]
    found = [Press(cap, held) for held in ("", "SHIFT", "CTRL") for cap in caps.values()]
    found += (Press(cap, held, modes) for modes in _KEYPAD_MODES for held in ("", "SHIFT") for cap in keypad)
    found.append(Press(caps["keypad 7"], "SHIFT", ("insert",)))
    found += (Press(caps[name], "", ("ansi",)) for name in ("f1", "ERASE", "GRAY", "keypad 7"))
    found += (Press(caps[name], "SHIFT", ("ansi",)) for name in ("ERASE", "keypad 5", "keypad 7", "keypad 9"))
    found.append(Press(caps["keypad 1"], "", ("keypad_alternate", "ansi")))
    return [it for it in found if it.code and (not is_quick or (it.name in _QUICK and not it.modes))]


class KeyChecks:
    """The test of the keyboard of `terminal`, with the help of a person. Sentences about keys that aren't tested
    are added to `notes`."""

    def __init__(self, terminal: TerminalUnderTest, person: Person, notes: list[str]) -> None:
        self._terminal = terminal
        self._person = person
        self._notes = notes
        self._lit: list[Cap] = []

    def run(self, wanted: Sequence[Press]) -> Iterator[Result]:
        """Ask for each press in `wanted`, and yield its result unless the person skips it. At the end, unless the
        test was ended early, test REPEAT and yield the result of that."""
        self._terminal.reset(is_ansi=False)
        advice = codes.direct_cursor_addressing(_PICTURE_ROW - 3, 0) + _ADVICE
        self._terminal.line.send(advice + b"".join(cap.drawn(is_lit=False) for cap in CAPS))
        missing = skipped = 0
        for number, press in enumerate(wanted, 1):
            found = self._asked(press, f"{number} of {len(wanted)}: ")
            if isinstance(found, str):
                yield press.judged(found)
            skipped += found is Wish.SKIP
            missing = missing + 1 if found == _NOTHING else 0
            if found is Wish.END or missing == _MOST_MISSING:
                self._notes.append(f"The test of the keys ended at key {number} of {len(wanted)}.")
                break
        else:
            yield from self._repeat()
        if skipped:
            self._notes.append(f"Keys that were skipped: {skipped}.")

    def _asked(self, press: Press, number: str) -> str | Wish:
        """Ask for `press`, and ask once more after a wrong key, but not if the key bounced (sent its code
        repeatedly).

        `number` is a text before the prompt, such as "3 of 20: ". Return a text that describes the received bytes,
        or the person's wish to skip the key or to end the test.
        """
        found = hint = ""
        for attempt in range(2):
            typed = self._typed(press, f"{number}press {press.name}", hint)
            if typed.data == press.code:
                return spelled(press.code)
            wish = Typed(typed.data if attempt else b"", typed.letter).last_of("sq")
            if wish:
                return Wish(wish)
            found = _in_words(press, typed.data)
            if _bounces(press, typed.data):
                break
            hint = f"That sent {found}. Once more, or S to skip, Q to end."
        return found

    def _typed(self, press: Press, prompt: str, hint: str) -> Typed:
        typed = self._person.press(
            self._page(press.lit, prompt, hint), f"{hint} {prompt}".strip(), modes=press.switches
        )
        self._terminal.soft_reset("ansi" in press.modes)
        return typed

    def _page(self, lit: list[Cap], prompt: str, hint: str) -> bytes:
        """Return the bytes that light only the keys `lit`, and show `prompt` and `hint` below the picture."""
        drawn = [cap.drawn(is_lit=False) for cap in self._lit] + [cap.drawn(is_lit=True) for cap in lit]
        self._lit = lit
        for row, text in enumerate((prompt, hint), _PROMPT_ROW):
            erase = codes.direct_cursor_addressing(row, 0) + codes.heath("erase_entire_line")
            drawn.append(erase + text.encode())
        return b"".join(drawn)

    def _repeat(self) -> Iterator[Result]:
        """Ask the person to hold down A and REPEAT, yield the result, and note the rate; yield nothing if the
        person skips this or ends the test."""
        prompt = "hold A and REPEAT down for three seconds"
        page = self._page([cap for cap in CAPS if cap.label in ("A", "REPEAT")], prompt, "")
        typed = self._person.press(page, prompt, settled=_REPEATED)
        if typed.last_of("sq"):
            return
        is_right = len(typed.data) > 1 and not typed.data.strip(b"a")
        expected = "a again and again"
        found = expected if is_right else spelled(typed.data[:20]) or _NOTHING
        yield judged(
            case_of("key-repeat", "key REPEAT", f"A with REPEAT sends {expected}", "keys"),
            expected,
            found,
            Part.KEY,
        )
        if is_right:
            self._notes.append(f"REPEAT sends {typed.rate:.1f} codes a second.")


_NOTHING = "nothing"


def _bounces(press: Press, data: bytes) -> bool:
    return len(data) > len(press.code) and not data.replace(press.code, b"")


def _in_words(press: Press, data: bytes) -> str:
    if not data:
        return _NOTHING
    if _bounces(press, data):
        return f"{spelled(press.code)} {len(data) // len(press.code)} times: the key bounces"
    others = (
        Press(cap, held, press.modes) for held in ("", "SHIFT", "CTRL") for cap in CAPS if cap.key is not None
    )
    name = next((other.name for other in others if other.code == data), None)
    return spelled(data[:20]) + (f", the code of {name}" if name else "")
