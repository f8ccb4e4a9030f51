"""The games that are played at a table, one after another: a match of people and strategies.

The game goes on by `act` alone; when that happens is up to the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from h89yahtzee.game.dealer import SEEDS, Dealer
from h89yahtzee.game.played_columns import PlayedColumns, found_by, none_played, with_columns_of
from h89yahtzee.game.record import HUMAN, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState, IllegalAction, apply, new_game
from h89yahtzee.players.catalogue import STRATEGIES, strategy
from h89yahtzee.players.strategy import Decision, Remote, Search, Strategy, Thinker
from h89yahtzee.table.preferences import Mode
from h89yahtzee.table.series.modes import in_mode, mode_of, newcomer, opponent_of

PlayerOf = Callable[[str, Setup], Strategy]
"""The strategy of a name, for the game that the setup begins."""


class GameSeries(ABC):
    """One game after another by the same players.

    `record` is that of the game so far, or of the whole game that is played back. `wins` counts each player's games
    won. `earlier` has the totals of the columns that each player has already played on the same grid, in their
    order; nothing where the rules have no grid. `mode` is the mode of the next game and `next_rules` are its rules,
    with other columns or another bonus rule; either may be changed unless it is None. `games_left` is how many
    games are known to follow. `deciders` says for each seat who decides there now, HUMAN or the name of a strategy;
    that need not be the player of the setup.
    """

    setup: Setup
    state: GameState
    record: Record
    wins: tuple[int, ...]
    earlier: PlayedColumns
    mode: Mode | None = None
    next_rules: RuleSet | None = None
    games_left = 0
    deciders: tuple[str, ...]

    @property
    @abstractmethod
    def has_ended(self) -> bool:
        """Whether nothing more can be played, normally because the game is over."""

    @property
    def next_setup(self) -> Setup:
        """The setup of the game that follows this one."""
        return next_setup(self.setup)

    def is_person(self, seat: int) -> bool:
        """Whether a person now decides for the player in `seat`."""
        return self.deciders[seat] == HUMAN

    @property
    def is_human(self) -> bool:
        """Whether a person decides for the player to move."""
        return self.is_person(self.state.seat)

    @property
    def has_people(self) -> bool:
        """Whether the game began with people."""
        return any(player.strategy == HUMAN for player in self.setup.players)

    def let_decide(self, seat: int, decider: str) -> None:
        """Let `decider` decide for `seat`; the record still tells of the player that the game began with."""
        self.deciders = (*self.deciders[:seat], decider, *self.deciders[seat + 1 :])

    @abstractmethod
    def decide(self) -> Decision:
        """Return the decision of the player to move, who isn't a person."""

    def search(self) -> Search | None:
        """Return a search that helps with that decision and takes a while; None where there is none."""
        return None

    @property
    def thinks_elsewhere(self) -> bool:
        """Whether the player to move, who isn't a person, thinks while others play."""
        return False

    def is_thinking(self, seconds: int) -> bool:  # noqa: ARG002
        """Whether its decision is to come; the first call asks for it, after a search of `seconds` at most."""
        return False

    @abstractmethod
    def act(self, action: Action) -> None:
        """Apply an action; IllegalAction where the rules forbid it."""

    @abstractmethod
    def play_again(self) -> None:
        """Begin the next game."""

    def _count_anew(self, setup: Setup) -> None:
        self.wins = (0,) * len(setup.players)
        self.earlier = none_played(len(setup.players))

    def _count_winners(self) -> None:
        self.wins = tuple(won + (seat in self.state.winners()) for seat, won in enumerate(self.wins))

    def _keep_columns(self, rules: RuleSet) -> None:
        """Keep the columns of the game beside the earlier ones, if the grid has room for one by `rules`."""
        self.earlier = found_by(rules, with_columns_of(self.state, self.earlier))


