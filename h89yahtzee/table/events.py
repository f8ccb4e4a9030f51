"""What happens at a table, and the memory of it for those who look on."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum

from h89yahtzee.game.state import Action, GameState


class Happening(Enum):
    BEGAN = "the first roll of a turn lies on the table"
    ROLLED = "dice were rolled again"
    POSTED = "a score was posted"
    ENDED = "nothing more can be played in this game"
    SEATED = "somebody else decides for a seat from now on"
    WARNED = "the time for a turn is nearly over"
    OVERDUE = "it is over: a computer plays the rest of the turn"
    SAID = "somebody said something"


ENDING_A_TURN = frozenset({Happening.POSTED, Happening.ENDED, Happening.SEATED, Happening.OVERDUE})
"""After these nothing may be done that the player to move was about to do."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, and the states `before` and `after` it; `action` is there when somebody decided.

    `decider` now decides for `seat` (SEATED). `name` said `text` (SAID), which are printable ASCII. So many
    `seconds` are left (WARNED).
    """

    happening: Happening
    before: GameState
    after: GameState
    action: Action | None = None
    seat: int = 0
    decider: str = ""
    name: str = ""
    text: str = ""
    seconds: int = 0


_MOST = 1000
"""How many are remembered; a viewer that misses more has been away for whole games."""


class EventLog:
    """The latest events; `count` counts all, `turn_start` those before this turn."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=_MOST)
        self.count = self.turn_start = 0

    def tell(self, event: Event) -> None:
        self._events.append(event)
        self.count += 1

    def after(self, count: int) -> list[Event]:
        """Return the events after the first `count`."""
        return [] if count == self.count else list(self._events)[max(0, count - self.count + len(self._events)) :]
