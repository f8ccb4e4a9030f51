"""The texts shown in text mode, in ASCII only, since a printing terminal has no other characters.

Text lines wider than `WIDTH` are broken by `folded`. Names and typed texts are cut by `brief` before they are
inserted in a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import one_of
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.table import texts
from h89yahtzee.table.events import Happening
from h89yahtzee.table.help_rows import typed_rows
from h89yahtzee.table.texts import cut, plain_text, row_label, row_note

WIDTH = 72
"""The number of characters in a text line on a Teletype."""

_NO_BREAK = "\N{NO-BREAK SPACE}"

WELCOME = "Yahtzee by the rules of {rules}. Type ? for help."

PROMPT = "(c)heck score, (s)core, (q)uit or dice to re-roll? "
FIRST_PROMPT = "(r)oll the dice or (q)uit? "
LAST_PROMPT = "(c)heck score, (q)uit or row to score in? "
WHICH_ROW = "Row to score in? "
WHICH_COLUMN = "Column to score in? "
QUESTIONS = {question: f"{text} " for question, text in texts.QUESTIONS.items()}

ROLLS = "{who_rolls} {again}{dice} ({left})"
AGAIN = "{positions} again: "
SCORES = "{who_scores} {points} in {box}{extra}, total {total}"
EXTRA = " and {points} for an extra Yahtzee"
MARKED = "Marked: {positions}."
GAMES_WON = "games won"
GAMES_PLAYED = "games played"
"""The label in place of `GAMES_WON` for a player alone, who wins every game that ends."""
TIMES = {
    Happening.WARNED: "{owner} turn ends in {seconds} s.",
    Happening.OVERDUE: "{owner} time is up: the computer plays the rest of this turn.",
}
UNFINISHED = "An unfinished game in turn {turn}. {owner} move:"
CUT_OFF = "This game was cut off in turn {turn}. {owner} move:"
SO_FAR = "{name}: {total} so far, {counted}: {games}"
IN_GRID = "{total} (whole grid {grid})"
FINAL = "{name}: {total}, {counted}: {games}"
STANDING = "{name}: {past}"

THINKING = "Thinking, {seconds} s at most; RETURN ends it."
_TO_READ = "n leaves, v reviews the game, t compares the same dice."
AFTERWARDS = f"y plays again, {_TO_READ}"
AFTER_WATCHING = f"Those who play begin the next game; {_TO_READ}"
DAY_AGAIN = "day tells the figures of the day again."
WATCHED = "(q)uit, re(v)iew or (t)urns? "
"""The prompt after a game for people who watched it."""

START_OFFER = "s at this question leads to other players and rules."

TOO_SOON = "That was too soon after the last message."
HEARS = {True: "Messages of the others are shown.", False: "Messages of the others are not shown; /on shows them."}
TELLS_CHANCES = {True: "w, a and v tell chances to win from now on.", False: "Chances to win are told no longer."}
_FOLLOW = "Type {answer} to follow the coach."
NOT_YOUR_TURN = "It isn't your turn."
NOT_UNDERSTOOD = "Not understood: '{text}'. Type ? for help."
NO_EFFECT = "'{text}' has no effect now."
NOBODY_TO_BEAT = "There are no chances to win for one who plays alone."
NO_SUCH_DICE = "Only {found} {dice} {face}."
NO_SUCH_FACE = "No die shows {face}. p 1 3 rolls the first and the third."
NO_SUCH_DIE = "The dice are numbered 1 to {dice}."
NO_DICE_NAMED = "Say which dice to roll: p 1 3 rolls the first and the third."
NO_SUCH_ROW = "No row is called '{text}'{meant}"
ROWS_ARE_SHOWN = ". c shows them all."
NO_SUCH_COLUMN = "The columns are numbered 1 to {columns}."
OPEN_IN = "It is open in column {columns}."
ONE_COLUMN = "There is one column."
AMBIGUOUS = "'{text}' could be {rows}."
FORCED = "An extra Yahtzee must go in {box}."
NOT_THE_SAME_DICE = "The players didn't have the same dice."
REFUSED = "{box}: {reason}."

CARD = "{owner} card; the dice are {dice}"
COLUMN = "Column"
BONUS = "Bonus"
LOWER_TOTAL = "TOTAL BELOW"
COUNTED = "COUNTED"
"""The label of the row with each column's total times its multiplier."""
LEGEND = "? is open; ?12 is open and scores 12 now."
NOT_NOW = "The other boxes are closed: {reason}."

MOVE = "{owner} move in turn {turn}. The dice are {dice}; {left}."
IN_COLUMN = "Column {column}{counts}. "
COUNTS = ", which counts {factor} times"
NUMBER = "({number}) "
"""The form in which a row's number stands before the row's name; the number can be typed in place of the name."""
SCORES_NOW = "The dice score now: {boxes}."
CLOSED_NOW = "Not now: {boxes}; {reason}."
FILLED = "Filled: {boxes}."
UPPER = "Upper section: {total} of {reached} for the bonus of {bonus}."
UPPER_WITH_BONUS = "Upper section: {total} and the bonus of {bonus}."
YAHTZEE_BONUS = "Yahtzee bonus: {points}."
COLUMN_TOTAL = "Total of the column: {total}."
TOTALS = "Totals: {totals}."

