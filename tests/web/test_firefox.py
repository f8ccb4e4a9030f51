"""The page in Firefox: a whole game, an unfinished game by its link and after a reload, a question by buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from h89yahtzee.frontends.screen.seat_screen import HASTE
from tests.apps.by_hand import SCORES, deal, totals
from tests.web.firefox import Firefox, firefox

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]
SEED = 7
GAME = f"r={SEED}&rules=h89&players=me&pace=0"
CARD = "[...document.querySelectorAll('#card button')].map((row) => row.innerText)"
SAID = "document.querySelector('#said').innerText"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


def rolled(turn: int) -> str:
    return f"me rolls {' '.join(map(str, deal(SEED, 0, turn, 0)))} "


def post(browser: Firefox, turn: int) -> None:
    """Look at the first dice of a turn, and post them in the selected row; `y` confirms a zero, or the post."""
    browser.wait_until(f"{SAID}.includes({rolled(turn)!r})")
    browser.press("d", "y", after=2 * HASTE)


def test_a_whole_game_has_the_dice_and_scores_of_any_other(browser: Firefox, address: str) -> None:
    browser.open(f"{address}#{GAME}")
    for turn in range(13):
        post(browser, turn)
    total = totals([SCORES[row](deal(SEED, 0, row, 0)) for row in range(13)])[3]
    browser.wait_until(f"{SAID}.includes('Play again?')")
    assert browser.run(f"return /, total {total}\\b/.test({SAID})")


def test_an_unfinished_game_goes_on_by_its_link_after_another(browser: Firefox, address: str) -> None:
    link = GAME.replace("r=7", "r=8")
    browser.open(f"{address}#{GAME}")
    post(browser, 0)
    browser.wait_until(f"{SAID}.includes({rolled(1)!r})")
    browser.open(f"{address}#{link}")
    browser.wait_until(f"{SAID}.includes('me rolls ')")
    browser.open(f"{address}#{GAME}")
    browser.wait_until(f"{SAID}.includes({rolled(1)!r})")
    browser.ask("Refresh")
    browser.wait_until(f"{SAID}.includes({rolled(1)!r})")


def test_a_question_is_answered_by_buttons_on_a_telephone(browser: Firefox, address: str) -> None:
    browser.ask("SetWindowRect", width=450, height=800)
    browser.open(f"{address}#{GAME.replace('r=7', 'r=9')}")
    browser.wait_until(f"{SAID}.includes('me rolls ')")
    browser.run("document.querySelector('[data-key=q]').click()")
    browser.wait_until("document.querySelector('[data-key=y]')?.checkVisibility()")
    browser.run("document.querySelector('[data-key=n]').click()")
    browser.wait_until("!document.querySelector('[data-key=y]')?.checkVisibility()")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
