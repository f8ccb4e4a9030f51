"""The web page beside the emulated screen: text lines for screen readers, a result to send to others, and buttons.

On a telephone the dice and boxes on the emulated screen are too small to be hit with a thumb. So beside the buttons
for keys, the page also has buttons for the dice and for the rows of the card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator

from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.saving.journal_reader import JournalReader
from h89yahtzee.apps.sessions.screen_session import ScreenFace
from h89yahtzee.frontends.lines import line_texts
from h89yahtzee.frontends.lines.table_lines import event_lines, potential
from h89yahtzee.frontends.screen.card import TableView, arrangement, card_places
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.room_screen import RoomPage, RoomScreen
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Record
from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.commands import DICE, Command, offer
from h89yahtzee.table.comparison import against_par, has_par, play_par
from h89yahtzee.table.daily import day_figures, day_of, shared_text
from h89yahtzee.table.match import GameSeries, Match
from h89yahtzee.table.table import Table
from h89yahtzee.table.texts import plain_text

_LONG = 60
"""A row of text that is continued in the next row has more than this number of characters."""
_NO_SENTENCE = re.compile("  ")
"""Two spaces, as between the columns of a table; there are none in a sentence."""


def spoken(lines: Iterable[str]) -> list[str]:
    """Return `lines` in the form for a screen reader: plain ASCII, with single spaces between words."""
    return [" ".join(plain_text(line).split()) for line in lines]


class Spoken:
    """Describes the person's room in lines for a screen reader. A line that is still true isn't repeated."""

    def __init__(self) -> None:
        self._room: ScreenFace | None = None
        self._revision: object = None
        self._table: Table | None = None
        self._seen = 0
        self._said: list[str] = []

    def news(self, room: ScreenFace, display: Display) -> list[str]:
        """Return the lines that are new since the last call."""
        if (room, room.revision) == (self._room, self._revision):
            return []
        self._room, self._revision = room, room.revision
        told = self._events(room) if isinstance(room, SeatScreen) else []
        stands = spoken(_standing(room, display, is_new=bool(told)))
        news = [line for line in stands if line not in self._said]
        self._said = stands
        return [*spoken(told), *news]

    def _events(self, room: SeatScreen) -> list[str]:
        table = room.seat.table
        if table is not self._table:
            self._table, self._seen = table, table.events.turn_start
        events, self._seen = table.events.after(self._seen), table.events.count
        return [line for event in events for line in event_lines(table.series, event)]


def _standing(room: ScreenFace, display: Display, *, is_new: bool) -> Iterator[str]:
    """Yield text lines that describe the room as it is now. If `is_new`, lines about new events at the table have
    just been told, so fewer lines describe the table."""
    if isinstance(room, SeatScreen) and not room.is_reading:
        yield from _at_table(room, is_new=is_new)
    elif isinstance(room, RoomScreen) and not room.is_reading:
        yield from room.told(display)
    else:
        yield from unfolded(room.screen(display).text().split("\n"))


def unfolded(rows: Iterable[str]) -> Iterator[str]:
    """Yield the lines of text of a page, whose `rows` are those on the screen: rows that continue a sentence are
    joined to it, rows of a table aren't joined."""
    text, last_row = "", ""
    for row in map(str.strip, rows):
        is_table = _NO_SENTENCE.search(row) or _NO_SENTENCE.search(last_row)
        goes_on = len(last_row) > _LONG and last_row[-1] not in ".?!:"
        if row and goes_on and not is_table:
            text = f"{text} {row}"
        else:
            yield from filter(None, [text])
            text = " ".join(row.split())
        last_row = row
    yield from filter(None, [text])


