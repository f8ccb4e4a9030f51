"""What the event loop needs of all that it waits for, and of a person's terminal among it."""

from __future__ import annotations

from typing import Protocol


class Source(Protocol):
    """Something that input comes from: a terminal, a listener for callers, the pipe of another process.

    `take_input` is called when `fileno` has input or `wakes_in` has passed, for a session without a `fileno` now
    and then too, and never waits. A source deals with its own failures, but for sessions.
    """

    def fileno(self) -> int | None: ...
    def wakes_in(self) -> float | None:
        """Seconds until something is to be done without input; None: nothing."""

    def take_input(self) -> None: ...


class Session(Source, Protocol):
    """A terminal and the room that its person is in.

    All that uses the line may raise TransportClosed, but `exit` and `hang_up`. `revision` changes with all that may
    be to be shown; `advance` lets the room see it, and `show` sends what the line has time for. `last_words` are a
    line that the terminal shows when the person has left.
    """

    last_words: str

    @property
    def is_closed(self) -> bool:
        """Whether the person has left the room."""

    @property
    def revision(self) -> object: ...

    def is_seen(self) -> bool:
        """Whether there is somebody to play for."""

    def open(self) -> None: ...
    def advance(self, now: float) -> None: ...
    def notify(self, text: str) -> None: ...
    def show(self) -> None: ...
    def resized(self) -> None: ...
    def leave(self) -> None:
        """Leave the room in a hurry."""

    def farewell(self) -> None:
        """Queue what leaves the terminal as it was found, in place of all that is queued."""

    def has_left(self) -> bool:
        """Send that; whether all of it is sent, or the line has taken nothing for a while."""

    def exit(self) -> None:
        """Give this machine's terminal its modes back; it may be opened again."""

    def hang_up(self) -> None:
        """Close the line."""
