"""The second start of a build, from an image of Python's memory; a browser may have spoilt it."""

from __future__ import annotations

import pytest

from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
LINK = "r=42&players=me,=reagan&pace=0"
KEPT = """async () => {
    const cache = await caches.open("h89yahtzee started");
    const [kept] = await cache.keys();
    return kept ? (await (await cache.match(kept)).arrayBuffer()).byteLength : 0;
}"""
SPOIL = """async () => {
    const cache = await caches.open("h89yahtzee started");
    for (const kept of await cache.keys()) await cache.put(kept, new Response("spoilt"));
}"""


def play(tab: Tab, link: str = LINK) -> list[str]:
    tab.open(link)
    tab.wait_for("move: 2 rolls left.")
    rows = tab.rows()
    tab.press("a")
    tab.wait_for("Best: ")
    return rows


def test_the_second_start_shows_the_same_and_the_solver_works(tab: Tab) -> None:
    first = play(tab)
    assert tab.page.evaluate(KEPT) > 1_000_000
    assert play(tab) == first
    assert tab.complaints == []


def test_an_image_that_is_spoilt_is_made_anew(tab: Tab) -> None:
    first = play(tab)
    tab.page.evaluate(SPOIL)
    assert play(tab) == first
    assert tab.page.evaluate(KEPT) > 1_000_000


def test_games_begun_from_an_image_have_seeds_of_their_own(tab: Tab) -> None:
    links = set()
    for _ in range(3):
        tab.open("players=me")
        tab.wait_for("move: 2 rolls left.")
        tab.page.locator("#copy-link").click()
        links.add(tab.wait_for_note("links"))
        tab.press("q", "y")
    assert len(links) == 3
