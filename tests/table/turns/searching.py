"""Computer players that search before they decide."""

from __future__ import annotations

from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.strategy import Decision, Search


class Count:
    """A search that is done after so many slices."""

    def __init__(self, slices: int) -> None:
        self._slices = slices
        self.left = slices

    @property
    def progress(self) -> float:
        return 1 - self.left / self._slices

    @property
    def is_done(self) -> bool:
        return self.left == 0

    def advance(self) -> None:
        assert self.left
        self.left -= 1


class Slow:
    """It posts in the last open row where it has searched, else in the first. It searches once for each card."""

    def __init__(self, slices: int) -> None:
        self._slices = slices
        self.searches: dict[int, Count] = {}

    def search(self, state: GameState) -> Search | None:
        if state.turn in self.searches and self.searches[state.turn].is_done:
            return None
        return self.searches.setdefault(state.turn, Count(self._slices))

    def decide(self, state: GameState) -> Decision:
        knows = state.turn in self.searches and self.searches[state.turn].is_done
        return Decision(Score(state.legal_boxes()[-1 if knows else 0]))
