"""The texts of the table for screens and text mode, in the characters that an H19 has.

Sentences about the player called `You` are in the second person. If the parameter `oldstyle` is True, they are in
the third person, as in version 1.1 of the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee import __version__
from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.game.rules import H89, Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Refusal
from h89yahtzee.screen.typed_line import unaccented
from h89yahtzee.table.commands import Command, offer
from h89yahtzee.table.events import Question, Rejection, Step
from h89yahtzee.table.preferences import Mark
from h89yahtzee.table.saved_games import PastTotals

TITLE = f"H89 YAHTZEE {__version__}"

YAHTZEE_BONUS = ("Yahtzee bonus", "100")
"""The label of the bonus row on the card, and the note in the same row that tells its points."""

OPEN_BOX = " ? "
NOTHING = " - "
"""The text in an open box in which the dice would score nothing."""

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
"""The character before numbers that are estimates."""
NO_CHANCES = "Chances need the compiled solver."

MARKS = {Mark.REROLL: "ROLL", Mark.KEEP: "KEEP"}
"""For each meaning of a mark on a die, the word that is shown above the die."""

OPPONENT_NAME = "H89"
"""The computer's default name."""
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
"""The text on the screen while a person types a message; the underline at its end is a cursor."""
_SAID = "{name}: {text}"
_SPEAKER_WIDTH = 16
"""The most characters of a speaker's name. They let the name and the longest message fit into the two rows beside
the dice."""
NO_ROLLS = "No rolls left: choose a row."
REJECTIONS = {
    Rejection.UNKNOWN: "",
    Rejection.ROLL_FIRST: "ROLL the dice first.",
    Rejection.TOO_SOON: "Too soon: look at the dice first.",
    Rejection.NO_ROLLS: NO_ROLLS,
    Rejection.NOTHING_MARKED: "Select the dice to ROLL first.",
    Rejection.NOTHING_LEFT_TO_ROLL: "All five are kept: none to ROLL.",
}
HELD = f"{offer(Command.OOPS)} takes it back."
"""The text on the screen while a person may take back a score that was entered with rolls left."""
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
"""The text for people who only watch, shown in place of a question to the players."""
CUT_OFF = "This game was cut off in turn {turn}."
RESUMES = "Saved. `{command}` resumes it."
_PAST_TOTALS = (
    "Last {last}; best {best}; average {average:.1f}",
    "Last {last}; best {best}; avg {average:.1f}",
    "Best {best}; average {average:.1f}",
)
"""Templates of the text with a person's past totals, the longest first; the first one that fits is used."""
GAME_NOT_SAVED = "This game can't be saved."
GAMES_SET_ASIDE = "Earlier games were set aside."
RECORD_ENDS = "The record ends here."
PLAYED_BACK = "Any key hurries, q leaves."
"""The text in place of the captions of keys while a record is played back."""

OLDSTYLE_LEGEND = "F1-F5 dice   F9 ROLL   F6, F7 or RETURN DONE   F8 OOPS   8 2 another row"
"""The text below the screen in the old style: the keys of a PC that the captions on the screen don't name."""
TOO_SMALL = (
    "This window is {columns}x{rows}; the game needs {needed}. Enlarge it, or quit with q and try --plain.",
    "Too small: {needed} needed. q quits (--plain fits).",
    "{needed} or q",
)
"""Texts for a window that is too small for the game, the longest first."""
REFUSALS = {
    Refusal.NO_SUCH_BOX: "There is no such box.",
    Refusal.FILLED: "That box is filled.",
    Refusal.UPPER_ROW_FIRST: "Extra Yahtzee: fill its upper row first.",
    Refusal.LOWER_ROW_FIRST: "Extra Yahtzee: fill a lower row first.",
    Refusal.BONUS_ROW_ONLY: "Extra Yahtzee: only in the bonus row.",
    Refusal.NO_EXTRA_YAHTZEE: "The bonus row is for extra Yahtzees.",
}
"""The reasons why the dice can't be posted in a box."""

COMPARISON_TITLE = "TURN BY TURN"

BACK_TO_GAME = "{key} returns to the game."

YOU = "You"
"""The default name of the person at the table."""

_MOST_TO_SAY = " move: 2 rolls left."
_FIRST_ROLL = " move: ROLL the dice{time}."
_CUT_OFF = " game was cut off: --continue {number}"
_SCORED = " scored {total}."
_HAS_LEFT = " has left."
YOU_HAVE_LEFT = "You have left. The others can go on with the game."
ENDS_THEIR_GAME = " CTRL-C here ends it."
BEGINS_NEXT = "{who_begins} the next game."
_IS_BACK = " is back."
_PERSON_PLAYS = "A person plays for {name} now."
_LINE_WENT_AWAY = " line went away."


_EXTRA_YAHTZEE = "Once {filled}, five alike are an extra Yahtzee. It {placement}."
_PLACEMENTS = {
    Placement.ANY: "goes in any open row",
    Placement.FORCED: "goes in the upper row of its face, else in a lower one, else in an upper one for 0",
    Placement.BONUS_ROW: "earns {bonus} in the bonus row of a column; no box is used up, which gives a turn more",
}
_JOKER = " It is a joker once the upper row of its face is filled: Full House and straights score in full."
_EXTRA_BONUS = " It earns {bonus} more with 50 in {boxes}."


