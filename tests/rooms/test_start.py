"""The start page by keys and clicks, on every kind of terminal."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from h89yahtzee.frontends.screen.layout import H89, Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.game.rules import RULE_SETS, rule_set
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.choices import Choices
from h89yahtzee.table.endings import Leave, Resume, Start
from tests.goldens import golden_text
from tests.naming import each
from tests.rooms.shelves import Shelf
from tests.rooms.told_rules import check_rules_are_told

DISPLAYS = [Display(*has) for has in product((24, 25), (False, True), Keyboard)]
LEFT = "quintzee, turn 7: You, H89"
TEN = tuple(Player("wwwwwwwwwwwwwwww", "optimal") for _ in range(10))


class StartScreen(RoomScreen):
    """The start page on a screen."""

    def __init__(self, choices: Choices, unfinished: str = "", today: Day | None = None) -> None:
        self._start = StartRoom(choices, unfinished=unfinished, today=today, saved=Shelf())
        super().__init__(self._start)

    @property
    def choices(self) -> Choices:
        return self._start.choices


def pressed(room: StartScreen, *keys: KeyPress) -> StartScreen:
    for key in keys:
        room.press(key, 0.0)
    return room


def lines(room: StartScreen, display: Display = H89) -> list[str]:
    return room.screen(display).text().split("\n")


def test_golden(check_golden: Callable[[str, str], None]) -> None:
    check_golden("start-page.txt", golden_text(StartScreen(Choices(), LEFT, Day(2026, 11, 22)).screen(H89)))


def test_sentences_are_whole() -> None:
    """Each sentence ends in a full stop before the last column of the screen."""
    for name, strategy in product(
        RULE_SETS, ("human", "hasty", "greedy", "optimal", "winner", "classic", "random")
    ):
        room = StartScreen(Choices((Player("a", strategy),), name))
        for _ in range(5):
            shown = lines(pressed(room, Key.DOWN))
            assert shown[9].rstrip()[-1] == "."
            assert len(shown[9].strip()) <= 59
            assert shown[17].rstrip()[-1] == "."


def test_return_starts_what_was_chosen_last() -> None:
    choices = Choices((Player("me"), Player("king", "winner")), "yatzy", duplicate=True, think_time=0.5)
    room = pressed(StartScreen(choices), Key.RETURN)
    assert room.ending == Start(choices)


def test_the_keys_of_an_h19() -> None:
    """f1 changes a name, f2 adds a player, whom f5 makes a person, f3 drops the third player; f4 changes the
    rules."""
    room = pressed(StartScreen(Choices((Player("You"),))), Key.F1, *"Ann", Key.DELETE, "n", Key.RETURN)
    pressed(room, Key.F2, Key.F5, Key.F1, *"Bob", Key.RETURN, Key.F2, Key.F3)
    pressed(room, Key.KEYPAD_2)
    while room.choices.rules != "quintzee":
        pressed(room, Key.F4)
    pressed(room, Key.KEYPAD_2, Key.F5, Key.F5)
    assert room.choices.players == (Player("Ann", HUMAN), Player("Bob", HUMAN))
    assert room.choices.rule_set == rule_set("quintzee", 3)
    assert pressed(room, Key.BLUE).ending == Start(room.choices)


def test_keys_for_pages_change_nothing() -> None:
    choices = Choices((Player("You"),))
    assert pressed(StartScreen(choices), Key.DOWN, Key.KEYPAD_9, Key.KEYPAD_3).choices == choices


def test_while_a_name_is_typed_return_is_said_to_end_it() -> None:
    room = pressed(StartScreen(Choices((Player("You"),))), "n", *"Bo")
    assert lines(room, Display(24, True, Keyboard.PC))[23].split() == ["RETURN", "DONE"]


def test_letters_alone_will_do() -> None:
    room = pressed(StartScreen(Choices((Player("You"),))), "a", "h", "n", *"kay", Key.RETURN, "j", "l")
    assert room.choices == Choices((Player("You"), Player("kay", "winner")), "official")
    assert pressed(room, "q").ending == Leave()


def test_a_name_may_be_given_up() -> None:
    room = pressed(StartScreen(Choices((Player("You"),))), "n", *"quit", Key.ESCAPE)
    assert room.ending is None
    assert pressed(room, "n", Key.RETURN).choices.players == (Player("You"),)
    assert pressed(room, "n", *"x" * 30, Key.RETURN).choices.players == (Player("x" * 16),)
    assert room.take_bells() == 14


def test_a_name_can_be_typed_from_any_row() -> None:
    """The name becomes that of the first player, since no player is chosen."""
    room = pressed(StartScreen(Choices((Player("You"), Player("kay")))), Key.UP, "n", *"ann", Key.RETURN)
    assert room.choices.players == (Player("ann"), Player("kay"))


def test_what_cant_be_done_rings() -> None:
    room = pressed(StartScreen(Choices((Player("You"),))), "x", "r", "z")
    assert (room.take_bells(), room.take_bells()) == (3, 0)
    assert pressed(StartScreen(Choices(TEN)), "a").take_bells() == 1


def test_nobody_begins_a_game_with_the_name_of_another_player() -> None:
    room = pressed(StartScreen(Choices((Player("me"), Player("w" * 16), Player("w" * 16, "greedy")))), Key.RETURN)
    assert room.ending is None
    assert f"Expected a name of its own for each player, not {'w' * 16} twice." in "\n".join(lines(room))
    assert pressed(room, "n", *"ann", Key.RETURN, Key.RETURN).ending is None


def test_an_unfinished_game_is_resumed_by_a_key() -> None:
    assert pressed(StartScreen(Choices(), unfinished=LEFT), Key.ERASE).ending == Resume()
    assert pressed(StartScreen(Choices(), unfinished=LEFT), "r").ending == Resume()


@pytest.mark.parametrize("display", DISPLAYS, ids=repr)
def test_clicks(display: Display) -> None:
    """A click chooses a value, and another click on it changes it; a click on a caption does the same as the
    caption's key."""
    room = StartScreen(Choices((Player("You"),)))
    shown = lines(room, display)
    row = next(number for number, line in enumerate(shown) if "RULES" in line)
    room.click(row, shown[row].index("h89"), display, 0.0)
    assert room.choices.rules == "h89"
    assert lines(room, display)[row].startswith("  RULES        > h89")
    room.click(row, shown[row].index("h89"), display, 0.0)
    assert room.choices.rules == "official"
    room.click(display.rows - 1, shown[-1].index("ADD"), display, 0.0)
    assert len(room.choices.players) == 2
    room.click(display.rows - 1, shown[-1].index("HELP"), display, 0.0)
    assert "BEFORE THE GAME" in lines(room, display)[0]
    while room.is_reading:
        room.click(3, 3, display, 0.0)
    assert "WHO PLAYS" in lines(room, display)[2]
    room.click(display.rows - 1, shown[-1].index("START"), display, 0.0)
    assert room.ending == Start(room.choices)