class Match(GameSeries):
    """Games of people and strategies. Each game after the first takes the next seed, so it can be played alone too;
    or one that `draw` gives below a limit, which nobody can know from the seed that was told with the game before.

    `unnamed` is the strategy of a computer player who joins when the mode changes; None: the rules' default.
    """

    def __init__(self, setup: Setup, player_of: PlayerOf = strategy, earlier: PlayedColumns = ()) -> None:
        """`player_of` is asked for a strategy when its player first moves; `earlier` is found on the grid."""
        self._player_of = player_of
        self.unnamed: str | None = None
        self.draw: Callable[[int], int] | None = None
        self.sit_down(setup, earlier)

    @classmethod
    def resume(
        cls, record: Record, wins: Sequence[int], player_of: PlayerOf = strategy, earlier: PlayedColumns = ()
    ) -> Match:
        """Resume the game of `record` at the turn after its last one, with the games that the players have won.

        `earlier` is what was on their grid when it began.

        IllegalAction where the record doesn't follow from its seed and rules, ValueError for an unknown strategy.
        """
        _check_strategies(record.setup)
        match = cls(record.setup, player_of, earlier)
        for action in record.actions():
            match.act(action)
        if match.record.turns[: len(record.turns)] != record.turns or match.record.totals != record.totals:
            raise IllegalAction(f"these aren't the dice of seed {record.setup.seed}")
        match.wins = tuple(wins)
        return match

    def sit_down(self, setup: Setup, earlier: PlayedColumns = ()) -> None:
        """Play another setup instead, on a grid with the columns `earlier`."""
        self._count_anew(setup)
        self.earlier = earlier or self.earlier
        self.mode = mode_of(setup)
        self._opponent = opponent_of(setup)
        self._seat_all(setup)
        self._begin(setup)

    def _seat_all(self, setup: Setup) -> None:
        self.deciders = tuple(player.strategy for player in setup.players)

    def _begin(self, setup: Setup) -> None:
        self.setup = setup
        self.next_rules = setup.rules if setup.rules.column_choices or setup.rules.bonus_choices else None
        self._deal = Dealer(setup.seed, setup.duplicate).deal
        self._strategies: dict[str, Strategy] = {}
        self.state = new_game(setup.rules, len(setup.players), self._deal)
        self.record = Record.of(setup, self.state)

    @property
    def has_ended(self) -> bool:
        return self.state.is_over

    def decide(self) -> Decision:
        return self._strategy().decide(self.state)

    def search(self) -> Search | None:
        strategy = self._strategy()
        return strategy.search(self.state) if isinstance(strategy, Thinker) else None

    @property
    def thinks_elsewhere(self) -> bool:
        return isinstance(self._strategy(), Remote)

    def is_thinking(self, seconds: int) -> bool:
        strategy = self._strategy()
        return isinstance(strategy, Remote) and strategy.is_thinking(self.state, seconds)

    def _strategy(self) -> Strategy:
        """The strategy of the player to move."""
        assert not self.is_human
        name = self.deciders[self.state.seat]
        if name not in self._strategies:
            self._strategies[name] = self._player_of(name, self.setup)
        return self._strategies[name]

    def act(self, action: Action) -> None:
        before, self.state = self.state, apply(self.state, action, self._deal)
        self.record = self.record.after(action, before, self.state)
        self._count_winners()

    def play_again(self) -> None:
        setup = self.next_setup
        if self.draw is not None:
            setup = replace(setup, seed=self.draw(SEEDS))
        if self.mode is None or self.mode is mode_of(self.setup):
            self._keep_columns(setup.rules)
        else:
            self._count_anew(setup)
            self._seat_all(setup)
        self._begin(setup)

    @property
    def next_setup(self) -> Setup:
        setup = replace(next_setup(self.setup), rules=self.next_rules or self.setup.rules)
        if self.mode is None or self.mode is mode_of(setup):
            return setup
        return in_mode(setup, self.mode, self._opponent or newcomer(setup.rules, self.unnamed))


@dataclass(slots=True)
class Offer:
    """An unfinished game that the players may resume, and what they play otherwise, on which grid.

    It `is_settled` once one of those who are asked has said yes or no.
    """

    match: Match
    instead: Setup
    was_cut_off: bool = False
    earlier: PlayedColumns = ()
    is_settled: bool = False

    def accept(self) -> None:
        self.is_settled = True

    def decline(self) -> None:
        self.is_settled = True
        self.match.sit_down(self.instead, self.earlier)


def has_begun(state: GameState) -> bool:
    """Whether anything has been posted."""
    return state.is_over or (state.turn, state.seat) != (0, 0)


def _check_strategies(setup: Setup) -> None:
    for player in setup.players:
        if player.strategy != HUMAN and player.strategy not in STRATEGIES:
            raise ValueError(f"{player.strategy!r} is no strategy: expected one of {', '.join(STRATEGIES)}")


def next_setup(setup: Setup) -> Setup:
    """The setup of the next game of a series."""
    return replace(setup, seed=(setup.seed + 1) % SEEDS)
