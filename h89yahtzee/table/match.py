"""What is played at a table: a match of people and strategies, or records played back.

The game goes on by `act` alone; when that happens is up to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from h89yahtzee.game.dealer import SEEDS, Dealer
from h89yahtzee.game.record import HUMAN, Record, Setup
from h89yahtzee.game.state import Action, GameState, IllegalAction, Score, apply, new_game
from h89yahtzee.players.catalogue import STRATEGIES, strategy
from h89yahtzee.players.strategy import Decision, Search, Strategy, Thinker
from h89yahtzee.table.modes import in_mode, mode_of, newcomer, opponent_of
from h89yahtzee.table.preferences import Mode

PlayerOf = Callable[[str, Setup], Strategy]
"""The strategy of a name, for the game that the setup begins."""


class GameSeries(Protocol):
    """One game after another by the same players.

    `wins` counts each player's games won. `earlier` has the totals of the columns that each player has already
    played on the same grid, in their order; nothing where the rules have no grid. `mode` is the mode of the next
    game; it may be changed unless it is None.
    """

    setup: Setup
    state: GameState
    wins: tuple[int, ...]
    earlier: tuple[tuple[int, ...], ...]
    mode: Mode | None

    @property
    def record(self) -> Record:
        """The record of the game so far, or of the whole game that is played back."""
        ...

    @property
    def has_ended(self) -> bool:
        """Whether nothing more can be played, normally because the game is over."""
        ...

    @property
    def is_human(self) -> bool:
        """Whether a person decides for the player to move."""
        ...

    @property
    def has_people(self) -> bool:
        """Whether a person decides for any player."""
        ...

    def is_person(self, seat: int) -> bool:
        """Whether a person decides for the player in `seat`."""
        ...

    @property
    def games_left(self) -> int:
        """How many games are known to follow this one."""
        ...

    def decide(self) -> Decision:
        """The decision of the player to move, who isn't a person."""
        ...

    def search(self) -> Search | None:
        """A search that helps with that decision and takes a while; None where there is none."""
        ...

    def act(self, action: Action) -> None:
        """Apply an action; IllegalAction where the rules forbid it."""
        ...

    def play_again(self) -> None:
        """Begin the next game."""
        ...


class Match:
    """Games of people and strategies. Each game after the first takes the next seed, so it can be played alone too.

    `unnamed` is the strategy of a computer player who joins when the mode changes; None: the rules' default.
    """

    def __init__(self, setup: Setup, player_of: PlayerOf = strategy) -> None:
        """`player_of` is asked for a strategy when its player first moves."""
        self._player_of = player_of
        self.unnamed: str | None = None
        self.sit_down(setup)

    @classmethod
    def resume(cls, record: Record, wins: Sequence[int], player_of: PlayerOf = strategy) -> Match:
        """Resume the game of `record` at the turn after its last one, with the games that the players have won.

        IllegalAction where the record doesn't follow from its seed and rules, ValueError for an unknown strategy.
        """
        _check_strategies(record.setup)
        match = cls(record.setup, player_of)
        for action in record.actions():
            match.act(action)
        if match.record.turns[: len(record.turns)] != record.turns or match.record.totals != record.totals:
            raise IllegalAction(f"these aren't the dice of seed {record.setup.seed}")
        match.wins = tuple(wins)
        return match

    def sit_down(self, setup: Setup) -> None:
        """Play another setup instead."""
        self.wins = (0,) * len(setup.players)
        self.earlier: tuple[tuple[int, ...], ...] = ((),) * len(setup.players)
        self.mode = mode_of(setup)
        self._opponent = opponent_of(setup)
        self._begin(setup)

    def _begin(self, setup: Setup) -> None:
        self.setup = setup
        self._deal = Dealer(setup.seed, setup.duplicate).deal
        self._strategies: dict[int, Strategy] = {}
        self.state = new_game(setup.rules, len(setup.players), self._deal)
        self._record = Record.of(setup, self.state)

    @property
    def record(self) -> Record:
        return self._record

    @property
    def has_ended(self) -> bool:
        return self.state.is_over

    @property
    def is_human(self) -> bool:
        return self.is_person(self.state.seat)

    @property
    def has_people(self) -> bool:
        return any(player.strategy == HUMAN for player in self.setup.players)

    def is_person(self, seat: int) -> bool:
        return self.setup.players[seat].strategy == HUMAN

    @property
    def games_left(self) -> int:
        return 0

    def decide(self) -> Decision:
        return self._strategy().decide(self.state)

    def search(self) -> Search | None:
        strategy = self._strategy()
        return strategy.search(self.state) if isinstance(strategy, Thinker) else None

    def _strategy(self) -> Strategy:
        """The strategy of the player to move."""
        assert not self.is_human
        seat = self.state.seat
        if seat not in self._strategies:
            name = self.setup.players[seat].strategy
            self._strategies[seat] = self._player_of(name, self.setup)
        return self._strategies[seat]

    def act(self, action: Action) -> None:
        before, self.state = self.state, apply(self.state, action, self._deal)
        self._record = self._record.after(action, before, self.state)
        self.wins = _with_winners(self.wins, self.state)

    def play_again(self) -> None:
        setup = _next_setup(self.setup)
        if self.mode is None or self.mode is mode_of(setup):
            self.earlier = _next_on_grid(self.earlier, self.state)
        else:
            setup = in_mode(setup, self.mode, self._opponent or newcomer(setup.rules, self.unnamed))
            self.wins = (0,) * len(setup.players)
            self.earlier = ((),) * len(setup.players)
        self._begin(setup)


