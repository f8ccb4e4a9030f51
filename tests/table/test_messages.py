"""Messages at a table: typed at one terminal, read at the others, beside the dice and above any question."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.state import Score
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import Table
from tests.goldens import golden_text
from tests.table.tables import lines_at, screen_at

VT52 = Display(24, reverse=False, keyboard=Keyboard.LETTERS)
LONG = "I had three sixes and then rolled them all: what a mistake!!"
"""A message of 60 characters."""


Golden = Callable[[str, str], None]


class Talk:
    """Ann at an H19, bob at a VT52, carol in text mode."""

    def __init__(self) -> None:
        self.now = 0.0
        self.match = Match(Setup((Player("ann"), Player("bob"), Player("carol")), 42))
        options = Preferences(confirm_zero=True)
        self.table = Table(self.match, options, 0.0)
        self.ann, self.bob = (
            screen_at(self.table, Role(name, [seat], may_talk=True), taste=options)
            for seat, name in enumerate(("ann", "bob"))
        )
        self.carol = lines_at(self.table, Role("carol", [2], may_talk=True))
        [*self.carol.start(), *self.carol.tell()]

    def press(self, viewer: SeatScreen, *keys: KeyPress) -> None:
        for key in keys:
            viewer.press(key, self.now)
            self.ann.advance(self.now)
            self.bob.advance(self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.ann.advance(self.now)
        self.bob.advance(self.now)

    def beside_dice(self, viewer: SeatScreen, display: Display = VT52) -> list[str]:
        """Return the text beside the dice, in four rows."""
        return [row[39:].strip() for row in viewer.screen(display).text().split("\n")[display.rows - 4 :]]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_all_read_what_one_types(talk: Talk) -> None:
    talk.press(talk.bob, *"/Hello, Ann?")
    assert talk.beside_dice(talk.bob)[2] == "Say: Hello, Ann?_"
    talk.press(talk.bob, Key.RETURN)
    for viewer in (talk.ann, talk.bob):
        assert talk.beside_dice(viewer)[1:3] == ["ann's move: 2 rolls left.", "bob: Hello, Ann?"]
    assert [*talk.carol.tell()] == ["bob: Hello, Ann?"]
    assert [*talk.carol.answer("/Don't SHOUT", talk.now)] == []
    talk.wait(0.0)
    assert talk.beside_dice(talk.ann)[1:3] == ["bob: Hello, Ann?", "carol: Don't SHOUT"]
    assert talk.match.record == Match(talk.match.setup).record


def test_typing_is_taken_back_and_cancelled(talk: Talk) -> None:
    talk.press(talk.ann, *"/dq", Key.DELETE, Key.BACKSPACE, "d", Key.UP)
    assert talk.beside_dice(talk.ann)[2] == "Say: d_"
    assert talk.ann.take_bells() == 1
    talk.press(talk.ann, Key.ESCAPE)
    assert talk.beside_dice(talk.ann)[2] == ""
    talk.press(talk.ann, "/", Key.RETURN)
    assert [*talk.carol.tell()] == []
    assert len(talk.match.record.turns) == 1


@pytest.mark.parametrize("name", ["bob", "a name that is as long as names may be"])
def test_the_longest_message_fits_beside_the_dice(talk: Talk, name: str) -> None:
    before = talk.ann.screen().text().split("\n")
    talk.table.say(name, LONG)
    talk.wait(0.0)
    screen = talk.ann.screen().text().split("\n")
    assert [row[:39] for row in screen] == [row[:39] for row in before]
    shown = talk.beside_dice(talk.ann, Display())
    assert " ".join("".join(shown[1:3]).split()).replace(" ", "").endswith(LONG.replace(" ", ""))


def test_no_more_than_a_message_can_be_typed(talk: Talk) -> None:
    talk.press(talk.ann, "/", *LONG, "x", "y")
    assert talk.ann.take_bells() == 2
    talk.press(talk.ann, Key.RETURN)
    assert [*talk.carol.tell()] == [f"ann: {LONG}"]


def test_a_message_goes_after_a_while_or_with_a_key_but_not_at_once(talk: Talk) -> None:
    talk.table.say("bob", "now")
    talk.wait(0.0)
    talk.press(talk.ann, "1")
    assert "bob: now" in talk.beside_dice(talk.ann)
    talk.wait(2.0)
    talk.press(talk.ann, "1")
    assert "bob: now" not in talk.beside_dice(talk.ann)
    assert "bob: now" in talk.beside_dice(talk.bob)
    assert talk.bob.deadline == 10.0
    talk.wait(8.0)
    assert "bob: now" not in talk.beside_dice(talk.bob)
    assert talk.bob.deadline is None


def test_a_message_hides_no_question(talk: Talk) -> None:
    talk.press(talk.ann, "k", "k", "d")
    question = "Score 0 in YAHTZEE? (y/n)"
    assert talk.beside_dice(talk.ann)[2] == question
    talk.table.say("bob", LONG)
    talk.wait(0.0)
    shown = talk.beside_dice(talk.ann)
    assert shown[2] == question
    assert f"{shown[0]} {shown[1]}" == f"bob: {LONG}"


def test_who_reads_help_reads_the_message_afterwards(talk: Talk) -> None:
    talk.press(talk.ann, "?")
    talk.table.say("bob", "Are you there?")
    talk.wait(60.0)
    while "Any key" in talk.ann.screen(VT52).text():
        talk.press(talk.ann, "x")
    assert talk.beside_dice(talk.ann)[2] == "bob: Are you there?"


def test_nobody_talks_without_a_pause(talk: Talk) -> None:
    talk.press(talk.ann, *"/one", Key.RETURN, *"/two", Key.RETURN)
    assert (talk.beside_dice(talk.ann)[2], talk.ann.take_bells()) == ("Say: two_", 1)
    talk.wait(1.0)
    talk.press(talk.ann, Key.RETURN)
    assert [*talk.carol.tell()] == ["ann: one", "ann: two"]
    assert [*talk.carol.answer("/a", talk.now), *talk.carol.answer("/b", talk.now)] == [
        "That was too soon after the last message."
    ]


def test_each_may_switch_messages_off(talk: Talk) -> None:
    talk.press(talk.ann, "=", *"j" * 10)
    assert "> Show what others say            on" in talk.ann.screen().text()
    talk.press(talk.ann, "l", "x")
    assert [*talk.carol.answer("/off", talk.now)] == ["Messages of the others are not shown; /on shows them."]
    talk.table.say("bob", "hello")
    talk.wait(0.0)
    assert "bob: hello" not in talk.beside_dice(talk.ann)
    assert "bob: hello" in talk.beside_dice(talk.bob)
    assert [*talk.carol.tell()] == []
    [*talk.carol.answer("/on", talk.now)]
    talk.table.say("bob", "again")
    assert [*talk.carol.tell()] == ["bob: again"]


def test_who_may_not_talk_neither_types_nor_reads_about_it() -> None:
    table = Table(Match(Setup((Player("ann"),), 42)), Preferences(), 0.0)
    viewer = screen_at(table)
    viewer.press("/", 0.0)
    assert "Say:" not in viewer.screen().text()
    viewer.press("=", 0.0)
    assert "others say" not in viewer.screen().text()
    lines = lines_at(table)
    assert not any("/off" in line for line in lines.answer("?", 0.0))


def test_help_tells_who_may_talk(talk: Talk) -> None:
    talk.press(talk.bob, "?")
    while "next page" in talk.bob.screen(VT52).text():
        talk.press(talk.bob, "x")
    assert "/          say something to all at the table" in talk.bob.screen(VT52).text()
    assert any("/hello" in line for line in talk.carol.answer("?", 0.0))


def test_the_others_are_told_who_begins_the_next_game(talk: Talk) -> None:
    while not talk.match.has_ended:
        talk.match.act(Score(talk.match.state.legal_boxes()[0]))
    talk.table.begin(talk.now)
    [*talk.carol.tell()]
    talk.press(talk.bob, "y")
    assert talk.beside_dice(talk.ann)[1:3] == ["ann's move: 2 rolls left.", "bob begins the next game."]
    assert "bob begins the next game." in talk.carol.tell()


def test_golden_message_while_the_time_runs_out(talk: Talk, check_golden: Golden) -> None:
    talk.table.prefer(replace(talk.table.options, turn_time=60.0))
    talk.table.begin(talk.now)
    talk.wait(45.0)
    talk.table.advance(talk.now)
    talk.press(talk.bob, *"/Hurry", Key.RETURN)
    talk.press(talk.ann, "1")
    check_golden("message.txt", golden_text(talk.ann.screen()))
