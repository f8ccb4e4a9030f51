"""A check of a bot before a tournament: it plays games, and the first of them begin where the rules are hardest.

The hardest positions have five alike on the table while all Yahtzee boxes are filled, or about to be: ten for each
face, the same in every column. By rules without extra Yahtzees they are positions like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from h89yahtzee.arena.contestants import BotContestant, StrategyContestant
from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.referee import Breach, RefereedGame
from h89yahtzee.game.categories import Category
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import FACES
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, new_game

GAMES = 100

ENOUGH = 20
"""The number of breaches after which the check ends."""
STARTS = 2
"""How often a bot may fail to start until it ends."""

_FIFTY = 50
_OF_EACH = 3
_OPPONENT = Entrant("random", Kind.STRATEGY, "random")


class Hardship(NamedTuple):
    """What stands in the Yahtzee boxes (None: they are open), and which other boxes are open.

    `matching` are the upper boxes of the dice's face, `upper` the other upper boxes, `lower` the lower ones.
    """

    yahtzee: int | None
    matching: bool
    upper: bool
    lower: bool


_HARDSHIPS = (
    Hardship(_FIFTY, matching=True, upper=True, lower=True),
    Hardship(_FIFTY, matching=True, upper=True, lower=False),
    Hardship(_FIFTY, matching=True, upper=False, lower=True),
    Hardship(_FIFTY, matching=False, upper=True, lower=True),
    Hardship(_FIFTY, matching=False, upper=False, lower=True),
    Hardship(_FIFTY, matching=False, upper=True, lower=False),
    Hardship(0, matching=True, upper=True, lower=True),
    Hardship(0, matching=False, upper=True, lower=True),
    Hardship(0, matching=False, upper=True, lower=False),
    Hardship(None, matching=False, upper=True, lower=True),
)


@dataclass(frozen=True, slots=True)
class Findings:
    """The breaches in the games that were played, in order and at most `ENOUGH`, and how the others went.

    `mean` is the mean total of the games that began with empty cards and had no breach, None if there were none.
    `slowest` is the time of the slowest move in seconds. A bot that doesn't start has one breach.
    """

    games: int
    breaches: tuple[Breach, ...]
    mean: float | None
    slowest: float
    starts: bool = True

    def by_rule(self) -> list[tuple[Breach, int]]:
        """The first breach of each rule, and how often that rule was broken."""
        rules = [breach.rule for breach in self.breaches]
        return [(self.breaches[rules.index(rule)], rules.count(rule)) for rule in dict.fromkeys(rules)]


def check(
    entrant: Entrant,
    rules: RuleSet,
    limits: Limits | None = None,
    seed: int = 0,
    logs: Path | None = None,
    hidden: Sequence[Path] = (),
    began: Callable[[int], object] = lambda _: None,
) -> Findings:
    """Let the entrant play `GAMES` against a random player, the hardest positions first.

    `began` is called with the number of each game, from 1. ValueError if its files aren't there.
    """
    breaches: list[Breach] = []
    totals: list[int] = []
    games, slowest = 0, 0.0
    with BotPool([entrant, _OPPONENT], limits, logs, hidden) as pool:
        for games, (state, is_whole) in enumerate(islice(_games(rules, seed), GAMES), 1):
            began(games)
            before = len(breaches)
            seated = [pool.seated(index, index, _setup(entrant, rules, seed + games)) for index in (0, 1)]
            game = RefereedGame(state, seated, Dealer(seed + games).deal)
            breaches += _breaches(game, seated[0])
            if seated[0].has_failed_to_start:
                first = next(breach for breach in breaches if breach.rule == breaches[-1].rule)
                return Findings(games, (first,), None, slowest, starts=False)
            slowest = max(slowest, seated[0].slowest())
            totals += [game.state.totals()[0]] * (is_whole and len(breaches) == before)
            if len(breaches) >= ENOUGH:
                break
    mean = sum(totals) / len(totals) if totals else None
    return Findings(games, tuple(breaches[:ENOUGH]), mean, slowest)


def _breaches(game: RefereedGame, contestant: StrategyContestant | BotContestant) -> Iterator[Breach]:
    """The breaches in a game, up to the one after which it isn't worth while to start the bot again."""
    failures = 0
    for breach in game.breaches():
        yield breach
        failures += contestant.has_failed_to_start
        if failures == STARTS:
            return


def _setup(entrant: Entrant, rules: RuleSet, seed: int) -> Setup:
    players = (Player(entrant.name, entrant.strategy or HUMAN), Player(_OPPONENT.name, _OPPONENT.strategy))
    return Setup(players, seed, rules)


def _games(rules: RuleSet, seed: int) -> Iterator[tuple[GameState, bool]]:
    """Where games begin, and whether that is with empty cards: the hardest positions, then new games for ever."""
    yield from ((state, False) for state in hardest(rules))
    for number in count(1 + len(FACES) * len(_HARDSHIPS)):
        yield new_game(rules, 2, Dealer(seed + number).deal), True


def hardest(rules: RuleSet) -> list[GameState]:
    """The 60 hardest positions, in games of two players; the other one's card is empty."""
    states = []
    for hardship in _HARDSHIPS:
        for face in FACES:
            column = tuple(_stands(rules, category, hardship, face) for category in rules.categories)
            cards = (Scorecard(rules, (column,) * rules.columns), Scorecard.empty(rules))
            turn = rules.columns * sum(score is not None for score in column)
            # The first roll of a turn: bots may rely on being asked from the beginning of each turn.
            states.append(GameState(rules, cards, 0, turn, (face,) * rules.dice, rules.rerolls))
    return states


def _stands(rules: RuleSet, category: Category, hardship: Hardship, face: int) -> int | None:
    """What stands in a row: if it is filled, three of its face in an upper row, 0 in a lower one."""
    if rules.categories.index(category) == rules.five_alike_row:
        return hardship.yahtzee
    if category.face is None:
        return None if hardship.lower else 0
    is_open = hardship.matching if category.face == face else hardship.upper
    return None if is_open else _OF_EACH * category.face
