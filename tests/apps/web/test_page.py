"""The worker's side of the page: whole games by keys and clicks, links, data that is kept, and what is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from h89yahtzee.apps import cached_values
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.notation.record_text import format_record, parse_records
from h89yahtzee.players import greedy
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.daily import BLOCKS
from h89yahtzee.table.match import Match
from tests.apps.web.fake_page import FakePage, MemoryFile
from tests.parameters import few_fast
from tests.solver.backends import needs_kernel

GAME = "r=42&players=me,=king:greedy&pace=0"


def files() -> tuple[MemoryFile, MemoryFile]:
    return MemoryFile(), MemoryFile()


def after_crash(kept: tuple[MemoryFile, MemoryFile]) -> tuple[MemoryFile, MemoryFile]:
    """Return the files as the next page finds them after a crash."""
    first, second = (MemoryFile(file.flushed) for file in kept)
    return first, second


def test_the_first_thing_on_the_tube_is_the_start_page_and_return_begins_a_game() -> None:
    page = FakePage().start()
    assert "WHO PLAYS    >  1 You              person" in page.text
    title, *lines = page.spoken
    assert title.startswith("H89 YAHTZEE")
    how = "The arrows choose a row and change it. RETURN starts the game."
    assert lines == ["1 You person", "A person at this keyboard.", how]
    page.press(Key.RIGHT)
    assert page.spoken[4:] == ["1 H8 easy", "A computer that re-rolls once at most, and takes what scores most."]
    page.press(Key.LEFT)
    page.press(Key.RETURN)
    assert "Your move: 2 rolls left." in page.text
    assert page.told("keys", "others")[-1] == [["a", "coach"], ["=", "settings"], ["?", "help"], ["q", "quit"]]


def test_a_click_does_what_stands_there() -> None:
    page = FakePage().start()
    captions = page.text.split("\n")[24]
    page.send("click", row=24, column=captions.index("START"))
    assert "Your move: 2 rolls left." in page.text
    page.send("click", row=6, column=12)
    assert "Click it again to post." in page.text
    page.send("click", row=99, column=-5)
    page.press(Key.F1)
    assert "Marked: dice 1." in page.spoken


def test_buttons_beside_the_tube_say_whose_card_it_is_and_what_is_asked() -> None:
    """The first dice are 6 2 1 6 3 for ann and 1 1 3 3 2 for bob."""
    page = FakePage().start("r=42&rules=h89&players=ann,bob&pace=0")
    page.press(Key.DOWN)
    page.post_here()
    page.press(Key.DOWN, Key.DOWN, Key.DOWN, "d")
    assert page.told("keys", "asks")[-1] == "Score 0 in FOURS?"
    page.press("y")
    assert page.told("keys", "asks")[-1] == ""
    totals = [card[-1][:3] for card in page.told("keys", "card") if isinstance(card, list)]
    assert (totals[0], totals[-1]) == (["ann", "0", "total"], ["ann", "2", "total"])
    assert ["bob", "0", "total"] in totals


def test_keys_that_are_none_are_nothing() -> None:
    page = FakePage().start(GAME)
    before = page.text
    page.press("", "nonsense", "ä", "\N{PILE OF POO}")
    page.send("nonsense")
    page.send("key")
    page.send("click", row="x", column=None)
    page.send("speed", baud="fast")
    page.send("serial", event="received", bytes=b"q")
    assert page.text == before


def test_a_reload_in_the_middle_goes_on_with_the_same_card() -> None:
    kept = files()
    page = FakePage(kept).start()
    page.press("n", *"ann", Key.RETURN, Key.DOWN, "x", Key.RETURN)
    page.post_here()
    page.post_here()
    again = FakePage(after_crash(kept)).start()
    assert again.text == page.text
    assert again.spoken[-1].startswith("ann rolls")
    again.post_here()
    assert FakePage(after_crash(kept)).start().text == page.text


def test_a_link_whose_game_was_begun_goes_on_with_it_and_another_one_begins_another() -> None:
    kept = files()
    page = FakePage(kept).start(GAME)
    page.post_here()
    assert FakePage(after_crash(kept)).start(GAME).text == page.text
    assert FakePage(after_crash(kept)).start(GAME.replace("r=42", "r=43")).text != page.text
    resumed = FakePage(after_crash(kept)).start("players=me,=king:greedy&pace=0")
    assert resumed.text == page.text


def test_who_quits_is_on_the_start_page_which_offers_the_game() -> None:
    kept = files()
    page = FakePage(kept).start(GAME)
    page.post_here()
    page.press("q", "y")
    assert "UNFINISHED     h89, turn 2" in page.text
    assert not page.posted["left"]
    page.press("q")
    assert len(page.posted["left"]) == 1
    assert "UNFINISHED" in FakePage(after_crash(kept)).start().text
    page.press("r")
    assert "me's move" in page.text


def test_a_link_that_is_no_game_leads_to_the_start_page_with_a_sentence() -> None:
    page = FakePage().start("rules=chess&players=me")
    assert "WHO PLAYS" in page.text
    assert "The link: rules: expected h89" in page.text
    [notice] = page.told("notice")
    assert str(notice).startswith("The link: rules: expected h89")
    page.press(Key.RETURN)
    assert "Your move" in page.text


def test_the_link_to_the_game_on_the_tube_begins_the_same_dice_elsewhere() -> None:
    page = FakePage().start()
    page.send("copy-link")
    assert page.told("link", "hash") == ["rules=h89&players=You,=H89"]
    page.press(Key.RETURN)
    page.send("copy-link")
    link = str(page.told("link", "hash")[-1])
    dice = page.text.split("\n")[21:24]
    assert FakePage().start(link).text.split("\n")[21:23] == dice[:2]


def test_a_duplicate_game_ends_with_a_line_against_par_until_it_is_left() -> None:
    """Par is what the best computer player, playing alone, makes of the same dice."""
    page = FakePage().start("r=42&rules=yacht&players=You&duplicate")
    best = FakePage().start("r=42&rules=yacht&players==best:optimal&duplicate&pace=0")
    while "Play again?" not in best.text and "Next game?" not in best.text:
        best.press("x")
    par = int(best.text.split("TOTAL SCORE")[1].split("\n")[0].replace(".", "").split()[0])
    while "Play again?" not in page.text:
        page.post_here()
    page.settle()
    total = int(page.text.split("TOTAL SCORE")[1].split("\n")[0].replace(".", "").split()[0])
    line = f"H89 Yahtzee, yacht, seed 42: I {total} ({total - par:+d}); par {par}."
    assert page.told("result") == [line]
    assert page.told("result", "hash") == ["r=42&rules=yacht&players=You&duplicate"]
    page.press("y")
    assert page.told("result") == [line, ""]


def test_the_game_of_the_day_ends_with_the_text_that_the_terminal_shares() -> None:
    page = FakePage().start("daily=2026-11-22&players=You")
    while "GAME OF THE DAY" not in page.text:
        page.post_here()
        page.settle()
    page.settle()
    [text] = page.told("result")
    shown = page.text
    head, totals, turns = str(text).split("\n")
    assert head == "H89 Yahtzee 2026-11-22, official"
    assert totals in shown
    assert "".join({block: mark for mark, block in BLOCKS.items()}[block] for block in turns) in shown
    assert page.told("result", "hash") == ["daily=2026-11-22&rules=official&players=You"]


def test_what_line_mode_would_say_is_said_once() -> None:
    page = FakePage().start(GAME)
    page.press("1", Key.ERASE)
    page.press("q")
    page.press("n")
    spoken = page.spoken
    assert spoken[0].startswith("me rolls ")
    assert "Marked: dice 1." in spoken
    assert any(line.startswith("me rolls dice 1 again: ") for line in spoken)
    assert spoken.count("Quit this game? (y/n)") == 1
    assert len(spoken) == len(set(spoken))
    page.press("?")
    assert any("Any key returns" in line for line in page.spoken[len(spoken) :])


def test_folded_sentences_of_a_page_arrive_as_a_whole_and_rows_of_a_table_alone() -> None:
    page = FakePage().start("r=1&rules=quintzee&columns=2&players=me&pace=0")
    page.posted["say"].clear()
    page.press("?")
    title, *paragraphs, more = page.spoken
    assert (title, more) == ("YAHTZEE 2.0.0 quintzee", "Any key shows the next page.")
    assert all(paragraph.endswith(".") for paragraph in paragraphs)
    assert paragraphs[1] == "ACES to SIXES add up that face; 63 or more of them earn a bonus of 35."
    page.posted["say"].clear()
    page.press(" ")
    assert "r F9 ROLL all the others" in page.spoken


def test_records_go_out_as_text_and_come_in_once() -> None:
    page = FakePage(files()).start("r=42&rules=yacht&players=me")
    while "Play again?" not in page.text:
        page.post_here()
    page.press("y")
    page.post_here()
    page.send("export")
    [file] = page.posted["file"]
    text = str(file["text"])
    assert file["name"] == "yahtzee-games.txt"
    assert [record.setup.seed for record in parse_records(text)] == [42, 43]


def test_a_file_of_records_is_taken_in_beside_the_games_that_are_there() -> None:
    kept = files()
    first = FakePage(kept).start("r=42&rules=yacht&players=me")
    first.post_here()
    first.send("export")
    text = str(first.posted["file"][0]["text"])
    other = text.replace("player human me", "player human you")
    first.press("q", "y")
    first.send("import", name="games.txt", text=text + other)
    assert str(first.told("notice")[-1]).startswith("games.txt: 1 of 2 games are new here.")
    first.send("export")
    names = [record.setup.players[0].name for record in parse_records(str(first.posted["file"][-1]["text"]))]
    assert names == ["me", "you"]


@pytest.mark.parametrize("text", ["", "\0" * 100])
def test_a_file_that_holds_no_records_is_refused_in_a_sentence(text: str) -> None:
    page = FakePage(files()).start()
    page.send("import", name="holiday.jpg", text=text)
    [notice] = page.told("notice")
    assert str(notice).startswith("holiday.jpg: ")
    assert "expected" in str(notice)
    page.send("export")
    assert page.told("notice")[-1] == "There are no games to export yet."


def test_a_record_with_other_dice_than_its_seed_has_is_refused() -> None:
    match = Match(Setup((Player("me"),), 1, rule_set("h89", None, None)))
    text = format_record(match.record).replace("seed 1", "seed 2")
    page = FakePage(files()).start()
    page.send("import", name="forged.txt", text=text)
    assert "these aren't the dice of seed 2" in str(page.told("notice")[-1])


def test_a_game_that_was_left_waits_while_records_are_shown() -> None:
    kept = files()
    left = FakePage(kept).start("r=42&players=me")
    left.post_here()
    page = FakePage(kept).start(replay=True)
    assert "RETURN START" in page.text
    page.send(
        "import",
        name="game.txt",
        text=format_record(Match(Setup((Player("you"),), 1, rule_set("h89", None, None))).record),
    )
    assert " you " in page.text.split("\n")[0]
    assert FakePage(kept).start().text == left.text


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        ("held", "Another tab has the saved games"),
        ("plain", "Browsers keep nothing by plain http"),
        ("refused", "This browser keeps no files for this page"),
    ],
)
def test_without_files_it_is_said_once_and_the_game_goes_on(trouble: str, sentence: str) -> None:
    page = FakePage(trouble=trouble).start(GAME)
    page.post_here()
    page.post_here()
    [notice] = page.told("notice")
    assert str(notice).startswith(sentence)
    assert "me's move" in page.text


def test_without_room_it_is_said_once_and_the_game_goes_on() -> None:
    page = FakePage((MemoryFile(room=100), MemoryFile(room=100))).start(GAME)
    for _ in range(4):
        page.post_here()
    [notice] = page.told("notice")
    assert str(notice).startswith("The browser has no room for this game")
    assert "me's move" in page.text


def test_files_that_hold_something_else_are_begun_anew_and_that_is_said() -> None:
    kept = MemoryFile(b"something else"), MemoryFile(b"entirely")
    page = FakePage(kept).start()
    assert page.told("notice") == ["The games that were kept here can't be read; new ones begin."]
    page.press(Key.RETURN)
    page.post_here()
    assert not FakePage(after_crash(kept)).start().posted["notice"]


def test_settings_that_are_saved_hold_the_next_time() -> None:
    """By the rules h89 only the selected row shows what the dice would score, unless a setting says otherwise."""
    kept = files()
    page = FakePage(kept).start(GAME)
    assert page.text.count("-  ") == 0
    page.press("=", "l", "w", Key.RETURN)
    again = FakePage(after_crash(kept)).start("r=1&players=me")
    assert again.text.count("-  ") > 5
    assert not again.posted["notice"]


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide numpy, which browsers lack; modules that imported numpy are imported again, and coaches are made
    anew."""
    helped = [
        name
        for name in sys.modules
        if re.search(r"h89yahtzee\..*(several_columns|solver.columns|numpy_|chance_judges)", name)
    ]
    for name in helped:
        package, _, module = name.rpartition(".")
        monkeypatch.delattr(sys.modules[package], module)
    for name in helped:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    greedy._turn.cache_clear()
    cached_values.coach_of.cache_clear()
    yield
    cached_values.coach_of.cache_clear()


