"""Values of the options about lines and tubes that several programs share."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.game.near_words import did_you_mean
from h89yahtzee.h19.codes import BAUD_RATES

COLORS = {"green": (51, 255, 102), "amber": (255, 176, 0), "white": (224, 232, 240)}
"""The colours of the tube, red, green and blue; the first is the default."""
PHOSPHORS = tuple(COLORS)


def baud_rate(text: str) -> int:
    """A speed that the H19 has."""
    if text not in map(str, BAUD_RATES):
        rates = [str(rate) for rate in BAUD_RATES]
        raise ValueError(
            f"expected a speed of the H19 ({' '.join(rates)}), not {text!r}{did_you_mean(text, rates)}"
        )
    return int(text)


@dataclass(frozen=True, slots=True)
class LineName:
    """A line as it was asked for; what is None was left open."""

    url: str
    baud: int | None = None
    term: str | None = None


def line_name(text: str) -> LineName:
    """Read URL[,BAUD[,TERM]]; a terminal is one of those that there is a description of."""
    url, baud, term, *rest = [*text.split(","), "", ""]
    if not url or any(rest):
        raise ValueError(f"expected URL[,BAUD[,TERM]], not {text!r}")
    if term:
        find_terminal(term)
    return LineName(url, baud_rate(baud) if baud else None, term or None)
