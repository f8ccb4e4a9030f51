"""The time that a table gives for a turn: the warning, the rest of the turn by a computer, the seat that it keeps.

The first roll of seed 42 is 6 2 1 6 3. What `optimal` decides is asked of a player of that name.
"""

from __future__ import annotations

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.state import Roll
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.table.dialogue import Question
from h89yahtzee.table.events import Happening
from h89yahtzee.table.lines.line_viewer import LineViewer
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.series.match import Match
from h89yahtzee.table.table import Table

ANN, BOB = 0, 1
SETUP = Setup((Player("ann"), Player("bob")), 42)
TURN, WARNING, STEP = 60.0, 15.0, 1.0


class Hurried:
    """Ann and bob at screens, a watcher by lines; a minute a turn."""

    def __init__(self, turn_time: float = TURN, auto_roll: bool = True) -> None:
        self.now = 0.0
        self.match = Match(SETUP)
        options = Preferences(think_time=STEP, turn_time=turn_time, auto_roll=auto_roll, confirm_zero=True)
        self.table = Table(self.match, options, self.now)
        self.ann, self.bob = (ScreenViewer(self.table, 0.0, options, seats=[seat]) for seat in (ANN, BOB))
        self.lines = LineViewer(self.table, 0.0, seats=[])

    def wait(self, seconds: float) -> None:
        """Let the time pass as who runs the table does: at each deadline."""
        until = self.now + seconds
        while self.table.deadline is not None and self.table.deadline <= until:
            self.now = max(self.now, self.table.deadline)
            self.table.advance(self.now)
            self.take_in()
        self.now = until

    def take_in(self) -> None:
        for viewer in (self.ann, self.bob):
            viewer.advance(self.now)

    def press(self, viewer: ScreenViewer, *keys: str) -> None:
        for key in keys:
            viewer.press(key, self.now)
            self.take_in()

    def overrun(self) -> None:
        """Let the whole turn of the player to move pass, and the computer end it."""
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
    if hurried.bob.question:
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
    assert "Press a key" not in hurried.ann.screen().text()
    assert "ann is back." in hurried.bob.screen().text()
    assert "ann is back." not in hurried.ann.screen().text()


def test_the_others_see_for_whom_a_computer_plays(hurried: Hurried) -> None:
    hurried.table.seat(ANN, "optimal", hurried.now)
    assert "The computer plays for ann." in hurried.bob.screen().text()
    hurried.table.seat(ANN, HUMAN, hurried.now)
    assert "The computer plays for ann." not in hurried.bob.screen().text()
    assert hurried.table.clock.ends == hurried.now + TURN


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
    ScreenViewer(hurried.table, hurried.now, Preferences(), seats=[ANN])
    assert hurried.table.clock.ends == hurried.now + TURN
    assert hurried.match.is_human


def test_a_question_of_an_overdue_turn_is_asked_no_more(hurried: Hurried) -> None:
    hurried.press(hurried.ann, "k", "k", "d")
    asked = [hurried.ann.question]
    hurried.wait(TURN)
    before = hurried.match.record
    assert [*asked, hurried.ann.question] == [Question.SCRATCH, None]
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
    ScreenViewer(table, 0.0)
    assert table.clock.ends is None
    assert table.deadline == 100 * TURN


def test_what_was_begun_in_an_overdue_turn_is_forgotten(hurried: Hurried) -> None:
    """A refusal on the screen, and the question by lines for the row to score in."""
    lines = LineViewer(hurried.table, hurried.now, seats=[ANN])
    [*lines.tell()]
    [*lines.answer("s", hurried.now)]
    hurried.press(hurried.ann, "r")
    begun = [lines.prompt, hurried.ann.view().remark]
    hurried.overrun()
    [*lines.tell()]
    assert begun == ["Row to score in? ", "Select the dice to ROLL first."]
    assert [lines.prompt, hurried.ann.view().remark] == ["", ""]


def test_who_was_away_by_lines_is_back_with_any_answer(hurried: Hurried) -> None:
    lines = LineViewer(hurried.table, hurried.now, seats=[ANN])
    hurried.table.seat(ANN, "optimal", hurried.now)
    before = hurried.match.record
    assert [*lines.answer("s 13", hurried.now)][-1] == "ann is back."
    assert hurried.match.record == before
    assert "ann scores 18 in Chance, total 18" in lines.answer("s 13", hurried.now)
