"""The plan of a tournament, from which its table follows, and its text: `format_plan` and `parse_plan`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays, and how. `rules` are in the words of records: a rule set can't be sent to another process."""

    entrants: tuple[Entrant, ...]
    pairing: Pairing
    rules: str
    is_lenient: bool
    limits: Limits

    @property
    def rule_set(self) -> RuleSet:
        return Tokens(self.rules).take_rules()


def format_plan(plan: Plan) -> str:
    def value(choice: object) -> str:
        assert isinstance(choice, Enum)
        return str(choice.value)

    return json.dumps(asdict(plan), default=value)


def parse_plan(text: str) -> Plan:
    """ValueError if the text is no plan, or one of another version of the program."""
    try:
        values = json.loads(text)
        entrants = [
            Entrant(**{**entrant, "kind": Kind(entrant["kind"]), "command": tuple(entrant["command"])})
            for entrant in values["entrants"]
        ]
        pairing = Pairing(**{**values["pairing"], "pool": Pool(values["pairing"]["pool"])})
        limits = Limits(**values["limits"])
        plan = Plan(tuple(entrants), pairing, values["rules"], values["is_lenient"], limits)
        plan.rule_set  # noqa: B018 - NotationError, a ValueError, for what are no rules
    except (ValueError, TypeError, LookupError):
        raise ValueError("expected the plan of a tournament") from None
    return plan
