"""A text that a person types by keys: a name, a message."""

from __future__ import annotations

from enum import Enum, auto

from h89yahtzee.screen.keys import Key, KeyPress


class Typing(Enum):
    """What has become of the text with a key."""

    GOES_ON = auto()
    DONE = auto()
    CANCELLED = auto()
    REFUSED = auto()
    """The key is no character of it, or there is no room for it."""


class KeyedText:
    """The `text` so far, of at most `most` characters in ASCII."""

    def __init__(self, most: int) -> None:
        self.text = ""
        self._most = most

    def press(self, key: KeyPress) -> Typing:
        if key in (Key.RETURN, Key.KEYPAD_ENTER, Key.BLUE):
            return Typing.DONE
        if key in (Key.ESCAPE, "\x03"):
            return Typing.CANCELLED
        if key in (Key.DELETE, Key.BACKSPACE):
            self.text = self.text[:-1]
        elif isinstance(key, str) and " " <= key <= "~" and len(self.text) < self._most:
            self.text += key
        else:
            return Typing.REFUSED
        return Typing.GOES_ON
