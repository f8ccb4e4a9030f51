"""What the page gives and takes: links, results, files, settings, and sentences for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.page.stand_in import StandIn

RECORD = "a record\n"
DROP = """([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
pytestmark = pytest.mark.slow


def copied(page: StandIn) -> str:
    page.page.wait_for_selector("#notices p")
    text: str = page.page.evaluate("navigator.clipboard.readText()")
    return text


def allow_clipboard(page: StandIn) -> None:
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])


def test_the_program_begins_with_the_link_of_the_address(open_page: Callable[..., StandIn]) -> None:
    page = open_page(address="?replay#r=42&players=me,%3Dking")
    assert page.got("start") == [{"kind": "start", "link": "r=42&players=me,%3Dking", "replay": True, "name": ""}]
    assert open_page().got("start") == [{"kind": "start", "link": "", "replay": False, "name": ""}]


def test_a_link_that_is_copied_opens_the_game_at_this_page(open_page: Callable[..., StandIn]) -> None:
    page = open_page(address="?replay#r=7")
    allow_clipboard(page)
    page.page.click("#copy-link")
    page.wait_for("copy-link")
    page.say("link", hash="r=42&players=me,=king")
    here = page.page.url.partition("?")[0]
    page.page.wait_for_function("notices.innerText.includes('Copied')")
    assert copied(page) == f"{here}#r=42&players=me,=king"


def test_what_nobody_would_miss_goes_by_itself_unless_it_is_pointed_at(page: StandIn) -> None:
    page.page.clock.install()
    allow_clipboard(page)
    page.say("link", hash="r=42")
    page.page.locator("#notices").get_by_text("Copied.", exact=True).wait_for()
    page.page.focus("#notices button")
    page.page.clock.run_for(6000)
    assert page.page.is_visible("#notices p")
    page.page.focus("#tube")
    page.page.clock.run_for(6000)
    page.page.locator("#notices p").wait_for(state="detached")