_TURNS = """\
A turn fills one of the {boxes} boxes on your card, and the highest total wins. \
The first roll is made for you; then you may re-roll any of the dice, at most \
twice. Choose an open row to score them in; where they don't fit they score 0."""
_ROWS = "The rows, and what they score:"
_UPPER_BONUS = "{at} or more in the upper section earn a bonus of {bonus}{each}."
_MULTIPLIERS = "The columns count {factors}."


def welcome(rules: RuleSet) -> str:
    named = f"{rules.name}, bonus {rules.bonus}" if rules.bonus else rules.name
    return WELCOME.format(rules=named)


def folded(lines: Iterable[str]) -> Iterator[str]:
    """Yield `lines` folded to `WIDTH`, between words where possible, with ? for each character outside ASCII."""
    for line in lines:
        pieces = wrap(line, WIDTH, subsequent_indent="  ") if len(line) > WIDTH else [line]
        yield from (plain_text(piece.replace(_NO_BREAK, " ")) for piece in pieces)


def together(text: str) -> str:
    """Return `text` with no-break spaces, so that `folded` doesn't break it."""
    return text.replace(" ", _NO_BREAK)


def brief(text: str) -> str:
    """Return a player's name or a typed text, cut to a length that fits in every text line."""
    return cut(plain_text(text), 20)


def spoken(dice: Dice) -> str:
    return " ".join(map(str, dice))


def positions(dice: Sequence[int]) -> str:
    """Return a text with the numbers, from 1, of dice at 0-based positions."""
    return f"dice {' '.join(str(position + 1) for position in dice)}" if dice else "no dice"


def box_label(rules: RuleSet, box: Box) -> str:
    row_name = row_label(rules, box.row)
    return f"{row_name}, column {box.column + 1}" if rules.columns > 1 else row_name


def how_to_follow(state: GameState, action: Action) -> str:
    """Return a sentence that says what to type for `action`: the faces of dice to roll, or the row to score in."""
    if isinstance(action, Roll):
        return _FOLLOW.format(answer="".join(sorted(str(state.dice[position]) for position in action.positions)))
    column = f"/{action.box.column + 1}" if state.rules.columns > 1 else ""
    return _FOLLOW.format(answer=f"s {row_label(state.rules, action.box.row).lower()}{column}")


def no_such_dice(face: str, found: int) -> str:
    if not found:
        return NO_SUCH_FACE.format(face=face)
    return NO_SUCH_DICE.format(found=found, dice="die shows" if found == 1 else "dice show", face=face)


def columns_left(rules: RuleSet, columns: Sequence[int]) -> str:
    """Return a text that lists the columns in which a row is open. `columns` are their 0-based numbers; in the text
    columns are numbered from 1, and have their multipliers unless all are 1."""
    counts = [f"{column + 1} (x{rules.multipliers[column]})" for column in columns]
    plain = [str(column + 1) for column in columns]
    return OPEN_IN.format(columns=one_of(plain if set(rules.multipliers) == {1} else counts))


def help_lines(rules: RuleSet, may_talk: bool = False) -> Iterator[str]:
    """Yield a summary of the rules, and the words that can be typed, including `/` if people `may_talk`."""
    yield _TURNS.format(boxes=len(rules.categories) * rules.columns)
    yield _ROWS
    labels = [
        f"{row + 1:2} {row_label(rules, row):13}{row_note(rules, row)}" for row in range(len(rules.categories))
    ]
    half = (len(labels) + 1) // 2
    for left, right in zip(labels[:half], [*labels[half:], ""], strict=False):
        yield f"{left:32}{right}".rstrip()
    yield from bonuses(rules)
    yield from typed_rows(rules.columns > 1, may_talk)


def _factors(rules: RuleSet) -> str:
    return " ".join(f"x{factor}" for factor in rules.multipliers)


def bonuses(rules: RuleSet, factors: Callable[[RuleSet], str] = _factors) -> Iterator[str]:
    """Yield sentences on bonuses and on the columns' multipliers; `factors` returns a text that lists the
    multipliers."""
    if rules.upper_bonus:
        each = " a column" if rules.columns > 1 else ""
        yield _UPPER_BONUS.format(at=rules.upper_bonus_at, bonus=rules.upper_bonus, each=each)
    if set(rules.multipliers) != {1}:
        yield _MULTIPLIERS.format(factors=factors(rules))
    if rules.extra_yahtzees.bonus:
        yield texts.extra_yahtzee(rules)


def upper_case(text: str) -> str:
    """Return `text` in the characters of a Teletype, which has no character of ASCII after `_`.

    Small letters become capitals, and signs after `_` lose bit 5 (0x20), too.
    """
    return "".join(char if char < "`" else chr(ord(char) - 0x20) for char in plain_text(text))
