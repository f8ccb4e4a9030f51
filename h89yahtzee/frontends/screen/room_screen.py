"""A room on a screen: rows and texts at their places, captions of commands, keys and clicks.

A room, such as the start page, has rows to choose from (settings, tables, games), numbered from 0; one is `chosen`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from textwrap import wrap

from h89yahtzee.frontends.screen import layout, views
from h89yahtzee.frontends.screen.layout import Display, dice_layout
from h89yahtzee.frontends.screen.pages import PageScreen, page_on_screen
from h89yahtzee.rooms.page import Page
from h89yahtzee.rooms.room import REDRAW_KEY, Place, Room, RoomCommand, RoomRefusal, Row
from h89yahtzee.screen.grid import Grid, Region, Window
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.screen.typed_line import KeyedText, Typing
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.seat import NOTHING_COPIED

_LABEL_COLUMN = 2
_TYPED = "DONE"
"""The caption of the key that ends the typing of a text."""
_MARK = ">"
_MARK_DISTANCE = 2
"""The number of screen columns from the mark of the chosen row to that row's value."""
_NOTICE = Place(21, _LABEL_COLUMN)
_LIST_LABEL_WIDTH = 32
_GAP = 3
"""The number of screen columns between two captions; without reverse video, brackets may take two of them."""
_CAPTION_COLUMNS: dict[KeyPress, int] = {
    **dict(zip((Key.F1, Key.F2, Key.F3, Key.F4, Key.F5), layout.DICE_COLUMNS, strict=True)),
    **dict(zip((Key.ERASE, Key.BLUE, Key.WHITE), layout.CAPTION_COLUMNS[Keyboard.H19], strict=True)),
    "?": layout.HELP_CAPTION_COLUMN,
}
"""For each key: the screen column in which its caption begins, right above the key on an H19."""


