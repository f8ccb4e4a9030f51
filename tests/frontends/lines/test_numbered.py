"""Rooms and tables for a screen reader: every choice that is told has a number, and every number is accepted."""

import re

from h89yahtzee.frontends.lines.numbered import AFTERWARDS, IN_TURN, Numbered, room_by_numbers, seat_by_numbers
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89, RULE_SETS, RuleSet, rule_set
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.waiting_room import WaitingRoom
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.rooms.table_rooms import GamesRoom, SettingsRoom
from h89yahtzee.table.choices import Choices
from h89yahtzee.table.commands import WORDS, Command
from h89yahtzee.table.endings import Start, ToChoices
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences, TableOptions
from h89yahtzee.table.seat import Role, Seat, Services
from h89yahtzee.table.table import Table
from tests.host.hosts import LobbyForTests, choices, post
from tests.naming import each
from tests.rooms.shelves import Shelf, game

ALL_RULES = [*RULE_SETS.values(), rule_set("quintzee", 6, "normal"), rule_set("quintzee", 2, "extra-turn")]
NO_CHOICE = "There is no choice "


def seated(rules: RuleSet = H89, confirm_zero: bool = False) -> tuple[Match, Numbered]:
    match = Match(Setup((Player("ann"), Player("bob")), 42, rules))
    shelf = Shelf({1: game(1)})
    seat = Seat(
        Table(match, TableOptions(), 0.0),
        0.0,
        Preferences(confirm_zero=confirm_zero),
        Role("ann", may_talk=True),
        Services(saved_games=shelf),
    )
    face = seat_by_numbers(seat)
    list(face.start())
    told(face)
    return match, face


def told(face: Numbered, *answers: str) -> list[str]:
    lines = [line for answer in answers for line in (*face.answer(answer, 0.0), *face.tell())]
    face.advance(0.0)
    return [*lines, *face.tell()]


def numbers(lines: list[str]) -> list[str]:
    return [line.partition(":")[0] for line in lines if re.match(r"\d+: ", line)]


def sentences(lines: list[str]) -> None:
    """Fail for text lines that aren't whole sentences, or have characters that draw something."""
    assert [line for line in lines if not re.fullmatch(r"(\d+: )?[A-Za-z0-9].*[.?]", line)] == []
    assert [line for line in lines if re.search(r"[^\w\s]{2}|  |[|+*#=<>_~]", line)] == []


def test_every_choice_of_a_turn_is_accepted() -> None:
    _, first = seated()
    choices = numbers(told(first, "5"))
    assert choices == [str(number) for number in range(1, len(choices) + 1)]
    assert told(first, "") == told(first, "5")
    for choice in choices:
        _, face = seated()
        prompt, lines = face.prompt, told(face, choice)
        assert lines or face.prompt != prompt
        assert not any(line.startswith(NO_CHOICE) for line in lines)
    for wrong in ("0", str(len(choices) + 1), "66", "1 3"):
        assert told(first, wrong) == [f"{NO_CHOICE}{wrong} now, and RETURN alone tells the choices."]


def test_every_command_by_lines_has_a_number() -> None:
    """Only two have none: CARD, which tells the same as WORDS, and OOPS, since a hasty score is asked about
    first."""
    commands = {*IN_TURN.values(), *AFTERWARDS.values()} - {"more", "y", "n"}
    assert commands == {*WORDS.values(), Command.TALK} - {Command.CARD, Command.OOPS}


def test_no_number_stands_for_two_choices() -> None:
    for numbered in (IN_TURN, AFTERWARDS):
        assert sorted(choice.number for choice in numbered) == [*range(1, len(numbered) + 1)]


def test_dice_are_rolled_by_their_places() -> None:
    match, face = seated()
    dice = match.state.dice
    told(face, "1", "2 5")
    assert match.state.rolls_left == 1
    assert [match.state.dice[place] for place in (0, 2, 3)] == [dice[place] for place in (0, 2, 3)]
    told(face, "1", "0")
    assert match.state.rolls_left == 1


@each("rules", ALL_RULES)
def test_each_row_that_is_told_scores(rules: RuleSet) -> None:
    match, face = seated(rules)
    boxes = match.state.card.open_boxes()
    rows = numbers(told(face, "2"))
    assert rows == [str(row + 1) for row in sorted({box.row for box in match.state.legal_boxes()})]
    assert told(face, "99") == ["Row 99 isn't open for these dice."]
    for row in rows:
        match, face = seated(rules)
        told(face, "2", row, *(["1"] if rules.columns > 1 else []))
        filled = [box.row for box in boxes if match.state.cards[0][box] is not None]
        assert filled == [int(row) - 1]


def test_yes_and_no_have_numbers() -> None:
    match, face = seated(confirm_zero=True)
    told(face, "2", "12")
    assert face.prompt == "Score 0 in Yahtzee? 1 means yes, 2 means no: "
    told(face, "2")
    assert match.state.seat == 0
    told(face, "2", "12", "1")
    assert match.state.seat == 1


