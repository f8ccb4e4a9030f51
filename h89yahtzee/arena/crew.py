"""The players of a tournament, kept ready from game to game.

Strategies of the program decide here; a bot is a process of its own, started when it first sits at a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.referee import Breach, Result, play
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Setup
from h89yahtzee.game.record import Player as Seat
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.strategy import Strategy


class Crew:
    """Close it in the thread that made it, or use it in a `with` statement."""

    def __init__(self, entrants: Sequence[Entrant], limits: Limits | None = None) -> None:
        self._entrants = tuple(entrants)
        self._limits = limits or Limits()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Tell the bots that it is over, and end them."""

    def play(
        self,
        rules: RuleSet,
        seats: tuple[int, ...],
        seed: int,
        duplicate: bool = True,
        lenient: bool = False,
        keep_record: bool = False,
    ) -> Result:
        """A game of the entrants at these indices, by seat; what the dice are follows from `seed`.

        Breach with the index of the entrant. The record, of at most `MAX_PLAYERS`, is kept when asked for.
        """
        entrants = [self._entrants[index] for index in seats]
        names = tuple(Seat(entrant.name, entrant.strategy or HUMAN) for entrant in entrants)
        setup = Setup(names, seed, rules, duplicate)
        players = [InHouse(strategy(entrant.strategy, _setup_of(entrant, setup))) for entrant in entrants]
        kept = setup if keep_record and len(seats) <= MAX_PLAYERS else None
        try:
            return play(rules, players, Dealer(seed, duplicate).deal, lenient, kept)
        except Breach as breach:
            raise Breach(seats[breach.entrant], breach.position, breach.move, breach.rule) from None


def _setup_of(entrant: Entrant, setup: Setup) -> Setup:
    """What the strategy is told of the game: the knobs are its own."""
    return Setup(setup.players, setup.seed, setup.rules, setup.duplicate, entrant.ha, entrant.hb)


class InHouse:
    """A strategy of the program as a player."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._action: Action | None = None
        self._state: GameState | None = None

    def move(self, state: GameState) -> Action:
        self._action = self._strategy.decide(state).action
        self._state = state
        return self._action

    def said(self) -> str:
        assert self._action is not None
        assert self._state is not None
        if isinstance(self._action, Roll):
            return f"roll {' '.join(str(position) for position in self._action.positions) or '-'}"
        return f"score {box_name(self._state.rules, self._action.box)}"

    def slowest(self) -> float:
        return 0.0
