"""Lines of text that show the score cards of a game, a player's action, or a plot of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.strategy import kept_dice
from h89yahtzee.table import texts
from h89yahtzee.table.texts import row_label

_WIDTH = 79
_LABEL_WIDTH = 14
_SCORE_WIDTH = 7

_Row = tuple[str, Callable[[Scorecard, int], int | None]]
"""A row's label, and a function that returns the row's points in a column (0-based) of a card; None for an open
box."""


def cards(state: GameState, names: Sequence[str]) -> Iterator[str]:
    """Yield the score cards as lines of at most 79 characters; cards that don't fit side by side follow below."""
    # A lane (a player's seat, and the index of a column of that player's card) is printed as one column of scores.
    lanes = [(seat, column) for seat in range(len(state.cards)) for column in range(state.rules.columns)]
    fitting = (_WIDTH - _LABEL_WIDTH) // _SCORE_WIDTH
    for start in range(0, len(lanes), fitting):
        if start:
            yield ""
        yield from _block(state, names, lanes[start : start + fitting])
    yield ""
    for name, total in zip(names, state.totals(), strict=True):
        yield f"{texts.plain_text(name)}: {total}"


def _block(state: GameState, names: Sequence[str], lanes: Sequence[tuple[int, int]]) -> Iterator[str]:
    heads = [texts.cut(texts.plain_text(names[seat]), _SCORE_WIDTH - 1) for seat, _ in lanes]
    yield _line("", heads)
    if state.rules.columns > 1:
        yield _line(texts.COLUMNS, [texts.column_head(state.rules, column, column) for _, column in lanes])
    for label, score in _rows(state):
        scores = [score(state.cards[seat], column) for seat, column in lanes]
        yield _line(label, ["-" if points is None else str(points) for points in scores])


def _line(label: str, fields: Sequence[str]) -> str:
    return label.ljust(_LABEL_WIDTH) + "".join(field.rjust(_SCORE_WIDTH) for field in fields)


def _rows(state: GameState) -> Iterator[_Row]:
    yield from _section(state, Section.UPPER)
    if state.rules.upper_bonus:
        yield texts.SUBTOTAL, lambda card, column: card.section_total(Section.UPPER, column)
        yield texts.BONUS, lambda card, column: card.upper_bonus(column)
    yield texts.UPPER_TOTAL, lambda card, column: card.upper_total(column)
    yield from _section(state, Section.LOWER)
    if state.rules.extra_yahtzees.bonus:
        yield texts.row_label(state.rules, state.rules.bonus_row), lambda card, column: card.yahtzee_bonuses[column]
    yield texts.TOTAL, lambda card, column: card.column_total(column)


def _section(state: GameState, section: Section) -> Iterator[_Row]:
    for row in state.rules.rows(section):
        yield texts.row_label(state.rules, row), _box(row)


def _box(row: int) -> Callable[[Scorecard, int], int | None]:
    return lambda card, column: card[Box(row, column)]


ROWS = 8


def plot(
    values: Sequence[int], among: Sequence[int] = (), rows: int = ROWS, *, has_ranges: bool = False
) -> Iterator[str]:
    """Yield the lines of a plot of one or more `values`, none negative: for each value a column with one star.

    The plot has at most `rows` lines above the axis. Each line stands for a range of values: the line's label is
    the lowest value and, if `has_ranges`, also the highest value of the range. To draw several plots to the same
    scale, pass the values of all these plots as `among` in each call.
    """
    lowest, highest = min((*values, *among)), max((*values, *among))
    round_numbers = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    step = next(step for step in round_numbers if highest // step - lowest // step < rows)
    levels = range(highest // step, lowest // step - 1, -1)
    labels = [
        f"{level * step}-{(level + 1) * step - 1}" if has_ranges and step > 1 else f"{level * step}"
        for level in levels
    ]
    width = max(*map(len, labels), len(str(highest)))
    for level, label in zip(levels, labels, strict=True):
        stars = "".join("*" if value // step == level else " " for value in values)
        yield f"{label:>{width + 2}} |{stars}".rstrip()
    yield f"{'':{width + 2}} +{'-' * len(values)}"


def action_text(state: GameState, action: Action) -> str:
    """Return a legal action as text, such as `keep 666, roll 52` or `score Chance 25`."""
    if isinstance(action, Roll):
        kept = format_digits(kept_dice(state.dice, action))
        rolled = format_digits(tuple(state.dice[position] for position in action.positions))
        return f"keep {kept or 'none'}, roll {rolled or 'none'}"
    points, extra = state.potential_score(action.box), state.extra_points(action.box)
    return f"score {box_text(state.rules, action.box)} {points}" + (f"+{extra}" if extra else "")


def box_text(rules: RuleSet, box: Box) -> str:
    """Return the name of the box's row and, on a card with several columns, `/` and the column's number from 1."""
    return row_label(rules, box.row) + (f"/{box.column + 1}" if rules.columns > 1 else "")
