"""The room of saved games: what is listed, chosen, opened, and what is told if the games can't be read."""

import re

import pytest

from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.rooms.table_rooms import GamesRoom
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.endings import Leave
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.seat import Seat, Services
from h89yahtzee.table.table import Table
from tests.rooms.shelves import Shelf, game
from tests.solver.backends import needs_kernel
from tests.table.tables import TableForOne

SHORT = Display(24, reverse=False, keyboard=Keyboard.LETTERS)


def at_table(shelf: Shelf | None) -> TableForOne:
    match = Match(Setup((Player("ann"),), 1))
    return TableForOne(
        match, SeatScreen(Seat(Table(match, TableOptions(), 0.0), 0.0, services=Services(saved_games=shelf)), 0.0)
    )


def lines(table: TableForOne, display: Display = SHORT) -> list[str]:
    return [line.strip() for line in table.viewer.screen(display).text().split("\n")]


def chosen(table: TableForOne) -> str:
    [line] = [line for line in lines(table) if line.startswith(">")]
    return line


@pytest.fixture
def shelf() -> Shelf:
    """Two finished games, an unfinished one, and one that is damaged."""
    twins = game(12, 13, "ann", "bob", duplicate=True)
    return Shelf({1: game(11), 2: twins, 3: game(13, 4), 4: Record(game(14).setup)})


def test_the_newest_game_comes_first_and_is_chosen(shelf: Shelf) -> None:
    table = at_table(shelf)
    table.press("g")
    title, _, *listed = lines(table)
    assert "SAVED GAMES" in title
    assert [line.split()[-1] for line in listed[:4]] == ["14", "13", "12", "11"]
    assert chosen(table).split() == [">", "4", "seed", "14"]
    for key, number in ((Key.DOWN, "3"), ("j", "2"), ("k", "3"), (Key.UP, "4"), (Key.UP, "1"), (Key.DOWN, "4")):
        table.press(key)
        assert chosen(table).split()[1] == number
    table.press("x")
    assert "SAVED GAMES" not in table.viewer.screen().text()
    assert table.match.record.turns[0].rolled == ()


def test_a_page_holds_as_many_as_it_has_lines() -> None:
    table = at_table(Shelf({number: game(number, 1) for number in range(1, 101)}))
    table.press("g")
    found: list[str] = []
    while True:
        page = [line.split()[-1] for line in lines(table) if "seed" in line]
        found += page
        assert len(page) <= 18
        if "1" in page:
            break
        table.press(Key.RIGHT if len(found) < 50 else Key.KEYPAD_3)
        assert chosen(table)
    assert found == [str(number) for number in range(100, 0, -1)]
    last = chosen(table)
    for key in (Key.LEFT, Key.KEYPAD_9):
        table.press(key)
        assert chosen(table) != last
        table.press(Key.KEYPAD_3)
        assert chosen(table) == last


def test_return_reviews_the_chosen_game_and_comes_back(shelf: Shelf) -> None:
    table = at_table(shelf)
    table.press("g", Key.UP, Key.RETURN)
    text = table.viewer.screen().text()
    assert "REVIEW" in text
    assert shelf.games[1].totals is not None
    assert re.search(rf"^ Total +{shelf.games[1].totals[0]} *$", text, re.MULTILINE)
    assert "Any key returns to the list." in text
    table.press("x")
    assert chosen(table).split()[1] == "1"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ((Key.DOWN, Key.RETURN), "Game 3 isn't finished."),
        ((Key.DOWN, "c"), "Game 3 isn't finished."),
        ((Key.UP, "c"), "The players of game 1 didn't have the same dice."),
        ((Key.RETURN,), "game 4: it is damaged"),
        (("p",), "game 4: it is damaged"),
    ],
)
def test_what_cant_be_opened_is_told(shelf: Shelf, keys: tuple[Key | str, ...], told: str) -> None:
    table = at_table(shelf)
    table.press("g", *keys)
    assert told in lines(table)
    assert table.viewer.take_bells() == 1
    table.press(Key.DOWN)
    assert told not in lines(table)


@needs_kernel
def test_the_same_dice_are_compared(shelf: Shelf) -> None:
    table = at_table(shelf)
    table.press("g", Key.DOWN, Key.DOWN, "c")
    text = table.viewer.screen().text()
    assert "TURN BY TURN" in text
    assert all(name in text for name in ("ann", "bob", "par"))


def test_the_best_scores(shelf: Shelf) -> None:
    table = at_table(shelf)
    table.press("g", "b")
    assert "the best of all" in lines(table)
    table.press("x")
    assert chosen(table)


def test_the_games_of_the_day(shelf: Shelf) -> None:
    table = at_table(shelf)
    table.press("g", "y")
    table.wait(1.0)
    assert "in a table" in lines(table)
    table.press("x")
    assert chosen(table)


def test_the_games_of_the_day_by_lines(shelf: Shelf) -> None:
    lines = by_lines(shelf)
    assert list(lines.answer("y", 0.0)) == []
    told: list[str] = []
    while not told:
        lines.advance(0.0)
        told = list(lines.tell())
    assert told == ["in a table"]


