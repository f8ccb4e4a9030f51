"""A table of a host: seats that callers take, then the game that is played there.

A seat stays its owner's until they give it up. Whoever owns no seat may watch. People are known by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto

from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.players.catalogue import default_for
from h89yahtzee.table import player_texts
from h89yahtzee.table.chances.bookmaker import Bookmaker
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.series.match import Match, PlayerOf, has_begun
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.choices_json import choices_members
from h89yahtzee.table.start.start_texts import COMPUTER_NAMES
from h89yahtzee.table.table import MOST_SAID, STAND_IN, Table

GRACE = 60.0
"""Seconds that the others wait for an owner whose line dropped, if the table has no time for a turn."""


class Fill(Enum):
    """What becomes of the seats that nobody has taken when a game begins."""

    COMPUTERS = auto()
    FEWER = auto()
    """They are taken away."""


class HostedTable:
    """Table `number`, which waits for people until `table` is there, where they play.

    `owners` says whose seats are taken, in the order in which they sat down. Seats are those of `choices` while the
    table waits, then those of the game. `left_at` is when somebody left last. A table that `is_fixed` waits again
    when all have left a finished game.
    """

    def __init__(self, number: int, choices: Choices, is_fixed: bool = False) -> None:
        self.number = number
        self.choices = choices
        self.is_fixed = is_fixed
        self.table: Table | None = None
        self.owners: dict[int, str] = {}
        self.here: list[str] = []
        self._away_since: dict[str, float] = {}
        self._left: set[str] = set()
        self.left_at = 0.0
        self._attended_since = 0.0

    # Whose is what

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, as they were set up."""
        return self.choices.players if self.table is None else self.table.series.setup.players

    @property
    def starter(self) -> str | None:
        """Who may begin the game before all seats are taken: the first who sat down."""
        return None if self.table is not None else next(iter(self.owners.values()), None)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats that anybody may take: while the table waits those of people, later those of computers."""
        if self.table is not None and not self.is_played:
            return ()
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            if seat not in self.owners and (player.strategy == HUMAN) == (self.table is None)
        )

    @property
    def is_played(self) -> bool:
        """Whether there is a game, and somebody here who plays it; without it is paused."""
        return self.table is not None and any(owner in self.here for owner in self.owners.values())

    @property
    def makes_way(self) -> bool:
        """Whether all have left a game that lies on a fixed table: it goes on elsewhere if others want to play."""
        return self.is_fixed and self.table is not None and not self.here

    @property
    def watchers(self) -> list[str]:
        return [name for name in self.here if self.seat_of(name) is None]

    @property
    def owned(self) -> tuple[Setup, dict[int, str]]:
        """What a register has to know: which game is played, and whose seats there are."""
        assert self.table is not None
        return self.table.series.setup, dict(self.owners)

    def is_like(self, other: HostedTable) -> bool:
        """Whether the same was chosen for both."""
        return choices_members(self.choices) == choices_members(other.choices)

    @property
    def is_over(self) -> bool:
        """Whether the game is over and nobody looks at its result any more."""
        return self.table is not None and self.table.series.has_ended and not self.here

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody is here who could miss it, nor comes back to it."""
        if self.here:
            return False
        is_begun = self.table is not None and has_begun(self.table.series.state)
        return not self.owners if is_begun else not any(map(self.awaits, self.owners.values()))

    def seat_of(self, name: str) -> int | None:
        return next((seat for seat, owner in self.owners.items() if owner == name), None)

    def awaits(self, name: str) -> bool:
        """Whether somebody who comes back belongs here: they have a seat, and didn't leave on purpose."""
        return self.seat_of(name) is not None and name not in self._left

    # Coming and going

    def sit(self, name: str, now: float) -> bool:
        """Take a seat, or return to it; False where none is open."""
        if self.seat_of(name) is None:
            if not self.open_seats:
                return False
            self.owners[self.open_seats[0]] = name
        self.watch(name, now)
        return True

    def watch(self, name: str, now: float) -> None:
        """Be here, as the owner of a seat or without one."""
        if not self.is_played:
            self._attended_since = now
        if name not in self.here:
            self.here.append(name)
        self._left.discard(name)
        was_away = self._away_since.pop(name, None) is not None
        seat = self.seat_of(name)
        if self.table is not None and seat is not None:
            if was_away and self.table.series.is_person(seat):
                self._tell(player_texts.is_back(name, MOST_SAID))
            self.table.seat(seat, HUMAN, now)

    def leave(self, name: str, now: float, on_purpose: bool = False) -> None:
        """Go away. A seat stays the owner's, unless they leave on purpose while the table waits.

        For who leaves a game on purpose the others don't wait.
        """
        is_owner = self.seat_of(name) is not None
        if name in self.here:
            self.here.remove(name)
            gone = player_texts.has_left if on_purpose else player_texts.line_went_away
            self._tell(gone(name, MOST_SAID) if is_owner else "")
        self.left_at = now
        if is_owner:
            self._away_since[name] = now - self.grace if on_purpose else now
            if on_purpose:
                self._left.add(name)
                if self.table is None:
                    self.give_up(name, now)

    def give_up(self, name: str, now: float) -> None:
        """Leave the seat to others for good; in a game a computer keeps it."""
        seat = self.seat_of(name)
        if seat is not None:
            self._let_computer_play(seat, now)
            del self.owners[seat]
            self._away_since.pop(name, None)

    def _tell(self, text: str) -> None:
        """Tell something to all who are at the game."""
        if self.table is not None:
            self.table.say("", text)

    # Seats whose owners are away

    @property
    def grace(self) -> float:
        return self.choices.turn_time or GRACE

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do."""
        if not self._away_since:
            return None
        return min((self._due(name) for name in self._waited_for()), default=None)

    def advance(self, now: float) -> None:
        """Let computers keep the seats whose owners are away for too long; free them if the game hasn't begun."""
        for name in [name for name in self._waited_for() if now >= self._due(name)]:
            if self.table is None:
                self.give_up(name, now)
            else:
                self._let_computer_play(self._seat_owned_by(name), now)

    def _waited_for(self) -> list[str]:
        """The owners who are away while others wait; a game that is paused waits for all."""
        table = self.table
        if not self._away_since or (table is not None and (table.series.has_ended or not self.is_played)):
            return []
        return [
            name for name in self._away_since if table is None or table.series.is_person(self._seat_owned_by(name))
        ]

    def _due(self, name: str) -> float:
        since = self._away_since[name]
        return (since if self.table is None else max(since, self._attended_since)) + self.grace

    def _seat_owned_by(self, name: str) -> int:
        seat = self.seat_of(name)
        assert seat is not None
        return seat

    def _let_computer_play(self, seat: int, now: float) -> None:
        """The one that sat there at first, or one for a person."""
        if self.table is not None:
            strategy = self.players[seat].strategy
            self.table.seat(seat, STAND_IN if strategy == HUMAN else strategy, now)

    # The game

    def begin(
        self,
        fill: Fill,
        draw: Callable[[int], int],
        player_of: PlayerOf,
        now: float,
        bookmaker: Bookmaker | None = None,
    ) -> None:
        """Begin to play with seeds that `draw` gives; owners may get seats further to the front."""
        taken = [seat for seat in range(len(self.players)) if fill is Fill.COMPUTERS or seat not in self.open_seats]
        players = tuple(self._seated(taken))
        places = {seat: place for place, seat in enumerate(taken)}
        self.owners = {places[seat]: name for seat, name in self.owners.items()}
        match = Match(replace(self.choices, players=players).setup(draw(SEEDS)), player_of)
        match.draw = draw
        self.lay(match, now, bookmaker)

    def lay(self, match: Match, now: float, bookmaker: Bookmaker | None = None) -> None:
        """Lay a game on the table, whose players are the owners and computers."""
        usual, chosen = preferences_for(match.setup.rules), self.choices
        options = replace(usual, think_time=chosen.think_time, turn_time=chosen.turn_time)
        self.table = Table(match, options, now, bookmaker)
        self._attended_since = self.left_at = now
        for seat, player in enumerate(self.players):
            if seat not in self.owners and player.strategy == HUMAN:
                self._let_computer_play(seat, now)
        self._away_since |= {name: now for name in self.owners.values() if name not in self.here}

    def clear(self) -> None:
        """Wait for people again, as at first."""
        self.table = None
        self.owners.clear()
        self._away_since.clear()
        self._left.clear()

    def _seated(self, seats: Iterable[int]) -> Iterator[Player]:
        """The players at the seats; computers have names that are nobody else's."""
        rules = self.choices.rule_set
        taken = {name.casefold() for name in self.owners.values()}
        for seat in seats:
            player = self.players[seat]
            if seat in self.owners:
                yield Player(self.owners[seat])
                continue
            own = () if player.strategy == HUMAN else (player.name,)
            name = next(name for name in (*own, *COMPUTER_NAMES) if name.casefold() not in taken)
            taken.add(name.casefold())
            yield Player(name, default_for(rules) if player.strategy == HUMAN else self.choices.kind(player))