@needs_kernel
@pytest.mark.usefixtures("without_numpy")
@pytest.mark.parametrize("strategy", few_fast(1, ["optimal", "winner"]))
def test_several_columns_are_played_and_coached_without_numpy_which_is_said_to_be_weaker(strategy: str) -> None:
    page = FakePage().start(f"r=1&rules=triple&players=me,=king:{strategy}&pace=0")
    [notice] = (row for row in page.text.split("\n") if "are weaker in a browser." in row)
    assert "●" in notice[: notice.index("Computers")], "the dice are covered"
    assert "me's move" in page.text
    page.press("a")
    assert "best: " in page.text
    page.post_here()
    assert "me's move: 2 rolls left." in page.text
    assert "weaker" not in page.text


@needs_kernel
@pytest.mark.usefixtures("without_numpy")
@pytest.mark.parametrize("is_linked", [True, False])
def test_chances_that_cannot_be_had_keep_nobody_from_playing(*, is_linked: bool) -> None:
    page = FakePage()
    settings = page.home / ".config" / "h89yahtzee" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('chances = true\ncoach = "always"\n')
    link = "r=1&rules=triple&players=me,=king:classic&pace=0"
    page.start(link if is_linked else link.partition("&players")[0])
    page.press(*([] if is_linked else [Key.DOWN, Key.RIGHT, Key.RIGHT, Key.RETURN]))
    assert "are weaker in a browser." in page.text
    page.press("1", "r")
    assert "move: 1 roll left." in page.text


@pytest.mark.usefixtures("without_numpy")
def test_without_the_solver_only_some_can_play_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("h89yahtzee.solver.kernel._library", lambda: None)
    monkeypatch.setattr("h89yahtzee.apps.cached_values._found", {})
    page = FakePage().start("r=1&rules=yacht&players=me,=king:optimal&pace=0")
    assert "This browser can't run the solver: only people and classic play, no coach." in page.text
    page = FakePage().start("r=1&rules=yacht&players=me,=king:greedy&pace=0")
    page.post_here()
    assert "This browser can't run the solver: only people and classic play, no coach." in page.text
    assert "WHO PLAYS" in page.text
    page = FakePage().start("r=1&players=me,=king&pace=0")
    page.post_here()
    assert "me's move" in page.text
