"""What the program around a host supplies its tables with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from h89yahtzee.players.catalogue import optimal, strategy
from h89yahtzee.table.chances.bookmaker import Bookmaker
from h89yahtzee.table.review.coach import AnalystOf
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.series.match import PlayerOf


@dataclass(frozen=True, slots=True)
class Supplies:
    """`draw(n)` gives any number below n, for seeds. A `Match`, `Table` or `Viewer` takes the others."""

    draw: Callable[[int], int]
    player_of: PlayerOf = strategy
    analyst_of: AnalystOf = optimal
    saved_games: SavedGames | None = None
    bookmaker: Bookmaker = field(default_factory=Bookmaker)
