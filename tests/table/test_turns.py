"""The course of a turn: a computer player's search and its seconds, and the time that a person has."""

import re
from dataclasses import replace
from itertools import count

import pytest

from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.strategy import Decision, Search
from h89yahtzee.table.events import Happening, Question
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences, preferences_for
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import Table
from tests.table.tables import Conversation, TableForOne, lines_at, screen_at, viewer_of


class Count:
    """A search that is done after a number of slices."""

    def __init__(self, slices: int) -> None:
        self._slices = slices
        self.left = slices

    @property
    def progress(self) -> float:
        return 1 - self.left / self._slices

    @property
    def is_done(self) -> bool:
        return self.left == 0

    def advance(self) -> None:
        assert self.left
        self.left -= 1


class Slow:
    """A player that posts in the last open row if its search is done, else in the first; it searches once a
    turn."""

    def __init__(self, slices: int) -> None:
        self._slices = slices
        self.searches: dict[int, Count] = {}

    def search(self, state: GameState) -> Search | None:
        if state.turn in self.searches and self.searches[state.turn].is_done:
            return None
        return self.searches.setdefault(state.turn, Count(self._slices))

    def decide(self, state: GameState) -> Decision:
        knows = state.turn in self.searches and self.searches[state.turn].is_done
        return Decision(Score(state.legal_boxes()[-1 if knows else 0]))


CHANCE = Box(12)
TICK = 0.1
"""Seconds between two looks at the keys."""


def sit_down(slices: int, analysis_time: float, think_time: float = 1.0) -> tuple[TableForOne, Slow]:
    slow = Slow(slices)
    match = Match(Setup((Player("king", "greedy"),), 42), lambda _, __: slow)
    preferences = replace(preferences_for(H89), analysis_time=analysis_time)
    return TableForOne(match, viewer_of(match, think_time, preferences=preferences)), slow


def remark(table: TableForOne) -> str:
    return table.line(23)[45:].strip()


def tick(table: TableForOne, seconds: float) -> list[str]:
    """Let time pass tick by tick, as the event loop does, and return the remark on the screen after each tick."""
    said = []
    for _ in range(round(seconds / TICK)):
        table.wait(TICK)
        said.append(remark(table))
    return said


def test_it_counts_down_and_decides_by_what_it_found() -> None:
    """Eight slices are searched in a tick: 800 slices take ten seconds."""
    table, _ = sit_down(800, 60)
    assert remark(table) == "Hmmm ... lemme think."
    said = tick(table, 9.9)
    assert said[:4] == ["Hmmm ... lemme think."] * 4
    seconds = [int(re.fullmatch(r"Thinking: (\d+) s\. Any key ends it\.", text)[1]) for text in said[4:]]  # type: ignore[index]
    assert seconds == sorted(seconds, reverse=True)
    assert (seconds[0], seconds[-1]) == (10, 1)
    assert table.deadline == pytest.approx(table.now)
    tick(table, 0.2)
    assert remark(table) == "I've decided ..."
    tick(table, 1.1)
    assert table.match.record.turns[0].box == CHANCE


def test_what_takes_no_noticeable_time_is_not_noted() -> None:
    table, slow = sit_down(16, 60)
    assert set(tick(table, 0.9)) == {"Hmmm ... lemme think."}
    assert slow.searches[0].is_done
    tick(table, 0.2)
    assert remark(table) == "I've decided ..."


def test_when_its_time_is_over_the_faster_method_decides_the_turn() -> None:
    table, slow = sit_down(10**6, 3)
    said = tick(table, 2.9)
    assert said[-1] == "Thinking: 1 s. Any key ends it."
    tick(table, 0.3)
    assert remark(table) == "I've decided ..."
    tick(table, 1.0)
    assert table.match.record.turns[0].box == Box(0)
    assert table.match.state.turn == 1
    tick(table, 1.0)
    assert remark(table).startswith("Thinking: ")
    assert [*slow.searches] == [0, 1]


