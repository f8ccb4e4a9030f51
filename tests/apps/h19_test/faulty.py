"""Faults to build into the emulated H19, which `h19-test` has to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from h89yahtzee.h19.processor import InputFifo, Processor
from h89yahtzee.h19.screen_state import BOTTOM, COLUMNS, ScreenState, VideoRam

LAST = COLUMNS - 1


class Fault(NamedTuple):
    """A fault: the emulator's method `owner.method` is replaced by what `change` returns for it. `named` is the
    function of the H19 that the report has to name."""

    name: str
    owner: type
    method: str
    change: Callable[[Callable[..., Any]], Callable[..., Any]]
    named: str

    def __str__(self) -> str:
        return self.name

    def build_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(self.owner, self.method, self.change(getattr(self.owner, self.method)))


def pending_wrap(_: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: after a character in column 79 the cursor stays there, and the next character
    wraps, as on an ANSI terminal."""

    def show_wrapping(screen: Any, store: Callable[[int, int, bytes], None], cells: bytes) -> None:
        for cell in cells:
            if getattr(screen, "pending_at", None) == screen.cursor:
                screen._index()
                screen._column = 0
            screen.pending_at = screen.cursor if screen._column == LAST else None
            row, column = screen.cursor
            store(row, column, bytes((cell,)))
            screen.cursor_forward()

    return show_wrapping


def attributes_stay(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: characters that move right in insert mode leave their attributes behind."""

    def insert_cells(video: VideoRam, row: int, column: int, cells: bytes) -> None:
        before = video.row(row)
        right(video, row, column, cells)
        place = column + len(cells)
        moved = zip(video.row(row)[place:], before[place:], strict=True)
        video.write(row, place, bytes(code & 0x7F | old & 0x80 for code, old in moved))

    return insert_cells


def bottom_stays(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: the last row doesn't move up when a row is deleted."""

    def delete_row(video: VideoRam, row: int) -> None:
        last = video.row(BOTTOM)
        right(video, row)
        if row < BOTTOM:
            video.erase(BOTTOM - 1, 0, COLUMNS)
            video.write(BOTTOM, 0, last)

    return delete_row


def forgetting(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: a saved cursor position can be restored only once."""

    def restore(screen: Any) -> None:
        right(screen)
        screen._saved = (0, 0)

    return restore


def late(_: Callable[..., bool]) -> Callable[..., bool]:
    """Return the method with a fault: XOFF is sent only when the input buffer has room for at most four bytes."""

    def stops_computer(fifo: InputFifo) -> bool:
        stops = len(fifo) >= 124
        fifo.has_stopped_computer |= stops
        return stops

    return stops_computer


def graphics_on(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: a reset leaves graphics mode on."""

    def power_up(processor: Processor) -> None:
        screen = getattr(processor, "screen", None)
        right(processor)
        if screen is not None:
            processor.screen.change_mode("graphics", screen.modes.graphics)

    return power_up


def plain(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: the page and the 25th line are transmitted without reverse video."""

    def transmit(processor: Processor, rows: range) -> None:
        show = ScreenState.row_bytes
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(
                ScreenState, "row_bytes", lambda screen, row: bytes(code & 0x7F for code in show(screen, row))
            )
            right(processor, rows)

    return transmit


def doubled(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: each reply of more than one byte is sent twice."""

    def send(processor: Processor, data: bytes) -> None:
        right(processor, data * 2 if len(data) > 1 else data)

    return send


def twice(right: Callable[..., None]) -> Callable[..., None]:
    def both(*arguments: object) -> None:
        right(*arguments)
        right(*arguments)

    return both


def reverse_blanks(right: Callable[..., None]) -> Callable[..., None]:
    """Return the method with a fault: in reverse video mode erased cells are reverse."""

    def erase(screen: Any) -> None:
        right(screen)
        if screen.modes.reverse:
            row, column = screen.cursor
            screen._video.write(row, column, b"\xa0" * (COLUMNS - column))

    return erase


FAULTS = (
    Fault("wrap-pending", ScreenState, "_show_wrapping", pending_wrap, "wrap around at end of line (ESC v)"),
    Fault("insert-attributes", VideoRam, "insert_cells", attributes_stay, "enter insert character mode (ESC @)"),
    Fault("delete-line-bottom", VideoRam, "delete_row", bottom_stays, "delete line (ESC M)"),
    Fault("save-forgets", ScreenState, "restore_cursor_position", forgetting, "save cursor position (ESC j)"),
    Fault("XOFF-late", InputFifo, "stops_computer", late, "XOFF"),
    Fault("graphics-reset", Processor, "power_up", graphics_on, "reset to power up configuration (ESC z)"),
    Fault("page-plain", Processor, "_transmit", plain, "transmit page (ESC #)"),
    Fault("replies-doubled", Processor, "_send", doubled, "cursor position report (ESC n)"),
    Fault("tab-twice", ScreenState, "horizontal_tab", twice, "horizontal tab"),
    Fault("erase-reverse", ScreenState, "erase_to_end_of_line", reverse_blanks, "erase to end of line (ESC K)"),
)


def missing(name: str) -> Fault:
    """Return the fault of an H19 that ignores the sequences of the function called `name`."""

    def without(right: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        return lambda processor: right(processor) | {name: lambda *_: None}

    return Fault(f"no-{name}", Processor, "_functions_by_name", without, name)
