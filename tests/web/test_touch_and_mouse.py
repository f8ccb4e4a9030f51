"""A turn by touching the buttons below the tube and one by the mouse; dice and scores are computed by hand."""

from __future__ import annotations

import pytest

from tests.apps import screens
from tests.apps.by_hand import SCORES, deal, reroll
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SEED = 42
DIE_ROW = 23
"""A row of the screen on which the dice are."""
CHANCE = 12
"""The last row of the card."""


def test_a_turn_by_touch_and_one_by_the_mouse(tab: Tab) -> None:
    """In each turn the first die is rolled again. The dice of the first turn, which have a one, are posted in ACES,
    those of the second turn in Chance.
    """
    by_touch, by_mouse = (reroll(deal(SEED, 0, turn, 0), (0,), deal(SEED, 0, turn, 1)) for turn in range(2))
    tab.open(f"r={SEED}&players=me&pace=0")
    tab.wait_for_dice(deal(SEED, 0, 0, 0))
    for key in ("f1", "ERASE"):
        tab.page.locator(f'[data-key="{key}"]').tap()
    tab.wait_for_dice(by_touch)
    tab.post_by(tab.page.locator('[data-key="BLUE"]').tap)

    tab.wait_for_dice(deal(SEED, 0, 1, 0))
    tab.page.mouse.click(*tab.place(DIE_ROW, screens.DICE_COLUMNS[0] + 2))
    tab.page.mouse.click(*tab.place_of("ROLL   d"))
    tab.wait_for_dice(by_mouse)
    tab.page.mouse.click(*tab.place(screens.CATEGORY_ROWS[CHANCE], screens.column_of(0, 1)))
    tab.wait_until(lambda: "Click it again" in tab.text(), "the row selected")
    tab.post_by(lambda: tab.page.mouse.click(*tab.place_of("d DONE")))
    tab.wait_for_dice(deal(SEED, 0, 2, 0))
    posted = screens.card(tab.rows(), 0, 1)
    assert (posted[0], posted[CHANCE]) == (SCORES[0](by_touch), SCORES[CHANCE](by_mouse))
    assert tab.complaints == []