def test_where_nothing_can_be_copied_the_link_is_shown(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before="Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.say("link", hash="r=42")
    page.page.wait_for_selector("#notices p")
    assert page.page.inner_text("#notices span").endswith(f" {page.page.url}#r=42")


def test_a_result_is_offered_with_its_link_until_it_is_left(page: StandIn) -> None:
    allow_clipboard(page)
    page.say("result", text="me 231, par 245", hash="r=42")
    assert page.page.inner_text("#result-text") == "me 231, par 245"
    page.page.click("#copy-result")
    assert copied(page) == f"me 231, par 245\n{page.page.url}#r=42"
    page.say("result", text="", hash="")
    assert not page.page.is_visible("#result")


def test_markup_in_what_the_program_says_is_text(page: StandIn) -> None:
    markup = "<img src=x onerror=alert(1)>"
    page.say("notice", text=markup)
    page.say("result", text=markup, hash="")
    offered = {"others": [["a", markup]], "card": [[markup, markup, "open", 1, 1]]}
    page.say("keys", functions=[["f1", markup]], asks=False, dice=[], **offered)
    page.say("say", lines=[markup])
    assert page.page.locator("img").count() == 0
    assert [page.page.text_content(f"#{place}") for place in ("result-text", "said")] == [markup] * 2


def test_the_text_of_the_tube_is_copied(page: StandIn) -> None:
    allow_clipboard(page)
    page.page.click("summary")
    page.page.click("#copy-text")
    page.wait_for("copy-text")
    page.say("text", text="H89 YAHTZEE\nACES")
    page.page.wait_for_function("notices.innerText.includes('Copied')")
    assert copied(page) == "H89 YAHTZEE\nACES"


def test_a_browser_is_asked_to_keep_the_games_once_there_are_some(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before="window.asked = 0; navigator.storage.persist = async () => Boolean(asked += 1);")
    assert page.page.evaluate("asked") == 0
    page.say("kept")
    assert page.page.evaluate("asked") == 1


def test_records_are_exported_as_a_file(page: StandIn) -> None:
    page.page.click("summary")
    page.page.click("#export")
    page.wait_for("export")
    with page.page.expect_download() as download:
        page.say("file", name="games.txt", text=RECORD)
    assert download.value.suggested_filename == "games.txt"
    assert Path(download.value.path()).read_text() == RECORD


def test_records_come_by_the_button_and_by_dropping_them(page: StandIn, tmp_path: Path) -> None:
    chosen = tmp_path / "one.txt"
    chosen.write_text(RECORD)
    page.page.click("summary")
    page.page.set_input_files("#import", chosen)
    page.wait_for("import")
    page.page.evaluate(DROP, ["two.txt", "other\n"])
    page.wait_for("import", 2)
    assert [(file["name"], file["text"]) for file in page.got("import")] == [
        ("one.txt", RECORD),
        ("two.txt", "other\n"),
    ]


def test_a_file_larger_than_any_record_is_refused_by_name(page: StandIn) -> None:
    page.page.evaluate(DROP, ["film.mkv", "x" * 4_000_001])
    page.page.wait_for_selector("#notices p")
    assert page.page.inner_text("#notices span") == "That file is too large for a record: film.mkv"
    assert page.got("import") == []


def test_settings_are_kept_and_the_speed_is_told(page: StandIn) -> None:
    page.page.click("summary")
    page.page.select_option("[name=phosphor]", "amber")
    page.page.select_option("[name=speed]", "1200")
    page.page.uncheck("[name=glow]")
    assert page.got("speed")[0]["baud"] is None
    page.page.wait_for_function("document.documentElement.dataset.glow === 'off'")
    assert page.wait_for("speed", 4)[-1]["baud"] == 1200
    page.open(page.page.url)
    assert page.wait_for("speed")[-1]["baud"] == 1200
    assert page.page.evaluate("({...document.documentElement.dataset})") == {"phosphor": "amber", "glow": "off"}
    assert page.page.input_value("[name=speed]") == "1200"


@pytest.mark.parametrize("kept", ["nonsense", "null", '{"phosphor": "<b>", "glow": 7, "speed": "1"}'])
def test_settings_that_make_no_sense_are_the_usual_ones(open_page: Callable[..., StandIn], kept: str) -> None:
    page = open_page(before=f"localStorage.setItem('h89yahtzee', {kept!r})")
    assert page.page.evaluate("({...document.documentElement.dataset})") == {"phosphor": "green", "glow": "on"}
    assert page.wait_for("speed")[-1]["baud"] is None


def test_what_is_said_is_heard_and_notices_stay_until_dismissed(page: StandIn) -> None:
    page.say("say", lines=["You rolled 1 2 3 4 5.", "2 rolls left."])
    assert page.page.locator("#said p").all_text_contents() == ["You rolled 1 2 3 4 5.", "2 rolls left."]
    for text in "abcdefa":
        page.say("notice", text=text)
    assert page.page.locator("#notices span").all_text_contents() == ["d", "e", "f", "a"]
    page.page.click("#notices button >> nth=0")
    assert page.page.locator("#notices span").all_text_contents() == ["e", "f", "a"]


def test_after_leaving_a_key_is_told_to_begin_again(page: StandIn) -> None:
    page.say("left")
    assert "Any key goes on" in page.page.inner_text("#notices")
    page.page.keyboard.press("x")
    page.wait_for("key")
    assert page.page.locator("#notices p").count() == 0


def test_failure_is_told_in_the_tube(page: StandIn) -> None:
    page.show("a board")
    assert not page.page.is_visible("#loading")
    page.say("failed", text="There is no room left.")
    assert page.page.inner_text("[role=alert]") == "There is no room left."


def test_the_game_is_installed_by_a_button_where_the_browser_offers_it(page: StandIn) -> None:
    button = page.page.locator("#install")
    page.page.click("#menu-button")
    assert button.is_hidden()
    offered = (
        "Object.assign(new Event('beforeinstallprompt', {cancelable: true}), {prompt: async () => prompted++})"
    )
    page.page.evaluate("window.prompted = 0")
    for asked in (1, 2):
        is_browsers_own_bar_shown = page.page.evaluate(f"dispatchEvent({offered})")
        assert not is_browsers_own_bar_shown
        button.click()
        assert (page.page.evaluate("prompted"), button.is_visible()) == (asked, False)
    page.page.evaluate(f"dispatchEvent({offered})")
    page.page.evaluate("dispatchEvent(new Event('appinstalled'))")
    assert button.is_hidden()
