"""Rules for every room: on any screen nothing is cut off or overlaps, and text lines explain each word that can be
typed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise, product

import pytest

from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.screen.layout import WIDTH, Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import MAX_PLAYERS, Player
from h89yahtzee.game.rules import RULE_SETS, rule_set
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.waiting_room import WaitingRoom
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.rooms.page import TextPage
from h89yahtzee.rooms.room import Room, RoomCommand
from h89yahtzee.rooms.start import NAME_WIDTH, StartRoom
from h89yahtzee.rooms.table_rooms import GamesRoom, SettingsRoom
from h89yahtzee.screen.keys import Key, Keyboard
from h89yahtzee.table.choices import ANYBODY, Choices
from h89yahtzee.table.preferences import Mode, Preferences, preferences_for
from tests.host.hosts import LobbyForTests, choices
from tests.naming import each, naming
from tests.rooms.shelves import Shelf, game

DISPLAYS = [
    Display(rows, reverse, keyboard)
    for rows, reverse, keyboard in product((24, 25), (False, True), Keyboard)
    if reverse or keyboard is not Keyboard.H19  # every H19 has reverse video
]


_ALL_SETTINGS = replace(
    preferences_for(rule_set("quintzee")), mode=Mode.SYNCHRONIZED, next_rules=rule_set("quintzee")
)


def _start_page(rules: str) -> StartRoom:
    """Return a start page with ten players whose names are as long as allowed, and with a game that was left."""
    players = tuple(Player("w" * NAME_WIDTH, "optimal") for _ in range(MAX_PLAYERS))
    saved, unfinished = Shelf({1: game(1)}), "quintzee, turn 7: You 120, H89 99"
    return StartRoom(Choices(players, rules), unfinished=unfinished, today=Day(2026, 11, 22), saved=saved)


def _lobby() -> LobbyRoom:
    fixed = choices(4, rules="triple", turn_time=45), choices(1, 1)
    test = LobbyForTests(fixed=fixed, saved_games=Shelf({1: game(1)}))
    return LobbyRoom(test.lobby, test.lobby.arrive(test.lobby.people.add("ann"), True, 0.0))


def _waiting() -> WaitingRoom:
    room = _lobby()
    hosted = room.lobby.tables[1]
    room.lobby.sit(room.caller, hosted, 0.0)
    return WaitingRoom(room.lobby, room.caller, hosted)


BOARDS: dict[str, Callable[[], Room]] = {
    **{f"start page by {name}": partial(_start_page, name) for name in RULE_SETS},
    "new table": lambda: StartRoom(Choices((Player("ann"), Player(ANYBODY)), "quintzee", is_hosted=True)),
    "lobby": _lobby,
    "waiting table": _waiting,
}
LISTS: dict[str, Callable[[], Room]] = {
    "settings": lambda: SettingsRoom(_ALL_SETTINGS, lambda _: None, lambda _: True, may_talk=True),
    "saved games": lambda: GamesRoom(Shelf({1: game(1), 2: game(2, 4)}), optimal),
}
boards = pytest.mark.parametrize("make", BOARDS.values(), ids=BOARDS)
rooms = pytest.mark.parametrize("make", [*BOARDS.values(), *LISTS.values()], ids=[*BOARDS, *LISTS])


@boards
def test_captions_are_whole_and_beside_each_other(make: Callable[[], Room]) -> None:
    for display in DISPLAYS:
        with naming(display):
            screen = RoomScreen(make())
            captions = sorted((column, text) for column, text, _ in screen.captions(display))
            shown = screen.screen(display).text().split("\n")[-1]
            brackets = 0 if display.reverse else 2
            for column, text in captions:
                assert shown[column:].lstrip("[").startswith(text)
                assert column + len(text) + brackets <= WIDTH
            for (left, text), (right, _) in pairwise(captions):
                assert left + len(text) + brackets < right


@boards
def test_no_text_around_the_rows_is_cut_off(make: Callable[[], Room]) -> None:
    """The help isn't cut off either."""
    for display in DISPLAYS:
        with naming(display):
            room = make()
            screen = RoomScreen(room)
            shown = screen.screen(display).text()
            assert room.hint(display.keyboard is not Keyboard.LETTERS) in shown
            assert {line[WIDTH:] for line in shown.split("\n")} == {" "}
            assert all(" ".join(text.text.split()) in " ".join(shown.split()) for text in room.texts())
            page = explained(room)
            shown = screen.screen(display).text()
            while "next page" in shown.split("\n")[-1]:
                screen.press(Key.RETURN, 0.0)
                shown = f"{shown}\n{screen.screen(display).text()}"
            assert all(f" {line} " in shown for line in page.lines)


@rooms
def test_each_row_is_whole(make: Callable[[], Room]) -> None:
    for display in DISPLAYS[:2]:
        with naming(display):
            room = make()
            screen = RoomScreen(room)
            for number in range(room.count):
                room.choose(number)
                shown, row = screen.screen(display).text(), room.row(number)
                assert all(text.rstrip() in shown for text in (row.label, row.value, *row.about))
                if room.places is None:
                    assert all(f" {line} " in shown for line in room.key_lines())
                    assert room.other_keys in shown.split("\n")[-1]


def explained(room: Room) -> TextPage:
    """Return the help page of a room."""
    next(command for command in room.commands if "?" in command.words).do(0.0)
    assert isinstance(room.page, TextPage)
    return room.page


