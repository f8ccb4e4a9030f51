"""The pages about saved games, opened by keys and by words from each room that offers them."""

from collections.abc import Callable

from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.rooms.page import READINGS
from h89yahtzee.rooms.room import Room
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.rooms.table_rooms import GamesRoom
from h89yahtzee.screen.keys import Key, Keyboard
from h89yahtzee.table.choices import Choices
from tests.host.hosts import LobbyForTests
from tests.naming import each
from tests.rooms.shelves import Shelf, game


def _start_page(shelf: Shelf) -> Room:
    return StartRoom(Choices(), saved=shelf)


def _saved_games(shelf: Shelf) -> Room:
    return GamesRoom(shelf, optimal)


def _lobby(shelf: Shelf) -> Room:
    test = LobbyForTests(saved_games=shelf)
    return LobbyRoom(test.lobby, test.lobby.arrive(test.lobby.people.add("ann"), True, 0.0))


each_room = each("make", [_start_page, _saved_games, _lobby])
SHOWN = {"b": "the best of all", "y": "in a table"}
"""A text that the shelf puts on the page opened by each key."""


@each_room
def test_keys_open_the_pages_and_any_key_leads_back(make: Callable[[Shelf], Room]) -> None:
    screen = RoomScreen(make(Shelf({1: game(1)})))
    before = screen.screen(Display()).text()
    for key, shown in SHOWN.items():
        screen.press(key, 0.0)
        screen.screen(Display())
        for now in range(10):
            screen.advance(float(now))
        assert shown in screen.screen(Display()).text()
        screen.press("x", 0.0)
        assert screen.screen(Display()).text() == before


@each_room
def test_words_tell_the_pages(make: Callable[[Shelf], Room]) -> None:
    lines = RoomLines(make(Shelf({1: game(1)})))
    for word, shown in {"scores": "the best of all", "days": "in a table"}.items():
        told = list(lines.answer(word, 0.0))
        while not (told or lines.is_done):
            lines.advance(0.0)
        assert shown in [*told, *lines.tell()]


@each_room
def test_what_cannot_be_read_is_told(make: Callable[[Shelf], Room]) -> None:
    shelf = Shelf({1: game(1)})
    room = make(shelf)
    shelf.failure = OSError("the disk is gone")
    screen = RoomScreen(room)
    screen.press("b", 0.0)
    assert "the disk is gone" in screen.screen(Display()).text()


def test_a_letter_is_a_name_where_names_are_asked_for() -> None:
    lines = RoomLines(_start_page(Shelf()))
    assert list(lines.answer("b", 0.0)) == []
    assert list(lines.answer("", 0.0)) == []
    assert isinstance(lines.room, StartRoom)
    assert [player.name for player in lines.room.choices.players] == ["b"]


def test_without_saved_games_nothing_is_offered() -> None:
    room = StartRoom(Choices())
    screen = RoomScreen(room)
    screen.press("b", 0.0)
    assert (room.page, screen.take_bells()) == (None, 1)
    assert "best scores" not in screen.screen(Display()).text()


@each("make", [_start_page, _lobby])
def test_captions_of_other_commands_go_before(make: Callable[[Shelf], Room]) -> None:
    """Where there is no room, the last pages have no caption; on an H19 a page has one only if a key is to spare
    for it."""
    for reverse in (False, True):
        shown = RoomScreen(make(Shelf())).captions(Display(reverse=reverse, keyboard=Keyboard.LETTERS))
        *texts, last = [text for _, text, _ in shown]
        pages = [f"{reading.key} {reading.caption}" for reading in READINGS]
        found = [text for text in texts if text in pages]
        assert found == pages[: len(found)]
        assert (found[:1], last) == (["b SCORES"], "? HELP")


def test_a_key_to_spare_opens_the_first_page() -> None:
    screen = RoomScreen(_lobby(Shelf()))
    assert [text for _, text, key in screen.captions(Display()) if key is Key.F5] == ["SCORES"]
    screen.press(Key.F5, 0.0)
    assert "the best of all" in screen.screen(Display()).text()
