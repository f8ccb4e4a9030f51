"""Events at a table, questions to people and their answers, and the people who are present."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from h89yahtzee.game.state import Action, GameState


class Happening(Enum):
    BEGAN = "the first roll of a turn lies on the table"
    ROLLED = "dice were rolled again"
    POSTED = "a score was posted"
    ENDED = "nothing more can be played in this game"
    SEATED = "somebody else decides for a seat from now on"
    WARNED = "the time for a turn is nearly over"
    OVERDUE = "the time for a turn is over: a computer plays the rest of the turn"
    SAID = "somebody said something"


ENDING_A_TURN = frozenset({Happening.POSTED, Happening.ENDED, Happening.SEATED, Happening.OVERDUE})
"""The happenings after which a question about the present turn, such as whether to score 0, needs no answer."""


@dataclass(frozen=True, slots=True)
class Event:
    """A happening at the table, with the game's states `before` and `after` it. `action` is its cause, if any.

    The meaning of the other fields depends on the happening. SEATED: `decider` (HUMAN or a strategy) now decides
    for `seat`. SAID: `name` said `text`, both printable ASCII. WARNED: `seconds` are left for the turn.
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
"""The most events that are kept. That is enough: a person who misses more events has been away for whole games."""


class EventLog:
    """The latest events at a table; `count` is the number of all events so far, `turn_start` the number of those
    before the present turn."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=_MOST)
        self.count = self.turn_start = 0

    def tell(self, event: Event) -> None:
        self._events.append(event)
        self.count += 1

    def after(self, count: int) -> list[Event]:
        """Return the events that came after the first `count` ones, except those that are no longer kept."""
        return [] if count == self.count else list(self._events)[max(0, count - self.count + len(self._events)) :]


class Question(Enum):
    """A question to a person, which the next key or line of text answers."""

    RESUME = auto()
    QUIT = auto()
    LEAVE = auto()
    """Whether to leave, asked in place of QUIT if other people stay at the table."""
    KEEP = auto()
    """Whether to keep the unfinished game that the person leaves."""
    SCRATCH = auto()
    """Whether to score 0 in the selected box, or to score few points there while rolls are left."""
    PLAY_AGAIN = auto()
    NEXT_GAME = auto()
    """Whether to see the next game, asked in place of PLAY_AGAIN in a replay of several games."""


class Answer(Enum):
    YES = auto()
    NO = auto()
    LEAVE = auto()
    """A key or word that means leaving, whatever the question is."""
    OTHER = auto()


class Rejection(Enum):
    """The reason why a person's command had no effect."""

    UNKNOWN = auto()
    ROLL_FIRST = auto()
    TOO_SOON = auto()
    """The dice have just been shown: the person can't have seen them yet."""
    NO_ROLLS = auto()
    NOTHING_MARKED = auto()
    NOTHING_LEFT_TO_ROLL = auto()


class Step(Enum):
    """The steps of a computer player's turn."""

    THINKING = auto()
    ROLLING = auto()
    """The player shows which dice will be rolled."""
    DECIDED = auto()
    """The player shows the box in which the score will be posted."""


class Onlooker(Protocol):
    """A person at a table, who plays or watches.

    A person who `has_a_say` may cut waits short and begin the next game; those who only watch others play may
    not. A person who `sees_chances` is shown the chances to win.
    """

    @property
    def has_a_say(self) -> bool: ...

    @property
    def sees_chances(self) -> bool: ...


class Attendance:
    """The people at a table. A person looks away from the table while reading a page or being asked a question."""

    def __init__(self) -> None:
        self._looking: dict[Onlooker, bool] = {}

    @property
    def is_looked_at(self) -> bool:
        return any(self._looking.values())

    @property
    def is_played(self) -> bool:
        """Whether a person who `has_a_say` is present."""
        return any(onlooker.has_a_say for onlooker in self._looking)

    @property
    def is_shared(self) -> bool:
        """Whether several people are present."""
        return len(self._looking) > 1

    @property
    def sees_chances(self) -> bool:
        """Whether anybody who looks at the table wants chances to win shown."""
        return any(looks and onlooker.sees_chances for onlooker, looks in self._looking.items())

    def look(self, onlooker: Onlooker) -> None:
        self._looking[onlooker] = True

    def look_away(self, onlooker: object) -> None:
        """Note that a person looks away from the table; has no effect if this person isn't present."""
        for other in self._looking:
            if other is onlooker:
                self._looking[other] = False

    def leave(self, onlooker: Onlooker) -> bool:
        """Remove a person; return whether nobody is present any more."""
        return self._looking.pop(onlooker, None) is not None and not self._looking