@each("rules", ALL_RULES)
def test_a_game_by_any_rules_is_told_in_sentences(rules: RuleSet) -> None:
    match, face = seated(rules)
    lines = told(face, "7", "5", "3")
    while not match.has_ended:
        box = match.state.legal_boxes()[0]
        lines += told(face, "again", f"s {box.row + 1}/{box.column + 1}")
    sentences([*lines, *(told(face, "2") if rules == H89 else [])])


def test_the_start_page_asks_with_numbers() -> None:
    room = StartRoom(Choices((Player("ann"), Player("bob", "greedy"))))
    face = room_by_numbers(room)
    assert [*face.start()] == [
        "Who plays? Type the names, each computer's with an equals sign before it.",
        "q: Quit.",
    ]
    assert face.prompt == "Your answer, or RETURN for ann =bob: "
    rules = told(face, "")
    sentences(rules)
    assert [line.split(": ")[1] for line in rules if re.match(r"\d+: ", line)] == [*RULE_SETS]
    levels = told(face, str([*RULE_SETS].index("official") + 1))
    hard = next(line for line in levels if "hard: " in line).partition(":")[0]
    told(face, hard, "1")
    assert isinstance(face.ending, Start)
    chosen = face.ending.choices
    assert (chosen.rules, chosen.players[1].strategy, chosen.duplicate) == ("official", "optimal", True)


def test_a_seat_is_given_up_after_a_numbered_question() -> None:
    lobby = LobbyForTests()
    hosted, (ann,) = lobby.begun("ann")
    post(hosted)
    lobby.lobby.leave_table(ann, lobby.now)
    face = room_by_numbers(LobbyRoom(lobby.lobby, ann))
    sentences([*face.start()])
    assert told(face, "x 1") == ["Give up your seat at table 1 for good?", "1: Yes.", "2: No."]
    assert face.prompt == "Your choice, 1 to 2, or RETURN for No: "
    told(face, "2")
    assert hosted.owners == {0: "ann"}
    told(face, "x 1")
    told(face, "1")
    assert hosted.owners == {}


def test_who_waits_for_people_has_numbers_too() -> None:
    lobby = LobbyForTests()
    bob = lobby.call("bob")
    hosted = lobby.lobby.open_table(bob, choices(2, 0), lobby.now)
    face = room_by_numbers(WaitingRoom(lobby.lobby, bob, hosted))
    listed = [*face.start(), *face.tell()]
    sentences(listed)
    assert (
        "Table 1 plays by h89 with bob and 1 open seat, and waits for people, and you have a seat there." in listed
    )
    assert "Waiting for 1 more. You may start without them." in listed
    start = next(line for line in listed if "Start with computers" in line).partition(":")[0]
    told(face, start)
    assert hosted.table is not None


def test_settings_change_by_their_numbers() -> None:
    changed: list[Preferences] = []
    face = room_by_numbers(SettingsRoom(Preferences(), changed.append, lambda _: True))
    listed = [*face.start()]
    sentences(listed)
    zero = next(line for line in listed if "Ask before scoring 0: off." in line).partition(":")[0]
    assert told(face, zero) == ["Ask before scoring 0: on."]
    assert changed[-1].confirm_zero
    saves, leaves = numbers(listed)[-2:]
    assert told(face, saves) == ["Saved."]
    told(face, leaves)
    assert face.ending is not None


def test_saved_games_are_told_some_at_a_time() -> None:
    shelf = Shelf({number: game(number, 1) for number in range(1, 31)})
    face = room_by_numbers(GamesRoom(shelf, Services().analyst_of))
    listed = [*face.start()]
    sentences(listed)
    assert listed[1] == "1: Game 30 has the seed 30."
    more = next(line for line in listed if line.endswith("Hear more of them.")).partition(":")[0]
    assert told(face, more)[0] == "1: Game 18 has the seed 18."
    assert told(face, "2")[0] == "1: Review that game."
    assert told(face, "1")[0] == "Game 17 isn't finished."


def test_the_lobby_has_numbers_too() -> None:
    lobby = LobbyForTests()
    lobby.begun("ann")
    room = LobbyRoom(lobby.lobby, lobby.call("bob"))
    face = room_by_numbers(room)
    listed = [*face.start()]
    sentences(listed)
    assert listed[0] == "This is the lobby, and here are: ann at table 1, bob."
    assert listed[1] == "1: Table 1 plays by h89 with ann, and is in turn 1."
    says = next(line for line in listed if "Say something" in line).partition(":")[0]
    told(face, says, "good evening")
    assert [message.text for message in lobby.lobby.talk.after(0)][-1] == "good evening"
    new = next(line for line in listed if "New table" in line).partition(":")[0]
    told(face, new)
    assert isinstance(face.ending, ToChoices)