@each("make", [*BOARDS.values(), *LISTS.values()])
def test_each_word_and_key_is_of_one_command_and_explained(make: Callable[[], Room]) -> None:
    room = make()
    keys = [key for command in room.commands for key in command.keys]
    words = [(word, command.for_row) for command in room.commands for word in command.words]
    assert len(keys) == len(set(keys))
    assert len(words) == len(set(words))
    page = explained(room)
    told, shown = page.told or (), "\n".join(page.lines).lower()
    for command in room.commands:
        if command.about and command.words:
            assert any(command.about in line for line in told)
        if command.about and command.keys and page.lines:
            assert command.about.lower() in shown


def test_the_lobbys_help_shows_the_callers_name_and_code() -> None:
    room = _lobby()
    sentence = f"You are ann here; your code is {room.caller.person.code}."
    page = explained(room)
    assert sentence in page.lines
    assert sentence in "\n".join(page.told or ())


@rooms
def test_words_explain_the_room_and_leave_it(make: Callable[[], Room]) -> None:
    lines = RoomLines(make())
    before = lines.prompt
    assert list(lines.answer("?", 0.0))
    assert (lines.prompt, lines.ending) == (before, None)
    list(lines.answer("q", 0.0))
    assert lines.ending is not None


def test_a_setting_is_changed_by_its_number() -> None:
    told: list[Preferences] = []
    saved: list[Preferences] = []

    def save(preferences: Preferences) -> bool:
        saved.append(preferences)
        return True

    lines = RoomLines(SettingsRoom(Preferences(), told.append, save))
    rows = list(lines.start())
    number = 1 + next(number for number, row in enumerate(rows) if "Ask before scoring 0: off" in row)
    assert list(lines.answer(str(number), 0.0)) == [f"{number:2}  Ask before scoring 0: on"]
    assert list(lines.answer(str(len(rows) + 1), 0.0)) == [f"The rows are numbered 1 to {len(rows)}."]
    assert list(lines.answer("save", 0.0)) == ["Saved."]
    assert [preferences.confirm_zero for preferences in (*told, *saved)] == [True, True]


def test_the_chosen_bonus_rule_is_explained_among_the_settings() -> None:
    room = SettingsRoom(_ALL_SETTINGS, lambda _: None, None)
    shown = {number: room.row(number).label for number in range(room.count)}
    number = next(number for number, label in shown.items() if label == "Bonus rule of the next game")
    screen, about = RoomScreen(room), "An extra Yahtzee goes in any open row and earns 100."
    room.choose(number)
    assert about not in screen.screen(Display(24)).text()
    screen.press(Key.RIGHT, 0.0)
    assert about in screen.screen(Display(24)).text()
    screen.press(Key.UP, 0.0)
    assert about not in screen.screen(Display(24)).text()
    lines = RoomLines(SettingsRoom(_ALL_SETTINGS, lambda _: None, None))
    told = " ".join("".join(lines.answer(str(number + 1), 0.0)).split())
    assert told == f"{number + 1} Bonus rule of the next game: normal. {about}"


class WithGames(StartRoom):
    """A start page that opens the saved games."""

    @property
    def commands(self) -> tuple[RoomCommand, ...]:
        games = GamesRoom(Shelf({1: game(1)}), optimal)
        return (
            *super().commands,
            RoomCommand("GAMES", "saved games", ("g",), lambda _: self.open(games), ("g", "games")),
        )


def test_a_command_without_a_key_below_the_captions_of_an_h19_has_a_caption_elsewhere() -> None:
    for display in DISPLAYS:
        captions = {key: text for _, text, key in RoomScreen(WithGames(Choices())).captions(display)}
        assert captions.get("g") == (None if display.keyboard is Keyboard.H19 else "g GAMES")
        assert "?" in captions


def test_a_room_rings_for_the_room_that_it_has_opened() -> None:
    screen = RoomScreen(WithGames(Choices()))
    for key in ("g", "c"):
        screen.press(key, 0.0)
    assert (screen.take_bells(), screen.take_bells()) == (1, 0)


def test_a_room_opens_another_and_is_returned_to() -> None:
    screen = RoomScreen(WithGames(Choices()))
    for key, shown in (("g", "SAVED GAMES"), ("b", "the best of all"), ("x", "SAVED GAMES"), ("x", "WHO PLAYS")):
        screen.press(key, 0.0)
        assert shown in screen.screen(Display()).text()
    screen.press("g", 0.0)
    for row, shown in ((10, "SAVED GAMES"), (2, "REVIEW"), (5, "SAVED GAMES"), (24, "WHO PLAYS")):
        screen.click(row, 5, Display(), 0.0)
        assert shown in screen.screen(Display()).text()
    lines = RoomLines(WithGames(Choices()))
    before = lines.prompt
    assert next(lines.answer("games", 0.0)).split() == ["1", "seed", "1"]
    assert lines.prompt == "Game, or ? for help: "
    assert list(lines.answer("q", 0.0)) == []
    assert (lines.prompt, lines.ending) == (before, None)


def test_a_word_that_begins_an_answer_is_no_command() -> None:
    lines = RoomLines(StartRoom(Choices()))
    for answer in ("", "h", "h"):
        assert list(lines.answer(answer, 0.0)) == []
    assert lines.prompt == "The same dice for all? (y/n) [n]: "
