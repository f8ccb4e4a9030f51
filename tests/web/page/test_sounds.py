"""The bell and the click of the keys: the tones that the page asks the browser's audio for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.page.stand_in import StandIn

LISTENING = """
    window.tones = [];
    const {start, stop} = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function(when) { this.from = when; return start.call(this, when); };
    OscillatorNode.prototype.stop = function(when) {
        tones.push([this.frequency.value, Math.round((when - this.from) * 1000), this.from]);
        return stop.call(this, when);
    };
    const Plain = AudioContext;
    window.AudioContext = class extends Plain {
        constructor() { super(); window.audio = this; }
        get state() { return "running"; }
    };
"""
CLICK, BELL = [1000, 6], [1000, 200]
"""The H19's tones: frequency in hertz, length in milliseconds."""
pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("heard", "tones"), [("", [BELL]), ("all", [CLICK, BELL]), ("bell", [BELL]), ("none", [])])
def test_bell_and_click_are_the_h19s_and_can_be_switched_off(
    open_page: Callable[..., StandIn], heard: str, tones: list[list[int]]
) -> None:
    page = open_page(before=LISTENING)
    page.page.click("summary")
    if heard:  # else the setting is that of a new visitor
        page.page.select_option("[name=sound]", heard)
    page.page.focus("#tube")
    page.page.keyboard.press("x")
    page.say("sound", bells=1, clicks=1)
    assert [tone[:2] for tone in page.page.evaluate("tones")] == tones


def test_bells_ring_one_after_another(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before=LISTENING)
    page.page.keyboard.press("x")
    page.say("sound", bells=2, clicks=0)
    first, second = (tone[2] for tone in page.page.evaluate("tones"))
    assert second >= first + 0.2


def test_nothing_sounds_before_anybody_has_touched_the_page(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before=LISTENING)
    page.say("sound", bells=1, clicks=1)
    assert page.page.evaluate("tones") == []
