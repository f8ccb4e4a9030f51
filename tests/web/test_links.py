"""Links to games: all who follow a link get the same dice, and a link that makes no sense causes a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.apps.by_hand import deal
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SEED = 7


def copied_link(tab: Tab) -> str:
    tab.page.locator("#copy-link").click()
    return tab.wait_for_note("links")


def test_who_follows_a_link_meets_the_same_dice(tab: Tab, new_visitor: Callable[..., Tab]) -> None:
    tab.open(f"r={SEED}&rules=official&players=ann,=king&duplicate&pace=0")
    tab.wait_for("ann's move: 2 rolls left.")
    friend = new_visitor().open(copied_link(tab))
    friend.wait_for("ann's move: 2 rolls left.")
    for seen in (tab, friend):
        seen.wait_for_dice(deal(SEED, 0, 0, 0))
    friend.wait_for_rows(tab.rows()[:21])


def test_a_link_that_makes_no_sense_is_a_sentence_above_the_start_page(tab: Tab) -> None:
    tab.open("r=1&players=<img src=x onerror=alert(1)>")
    tab.wait_for("WHO PLAYS", "RETURN START")
    assert "<img src=x onerror=alert(1)>" in tab.wait_for_note("notices")
    assert tab.page.locator("img").count() == 0
    assert tab.complaints == []
