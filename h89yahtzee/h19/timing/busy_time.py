"""The time of the H19's processor: how long it is busy with a byte, with interrupts before and meanwhile.

While it has nothing to do it passes through a loop, and sees at the beginning of each pass what has come. At the
vertical sync it tells the display of the cursor, if that may have moved.
"""

from __future__ import annotations

from math import ceil, floor

from h89yahtzee.h19.timing.durations import CLOCK, FIRST_PASSES, PASS, POWER_UP, VERTICAL_SYNC

_FRAMES = (34_144 / CLOCK, 40_999 / CLOCK)
"""264 or 317 scan lines of 97 characters at 1.536 MHz."""
_IS_50_HZ = 1 << 7
_WARM_FOR = 0.1
"""How long before the first byte or key it was switched on."""
_LOOK = 45 / CLOCK
"""How long before it begins with a byte it has seen that one is there."""
_MOVED = 160 / CLOCK
"""How long before the end of its work it notes that the cursor has moved."""


class BusyTime:
    """Times are in seconds, work in states; bit n of `switches` is section n of S402."""

    def __init__(self, switches: int) -> None:
        self._frame = _FRAMES[bool(switches & _IS_50_HZ)]
        self._switched_on_at: float | None = None
        self.until = self._interrupted_until = self._next_sync = float("-inf")
        self._has_moved = False
        self._moves = False

    def begin(self, at: float, states: float) -> None:
        """Begin the next work."""
        self.until = at + states / CLOCK
        self._has_moved |= self._moves
        self._moves = False
        self._next_sync = self._sync_after(at)

    def work(self, states: float) -> None:
        """Work longer."""
        self.until += states / CLOCK

    def move_cursor(self) -> None:
        """Have the display told when the work is done."""
        self._moves = True

    def hold_interrupts(self, at: float, states: float) -> None:
        """Have them wait for so many states."""
        self._interrupted_until = max(at + states / CLOCK, self._interrupted_until)

    def interrupt(self, at: float, states: float, loop: int, until_output: float = 0.0) -> float:
        """Interrupt the work, or if there is none a pass of `loop` states; the time `until_output` states later."""
        self._go_round(at, loop)
        self._interrupted_until = max(at, self._interrupted_until)
        output_at = self._interrupted_until + until_output / CLOCK
        self.prolong_interrupt(states)
        if (sync_at := self.sync_at) is not None and sync_at < output_at:
            output_at += self.sync(sync_at)
        return output_at

    def prolong_interrupt(self, states: float) -> None:
        self._interrupted_until += states / CLOCK
        self.work(states)

    # The vertical sync

    @property
    def sync_at(self) -> float | None:
        """When the display may be told, if something is done then."""
        return self._next_sync if (self._has_moved or self._moves) and self._next_sync < self.until else None

    def sync(self, at: float) -> float:
        """The time that it takes now."""
        moves_now = self._moves and at >= self.until - _MOVED
        is_told, self._has_moved = self._has_moved or moves_now, False
        self._moves &= not moves_now
        self._next_sync = at + self._frame
        if not is_told:
            return 0.0
        self._interrupted_until = max(at, self._interrupted_until)
        self.prolong_interrupt(VERTICAL_SYNC)
        return VERTICAL_SYNC / CLOCK

    def _syncs_until(self, at: float) -> int:
        return floor((at - (self._switched_on_at or 0.0)) / self._frame)

    def _sync_after(self, at: float) -> float:
        return (self._syncs_until(at) + 1) * self._frame + (self._switched_on_at or 0.0)

    # The loop

    def _go_round(self, now: float, loop: int) -> None:
        """Pass as often as there was time for."""
        if self._switched_on_at is None:
            self._switched_on_at = now - _WARM_FOR
            self.until = self._switched_on_at + POWER_UP / CLOCK
            self._pass_until(now, FIRST_PASSES)
            self.work(PASS - FIRST_PASSES)
        elif loop and self.until < now + _LOOK:
            self._pass_until(now, loop)

    def _pass_until(self, now: float, loop: int) -> None:
        """The cursor is noted in each pass."""
        self.work((self._syncs_until(now) - self._syncs_until(self.until)) * VERTICAL_SYNC)
        self.work(max(0, ceil((now + _LOOK - self.until) * CLOCK / loop)) * loop)
        self._next_sync = self._sync_after(now)
        self._has_moved = self._moves = True
