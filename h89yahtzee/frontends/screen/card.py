"""The score cards of all players on the screen: labels, heads, scores and totals, and their places.

A column is a list of boxes, one for each row of the card; by some rules each player fills several columns. By some
rules several games fill one card in turn, each game some columns of it; such a card is a grid. A lane is a strip of
the screen, several characters wide, in which one column of one player is shown. If the lanes of all players don't
fit side by side, the lanes of the player to move are shown, and only the totals of the other players, in a panel at
the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from h89yahtzee.frontends.screen import layout
from h89yahtzee.frontends.screen.layout import CardRows, Display, Part
from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.screen.grid import Window
from h89yahtzee.table import texts
from h89yahtzee.table.preferences import Mark, Potential

MOST_LANES = 12
"""The most lanes (columns of scores on the screen) that fit: each needs three digits and a blank."""
LEAST_GROUP = 9
"""The least width, in characters, of all columns of one player together, if a player has several columns: room for
totals such as `1234/5678`."""
GROUP_BESIDE_PANEL = 24


@dataclass(frozen=True, slots=True)
class Lane:
    """The place on the screen for one player's scores in one column: around the screen column `centre`.

    `number` is the column's 0-based number in the grid. `column` is its 0-based number in the present game, None if
    the column was filled in an earlier game.
    """

    number: int
    column: int | None
    centre: int


@dataclass(frozen=True, slots=True)
class Group:
    """The place on the screen for all columns of scores of one player, side by side: `width` characters around the
    screen column `centre`."""

    seat: int
    lanes: tuple[Lane, ...]
    centre: int
    width: int

    @property
    def pitch(self) -> int:
        return self.width // len(self.lanes)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of players on the screen. `groups` are the places of players shown with their columns of scores.
    `others` are the seats of players shown only with their totals, in a panel from screen column `panel` on."""

    groups: tuple[Group, ...]
    others: tuple[int, ...] = ()
    panel: int = layout.COLUMNS

    def lane(self, seat: int, column: int) -> Lane:
        """Return the place for the scores of the player at `seat`, who must be in `groups`, in the column of the
        present game with the 0-based number `column`."""
        return next(
            lane for group in self.groups if group.seat == seat for lane in group.lanes if lane.column == column
        )


def arrange(rules: RuleSet, players: int, seat: int, earlier: int) -> Arrangement:
    """Return the places on the screen for a number of `players` while the player at `seat` is to move.

    `earlier` is the number of columns that each player has filled in earlier games. These columns are left out if
    this makes room for the columns of all players.
    """
    for shown in (earlier, 0):
        columns = shown + rules.columns
        lanes = players * columns
        width = (layout.COLUMNS - layout.SCORES_COLUMN) // lanes * columns
        if lanes <= MOST_LANES and (columns == 1 or width >= LEAST_GROUP):
            groups = (_group(rules, other, other, earlier, shown, width) for other in range(players))
            return Arrangement(tuple(groups))
    shown = min(earlier, max(rules.column_choices, default=rules.columns) - rules.columns)
    group = _group(rules, seat, 0, earlier, shown, GROUP_BESIDE_PANEL)
    others = tuple(other for other in range(players) if other != seat)
    return Arrangement((group,), others, layout.SCORES_COLUMN + GROUP_BESIDE_PANEL + 1)