def _at_table(viewer: SeatScreen, *, is_new: bool) -> Iterator[str]:
    """Yield the notices on the person's screen. Also yield the points of the selected box and the marked dice,
    unless new events at the table have just been told (`is_new`)."""
    series, view = viewer.seat.table.series, viewer.view()
    if not (viewer.seat.may_play or viewer.seat.question is not None or series.has_ended):
        return
    yield from filter(None, (view.notice, view.remark))
    if series.has_ended or is_new:
        return
    if view.selected is not None and view.selected in series.state.legal_boxes():
        yield potential(series.state, [view.selected])
    if view.to_roll is not None:
        yield line_texts.MARKED.format(positions=line_texts.positions(sorted(view.to_roll)))


class AgainstPar:
    """Compares a finished game with par, the best player's total with the same dice; a `Source` of the event loop.

    Call `look` at each turn of the loop. The function `tell` is called with the game's record and a text about the
    comparison, which the person may send to others; once the game is left, `tell` is called with "" as the text.
    Games of several columns have no exact par, so there is no text about them.
    """

    def __init__(self, tell: Callable[[Record, str], None]) -> None:
        self._tell = tell
        self._record: Record | None = None
        self._steps: Generator[float, None, str] | None = None
        self._is_told = False

    def look(self, series: GameSeries | None) -> None:
        """Check whether a game has ended, or has been left."""
        has_line = isinstance(series, Match) and series.has_people and has_par(series.record)
        record = series.record if series is not None and has_line else None
        if record is self._record:
            return
        if self._is_told and self._record is not None:
            self._tell(self._record, "")
        self._record, self._is_told, self._steps = record, False, None
        if record is not None and record.setup.rules.columns == 1:
            self._steps = _working_out(record)

    def fileno(self) -> int | None:
        return None

    def wakes_in(self) -> float | None:
        return None if self._steps is None else 0.0

    def take_input(self) -> None:
        assert self._steps is not None
        assert self._record is not None
        try:
            next(self._steps)
        except StopIteration as end:
            self._steps, self._is_told = None, True
            self._tell(self._record, end.value)


def _working_out(record: Record) -> Generator[float, None, str]:
    """Compute the text about a game that a person may send to others: yield after each step of the work, and return
    the text. The first step does nothing, so that the finished game is shown before the work begins."""
    yield 0.0
    analyst = coach_of(record.setup.rules)
    if day_of(record.setup) is None:
        return against_par(record, (yield from play_par(record, analyst)))
    counted = JournalReader().totals_like(record.setup)
    figures = yield from day_figures(record, analyst, counted[0] if len(counted) > 1 else None)
    # Leave out the last line, a command that begins the game: the page adds a link to the game in its place.
    return "\n".join(shared_text(figures, "", has_blocks=True)[:-1])


_FUNCTION_KEYS = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5, Key.ERASE, Key.BLUE, Key.RED, Key.WHITE)
_FOR_CARD = (Command.ROLL, Command.DONE, Command.OOPS)
_AT_TABLE = (Command.COACH, Command.SETTINGS, Command.HELP, Command.QUIT)
_AFTER_GAME = (Command.REVIEW, Command.COMPARE, Command.START_PAGE, Command.GAMES)
_BACK = "back"
_TYPED = ((Key.RETURN, "done"), (Key.ESCAPE, "cancel"))

Caption = tuple[KeyPress, str]


def buttons(room: ScreenFace, display: Display) -> dict[str, object]:
    """Return the contents, by name, of a message of the kind `keys`, which tells the page what buttons to show
    beside the tube (the emulated screen) while this shows `room`."""
    view = room.view() if isinstance(room, SeatScreen) and not room.is_reading else None
    shown = _room_screen(room)
    captions = list(_captions_at_table(room, view) if isinstance(room, SeatScreen) and view else _in_room(shown))
    rows = _boxes(view, display) if view is not None else [] if shown is None else _room_rows(shown)
    return {
        "functions": [[_named(key), text] for key, text in captions if key in _FUNCTION_KEYS],
        "others": [[_named(key), text] for key, text in captions if key not in _FUNCTION_KEYS],
        "asks": _question(view, shown, display),
        "dice": [] if view is None else _dice(view),
        "card": list(rows),
    }


