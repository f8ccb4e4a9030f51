"""Values of options that several programs share: lines and speeds, colours of the tube, rule sets, saved games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.game.near_words import did_you_mean
from h89yahtzee.game.rules import RuleSet, RuleSetError, rule_set
from h89yahtzee.h19.codes import BAUD_RATES

COLORS = {"green": (51, 255, 102), "amber": (255, 176, 0), "white": (224, 232, 240)}
"""The colours of the emulated H19's screen, as (red, green, blue); the first is the default."""
PHOSPHORS = (*COLORS, "none")
"""The values of `--phosphor`; with the last one the colours are the terminal's own."""
LAST = 0
"""The number that stands for the last game, where the number of a game is expected."""


class Policy(Enum):
    """Whether unfinished games are saved (`--save`), or resumed (`--resume`): always, never, or if people agree."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


def baud_rate(text: str) -> int:
    """Parse a baud rate; ValueError if `text` isn't one of the H19's rates."""
    if text not in map(str, BAUD_RATES):
        rates = [str(rate) for rate in BAUD_RATES]
        raise ValueError(
            f"expected a speed of the H19 ({' '.join(rates)}), not {text!r}{did_you_mean(text, rates)}"
        )
    return int(text)


@dataclass(frozen=True, slots=True)
class LineName:
    """A serial line as `--line` names it; a part that was left out is None."""

    url: str
    baud: int | None = None
    term: str | None = None


def line_name(text: str) -> LineName:
    """Parse URL[,BAUD[,TERM]]; ValueError if the form or BAUD is wrong, or if TERM isn't a described terminal."""
    url, baud, term, *rest = [*text.split(","), "", ""]
    if not url or any(rest):
        raise ValueError(f"expected URL[,BAUD[,TERM]], not {text!r}")
    if term:
        find_terminal(term)
    return LineName(url, baud_rate(baud) if baud else None, term or None)


def seconds(text: str) -> float:
    """Parse a number of seconds above 0; ValueError for other text."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise ValueError(f"expected seconds, not {text!r}")
    return float(text)


def rules_asked_for(name: str, columns: int | None, bonus: str | None) -> RuleSet:
    """Return the rule set by the values of `--rules`, `--columns` and `--bonus`; UsageError if they don't fit."""
    try:
        return rule_set(name, columns, bonus)
    except RuleSetError as error:
        raise UsageError(f"--{error.about}: {error}") from None
