"""The cards of a game as text, each column of scores beside the others, for a page that isn't a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from h89yahtzee.game.categories import Section
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.table import texts

_WIDTH = 79
_LABEL_WIDTH = 14
_SCORE_WIDTH = 7

_Row = tuple[str, Callable[[Scorecard, int], int | None]]
"""A label, and the points that a column of a card has there; None for an open box."""


def cards(state: GameState, names: Sequence[str]) -> Iterator[str]:
    """Yield lines of at most 79 columns; cards that don't fit side by side follow below."""
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
