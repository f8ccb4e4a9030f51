"""The texts of the help pages: the rules in short, and what the keys do."""

from __future__ import annotations

from h89yahtzee.game.rules import NOTHING_SPECIAL, Placement, RuleSet
from h89yahtzee.table.preferences import Mark, Preferences
from h89yahtzee.table.screen.layout import Keyboard

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
"""With the first roll made at once, and without."""

_ROWS = """\
ACES to SIXES add up that face; {at} or more of them earn a bonus of {bonus}.
3 and 4 of a kind and Chance count all dice. Full House is three of one face
and two of another. 4 Straight is four faces in a row, 5 Straight is five.
YAHTZEE is five alike.
"""
_OTHER_RULES = {
    "yacht": """\
ACES to SIXES add up that face; there is no bonus. Full House is three of one
face and two of another, or five alike, and counts all dice. 4 of a kind
counts only those four. Little 1-5 and Big 2-6 are straights of five. Choice
counts all dice, and YACHT is five alike.
""",
    "yatzy": """\
ACES to SIXES add up that face; {at} or more of them earn a bonus of {bonus}.
Pairs and 3 and 4 of a kind count only the dice that are alike; 2 pairs are of
two faces. Full House is three of one face and two of another and counts all
dice, as Chance does. Small 1-5 and Large 2-6 are straights of five. YATZY is
five alike.
""",
}

_EXTRA_YAHTZEE = "Five alike with {boxes} {needed} are an extra Yahtzee:"
_PLACES = {
    Placement.ANY: "it goes in any open box.",
    Placement.FORCED: """\
it must go in the upper row of its face while that is open, then in any lower
row, then in any upper row for 0.""",
    Placement.BONUS_ROW: """\
it goes in the bonus row of a column. That uses no box up, so the game lasts a
turn longer.""",
}
_JOKER = """\
It is a joker when the upper row of its face is filled: Full House and the
straights score then."""
_EXTRA_BONUS = "Each earns {bonus} while {boxes} holds 50."
_COLUMNS = """\
You fill {columns} columns at once, in any order; each has its own bonus and total.
"""
_FACTORS = "They count {factors}.\n"
_GRID = """\
The next game continues in fresh columns of the same grid of six. While the
upper bonus is undecided its row shows how far you are ahead of three of each
(+) or behind (-).
"""

_KEYS = """\
  f1 - f5    1 - 5    {select}
  ERASE      r        {roll}
  BLUE, RED  d        DONE: post the score in the selected row (also RETURN)
  WHITE      o        {oops} (also DELETE)
  arrows     k  j     row up, row down (also 8 and 2 of the keypad)
{columns}  SPACE               next open {row}
             ?        this page        CTRL-L  redraw the screen
             =        settings         any key hurries a computer player
             q        quit             a, v, g  coach, review, saved games
"""
_COLUMN_KEYS = """\
  arrows     h  l     column to the left, column to the right (also 4 and 6)
"""

_PC_KEYS = """\
  1 - 5      F1 - F5  {select}
  r          F9       {roll}
  d          F6, F7   DONE: post the score in the selected row (also RETURN)
  o          F8       {oops} (also DELETE)
  k  j       arrows   row up, row down; a click selects one, another posts
{columns}  SPACE               next open {row}
  ?          this page        CTRL-L  redraw the screen
  =          settings         any key hurries a computer player
  q          quit             a, v, g  coach, review, saved games
"""
_PC_COLUMN_KEYS = """\
  h  l       arrows   column to the left, column to the right
"""

_LETTER_KEYS = """\
  1 - 5      {select}
  r          {roll}
  d          DONE: post the score in the selected row (also RETURN)
  o          {oops}
  k  j       row up, row down
{columns}  SPACE      next open {row}
  ?          this page        CTRL-L  redraw the screen
  =          settings         any key hurries a computer player
  q          quit             a, v, g  coach, review, saved games
"""
_LETTER_COLUMN_KEYS = """\
  h  l       column to the left, column to the right
"""

_TALK = "say something to all at the table; RETURN sends it\n"
_TALK_KEY = {
    Keyboard.H19: f"             /        {_TALK}",
    Keyboard.PC: f"  /          {_TALK}",
    Keyboard.LETTERS: f"  /          {_TALK}",
}
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

_KEY_TABLES = {
    Keyboard.H19: (_KEYS, _COLUMN_KEYS),
    Keyboard.PC: (_PC_KEYS, _PC_COLUMN_KEYS),
    Keyboard.LETTERS: (_LETTER_KEYS, _LETTER_COLUMN_KEYS),
}
"""The keys, and those of games of several columns."""

_KEY_TEXTS = {
    Mark.REROLL: {
        "select": "select a die to roll again, or deselect it",
        "roll": "ROLL the selected dice",
        "oops": "OOPS: deselect all dice",
    },
    Mark.KEEP: {
        "select": "select a die to keep, or deselect it",
        "roll": "ROLL all the others",
        "oops": "OOPS: keep none",
    },
}


def help_paragraphs(
    rules: RuleSet, preferences: Preferences, reverse: bool, keyboard: Keyboard, may_talk: bool = False
) -> list[list[str]]:
    """Explain the rules and the keys, for a screen with or without reverse video, and its keyboard."""
    keys, columns = _KEY_TABLES[keyboard]
    many = rules.columns > 1
    keys = keys.format(columns=columns * many, row="box" if many else "row", **_KEY_TEXTS[preferences.mark])
    keys += _TALK_KEY[keyboard] * may_talk
    about = _rule_paragraphs(rules, preferences, "reverse" if reverse else "brackets")
    return [paragraph.splitlines() for paragraph in (*about, *[_MEANWHILE] * may_talk, keys)]


def _rule_paragraphs(rules: RuleSet, preferences: Preferences, selected: str) -> list[str]:
    turns = len(rules.categories) * rules.columns
    rows = _OTHER_RULES.get(rules.name, _ROWS).format(at=rules.upper_bonus_at, bonus=rules.upper_bonus)
    how = _TURNS if preferences.mark is Mark.REROLL else _KEEP_TURNS
    how = how.format(turns=turns, selected=selected, first_roll=_FIRST_ROLL[preferences.auto_roll])
    time = "" if preferences.turn_time is None else _TURN_TIME.format(seconds=preferences.turn_time)
    chances = _CHANCES * preferences.chances
    return [*filter(None, [how, rows, _extra_yahtzees(rules), _columns(rules), chances, time])]


def _extra_yahtzees(rules: RuleSet) -> str:
    """Explain extra Yahtzees; empty for rules that don't know them."""
    extra = rules.extra_yahtzees
    if extra == NOTHING_SPECIAL:
        return ""
    many = rules.columns > 1
    boxes = "every YAHTZEE box" if many else "the YAHTZEE box"
    needed = "at 50" if extra.fifties_only else "filled"
    lines = [_EXTRA_YAHTZEE.format(boxes=boxes, needed=needed), _PLACES[extra.placement], *[_JOKER] * extra.joker]
    if extra.bonus:
        lines.append(_EXTRA_BONUS.format(bonus=extra.bonus, boxes=boxes))
    return "\n".join(lines) + "\n"


def _columns(rules: RuleSet) -> str:
    text = _COLUMNS.format(columns=rules.columns) if rules.columns > 1 else ""
    if len(set(rules.multipliers)) > 1:
        text += _FACTORS.format(factors=", ".join(f"x{factor}" for factor in rules.multipliers))
    return text + (_GRID if rules.column_choices else "")