@each(("display", "is_hosted"), product(DISPLAYS, [False, True]))
def test_rules_are_told_apart_on_a_page(display: Display, is_hosted: bool) -> None:
    """On the row of rules `?` tells the rules apart, on the row of bonus rules the bonus rules; elsewhere it
    explains the keys."""
    room = StartScreen(Choices((Player("You"),), "quintzee", is_hosted=is_hosted))
    assert "BEFORE THE GAME" in lines(pressed(room, "?"), display)[0]
    pressed(room, Key.ESCAPE, Key.DOWN)
    assert "? tells the rules apart." in lines(room, display)[17]
    title, *shown, below = lines(pressed(room, "?"), display)
    while "next page" in below:
        _, *further, below = lines(pressed(room, Key.RETURN), display)
        shown += further
    assert (title.split(), below.strip(" []")[:19]) == (["RULES"], "Any key leads back.")
    check_rules_are_told(shown)
    shown = lines(pressed(room, Key.ESCAPE, Key.DOWN, Key.DOWN, "?"), display)
    assert shown[0].split() == ["BONUS"]
    assert [line.split()[0] for line in shown[2:5]] == ["joker", "normal", "extra-turn"]


def test_only_what_there_is_to_choose() -> None:
    alone = "\n".join(lines(StartScreen(Choices((Player("You"),)))))
    assert not any(label in alone for label in ("DICE", "PACE", "COLUMNS", "BONUS", "GRID"))
    people = "\n".join(lines(StartScreen(Choices((Player("You"), Player("me")), "quintzee"))))
    labels = ("DICE", "PACE", "COLUMNS", "BONUS", "GRID")
    assert [label in people for label in labels] == [True, False, True, True, True]


def test_a_new_grid() -> None:
    room = pressed(StartScreen(Choices((Player("You"),), "quintzee")), *"kl", Key.RETURN)
    assert room.choices == Choices((Player("You"),), "quintzee", new_grid=True)


def test_the_game_of_the_day_by_these_rules() -> None:
    """The key t starts that game only where the date is known, and by rules with one column."""
    today = Day(2026, 11, 22)
    choices = Choices((Player("You"), Player("king", "winner")), "yatzy")
    assert pressed(StartScreen(choices), "t").ending is None
    room = pressed(StartScreen(choices, today=today), "t")
    assert room.ending == Start(replace(choices, day=today))
    room = pressed(StartScreen(replace(choices, rules="triple"), today=today), "t")
    assert room.ending is None
    assert any("for one column" in line for line in lines(room))
