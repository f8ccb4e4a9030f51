"""Where the browser may keep nothing, or has no room: a sentence says so, and the game goes on."""

from __future__ import annotations

import pytest

from h89yahtzee.apps.web import page
from tests.apps.by_hand import deal
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SEED = 42
LINK = f"r={SEED}&players=me,=reagan&pace=0"


def play_first_turn(tab: Tab) -> None:
    """Post the first dice as ACES, mark two of the next and roll them."""
    tab.wait_for("me's move: 2 rolls left.")
    tab.post_here()
    tab.wait_for_dice(deal(SEED, 0, 1, 0))
    tab.press("1", "2", "r")
    tab.wait_for("me's move: 1 roll left.")


REFUSALS = {
    "refused": ('Promise.reject(new DOMException("no", "SecurityError"))', page.NO_FILES),
    "missing": ("undefined.getDirectory()", page.NO_FILES),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_where_nothing_can_be_kept_the_game_goes_on(tab: Tab, address: str, refusal: str) -> None:
    answer, expected = REFUSALS[refusal]
    script = tab.page.request.get(f"{address}storage.js").text()
    assert script.count("navigator.storage.getDirectory()") == 1
    refusing = script.replace("navigator.storage.getDirectory()", answer)
    tab.page.route("**/storage.js", lambda route: route.fulfill(body=refusing, content_type="text/javascript"))
    tab.open(LINK)
    assert tab.wait_for_note("notices") == expected
    play_first_turn(tab)


def test_a_page_by_plain_http_plays(tab: Tab) -> None:
    """Browsers let such a page keep nothing, neither games nor files nor the image of Python's memory."""
    tab.address = tab.address.replace("localhost", "plain.test")
    tab.open(LINK)
    assert tab.page.evaluate("isSecureContext") is False
    assert tab.wait_for_note("notices") == page.PLAIN_HTTP
    play_first_turn(tab)
    assert tab.complaints == []


def test_storage_that_is_full_is_told_of_once(tab: Tab, address: str) -> None:
    script = tab.page.request.get(f"{address}storage.js").text()
    assert script.count("return this._handle.write(bytes, { at: 0 });") == 1
    full = script.replace("return this._handle.write(bytes, { at: 0 });", "return 7;")
    tab.page.route("**/storage.js", lambda route: route.fulfill(body=full, content_type="text/javascript"))
    play_first_turn(tab.open(LINK))
    tab.post_here()
    tab.wait_for("me's move: 2 rolls left.")
    assert tab.noted("notices") == [page.FULL]