def _group(rules: RuleSet, seat: int, place: int, earlier: int, shown: int, width: int) -> Group:
    start = layout.SCORES_COLUMN + place * width
    columns: Sequence[int | None] = [*[None] * shown, *range(rules.columns)]
    pitch = width // len(columns)
    lanes = tuple(
        Lane(earlier - shown + index, column, start + pitch // 2 + index * pitch)
        for index, column in enumerate(columns)
    )
    return Group(seat, lanes, start + width // 2, width)


_BAR = "▒"
_LEADER = (" . " * layout.COLUMNS)[: layout.SCORES_WIDTH]
_ROOMY = 5
"""The least width, in characters, of a column of scores with a blank on each side of the scores and with dotted
lines. Narrower columns have room for neither, since a score may have three digits."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that the screen of a table shows.

    - `to_roll` are the positions of the dice marked to be rolled, None if nobody marked any; `hidden` are the
      positions of the dice still in the air.
    - `selected` is the box that the person has selected; it shows the points that the dice would score there.
    - `message` and `remark` are the two lines beside the dice, `notice` is the line above these.
    - `earlier` has for each player the totals of the columns filled in earlier games of the same grid.
    - `standing` is a text shown in place of the captions of keys, as after a game; "" if the captions are shown.
    - `chances` has the mark for estimates (~ or ""), then each player's chance to win; empty if none are shown.
    - `speech` has messages, which cover the lines beside the dice from below. If `is_asked`, the lowest line stays
      uncovered, since it is a question to the person.
    - If `oldstyle`, all that the original program didn't show is left out.
    """

    state: GameState
    names: tuple[str, ...]
    wins: tuple[int, ...]
    to_roll: frozenset[int] | None
    selected: Box | None
    message: str
    remark: str
    oldstyle: bool
    notice: str = ""
    mark: Mark = Mark.REROLL
    potential: Potential = Potential.SELECTED
    hidden: frozenset[int] = frozenset()
    earlier: tuple[tuple[int, ...], ...] = ()
    standing: str = ""
    speech: tuple[str, ...] = ()
    is_asked: bool = False
    chances: tuple[str, ...] = ()

    @property
    def marked(self) -> frozenset[int]:
        """The positions of the dice that carry a mark, which means to roll or to keep, depending on `mark`."""
        if self.to_roll is None or self.mark is Mark.REROLL:
            return self.to_roll or frozenset()
        return frozenset(range(len(self.state.dice))) - self.to_roll


def arrangement(view: TableView) -> Arrangement:
    earlier = len(view.earlier[0]) if view.earlier else 0
    return arrange(view.state.rules, len(view.state.cards), view.state.seat, earlier)


def card_places(view: TableView, display: Display) -> CardRows:
    """Return the screen row of each row of the card. If chances to win are shown, they have a row of their own,
    unless there is a panel, which then shows them."""
    has_row = bool(view.chances) and not arrangement(view).others
    return layout.card_layout(view.state.rules, display.rows, has_row)


def draw_card(window: Window, view: TableView, display: Display) -> None:
    card, places = card_places(view, display), arrangement(view)
    _draw_labels(window, view.state.rules, card)
    _draw_backgrounds(window, card, places)
    legal = frozenset(view.state.legal_boxes())
    for group in places.groups:
        _draw_head(window, view, card, group)
        shown = _shown_card(view, group.seat)
        player = _Player(window, view, card, display, legal, group, shown)
        for lane in group.lanes:
            player.draw_lane(lane)
        _draw_group_totals(window, view, card, group, shown)
    _draw_panel(window, view, places)


def _draw_labels(window: Window, rules: RuleSet, card: CardRows) -> None:
    for row in range(card.get(Part.GRAND_TOTAL, card[Part.TOTAL])):
        window.addstr(row, 0, " " * layout.LABEL_WIDTH, reverse=True)
    window.addstr(0, 0, f" {texts.title(rules)}", reverse=True)
    for row in range(rules.bonus_row):
        window.addstr(card[row], layout.LABEL_INDENT, texts.row_label(rules, row), reverse=True)
        window.addstr(card[row], layout.NOTE_COLUMN, texts.row_note(rules, row), reverse=True)
    reached = texts.UPPER_BONUS.format(reached=rules.upper_bonus_at)
    for part, indent, label, note in (
        (rules.bonus_row, layout.TOTAL_INDENT, *texts.YAHTZEE_BONUS),
        (Part.COLUMNS, layout.TOTAL_INDENT, texts.COLUMNS, ""),
        (Part.SUBTOTAL, layout.TOTAL_INDENT, texts.SUBTOTAL, ""),
        (Part.BONUS, layout.TOTAL_INDENT, reached, str(rules.upper_bonus)),
        (Part.UPPER_TOTAL, 0, texts.UPPER_TOTAL, ""),
        (Part.TOTAL, 0, texts.TOTAL, ""),
        (Part.GRAND_TOTAL, 0, texts.grand_total(layout.has_grid(rules), rules.columns), ""),
        (Part.CHANCES, 0, texts.CHANCES, ""),
        (Part.GAMES, 0, texts.GAMES, ""),
    ):
        if part in card:
            window.addstr(card[part], 0, (" " * indent + label).ljust(layout.LABEL_WIDTH), reverse=True)
            window.addstr(card[part], layout.BONUS_COLUMN, note, reverse=True)


_SUMS = (Part.SUBTOTAL, Part.BONUS, Part.UPPER_TOTAL, Part.TOTAL)
"""The rows whose numbers are in reverse video, connected by dotted lines."""


def _draw_backgrounds(window: Window, card: CardRows, places: Arrangement) -> None:
    width = places.panel - 1 - layout.SCORES_COLUMN
    leader = _LEADER[:width] if places.groups[0].pitch >= _ROOMY else " " * width
    window.addstr(0, layout.SCORES_COLUMN, _BAR * width, reverse=True)
    gap = " " * (layout.SCORES_COLUMN - layout.LABEL_WIDTH)
    for part, row in card.items():
        if isinstance(part, int):
            window.addstr(row, layout.SCORES_COLUMN, leader)
        elif part in _SUMS:
            window.addstr(row, layout.LABEL_WIDTH, gap + leader, reverse=True)
        elif part in (Part.COLUMNS, Part.GRAND_TOTAL):
            window.addstr(row, layout.LABEL_WIDTH, gap + " " * width, reverse=True)
        elif part is Part.GAMES:
            window.addstr(row, layout.SCORES_COLUMN, _BAR * width)


def _draw_head(window: Window, view: TableView, card: CardRows, group: Group) -> None:
    _centre(window, 0, group.centre, f" {view.names[group.seat][: group.width - 2]} ", reverse=True)
    if Part.GAMES in card:
        _centre(window, card[Part.GAMES], group.centre, f" {view.wins[group.seat]} ")
    if Part.CHANCES in card:
        mark, *figures = view.chances
        window.addstr(card[Part.CHANCES], layout.LABEL_WIDTH, mark)
        _centre(window, card[Part.CHANCES], group.centre, f"{figures[group.seat]:>{layout.SCORE_COLUMNS}}")
    if Part.COLUMNS in card:
        for lane in group.lanes:
            head = texts.column_head(view.state.rules, lane.number, lane.column)
            _centre(window, card[Part.COLUMNS], lane.centre, head, reverse=True)


@dataclass(frozen=True, slots=True)
class _Player:
    """The drawing of one player's columns: `shown` is the card to draw, and `legal` has the boxes in which the
    player to move may score the dice."""

    window: Window
    view: TableView
    card: CardRows
    display: Display
    legal: frozenset[Box]
    group: Group
    shown: Scorecard

    @property
    def is_to_move(self) -> bool:
        return self.group.seat == self.view.state.seat

    @property
    def margin(self) -> str:
        """The text on each side of a number: a blank, or nothing in narrow columns."""
        return " " if self.group.pitch >= _ROOMY else ""

    def draw_lane(self, lane: Lane) -> None:
        if lane.column is None:
            self._draw_total(self.card[Part.TOTAL], lane, self.view.earlier[self.group.seat][lane.number])
            return
        for row in self.card:
            if isinstance(row, int):
                self._draw_box(lane, Box(row, lane.column))
        for row, total in _column_totals(self.card, self.shown, lane.column):
            self._draw_total(row, lane, total)

    def _draw_total(self, row: int, lane: Lane, total: int | str) -> None:
        _centre(self.window, row, lane.centre, f"{self.margin}{total:>3}{self.margin}", reverse=True)

    def _draw_box(self, lane: Lane, box: Box) -> None:
        place, is_bonus = self.card[box.row], box.row == self.view.state.rules.bonus_row
        score = self.shown.yahtzee_bonuses[box.column] if is_bonus else self.shown[box]
        text = self._potential(box) if score is None else texts.OPEN_BOX
        _centre(self.window, place, lane.centre, f"{self.margin}{text}{self.margin}")
        if score is not None:
            self._draw_score(place, lane.centre, score, self.is_to_move and self.view.selected == box)

    def _draw_score(self, row: int, centre: int, score: int, selected: bool) -> None:
        figures = f"{score:{layout.SCORE_COLUMNS}}"
        if selected and not self.display.reverse:
            text = f"[{figures}]"
            self.window.addstr(row, min(centre - 2, layout.WIDTH - len(text)), text)
        else:
            self.window.addstr(row, centre - len(figures) // 2, figures, reverse=selected)

    def _potential(self, box: Box) -> str:
        """Return the text of an open box. If the scores of all boxes are shown, and the dice may be scored in this
        box, the text is their score with a question mark, or a dash for 0; otherwise it is only a question mark."""
        shows = self.view.potential is Potential.ALL and not self.view.hidden and self.is_to_move
        if not shows or box not in self.legal:
            return texts.OPEN_BOX
        return texts.potential(self.view.state.potential_score(box))


def _column_totals(card: CardRows, shown: Scorecard, column: int) -> Iterator[tuple[int, int | str]]:
    if Part.SUBTOTAL in card:
        yield card[Part.SUBTOTAL], shown.section_total(Section.UPPER, column)
    if Part.BONUS in card:
        progress = shown.upper_bonus_progress(column) if layout.has_grid(shown.rules) else None
        yield card[Part.BONUS], shown.upper_bonus(column) if progress is None else f"{progress:+}"
    if Part.UPPER_TOTAL in card:
        yield card[Part.UPPER_TOTAL], shown.upper_total(column)
    yield card[Part.TOTAL], shown.column_total(column)


def _draw_group_totals(window: Window, view: TableView, card: CardRows, group: Group, shown: Scorecard) -> None:
    if Part.GRAND_TOTAL in card:
        text = texts.grand_totals(view.state.rules.columns, shown.total(), _grid_total(view, group.seat, shown))
        _centre(window, card[Part.GRAND_TOTAL], group.centre, text, reverse=True)


def _grid_total(view: TableView, seat: int, shown: Scorecard) -> int | None:
    """Return a player's total in all games that fill the same grid, this game included; None if games don't share a
    grid."""
    if not layout.has_grid(view.state.rules):
        return None
    return shown.total() + sum(view.earlier[seat] if view.earlier else ())


def _draw_panel(window: Window, view: TableView, places: Arrangement) -> None:
    """Draw the panel with the players whose columns aren't shown: name, totals of game and grid, games won."""
    if not places.others:
        return
    width = layout.WIDTH - places.panel
    window.addstr(0, places.panel, texts.OTHERS.ljust(width), reverse=True)
    for row, seat in enumerate(places.others, 2):
        shown = view.state.cards[seat]
        totals = texts.totals(shown.total(), _grid_total(view, seat, shown))
        figures = f" {totals} {view.wins[seat]:2}"
        name = view.names[seat][: width - len(figures)]
        window.addstr(row, places.panel, name + figures.rjust(width - len(name)))
    if view.chances:
        _draw_chances(window, view, places.panel, len(places.others) + 3)


def _draw_chances(window: Window, view: TableView, panel: int, top: int) -> None:
    """Draw the chances to win of all players, by seat, below the totals in the panel, two on each screen row."""
    mark, *figures = view.chances
    width = (layout.WIDTH - panel) // 2
    window.addstr(top, panel, texts.OTHERS_CHANCES.ljust(layout.WIDTH - panel), reverse=True)
    window.addstr(top, layout.WIDTH - 1, mark or " ")
    for seat, figure in enumerate(figures):
        text = f"{view.names[seat][: width - 5]:{width - 4}}{figure:>{layout.SCORE_COLUMNS}}"
        window.addstr(top + 1 + seat // 2, panel + seat % 2 * width, text)


def _centre(window: Window, row: int, centre: int, text: str, reverse: bool = False) -> None:
    start = centre - len(text) // 2
    window.addstr(row, start, text[: layout.WIDTH - start], reverse)


def _shown_card(view: TableView, seat: int) -> Scorecard:
    """Return the card of `seat`; for the player to move, as if the dice were posted in the selected box."""
    card = view.state.cards[seat]
    if view.selected is None or seat != view.state.seat or view.state.is_over:
        return card
    return view.state.card_after(view.selected)
