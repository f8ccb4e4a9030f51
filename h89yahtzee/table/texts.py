"""The texts of the table, in the characters that an H19 has; also what line mode says alike."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee import __version__
from h89yahtzee.game.legal_boxes import Refusal
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.table.dialogue import Question, Rejection, Step
from h89yahtzee.table.preferences import Mark
from h89yahtzee.table.saved_games import PastTotals

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
"""The label and the note of each category on the card, by the rules of 1.1 and most others."""

_OTHER_ROWS = {
    "yacht": {
        "full-house": ("Full House", "SUM"),
        "four-of-a-kind": ("4 of a kind", "SUM OF 4"),
        "little-straight": ("Little 1-5", "30"),
        "big-straight": ("Big 2-6", "30"),
        "choice": ("Choice", "SUM"),
        "yacht": ("YACHT", "50"),
    },
    "yatzy": {
        "one-pair": ("1 pair", "SUM OF 2"),
        "two-pairs": ("2 pairs", "SUM OF 4"),
        "three-of-a-kind": ("3 of a kind", "SUM OF 3"),
        "four-of-a-kind": ("4 of a kind", "SUM OF 4"),
        "small-straight": ("Small 1-5", "15"),
        "large-straight": ("Large 2-6", "20"),
        "full-house": ("Full House", "SUM"),
        "yatzy": ("YATZY", "50"),
    },
}
"""The rows of single rule sets."""

YAHTZEE_BONUS = ("Yahtzee bonus", "100")
"""The bonus row."""

OPEN_BOX = " ? "
NOTHING = " - "
"""Stands in an open box where the dice would score nothing."""

COLUMNS = "Column"
SUBTOTAL = "Subtotal"
BONUS = "Bonus"
UPPER_BONUS = "Bonus iff >= {reached}"
UPPER_TOTAL = "TOTAL ABOVE"
TOTAL = "TOTAL SCORE"
OTHERS = " OTHERS     TOTAL, GAMES"
OTHERS_CHANCES = " CHANCE TO WIN, %"
GAMES = "GAMES"
CHANCES = "CHANCE TO WIN, %"
ABOUT = "~"
"""Before figures that aren't exact."""
NO_CHANCES = "Chances need the compiled solver."

CAPTIONS = ("ROLL", "DONE", "OOPS")
"""The captions of ERASE, BLUE and WHITE."""
PC_CAPTIONS = ("F9/r ROLL", "d DONE", "o OOPS")
LETTER_CAPTIONS = ("r ROLL", "d DONE", "o OOPS")
OLDSTYLE_LETTER_CAPTIONS = ("J ROLL", "P DONE", "R OOPS")
"""The captions for keyboards whose keys aren't right below."""
DICE_KEYS = "12345"
OLDSTYLE_DICE_KEYS = "STUVW"
"""The keys of the dice, each above its die."""
HELP_CAPTION = "? HELP"
MARKS = {Mark.REROLL: "ROLL", Mark.KEEP: "KEEP"}
"""The word above a marked die."""

OPPONENT_NAME = "H89"
"""The computer's name where nobody gave it one."""
STEPS = {
    Step.THINKING: "Hmmm ... lemme think.",
    Step.ROLLING: "Baby needs shoes ...",
    Step.DECIDED: "I've decided ...",
}
THINKING_ON = "Thinking: {seconds} s. Any key ends it."
KEPT = "The computer plays for {name}."
KEPT_FOR_YOU = "Press a key to play for yourself again."
STANDS_IN = "Time's up: the computer plays this turn."
SAY = "Say: {text}_"
"""The message that a person types, with a cursor."""
_SAID = "{name}: {text}"
_SPEAKER_WIDTH = 16
"""The most characters of a speaker's name: with the longest message it fits two rows beside the dice."""
NO_ROLLS = "No rolls left: choose a row."
REJECTIONS = {
    Rejection.UNKNOWN: "",
    Rejection.ROLL_FIRST: "ROLL the dice first.",
    Rejection.NO_ROLLS: NO_ROLLS,
    Rejection.NOTHING_MARKED: "Select the dice to ROLL first.",
    Rejection.NOTHING_LEFT_TO_ROLL: "All five are kept: none to ROLL.",
}
KEEPING = "The dice keys KEEP dice."
WATCHING = "You watch. q leaves, ? tells more."
CLICK_AGAIN = "Click it again to post."
YES_OR_NO = " (y/n)"
QUESTIONS = {
    Question.RESUME: f"Resume this game?{YES_OR_NO}",
    Question.QUIT: f"Quit this game?{YES_OR_NO}",
    Question.LEAVE: f"Leave this table?{YES_OR_NO}",
    Question.KEEP: f"Keep this game for later?{YES_OR_NO}",
    Question.PLAY_AGAIN: f"Play again?{YES_OR_NO}",
    Question.NEXT_GAME: f"Next game?{YES_OR_NO}",
}
WATCHER_LEAVES = "q leaves."
"""In place of the question that players are asked."""
CUT_OFF = "This game was cut off in turn {turn}."
RESUMES = "Saved. `{command}` resumes it."
START_PAGE_OFFER = "s START PAGE"
GAMES_OFFER = "g SAVED GAMES"
_PAST_TOTALS = (
    "Last {last}; best {best}; average {average:.1f}",
    "Last {last}; best {best}; avg {average:.1f}",
    "Best {best}; average {average:.1f}",
)
"""The longer ones where there is room."""
GAME_NOT_SAVED = "This game can't be saved."
GAMES_SET_ASIDE = "Earlier games were set aside."
RECORD_ENDS = "The record ends here."

