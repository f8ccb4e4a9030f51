"""The chances as they stand on the board: a figure a player after each posted turn, in few bytes on a slow line."""

from __future__ import annotations

from dataclasses import replace

from h89yahtzee.game.record import Setup
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances.chances import Certainty, Chances
from h89yahtzee.table import texts
from h89yahtzee.table.chances.bookmaker import Bookmaker, Reckoning

MOST_BYTES = 12
"""What a turn may cost on a line, beside all else that changes."""
_MOTION = 4
"""The bytes that move an H19's cursor anywhere."""


class ChanceFigures:
    """What is written of the chances before each turn; `problem` says why there is nothing.

    Where more figures change than `MOST_BYTES` carry, those that are furthest off are written; the others follow
    after the next turns. At the end of a game all are.
    """

    def __init__(self, bookmaker: Bookmaker) -> None:
        self._bookmaker = bookmaker
        self._reckoning: Reckoning[Chances] | None = None
        self._turn: object = None
        self.written: tuple[str, ...] = ()
        self.problem = ""

    def forget(self) -> None:
        """Nobody looks at them: what is asked for next is written whole."""
        self._reckoning, self._turn, self.written, self.problem = None, None, (), ""

    def is_known(self, state: GameState) -> bool:
        """Whether those of the turn of `state` are there."""
        return self._turn == _turn_of(state) and self._reckoning is None

    def advance(self, setup: Setup, state: GameState) -> bool:
        """Ask for what isn't known yet, one turn at a time, and take in what has come; whether anything has."""
        if self._reckoning is None:
            self._turn = _turn_of(state)
            self._reckoning = self._bookmaker.chances(setup, replace(state, dice=()))
        if not self._reckoning.is_done:
            return False
        chances, self.problem = self._reckoning.result, self._reckoning.problem
        self._reckoning = None
        if chances is not None:
            figures = written(chances)
            self.written = figures if state.is_over or not self.written else cheaply(self.written, figures)
        return True


def _turn_of(state: GameState) -> object:
    """Turns are told apart by the cards: a posted one changes them."""
    return state.cards, state.seat, state.turn, state.is_over


def written(chances: Chances) -> tuple[str, ...]:
    """A mark, blank where the figures are exact, and the figure of each seat."""
    mark = "" if chances.certainty is Certainty.EXACT else texts.ABOUT
    return mark, *map(texts.per_cent, chances.shares)


def cheaply(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """`before` with as much of `after` as a turn may cost: first the figures furthest off, the mark last."""
    result, left = list(before), MOST_BYTES
    furthest_off = sorted(range(1, len(after)), key=lambda at: -abs(int(after[at]) - int(before[at])))
    for place in (*furthest_off, 0):
        cost = _cost(before[place], after[place])
        if cost <= left:
            result[place], left = after[place], left - cost
    return tuple(result)


def _cost(before: str, after: str) -> int:
    """The bytes that turn a figure of up to three digits into another."""
    changed = [at for at, (old, new) in enumerate(zip(f"{before:>3}", f"{after:>3}", strict=True)) if old != new]
    return _MOTION + changed[-1] - changed[0] + 1 if changed else 0
