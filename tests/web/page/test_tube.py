"""The screen that the page shows, compared pixel by pixel with the screen of the emulated terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from h89yahtzee.apps.options.declarations import COLORS
from h89yahtzee.h19.terminal import Terminal
from tests.web.page.drawings import HEIGHT, WIDTH, drawings
from tests.web.page.stand_in import StandIn

DRAWN = drawings()
ALL_CHARACTERS = (
    "\x1bH" + "".join(map(chr, range(0x20, 0x70))) + "\r\n" + "".join(map(chr, range(0x70, 0x7F))),
    "\r\n\x1bF" + "".join(map(chr, range(0x5E, 0x7F))) + "\x1bG",
)
IN_REVERSE = "\r\n\x1bp" + "REVERSE \x1bF^_`abcdefghijklmnopqrstuvwxyz{|}~\x1bG\x1bq"
LINE_25 = "\x1bx1\x1bY8 the 25th line\x1bx5"
COLUMNS = """() => {
    const cell = picture.width / 80;
    const context = picture.getContext("2d");
    const columns = place => context.getImageData(place * cell, 0, cell, picture.height / 25).data.join();
    return new Set(Array.from({length: 80}, (_, place) => columns(place))).size;
}"""
COUNTING = """
    const put = CanvasRenderingContext2D.prototype.putImageData;
    window.drawn = [];
    CanvasRenderingContext2D.prototype.putImageData = function(image, x, y, left, top, wide, tall) {
        if (this.canvas.id === "picture") drawn.push([x, y, wide, tall]);
        return put.apply(this, arguments);
    };