REDRAW_LEGEND = "   CTRL-L redraw"
"""Ends a legend, where the key isn't taken by something else."""
LEGENDS = {
    False: f"arrows move   SPACE next row   a coach   = settings   q quit{REDRAW_LEGEND}",
    True: "F1-F5 dice   F9 ROLL   F6, F7 or RETURN DONE   F8 OOPS   8 2 another row",
}
"""The keys of a PC that the board doesn't tell, today and in the old style."""
TOO_SMALL = (
    "This window is {columns}x{rows}; the game needs {needed}. Enlarge it, or press q to quit and use --plain.",
    "Too small: {needed} needed. q quits (--plain fits).",
    "{needed} or q",
)
"""What a smaller window shows, by its size."""
REFUSALS = {
    Refusal.NO_SUCH_BOX: "There is no such box.",
    Refusal.FILLED: "That box is filled.",
    Refusal.UPPER_ROW_FIRST: "Extra Yahtzee: fill its upper row first.",
    Refusal.LOWER_ROW_FIRST: "Extra Yahtzee: fill a lower row first.",
    Refusal.BONUS_ROW_ONLY: "Extra Yahtzee: only in the bonus row.",
    Refusal.NO_EXTRA_YAHTZEE: "The bonus row is for extra Yahtzees.",
}
"""Why dice can't be posted in a box."""

COMPARISON_TITLE = "TURN BY TURN"
COMPARISON_OFFER = "c TURN BY TURN"

HELP_END = "Any key returns to the game."
HELP_MORE = "Any key shows the next page."


def row_label(rules: RuleSet, row: int) -> str:
    return _row(rules, row)[0]


def row_note(rules: RuleSet, row: int) -> str:
    return _row(rules, row)[1]


def _row(rules: RuleSet, row: int) -> tuple[str, str]:
    if row == rules.bonus_row:
        return YAHTZEE_BONUS
    name = rules.categories[row].name
    return _OTHER_ROWS.get(rules.name, {}).get(name) or ROWS[name]


def title(rules: RuleSet) -> str:
    return TITLE if rules.name == H89.name else f"YAHTZEE {__version__} {rules.name}"


def per_cent(share: float) -> str:
    """A chance in figures; 0 and 100 are certain."""
    return str(min(99, max(1, round(100 * share))) if 0 < share < 1 else round(100 * share))


def potential(score: int) -> str:
    """Return what an open box would score; the question mark says that it doesn't yet."""
    return f"{score:2}?" if score else NOTHING


def column_head(rules: RuleSet, number: int, column: int | None) -> str:
    """Return a multiplier, or a number from 1 in the grid."""
    if column is None or rules.column_choices:
        return str(number + 1)
    return f"x{rules.multipliers[column]}"


def grand_total(has_grid: bool, columns: int) -> str:
    """The label of the row of `grand_totals`."""
    if not has_grid:
        return "GRAND TOTAL"
    return "IN PLAY / WHOLE GRID" if columns > 1 else "WHOLE GRID"


def grand_totals(columns: int, total: int, grid: int | None) -> str:
    """Return the total of the columns in play and that of the grid; a single column already has its total above."""
    if grid is None:
        return str(total)
    return totals(total, grid) if columns > 1 else str(grid)


def totals(total: int, grid: int | None) -> str:
    return str(total) if grid is None else f"{total}/{grid}"


_WIDEST = 30
"""The most columns for what a player made of the dice."""


def compared(number: str, dice: str, made: Sequence[str], width: int) -> str:
    """Return a line of the comparison: the turn, its first roll, and what each player made of it."""
    head = f"{number:>3}  {dice:11}"
    cell = min(_WIDEST, (width - len(head)) // len(made))
    return (head + "".join(cut(text, cell - 1).ljust(cell) for text in made)).rstrip()


def box_label(rules: RuleSet, box: Box) -> str:
    column = f" {column_head(rules, box.column, box.column)}" if rules.columns > 1 else ""
    return f"{row_label(rules, box.row)}{column}"


def posted(rules: RuleSet, box: Box, points: int) -> str:
    return f"{points:3} {box_label(rules, box)}"


def box_in_words(rules: RuleSet, box: Box) -> str:
    """Return what a box is called where there is room."""
    column = f", column {column_head(rules, box.column, box.column)}" if rules.columns > 1 else ""
    return f"{row_label(rules, box.row)}{column}"


def scratch(box: str) -> str:
    return f"Score 0 in {box}?{YES_OR_NO}"


def how_to_mark(mark: Mark) -> str:
    """Explain the dice keys where they don't do what those of 1.1 did."""
    return KEEPING if mark is Mark.KEEP else ""


def past_totals(past: PastTotals, width: int) -> str:
    """Tell as many of a person's last totals as fit, the best and the average."""
    texts = [
        text.format(last=", ".join(map(str, past.last[-count:])), best=past.best, average=past.average)
        for text in _PAST_TOTALS
        for count in range(len(past.last), 0, -1)
    ]
    return next((text for text in texts if len(text) <= width), "")


def plain_text(text: str) -> str:
    """Replace what isn't printable ASCII by question marks."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)


def said(name: str, text: str) -> str:
    """Return a message as it is read; nobody says what is said without a name."""
    if not name:
        return text
    return _SAID.format(name=cut(name, _SPEAKER_WIDTH), text=text)


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width)].rstrip()


def rolls_left(number: int) -> str:
    count = "no rolls" if number == 0 else f"{number} roll" + "s" * (number != 1)
    return f"{count} left"


def beside_each_other(offers: Sequence[str]) -> str:
    return "   ".join(offers)


def seed(number: int) -> str:
    return f"Seed {number}"


def seed_and_comparison(number: int) -> str:
    return f"Seed {number}   c TURN BY TURN"
