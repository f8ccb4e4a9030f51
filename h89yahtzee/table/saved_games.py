"""The games that were saved, as a table may ask about them; where they are kept is not known here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.game.record import Record, Setup


@dataclass(frozen=True, slots=True)
class PastTotals:
    """One person's finished games by the same rules with as many columns.

    `last` are the latest, in the order of the games; of the `average` the store knows how much each game counts.
    """

    last: tuple[int, ...]
    best: int
    average: float


class SavedGames(Protocol):
    """For reading only. Every method raises OSError where that fails."""

    def numbers(self) -> Sequence[int]:
        """The numbers of all games, the newest first."""
        ...

    def line(self, number: int) -> str:
        """What was played when, and what it came to."""
        ...

    def record(self, number: int) -> Record:
        """The whole game; ValueError where it is none that was played by the rules."""
        ...

    def scores(self) -> Sequence[str]:
        """Lines that tell of all people's finished games, and the best of all."""
        ...

    def past_totals(self, setup: Setup, name: str) -> PastTotals | None:
        """None where the person called `name` has finished no such game as `setup` begins."""
        ...
