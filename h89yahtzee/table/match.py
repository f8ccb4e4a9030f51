"""The games that are played at a table, one after another: a match, or a replay of records.

Only a call of `act` carries a game on; the table decides when to call it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from h89yahtzee.game.dealer import SEEDS, Dealer
from h89yahtzee.game.record import (
    HUMAN,
    PlayedColumns,
    Player,
    Record,
    Setup,
    filled_at_start,
    none_played,
    with_columns_of,
)
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState, IllegalAction, Score, apply, new_game
from h89yahtzee.players.catalogue import STRATEGIES, default_for, strategy
from h89yahtzee.players.strategy import Decision, Remote, Search, Strategy, Thinker
from h89yahtzee.table.preferences import Mode
from h89yahtzee.table.texts import OPPONENT_NAME

PlayerOf = Callable[[str, Setup], Strategy]
"""A function that returns the strategy with the given name for the game that begins with the given setup."""


class GameSeries(ABC):
    """One game after another by the same players.

    `record` is the record of the game so far, or of the whole game in a replay. `wins` counts each player's games
    won. `earlier` has for each player the totals of the columns that earlier games filled on the same grid (a card
    that several games in a row fill); it has no totals if the rules have no grid. `mode` (such as against the
    computer) and `next_rules` are the mode and the rules of the next game. Callers may change either of them unless
    it is None, which means that there is no choice; `next_rules` may be set only to the same rule set with another
    number of columns or another bonus rule. `games_left` is the number of games that a replay still has after the
    present game. `deciders` has for each seat who decides at present, HUMAN or the name of a strategy, even if
    `setup` has another kind of player there. `played_back` names the games that a replay shows; it is "" if this is
    no replay.
    """

    setup: Setup
    state: GameState
    record: Record
    wins: tuple[int, ...]
    earlier: PlayedColumns
    mode: Mode | None = None
    next_rules: RuleSet | None = None
    games_left = 0
    played_back = ""
    deciders: tuple[str, ...]

    @property
    @abstractmethod
    def has_ended(self) -> bool:
        """Whether no further action is possible: the game is over, or a replay has reached the end of an unfinished
        record."""

    @property
    def next_setup(self) -> Setup:
        return next_setup(self.setup)

    def is_person(self, seat: int) -> bool:
        """Whether a person decides for the player in `seat` at present."""
        return self.deciders[seat] == HUMAN

    @property
    def is_human(self) -> bool:
        """Whether a person decides for the player to move at present."""
        return self.is_person(self.state.seat)

    @property
    def has_people(self) -> bool:
        """Whether any player of `setup` is a person, even if a computer decides for that person at present."""
        return any(player.strategy == HUMAN for player in self.setup.players)

    def let_decide(self, seat: int, decider: str) -> None:
        """Let `decider`, HUMAN or the name of a strategy, decide for `seat` from now on; `setup` doesn't change."""
        self.deciders = (*self.deciders[:seat], decider, *self.deciders[seat + 1 :])

    @abstractmethod
    def decide(self) -> Decision:
        """Return the decision of the player to move, which must be a computer player."""

    def search(self) -> Search | None:
        """Return a search for a better decision, which the caller carries out in slices (of a few milliseconds)
        before it calls `decide`.

        None if no search would improve the result of `decide`.
        """
        return None

    @property
    def thinks_elsewhere(self) -> bool:
        """Whether the strategy of the player to move runs in another process."""
        return False

    def is_thinking(self, seconds: int) -> bool:  # noqa: ARG002
        """Whether a strategy that runs in another process has no decision yet for the player to move.

        The first call requests the decision, for which the strategy may search at most `seconds`.
        """
        return False

    @abstractmethod
    def act(self, action: Action) -> None:
        """Apply an action of the player to move; IllegalAction if the rules forbid it."""

    @abstractmethod
    def play_again(self) -> None:
        """Begin the next game of the series."""

    def _count_anew(self, setup: Setup) -> None:
        self.wins = (0,) * len(setup.players)
        self.earlier = none_played(len(setup.players))

    def _count_winners(self) -> None:
        self.wins = tuple(won + (seat in self.state.winners()) for seat, won in enumerate(self.wins))

    def _keep_columns(self, rules: RuleSet) -> None:
        """Add the finished game's columns to `earlier`. If the grid has no room for the columns of another game by
        `rules`, clear `earlier` instead: the next game begins a new grid."""
        self.earlier = filled_at_start(rules, with_columns_of(self.state, self.earlier))


