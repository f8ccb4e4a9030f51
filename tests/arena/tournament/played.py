"""Tournaments that are played out with totals that a test makes up."""

from collections.abc import Callable
from random import Random

from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.arena.tournament.tournament import Tournament


def result(*totals: int) -> GameResult:
    """Return the result of a game with these totals, by seat; all its other figures are 0."""
    none = (0,) * len(totals)
    return GameResult(totals, none, none, none, (0.0,) * len(totals), penalties=none)


def play_out(
    tournament: Tournament, totals: Callable[[Game], tuple[int, ...]], source: Random | None = None, batch: int = 1
) -> Tournament:
    """Play all games, up to `batch` at a time; if `source` is given, they end in random order."""
    running: list[Game] = []
    while games := tournament.take(batch - len(running)) or running:
        running += games if games is not running else []
        game = running.pop(source.randrange(len(running)) if source else 0)
        tournament.note(game, result(*totals(game)))
    return tournament