class Head(str):
    """A heading: a line of text that a screen repeats at the top of each further page, until the next heading. An
    empty heading ends the repetition."""

    __slots__ = ()


def row_label(rules: RuleSet, row: int) -> str:
    return _row(rules, row)[0]


def extra_yahtzee(rules: RuleSet) -> str:
    """Return the sentences about extra Yahtzees, or an empty text if the rules give no bonus for extra Yahtzees."""
    extra = rules.extra_yahtzees
    if not extra.bonus:
        return ""
    boxes = "the YAHTZEE box" if rules.columns == 1 else "every YAHTZEE box"
    filled = f"{boxes} {'holds 50' if extra.fifties_only else 'is filled'}"
    text = _EXTRA_YAHTZEE.format(filled=filled, placement=_PLACEMENTS[extra.placement].format(bonus=extra.bonus))
    text += _JOKER if extra.joker else ""
    bonus = _EXTRA_BONUS.format(bonus=extra.bonus, boxes=boxes)
    return text if extra.placement is Placement.BONUS_ROW else text + bonus


def row_note(rules: RuleSet, row: int) -> str:
    return _row(rules, row)[1]


def _row(rules: RuleSet, row: int) -> tuple[str, str]:
    if row == rules.bonus_row:
        return YAHTZEE_BONUS
    return rules.categories[row].label, rules.categories[row].note


def title(rules: RuleSet) -> str:
    return TITLE if rules.name == H89.name else f"YAHTZEE {__version__} {rules.name}"


def per_cent(share: float) -> str:
    """Return `share` (0 to 1) as a whole number of per cent, but 0 and 100 only for a certain loss or win."""
    return str(min(99, max(1, round(100 * share))) if 0 < share < 1 else round(100 * share))


def potential(score: int) -> str:
    """Return the text in an open box where the dice would earn `score`: the score with a `?`, or a dash for 0."""
    return f"{score:2}?" if score else NOTHING


def column_head(rules: RuleSet, number: int, column: int | None) -> str:
    """Return the heading of a column: its multiplier or, if several games fill one card, its number from 1.

    `number` is the column's 0-based index among all columns shown. `column` is its 0-based index among the columns
    of the present game, or None if an earlier game filled the column.
    """
    if column is None or rules.column_choices:
        return str(number + 1)
    return f"x{rules.multipliers[column]}"


def grand_total(has_grid: bool, columns: int) -> str:
    """Return the label of the row of grand totals on the card (see `grand_totals`).

    `has_grid` says whether several games in a row fill one card, `columns` is the number of columns of the present
    game.
    """
    if not has_grid:
        return "GRAND TOTAL"
    return "IN PLAY / WHOLE GRID" if columns > 1 else "WHOLE GRID"


def grand_totals(columns: int, total: int, grid: int | None) -> str:
    """Return the text of a player's grand totals: `total` in this game, and `grid`, the total of all games on the
    same card.

    `columns` is the number of columns of the present game. `grid` is None if each game has its own card. If the
    present game has only one column, the text is `grid` alone, since that column's total stands above it already.
    """
    if grid is None:
        return str(total)
    return totals(total, grid) if columns > 1 else str(grid)


def totals(total: int, grid: int | None) -> str:
    return str(total) if grid is None else f"{total}/{grid}"


_WIDEST = 30
"""The most characters for each player's score in a line of the comparison turn by turn."""


def compared(number: str, dice: str, made: Sequence[str], width: int) -> str:
    """Return a line of the comparison turn by turn, of at most `width` characters: a turn's number and first roll,
    and the texts `made`, which are the players' scores.

    In the lines of names and of totals, `number` and `dice` are empty, and `made` has the names or totals.
    """
    head = f"{number:>3}  {dice:7}"
    # The line may be one character longer than `width` at first: it ends with a blank, which is dropped.
    cell = min(_WIDEST, (width + 1 - len(head)) // len(made))
    return (head + "".join(cut(text, cell - 1).ljust(cell) for text in made)).rstrip()


def box_label(rules: RuleSet, box: Box) -> str:
    column = f" {column_head(rules, box.column, box.column)}" if rules.columns > 1 else ""
    return f"{row_label(rules, box.row)}{column}"


def posted(rules: RuleSet, box: Box, points: int) -> str:
    return f"{points:3} {box_label(rules, box)}"


def box_in_words(rules: RuleSet, box: Box) -> str:
    """Return a box's name as it is written within a sentence: the row's label and, if there are several columns,
    the column."""
    column = f", column {column_head(rules, box.column, box.column)}" if rules.columns > 1 else ""
    return f"{row_label(rules, box.row)}{column}"


def scratch(box: str, points: int = 0, rolls: int = 0) -> str:
    """Return the question whether to score 0 in a box or, if `points` isn't 0, whether to score these few points
    while rolls are left; `rolls` is the number of rolls left."""
    rest = f" with {rolls_left(rolls)}" if points else ""
    return f"Score {points} in {box}{rest}?{YES_OR_NO}"


def past_totals(past: PastTotals, width: int) -> str:
    """Return a person's latest, best and average totals in at most `width` characters; "" if they don't fit."""
    texts = [
        text.format(last=", ".join(map(str, past.last[-count:])), best=past.best, average=past.average)
        for text in _PAST_TOTALS
        for count in range(len(past.last), 0, -1)
    ]
    return next((text for text in texts if len(text) <= width), "")


def plain_text(text: str) -> str:
    """Return `text` without accents, and with question marks for all characters except printable ASCII."""
    return "".join(char if " " <= char <= "~" else "?" for char in unaccented(text))


def said(name: str, text: str) -> str:
    """Return the message `text` with its speaker's `name`; if `name` is empty, the message is the table's own."""
    if not name:
        return text
    return _SAID.format(name=cut(name, _SPEAKER_WIDTH), text=text)


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width)].rstrip()