def test_any_key_ends_it_for_this_turn() -> None:
    table, slow = sit_down(10**6, 60)
    tick(table, 2.0)
    table.press("x")
    assert remark(table) == "I've decided ..."
    left = slow.searches[0].left
    tick(table, 1.1)
    assert table.match.record.turns[0].box == Box(0)
    assert slow.searches[0].left == left
    tick(table, 1.0)
    assert slow.searches[1].left < 10**6


@pytest.mark.parametrize("key", ["?", "=", "q"])
def test_pages_and_questions_stop_the_clock(key: str) -> None:
    table, slow = sit_down(10**6, 3)
    tick(table, 1.0)
    left = slow.searches[0].left
    table.press(key)
    assert table.deadline is None
    table.wait(100.0)
    assert slow.searches[0].left == left
    table.press("n")
    tick(table, 1.5)
    assert remark(table) == "Thinking: 1 s. Any key ends it."


def test_a_program_that_was_stopped_thinks_on() -> None:
    table, slow = sit_down(10**6, 10)
    tick(table, 2.0)
    table.wait(1000.0)
    left = slow.searches[0].left
    tick(table, 2.0)
    assert remark(table).startswith("Thinking: ")
    assert slow.searches[0].left < left


def test_without_time_nothing_is_searched_for() -> None:
    table, slow = sit_down(1, 0)
    tick(table, 3.0)
    assert slow.searches == {}
    assert table.match.record.turns[0].box == Box(0)


def test_who_leaves_waits_for_nothing() -> None:
    table, slow = sit_down(10**6, 60)
    table.press("q", "y")
    assert table.viewer.seat.is_closed
    assert slow.searches[0].left == 10**6
    assert table.match.record.turns[0].box == Box(0)


def test_others_have_nothing_to_search_for() -> None:
    match = Match(Setup((Player("king", "greedy"),), 42))
    assert match.search() is None
    table = TableForOne(match, viewer_of(match, 1.0, preferences=Preferences(analysis_time=60)))
    assert table.deadline == 1.0


@pytest.mark.parametrize("can_hurry", [True, False])
def test_in_lines_it_searches_once_a_turn_and_says_so_to_who_can_end_it(can_hurry: bool) -> None:
    """The clock goes on by a tick each time it is read: 80 slices take at least ten ticks, a second."""
    slow, ticks = Slow(80), count()
    match = Match(Setup((Player("king", "greedy"),), 42), lambda _, __: slow)
    table = Conversation(match, analysis_time=60, clock=lambda: next(ticks) * TICK, may_hurry=can_hurry)
    lines = list(table.start())
    assert lines[-1].startswith("king: ")
    assert lines.count("Thinking, 60 s at most; RETURN ends it.") == 13 * can_hurry
    assert len(slow.searches) == 13
    assert [turn.box for turn in match.record.turns] == [Box(row) for row in reversed(range(13))]


def test_in_lines_a_line_ends_the_search() -> None:
    slow = Slow(10**6)
    match = Match(Setup((Player("king", "greedy"),), 42), lambda _, __: slow)
    table = Conversation(match, analysis_time=60)
    assert list(table.start(lambda: True))[-1].startswith("king: ")
    assert [turn.box for turn in match.record.turns] == [Box(row) for row in range(13)]


ANN, BOB = 0, 1
SETUP = Setup((Player("ann"), Player("bob")), 42)
TURN, WARNING, STEP = 60.0, 15.0, 1.0


