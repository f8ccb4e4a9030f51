"""A check of one bot by games before a tournament, and a trace of one decision of a bot.

The first games of a check begin in the hardest positions, in which the first roll is five alike. These positions
are of ten kinds, which differ in the boxes that are open; for each kind there is a position for each face of the
dice. The Yahtzee boxes are filled in nine kinds, and open in one. All columns of the first bot's card are alike.
Under rules without extra Yahtzees these positions are no harder than others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import NamedTuple

from h89yahtzee.arena.entrant import Entrant, Kind, setup_of
from h89yahtzee.arena.protocol import BotContestant, Channel, Limits
from h89yahtzee.arena.referee import Breach, Foul, RefereedGame
from h89yahtzee.arena.tournament.bot_pool import BotPool, StrategyContestant
from h89yahtzee.game.categories import Category
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import FACES
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, GameState, IllegalAction, apply, new_game

GAMES = 100
ENOUGH = 20
"""The number of breaches of the rules after which the check of a bot ends."""
STARTS = 2
"""The number of times that a bot may fail to start before a check ends."""
OPPONENT = Entrant("random", Kind.STRATEGY, "random")

_FIFTY = 50
_OF_EACH = 3


class Hardship(NamedTuple):
    """A kind of hard position: the score in the Yahtzee boxes (None if open), and which other boxes are open.

    `matching` tells whether the upper boxes for the face of the five dice are open, `upper` whether the upper boxes
    for other faces are open, and `lower` whether the lower boxes, those for Yahtzees excepted, are open.
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
    """The result of a check: the number of games begun, and the first breaches of rules, at most `ENOUGH` of them,
    in the order of the games.

    `mean` is the mean total of the games that began with empty cards and had no breach, None if there were none.
    `slowest` is the time of the slowest move in seconds. If the bot doesn't start, `breaches` has a single breach.
    """

    games: int
    breaches: tuple[Breach, ...]
    mean: float | None
    slowest: float
    starts: bool = True

    def by_rule(self) -> list[tuple[Breach, int]]:
        """Return for each broken rule its first breach and the number of its breaches."""
        rules = [breach.rule for breach in self.breaches]
        return [(self.breaches[rules.index(rule)], rules.count(rule)) for rule in dict.fromkeys(rules)]


def check(
    pool: BotPool, rules: RuleSet, seed: int = 0, began: Callable[[int], object] = lambda _: None
) -> Findings:
    """Let the first bot of `pool` play `GAMES` games against the second, the hardest positions first.

    `began` is a function that is called with the number of each game, from 1, when the game begins.
    """
    breaches: list[Breach] = []
    totals: list[int] = []
    games, slowest = 0, 0.0
    for games, (state, is_whole) in enumerate(islice(_games(rules, seed), GAMES), 1):
        began(games)
        before = len(breaches)
        setup = setup_of(pool.entrants, (0, 1), seed + games, rules, True)
        seated = [pool.seated(index, index, setup) for index in (0, 1)]
        game = RefereedGame(state, seated, Dealer(seed + games).deal)
        breaches += _breaches(game, seated[0])
        if seated[0].has_failed_to_start:
            # A bot that doesn't start breaks the same rule at each attempt: report only the first such breach.
            first = next(breach for breach in breaches if breach.rule == breaches[-1].rule)
            return Findings(games, (first,), None, slowest, starts=False)
        slowest = max(slowest, seated[0].slowest())
        if is_whole and len(breaches) == before:
            totals.append(game.state.totals()[0])
        if len(breaches) >= ENOUGH:
            break
    mean = sum(totals) / len(totals) if totals else None
    return Findings(games, tuple(breaches[:ENOUGH]), mean, slowest)


def _breaches(game: RefereedGame, contestant: StrategyContestant | BotContestant) -> Iterator[Breach]:
    """Play a game and yield its breaches of rules, until `contestant`, the checked bot, has failed to start
    `STARTS` times."""
    failures = 0
    for breach in game.breaches():
        yield breach
        failures += contestant.has_failed_to_start
        if failures == STARTS:
            return


