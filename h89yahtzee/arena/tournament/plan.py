"""The plan of a tournament, from which its table follows, and its text: `format_plan` and `parse_plan`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum

from h89yahtzee.arena.entrant import Entrant, Kind, check_name
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.ratings.sequential_test import Hypotheses
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.swiss import most_rounds
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import Tokens, format_rules
from h89yahtzee.players.catalogue import STRATEGIES

_MOST = 10**9
"""Games, and the value of a knob, at most."""
_MOST_BYTES = 2**60


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays, and how. `rules` are in the words of records: a rule set can't be sent to another process.

    `digests` are those of the entrants' files when the tournament began, none where that isn't known.
    """

    entrants: tuple[Entrant, ...]
    pairing: Pairing
    rules: str
    is_lenient: bool
    limits: Limits
    digests: tuple[str, ...] = ()

    @property
    def has_bots(self) -> bool:
        """Whether programs of others take part."""
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
    """ValueError if the text is no plan that could have been asked for, or one of another version."""
    try:
        values = json.loads(text)
        entrants = tuple(map(_entrant, values["entrants"]))
        plan = Plan(
            entrants,
            _pairing(values["pairing"], len(entrants)),
            values["rules"],
            values["is_lenient"],
            _limits(values["limits"]),
            tuple(values.get("digests", ())),
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
    folder = command[0].rpartition("/")[0] if values.get("folder") else ""
    _check(values.get("folder", "") == folder)
    return Entrant(name, kind, strategy, ha, hb, tuple(command), folder)


def _pairing(values: dict[str, object], bots: int) -> Pairing:
    pool, is_independent = Pool(values["pool"]), values["is_independent"]
    size = _whole(values["size"], 2, bots) if pool is Pool.TABLES else 0
    # Journals of earlier versions have neither.
    rounds = _whole(values.get("rounds"), 1, most_rounds(bots)) if pool is Pool.SWISS else 0
    test = _hypotheses(values.get("test"))
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
