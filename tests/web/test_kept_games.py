"""The games that a browser keeps: after a reload in the middle, by their links, with two tabs, and from a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from h89yahtzee.notation.record_text import format_record
from tests.apps import screens
from tests.apps.by_hand import deal
from tests.store.games import record_of
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
GAME = "r=42&players=me&pace=0"
MINE = "me's move: 2 rolls left."


def post(tab: Tab) -> None:
    """Post in the first open row, and wait for the next turn."""
    tab.wait_for(MINE)
    dice = screens.dice(tab.rows())
    tab.post_here()
    tab.wait_until(lambda: screens.dice(tab.rows()) != dice, "other dice")
    tab.wait_for(MINE)


def test_a_reload_in_the_middle_loses_nothing_whoever_asks_for_it(tab: Tab) -> None:
    """The page is opened again first by the link of the game, then by the address alone."""
    tab.open(GAME)
    post(tab)
    post(tab)
    shown = tab.rows()
    for link in (GAME, ""):
        tab.open(link)
        tab.wait_for_rows(shown)
    assert not tab.noted("notices")
    assert not tab.complaints


def test_games_of_two_links_are_both_resumed_by_their_links_and_from_the_list(tab: Tab) -> None:
    other = "r=7&players=me&pace=0"
    tab.open(GAME)
    post(tab)
    first = tab.rows()
    tab.open(other)
    tab.wait_until(lambda: screens.dice(tab.rows()) == deal(7, 0, 0, 0), "the dice of the other link")
    post(tab)
    second = tab.rows()
    for link, shown in ((GAME, first), (other, second)):
        tab.open(link)
        tab.wait_for_rows(shown)
    tab.press("g")
    tab.wait_for("SAVED GAMES")
    tab.press("j", "r")
    tab.wait_for_rows(first)
    assert not tab.complaints


def test_a_game_goes_on_while_400_come_from_a_file_and_a_later_start_has_them_all(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("".join(format_record(record_of(13, seed=seed)) for seed in range(400)), "ascii")
    tab.open(GAME)
    tab.wait_for(MINE)
    tab.page.set_input_files("#import", file)
    assert re.fullmatch("games.txt: [1-9][0-9]* of 400 games are read ...", tab.wait_for_note("notices"))
    post(tab)
    assert "new here" not in tab.noted("notices")[-1]
    assert tab.page.locator("#notices p").count() == 1
    assert tab.wait_for_note("notices", 39).startswith("games.txt: 400 of 400 games are new here.")
    shown = tab.rows()
    tab.open(GAME)
    tab.wait_for_rows(shown)
    tab.press("g")
    tab.wait_for("SAVED GAMES", "401")
    assert not tab.complaints


def test_a_second_tab_plays_without_keeping_anything_and_says_so(new_tab: Callable[[], Tab]) -> None:
    first, second = new_tab().open(GAME), new_tab()
    post(first)
    shown = first.rows()
    second.open("r=7&players=me")
    assert second.wait_for_note("notices").startswith("Another tab has the saved games")
    post(second)
    first.open()
    first.wait_for_rows(shown)


def test_a_page_that_is_left_lets_go_of_the_games_and_returns_anew(new_tab: Callable[[], Tab]) -> None:
    """Some browsers keep such a page as it is, for going back; the test sends the events that those send."""
    first, second = new_tab().open(GAME), new_tab()
    post(first)
    shown = first.rows()
    first.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    second.open()
    second.wait_for_rows(shown)
    assert not second.noted("notices")
    second.close()
    with first.page.expect_event("load"):
        first.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    first.wait_for_rows(shown)
    assert not first.noted("notices")
