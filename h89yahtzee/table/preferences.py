"""How the game is shown and played at the table, whatever its rules: each person's taste.

Where they are kept is not known here. By the rules of 1.1 all is as it was in 1.1, except that nobody scores 0
without being asked; by the others it is as in Quintzee, except that the dice keys mark the dice to re-roll.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from h89yahtzee.game.rules import RuleSet


class Potential(Enum):
    """Which open boxes show what the dice would score."""

    ALL = "all"
    SELECTED = "selected"


class Mark(Enum):
    """Whether marked dice are rolled or kept."""

    REROLL = "reroll"
    KEEP = "keep"


class Mode(Enum):
    """Alone, against the computer, or against it with the same dice."""

    SOLITAIRE = "solitaire"
    OPPONENT = "opponent"
    SYNCHRONIZED = "synchronized"


class Coach(Enum):
    """When the coach speaks unasked."""

    OFF = "off"
    ASK = "ask"
    WARN = "warn"
    ALWAYS = "always"


class Worth(Enum):
    """What the coach counts when it warns."""

    POINTS = "points"
    CHANCES = "chances"


@dataclass(frozen=True)
class ViewOptions:
    """What one person sees and is asked, independent of others at the table.

    With `confirm_zero` a box is not scratched without a question. The coach is asked, warns of costly decisions or
    advises before each; unless it is `OFF` it also reviews the game at its end. It warns of what loses points or
    chances to win, as `warns_of` says. With `messages` it is shown what others say, with `chances` who is how
    likely to win.
    """

    potential: Potential = Potential.SELECTED
    mark: Mark = Mark.REROLL
    confirm_zero: bool = False
    coach: Coach = Coach.OFF
    messages: bool = True
    warns_of: Worth = Worth.POINTS
    chances: bool = False


@dataclass(frozen=True)
class TableOptions:
    """How the game goes on at a table, for all who sit there; times in seconds.

    Without `auto_roll` the first roll of a person's turn lies hidden until it is asked for. The dice of a throw
    take `throw_time` to appear, a computer player's step takes `think_time`, and its search before a decision at
    most `analysis_time`, which is None where the rules leave nothing to search. A person has `turn_time` for a
    turn; None: as long as they like. `mode` is the mode of the next
    game, None where the players can't be chosen by one; `next_rules` are its rules, None where there is no choice
    of columns or of a bonus rule.
    """

    auto_roll: bool = True
    throw_time: float = 0.0
    think_time: float = 1.0
    analysis_time: float | None = None
    turn_time: float | None = None
    mode: Mode | None = None
    next_rules: RuleSet | None = None


@dataclass(frozen=True)
class Preferences(TableOptions, ViewOptions):
    """All that the settings page and the settings file know."""


OLDSTYLE = Preferences()
"""The behaviour of 1.1."""
_OTHERS = Preferences(potential=Potential.ALL, confirm_zero=True)
_BY_RULES = {
    "h89": replace(OLDSTYLE, confirm_zero=True),
    "quintzee": Preferences(potential=Potential.ALL, mark=Mark.KEEP, confirm_zero=True, analysis_time=10.0),
    "triple": replace(_OTHERS, analysis_time=0.0),
}


class Taste:
    """What a person changes of the preferences called `names`, and takes along from one table to the next."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._changed = set[str]()
        self._found = self._left = OLDSTYLE

    def sit_down(self, usual: Preferences) -> Preferences:
        """The `usual` preferences of a table with all that was changed at tables before."""
        self._found = replace(usual, **{name: getattr(self._left, name) for name in self._changed})
        return self._found

    def leave(self, left: Preferences) -> None:
        """Take in the preferences with which the person leaves the table."""
        self._changed |= {name for name in self._names if getattr(left, name) != getattr(self._found, name)}
        self._left = left


def preferences_for(rules: RuleSet) -> Preferences:
    """The preferences of people who have set none."""
    return _BY_RULES.get(rules.name, _OTHERS)
