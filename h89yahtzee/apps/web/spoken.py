"""Words for those who hear the page: events at the table as line mode tells them, and what a key has changed."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.lines.happenings import event_lines
from h89yahtzee.table.lines.line_card import potential
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.room import Room
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.start.start_room import StartRoom
from h89yahtzee.table.table import Table


class Spoken:
    """Remembers what was said, so that `news` is said once."""

    def __init__(self) -> None:
        self._room: Room | None = None
        self._revision: object = None
        self._table: Table | None = None
        self._seen = 0
        self._said: list[str] = []

    def news(self, room: Room, display: Display) -> list[str]:
        """The lines that are new since the last call."""
        if (room, room.revision) == (self._room, self._revision):
            return []
        self._room, self._revision = room, room.revision
        told = self._events(room) if isinstance(room, ScreenViewer) else []
        stands = [*line_texts.folded(_standing(room, display, is_new=bool(told)))]
        news = [line for line in stands if line not in self._said]
        self._said = stands
        return [*line_texts.folded(told), *news]

    def _events(self, room: ScreenViewer) -> list[str]:
        table = room.table
        if table is not self._table:
            self._table, self._seen = table, table.events.turn_start
        events, self._seen = table.events.after(self._seen), table.events.count
        return [line for event in events for line in event_lines(table.series, event)]


def _standing(room: Room, display: Display, *, is_new: bool) -> Iterator[str]:
    """What can be heard of the room as it is now."""
    if isinstance(room, ScreenViewer) and not room.is_reading:
        yield from _at_table(room, is_new=is_new)
    elif isinstance(room, StartRoom) and not room.is_reading:
        yield from room.told(display)
    else:
        yield from (" ".join(line.split()) for line in room.screen(display).text().split("\n") if line.strip())


def _at_table(viewer: ScreenViewer, *, is_new: bool) -> Iterator[str]:
    """The questions and remarks for the person, the box in mind, and the dice that are marked."""
    series, view = viewer.table.series, viewer.view()
    if not (viewer.may_play or viewer.question is not None or series.has_ended):
        return
    yield from filter(None, (view.notice, view.remark))
    if series.has_ended or is_new:
        return
    if view.selected is not None and view.selected in series.state.legal_boxes():
        yield potential(series.state, [view.selected])
    if view.to_roll is not None:
        yield line_texts.MARKED.format(positions=line_texts.positions(sorted(view.to_roll)))
