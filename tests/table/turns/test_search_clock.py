"""A computer player that searches before it decides: the note, the time it has, and who may end it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count

import pytest

from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box
from h89yahtzee.table.preferences import Preferences, preferences_for
from h89yahtzee.table.series.match import Match
from tests.table.tables import Conversation, TableForOne, viewer_of
from tests.table.turns.searching import Slow

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
    assert table.viewer.is_closed
    assert slow.searches[0].left == 10**6
    assert table.match.record.turns[0].box == Box(0)


def test_others_have_nothing_to_search_for() -> None:
    match = Match(Setup((Player("king", "greedy"),), 42))
    assert match.search() is None
    table = TableForOne(match, viewer_of(match, 1.0, preferences=Preferences(analysis_time=60)))
    assert table.deadline == 1.0


@pytest.mark.parametrize("can_hurry", [True, False])
def test_in_lines_it_searches_once_a_turn_and_says_so_to_who_can_end_it(can_hurry: bool) -> None:
    """A clock that goes a tick at each look: 80 slices take ten looks at least, a second."""
    slow, ticks = Slow(80), count()
    match = Match(Setup((Player("king", "greedy"),), 42), lambda _, __: slow)
    table = Conversation(match, analysis_time=60, clock=lambda: next(ticks) * TICK)
    lines = list(table.start((lambda: False) if can_hurry else None))
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
