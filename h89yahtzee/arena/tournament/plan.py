"""The two parts of a tournament as text: its plan, on which the results depend, and the outcome of each game.

`format_plan` and `parse_plan` are each other's inverse, and so are `format_outcome` and `parse_outcome`. The
parsers check everything in a text, since anybody may have written the text.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import Enum

from h89yahtzee.arena.entrant import Entrant, Kind, check_name
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.schedule import Pairing, Pool, Seats
from h89yahtzee.arena.tournament.sequential_test import Hypotheses
from h89yahtzee.arena.tournament.swiss import most_rounds
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import Tokens, format_rules
from h89yahtzee.players.catalogue import STRATEGIES

_MOST = 10**9
"""The largest number of games, and the largest `ha` and `hb`, that a parsed plan may have. All numbers in a parsed
outcome must be smaller."""
_MOST_BYTES = 2**60


@dataclass(frozen=True, slots=True)
class Plan:
    """The entrants and the terms of a tournament.

    `rules` is the text that stands for the rule set in game records; it is kept as text, since a rule set can't be
    sent to another process. `digests` has for each entrant a hash of its files at the beginning of the tournament;
    it is empty until then.
    """

    entrants: tuple[Entrant, ...]
    pairing: Pairing
    rules: str
    is_lenient: bool = False
    limits: Limits = field(default_factory=Limits)
    digests: tuple[str, ...] = ()

    @property
    def has_bots(self) -> bool:
        """Whether any entrant is a bot rather than a strategy of the program."""
        return any(entrant.kind is not Kind.STRATEGY for entrant in self.entrants)

    @property
    def rule_set(self) -> RuleSet:
        return Tokens(self.rules).take_rules()


def format_plan(plan: Plan) -> str:
    def value(choice: object) -> str:
        assert isinstance(choice, Enum)
        return str(choice.value)

    return json.dumps(asdict(plan), default=value)


def parse_plan(text: str) -> Plan:
    """Parse the plan of a tournament that has begun; ValueError for texts that `format_plan` doesn't write."""
    try:
        values = json.loads(text)
        entrants = tuple(map(_entrant, values["entrants"]))
        plan = Plan(
            entrants,
            _pairing(values["pairing"], len(entrants)),
            values["rules"],
            values["is_lenient"],
            _limits(values["limits"]),
            tuple(values["digests"]),
        )
        _check(all(isinstance(digest, str) for digest in plan.digests))
        _check(len(plan.digests) in (0, len(entrants)))
        _check(isinstance(plan.is_lenient, bool) and format_rules(plan.rule_set) == plan.rules)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise ValueError("expected the plan of a tournament") from None
    return plan


def _entrant(values: dict[str, object]) -> Entrant:
    kind, command = Kind(values["kind"]), values["command"]
    name, strategy = values["name"], values["strategy"]
    if not (isinstance(name, str) and isinstance(strategy, str) and isinstance(command, list)):
        raise TypeError
    check_name(name)
    _check(all(isinstance(word, str) and "\0" not in word for word in command))
    is_bot = kind is not Kind.STRATEGY
    _check(bool(command) == is_bot and (not strategy if is_bot else strategy in STRATEGIES))
    _check(kind is not Kind.PYTHON or len(command) == 1)
    ha, hb = (_whole(values[knob], -_MOST, _MOST) for knob in ("ha", "hb"))
    # A bot's folder must be the folder of the bot's file: a journal must not open another folder to the bot.
    folder = command[0].rpartition("/")[0] if values["folder"] else ""
    _check(values["folder"] == folder)
    return Entrant(name, kind, strategy, ha, hb, tuple(command), folder)


def _pairing(values: dict[str, object], bots: int) -> Pairing:
    pool, is_independent = Pool(values["pool"]), values["is_independent"]
    size = _whole(values["size"], 2, bots) if pool is Pool.TABLES else 0
    rounds = _whole(values["rounds"], 1, most_rounds(bots)) if pool is Pool.SWISS else 0
    test = _hypotheses(values["test"])
    _check(test is None or (pool is Pool.PAIRS and bots == 2))
    _check(values["bots"] == bots >= (1 if pool is Pool.ALL else 2))
    if not isinstance(is_independent, bool):
        raise TypeError
    games, seed = _whole(values["games"], 1, _MOST), _whole(values["seed"], 0, SEEDS - 1)
    return Pairing(bots, pool, games, seed, size, is_independent, rounds, test)


def _hypotheses(values: object) -> Hypotheses | None:
    if values is None:
        return None
    if not isinstance(values, dict):
        raise TypeError
    test = Hypotheses(**values)
    _check(all(type(number) in (int, float) for number in values.values()) and test.is_valid)
    return test


def _limits(values: dict[str, int]) -> Limits:
    _check(all(type(value) in (int, float) and 0 < value < _MOST_BYTES for value in values.values()))
    return Limits(**values)


def _whole(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError
    return value


def _check(is_valid: bool) -> None:
    if not is_valid:
        raise ValueError


def format_outcome(outcome: Outcome, seats: Seats) -> str:
    """Return the outcome of a game of the bots in `seats` as a line of JSON without newline.

    The line is an array. For a result it has the members of `GameResult`: arrays of numbers, by seat, and then the
    moves as text. For a breach of the rules it has the number of the bot, then the position, move and rule as
    texts.
    """
    if isinstance(outcome, Breach):
        return json.dumps([seats[outcome.seat], outcome.position, outcome.move, outcome.rule])
    figures = (outcome.totals, outcome.upper_bonuses, outcome.yahtzees, outcome.extra_yahtzees)
    return json.dumps([*figures, outcome.slowest, outcome.penalties, outcome.moves], separators=(",", ":"))


def parse_outcome(text: str, seats: Seats) -> Outcome:
    """Return the outcome in `text`; ValueError if it isn't the outcome of a game with these `seats`."""
    try:
        values = json.loads(text)
        if isinstance(values[0], int):
            bot, *words = values
            return Breach(seats.index(bot), *map(_printable, words))
        *values, moves = values
        *counts, slowest, penalties = (_by_seat(figures, seats) for figures in values)
        totals, upper_bonuses, yahtzees, extra_yahtzees, penalised = map(_integers, (*counts, penalties))
        _check(isinstance(moves, str))
    except (ValueError, TypeError, LookupError, RecursionError):
        raise ValueError(f"expected the outcome of a game, not {text!r}") from None
    return GameResult(totals, upper_bonuses, yahtzees, extra_yahtzees, slowest, penalised, moves)


def _printable(text: object) -> str:
    """Return `text` if it has printable characters only, else raise ValueError."""
    if not (isinstance(text, str) and text.isprintable()):
        raise ValueError
    return text


def _by_seat(figures: list[float], seats: Seats) -> tuple[float, ...]:
    _check(len(figures) == len(seats) and all(type(it) in (int, float) and 0 <= it < _MOST for it in figures))
    return tuple(figures)


def _integers(figures: tuple[float, ...]) -> tuple[int, ...]:
    _check(all(isinstance(figure, int) for figure in figures))
    return tuple(map(int, figures))
