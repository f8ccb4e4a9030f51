"""The page for everybody: by keyboard, thumbs or screen reader, in small and large windows, in other colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.web.page.stand_in import StandIn, full_hand, hand

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, FloatRect

LEAST = 44
"""The least width and height in CSS pixels of a button that a thumb finds."""
RUN_AXE = "axe.run({rules: {'target-size': {enabled: true}}}).then(({violations}) => violations)"
A4 = 794
"""The width of the paper in CSS pixels."""
AROUND = """() => {
    const colors = [...document.querySelectorAll("meta[name=theme-color]")];
    const named = colors.find((one) => matchMedia(one.media).matches);
    const swatch = document.body.appendChild(document.createElement("i"));
    swatch.style.color = named.content;
    return [getComputedStyle(document.body).backgroundColor, getComputedStyle(swatch).color];
}"""
"""Returns the colour of the page, and the colour that the page names for the bars of the browser."""
NEAR = 0.5
"""CSS pixels by which neighbours may overlap at their border."""
WINDOWS = [(360, 640), (360, 740), (640, 360), (740, 360), (768, 1024), (1280, 720), (1920, 1080), (3840, 2160)]
ROWS_LEAST = 32
TOUCHED = ".functions button, #answers button, #offers button, .others button, .typing, header > button, summary"
pytestmark = pytest.mark.slow


def violations(page: StandIn, axe: Path) -> list[object]:
    page.page.evaluate(axe.read_text("utf-8"))
    found: list[object] = page.page.evaluate(RUN_AXE)
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        min(one["x"] + one["width"], other["x"] + other["width"]) > max(one["x"], other["x"]) + NEAR
        and min(one["y"] + one["height"], other["y"] + other["height"]) > max(one["y"], other["y"]) + NEAR
    )


def fill(page: StandIn) -> None:
    """Show everything that the page can show at once."""
    page.show("\x1bx1\x1bpa board\x1bq with text")
    page.say("keys", **hand())
    page.say("notice", text="Another tab has the saved games.")
    page.say("result", text="me 231, par 245", hash="r=42")
    page.say("say", lines=["You rolled 1 2 3 4 5."])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("contrast", ["usual", "more", "forced colors"])
def test_axe_finds_no_violation(page: StandIn, axe: Path, scheme: Literal["light", "dark"], contrast: str) -> None:
    page.page.emulate_media(
        color_scheme=scheme,
        contrast="more" if contrast == "more" else None,
        forced_colors="active" if contrast == "forced colors" else None,
    )
    fill(page)
    assert violations(page, axe) == []
    page.page.click("summary")
    assert violations(page, axe) == []
    page.page.click("summary")
    page.say("keys", **hand(asks=True))
    assert violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (768, 1024)])
def test_axe_finds_no_violation_where_the_card_is_buttons(
    open_page: Callable[..., StandIn], axe: Path, width: int, height: int, scheme: Literal["light", "dark"]
) -> None:
    page = open_page(width, height)
    page.page.emulate_media(color_scheme=scheme)
    fill(page)
    for asks in (False, True):
        page.say("keys", **full_hand(asks=asks))
        assert violations(page, axe) == []
    page.page.click("summary")
    assert violations(page, axe) == []


def test_axe_finds_no_violation_while_a_name_is_asked(
    new_context: BrowserContext, axe: Path, stand_in_address: str
) -> None:
    page = StandIn(new_context.new_page())
    page.page.goto(f"{stand_in_address}#r=42&players=me,%3Dking")
    page.page.wait_for_selector("#who:visible")
    assert violations(page, axe) == []


def test_axe_finds_no_violation_while_loading_or_failing(page: StandIn, axe: Path) -> None:
    page.page.evaluate("stage.textContent = texts.querySelector('#fetching').textContent")
    assert violations(page, axe) == []
    page.say("failed", text="There is no room left.")
    assert violations(page, axe) == []


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_everything_fits_and_thumbs_find_it(
    open_page: Callable[..., StandIn], width: int, height: int, asks: bool
) -> None:
    page = open_page(width, height, 3 if width < 1000 else 1)
    tube = page.page.locator("#picture").bounding_box()
    assert tube is not None
    assert tube["width"] > 0.85 * width or tube["height"] > 0.5 * height
    assert tube["width"] / tube["height"] == pytest.approx(4 / 3, rel=0.08)
    assert tube["x"] >= 0
    assert tube["x"] + tube["width"] <= width
    fill(page)
    page.say("keys", **full_hand(asks=asks))
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = [box for place in page.page.locator(TOUCHED).all() if (box := place.bounding_box())]
    assert min(box["height"] for box in boxes) >= LEAST
    assert min(box["width"] for box in boxes) >= LEAST
    rows = [box for place in page.page.locator("#card button").all() if (box := place.bounding_box())]
    assert bool(rows) == (width < 800 or height < 400)
    assert all(box["height"] >= ROWS_LEAST and box["width"] >= LEAST for box in rows)
    if width > height:
        assert page.page.evaluate("document.documentElement.scrollHeight") <= height
    tube = page.page.locator("#picture").bounding_box()
    assert tube is not None
    assert [two for two in combinations([tube, *boxes, *rows], 2) if overlap(*two)] == []
    notice = page.page.locator("#notices p").bounding_box()
    assert notice is not None
    assert [box for box in (*boxes, *rows) if overlap(box, notice)] == []
    assert page.page.evaluate("offers.scrollHeight <= offers.clientHeight")
    cut = "[...document.querySelectorAll('#keys button')].filter(key => key.scrollWidth > key.clientWidth)"
    assert page.page.evaluate(f"{cut}.map(key => key.textContent)") == []


def test_notices_leave_the_tube_as_it_is(page: StandIn) -> None:
    before = page.page.locator("#picture").bounding_box()
    for text in ("Another tab has the saved games: what is played here is lost.", "The terminal is gone."):
        page.say("notice", text=text)
    assert page.page.locator("#picture").bounding_box() == before
    page.page.click("#notices button >> nth=1")
    page.page.click("#notices button")
    assert page.page.locator("#notices p").count() == 0


def test_all_is_reached_by_tab_and_the_focus_is_seen(page: StandIn) -> None:
    page.page.focus("#copy-link")
    page.page.keyboard.press("Shift+Tab")
    found = []
    for _ in range(40):
        page.page.keyboard.press("Tab")
        where, ring = page.page.evaluate("""() => {
            const at = document.activeElement;
            const style = getComputedStyle(at, at.id === "tube" ? "::before" : null);
            const isSeen = style.outlineStyle !== "none" || style.boxShadow.includes("4px");
            return [at.dataset.key ?? at.id, isSeen];
        }""")
        if not where or where in found:
            break
        assert ring, where
        found.append(where)
    seen = "#keys button:not(#answers button)"
    keys = page.page.eval_on_selector_all(seen, "keys => keys.map(key => key.dataset.key)")
    assert [where for where in found if where != "menu-button"] == ["copy-link", "tube", *keys, "typing"]


def test_the_menu_opens_and_serves_by_keys_alone(page: StandIn) -> None:
    page.page.focus("summary")
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("a")
    page.page.keyboard.press("Enter")
    assert page.page.input_value("[name=phosphor]") == "amber"
    page.page.focus("summary")
    page.page.keyboard.press("Enter")
    assert not page.page.is_visible("[name=phosphor]")
    assert page.got("key") == []


def test_the_menu_closes_by_the_escape_key_and_by_a_click_beside_it(page: StandIn) -> None:
    page.page.click("summary")
    page.page.keyboard.press("Escape")
    assert not page.page.is_visible("[name=phosphor]")
    page.page.click("summary")
    page.page.mouse.click(300, 300)
    assert not page.page.is_visible("[name=phosphor]")
    page.page.focus("#tube")
    page.page.keyboard.press("Escape")
    page.wait_for("key")
    assert page.keys() == ["ESC"]


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_of_the_menu_is_cut_off(open_page: Callable[..., StandIn], width: int) -> None:
    page = open_page(width, 740)
    page.page.click("summary")
    box = page.page.locator(".menu").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.page.evaluate("(menu => menu.scrollWidth <= menu.clientWidth)(document.querySelector('.menu'))")


def test_nothing_moves_for_who_asked_for_less_motion(page: StandIn) -> None:
    page.page.emulate_media(reduced_motion="reduce")
    fill(page)
    page.page.mouse.move(*_middle(page, "[data-key=f1]"))
    page.page.mouse.down()
    assert page.page.evaluate("getComputedStyle(document.querySelector('[data-key=f1]')).transform") == "none"
    assert page.page.evaluate("document.getAnimations().length") == 0


def test_on_paper_is_the_whole_tube_alone_on_one_page(page: StandIn) -> None:
    fill(page)
    assert len(re.findall(rb"/Type\s*/Page\b", page.page.pdf(format="A4"))) == 1
    page.page.emulate_media(media="print")
    page.page.set_viewport_size({"width": A4, "height": 1000})
    box = page.page.locator("#picture").bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= A4
    assert box["width"] > 0.9 * A4
    assert box["width"] / box["height"] == pytest.approx(4 / 3, rel=0.08)
    assert not any(page.page.is_visible(other) for other in ("header", "#keys", "#result", "#notices"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_other_programs_show_of_the_page_is_its_own(page: StandIn, scheme: Literal["light", "dark"]) -> None:
    page.page.emulate_media(color_scheme=scheme)
    around, shown = page.page.evaluate(AROUND)
    assert around == shown
    properties = page.page.eval_on_selector_all(
        "meta[property^=og]",
        "all => Object.fromEntries(all.map(one => [one.getAttribute('property'), one.content]))",
    )
    assert properties.keys() == {"og:type", "og:title", "og:description", "og:image"}
    assert properties["og:title"] == page.page.title()
    assert properties["og:image"] == "icon-512.png"  # tests/web/test_build.py has what is in it


def _middle(page: StandIn, what: str) -> tuple[float, float]:
    box = page.page.locator(what).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
