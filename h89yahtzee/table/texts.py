"""Every text that the game shows on the screen, in the characters that an H19 has."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee import __version__
from h89yahtzee.game.rules import RuleSet

TITLE = f"H89 YAHTZEE {__version__}"

ROWS = {
    "ones": ("ACES", "ADD 1's"),
    "twos": ("TWOS", "ADD 2's"),
    "threes": ("THREES", "ADD 3's"),
    "fours": ("FOURS", "ADD 4's"),
    "fives": ("FIVES", "ADD 5's"),
    "sixes": ("SIXES", "ADD 6's"),
    "three-of-a-kind": ("3 of a kind", "SUM"),
    "four-of-a-kind": ("4 of a kind", "SUM"),
    "full-house": ("Full House", "25"),
    "small-straight": ("4 Straight", "30"),
    "large-straight": ("5 Straight", "40"),
    "yahtzee": ("YAHTZEE", "50"),
    "chance": ("Chance", "SUM"),
}
"""What each category is called on the card, and what it scores; by the rules of 1.1 and most others."""

_OTHER_ROWS = {
    "yacht": {
        "full-house": ("Full House", "SUM"),
        "four-of-a-kind": ("4 of a kind", "SUM OF 4"),
        "little-straight": ("1 2 3 4 5", "30"),
        "big-straight": ("2 3 4 5 6", "30"),
        "choice": ("Choice", "SUM"),
        "yacht": ("YACHT", "50"),
    },
    "yatzy": {
        "one-pair": ("1 pair", "SUM OF 2"),
        "two-pairs": ("2 pairs", "SUM OF 4"),
        "three-of-a-kind": ("3 of a kind", "SUM OF 3"),
        "four-of-a-kind": ("4 of a kind", "SUM OF 4"),
        "small-straight": ("1 2 3 4 5", "15"),
        "large-straight": ("2 3 4 5 6", "20"),
        "full-house": ("Full House", "SUM"),
        "yatzy": ("YATZY", "50"),
    },
}
"""The rows that a rule set has of its own."""

YAHTZEE_BONUS = ("Yahtzee bonus", "100")
"""The bonus row."""

SUBTOTAL = "Subtotal"
UPPER_BONUS = "Bonus iff >= {reached}"
UPPER_TOTAL = "TOTAL ABOVE"
TOTAL = "TOTAL SCORE"
GAMES = "GAMES"

CAPTIONS: tuple[str, ...] = ("ROLL", "DONE", "", "OOPS")
"""Of ERASE, BLUE, RED and WHITE."""
LETTER_CAPTIONS = ("r ROLL", "d DONE", "o OOPS")
OLDSTYLE_LETTER_CAPTIONS = ("J ROLL", "P DONE", "R OOPS")
"""Where the keys aren't below."""
DICE_KEYS = "12345"
OLDSTYLE_DICE_KEYS = "STUVW"
"""The keys of the dice, each over its own."""
HELP_CAPTION = "? HELP"
MARK = "ROLL"
"""Over a die that the next roll takes."""

YOU = "You"
THINKING = "Hmmm ... lemme think."
ROLLING = "Baby needs shoes ..."
DECIDED = "I've decided ..."
NOTHING_MARKED = "Select the dice to ROLL first."
NO_ROLLS = "No rolls left: choose a row."
QUIT = "Quit this game? (y/n)"
PLAY_AGAIN = "Play again?"
NEXT_GAME = "Next game?"
RECORD_ENDS = "The record ends here."

_RULES = """\
{turns} turns each; every turn fills one row of your card, and the highest
total wins. The first roll is made for you. Then select dice and ROLL them
again, at most twice. Choose a row, and DONE posts what the dice score there:
0 where they don't fit. The selected row shows its score in {selected}, and the
totals include it.

ACES to SIXES add up that face; {at} or more of them earn a bonus of {bonus}.
3 and 4 of a kind and Chance count all dice. Full House is three of one face
and two of another. Straights are four or five faces in a row. YAHTZEE is five
alike.
"""

_KEYS = """\
  f1 - f5    1 - 5    select a die to roll again, or let it lie
  ERASE      r        ROLL the selected dice
  BLUE, RED  d        DONE: post the score in the selected row (also RETURN)
  WHITE      o        OOPS: let all dice lie (also DELETE)
  arrows     k  j     row up, row down (also 8 and 2 of the keypad)
  SPACE               next open row
             ?        this page        CTRL-L  paint the screen again
             q        quit             any key cuts a computer's wait short
"""

_LETTER_KEYS = """\
  1 - 5      select a die to roll again, or let it lie
  r          ROLL the selected dice
  d          DONE: post the score in the selected row (also RETURN)
  o          OOPS: let all dice lie
  k  j       row up, row down
  SPACE      next open row
  ?          this page        CTRL-L  paint the screen again
  q          quit             any key cuts a computer's wait short
"""

LEGEND = (
    "F1-F5 or 1-5 dice   F9 or r ROLL   F6, d or RETURN DONE   F8 or o OOPS",
    "arrows or k j row   SPACE next row   ? help   q quit   CTRL-L repaint",
)
"""Below the screen where there is room for it."""
HELP_END = "Any key goes back to the game."


def row_label(rules: RuleSet, row: int) -> str:
    return _row(rules, row)[0]


def row_note(rules: RuleSet, row: int) -> str:
    """What the row scores."""
    return _row(rules, row)[1]


def _row(rules: RuleSet, row: int) -> tuple[str, str]:
    if row == rules.bonus_row:
        return YAHTZEE_BONUS
    name = rules.categories[row].name
    return _OTHER_ROWS.get(rules.name, {}).get(name) or ROWS[name]


def help_lines(rules: RuleSet, reverse: bool, keys_below: bool) -> list[str]:
    """For a screen with reverse video or without, and a keyboard with the keys of the original or another."""
    keys = _KEYS if keys_below else _LETTER_KEYS
    return [*_rule_lines(rules, "reverse" if reverse else "brackets"), "", *keys.splitlines()]


def _rule_lines(rules: RuleSet, selected: str) -> list[str]:
    turns = len(rules.categories) * rules.columns
    return _RULES.format(
        turns=turns, at=rules.upper_bonus_at, bonus=rules.upper_bonus, selected=selected
    ).splitlines()


def plain_text(text: str) -> str:
    """`text` with a question mark for what isn't printable ASCII."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width)].rstrip()


_MOST_TO_SAY = "'s move: 2 rolls left."


def rolls_left(number: int) -> str:
    count = "no rolls" if number == 0 else f"{number} roll" + "s" * (number != 1)
    return f"{count} left"


def move(name: str, rolls: int, width: int) -> str:
    """Whose move it is, the name cut so that the rest fits `width` however many rolls are left.

    Without any the rest is erased: on a slow line that is sooner read than other words are written.
    """
    owner = cut(name, width - len(_MOST_TO_SAY)) + "'s move"
    return f"{owner}: {rolls_left(rolls)}." if rolls else owner


def seed(number: int) -> str:
    return f"Seed {number}"


def winner_line(names: Sequence[str], width: int = 1000) -> str:
    """All who are level at the top, the names cut to fit `width`."""
    rest = " WINS!"
    return cut(" ".join(names), width - len(rest)) + rest