def rolls_left(number: int) -> str:
    if number == 1:
        return "1 roll left"
    return f"{number or 'no'} rolls left"


def beside_each_other(offers: Sequence[str]) -> str:
    return "   ".join(offers)


def seed(number: int) -> str:
    return f"Seed {number}"


# Sentences about players begin here


def fault_of_names(players: Sequence[Player]) -> str:
    """Return an error message if a person has the same name as another player; otherwise an empty text."""
    names = [player.name for player in players]
    for player in players:
        if player.strategy == HUMAN and names.count(player.name) > 1:
            return f"a name of its own for each player, not {plain_text(player.name)} twice"
    return ""


def owner(name: str, oldstyle: bool = False) -> str:
    """Return the possessive of a player's name: `Your` for `You` unless `oldstyle`, otherwise such as `Ann's`."""
    return "Your" if name == YOU and not oldstyle else f"{name}'s"


def does(name: str, verb: str) -> str:
    """Return a subject and its verb, such as `You roll` or `Ann rolls`."""
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"


def move(name: str, rolls: int, width: int, oldstyle: bool = False, seconds: int | None = None) -> str:
    """Return a sentence on whose move it is, with the rolls and seconds left; the name is cut to fit `width`."""
    time = _time(seconds)
    mover = _fitting_owner(name, width - len(_MOST_TO_SAY) - len(time), oldstyle) + " move"
    if not rolls:
        # On a slow line, erasing the rest of the row is faster than writing that no rolls are left.
        return mover if seconds is None else f"{mover}: {seconds} s left."
    return f"{mover}: {rolls_left(rolls)}{time}."


def first_roll(name: str, width: int, oldstyle: bool = False, seconds: int | None = None) -> str:
    """Return a sentence on whose move it is before the first roll is made, with the seconds left."""
    rest = _FIRST_ROLL.format(time=_time(seconds))
    return _fitting_owner(name, width - len(rest), oldstyle) + rest


def _time(seconds: int | None) -> str:
    return "" if seconds is None else f", {seconds} s"


def cut_off(name: str, number: int, width: int) -> str:
    """Return a sentence saying that the player's game `number` was cut off, and which option resumes it."""
    rest = _CUT_OFF.format(number=number)
    return _fitting_owner(name, width - len(rest), oldstyle=False) + rest


def seated(player: Player, is_person: bool, name: str) -> str:
    """Return a sentence saying whether a person or a computer now decides for `player`, who is shown as `name`."""
    if not is_person:
        return KEPT.format(name=name)
    return name + _IS_BACK if player.strategy == HUMAN else _PERSON_PLAYS.format(name=name)


def sentence(text: str) -> str:
    """Return `text` with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def has_left(name: str, width: int) -> str:
    return _fitting(name, _HAS_LEFT, width)


def is_back(name: str, width: int) -> str:
    return _fitting(name, _IS_BACK, width)


def line_went_away(name: str, width: int) -> str:
    return _fitting_owner(name, width - len(_LINE_WENT_AWAY), oldstyle=True) + _LINE_WENT_AWAY


def _fitting_owner(name: str, width: int, oldstyle: bool) -> str:
    return owner(cut(name, width - len("'s")), oldstyle)


def result(
    names: Sequence[str], totals: Sequence[int], winners: Sequence[int], width: int = 1000, oldstyle: bool = False
) -> str:
    """Return a sentence that names the winners; if there is only one player, it tells the total, unless `oldstyle`.

    Names are cut so that the sentence fits into `width` characters.
    """
    won = [names[seat] for seat in winners]
    if oldstyle:
        return _fitting(" ".join(won), " WINS!", width)
    if len(names) == 1:
        return _fitting(names[0], _SCORED.format(total=totals[0]), width)
    return _fitting(joined(won, "and"), " WIN!" if won == [YOU] or len(won) > 1 else " WINS!", width)


def _fitting(names: str, rest: str, width: int) -> str:
    return cut(names, width - len(rest)) + rest