def _games(rules: RuleSet, seed: int) -> Iterator[tuple[GameState, bool]]:
    """Yield for each game a pair: its first state, and whether all cards are empty then. The games with the
    `hardest` states come first; new games follow without end."""
    yield from ((state, False) for state in hardest(rules))
    for number in count(1 + len(FACES) * len(_HARDSHIPS)):
        yield new_game(rules, 2, Dealer(seed + number).deal), True


def hardest(rules: RuleSet) -> list[GameState]:
    """Return the 60 hardest positions, in games of two players, of whom the second has an empty card."""
    states = []
    for hardship in _HARDSHIPS:
        for face in FACES:
            column = tuple(_stands(rules, category, hardship, face) for category in rules.categories)
            cards = (Scorecard(rules, (column,) * rules.columns), Scorecard.empty(rules))
            turn = rules.columns * sum(score is not None for score in column)
            # Begin after the first roll of a turn: bots may rely on being asked for each decision of a turn.
            states.append(GameState(rules, cards, 0, turn, (face,) * rules.dice, rules.rerolls))
    return states


def _stands(rules: RuleSet, category: Category, hardship: Hardship, face: int) -> int | None:
    """Return the score that a row has in a hard position, None if the row is open. A filled upper row has the
    points of three dice of its face, a filled lower row 0. The Yahtzee row has the score that `hardship` tells."""
    if rules.categories.index(category) == rules.five_alike_row:
        return hardship.yahtzee
    if category.face is None:
        return None if hardship.lower else 0
    is_open = hardship.matching if category.face == face else hardship.upper
    return None if is_open else _OF_EACH * category.face


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message and the bot's answer, both without the newline, and the `seconds` charged to the bot.

    After a foul, `answer` has the bytes that the bot had sent by then, shortened as in reports, and `seconds` is
    None.
    """

    sent: str
    answer: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Trace:
    """One decision of a bot: all `exchanges` of messages up to the move, the move as an `action` (None if no move
    came), and the broken `rule` ("" if the move is legal)."""

    exchanges: tuple[Exchange, ...]
    action: Action | None
    rule: str


@dataclass(slots=True)
class _Tap:
    """A channel that passes messages on to another `channel` and records messages and answers."""

    channel: Channel
    exchanges: list[Exchange] = field(default_factory=list)

    @property
    def is_running(self) -> bool:
        return self.channel.is_running

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        sent = message.decode("ascii").rstrip("\n")
        try:
            answer, took = self.channel.ask(message, seconds, rule)
        except Foul as foul:
            self.exchanges.append(Exchange(sent, foul.move, None))
            raise
        self.exchanges.append(Exchange(sent, answer.decode("utf-8", "backslashreplace"), took))
        return answer, took

    def hang_up(self) -> None:
        self.channel.hang_up()


def trace(pool: BotPool, state: GameState, limits: Limits, seed: int) -> Trace:
    """Let the first bot of a pool decide in `state`; return the move and all messages exchanged for it.

    The seed that the bot gets for its own random numbers is made from `seed`.
    """
    tap = _Tap(pool.channel(0))
    contestant = BotContestant(tap, state.rules, len(state.cards), seed % 2**32, limits)
    action, rule = _decision(contestant, state)
    return Trace(tuple(tap.exchanges), action, rule)


def _decision(contestant: BotContestant, state: GameState) -> tuple[Action | None, str]:
    """Return the bot's move in `state` (None if no move came), and the rule that the bot broke ("" if the move is
    legal)."""
    action = None
    try:
        action = contestant.move(state)
        apply(state, action, Dealer(0).deal)
    except Foul as foul:
        return None, foul.rule
    except IllegalAction as error:
        return action, str(error)
    return action, ""