def test_a_game_is_played_back_by_itself_and_by_keys(shelf: Shelf) -> None:
    table = at_table(shelf)
    table.press("g", Key.UP, "p")
    record = shelf.games[1]
    steps = [*record.states()]
    shown = "me's move: {} left."
    assert shown.format("2 rolls") in table.viewer.screen().text()
    table.wait(0.0)
    assert "GAME 1" in table.viewer.screen().text()
    table.wait(10.0)
    assert shown.format("1 roll") in table.viewer.screen().text()
    for _ in steps[2:]:
        assert table.viewer.deadline is not None
        table.press("x")
    assert f"me scored {steps[-1].totals()[0]}." in table.viewer.screen().text()
    assert table.viewer.deadline is None
    table.press("x")
    assert chosen(table).split()[1] == "1"
    table.press("p", "q")
    assert chosen(table).split()[1] == "1"


@pytest.mark.parametrize("back", [Key.LEFT, Key.UP, "h", Key.KEYPAD_9])
def test_a_game_is_played_back_in_steps_back_too(shelf: Shelf, back: KeyPress) -> None:
    table = at_table(shelf)
    table.press("g", Key.UP, "p")
    screens = [lines(table)]
    for _ in shelf.games[1].actions():
        table.press("x")
        screens.append(lines(table))
    assert "That was all." in " ".join(screens[-1])
    for earlier in screens[-2::-1]:
        table.press(back)
        assert lines(table) == earlier
    table.press(back)
    assert lines(table) == screens[0]
    table.press("x")
    assert lines(table) == screens[1]


@pytest.mark.parametrize(
    ("shelf", "told"), [(Shelf(), "No games are saved."), (Shelf(failure=OSError("it is locked")), "it is locked")]
)
def test_nothing_to_choose_from(shelf: Shelf, told: str) -> None:
    table = at_table(shelf)
    table.press("g")
    assert told in lines(table)
    assert "Any key returns to the game." in table.viewer.screen().text()
    table.press("j")
    assert "SAVED GAMES" not in table.viewer.screen().text()


def test_without_saved_games_there_is_no_page() -> None:
    table = at_table(None)
    before = table.viewer.screen()
    table.press("g")
    assert table.viewer.screen() == before
    assert table.viewer.take_bells() == 1


def test_a_key_that_overtakes_a_page_closes_it() -> None:
    table = at_table(Shelf({1: game(1)}))
    table.press("g", "b", " ")
    assert "SAVED GAMES" in lines(table)[0]


def test_a_line_without_room_ends_in_dots() -> None:
    table = at_table(Shelf({1: game(1)}, ending="".join(f", name{number} 200" for number in range(10))))
    table.press("g")
    [line] = [line for line in lines(table) if "seed" in line]
    assert line.endswith(", name4 200, nam ...")
    assert len(line) == 78


def by_lines(shelf: Shelf) -> RoomLines:
    return RoomLines(GamesRoom(shelf, optimal))


def test_games_are_called_by_their_numbers(shelf: Shelf) -> None:
    lines = by_lines(shelf)
    assert [line.split()[0] for line in lines.start()] == ["4", "3", "2", "1"]
    assert list(lines.answer("b", 0.0)) == ["averages", "", "the best of all"]
    assert list(lines.answer("3", 0.0)) == ["Game 3 isn't finished."]
    shelf.command = "yahtzee --continue"
    assert list(lines.answer("3", 0.0)) == ["Game 3 isn't finished. `yahtzee --continue 3` resumes it."]
    assert list(lines.answer("c 1", 0.0)) == ["The players of game 1 didn't have the same dice."]
    assert list(lines.answer("9", 0.0)) == ["There is no game 9."]
    assert list(lines.answer("frob", 0.0)) == ["Not understood: 'frob'. Type ? for help."]
    assert list(lines.answer("p 4", 0.0)) == ["game 4: it is damaged"]
    assert list(lines.answer("q", 0.0)) == []
    assert lines.ending == Leave()


def test_an_unfinished_game_is_resumed_where_that_is_possible(shelf: Shelf) -> None:
    resumed: list[int] = []
    lines = RoomLines(GamesRoom(shelf, optimal, resume=resumed.append))
    assert list(lines.answer("3", 0.0)) == ["Game 3 isn't finished. `r` resumes it."]
    assert list(lines.answer("r 1", 0.0)) == ["Game 1 is finished."]
    assert list(lines.answer("r 4", 0.0)) == ["game 4: it is damaged"]
    assert resumed == []
    assert list(lines.answer("r 3", 0.0)) == []
    assert resumed == [3]
    assert "r" not in {word for command in by_lines(shelf).room.commands for word in command.words}


def test_a_review_by_lines_is_told_once_it_is_worked_out(shelf: Shelf) -> None:
    lines = by_lines(shelf)
    assert list(lines.answer("1", 0.0)) == []
    told: list[str] = []
    while not told:
        assert lines.deadline is not None
        lines.advance(0.0)
        told = list(lines.tell())
    assert any(line.startswith("Luck of the dice") for line in told)
    assert lines.deadline is None


def test_a_game_is_played_back_by_lines(shelf: Shelf) -> None:
    told = list(by_lines(shelf).answer("p 1", 0.0))
    totals = shelf.games[1].totals
    assert totals is not None
    assert sum("me scores" in line for line in told) == 13
    assert told[-1] == f"me: {totals[0]}, games played: 1"


def test_a_long_list_goes_on_by_a_word() -> None:
    lines = by_lines(Shelf({number: game(number, 1) for number in range(1, 21)}))
    told = list(lines.start())
    assert (len(told), told[-1]) == (16, "l lists 5 more.")
    assert [line.split()[0] for line in lines.answer("l", 0.0)] == ["5", "4", "3", "2", "1"]
    assert next(lines.answer("", 0.0)).split()[0] == "20"
