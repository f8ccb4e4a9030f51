"""One table, three people at three terminals: what each sees, may do and is told, and what doesn't disturb the
others.

An H19 with 25 rows, a VT52 with 24 and a person in text mode share a match of three players. The screens are
painted from frame to frame and looked at through emulators of those terminals. The tests expect the seed's
published dice (the first roll of seed 42 is 6 2 1 6 3) and what HELP, the coach and text mode say at a table for
one.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Score
from h89yahtzee.screen.keys import Keyboard, KeyPress
from h89yahtzee.screen.painter.painter import Painter, Shown, enter
from h89yahtzee.screen.painter.pen import CostModel
from h89yahtzee.screen.termcap import parse_termcap
from h89yahtzee.table.endings import Leave
from h89yahtzee.table.match import Match, Offer
from h89yahtzee.table.preferences import Coach, Mark, Preferences
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import Table
from tests.screen.painter.emulators import EMULATORS
from tests.table.tables import lines_at, screen_at

TERMCAPS = Path(__file__).parents[2] / "termcaps"
PLAYERS = (Player("ann", HUMAN), Player("bob", HUMAN), Player("king", "classic"))
ANN, BOB = 0, 1
THINK_TIME = 2.0
WATCHING = "You watch. q leaves, ? tells more."
READING = "n leaves, v reviews the game, t compares the same dice."


class Seen:
    """A terminal of the kind `name`, which shows what a viewer has on its screen."""

    def __init__(self, name: str, viewer: SeatScreen) -> None:
        caps = parse_termcap((TERMCAPS / f"{name}.tc").read_text("ascii"))
        self.viewer = viewer
        keyboard = Keyboard.H19 if caps.has_h19_keyboard else Keyboard.LETTERS
        self.display = Display(caps.rows, caps.has_reverse, keyboard)
        self._painter = Painter(caps, CostModel(None))
        self._shown: Shown | None = None
        self._screen = EMULATORS[name].screen()
        self._screen.feed(enter(caps, alternate_keypad=True))

    def rows(self) -> list[str]:
        grid = self.viewer.screen(self.display)
        if self._shown is None:
            code, self._shown = self._painter.repaint(grid)
        else:
            code, self._shown = self._painter.update(self._shown, grid)
        self._screen.feed(code)
        return self._screen.rows()[: self.display.rows]

    @property
    def text(self) -> str:
        return "\n".join(self.rows())


class Evening:
    """A table, its three viewers, and the time; `press` and `wait` do what the event loop does."""

    def __init__(self) -> None:
        self.now = 0.0
        self.match = Match(Setup(PLAYERS, 42))
        options = Preferences(think_time=THINK_TIME)
        self.table = Table(self.match, options, self.now)
        ann = screen_at(self.table, Role(seats=[ANN]), taste=options)
        bob = screen_at(self.table, Role(seats=[BOB]), taste=Preferences(mark=Mark.KEEP, coach=Coach.ALWAYS))
        self.h19, self.vt52 = Seen("h19", ann), Seen("vt52", bob)
        self.lines = lines_at(self.table, Role(seats=[]))
        self.told = [*self.lines.start()]
        self.go_on()

    def screen_of(self, seats: list[int]) -> SeatScreen:
        return screen_at(self.table, Role(seats=seats), self.now)

    def press(self, terminal: Seen, *keys: KeyPress) -> None:
        for key in keys:
            terminal.viewer.press(key, self.now)
        self.go_on()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.table.advance(self.now)
        self.go_on()

    def go_on(self) -> None:
        for terminal in (self.h19, self.vt52):
            terminal.viewer.advance(self.now)
        self.told += self.lines.tell()


@pytest.fixture
def evening() -> Evening:
    return Evening()


def marks(terminal: Seen, word: str) -> str:
    """Return the positions, from 1, of the dice that carry the mark `word`."""
    row = terminal.rows()[terminal.display.rows - 4]
    return "".join(str(n + 1) for n, at in enumerate((4, 11, 18, 25, 32)) if word in row[at : at + 6])


def test_one_plays_one_reads_help_one_is_told(evening: Evening) -> None:
    evening.press(evening.vt52, "?")
    evening.press(evening.h19, "2", "4", "r")
    assert evening.match.record.turns[0].rolled == ((1, 3),)
    assert "ann's move: 1 roll left." in evening.h19.text
    assert "Any key" in evening.vt52.text
    dice = evening.match.state.dice
    assert (dice[0], dice[2], dice[4]) == (6, 1, 3)
    assert evening.told == [
        "Yahtzee by the rules of h89. Type ? for help.",
        "ann rolls 6 2 1 6 3 (2 rolls left)",
        f"ann rolls dice 2 4 again: {' '.join(map(str, dice))} (1 roll left)",
    ]
    while "Any key" in evening.vt52.text:
        evening.press(evening.vt52, "x")
    assert "ann's move: 1 roll left." in evening.vt52.text


def test_marks_are_the_dice_to_be_rolled_and_each_sees_them_as_preferred(evening: Evening) -> None:
    evening.press(evening.h19, "2", "4")
    assert marks(evening.h19, "ROLL") == "24"
    assert marks(evening.vt52, "KEEP") == "135"
    evening.press(evening.h19, "r")
    assert (marks(evening.h19, "ROLL"), marks(evening.vt52, "KEEP")) == ("", "")


def test_who_keeps_dice_rolls_the_others(evening: Evening) -> None:
    evening.press(evening.h19, " ", "d")
    evening.press(evening.vt52, "1", "3", "r")
    assert evening.match.record.turns[1].rolled == ((1, 3, 4),)
    assert marks(evening.vt52, "KEEP") == "13"
    assert marks(evening.h19, "ROLL") == "245"


def test_the_coach_speaks_to_its_own_person_alone(evening: Evening) -> None:
    assert "Best:" not in evening.vt52.text
    evening.press(evening.h19, " ", "d")
    assert "bob's move" in evening.h19.text
    assert "Best:" in evening.vt52.text
    assert "Best:" not in evening.h19.text
    assert not any("Best" in line for line in evening.told)


def test_nobody_plays_the_turn_of_another(evening: Evening) -> None:
    before = evening.match.record
    evening.press(evening.vt52, "1", "r", "d")
    assert evening.match.record == before
    assert (marks(evening.h19, "ROLL"), evening.vt52.viewer.take_bells()) == ("", 3)
    evening.told += evening.lines.answer("s 1", evening.now)
    assert evening.told[-1] == "It isn't your turn."
    assert evening.lines.prompt == ""
    assert evening.match.record == before


def test_a_computer_goes_on_while_one_person_looks_elsewhere_and_waits_while_all_do(evening: Evening) -> None:
    evening.lines.leave()
    evening.press(evening.h19, " ", "d")
    evening.press(evening.vt52, " ", "d")
    assert "Hmmm ... lemme think." in evening.h19.text
    evening.press(evening.h19, "?")
    evening.press(evening.vt52, "q")
    evening.wait(100 * THINK_TIME)
    assert len(evening.match.record.turns[2].rolled) == 0
    evening.press(evening.vt52, "n")
    assert evening.table.deadline == evening.now + THINK_TIME
    while evening.match.state.seat == 2:
        evening.wait(THINK_TIME)
    assert "Any key" in evening.h19.text
    assert "ann's move" in evening.vt52.text


def test_who_leaves_disturbs_nobody_and_the_last_ends_a_computers_turn(evening: Evening) -> None:
    evening.press(evening.h19, " ", "d")
    evening.press(evening.vt52, " ", "d")
    evening.press(evening.vt52, "q", "y")
    assert evening.vt52.viewer.seat.is_closed
    assert "Hmmm ... lemme think." in evening.h19.text
    evening.press(evening.h19, "q", "y")
    assert evening.match.state.seat == 2
    evening.lines.leave()
    assert evening.match.state.seat == 0


def test_all_hear_of_the_end_and_any_of_them_begins_the_next_game(evening: Evening) -> None:
    while not evening.match.has_ended:
        evening.press({ANN: evening.h19, BOB: evening.vt52}.get(evening.match.state.seat, evening.h19), "d")
    winners = len(evening.match.state.winners())
    assert [terminal.viewer.take_bells() for terminal in (evening.h19, evening.vt52)] == [winners] * 2
    assert "WINS! Play again?" in evening.h19.text
    assert "REVIEW" in evening.vt52.rows()[0]
    assert evening.told[-1].endswith("WINS!")
    evening.press(evening.h19, "y")
    assert evening.match.setup.seed == 43
    assert evening.told[-1].startswith("ann rolls")
    assert evening.match.state.cards[ANN][Box(0)] is None


def test_who_only_watches_changes_nothing_for_the_others(evening: Evening) -> None:
    """The keys change the fifth setting, the time that a throw of the dice takes."""
    for seats, throw_time in (([], 0.0), ([ANN], 0.25)):
        viewer = evening.screen_of(seats)
        for key in "=jjjjl":
            viewer.press(key, evening.now)
        assert evening.table.options.throw_time == throw_time


def test_who_comes_late_sees_the_turn_as_it_is(evening: Evening) -> None:
    evening.press(evening.h19, "2", "r")
    late = lines_at(evening.table, Role(seats=[]), evening.now)
    assert [*late.tell()] == evening.told[1:3]
    screen = evening.screen_of([])
    assert screen.view() == replace(evening.h19.viewer.view(), notice=WATCHING)
    assert evening.match.setup.rules == H89


def test_who_doesnt_move_looks_at_other_boxes_and_disturbs_nobody(evening: Evening) -> None:
    """The dice 6 2 1 6 3 score 1 in ACES, 2 in TWOS, 3 in THREES, 18 as Chance."""
    watcher = evening.screen_of([])
    seen = evening.h19.viewer.screen()
    assert watcher.view().selected == Box(0)
    watcher.press("j", evening.now)
    evening.press(evening.vt52, "k")
    assert (watcher.view().selected, evening.vt52.viewer.view().selected) == (Box(1), Box(12))
    assert evening.h19.viewer.screen() == seen
    assert evening.table.marks.selected == Box(0)
    assert [watcher.screen().text().split("\n")[row][30:40].strip(" .") for row in (1, 2)] == ["?", "2"]
    watcher.press("o", evening.now)
    assert watcher.view().selected == Box(0)
    assert watcher.take_bells() == 0
    watcher.press("j", evening.now)
    evening.press(evening.h19, "d")
    watcher.advance(evening.now)
    assert watcher.view() == replace(evening.h19.viewer.view(), notice=WATCHING)


def test_a_watcher_clicks_a_box_to_look_at_it(evening: Evening) -> None:
    watcher = evening.screen_of([])
    watcher.click(3, 5, Display(), evening.now)
    watcher.click(3, 5, Display(), evening.now)
    assert watcher.view().selected == Box(2)
    assert (evening.table.marks.selected, watcher.view().remark) == (Box(0), "")
    assert len(evening.match.record.turns) == 1


def test_who_leaves_leaves_the_table_and_only_the_last_is_asked_to_keep_the_game() -> None:
    table = Table(Match(Setup(PLAYERS, 42)), Preferences(), 0.0)
    ann, bob = (screen_at(table, Role(seats=[seat], asks_to_keep=True)) for seat in (ANN, BOB))
    for viewer, key in ((ann, "d"), (bob, "d"), (ann, "q")):
        viewer.press(key, 0.0)
    assert "Leave this table? (y/n)" in ann.screen().text()
    ann.press("y", 0.0)
    assert ann.ending == Leave()
    for key in "qy":
        bob.press(key, 0.0)
    assert "Keep this game for later? (y/n)" in bob.screen().text()
    bob.press("n", 0.0)
    assert bob.ending == Leave(keeps_game=False)


def test_a_watcher_begins_no_game(evening: Evening) -> None:
    while not evening.match.has_ended:
        evening.press({ANN: evening.h19, BOB: evening.vt52}.get(evening.match.state.seat, evening.h19), "d")
    watcher = evening.screen_of([])
    result = evening.h19.viewer.view().remark.removesuffix(" Play again? (y/n)")
    assert watcher.view().remark == f"{result} q leaves."
    watcher.press("y", evening.now)
    told = [*evening.lines.answer("y", evening.now)]
    assert told == [
        "Those who play begin the next game; n leaves, v reviews the game, t",
        "  compares the same dice.",
    ]
    assert evening.match.setup.seed == 42
    watcher.press("q", evening.now)
    [*evening.lines.answer("q", evening.now)]
    assert watcher.seat.is_closed
    assert evening.lines.seat.is_closed
    assert not evening.h19.viewer.seat.is_closed


@pytest.mark.parametrize(("key", "turns"), [("y", 4), ("n", 1)])
def test_one_answer_settles_the_offer_for_all(key: str, turns: int) -> None:
    left = Match(Setup(PLAYERS, 42))
    for _ in range(3):
        left.act(Score(left.state.legal_boxes()[0]))
    match = Match.resume(left.record, (0, 0, 0))
    offer = Offer(match, Setup(PLAYERS, 7))
    table = Table(match, Preferences(), 0.0)
    ann, bob = (screen_at(table, Role(seats=[seat]), offer=offer) for seat in (ANN, BOB))
    lines = lines_at(table, Role(seats=[]), offer=offer)
    assert "Resume" in ann.view().remark
    assert "Resume" in bob.view().remark
    ann.press(key, 0.0)
    bob.press("n", 0.0)
    assert lines.seat.question is None or [*lines.tell()]
    assert len(match.record.turns) == turns
    assert (bob.seat.question, lines.seat.question) == (None, None)
    assert match.setup.seed == (42 if key == "y" else 7)


def test_the_table_goes_on_after_all_were_gone(evening: Evening) -> None:
    """When the last person leaves, the computer ends that person's turn; ann, who comes back, finds the next turn
    begun."""
    evening.press(evening.h19, " ", "d")
    evening.press(evening.vt52, " ", "d")
    for viewer in (evening.lines, evening.h19.viewer, evening.vt52.viewer):
        viewer.leave()
    assert evening.table.deadline is None
    back = screen_at(evening.table, Role(seats=[ANN]), 100.0)
    assert back.seat.may_play
    assert "ann's move: 2 rolls left." in back.screen().text()
    back.press("d", 100.0)
    assert evening.match.state.seat == BOB


def test_what_a_host_fixed_is_neither_listed_nor_changed(evening: Evening) -> None:
    options = evening.table.options
    viewer = screen_at(evening.table, Role(seats=[ANN], may_set_table=False))
    viewer.press("=", evening.now)
    listed = viewer.screen().text()
    assert "Show what the dice would score" in listed
    assert "A throw of the dice takes" not in listed
    for key in "jjjjjljljl":
        viewer.press(key, evening.now)
    assert evening.table.options == options
