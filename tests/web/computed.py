"""What the solver and the coach say, as text; tests run this file here and in a browser's Python.

It imports nothing but the package.
"""

from __future__ import annotations

import hashlib
from random import Random

from h89yahtzee.apps.cached_values import coach_of, values_of
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.table import texts
from h89yahtzee.table.review.coach_texts import best, others
from h89yahtzee.table.series.match import Match

POSITIONS = 50
_WIDTH = 77
_SEED = 17


def solved() -> list[str]:
    """What an empty card is worth by the official rules, and a hash of the values of all states."""
    values = values_of(OFFICIAL)
    return [repr(values.start()), hashlib.sha256(values.table.tobytes()).hexdigest()]


def advice() -> list[str]:
    """The coach's words in positions of a game played at random, and what each play is worth there."""
    match, random = Match(Setup((Player("me"),), _SEED, OFFICIAL)), Random(_SEED)
    found: list[str] = []
    while len(found) < POSITIONS:
        if match.has_ended:
            match = Match(Setup((Player("me"),), _SEED + len(found), OFFICIAL))
        analysis = coach_of(OFFICIAL).analysis(match.state)
        label = texts.box_label
        words = (best(match.state, analysis, label), others(match.state, analysis, label, _WIDTH))
        found.append(f"{words} {[option.value for option in analysis.options]}")
        match.act(random.choice(match.state.legal_actions()))
    return found