def _room_screen(room: ScreenFace) -> RoomScreen | None:
    """Return the room on the screen if it lists rows to choose from; None at a table, and while a page of text is
    shown."""
    if isinstance(room, SeatScreen) and isinstance(room.page, RoomPage):
        room = room.page.room_screen
    return room if isinstance(room, RoomScreen) and not room.is_reading else None


def _named(key: KeyPress) -> str:
    return key.value if isinstance(key, Key) else key


def _in_room(shown: RoomScreen | None) -> Iterator[Caption]:
    """Yield the keys of the room that is shown, each with a caption. If `shown` is None, the person reads a page of
    text: then the only key is ESC, to leave the page."""
    if shown is None:
        yield Key.ESCAPE, _BACK
    elif shown.room.typing is not None:
        yield from _TYPED
    else:
        for command in shown.room.commands:
            if command.is_offered and (command.caption or not command.keys):
                functions = [key for key in command.keys if key in _FUNCTION_KEYS]
                keys = functions or command.keys[:1] or (Key.ESCAPE,)
                yield from ((key, command.caption or _BACK) for key in keys)


def _captions_at_table(room: SeatScreen, view: TableView) -> Iterator[Caption]:
    has_ended = room.seat.table.series.has_ended
    if not (view.standing or has_ended):
        yield from ((Key(f"f{number}"), f"die {number}") for number in range(1, len(DICE) + 1))
        for command in _FOR_CARD:
            yield from ((key, command.value.caption) for key in command.value.keys if key in _FUNCTION_KEYS)
    for command in _AFTER_GAME:
        if offer(command) in view.notice or offer(command) in view.message:
            yield command.letter, command.value.caption.lower()
    for command in _AT_TABLE:
        if not (has_ended and command is Command.COACH):
            yield command.letter, command.value.legend.partition(" ")[2] or command.value.caption.lower()


def _question(view: TableView | None, shown: RoomScreen | None, display: Display) -> str:
    """Return the room's question that is to be answered by y or n; empty if there is none."""
    if view is not None:
        text_lines: Iterable[str] = (view.remark, view.message)
    else:
        text_lines = () if shown is None else shown.told(display)
    asked = (line.partition(texts.YES_OR_NO)[0] for line in text_lines if texts.YES_OR_NO in line)
    return next(asked, "").strip()


def _dice(view: TableView) -> list[list[object]]:
    """Return for each die a list of two values: its face, 0 while it is rolling, and its mark, "" if it isn't
    marked."""
    return [
        [0 if place in view.hidden else face, texts.MARKS[view.mark].strip() if place in view.marked else ""]
        for place, face in enumerate(view.state.dice)
    ]


def _room_rows(shown: RoomScreen) -> Iterator[list[object]]:
    for number, place in shown.shown_rows():
        row = shown.room.row(number)
        kind = "chosen" if number == shown.room.chosen else "open"
        yield [row.label, " ".join(row.value.split()), kind, place.row, place.column]


def _boxes(view: TableView, display: Display) -> Iterator[list[object]]:
    """Yield a list for each row on the card of the player to move: label, points, kind, and the place of the row's
    box on the tube (the emulated screen), a screen row and a screen column.

    The points of an open box are those that the dice would score. The kind is `filled`, `open` or `chosen`. If the
    card has several columns, the boxes are those of the selected column. The last list, of the kind `total`, has
    the name of the player to move and the points posted so far.
    """
    state, places = view.state, card_places(view, display)
    column = view.selected.column if view.selected is not None else 0
    centre = arrangement(view).lane(state.seat, column).centre
    legal = state.legal_boxes()
    for row in range(state.rules.bonus_row):
        box = Box(row, column)
        score = state.card[box]
        is_chosen = box == view.selected
        if score is None:
            points = str(state.potential_score(box)) if box in legal and not view.hidden else ""
        else:
            points = str(score)
        kind = "filled" if score is not None else "chosen" if is_chosen else "open"
        yield [texts.row_label(state.rules, row), points, kind, places[row], centre]
    yield [view.names[state.seat], str(state.card.total()), "total", places[0], centre]