class RoomScreen:
    """A room (not a seat at a table) on a screen; a session shows the screen and passes keys and clicks to it."""

    legend = ""
    copied = NOTHING_COPIED

    def __init__(self, room: Room) -> None:
        self.room = room
        self._repaint = False
        self._page: tuple[Page | Room, PageScreen] | None = None
        self._typed: tuple[RoomCommand, KeyedText] | None = None
        self._asked: tuple[RoomCommand, str] | None = None
        """The command that the person is asked to confirm, and the question; None if there is none."""

    @property
    def ending(self) -> Ending | None:
        return self.room.ending

    @property
    def revision(self) -> object:
        return self.room.revision

    @property
    def deadline(self) -> float | None:
        page = self._open_page
        return self.room.deadline if page is None else page.deadline

    @property
    def is_reading(self) -> bool:
        return self.room.page is not None

    def take_bells(self) -> int:
        rings, self.room.rings = self.room.rings, 0
        return rings + (0 if self._page is None else self._page[1].take_bells())

    def take_repaint(self) -> bool:
        repaint, self._repaint = self._repaint, False
        return repaint

    @property
    def sight(self) -> None:
        """Always None, since a room shows no dice that a person must have seen before a key takes effect."""

    def seen(self, sight: int | None, now: float) -> None: ...

    def notify(self, text: str) -> None:
        """Show `text` until a key is pressed."""
        self.room.notify(text)

    def leave(self) -> None:
        self.room.leave()

    def stay(self, notice: str) -> None:
        """Reopen the room with `notice`, because leaving it failed."""
        self.room.stay(notice)

    # Methods that draw

    def screen(self, display: Display) -> Grid:
        page = self._open_page
        if page is not None:
            return page.screen(display)
        return self._list(display) if self.room.places is None else self._board(display)

    def _board(self, display: Display) -> Grid:
        room = self.room
        window = views.blank_window(display)
        title = f" {room.title}"
        window.addstr(0, 0, f"{title}{room.corner.rjust(layout.WIDTH - len(title) - 1)} ", reverse=True)
        for fixed in room.texts():
            _draw(window, fixed.place, fixed.text)
        for number, place in self.shown_rows():
            self._draw_row(window, place, number)
        for row, line in enumerate(self._about, room.about_row):
            _draw(window, Place(row, _LABEL_COLUMN), line)
        _draw(window, _NOTICE, self._notice(display))
        for column, text, _ in self.captions(display):
            views.stand_out(window, dice_layout(display.rows).captions, column, text, display)
        return window.refresh()

    def _draw_row(self, window: Window, place: Place, number: int) -> None:
        row = self.room.row(number)
        _draw(window, Place(place.row, _LABEL_COLUMN), row.label)
        _draw(window, Place(place.row, place.column), row.value)
        if number == self.room.chosen:
            window.addstr(place.row, place.column - _MARK_DISTANCE, _MARK)

    def _list(self, display: Display) -> Grid:
        """Draw the room as a list from the top of the screen, with the keys and the notice below."""
        room = self.room
        below = ["", *(room.key_lines() if room.count else ()), "", self._notice(display)]
        room.shown = max(1, views.page_lines(display) - len(below))
        rows = [_listed(room.row(number), number == room.chosen) for number in self._window(room.shown)]
        return views.page(room.title, [*rows, *below], room.other_keys, display)

    def _window(self, size: int) -> range:
        """Return the numbers of the rows to show: the page with the chosen row, where a page has `size` rows."""
        first = max(0, self.room.chosen) // size * size
        return range(first, min(first + size, self.room.count))

    def shown_rows(self) -> Iterator[tuple[int, Place]]:
        """Yield the numbers of the rows that are shown, each with its place on the screen."""
        if (places := self.room.places) is None:
            listed = self._window(self.room.shown)
            return ((row, Place(layout.FIRST_LINE + row - listed[0], 0, layout.WIDTH)) for row in listed)
        return zip(self._window(len(places)), places, strict=False) if places else iter(())

    @property
    def _about(self) -> Sequence[str]:
        return self.room.row(self.room.chosen).about if self.room.count else ()

    def _notice(self, display: Display) -> str:
        """Return the question asked or the text being typed, else the room's notice, else its hint."""
        if self._asked is not None:
            return self._asked[1]
        if self._typed is not None and self._typed[0].typed is not None and self._typed[0].typed.prompt:
            return self._typed[0].typed.prompt.format(text=self.room.typing)
        return self.room.notice or self.room.hint(display.keyboard is not Keyboard.LETTERS)

    def captions(self, display: Display) -> Iterator[tuple[int, str, KeyPress]]:
        """Yield each caption's screen column, text and key. With an H19's keyboard each caption is right above its
        key; with any other, captions are side by side."""
        column = 1
        if self._typed is not None:  # while a text is typed, the commands' keys are letters of that text
            h19 = display.keyboard is Keyboard.H19
            yield (
                (_CAPTION_COLUMNS[Key.BLUE], _TYPED, Key.BLUE) if h19 else (column, f"RETURN {_TYPED}", Key.RETURN)
            )
            return
        captioned = [command for command in self.room.commands if command.caption and command.is_offered]
        if display.keyboard is Keyboard.H19:
            for command in captioned:
                key = next((key for key in command.keys if key in _CAPTION_COLUMNS), None)
                if key is not None:  # a command without one of these keys has no caption
                    yield _CAPTION_COLUMNS[key], _named(command) if key == "?" else command.caption, key
            return
        for command in _fitting([command for command in captioned if not command.on_h19], display):
            yield column, _named(command), command.keys[0]
            column += len(_named(command)) + _GAP

    def urgent(self, display: Display) -> tuple[Region, ...]:  # noqa: ARG002
        """Return the regions to send first, which are those that most keys change: the chosen row, the notice, and
        the text lines about the row."""
        if self.is_reading or self.room.places is None:
            return ()
        rows = [
            Region(place.row, place.column - _MARK_DISTANCE, place.width + _MARK_DISTANCE)
            for number, place in self.shown_rows()
            if number == self.room.chosen
        ]
        about = range(self.room.about_row, self.room.about_row + len(self._about))
        below = [Region(row, _LABEL_COLUMN, layout.WIDTH - _LABEL_COLUMN) for row in (_NOTICE.row, *about)]
        return (*rows, *below)

    def told(self, display: Display) -> tuple[str, ...]:
        """Return lines on the room as it is now, for a person who can't see the screen."""
        room = self.room
        row = room.row(room.chosen) if room.count else Row("")
        lines = (room.title, f"{row.label} {row.value}", *row.about, *room.heard(), self._notice(display))
        return tuple(" ".join(line.split()) for line in lines if line.strip())

    # Methods for keys, clicks and time

    def press(self, key: KeyPress, now: float) -> None:
        room = self.room
        if room.ending is not None:
            return
        page = self._open_page
        room.notify("")
        if key == REDRAW_KEY:
            self._repaint = True
        elif page is not None:
            if not page.press(key):
                room.open(None)
        elif self._typed is not None:
            self._type(*self._typed, key, now)
        elif self._asked is not None:
            self._answer(self._asked[0], key, now)
        else:
            self._press_command(key, now)
        room.advance(now)

    def click(self, row: int, column: int, display: Display, now: float) -> None:
        """Carry out a click: on a row it chooses the row; on a caption, or a text line about a key, it presses the
        key.

        A click on the row that is already chosen changes the row's value, or opens the row.
        """
        page = self._open_page
        if page is not None:
            if not page.click(row, column, display):
                self.room.open(None)
            self.room.show()
        elif row == dice_layout(display.rows).captions:
            self._click_caption(column, display, now)
        elif self._typed is None:
            self._asked = None
            number = self._row_at(row, column)
            command = self._explained_at(row, display)
            if command is not None:
                self.press(command.keys[0], now)
            elif number is not None:
                self.room.notify("")
                self._click_row(number, now)
                self.room.advance(now)

    def advance(self, now: float) -> None:
        page = self._open_page
        if page is not None and page.deadline is not None and now >= page.deadline:
            page.advance(now)
            self.room.show()
        self.room.advance(now)

    @property
    def _open_page(self) -> PageScreen | None:
        """The screen of the page that hides the room; None if no page is open."""
        opened = self.room.page
        if opened is None:
            self._page = None
        elif self._page is None or self._page[0] is not opened:
            self._page = opened, opened_on_screen(opened)
        return None if self._page is None else self._page[1]

    def _press_command(self, key: KeyPress, now: float) -> None:
        command = next((command for command in self.room.commands if key in command.keys), None)
        if command is not None:
            self._attempt(lambda: self._begin(command, now))
        elif self.room.other_keys:
            self.room.leave()
        else:
            self.room.rings += 1

    def _begin(self, command: RoomCommand, now: float) -> None:
        """Carry out a command, unless the person must first confirm the command or type its text."""
        if command.question is not None:
            self._asked = command, command.question()
            return
        command.do(now)
        if command.typed is not None:
            self._typed = command, KeyedText(command.typed.longest)
            self.room.type("")

    def _type(self, command: RoomCommand, line: KeyedText, key: KeyPress, now: float) -> None:
        """Pass a key to the text being typed for a command; pass the complete text to the command."""
        typing = line.press(key)
        if typing is Typing.REFUSED:
            self.room.rings += 1
        if typing in (Typing.DONE, Typing.CANCELLED):
            self._typed = None
        self.room.type(None if self._typed is None else line.text)
        typed = command.typed
        if typing is Typing.DONE and typed is not None:
            self._attempt(lambda: typed.take(line.text, now))

    def _answer(self, command: RoomCommand, key: KeyPress, now: float) -> None:
        """Carry out a command if the key says yes; any other key cancels the command."""
        self._asked = None
        if key in ("y", "Y"):
            self._attempt(lambda: command.do(now))

    def _attempt(self, act: Callable[[], None]) -> None:
        """Call `act`; if it raises RoomRefusal, ring the bell and show the reason."""
        try:
            act()
        except RoomRefusal as refusal:
            self.room.notify(str(refusal))
            self.room.rings += 1

    def _click_caption(self, column: int, display: Display, now: float) -> None:
        if self.room.places is None:
            self.room.leave()
            return
        for start, text, key in self.captions(display):
            if start <= column <= start + len(text):
                self.press(key, now)
                return

    def _explained_at(self, row: int, display: Display) -> RoomCommand | None:
        """Return the command whose key is explained in the screen row `row`, below a list; None in other rows."""
        if self.room.places is not None:
            return None
        line = self.screen(display).text().split("\n")[row].strip()
        # A click on a line about several keys, such as the arrows, doesn't tell which of them is meant.
        single = [command for command in self.room.commands if command.keys and not any(command.key_names)]
        return next((command for command in single if command.about and line.endswith(f"  {command.about}")), None)

    def _row_at(self, row: int, column: int) -> int | None:
        """Return the number of the room's row at a place of the screen; None if there is none."""
        for number, place in self.shown_rows():
            if row == place.row and place.column <= column < place.column + place.width:
                return number
        return None

    def _click_row(self, number: int, now: float) -> None:
        if number != self.room.chosen:
            self.room.choose(number)
        elif self.room.row(number).change is not None:
            self._attempt(lambda: self.room.change(1))
        else:
            self._press_command(Key.RETURN, now)