"""
pytestmark = pytest.mark.slow


def expected_dots(terminal: Terminal, row: int) -> list[str]:
    """The lines of dots of a row of the terminal, the dots of reverse characters inverted."""
    lines = [""] * HEIGHT
    for code in terminal.row_bytes(row):
        for line, dots in enumerate(DRAWN[code & 0x7F]):
            lines[line] += dots.translate({ord("#"): ".", ord("."): "#"}) if code & 0x80 else dots
    return lines


def shown_dots(page: StandIn, row: int) -> list[str]:
    """The lines of dots of a row that the page shows. AssertionError unless all pixels of each dot are alike."""
    wide, tall = page.cell_size()[0] // WIDTH, page.cell_size()[1] // HEIGHT
    pixels = page.dots(row, 0, 80)
    lines = [line[::wide] for line in pixels[::tall]]
    assert pixels == ["".join(dot * wide for dot in line) for line in lines for _ in range(tall)]
    return lines


@pytest.mark.parametrize(
    ("width", "height", "ratio"), [(760, 800, 1), (1360, 740, 1), (720, 800, 2), (500, 900, 1.5)]
)
def test_each_dot_is_that_of_the_emulated_screen(
    open_page: Callable[..., StandIn], width: int, height: int, ratio: float
) -> None:
    page = open_page(width, height, ratio)
    terminal = page.show(*ALL_CHARACTERS, IN_REVERSE, LINE_25)
    across, down = page.cell_size()
    assert (across % WIDTH, down % HEIGHT) == (0, 0)
    for row in range(25):
        assert shown_dots(page, row) == expected_dots(terminal, row)


@pytest.mark.parametrize("ratio", [1, 1.1, 1.25, 1.75, 3])
def test_a_letter_looks_the_same_wherever_it_stands(open_page: Callable[..., StandIn], ratio: float) -> None:
    page = open_page(760, 700, ratio)
    page.show("\x1bv\x1bx5" + "g" * 80)
    assert page.page.evaluate(COLUMNS) == 1
    place = page.page.evaluate(
        "(() => { const {left, top, width} = picture.getBoundingClientRect(); return [left, top, width]; })()"
    )
    pixels = [value * ratio for value in place]
    assert [abs(pixel - round(pixel)) < 0.05 for pixel in pixels] == [True] * 3


def test_dots_stay_sharp_when_two_fingers_draw_the_page_larger(page: StandIn) -> None:
    across, down = page.cell_size()
    place = page.page.locator("#picture").bounding_box()
    session = page.page.context.new_cdp_session(page.page)
    session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    page.page.wait_for_function("visualViewport.scale === 2")
    page.show("a")
    assert page.cell_size() == (2 * across, 2 * down)
    assert page.page.locator("#picture").bounding_box() == place


def test_only_cells_that_changed_are_drawn(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before=COUNTING)
    page.show("\x1bx5")
    page.page.evaluate("drawn.length = 0")
    page.show("\x1bx5ab\x1bY#0c")
    across, down = page.cell_size()
    assert page.page.evaluate("drawn") == [[0, 0, 2 * across, down], [16 * across, 3 * down, across, down]]
    page.page.evaluate("drawn.length = 0")
    page.show("\x1bx5ab\x1bY#0c")
    assert page.page.evaluate("drawn") == []


def test_of_messages_within_a_frame_the_last_is_drawn(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before=COUNTING)
    page.show("\x1bx5")
    lines = [{"kind": "tube", "rows": [[0, [code] * 80]], "cursor": None} for code in (65, 66)]
    page.page.evaluate("drawn.length = 0")
    page.worker.evaluate("messages => messages.forEach(say)", lines)
    page.show("\x1bx5\x1bv" + "B" * 80)
    drawn = page.page.evaluate("drawn")
    assert 1 <= len(drawn) <= 2
    assert page.dots(0, 0) == page.dots(0, 79)


@pytest.mark.parametrize("text", ["", "\x1bpx\x1bq"])
def test_the_cursor_is_the_ninth_line_of_dots_inverted(page: StandIn, text: str) -> None:
    page.page.emulate_media(reduced_motion="reduce")
    page.show(f"\x1bx5{text}")
    without = page.dots(0, 0)
    page.show(f"{text}\x1bH")
    with_cursor = page.dots(0, 0)
    differing = {line for line, pair in enumerate(zip(without, with_cursor, strict=True)) if pair[0] != pair[1]}
    tall = page.cell_size()[1] / HEIGHT
    assert differing == {
        line for line in range(page.cell_size()[1]) if (line + 0.99) / tall >= 8 and line / tall < 9
    }


def test_the_block_cursor_inverts_its_cell(page: StandIn) -> None:
    page.page.emulate_media(reduced_motion="reduce")
    page.show("\x1bx5\x1bpQ\x1bq")
    inverted = page.dots(0, 0)
    page.show("\x1bx4Q\x1bH")
    assert page.dots(0, 0) == inverted


@pytest.mark.parametrize("block", [False, True])
def test_the_cursor_blinks_but_not_for_who_asked_for_less_motion(page: StandIn, block: bool) -> None:
    page.page.clock.install()
    lit = _seen_in_a_second(page, block)
    assert len(lit) == 2
    _prefer(page, "reduce")
    assert len(_seen_in_a_second(page, block)) == 1
    _prefer(page, "no-preference")
    page.page.click("summary")
    page.page.uncheck("[name=blink]")
    assert len(_seen_in_a_second(page, block)) == 1


def _prefer(page: StandIn, motion: Literal["reduce", "no-preference"]) -> None:
    """Change what the person prefers, and wait until the page has heard of it."""
    page.page.evaluate(
        """() => {
            const query = matchMedia("(prefers-reduced-motion: reduce)");
            window.heard = new Promise((done) => query.addEventListener("change", () => done(), {once: true}));
        }"""
    )
    page.page.emulate_media(reduced_motion=motion)
    page.page.evaluate("() => window.heard")


def _seen_in_a_second(page: StandIn, block: bool) -> set[tuple[str, ...]]:
    """The different looks of the cell with the cursor in the course of a second of the page's clock."""
    page.page.clock.run_for(2000)
    page.worker.evaluate("message => say(message)", lit_cursor(block))
    seen = set()
    for _ in range(20):
        page.page.clock.run_for(50)
        seen.add(tuple(page.dots(0, 0)))
    return seen


def lit_cursor(block: bool) -> dict[str, object]:
    return {"kind": "tube", "rows": [], "cursor": {"row": 0, "column": 0, "block": block}}


def test_phosphors_are_those_of_the_window(page: StandIn) -> None:
    page.show("\x1bx5\x1bp ")
    page.page.click("summary")
    for phosphor, color in COLORS.items():
        page.page.select_option("[name=phosphor]", phosphor)
        lit = page.page.evaluate("Array.from(picture.getContext('2d').getImageData(2, 2, 1, 1).data)")
        assert tuple(lit) == (*color, 255)


def test_forced_colors_are_those_of_the_system(page: StandIn) -> None:
    page.show("\x1bx5\x1bp ")
    page.page.emulate_media(forced_colors="active")
    page.page.wait_for_function("getComputedStyle(glow).display === 'none'")
    page.show("\x1bx5\x1bp ")
    system = page.page.evaluate("[getComputedStyle(picture).color, getComputedStyle(picture).backgroundColor]")
    lit = page.page.evaluate(
        "[2, 400].map(x => Array.from(picture.getContext('2d').getImageData(x, 2, 1, 1).data))"
    )
    assert [f"rgb({red}, {green}, {blue})" for red, green, blue, _ in lit] == system
    assert system == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_the_glow_can_be_switched_off(page: StandIn) -> None:
    assert page.page.is_visible("#glow")
    page.page.click("summary")
    page.page.uncheck("[name=glow]")
    assert not page.page.is_visible("#glow")
