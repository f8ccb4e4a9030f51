"""Chances to win with several columns, simulated: the game is played to the end many times, for points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from statistics import fmean, stdev

from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances.chances import Certainty, Chances, shares_of
from h89yahtzee.solver.columns.playouts import Playout

_GAMES = 25
"""So many games are played side by side: a turn of all takes a few milliseconds."""

_PAIRINGS = 10
"""How often the totals of a batch are compared, those of a player with others of the others."""

_MOST_TURNS = 60_000
_MOST_BATCHES = 80


class ChanceSearch:
    """A search whose result is there after two batches of games, and surer with each.

    Seats are expected to make some points less than these games, their `losses`.
    """

    def __init__(self, state: GameState, losses: Sequence[int] = (), seed: int = 0) -> None:
        self.state = state
        self._losses = losses or [0] * len(state.cards)
        self._playout = Playout(seed)
        turns = sum(len(card.open_boxes()) for card in state.cards)
        self._number = max(2, min(_MOST_BATCHES, _MOST_TURNS // (_GAMES * turns)))
        self._shares: list[list[float]] = []
        self._steps = self._all_steps()

    @property
    def progress(self) -> float:
        return len(self._shares) / self._number

    @property
    def is_done(self) -> bool:
        return len(self._shares) == self._number

    def advance(self) -> None:
        """Play a turn of a batch."""
        next(self._steps, None)

    @property
    def result(self) -> Chances | None:
        """The chances by the games that are over; None before there are enough."""
        if len(self._shares) < 2:
            return None
        by_seat = [*zip(*self._shares, strict=True)]
        error = max(map(stdev, by_seat)) / len(self._shares) ** 0.5
        return Chances(tuple(map(fmean, by_seat)), Certainty.SIMULATED, error)

    def _all_steps(self) -> Iterator[None]:
        state = self.state
        for _ in range(self._number):
            totals = []
            for seat, (card, loss) in enumerate(zip(state.cards, self._losses, strict=True)):
                on_table = (state.dice, state.rolls_left) if seat == state.seat else ((), 0)
                played = yield from self._playout.totals(card, _GAMES, *on_table)
                totals.append([total - loss for total in played])
            self._shares.append(_shares(totals))


def _shares(totals: Sequence[Sequence[float]]) -> list[float]:
    """The share of the wins of each seat; a tie is shared."""
    shares = [0.0] * len(totals)
    for pairing in range(_PAIRINGS):
        for game in range(_GAMES):
            ends = [own[(game + seat * pairing) % _GAMES] for seat, own in enumerate(totals)]
            shares = [*map(add, shares, shares_of(ends))]
    return [share / (_PAIRINGS * _GAMES) for share in shares]