def _draw(window: Window, place: Place, text: str) -> None:
    """Write a text at its place, wrapped if the place has several rows, and cut to the place's size."""
    width = min(place.width, layout.WIDTH - place.column)
    lines = [text] if place.rows == 1 else _wrapped(text, width, place.rows)
    for row, line in enumerate(lines, place.row):
        window.addstr(row, place.column, line[:width].rstrip() if len(line) > width else line)


@lru_cache(maxsize=64)
def _wrapped(text: str, width: int, rows: int) -> list[str]:
    """Return `text` in at most `rows` lines; cached, since hundreds of screens show the same names."""
    return wrap(text, width, max_lines=rows, placeholder=" ...")


def _listed(row: Row, is_chosen: bool) -> str:
    """Return a row of a list as text; dots mark a text that was cut."""
    label = f"{row.label:{_LIST_LABEL_WIDTH}}" if row.label else ""
    text = f"{_MARK if is_chosen else ' '} {label}{row.value}"
    width = layout.WIDTH - 1
    return text if len(text) <= width else f"{text[: width - 4]} ..."


def _fitting(commands: list[RoomCommand], display: Display) -> Sequence[RoomCommand]:
    """Return the commands whose captions are shown side by side: minor commands are left out, the last one first,
    until the captions fit on the screen."""
    room = layout.WIDTH - 1 - (0 if display.reverse else len("[]"))
    minor = [command for command in commands if command.is_minor]
    while minor and sum(len(_named(command)) + _GAP for command in commands) - _GAP > room:
        commands.remove(minor.pop())
    return commands


def _named(command: RoomCommand) -> str:
    return f"{command.key_name} {command.caption}"


class RoomPage(PageScreen):
    """A room that hides the table until the person leaves the room."""

    def __init__(self, room: Room) -> None:
        self._screen = RoomScreen(room)

    @property
    def room_screen(self) -> RoomScreen:
        return self._screen

    @property
    def deadline(self) -> float | None:
        return self._screen.deadline

    def advance(self, now: float) -> None:
        self._screen.advance(now)

    def take_bells(self) -> int:
        return self._screen.take_bells()

    def screen(self, display: Display) -> Grid:
        return self._screen.screen(display)

    def press(self, key: KeyPress) -> bool:
        self._screen.press(key, 0.0)
        return self._screen.ending is None

    def click(self, row: int, column: int, display: Display) -> bool:
        self._screen.click(row, column, display, 0.0)
        return self._screen.ending is None


def opened_on_screen(opened: Room | Page) -> PageScreen:
    """Return the screen of a room or a page that a person has opened at a table."""
    return RoomPage(opened) if isinstance(opened, Room) else page_on_screen(opened)