class Hurried:
    """Ann and bob at screens, and a watcher in text mode; a turn may take a minute."""

    def __init__(self, turn_time: float = TURN, auto_roll: bool = True) -> None:
        self.now = 0.0
        self.match = Match(SETUP)
        options = Preferences(think_time=STEP, turn_time=turn_time, auto_roll=auto_roll, confirm_zero=True)
        self.table = Table(self.match, options, self.now)
        self.ann, self.bob = (screen_at(self.table, Role(seats=[seat]), taste=options) for seat in (ANN, BOB))
        self.lines = lines_at(self.table, Role(seats=[]))

    def wait(self, seconds: float) -> None:
        """Let time pass as the event loop does: the table advances at each deadline."""
        until = self.now + seconds
        while self.table.deadline is not None and self.table.deadline <= until:
            self.now = max(self.now, self.table.deadline)
            self.table.advance(self.now)
            self.take_in()
        self.now = until

    def take_in(self) -> None:
        for viewer in (self.ann, self.bob):
            viewer.advance(self.now)

    def press(self, viewer: SeatScreen, *keys: str) -> None:
        for key in keys:
            viewer.press(key, self.now)
            self.take_in()

    def overrun(self) -> None:
        """Let the time of the player to move run out, and the computer end the turn."""
        seat = self.match.state.seat
        self.wait(TURN)
        while self.match.state.seat == seat:
            self.wait(STEP)

    def happened(self, *happenings: Happening) -> list[Happening]:
        return [event.happening for event in self.table.events.after(0) if event.happening in happenings]


@pytest.fixture
def hurried() -> Hurried:
    return Hurried()


def test_a_bell_warns_who_is_to_move_and_all_see_the_time_left(hurried: Hurried) -> None:
    hurried.wait(TURN - WARNING - 0.1)
    assert hurried.table.clock.ends == TURN
    assert "ann's move: 2 rolls left." in hurried.bob.screen().text()
    hurried.wait(0.1)
    assert (hurried.ann.take_bells(), hurried.bob.take_bells()) == (1, 0)
    shown = []
    for _ in range(3):
        assert hurried.ann.screen().text() == hurried.bob.screen().text()
        shown.append(
            next(line for line in hurried.ann.screen().text().split("\n") if "ann's move" in line)[45:].rstrip()
        )
        hurried.wait(5.0)
    assert shown == [f"ann's move: 2 rolls left, {seconds} s." for seconds in (15, 10, 5)]
    assert hurried.happened(Happening.WARNED, Happening.OVERDUE) == [Happening.WARNED, Happening.OVERDUE]


def test_the_warning_of_a_short_turn_comes_at_half_of_it() -> None:
    hurried = Hurried(turn_time=9.0, auto_roll=False)
    hurried.wait(4.5)
    assert "ann's move: ROLL the dice, 5 s." in hurried.bob.screen().text()


def test_the_rest_of_an_overdue_turn_is_played_by_optimal_and_the_next_by_the_person(hurried: Hurried) -> None:
    hurried.table.act(Roll((0, 3)), 0.0)
    other, optimal = Match(SETUP), strategy("optimal", SETUP)
    other.act(Roll((0, 3)))
    while other.state.seat == ANN:
        other.act(optimal.decide(other.state).action)
    hurried.overrun()
    assert hurried.match.record.turns[0] == other.record.turns[0]
    assert hurried.match.deciders == (HUMAN, HUMAN)
    assert hurried.match.record.setup == SETUP
    assert hurried.happened(Happening.SEATED) == []
    told = [*hurried.lines.tell()]
    assert "ann's turn ends in 15 s." in told
    assert "ann's time is up: the computer plays the rest of this turn." in told


def test_the_computer_plays_at_the_pace_of_the_table(hurried: Hurried) -> None:
    hurried.wait(TURN)
    assert "Time's up: the computer plays this turn." in hurried.ann.screen().text()
    assert "Hmmm ... lemme think." in hurried.ann.screen().text()
    assert hurried.table.deadline == TURN + STEP


def test_after_two_overdue_turns_a_computer_keeps_the_seat_until_a_key_is_pressed(hurried: Hurried) -> None:
    hurried.overrun()
    hurried.press(hurried.bob, "d")
    if hurried.bob.seat.question:
        hurried.press(hurried.bob, "y")
    hurried.overrun()
    assert hurried.happened(Happening.SEATED) == [Happening.SEATED]
    assert hurried.match.deciders == ("optimal", HUMAN)
    assert "Press a key to play for yourself again." in hurried.ann.screen().text()
    assert "Press a key" not in hurried.bob.screen().text()
    assert "The computer plays for ann." in hurried.bob.screen().text()
    before = hurried.match.record
    hurried.press(hurried.ann, "d")
    assert hurried.match.deciders == (HUMAN, HUMAN)
    assert hurried.match.record == before
    assert hurried.table.clock.ends == hurried.now + TURN
    assert "Press a key" not in hurried.ann.screen().text()
    assert "The computer plays for ann." not in hurried.bob.screen().text()
    assert "ann is back." in hurried.bob.screen().text()
    assert "ann is back." not in hurried.ann.screen().text()


