"""The page without a network after the first visit; builds that replace others; no request to other servers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.hosts import UNTIL, Host
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
LINK = "r=42&players=me,=reagan&pace=0"


@pytest.fixture
def visitor(new_visitor: Callable[..., Tab], host: Host) -> Tab:
    tab = new_visitor()
    tab.address = host.address
    return tab


def visit(visitor: Tab) -> None:
    visitor.open(LINK)
    visitor.wait_for("me's move: 2 rolls left.")


def go_to_another_build(visitor: Tab, go: Callable[[], object]) -> None:
    """Call `go`, up to three times, until the page is of the new build.

    A busy browser may count the page that it leaves as another tab for a while, and show the old build again.
    """
    for _ in range(3):
        go()
        if visitor.page.locator("h1").text_content() == "Another build":
            return
    raise AssertionError("the build before is shown again and again")


def test_after_the_first_visit_no_network_is_needed(visitor: Tab, host: Host) -> None:
    visit(visitor)
    rows = visitor.rows()
    visitor.page.evaluate(UNTIL, "active")
    host.go_away()
    visitor.page.context.set_offline(True)
    visit(visitor)
    assert visitor.rows() == rows
    visitor.press("1", "r")
    visitor.wait_for("me's move: 1 roll left.")
    assert visitor.complaints == []


def test_a_new_build_takes_over_at_once_and_whole(visitor: Tab, host: Host) -> None:
    visit(visitor)
    visitor.page.evaluate(UNTIL, "active")
    host.update()
    visit(visitor)
    assert visitor.page.locator("h1").text_content() == "H89 Yahtzee"
    visitor.page.evaluate(UNTIL, "waiting")
    # The first answer is a page that reloads itself, which would end a script that runs in it.
    go_to_another_build(visitor, lambda: visitor.open(LINK))
    visitor.wait_for("me's move: 2 rolls left.")
    visitor.page.evaluate(UNTIL, "active")
    kept: list[str] = visitor.page.evaluate(
        "async () => (await (await caches.open('h89yahtzee files')).keys()).map(({url}) => new URL(url).pathname)"
    )
    assert len(kept) == len(set(kept)) > 10


def test_a_reload_goes_to_a_new_build_though_the_address_is_a_link(visitor: Tab, host: Host) -> None:
    """No other page is opened in between: opening an address with a "#" again may only jump within the page."""
    visit(visitor)
    visitor.page.evaluate(UNTIL, "active")
    host.update()
    visitor.page.reload()
    visitor.page.evaluate(UNTIL, "waiting")
    go_to_another_build(visitor, lambda: visitor.page.reload(wait_until="commit"))
    visitor.wait_for("me's move: 2 rolls left.")
    assert visitor.page.url.endswith(f"#{LINK}")


def test_a_build_that_is_not_whole_changes_nothing(visitor: Tab, host: Host) -> None:
    visit(visitor)
    visitor.page.evaluate(UNTIL, "active")
    host.update()
    (host.folder / "index.html").write_text("half of", "utf-8")
    for _ in range(2):
        visit(visitor)
        visitor.page.evaluate(
            "async () => { await (await navigator.serviceWorker.ready).update().catch(() => {}) }"
        )
    assert visitor.page.locator("h1").text_content() == "H89 Yahtzee"


def test_nothing_is_asked_of_another_host_and_the_policy_forbids_nothing(
    new_visitor: Callable[..., Tab], address: str
) -> None:
    visitor = new_visitor().open("r=42&players=me,=reagan,=king&pace=0")
    asked: list[str] = []
    visitor.page.context.on("request", lambda request: asked.append(request.url))
    visitor.wait_for("me's move: 2 rolls left.")
    visitor.page.evaluate(UNTIL, "active")
    visitor.press("1", "r", "a", "d", "y", "=", "Escape", "?")
    visitor.page.locator("#copy-link").click()
    visitor.wait_for_note("links")
    assert [url for url in [*asked, *visitor.requests] if not url.startswith((address, "blob:", "about:"))] == []
    assert visitor.requests
    assert visitor.complaints == []
    blocked = visitor.page.evaluate("() => fetch('https://example.org/').then(() => 'fetched', () => 'refused')")
    assert blocked == "refused"
    assert any("Content Security Policy" in complaint for complaint in visitor.complaints)
