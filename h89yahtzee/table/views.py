"""A game state as a screen: pure functions of it and of what the terminal has, each for one part.

Graphics are drawn whatever the terminal has: what stands for those that it lacks is the painter's to know.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.categories import Section
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.window import Window
from h89yahtzee.table import layout, texts
from h89yahtzee.table.layout import CardLayout, Display

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


def table(view: TableView, display: Display) -> Grid:
    window = _window(display)
    card = layout.card_layout(view.state.rules, display.rows)
    _draw_labels(window, view, card)
    for lane, (seat, column) in enumerate(lanes(view.state)):
        _draw_scores(window, view, card, lane, seat, column, display)
    for position in range(len(view.state.dice)):
        _draw_die(window, view, position, display)
    _draw_captions(window, view, display)
    rows = layout.dice_layout(display.rows)
    window.addstr(rows.move, layout.REMARK_COLUMN, view.message)
    remark = texts.cut(view.remark, layout.WIDTH)
    window.addstr(rows.remark, min(layout.REMARK_COLUMN, layout.WIDTH - len(remark)), remark)
    return window.refresh()


def help_page(state: GameState, display: Display) -> Grid:
    window = _window(display)
    window.addstr(0, 0, f" {texts.TITLE}".ljust(layout.WIDTH), reverse=True)
    for row, line in enumerate(texts.help_lines(state.rules, display.reverse, display.keys_below), 2):
        window.addstr(row, 1, line)
    _stand_out(window, layout.dice_layout(display.rows).captions, 1, texts.HELP_END, display)
    return window.refresh()


def _window(display: Display) -> Window:
    return Window(display.rows, layout.COLUMNS, display.reverse)


def _stand_out(window: Window, row: int, column: int, text: str, display: Display) -> None:
    """`text` in reverse, or between brackets of which the first is in its place."""
    window.addstr(row, column, text if display.reverse else f"[{text.strip()}]", reverse=True)


def lanes(state: GameState) -> list[tuple[int, int]]:
    """(seat, column) of each column of scores, from the left."""
    return [(seat, column) for seat in range(len(state.cards)) for column in range(state.rules.columns)]


def _draw_labels(window: Window, view: TableView, card: CardLayout) -> None:
    rules = view.state.rules
    for row in range(card.total + 1):
        window.addstr(row, 0, " " * layout.LABEL_WIDTH, reverse=True)
    window.addstr(0, 0, f" {texts.TITLE}", reverse=True)
    window.addstr(0, layout.SCORES_COLUMN, _BAR * layout.SCORES_WIDTH, reverse=True)
    for row, place in enumerate(card.categories):
        window.addstr(place, layout.LABEL_INDENT, texts.row_label(rules, row), reverse=True)
        window.addstr(place, layout.NOTE_COLUMN, texts.row_note(rules, row), reverse=True)
        window.addstr(place, layout.SCORES_COLUMN, _LEADER)
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


def _draw_scores(
    window: Window, view: TableView, card: CardLayout, lane: int, seat: int, column: int, display: Display
) -> None:
    count = len(lanes(view.state))
    centre = layout.score_column(lane, count)
    _centre(window, 0, centre, f" {view.names[seat][: layout.score_width(count) - 2]} ", reverse=True)
    shown = _shown_card(view, seat)
    for row, place in enumerate(card.categories):
        box = Box(row, column)
        score, selected = shown[box], seat == view.state.seat and view.selected == box
        _centre(window, place, centre, "  ?  ")
        if score is not None:
            _draw_score(window, place, centre, score, selected, display)
    for place, total in (
        (card.subtotal, shown.section_total(Section.UPPER, column)),
        (card.bonus, shown.upper_bonus(column)),
        (card.upper_total, shown.upper_total(column)),
        (card.total, shown.column_total(column)),
    ):
        _centre(window, place, centre, f" {total:3} ", reverse=True)
    _centre(window, card.games, centre, f" {view.wins[seat]} ")


def _draw_score(window: Window, row: int, centre: int, score: int, selected: bool, display: Display) -> None:
    if selected and not display.reverse:
        text = f"[{score:3}]"
        window.addstr(row, min(centre - 2, layout.WIDTH - len(text)), text)
    else:
        window.addstr(row, centre - 1, f"{score:{layout.SCORE_COLUMNS}}", reverse=selected)


def _centre(window: Window, row: int, centre: int, text: str, reverse: bool = False) -> None:
    start = centre - len(text) // 2
    window.addstr(row, start, text[: layout.WIDTH - start], reverse)


def _shown_card(view: TableView, seat: int) -> Scorecard:
    """The card of `seat`, with the selected box as if it had been posted."""
    card = view.state.cards[seat]
    if view.selected is None or seat != view.state.seat or view.state.is_over:
        return card
    return view.state.card_after(view.selected)


def _draw_die(window: Window, view: TableView, position: int, display: Display) -> None:
    rows, column = layout.dice_layout(display.rows), layout.DICE_COLUMNS[position]
    marked = position in view.marked
    if not (marked and view.oldstyle):
        for row, pips in enumerate(_PIPS[view.state.dice[position]], rows.dice):
            window.addstr(row, column, pips if display.reverse else f"[{pips[1:-1]}]", reverse=True)
    if marked and not view.oldstyle:
        _stand_out(window, rows.marks, column, texts.MARK.rjust(layout.DIE_COLUMNS), display)
    elif not display.keys_below:
        keys = texts.OLDSTYLE_DICE_KEYS if view.oldstyle else texts.DICE_KEYS
        window.addstr(rows.marks, column, keys[position].center(layout.DIE_COLUMNS))


def _draw_captions(window: Window, view: TableView, display: Display) -> None:
    row = layout.dice_layout(display.rows).captions
    captions, columns = texts.CAPTIONS, layout.CAPTION_COLUMNS
    if not display.keys_below:
        captions = texts.OLDSTYLE_LETTER_CAPTIONS if view.oldstyle else texts.LETTER_CAPTIONS
        columns = layout.LETTER_CAPTION_COLUMNS
    for column, caption in zip(columns, captions, strict=True):
        if caption:
            _stand_out(window, row, column, caption, display)
    if not view.oldstyle:
        window.addstr(row, layout.HELP_CAPTION_COLUMN, texts.HELP_CAPTION)
