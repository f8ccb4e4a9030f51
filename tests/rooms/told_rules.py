"""What is told of each rule set where one is chosen, by hand from the rules and published means."""

from collections.abc import Sequence

FIGURES = {
    "h89": "13 35 from 63 none 245.9",
    "official": "13 35 from 63 forced 254.6",
    "free-choice": "13 35 from 63 free 254.6",
    "quiz": "13 35 from 63 forced 254.5",
    "triple": "13 x 3 35 from 63 forced ~1737",
    "quintzee": "13 x 1-6 35 from 63 by BONUS 254.6 (x 1)",
    "yacht": "12 none none 167.0",
    "yacht-dice": "12 35 from 63 none 191.8",
    "yatzy": "15 50 from 63 none 248.4",
}
"""Rows, bonus, joker and the mean of best play."""
DIFFERS = [
    "nothing extra",
    "as it is sold",
    "any open row",
    "0 in YAHTZEE",
    "x1, x2",
    "columns",
    "1-5",
    "add all",
    "pairs",
]
"""What the line below says, in the same order."""


def check_rules_are_told(lines: Sequence[str]) -> None:
    """Each rule set has a line of figures and one about it; the last ones explain the figures."""
    head, *table = [" ".join(line.split()) for line in lines if line.strip()]
    assert head == "RULES ROWS BONUS JOKER BEST PLAY"
    assert table[:18:2] == [f"{name} {figures}" for name, figures in FIGURES.items()]
    for line, words in zip(table[1:18:2], DIFFERS, strict=True):
        assert words in line
    for word in ("BONUS: ", "JOKER: ", "BEST PLAY: "):
        assert word in " ".join(table[18:])
