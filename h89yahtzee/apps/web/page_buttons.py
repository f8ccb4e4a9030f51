"""The buttons of the web page as the room on the tube has them: what each key does now, the dice, and the card.

A telephone's picture of the tube is too small for a thumb. So the page has the dice and the rows of the card as
buttons of its own beside the keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.apps.sessions.screen_session import ScreenFace
from h89yahtzee.frontends.screen.card import TableView, arrangement, card_places
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.room_screen import RoomPage, RoomScreen
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.commands import DICE, Command, offer

_FUNCTION_KEYS = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5, Key.ERASE, Key.BLUE, Key.RED, Key.WHITE)
_FOR_CARD = (Command.ROLL, Command.DONE, Command.OOPS)
_AT_TABLE = (Command.COACH, Command.SETTINGS, Command.HELP, Command.QUIT)
_AFTER_GAME = (Command.REVIEW, Command.COMPARE, Command.START_PAGE, Command.GAMES)
_BACK = "back"
_TYPED = ((Key.RETURN, "done"), (Key.ESCAPE, "cancel"))

Caption = tuple[KeyPress, str]


def buttons(room: ScreenFace, display: Display) -> dict[str, object]:
    """Return the members of the page's message `keys` for the room that is shown."""
    view = room.view() if isinstance(room, SeatScreen) and not room.is_reading else None
    shown = _room_screen(room)
    captions = list(_at_table(room, view) if isinstance(room, SeatScreen) and view else _in_room(shown))
    rows = _boxes(view, display) if view is not None else [] if shown is None else _room_rows(shown)
    return {
        "functions": [[_named(key), text] for key, text in captions if key in _FUNCTION_KEYS],
        "others": [[_named(key), text] for key, text in captions if key not in _FUNCTION_KEYS],
        "asks": _asks(view, shown, display),
        "dice": [] if view is None else _dice(view),
        "card": list(rows),
    }


def _room_screen(room: ScreenFace) -> RoomScreen | None:
    """Return the room with rows that is shown; None at a table, and while a page of text is read."""
    if isinstance(room, SeatScreen) and isinstance(room.page, RoomPage):
        room = room.page.room_screen
    return room if isinstance(room, RoomScreen) and not room.is_reading else None


def _named(key: KeyPress) -> str:
    return key.value if isinstance(key, Key) else key


def _in_room(shown: RoomScreen | None) -> Iterator[Caption]:
    """Yield keys with what they do in one or two words; ESC leaves a page of text."""
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


def _at_table(room: SeatScreen, view: TableView) -> Iterator[Caption]:
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


def _asks(view: TableView | None, shown: RoomScreen | None, display: Display) -> bool:
    """Whether the room asks a question that y and n answer."""
    if view is not None:
        return texts.YES_OR_NO in view.remark or texts.YES_OR_NO in view.message
    return shown is not None and any(texts.YES_OR_NO in line for line in shown.told(display))


def _dice(view: TableView) -> list[list[object]]:
    """Return each die's face (0 while it is in the air) and its mark, empty without one."""
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
    """Yield for each row of the mover's card its label, its points (what the dice would score where it is open),
    whether it is `filled`, `open` or `chosen`, and where the tube has it; of several columns the chosen one."""
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
