"""Random callers who do random things, on screens and in text mode; they are cut off, time passes, hosts crash.

Whatever happens, nobody sits twice, every seat has one decider, and no game is lost unless its players have left it
for good.
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.frontends.screen.layout import H89
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, Record, Setup
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.match import has_begun
from h89yahtzee.table.table import Table
from tests.host.hosts import LETTERS, HostForTests, LobbyForTests, choices

NAMES = ("ann", "bob", "carl", "dora")
KEYS = (*"jkhlssnwxarrd/?+ \x0c", "qy", "qn", "dy", *list(Key)[:11], Key.RETURN, Key.RETURN, Key.ESCAPE)
WORDS = (
    "",
    "0",
    "x 0",
    "1",
    "2",
    "3",
    "s 1",
    "w 1",
    "x 1",
    "n",
    "start",
    "fewer",
    "q",
    "y",
    "/hi",
    "b",
    "?",
    "s 1",
    "s 13",
)


class RandomCallers(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.fixed = (choices(2, turn_time=30), choices(1, 1))
        self.host = HostForTests(LobbyForTests(self.fixed, day=Day(2026, 11, 22)))
        self.games: dict[Setup, HostedTable] = {}
        for name in NAMES:
            self.host.call(name, by_lines=name == "dora")

    @rule(name=st.sampled_from(NAMES), by_lines=st.booleans())
    def call(self, name: str, by_lines: bool) -> None:
        self.host.call(name, by_lines)

    @rule(name=st.sampled_from(NAMES), keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=6))
    def press(self, name: str, keys: list[Key | str]) -> None:
        """Keys that follow the one with which the caller leaves are lost."""
        for key in keys:
            for pressed in key if isinstance(key, str) else (key,):
                if self.host.rooms.get(name) is not None:
                    self.host.press(name, pressed)

    @rule(name=st.sampled_from(NAMES), words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
    def type(self, name: str, words: list[str]) -> None:
        for word in words:
            if self.host.line_rooms.get(name) is not None:
                self.host.type(name, word)
                self.host.told(name)

    @rule(turns=st.integers(1, 60))
    def play(self, turns: int) -> None:
        """Let each caller at a table who is to move post."""
        for _ in range(turns):
            for name, room in list(self.host.rooms.items()):
                if isinstance(room, SeatScreen) and room.seat.may_play and not room.seat.table.series.has_ended:
                    self.press(name, ["r", "d", "y"])
            self.wait(1.0)

    @rule(name=st.sampled_from(NAMES), row=st.integers(0, 24), column=st.integers(0, 79))
    def click(self, name: str, row: int, column: int) -> None:
        if self.host.rooms.get(name) is not None:
            self.host.click(name, row, column)

    @rule(name=st.sampled_from(NAMES), chance=st.integers(0, 3))
    def drop(self, name: str, chance: int) -> None:
        if not chance and (self.host.rooms.get(name) or self.host.line_rooms.get(name)):
            self.host.drop(name)

    @rule(seconds=st.sampled_from((0.5, 20.0, 61.0)))
    def wait(self, seconds: float) -> None:
        end = self.host.test.now + seconds
        for _ in range(50):
            timed: list[Lobby | Table] = [self.host.lobby, *self.host.lobby.in_play]
            deadlines = [each.deadline for each in timed]
            due = min((deadline for deadline in deadlines if deadline is not None), default=end)
            self.host.test.now = max(self.host.test.now, min(due, end))
            for each in timed:
                each.advance(self.host.test.now)
            self.host.let_all_see()
            if due >= end:
                break
        self.host.test.now = end

    @rule(is_full=st.booleans())
    def save(self, is_full: bool) -> None:
        self.host.test.register.is_full = is_full
        try:
            self.host.test.save()
        except OSError:
            assert is_full

    @rule(chance=st.integers(0, 5))
    def crash(self, chance: int) -> None:
        """A game that was saved goes on after its last posted turn, with the same owners."""
        if chance:
            return
        self.host.test.register.is_full = False
        self.host.test.save()
        left = posted_games(self.host)
        self.host = HostForTests(self.host.test.crashed())
        assert posted_games(self.host) == left
        self.games = {}

    @invariant()
    def everybody_is_in_one_place(self) -> None:
        lobby = self.host.lobby
        for name, caller in lobby.callers.items():
            at = [hosted for hosted in lobby.tables.values() if name in hosted.here]
            assert at == ([] if caller.hosted is None else [caller.hosted])
            room = self.host.rooms.get(name) or self.host.line_rooms.get(name)
            assert room is not None
            assert isinstance(room, SeatScreen | SeatLines) == (
                caller.hosted is not None and caller.hosted.table is not None
            )
        for hosted in lobby.tables.values():
            assert len(set(hosted.owners.values())) == len(hosted.owners)
            assert len(set(hosted.here)) == len(hosted.here)
            assert set(hosted.here) <= lobby.callers.keys()
            assert hosted.day is None or not hosted.watchers
            assert all(0 <= seat < len(hosted.players) for seat in hosted.owners)

    @invariant()
    def every_seat_has_one_decider(self) -> None:
        for hosted, table in games_of(self.host):
            for seat, decider in enumerate(table.series.deciders):
                if decider == HUMAN:
                    assert seat in hosted.owners
            playing = [room for room in self.viewers() if room.seat.table is table and room.seat.is_player]
            seats = [seat for room in playing for seat in room.seat.seats or ()]
            assert len(set(seats)) == len(seats)
            assert {hosted.owners[seat] for seat in seats} == set(hosted.owners.values()) & set(hosted.here)

    @invariant()
    def no_game_is_lost(self) -> None:
        """A game that is left before anything was posted may be dropped, though."""
        before, self.games = self.games, {table.series.setup: hosted for hosted, table in games_of(self.host)}
        for setup, hosted in before.items():
            if setup not in self.games and hosted.owners and hosted.table is not None:
                series = hosted.table.series
                assert series.has_ended or series.setup != setup or not has_begun(series.state)

    @invariant()
    def all_screens_can_be_drawn(self) -> None:
        for room in self.host.rooms.values():
            if room is not None:
                for display in (H89, LETTERS):
                    room.screen(display)

    def viewers(self) -> Iterator[SeatScreen | SeatLines]:
        for room in (*self.host.rooms.values(), *self.host.line_rooms.values()):
            if isinstance(room, SeatScreen | SeatLines):
                yield room


def games_of(host: HostForTests) -> Iterator[tuple[HostedTable, Table]]:
    for hosted in host.lobby.tables.values():
        if hosted.table is not None:
            yield hosted, hosted.table


def posted_games(host: HostForTests) -> dict[int, tuple[object, Record]]:
    """Return the games that aren't over, by table: their owners, and the record up to the last posted turn."""
    return {
        hosted.number: (hosted.owned, table.series.record.posted())
        for hosted, table in games_of(host)
        if not table.series.has_ended
    }


def test_random_callers() -> None:
    run_state_machine_as_test(RandomCallers, settings=settings(max_examples=10, stateful_step_count=40))


@pytest.mark.slow
def test_random_callers_for_long() -> None:
    run_state_machine_as_test(RandomCallers, settings=settings(max_examples=120, stateful_step_count=100))
