"""What a host tells callers at the end of a call, what it says when it starts, and what it notes in the log."""

import traceback
from enum import Enum
from pathlib import PurePath


class Ending(Enum):
    """How a call ends that the line survives: the last words to the caller, and the words for the log."""

    LEFT = "Goodbye, {name}.", "left"
    IDLE = "You did nothing for a long time. Your seat is kept: call again when you like.", "hung up, idle"
    CALLED_AGAIN = "You have called again on another line.", "called again on another line"
    STOPPED = "The host is being stopped. Your game is saved and your seat is kept.", "the host was stopped"

    @property
    def last_words(self) -> str:
        return self.value[0]

    @property
    def logged(self) -> str:
        return self.value[1]


OPEN = "{name}: open for callers"
IN_THE_CLEAR = "{name}: whoever can read along sees names and codes, since telnet is in the clear"
SET_ASIDE = "the guest book couldn't be used; it was set aside as {name}"
LINE_AWAY = "{closed}; it is tried again"

# The log.
ARRIVED = "{name} came for the first time, {terminal}"
CAME_BACK = "{name} came back, {terminal}"
ENDED = "{name}: {how} after {minutes} min"
TURNED_AWAY = "turned {count} callers away"
MADE_ROOM = "hung up, no key pressed and no room for others"
NOTHING_WRITTEN = "{reason}: who is here can't be written down"
WRITTEN_AGAIN = "who is here is written down again"
FAILURE = "an error of this program, {kind}: {error} ({file}, line {line})"


def failure(error: Exception) -> str:
    """What went wrong where, for whoever mends it."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return FAILURE.format(kind=type(error).__name__, error=error, file=PurePath(at.filename).name, line=at.lineno)


def loss(error: OSError) -> str:
    """How a line was lost, without its name: the log has that already."""
    return str(error).rpartition(": ")[2]
