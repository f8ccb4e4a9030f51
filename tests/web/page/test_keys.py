"""What the page hands to the program for keys, buttons, touches and clicks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from h89yahtzee.screen.keys import Key
from tests.web.page.stand_in import StandIn

NAMED = """
F1=f1 F2=f2 F3=f3 F4=f4 F5=f5 F6=BLUE F7=RED F8=WHITE F9=ERASE ArrowUp=up ArrowDown=down ArrowLeft=left
ArrowRight=right Home=HOME Enter=RETURN NumpadEnter=RETURN Backspace=BACKSPACE Delete=DELETE Escape=ESC
"""
PRESSED = dict(pair.split("=") for pair in NAMED.split())
PRESSED |= {"Space": " ", "a": "a", "Shift+Q": "Q", "?": "?", "1": "1", "Control+c": "\x03"}
"""The key that the program gets, by Playwright's name; the same as from an H19 that is emulated in a window."""
LEFT_ALONE = ["Tab", "Shift", "Control+r", "Control+l", "Alt+ArrowLeft", "F11", "F12", "Meta+k", "CapsLock"]
NOTED = "addEventListener('keydown', event => { window.lastPrevented = event.defaultPrevented; });"
NAMES = {key.value for key in Key}
pytestmark = pytest.mark.slow


def test_keys_are_those_of_a_terminal(page: StandIn) -> None:
    for key in PRESSED:
        page.page.keyboard.press(key)
    page.wait_for("key", len(PRESSED))
    assert dict(zip(PRESSED, page.keys(), strict=True)) == PRESSED
    assert all(key in NAMES or len(key) == 1 for key in PRESSED.values())


def test_the_answer_to_the_question_for_a_name_selects_no_row(open_page: Callable[..., StandIn]) -> None:
    page = open_page(address="#players=me")
    assert (len(page.got("start")), page.got("click")) == (1, [])


def test_the_keypad_types_digits_as_in_a_terminals_window(page: StandIn) -> None:
    digits = "new KeyboardEvent('keydown', {key: String(digit), code: `Numpad${digit}`, bubbles: true})"
    page.page.evaluate(
        f"() => {{ for (let digit = 0; digit < 10; digit++) document.body.dispatchEvent({digits}); }}"
    )
    page.wait_for("key", 10)
    assert page.keys() == [*"0123456789"]


def test_the_browsers_own_keys_are_left_to_it(page: StandIn) -> None:
    page.page.evaluate(NOTED)
    for key in LEFT_ALONE:
        page.page.keyboard.press(key)
        assert page.page.evaluate("lastPrevented") is False, key
    page.page.keyboard.press("F5")
    assert page.page.evaluate("lastPrevented") is True
    page.wait_for("key")
    assert page.keys() == ["f5"]


def test_text_that_is_selected_can_be_copied(page: StandIn) -> None:
    page.say("notice", text="copy this")
    page.page.evaluate("getSelection().selectAllChildren(document.querySelector('#notices span'))")
    page.page.keyboard.press("Control+c")
    page.page.keyboard.press("x")
    page.wait_for("key")
    assert page.keys() == ["x"]


def test_a_key_that_is_held_is_one_but_an_arrow_goes_on(page: StandIn) -> None:
    for key in ("F1", "F1", "ArrowDown", "ArrowDown", "x"):
        page.page.keyboard.down(key)
    page.wait_for("key", 4)
    assert page.keys() == ["f1", "down", "down", "x"]


def test_accents_that_an_h19_lacks_fall_off(page: StandIn) -> None:
    page.page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'é', bubbles: true}))")
    page.page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '漢', bubbles: true}))")
    page.page.keyboard.press("x")
    page.wait_for("key", 2)
    assert page.keys() == ["e", "x"]


def test_each_button_is_its_key_by_mouse_and_by_touch(page: StandIn) -> None:
    buttons = page.page.locator(".functions button, .others button")
    keys = [buttons.nth(number).get_attribute("data-key") for number in range(buttons.count())]
    for number in range(buttons.count()):
        buttons.nth(number).click()
        buttons.nth(number).tap()
    page.wait_for("key", 2 * len(keys))
    assert page.keys() == [key for key in keys for _ in range(2)]
    assert set(keys) - NAMES == {" ", "?"}
    assert set(keys) >= {"f1", "f2", "f3", "f4", "f5", "ERASE", "BLUE", "RED", "WHITE"}


def test_a_button_that_was_clicked_takes_no_keys(page: StandIn) -> None:
    page.page.click("[data-key=f1]")
    page.page.keyboard.press("Space")
    page.page.keyboard.press("Enter")
    page.wait_for("key", 3)
    assert page.keys() == ["f1", " ", "RETURN"]


def test_a_button_with_the_focus_is_pressed_by_keys_that_press_buttons(page: StandIn) -> None:
    page.page.focus("[data-key=BLUE]")
    for key in ("Enter", "Space", "F2", "q"):
        page.page.keyboard.press(key)
    page.wait_for("key", 4)
    assert page.keys() == ["BLUE", "BLUE", "f2", "q"]


def test_a_telephones_keyboard_types_through_the_field(page: StandIn) -> None:
    page.page.tap("#typing")
    assert page.page.evaluate("document.activeElement.id") == "typing"
    page.page.keyboard.insert_text("Zo")
    page.page.keyboard.type("é1")
    page.page.keyboard.press("Backspace")
    page.page.keyboard.press("Enter")
    page.wait_for("key", 6)
    assert page.keys() == ["Z", "o", "e", "1", "BACKSPACE", "RETURN"]
    assert page.page.input_value("#typing") == " "


def test_a_word_that_a_telephone_composes_is_typed_letter_by_letter(page: StandIn) -> None:
    page.page.tap("#typing")
    session = page.page.context.new_cdp_session(page.page)
    for composed in ("t", "te", "teh"):
        caret = {"selectionStart": len(composed), "selectionEnd": len(composed)}
        session.send("Input.imeSetComposition", {"text": composed, **caret})
    session.send("Input.insertText", {"text": "the"})
    page.wait_for("key", 7)
    assert page.keys() == ["t", "e", "h", "BACKSPACE", "BACKSPACE", "h", "e"]
    assert page.page.input_value("#typing") == " "


def test_fields_of_the_menu_keep_their_keys(page: StandIn) -> None:
    page.page.click("summary")
    page.page.focus("[name=phosphor]")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("w")
    page.page.focus("#tube")
    page.page.keyboard.press("x")
    page.wait_for("key")
    assert page.keys() == ["x"]


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_a_click_is_at_the_cell_under_it(page: StandIn, by: str) -> None:
    box = page.page.locator("#picture").bounding_box()
    assert box is not None
    places = [(0, 0), (24, 79), (23, 5), (12, 40)]
    for row, column in places:
        x, y = box["x"] + (column + 0.5) * box["width"] / 80, box["y"] + (row + 0.5) * box["height"] / 25
        if by == "mouse":
            page.page.mouse.click(x, y)
        else:
            page.page.touchscreen.tap(x, y)
    clicks = page.wait_for("click", len(places))
    assert [(click["row"], click["column"]) for click in clicks] == places


def test_a_click_beside_the_tube_is_none(page: StandIn) -> None:
    page.page.mouse.click(3, 400)
    page.page.keyboard.press("x")
    page.wait_for("key")
    assert page.got("click") == []
