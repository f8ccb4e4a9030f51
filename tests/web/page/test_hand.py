"""The buttons around the screen: they say what they do, answer questions, and show dice and card for thumbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.web.page.stand_in import ROWS, StandIn, full_hand, hand

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PHONES = [(360, 640), (640, 360)]
pytestmark = pytest.mark.slow


def test_buttons_say_what_they_do_now(page: StandIn) -> None:
    page.say("keys", **hand())
    assert page.page.inner_text("[data-key=ERASE]").split() == ["ROLL", "ERASE", "F9"]
    assert page.page.inner_text("[data-key=BLUE]").split() == ["DONE", "BLUE", "F6"]
    assert page.page.inner_text("[data-key=f1]").split() == ["⚅", "f1"]
    assert page.page.inner_text("[data-key=f3]").split() == ["⚂", "ROLL"]
    assert page.page.get_by_role("button", name="die 1: 6").count() == 1
    assert page.page.inner_text("[data-key=WHITE]").split() == ["WHITE"]


def test_what_else_there_is_can_be_pressed(page: StandIn) -> None:
    page.say("keys", **hand())
    for name in ("coach", "settings", "help", "back"):
        page.page.locator("#offers").get_by_role("button", name=name).click()
    page.wait_for("key", 4)
    assert page.keys() == ["a", "=", "?", "ESC"]


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_question_is_answered_by_yes_and_no_alone(
    open_page: Callable[..., StandIn], width: int, height: int
) -> None:
    page = open_page(width, height)
    page.say("keys", **hand(asks=True))
    assert not page.page.locator(".functions button:visible").count()
    assert page.page.inner_text("#question") == "Score 0 in FOURS?"
    for name in ("YES", "NO"):
        box = page.page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        page.page.get_by_role("button", name=name, exact=True).tap()
    page.wait_for("key", 2)
    assert page.keys() == ["y", "n"]
    page.say("keys", **hand())
    assert not page.page.is_visible("#answers")


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_telephone_shows_the_whole_card_at_once(
    open_page: Callable[..., StandIn], width: int, height: int
) -> None:
    """The rows, with name and total, fit in the browser's window, on buttons of 32 pixels with letters of 12."""
    page = open_page(width, height, 2)
    page.show("a board")
    page.say("keys", **full_hand())
    boxes = [box for place in page.page.locator("#card button").all() if (box := place.bounding_box())]
    assert len(boxes) == ROWS + 1
    assert all(box["height"] >= 32 and 0 <= box["y"] <= height - 32 for box in boxes)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    size = page.page.evaluate("parseFloat(getComputedStyle(document.querySelector('#card button span')).fontSize)")
    assert size >= 12
    assert page.page.evaluate(
        "[...document.querySelectorAll('#card button')].every(b => b.scrollWidth <= b.clientWidth)"
    )


def test_a_row_is_selected_by_a_touch_and_a_second_one_does_no_harm(open_page: Callable[..., StandIn]) -> None:
    page = open_page(360, 640)
    page.say("keys", **hand())
    for row in page.page.locator("#card button").all():
        row.tap()
    page.wait_for("click")
    assert [(click["row"], click["column"]) for click in page.got("click")] == [(3, 40)]


def test_who_follows_a_link_is_asked_for_a_name_once(new_context: BrowserContext, stand_in_address: str) -> None:
    page = StandIn(new_context.new_page())
    link = f"{stand_in_address}#r=42&players=Ann,%3Dking"
    with page.page.expect_worker():
        page.page.goto(link)
    page.page.wait_for_selector("#tube[data-runs]")
    assert page.page.inner_text("#loading").split() == ["Your", "name?", "Play"]
    page.page.keyboard.type("Zoe")
    page.page.keyboard.press("Enter")
    [started] = page.wait_for("start")
    assert started["name"] == "Zoe"
    page.page.goto("about:blank")
    with page.page.expect_worker():
        page.page.goto(link)
    [started] = page.wait_for("start")
    assert started["name"] == "Zoe"


@pytest.mark.parametrize("link", ["", "r=42&rules=yatzy", "players=ann,bob", "players=%3Dann,%3Dbob"])
def test_nobody_is_asked_where_a_link_has_no_place_for_one_person(
    new_context: BrowserContext, stand_in_address: str, link: str
) -> None:
    page = StandIn(new_context.new_page())
    with page.page.expect_worker():
        page.page.goto(f"{stand_in_address}#{link}")
    [started] = page.wait_for("start")
    assert started["name"] == ""


def test_the_first_turn_has_a_hint(open_page: Callable[..., StandIn]) -> None:
    page = open_page()
    assert not page.page.is_visible("#hint")
    page.say("keys", **hand())
    assert "then ROLL" in page.page.inner_text("#hint")
    page.say("kept")
    page.say("keys", **hand())
    assert not page.page.is_visible("#hint")


def test_the_tube_has_the_machines_shape_unless_it_is_to_fill_the_window(open_page: Callable[..., StandIn]) -> None:
    page = open_page(1280, 800)
    shape = "(box => box.width / box.height)(picture.getBoundingClientRect())"
    assert page.page.evaluate(shape) == pytest.approx(4 / 3, rel=0.05)
    glass = page.page.evaluate("getComputedStyle(picture).boxShadow")
    assert float(glass.split()[-1].removesuffix("px")) >= 4, "the text touches the bezel"
    page.page.click("summary")
    page.page.check("[name=fill]")
    assert page.page.evaluate(shape) > 1.7
    page.page.click("#fullscreen")
    page.page.locator("html:fullscreen").wait_for()
