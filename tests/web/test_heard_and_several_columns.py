"""The page by screen reader; and games of several columns, which computers play there without numpy."""

from __future__ import annotations

import pytest

from tests.apps.by_hand import SCORES, deal
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SEED = 42
UPPER = ("ACES", "TWOS", "THREES", "FOURS", "FIVES", "SIXES")


def test_a_key_reads_the_whole_card_in_whole_sentences(tab: Tab) -> None:
    dice = deal(SEED, 0, 0, 0)
    tab.open(f"r={SEED}&players=me,=reagan&pace=0")
    tab.wait_for_dice(dice)
    before = len(tab.noted("said"))
    tab.press("w")
    tab.wait_for_note("said", before + 4)
    heard = tab.noted("said")[before:]
    assert all(line.endswith(".") for line in heard)
    assert f"The dice are {' '.join(map(str, dice))}; 2 rolls left." in heard[0]
    for row, label in enumerate(UPPER):
        assert f"{label} {SCORES[row](dice)}," in heard[1]
    assert heard[-1] == "Totals: me 0, reagan 0."


def test_a_game_of_three_columns_is_played_against_the_computer(tab: Tab) -> None:
    tab.open("r=1&rules=triple&players=me,=king&pace=0")
    tab.wait_for("me's move: 2 rolls left.", "Computers are weaker in a browser.")
    tab.wait_for_dice(deal(1, 0, 0, 0))
    tab.post_here()
    tab.wait_for_dice(deal(1, 0, 1, 0))
    assert any(line.startswith("king scores ") for line in tab.noted("said"))
    assert tab.complaints == []
