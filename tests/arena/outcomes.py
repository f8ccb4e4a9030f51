"""Games of a bot pool that are known to end with a result, or with a breach."""

from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.referee import Breach, GameResult
from h89yahtzee.game.rules import OFFICIAL, RuleSet


def result_of(
    pool: BotPool,
    seats: tuple[int, ...] = (0,),
    seed: int = 1,
    rules: RuleSet = OFFICIAL,
    lenient: bool = False,
) -> GameResult:
    outcome = pool.play(rules, seats, seed, lenient=lenient)
    assert isinstance(outcome, GameResult), outcome
    return outcome


def breach_in(pool: BotPool, seats: tuple[int, ...] = (0,)) -> Breach:
    outcome = pool.play(OFFICIAL, seats, seed=1)
    assert isinstance(outcome, Breach), outcome
    return outcome
