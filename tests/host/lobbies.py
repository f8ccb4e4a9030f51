"""A lobby to call at, with a clock that only the test moves, and one that is set up again after a crash."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.game.state import Score
from h89yahtzee.host.caller import Caller
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.people import People
from h89yahtzee.host.supplies import Supplies
from h89yahtzee.table.chances.bookmaker import Bookmaker
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_texts import ANYBODY
from h89yahtzee.table.table import Table
from tests.host.registers import MemoryJournal, MemoryRegister


def choices(people: int = 2, computers: int = 0, rules: str = "h89", turn_time: int | None = None) -> Choices:
    players = [Player(ANYBODY)] * people + [Player(f"H{number + 8}", "hasty") for number in range(computers)]
    return Choices(tuple(players), rules, think_time=0.5, is_hosted=True, turn_time=turn_time)


@dataclass
class LobbyForTests:
    """`call` somebody, who is known from then on."""

    fixed: tuple[Choices, ...] = ()
    register: MemoryRegister = field(default_factory=MemoryRegister)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    bookmaker: Bookmaker = field(default_factory=Bookmaker)

    def __post_init__(self) -> None:
        numbers = count(1)
        self.now = 100.0
        people = People(self.register, lambda n: next(numbers) % n)
        supplies = Supplies(lambda n: next(numbers) % n, bookmaker=self.bookmaker)
        self.lobby = Lobby(people, self.register, supplies, self.fixed, self.journal.resumed, self.now)

    def call(self, name: str) -> Caller:
        people = self.lobby.people
        return self.lobby.arrive(people.find(name) or people.add(name), True, self.now)

    def waits(self) -> float | None:
        """The seconds until the lobby has something to do by itself."""
        return None if self.lobby.deadline is None else self.lobby.deadline - self.now

    def begun(self, *names: str, computers: int = 0) -> tuple[HostedTable, list[Caller]]:
        """A game of those people, in which nothing has happened yet."""
        callers = [self.call(name) for name in names]
        hosted = self.lobby.open_table(callers[0], choices(len(names), computers), self.now)
        for caller in callers[1:]:
            self.lobby.sit(caller, hosted, self.now)
        return hosted, callers

    def save(self) -> None:
        """Write down all that has happened, as the loop of a program does before anybody sees it."""
        self.lobby.save()
        self.journal.save(self.lobby.in_play)

    def crashed(self) -> LobbyForTests:
        """A host set up again with what this one has written down."""
        return LobbyForTests(self.fixed, self.register, self.journal)


def played(hosted: HostedTable) -> Table:
    """The game at a table, which has begun."""
    assert hosted.table is not None
    return hosted.table


def post(hosted: HostedTable, now: float = 0.0) -> None:
    """Post the dice in the first box for whoever is to move."""
    table = played(hosted)
    table.act(Score(table.series.state.legal_boxes()[0]), now)


def people_at(hosted: HostedTable) -> list[str]:
    return [player.name for player in hosted.players if player.strategy == HUMAN]
