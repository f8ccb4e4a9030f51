"""Games of bots for tests: one that must end with a result, one that must end with a breach, those of `check`."""

from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.referee import Breach, GameResult
from h89yahtzee.arena.tournament.bot_check import OPPONENT, Findings, check
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.game.rules import OFFICIAL, RuleSet


def result_of(
    pool: BotPool, seats: tuple[int, ...] = (0,), seed: int = 1, rules: RuleSet = OFFICIAL, lenient: bool = False
) -> GameResult:
    outcome = pool.play(rules, seats, seed, lenient=lenient)
    assert isinstance(outcome, GameResult), outcome
    return outcome


def breach_in(pool: BotPool, seats: tuple[int, ...] = (0,)) -> Breach:
    outcome = pool.play(OFFICIAL, seats, seed=1)
    assert isinstance(outcome, Breach), outcome
    return outcome


def checked(entrant: Entrant, rules: RuleSet, limits: Limits | None = None) -> Findings:
    with BotPool([entrant, OPPONENT], limits) as pool:
        return check(pool, rules)
