"""Ten bots from weak to strong: the further down the list, the fewer careless moves."""

from dataclasses import dataclass

from h89yahtzee.arena.referee import GameResult, Outcome, play
from h89yahtzee.arena.tournament.bot_pool import StrategyContestant
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.game.dealer import Dealer, choose
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.game.state import GameState
from h89yahtzee.players.greedy import Greedy, Uniform
from h89yahtzee.players.strategy import Decision

CARELESS = (100, 70, 50, 36, 26, 18, 12, 7, 3, 0)
"""The share of random moves of each bot, in per cent; the other moves are greedy."""
NAMES = tuple(f"careless-{share}" for share in CARELESS)


@dataclass(frozen=True, slots=True)
class Careless:
    share: int
    seed: int

    def decide(self, state: GameState) -> Decision:
        is_random = choose(100, self.seed, 1, state.turn, state.rolls_left) < self.share
        return (Uniform(self.seed) if is_random else Greedy()).decide(state)


def played(bots: tuple[int, ...], seed: int, duplicate: bool = True) -> Outcome:
    """Play a game of these bots, by seat; a bot's random moves follow from the game's seed and the bot's number."""
    contestants = [StrategyContestant(Careless(CARELESS[bot], 10 * (seed % 2**40) + bot)) for bot in bots]
    return play(OFFICIAL, contestants, Dealer(seed, duplicate).deal)


def totals(game: Game) -> tuple[int, ...]:
    outcome = played(game.seats, game.seed, not game.is_independent)
    assert isinstance(outcome, GameResult)
    return outcome.totals
