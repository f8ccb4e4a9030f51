"""Clicks on what the drawn screen shows: each is aimed at a text that was found on the screen, not at a fixed
place."""

import re
from dataclasses import dataclass
from itertools import cycle, product

import pytest

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.rules import RULE_SETS, rule_set
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.table.endings import ToChoices
from h89yahtzee.table.preferences import Coach, Preferences
from tests.naming import naming
from tests.parameters import few_fast
from tests.table.tables import MakeTable, TableForOne

PC = Display(keyboard=Keyboard.PC)
DISPLAYS = [Display(*has) for has in product((24, 25), (False, True), Keyboard)]
FEW_DISPLAYS = [PC, Display(24, keyboard=Keyboard.PC), Display(24, reverse=False, keyboard=Keyboard.LETTERS)]
EVERY_RULES = {
    **RULE_SETS,
    "quintzee of 3": rule_set("quintzee", 3, "normal"),
    "quintzee of 6": rule_set("quintzee", 6, "extra-turn"),
}
LABELS, SCORES = 10, 30
"""A screen column in the labels of the card's rows, and the first screen column of the scores."""

Place = tuple[int, int]

# The first roll of seed 42 is 6 2 1 6 3.


@dataclass
class Mouse:
    """A person who only looks at the screen and clicks."""

    table: TableForOne
    display: Display = PC

    def lines(self) -> list[str]:
        return self.table.viewer.screen(self.display).text().split("\n")

    def click(self, *places: Place) -> None:
        for place in places:
            self.table.look()
            self.table.viewer.click(*place, self.display, self.table.now)
            self.table.let_go()

    def click_on(self, *texts: str) -> None:
        """Click the last letter of each text, where it stands nearest to the bottom."""
        for text in texts:
            found = [(row, line.find(text)) for row, line in enumerate(self.lines()) if text in line]
            assert found, "\n".join(self.lines())
            self.click((found[-1][0], found[-1][1] + len(text) - 1))

    def dice(self) -> list[Place]:
        """Return the place of one pip of each die."""
        lines = list(enumerate(self.lines()))[-3:]
        pips = [(row, pip.start()) for row, line in lines for pip in re.finditer("●", line)]
        return [next(pip for pip in pips if (pip[1] - 3) // 7 == die) for die in range(5)]

    def marked(self) -> list[int]:
        """Return the numbers, from 0, of the dice that have the word ROLL or KEEP in place of their number."""
        marks = self.lines()[self.display.rows - 4][:38]
        return [(word.start() - 3) // 7 for word in re.finditer("ROLL|KEEP", marks)]

    def open_boxes(self) -> list[Place]:
        """Return the places of the signs for a score in the open boxes of all players; the selected box has no
        sign, since it shows its score."""
        lines = list(enumerate(self.lines()))[1 : self.display.rows - 4]
        marks = [(row, re.finditer(r"\?|(?<= )-(?= )", line[SCORES:])) for row, line in lines]
        return [(row, SCORES + mark.start()) for row, found in marks for mark in found]

    def is_selected(self, place: Place) -> bool:
        row, column = place
        if self.display.reverse:
            return self.table.viewer.screen(self.display).cells[row][column].reverse
        return "[" in self.lines()[row][column - 3 : column + 1]

    def said(self) -> str:
        return "\n".join(line[38:] for line in self.lines()[-4:])


@pytest.mark.parametrize("display", few_fast(2, DISPLAYS), ids=repr)
def test_a_die_and_what_is_above_it_mark_it(make_table: MakeTable, display: Display) -> None:
    for rules in EVERY_RULES.values():
        mouse = Mouse(make_table("me", rules=rules), display)
        for die, (row, column) in enumerate(mouse.dice()):
            with naming(rules.name, die):
                mouse.click((row, column))
                assert mouse.marked() == [die]
                mouse.click((display.rows - 4, column))
                assert mouse.marked() == []
    table = make_table("me")
    if display.keyboard is not Keyboard.H19:
        Mouse(table, display).click_on("1      2", "4      5")
        assert Mouse(table, display).marked() == [1, 4]


@pytest.mark.parametrize("name", few_fast(2, EVERY_RULES))
def test_a_box_is_selected_where_it_is_drawn_and_by_its_label(make_table: MakeTable, name: str) -> None:
    for players, display in zip((1, 2, 4, 10), cycle(FEW_DISPLAYS), strict=False):
        table = make_table(*"abcdefghij"[:players], rules=EVERY_RULES[name])
        table.press("d")
        mouse, state = Mouse(table, display), table.match.state
        reached = {table.viewer.view().selected}
        labels = {}
        for place in mouse.open_boxes():
            before = table.viewer.view().selected
            mouse.click(place)
            selected = table.viewer.view().selected
            with naming(players, display, place):
                assert selected is not None
                assert mouse.is_selected(place) == (selected != before)
            if selected != before:
                reached.add(selected)
                labels[place[0]] = min(box for box in state.legal_boxes() if box.row == selected.row)
        for row, box in labels.items():
            mouse.click((row, LABELS))
            assert table.viewer.view().selected == box
            table.press("\x0c")
        assert reached == set(state.legal_boxes())
        assert table.match.state == state
        assert table.viewer.take_bells() == 0


@pytest.mark.parametrize("display", DISPLAYS, ids=repr)
def test_captions(make_table: MakeTable, display: Display) -> None:
    table = make_table("me")
    mouse = Mouse(table, display)
    dice = mouse.dice()
    mouse.click(dice[0], dice[2])
    mouse.click_on("OOPS")
    assert mouse.marked() == []
    mouse.click(dice[1], dice[3])
    mouse.click_on("ROLL")
    assert table.match.record.turns[0].rolled == ((1, 3),)
    mouse.click_on("HELP")
    assert "Any key" in mouse.lines()[-1]
    while "me's move" not in mouse.said():
        mouse.click((5, 5))
    mouse.click_on("DONE")
    assert table.match.state.turn == 1


def test_box_that_was_not_clicked_before_is_never_posted(make_table: MakeTable) -> None:
    """A box may be selected without a click: the first open row when a turn begins, or a box chosen before the roll
    or by the player before."""
    table = make_table("me", "you")
    mouse = Mouse(table)
    aces, sixes = (1, LABELS), (6, LABELS)
    mouse.click(aces)
    mouse.click(mouse.dice()[0], aces)
    table.press("k", "j")
    mouse.click(aces, sixes)
    mouse.click_on("ROLL")
    mouse.click(sixes)
    mouse.click(mouse.dice()[0])
    mouse.click_on("ROLL")
    assert "again" not in mouse.said()
    mouse.click(sixes)
    assert table.match.state.turn == 0
    assert "Click it again to post." in mouse.said()
    mouse.click(sixes)
    assert table.match.record.turns[0].box == (5, 0)
    mouse.click(sixes)
    assert table.match.state.seat == 1


def test_clicks_on_nothing_do_nothing_and_say_nothing(make_table: MakeTable) -> None:
    table = make_table("me", "you")
    table.press("1", "r", "d")
    before = table.viewer.screen(PC)
    mouse = Mouse(table)
    mouse.click((0, 3), (0, 60), (7, LABELS), (7, 65), (1, 42), (20, 65), (21, 40), (23, 50), (24, 38), (24, 79))
    assert table.viewer.screen(PC) == before
    assert table.viewer.take_bells() == 0


def test_filled_and_forbidden_boxes_cannot_be_clicked(make_table: MakeTable) -> None:
    table = make_table("me")
    mouse = Mouse(table)
    mouse.click((6, LABELS), (6, LABELS))
    selected = table.viewer.view().selected
    mouse.click((6, LABELS), (6, LABELS), (6, 50), (6, 50))
    assert (table.match.state.turn, table.viewer.view().selected) == (1, selected)


def test_questions_take_a_click_on_their_letters_alone(make_table: MakeTable) -> None:
    table = make_table("me")
    mouse = Mouse(table)
    for answer in ("Quit this game? (y/n", "Quit this game? (y"):
        assert not table.viewer.seat.is_closed
        table.press("q")
        mouse.click((1, LABELS), (1, LABELS), mouse.dice()[0])
        mouse.click_on("Quit this game?", "DONE", "HELP", "Quit this game? (y/")
        assert "Quit this game? (y/n)" in mouse.said()
        mouse.click_on(answer)
    assert table.viewer.seat.is_closed


@pytest.mark.parametrize("place", [(0, 0), (12, 70), (24, 40)])
def test_click_cuts_a_computers_wait_short(make_table: MakeTable, place: Place) -> None:
    table = make_table("=king", delay=10.0)
    mouse = Mouse(table)
    while table.match.state.turn == 0:
        step = table.table.revision
        mouse.click(place)
        assert table.table.revision > step
    assert table.viewer.take_bells() == 0


def test_every_offer_after_a_game_can_be_clicked(make_table: MakeTable) -> None:
    """An offer is a key and, in capitals, the name of what it opens; a page begins with this name, and the start
    page is a room."""
    table = make_table("me", "you", duplicate=True, preferences=Preferences(coach=Coach.OFF))
    table.play_out()
    mouse = Mouse(table)
    finished = table.viewer.screen(PC)
    *lines, _ = mouse.said().splitlines()
    offers = re.findall("(?<= )[a-z] ([A-Z ]+[A-Z])", " " + "\n ".join(lines))
    assert {"REVIEW", "TURN BY TURN", "START PAGE"} <= set(offers)
    for title in sorted(offers, key="START PAGE".__eq__):
        assert table.viewer.screen(PC) == finished
        mouse.click_on(title)
        table.work_out()
        if title == "START PAGE":
            assert table.viewer.ending == ToChoices()
        else:
            assert mouse.lines()[0].startswith(f" {title}")
            while "Play again?" not in mouse.said():
                mouse.click((3, 3))


def test_nothing_is_posted_after_a_game(make_table: MakeTable) -> None:
    table = make_table("me", "you")
    table.play_out()
    assert table.viewer.take_bells() == 1  # the bell rings for the winner
    mouse = Mouse(table)
    mouse.click((1, LABELS), (1, LABELS), (12, 50))
    mouse.click_on("Seed")
    assert (table.viewer.seat.is_closed, table.viewer.take_bells()) == (False, 0)
    mouse.click_on("Play again? (y/n")
    assert table.viewer.seat.is_closed


def test_settings_are_chosen_then_changed(make_table: MakeTable) -> None:
    saved: list[Preferences] = []

    def save(chosen: Preferences) -> bool:
        saved.append(chosen)
        return True

    table = make_table("me", save=save)
    mouse = Mouse(table)
    table.press("=")
    mouse.click_on("The dice keys select")
    assert "> The dice keys select" in "".join(mouse.lines())
    assert table.viewer.view().mark is Preferences().mark
    mouse.click_on("The dice keys select")
    assert table.viewer.view().mark is not Preferences().mark
    mouse.click((20, 5))
    mouse.click_on("save all settings")
    assert [chosen.mark for chosen in saved] == [table.viewer.view().mark]
    mouse.click_on("Any other key")
    assert "me's move" in mouse.said()


def test_old_style_knows_no_mouse(make_table: MakeTable) -> None:
    table = make_table("me", oldstyle=True)
    before = table.viewer.screen(PC)
    mouse = Mouse(table)
    mouse.click(mouse.dice()[0], (3, LABELS))
    mouse.click_on("DONE")
    assert table.viewer.screen(PC) == before
