"""The differences between a file in termcaps/ and the entry of ncurses, each with its reason.

Padding is ignored: it is left out on both sides. Capabilities with the same value on both sides aren't judged here,
and neither is the meaning of any value.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from h89yahtzee.screen.termcap import Termcap, parse_termcap
from scripts.termcap_comparison.reasons import ENTRIES, EVERYWHERE, REASONS, Reasons

TERMCAPS = Path(__file__).resolve().parents[2] / "termcaps"

_TIME_LIMIT = 10
_WIDTH = 36
"""The most characters of a value in the report."""
_ESCAPES = {0x1B: r"\E", ord("\\"): r"\\", ord("^"): r"\^", ord(":"): r"\072"}

Value = bytes | int | bool | None
"""The value of a capability: a string, a number, or True; None if the entry lacks the capability."""


class Missing(Exception):
    """Raised if the program infocmp isn't installed, or ncurses has no such entry."""


@dataclass(frozen=True, slots=True)
class Difference:
    capability: str
    ours: Value
    theirs: Value
    reason: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences between the file `name` and ncurses' `entry`; `stale` are the capabilities that have a reason
    for a difference but don't differ."""

    name: str
    entry: str
    differences: tuple[Difference, ...]
    stale: tuple[str, ...]

    @property
    def is_explained(self) -> bool:
        return not self.stale and all(difference.reason for difference in self.differences)

    def report(self) -> Iterator[str]:
        yield f"{self.name}: {len(self.differences)} differences from {self.entry} of ncurses"
        for difference in self.differences:
            ours, theirs = _shown(difference.ours), _shown(difference.theirs)
            reason = difference.reason or "UNEXPLAINED"
            yield f"  {difference.capability} {ours:{_WIDTH}} {theirs:{_WIDTH}} {reason}"
        for capability in self.stale:
            yield f"  {capability}: a reason, but no difference"


def compare(name: str) -> Comparison:
    """Compare the file `name`.tc with its entry of ncurses in `ENTRIES`; Missing if ncurses lacks the entry."""
    entry = ENTRIES[name]
    ours = _capabilities(parse_termcap((TERMCAPS / f"{name}.tc").read_text("ascii")))
    theirs = _capabilities(parse_termcap(_ncurses_entry(entry)))
    reasons, everywhere = _by_capability(REASONS[name]), _by_capability(EVERYWHERE)
    different = sorted(key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key))
    differences = tuple(
        Difference(key, ours.get(key), theirs.get(key), reasons.get(key) or everywhere.get(key))
        for key in different
    )
    return Comparison(name, entry, differences, tuple(key for key in reasons if key not in different))


def stale_everywhere(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the capabilities that have a reason in `EVERYWHERE` although they differ in no file."""
    different = {difference.capability for comparison in comparisons for difference in comparison.differences}
    return [capability for capability in _by_capability(EVERYWHERE) if capability not in different]


def _by_capability(reasons: Reasons) -> dict[str, str]:
    return {capability: reason for reason, names in reasons.items() for capability in names.split()}


def _ncurses_entry(name: str) -> str:
    command = ["infocmp", "-C", "-r", "-T", name]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    try:
        shown = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=_TIME_LIMIT
        )
    except FileNotFoundError:
        raise Missing("expected infocmp, as ncurses-bin has it") from None
    if shown.returncode:
        raise Missing(f"expected an entry {name}, as ncurses-term has it")
    return shown.stdout


def _capabilities(caps: Termcap) -> dict[str, Value]:
    return {**dict.fromkeys(caps.booleans, True), **caps.numbers, **caps.strings}


def _shown(value: Value) -> str:
    """Return a value as text: a string as termcap(5) writes it, and - if the entry lacks the capability."""
    if isinstance(value, bytes):
        return "".join(map(_shown_byte, value)) or "(empty)"
    return "-" if value is None else "yes" if value is True else str(value)


def _shown_byte(code: int) -> str:
    if code in _ESCAPES:
        return _ESCAPES[code]
    if code < 0x20:
        return f"^{chr(code + 0x40)}"
    return chr(code) if code < 0x7F else f"\\{code:03o}"
