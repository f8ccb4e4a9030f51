"""A game state as a screen: pure functions, each for one part of it."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.categories import Section
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.window import Window
from h89yahtzee.table import layout, texts

_BAR = "▒"
_PIP = "●"
_LEADER = (" . " * layout.COLUMNS)[: layout.SCORES_WIDTH]
_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: (" ●   ", "     ", "   ● "),
    3: (" ●   ", "  ●  ", "   ● "),
    4: (" ● ● ", "     ", " ● ● "),
    5: (" ● ● ", "  ●  ", " ● ● "),
    6: (" ● ● ", " ● ● ", " ● ● "),
}
_BLANK_DIE = (" " * layout.DIE_COLUMNS,) * layout.DIE_ROWS


@dataclass(frozen=True, slots=True)
class TableView:
    """What there is to be seen.

    `marked` are the positions of the dice that the next roll takes, `selected` the box whose score is shown.
    `message` and `remark` are the two lines beside the dice. `oldstyle` leaves out what the original didn't have.
    """

    state: GameState
    names: tuple[str, ...]
    wins: tuple[int, ...]
    marked: frozenset[int]
    selected: Box | None
    message: str
    remark: str
    oldstyle: bool


def table(view: TableView) -> Grid:
    window = Window(layout.ROWS, layout.COLUMNS)
    _draw_labels(window, view)
    for lane, (seat, column) in enumerate(lanes(view.state)):
        _draw_scores(window, view, lane, seat, column)
    _draw_dice(window, view)
    _draw_captions(window, view)
    window.addstr(layout.MOVE_ROW, layout.REMARK_COLUMN, view.message)
    remark = texts.cut(view.remark, layout.WIDTH)
    window.addstr(layout.REMARK_ROW, min(layout.REMARK_COLUMN, layout.WIDTH - len(remark)), remark)
    return window.refresh()


def help_page(state: GameState) -> Grid:
    window = Window(layout.ROWS, layout.COLUMNS)
    window.addstr(0, 0, f" {texts.TITLE}".ljust(layout.WIDTH), reverse=True)
    for row, line in enumerate(texts.help_lines(state.rules), 2):
        window.addstr(row, 1, line)
    window.addstr(layout.CAPTION_ROW, 1, texts.HELP_END, reverse=True)
    return window.refresh()


def lanes(state: GameState) -> list[tuple[int, int]]:
    """(seat, column) of each column of scores, from the left."""
    return [(seat, column) for seat in range(len(state.cards)) for column in range(state.rules.columns)]


def _draw_labels(window: Window, view: TableView) -> None:
    rules = view.state.rules
    card = layout.card_layout(rules)
    for row in range(card.total + 1):
        window.addstr(row, 0, " " * layout.LABEL_WIDTH, reverse=True)
    window.addstr(0, 0, f" {texts.TITLE}", reverse=True)
    window.addstr(0, layout.SCORES_COLUMN, _BAR * layout.SCORES_WIDTH, reverse=True)
    for row, category in zip(card.categories, rules.categories, strict=True):
        label, note = texts.ROWS[category.name]
        window.addstr(row, layout.LABEL_INDENT, label, reverse=True)
        window.addstr(row, layout.NOTE_COLUMN, note, reverse=True)
        window.addstr(row, layout.SCORES_COLUMN, _LEADER)
    for row in (card.subtotal, card.bonus, card.upper_total, card.total):
        window.addstr(row, 0, " " * layout.SCORES_COLUMN + _LEADER, reverse=True)
    window.addstr(card.subtotal, layout.TOTAL_INDENT, texts.SUBTOTAL, reverse=True)
    reached = texts.UPPER_BONUS.format(reached=rules.upper_bonus_at)
    window.addstr(card.bonus, layout.TOTAL_INDENT, reached, reverse=True)
    window.addstr(card.bonus, layout.BONUS_COLUMN, str(rules.upper_bonus), reverse=True)
    window.addstr(card.upper_total, 0, texts.UPPER_TOTAL, reverse=True)
    window.addstr(card.total, 0, texts.TOTAL, reverse=True)
    window.addstr(card.games, 0, texts.GAMES.ljust(layout.LABEL_WIDTH), reverse=True)
    window.addstr(card.games, layout.SCORES_COLUMN, _BAR * layout.SCORES_WIDTH)


def _draw_scores(window: Window, view: TableView, lane: int, seat: int, column: int) -> None:
    card = layout.card_layout(view.state.rules)
    count = len(lanes(view.state))
    centre = layout.score_column(lane, count)
    _centre(window, 0, centre, f" {view.names[seat][: layout.score_width(count) - 2]} ", reverse=True)
    shown = _shown_card(view, seat)
    for row, place in enumerate(card.categories):
        box = Box(row, column)
        score, selected = shown[box], seat == view.state.seat and view.selected == box
        _centre(window, place, centre, "  ?  ")
        if score is not None:
            window.addstr(place, centre - 1, f"{score:{layout.SCORE_COLUMNS}}", reverse=selected)
    for place, total in (
        (card.subtotal, shown.section_total(Section.UPPER, column)),
        (card.bonus, shown.upper_bonus(column)),
        (card.upper_total, shown.upper_total(column)),
        (card.total, shown.column_total(column)),
    ):
        _centre(window, place, centre, f" {total:3} ", reverse=True)
    _centre(window, card.games, centre, f" {view.wins[seat]} ")


def _centre(window: Window, row: int, centre: int, text: str, reverse: bool = False) -> None:
    start = centre - len(text) // 2
    window.addstr(row, start, text[: layout.WIDTH - start], reverse)


def _shown_card(view: TableView, seat: int) -> Scorecard:
    """The card of `seat`, with the selected box as if it had been posted."""
    card = view.state.cards[seat]
    if view.selected is None or seat != view.state.seat or view.state.is_over:
        return card
    return card.with_score(view.selected, view.state.potential_score(view.selected))


def _draw_dice(window: Window, view: TableView) -> None:
    for position, (column, face) in enumerate(zip(layout.DICE_COLUMNS, view.state.dice, strict=False)):
        marked = position in view.marked
        erased = marked and view.oldstyle
        for row, pips in enumerate(_BLANK_DIE if erased else _PIPS[face]):
            window.addstr(layout.DICE_ROW + row, column, pips, reverse=not erased)
        if marked and not view.oldstyle:
            mark = texts.MARK.rjust(layout.DIE_COLUMNS)
            window.addstr(layout.MARK_ROW, column, mark, reverse=True)


def _draw_captions(window: Window, view: TableView) -> None:
    for column, caption in zip(layout.CAPTION_COLUMNS, texts.CAPTIONS, strict=True):
        window.addstr(layout.CAPTION_ROW, column, caption, reverse=True)
    if not view.oldstyle:
        window.addstr(layout.CAPTION_ROW, layout.HELP_CAPTION_COLUMN, texts.HELP_CAPTION)