def test_a_turn_in_time_between_two_overdue_ones_is_forgiven(hurried: Hurried) -> None:
    for _ in range(2):
        hurried.overrun()
        hurried.press(hurried.bob, "d", "y")
        hurried.press(hurried.ann, "d", "y")
        hurried.press(hurried.bob, "d", "y")
    assert hurried.match.deciders == (HUMAN, HUMAN)


def test_time_passes_while_all_read_help_but_not_while_nobody_plays(hurried: Hurried) -> None:
    hurried.press(hurried.ann, "?")
    hurried.press(hurried.bob, "?")
    hurried.wait(TURN - WARNING)
    assert hurried.ann.take_bells() == 1
    for viewer in (hurried.ann, hurried.bob):
        viewer.leave()
    assert hurried.table.deadline is None
    hurried.table.advance(TURN)
    hurried.wait(10 * TURN)
    screen_at(hurried.table, Role(seats=[ANN]), hurried.now)
    assert hurried.table.clock.ends == hurried.now + TURN
    assert hurried.match.is_human


def test_a_question_of_an_overdue_turn_is_asked_no_more(hurried: Hurried) -> None:
    hurried.press(hurried.ann, "k", "k", "d")
    asked = [hurried.ann.seat.question]
    hurried.wait(TURN)
    before = hurried.match.record
    assert [*asked, hurried.ann.seat.question] == [Question.SCRATCH, None]
    hurried.press(hurried.ann, "y")
    assert hurried.match.record == before


def test_a_key_that_comes_just_too_late_answers_no_question(hurried: Hurried) -> None:
    hurried.press(hurried.ann, "k", "k", "d")
    hurried.now = TURN - WARNING
    hurried.table.advance(hurried.now)
    hurried.now = TURN
    hurried.table.advance(hurried.now)
    before = hurried.match.record
    hurried.press(hurried.ann, "y")
    assert hurried.match.record == before


def test_a_program_that_was_stopped_gives_the_warning_time_first(hurried: Hurried) -> None:
    hurried.now = 10 * TURN
    hurried.table.advance(hurried.now)
    assert hurried.table.clock.ends == hurried.now + WARNING
    assert hurried.match.is_human


def test_no_time_is_given_for_a_computers_turn() -> None:
    match = Match(Setup((Player("king", "greedy"), Player("ann")), 42))
    table = Table(match, Preferences(turn_time=TURN, think_time=100 * TURN), 0.0)
    screen_at(table)
    assert table.clock.ends is None
    assert table.deadline == 100 * TURN


def test_what_was_begun_in_an_overdue_turn_is_forgotten(hurried: Hurried) -> None:
    """Both are forgotten: a refusal on the screen, and in text mode the question for the row to score in."""
    lines = lines_at(hurried.table, Role(seats=[ANN]), hurried.now)
    [*lines.tell()]
    [*lines.answer("s", hurried.now)]
    hurried.press(hurried.ann, "r")
    begun = [lines.prompt, hurried.ann.view().remark]
    hurried.overrun()
    [*lines.tell()]
    assert begun == ["Row to score in? ", "Select the dice to ROLL first."]
    assert [lines.prompt, hurried.ann.view().remark] == ["", ""]


def test_who_was_away_by_lines_is_back_with_any_answer(hurried: Hurried) -> None:
    lines = lines_at(hurried.table, Role(seats=[ANN]), hurried.now)
    hurried.table.seat(ANN, "optimal", hurried.now)
    before = hurried.match.record
    assert [*lines.answer("s 13", hurried.now), *lines.tell()][-1] == "ann is back."
    assert hurried.match.record == before
    assert "ann scores 18 in Chance, total 18" in [*lines.answer("s 13", hurried.now), *lines.tell()]
