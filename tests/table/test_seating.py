"""The person or computer player who decides for a seat changes while a game is played: the record goes on as it
began, and the dice stay.

The first roll of seed 42 is 6 2 1 6 3.
"""

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.state import Roll
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.table.events import Event, Happening
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Mark, TableOptions
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import Table
from tests.table.tables import lines_at, screen_at

ANN, KING = 0, 1
SETUP = Setup((Player("ann", HUMAN), Player("king", "classic")), 42)


class Seating:
    """A table with a watcher, since time passes only at a table with a viewer."""

    def __init__(self, auto_roll: bool = True) -> None:
        self.match = Match(SETUP)
        self.table = Table(self.match, TableOptions(auto_roll=auto_roll), 0.0)
        self.lines = lines_at(self.table, Role(seats=[]))
        self.now = 0.0

    def seat(self, seat: int, decider: str) -> None:
        self.table.seat(seat, decider, self.now)

    def play_on(self) -> None:
        """Let the computers play until a person is to decide."""
        while (deadline := self.table.deadline) is not None:
            self.now = deadline
            self.table.advance(self.now)

    def events(self) -> list[Event]:
        return self.table.events.after(0)


def test_a_computer_finishes_the_turn_of_a_person_with_the_dice_that_lie_there() -> None:
    seating = Seating()
    seating.table.act(Roll((0, 3)), 0.0)
    lying = seating.match.state
    seating.seat(ANN, "optimal")
    assert seating.match.record.setup == SETUP
    assert (seating.match.has_people, seating.match.is_person(ANN)) == (True, False)
    seating.now = seating.table.deadline or 0.0
    seating.table.advance(seating.now)
    decided = strategy("optimal", SETUP).decide(lying).action
    seating.now = seating.table.deadline or 0.0
    seating.table.advance(seating.now)
    assert next(event for event in seating.events() if event.before is lying and event.action).action == decided


def test_a_person_takes_over_what_a_computer_has_begun() -> None:
    seating = Seating()
    seating.seat(KING, HUMAN)
    seating.play_on()
    viewer = screen_at(seating.table, Role(seats=[KING]))
    plays = [viewer.seat.may_play]
    seating.table.do(seating.match.state.legal_boxes()[0], Mark.REROLL, 0.0)
    ann = screen_at(seating.table, Role(seats=[ANN]))
    ann.press("d", 0.0)
    plays.append(ann.seat.may_play)
    assert [*plays, viewer.seat.may_play] == [False, False, True]
    seating.seat(KING, "classic")
    seating.table.advance(1.0)
    assert seating.table.marks.to_roll or seating.table.marks.selected
    seating.seat(KING, HUMAN)
    assert (seating.table.marks.to_roll, seating.table.deadline) == (None, None)
    assert "king's move: 2 rolls left." in viewer.screen().text()
    before = seating.match.record
    viewer.press("d", 2.0)
    viewer.press("y", 2.0)
    assert seating.match.record.turns[-2].rolled == before.turns[-1].rolled == ()
    assert seating.match.record.setup == SETUP


def test_a_computer_doesnt_wait_for_the_first_roll() -> None:
    seating = Seating(auto_roll=False)
    assert seating.table.awaits_first_roll
    seating.seat(ANN, "greedy")
    assert not seating.table.hidden
    assert seating.table.deadline is not None


def test_all_are_told_who_sits_where_and_a_new_game_keeps_it() -> None:
    seating = Seating()
    told = [*seating.lines.tell()]
    seating.seat(ANN, "optimal")
    seating.seat(ANN, "optimal")
    seating.seat(ANN, HUMAN)
    seating.seat(KING, HUMAN)
    told = [*seating.lines.tell()]
    assert told == ["The computer plays for ann.", "ann is back.", "A person plays for king now."]
    assert [event.happening for event in seating.events()].count(Happening.SEATED) == 3
    seating.seat(ANN, "greedy")
    seating.seat(KING, "greedy")
    seating.play_on()
    assert seating.match.has_ended
    seating.table.play_again(seating.now)
    assert seating.match.deciders == ("greedy", "greedy")


def test_a_message_is_plain_and_short() -> None:
    seating = Seating()
    [*seating.lines.tell()]
    seating.table.say("bo\x1bb", f"  \x1b[2J {'x' * 100}")
    seating.table.say("bob", " \t ")
    (line,) = seating.lines.tell()
    assert line == f"bo?b: ?[2J {'x' * 55}"
