"""Values of the options about the line and the tube that `yahtzee` and `h19` share."""

from __future__ import annotations

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
