"""A computer player that searches before it decides: the note, the time it has, and who may end it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.strategy import Decision, Search
from h89yahtzee.table.lines.line_table import LineTable
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences, preferences_for
from h89yahtzee.table.screen.controller import Controller
from tests.table.tables import Table

CHANCE = Box(12)
TICK = 0.1
"""Seconds between two looks at the keys."""


class Count:
    """A search that is done after so many slices."""

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
    """It posts in the last open row where it has searched, else in the first. It searches once for each card."""

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


def sit_down(slices: int, analysis_time: float, think_time: float = 1.0) -> tuple[Table, Slow]:
    match = Match(Setup((Player("king", "greedy"),), 42))
    slow = Slow(slices)
    match._strategies = {0: slow}
    preferences = replace(preferences_for(H89), analysis_time=analysis_time)
    return Table(match, Controller(match, think_time, False, 0.0, preferences)), slow


def remark(table: Table) -> str:
    return table.line(23)[45:].strip()


def tick(table: Table, seconds: float) -> list[str]:
    """Let time pass as the event loop does, and return what is said meanwhile."""
    said = []
    for _ in range(round(seconds / TICK)):
        table.wait(TICK)
        said.append(remark(table))
    return said


def test_it_counts_down_and_decides_by_what_it_found() -> None:
    """Eight slices a tick: 800 of them take ten seconds."""
    table, _ = sit_down(800, 60)
    assert remark(table) == "Hmmm ... lemme think."
    said = tick(table, 9.9)
    assert said[:4] == ["Hmmm ... lemme think."] * 4
    seconds = [int(re.fullmatch(r"Thinking: (\d+) s, or a key\.", text)[1]) for text in said[4:]]  # type: ignore[index]
    assert seconds == sorted(seconds, reverse=True)
    assert (seconds[0], seconds[-1]) == (10, 1)
    assert table.controller.deadline == pytest.approx(table.now)
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
    assert said[-1] == "Thinking: 1 s, or a key."
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
    assert table.controller.deadline is None
    table.wait(100.0)
    assert slow.searches[0].left == left
    table.press("n")
    tick(table, 1.5)
    assert remark(table) == "Thinking: 1 s, or a key."


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
    assert table.controller.is_closed
    assert slow.searches[0].left == 10**6
    assert table.match.record.turns[0].box == Box(0)


def test_others_have_nothing_to_search_for() -> None:
    match = Match(Setup((Player("king", "greedy"),), 42))
    assert match.search() is None
    controller = Controller(match, 1.0, False, 0.0, Preferences(analysis_time=60))
    assert controller.deadline == 1.0


def test_in_lines_it_thinks_once_a_turn() -> None:
    match = Match(Setup((Player("king", "greedy"),), 42))
    slow = Slow(5)
    match._strategies = {0: slow}

    def think(search: Search) -> Iterator[str]:
        yield "Let me see."
        while not search.is_done:
            search.advance()

    lines = list(LineTable(match, think=think).start())
    assert "king WINS!" in lines
    assert lines.count("Let me see.") == 13
    assert len(slow.searches) == 13
    assert [turn.box for turn in match.record.turns] == [Box(row) for row in reversed(range(13))]
