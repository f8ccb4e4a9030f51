"""What is said at a table, as one person's screen has it: the last messages, and the one that the person types."""

from __future__ import annotations

from textwrap import wrap

from h89yahtzee.table import texts
from h89yahtzee.table.screen.keyed_text import KeyedText
from h89yahtzee.table.screen.layout import NOTICE_WIDTH
from h89yahtzee.table.table import MOST_SAID

LONGEST = 10.0
"""Seconds that messages are shown."""
SHORTEST = 2.0
"""Seconds for which no key takes them away, since somebody who plays fast presses one at any moment."""
ROWS = 2
"""How many rows there are for messages."""


class Speech:
    """What is `heard` stays for a while, the latest lines for which there is room; `typed` is the message that the
    person types, if they do.
    """

    def __init__(self) -> None:
        self.heard: tuple[str, ...] = ()
        self.typed: KeyedText | None = None
        self._since = 0.0
        self._told = ""

    @property
    def ends(self) -> float | None:
        """When what was heard is to be shown no longer."""
        return self._since + LONGEST if self.heard else None

    def hear(self, message: str, now: float) -> None:
        lines = wrap(message, NOTICE_WIDTH)
        if len(lines) > ROWS:
            lines = _filled(message)
        self.heard, self._since = (*self.heard, *lines)[-ROWS:], now

    def tell(self, news: str, now: float) -> None:
        """Hear what the table itself tells, in place of what it told before: whose move it is stays in view."""
        self.heard = tuple(line for line in self.heard if line != self._told)
        self._told = news
        self.hear(news, now)

    def look(self, now: float) -> None:
        """Begin the time anew: until now something else was on the screen."""
        self._since = now

    def fade(self, now: float, after: float = LONGEST) -> bool:
        """Forget what was heard `after` so many seconds or more; whether there was anything."""
        is_over = bool(self.heard) and now >= self._since + after
        if is_over:
            self.heard = ()
        return is_over

    def begin(self) -> None:
        """Let the person type."""
        self.typed = KeyedText(MOST_SAID)

    def lines(self) -> tuple[str, ...]:
        """The lines that stand beside the dice, the last one lowest; what is typed is more urgent than the rest."""
        typed = () if self.typed is None else tuple(_filled(texts.SAY.format(text=self.typed.text)))
        return (*self.heard, *typed)[-ROWS:]


def _filled(text: str) -> list[str]:
    """Break `text` where a row is full, so that nothing moves while it grows."""
    return [text[at : at + NOTICE_WIDTH] for at in range(0, len(text), NOTICE_WIDTH)][:ROWS]
