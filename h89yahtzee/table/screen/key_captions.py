"""Captions at the bottom of a screen, each standing for a key; a click on one is that key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.window import Window
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.layout import Display

_GAP = 3
"""Columns between two captions, two of which may be brackets."""


@dataclass(frozen=True, slots=True)
class KeyCaption:
    text: str
    column: int
    key: KeyPress


def in_a_row(texts: Iterable[tuple[KeyPress, str]]) -> Iterator[KeyCaption]:
    """The captions beside each other from the left, for keys that aren't right below."""
    column = 1
    for key, text in texts:
        yield KeyCaption(text, column, key)
        column += len(text) + _GAP


def draw_captions(window: Window, captions: Iterable[KeyCaption], display: Display) -> None:
    for caption in captions:
        row = layout.dice_layout(display.rows).captions
        views.stand_out(window, row, caption.column, caption.text, display)


def key_at(captions: Iterable[KeyCaption], column: int) -> KeyPress | None:
    """The key that a click in that column is."""
    for caption in captions:
        if caption.column <= column <= caption.column + len(caption.text):
            return caption.key
    return None
