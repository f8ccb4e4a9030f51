"""The second start of a build, from an image of Python's memory, which a browser may have damaged."""

from __future__ import annotations

import pytest

from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
LINK = "r=42&players=me,=reagan&pace=0"
KEPT = """async () => {
    const folder = await navigator.storage.getDirectory();
    for (;;) {
        for await (const [name, file] of folder) {
            const size = name.startsWith("started ") ? (await file.getFile()).size : 0;
            if (size > 1e6) return;
        }
        await new Promise((go) => setTimeout(go, 20));
    }
}"""
SPOIL = """async (size) => {
    const folder = await navigator.storage.getDirectory();
    for await (const [name, file] of folder) if (name.startsWith("started ")) {
        const writable = await file.createWritable({keepExistingData: true});
        await writable.write({type: "truncate", size});
        await writable.close();
    }
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
    tab.page.evaluate(KEPT)
    assert play(tab) == first
    assert tab.complaints == []


@pytest.mark.parametrize("size", [0, 100, 20_000_000])
def test_an_image_that_is_spoilt_is_made_anew(tab: Tab, size: int) -> None:
    first = play(tab)
    tab.page.evaluate(KEPT)
    tab.page.evaluate(SPOIL, size)
    assert play(tab) == first
    tab.page.evaluate(KEPT)


def test_games_begun_from_an_image_have_seeds_of_their_own(tab: Tab) -> None:
    links = set()
    for _ in range(3):
        tab.open("players=me")
        tab.wait_for("move: 2 rolls left.")
        tab.page.locator("#copy-link").click()
        links.add(tab.wait_for_note("links"))
        tab.press("q", "y")
    assert len(links) == 3