@dataclass(frozen=True, slots=True)
class Offer:
    """An unfinished game that the players may resume, and what they play otherwise."""

    match: Match
    instead: Setup

    def decline(self) -> None:
        self.match.sit_down(self.instead)


class Replay:
    """Plays records in their order, then again from the first. IllegalAction when one of them breaks the rules.

    Games that follow one another as in a match are counted together.
    """

    def __init__(self, records: Sequence[Record]) -> None:
        self._games = [(record, [*record.actions()], [*record.states()]) for record in records]
        self._next = 0
        self.mode: Mode | None = None
        self._coming: list[tuple[Action, GameState]] = []
        self.wins: tuple[int, ...] = ()
        self.earlier: tuple[tuple[int, ...], ...] = ()
        self._begin(follows=False)

    @property
    def record(self) -> Record:
        return self._record

    @property
    def has_ended(self) -> bool:
        return not self._coming

    @property
    def is_human(self) -> bool:
        return False

    @property
    def has_people(self) -> bool:
        return False

    def is_person(self, seat: int) -> bool:  # noqa: ARG002
        return False

    @property
    def games_left(self) -> int:
        return len(self._games) - self._next if self._next else 0

    def decide(self) -> Decision:
        action, _ = self._coming[0]
        return Decision(action, action.box if isinstance(action, Score) else None)

    def search(self) -> None:
        """Return None: recorded decisions need no search."""

    def act(self, action: Action) -> None:
        recorded, self.state = self._coming.pop(0)
        assert action == recorded
        self.wins = _with_winners(self.wins, self.state)

    def play_again(self) -> None:
        follows = self._next != 0 and self._games[self._next][0].setup == _next_setup(self.setup)
        if follows:
            self.earlier = _next_on_grid(self.earlier, self.state)
        self._begin(follows)

    def _begin(self, follows: bool) -> None:
        """Begin the next game; one that follows the one before keeps its wins and its grid."""
        self._record, actions, states = self._games[self._next]
        self.setup = self._record.setup
        if not follows:
            self.wins = (0,) * len(self.setup.players)
            self.earlier = ((),) * len(self.setup.players)
        self._next = (self._next + 1) % len(self._games)
        self.state = states[0]
        self._coming = list(zip(actions, states[1:], strict=False))


def has_begun(state: GameState) -> bool:
    """Whether anything has been posted."""
    return state.is_over or (state.turn, state.seat) != (0, 0)


def _check_strategies(setup: Setup) -> None:
    for player in setup.players:
        if player.strategy != HUMAN and player.strategy not in STRATEGIES:
            raise ValueError(f"{player.strategy!r} is no strategy: expected one of {', '.join(STRATEGIES)}")


def _next_setup(setup: Setup) -> Setup:
    """The setup of the next game of a series."""
    return replace(setup, seed=(setup.seed + 1) % SEEDS)


def _next_on_grid(earlier: tuple[tuple[int, ...], ...], state: GameState) -> tuple[tuple[int, ...], ...]:
    """The columns played before the next game; none where the grid has no room left for it."""
    rules = state.rules
    fresh = tuple(() for _ in earlier)
    if not rules.column_choices or len(earlier[0]) + 2 * rules.columns > max(rules.column_choices):
        return fresh
    return tuple(
        (*totals, *map(card.column_total, range(rules.columns)))
        for totals, card in zip(earlier, state.cards, strict=True)
    )


def _with_winners(wins: tuple[int, ...], state: GameState) -> tuple[int, ...]:
    return tuple(won + (seat in state.winners()) for seat, won in enumerate(wins))
