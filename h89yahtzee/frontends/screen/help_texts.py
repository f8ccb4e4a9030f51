"""The texts of the help pages: the rules in short, and what the keys do."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from h89yahtzee.frontends.screen import layout
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.table import texts
from h89yahtzee.table.commands import help_rows
from h89yahtzee.table.preferences import Mark, Preferences

_TURNS = """\
{turns} turns each; every turn fills one row of your card, and the highest
total wins. {first_roll} Then select dice and ROLL them
again, at most twice. Choose a row, and DONE posts what the dice score there:
0 where they don't fit. The selected row shows its score in {selected}, and the
totals include it.
"""
_KEEP_TURNS = """\
{turns} turns each; every turn fills one row of your card, and the highest
total wins. {first_roll} Then select dice to keep and ROLL
the others, at most twice. Choose a row, and DONE posts what the dice score
there: 0 where they don't fit. The selected row shows its score in {selected},
and the totals include it.
"""

_FIRST_ROLL = {True: "The first roll is made for you.", False: "ROLL the dice first."}
"""The sentence about the first roll, by whether that roll is made automatically."""

_COLUMNS = """\
You fill {columns} columns at once, in any order; each has its own bonus and total.
"""
_FACTORS = "They count {factors}.\n"
_GRID = """\
The next game continues in fresh columns of the same grid of six. While the
upper bonus is undecided its row shows how far you are ahead of three of each
(+) or behind (-).
"""

_MEANWHILE = """\
While another person moves, the keys for rows show what the dice would score
there, to you alone; OOPS looks again where the other does.
"""
_CHANCES = """\
CHANCE TO WIN is in per cent; with ~ it isn't exact. Two figures change after
a turn, those furthest off.
"""
_TURN_TIME = """\
A turn takes {seconds:g} seconds at most: then the computer plays the rest of it, and
after two such turns all of them until you press a key.
"""


def help_paragraphs(
    rules: RuleSet, preferences: Preferences, display: Display, may_talk: bool = False
) -> list[list[str]]:
    """Return paragraphs (lists of lines) on the rules and on the keys."""
    paragraphs = [*_rule_paragraphs(rules, preferences, "reverse" if display.reverse else "brackets")]
    if may_talk:
        paragraphs.append(_MEANWHILE)
    rows = help_rows(display.keyboard, preferences, rules.columns > 1, may_talk, display.has_mouse)
    paragraphs.append("\n".join(rows))
    return [paragraph.splitlines() for paragraph in paragraphs if paragraph]


def _rule_paragraphs(rules: RuleSet, preferences: Preferences, selected: str) -> Iterator[str]:
    """Yield the paragraphs about the rules, the chances shown and the time for a turn; some may be empty."""
    turns = len(rules.categories) * rules.columns
    how = _TURNS if preferences.mark is Mark.REROLL else _KEEP_TURNS
    yield how.format(turns=turns, selected=selected, first_roll=_FIRST_ROLL[preferences.auto_roll])
    yield rules.rows_help.format(at=rules.upper_bonus_at, bonus=rules.upper_bonus)
    yield "\n".join(wrap(texts.extra_yahtzee(rules), layout.WIDTH - 2))
    yield _columns(rules)
    if preferences.chances:
        yield _CHANCES
    if preferences.turn_time is not None:
        yield _TURN_TIME.format(seconds=preferences.turn_time)


def _columns(rules: RuleSet) -> str:
    text = _COLUMNS.format(columns=rules.columns) if rules.columns > 1 else ""
    if len(set(rules.multipliers)) > 1:
        text += _FACTORS.format(factors=", ".join(f"x{factor}" for factor in rules.multipliers))
    return text + (_GRID if rules.column_choices else "")
