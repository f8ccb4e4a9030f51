"""The page in Firefox and WebKit: a whole game, a game resumed by its link or a reload, an update, a question.

The other tests of this folder do the same and more in Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from h89yahtzee.frontends.screen.seat_screen import HASTE
from tests.apps.by_hand import SCORES, deal, totals
from tests.web.hosts import UNTIL, Host
from tests.web.webdriver import RemoteBrowser, firefox, webkit

pytestmark = pytest.mark.slow
SEED = 7
GAME = f"r={SEED}&rules=h89&players=me&pace=0"
SAID = "document.querySelector('#said').innerText"
YES = "document.querySelector('[data-key=y]')?.checkVisibility()"


@pytest.fixture(scope="module", params=[firefox, webkit], ids=lambda browser: browser.__name__)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteBrowser]:
    with request.param(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


def rolled(seed: int, turn: int) -> str:
    """An expression of JavaScript: whether the page has named the first dice of a turn for screen readers."""
    return f"{SAID}.includes('me rolls {' '.join(map(str, deal(seed, 0, turn, 0)))} ')"


def post(browser: RemoteBrowser, turn: int) -> None:
    """Wait for the first dice of a turn, and post them in the selected row; `y` confirms a zero, or the post."""
    browser.wait_until(rolled(SEED, turn))
    browser.press("d", "y", after=2 * HASTE)


def test_a_whole_game_has_the_dice_and_scores_of_any_other(browser: RemoteBrowser, address: str) -> None:
    browser.open(f"{address}#{GAME}")
    for turn in range(13):
        post(browser, turn)
    total = totals([SCORES[row](deal(SEED, 0, row, 0)) for row in range(13)])[3]
    browser.wait_until(f"{SAID}.includes('Play again?')")
    assert browser.run(f"return /, total {total}\\b/.test({SAID})")


def test_an_unfinished_game_goes_on_by_its_link_after_another(browser: RemoteBrowser, address: str) -> None:
    browser.open(f"{address}#{GAME}")
    post(browser, 0)
    browser.wait_until(rolled(SEED, 1))
    browser.open(f"{address}#{GAME.replace('r=7', 'r=8')}")
    browser.wait_until(rolled(8, 0))
    browser.open(f"{address}#{GAME}")
    browser.wait_until(rolled(SEED, 1))
    browser.reload()
    browser.wait_until(rolled(SEED, 1))


def test_a_reload_of_a_link_goes_to_a_new_build(browser: RemoteBrowser, host: Host) -> None:
    browser.open(f"{host.address}#{GAME}")
    browser.wait_until(rolled(SEED, 0))
    browser.wait(UNTIL, "active")
    host.update()
    browser.reload()
    browser.wait(UNTIL, "waiting")
    browser.reload()
    browser.wait_until("document.querySelector('h1')?.innerText === 'Another build'")
    browser.wait_until(rolled(SEED, 0))


def test_a_question_is_answered_by_buttons_on_a_telephone(browser: RemoteBrowser, address: str) -> None:
    browser.resize(450, 800)
    browser.open(f"{address}#{GAME.replace('r=7', 'r=9')}")
    browser.wait_until(rolled(9, 0))
    browser.run("document.querySelector('[data-key=q]').click()")
    browser.wait_until(YES)
    browser.run("document.querySelector('[data-key=n]').click()")
    browser.wait_until(f"!{YES}")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
