"""Who is at a table, and who of them looks at it at the moment."""

from __future__ import annotations

from typing import Protocol


class Onlooker(Protocol):
    """Somebody at a table, who `has_a_say` unless they only watch what others play.

    Whoever `sees_chances` wants the chances to win shown.
    """

    @property
    def has_a_say(self) -> bool: ...

    @property
    def sees_chances(self) -> bool: ...


class Attendance:
    """The people at a table; whoever reads or answers something else looks away."""

    def __init__(self) -> None:
        self._looking: dict[Onlooker, bool] = {}

    @property
    def is_looked_at(self) -> bool:
        return any(self._looking.values())

    @property
    def is_played(self) -> bool:
        """Whether anybody is there but those who only watch."""
        return any(onlooker.has_a_say for onlooker in self._looking)

    @property
    def is_shared(self) -> bool:
        """Whether several are there."""
        return len(self._looking) > 1

    @property
    def sees_chances(self) -> bool:
        """Whether anybody who looks wants the chances shown."""
        return any(looks and onlooker.sees_chances for onlooker, looks in self._looking.items())

    def look(self, onlooker: Onlooker) -> None:
        self._looking[onlooker] = True

    def look_away(self, onlooker: Onlooker) -> None:
        """Nobody comes by looking away."""
        if onlooker in self._looking:
            self._looking[onlooker] = False

    def leave(self, onlooker: Onlooker) -> bool:
        """Return whether that was the last one."""
        return self._looking.pop(onlooker, None) is not None and not self._looking
