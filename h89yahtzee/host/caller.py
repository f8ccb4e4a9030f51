"""Somebody who is at the host on a line."""

from __future__ import annotations

from collections import deque

from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.people import Person
from h89yahtzee.table.start.choices import Choices

_MOST_SAID = 5
_TIME = 10.0


class Caller:
    """A person who called. `hosted` is the table they are at, `left` the one that they were at last, `choices` are
    those of the last one that they opened.

    `is_dismissed` once the same person has called again on another line.
    """

    def __init__(self, person: Person, has_screen: bool) -> None:
        self.person = person
        self.has_screen = has_screen
        self.hosted: HostedTable | None = None
        self.left: HostedTable | None = None
        self.choices: Choices | None = None
        self.is_dismissed = False
        self._said_at: deque[float] = deque(maxlen=_MOST_SAID)

    @property
    def name(self) -> str:
        return self.person.name

    def may_say(self, now: float) -> bool:
        """Whether this isn't one message more than `_MOST_SAID` in `_TIME` seconds; if so, it counts."""
        is_flood = len(self._said_at) == _MOST_SAID and now < self._said_at[0] + _TIME
        if not is_flood:
            self._said_at.append(now)
        return not is_flood


class LobbyRefusal(Exception):
    """What a caller asks for can't be had; the message says why."""
