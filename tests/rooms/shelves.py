"""Saved games that are kept in memory, on a shelf, instead of in a journal."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from h89yahtzee.game.day import Day
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.table.match import Match
from h89yahtzee.table.reviews import PendingLines, Steps
from h89yahtzee.table.saved_games import Scores


def game(seed: int, turns: int = 13, *names: str, duplicate: bool = False) -> Record:
    """Return a game in which everybody scores turn n in row n; only the very first turn has a re-roll."""
    players = tuple(map(Player, names or ("me",)))
    match = Match(Setup(players, seed, duplicate=duplicate))
    match.act(Roll((0, 2)))
    for _ in range(turns * len(players)):
        match.act(Score(match.state.card.open_boxes()[0]))
    return match.record


@dataclass
class Shelf:
    """Saved games by their numbers."""

    games: dict[int, Record] = field(default_factory=dict)
    failure: OSError | None = None
    ending: str = ""
    command: str = ""
    results: Sequence[tuple[str, int]] = ()

    def numbers(self) -> Sequence[int]:
        if self.failure is not None:
            raise self.failure
        return sorted(self.games, reverse=True)

    def line(self, number: int) -> str:
        return f"{number:5} seed {self.games[number].setup.seed}{self.ending}"

    def sentence(self, number: int) -> str:
        return f"Game {number} has the seed {self.games[number].setup.seed}."

    def record(self, number: int) -> Record:
        if not self.games[number].turns:
            raise ValueError(f"game {number}: it is damaged")
        return self.games[number]

    def how_to_resume(self, number: int) -> str:
        return f"{self.command} {number}" if self.command else ""

    def scores(self) -> Scores:
        if self.failure is not None:
            raise self.failure
        return Scores(["averages"], ["the best of all"])

    def days(self, aloud: bool) -> PendingLines:
        def steps() -> Steps:
            yield 0.5
            return ["in a sentence" if aloud else "in a table"]

        return PendingLines(steps())

    def totals_like(self, setup: Setup) -> list[int]:  # noqa: ARG002
        return []

    def results_of(self, day: Day, rules: RuleSet) -> Sequence[tuple[str, int]]:  # noqa: ARG002
        return self.results

    def past_totals(self, setup: Setup, name: str) -> None: ...