class Match(GameSeries):
    """Games of people and strategies, one after another.

    A game's seed is one more than the seed of the game before, so that any game can be played again without the
    earlier games. But if the function `draw` is set, the next seed is `draw(SEEDS)`, which must be a random number
    from 0 to SEEDS - 1. Then nobody can derive the next game's dice from the seed that is shown with the present
    game. `unnamed` is the strategy of a computer player that joins because `mode` is changed; None means the rules'
    default strategy.
    """

    def __init__(self, setup: Setup, player_of: PlayerOf = strategy, earlier: PlayedColumns = ()) -> None:
        """Begin the game of `setup`. The function `player_of` is called with the name of a strategy and the setup,
        and returns the strategy. `earlier` is as in `GameSeries`; if it is empty, no column is filled."""
        self._player_of = player_of
        self.unnamed: str | None = None
        self.draw: Callable[[int], int] | None = None
        self.sit_down(setup, earlier)

    @classmethod
    def resume(
        cls, record: Record, wins: Sequence[int], player_of: PlayerOf = strategy, earlier: PlayedColumns = ()
    ) -> Match:
        """Return a match that goes on where `record` ends; if that is the end of a turn, the next turn begins.

        `wins` are the numbers of games that the players have won; `earlier` is as in `__init__`. IllegalAction if
        the record doesn't follow from its seed and rules, ValueError for an unknown strategy.
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
        """Begin a game with another setup, and count games won from 0; `earlier` is as in `__init__`."""
        self._count_anew(setup)
        self.earlier = earlier or self.earlier
        self.mode = mode_of(setup)
        self._opponent = next((player for player in setup.players if player.strategy != HUMAN), None)
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
        if setup.players == self.setup.players:
            self._keep_columns(setup.rules)
        else:
            self._change_players(setup)
        self._begin(setup)

    def _change_players(self, setup: Setup) -> None:
        """Keep the counts of games won and the filled columns if all players of `setup` played the last game too;
        otherwise reset them for everybody."""
        seats = [self.setup.players.index(player) for player in setup.players if player in self.setup.players]
        if len(seats) == len(setup.players):
            self._keep_columns(setup.rules)
            self.wins = tuple(self.wins[seat] for seat in seats)
            self.earlier = tuple(self.earlier[seat] for seat in seats)
        else:
            self._count_anew(setup)
        self._seat_all(setup)

    @property
    def next_setup(self) -> Setup:
        setup = replace(next_setup(self.setup), rules=self.next_rules or self.setup.rules)
        if self.mode is None or self.mode is mode_of(setup):
            return setup
        return in_mode(setup, self.mode, self._opponent or newcomer(setup.rules, self.unnamed))


@dataclass(slots=True)
class Offer:
    """An unfinished game that the players may resume; if they decline, a game with the setup `instead` begins.

    `was_cut_off` tells that an accident, such as a crash, ended the unfinished game. If the game with the setup
    `instead` begins, `earlier` is used as in `GameSeries`: for each player it has the totals of the columns that
    earlier games filled on the same card. `is_settled` is True once a player has answered.
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
    """Whether a score has been posted in the game."""
    return state.is_over or (state.turn, state.seat) != (0, 0)


def _check_strategies(setup: Setup) -> None:
    for player in setup.players:
        if player.strategy != HUMAN and player.strategy not in STRATEGIES:
            raise ValueError(f"{player.strategy!r} is no strategy: expected one of {', '.join(STRATEGIES)}")


def next_setup(setup: Setup) -> Setup:
    """Return the setup of the next game of a series, which has the next seed."""
    return replace(setup, seed=(setup.seed + 1) % SEEDS)


def mode_of(setup: Setup) -> Mode | None:
    """Return the mode of a game with one person and at most one computer player; None if it has other players."""
    people = [player for player in setup.players if player.strategy == HUMAN]
    if len(people) != 1 or len(setup.players) > 2:
        return None
    if len(setup.players) == 1:
        return Mode.SOLITAIRE
    return Mode.SYNCHRONIZED if setup.duplicate else Mode.OPPONENT


def newcomer(rules: RuleSet, strategy: str | None) -> Player:
    """Return a computer player that has the default name and plays by `strategy`; if this is None, by the rules'
    default strategy."""
    return Player(OPPONENT_NAME, strategy or default_for(rules))


def in_mode(setup: Setup, mode: Mode, opponent: Player) -> Setup:
    """Return `setup` changed to `mode`. If the mode needs a computer player and `setup` has none, `opponent` joins.

    `mode_of(setup)` must not be None.
    """
    players = setup.players
    if mode is Mode.SOLITAIRE:
        players = tuple(player for player in players if player.strategy == HUMAN)
    elif len(players) == 1:
        players = (*players, opponent)
    return replace(setup, players=players, duplicate=mode is Mode.SYNCHRONIZED)


_RECORD = "record"
"""The entry of `deciders` for every seat in a replay, where the record decides for all players."""


class Replay(GameSeries):
    """A series that plays back records in their order, then again from the first record.

    The counts of games won go on from one record to the next if the two could be successive games of one match.
    IllegalAction if a record breaks the rules.
    """

    def __init__(self, records: Sequence[Record], played_back: str = "A RECORD") -> None:
        self.played_back = played_back
        self._games = [(record, [*record.actions()], [*record.states()]) for record in records]
        self._next = 0
        self._begin(follows=False)

    @property
    def has_people(self) -> bool:
        return False

    @property
    def has_ended(self) -> bool:
        return not self._coming

    def decide(self) -> Decision:
        action, _ = self._coming[0]
        return Decision(action, action.box if isinstance(action, Score) else None)

    def act(self, action: Action) -> None:
        recorded, self.state = self._coming.pop(0)
        assert action == recorded
        self._count_winners()

    def play_again(self) -> None:
        follows = self._next != 0 and self._games[self._next][0].setup == next_setup(self.setup)
        if follows:
            self._keep_columns(self._games[self._next][0].setup.rules)
        self._begin(follows)

    def _begin(self, follows: bool) -> None:
        """Begin to play back the next record. If `follows` (the game may be the one after the last game, in the
        same match), keep the counts of games won and the filled columns; otherwise reset them."""
        self.record, actions, states = self._games[self._next]
        self.setup = self.record.setup
        self.deciders = (_RECORD,) * len(self.setup.players)
        if not follows:
            self._count_anew(self.setup)
        self._next = (self._next + 1) % len(self._games)
        self.games_left = len(self._games) - self._next if self._next else 0
        self.state = states[0]
        self._coming: list[tuple[Action, GameState]] = list(zip(actions, states[1:], strict=True))
