"""The time of the H19's processor: how long it works on a byte or key, with the interrupts in between.

An idle processor runs through a loop again and again, and notices bytes and keys at the beginning of each pass. At
the vertical sync (the end of a picture) the processor tells the display where the cursor is, if the cursor may have
moved. Times are in clock cycles of the processor (called states by its maker), or in seconds.
"""

from __future__ import annotations

from math import ceil, floor

CLOCK = 2_048_000
"""The states (clock cycles of the processor) in a second."""

# The clock cycles of interrupts
RECEIVING = 474
RECEIVING_NUL = 249
XOFF = 71
"""The additional clock cycles if a received byte makes the H19 send XOFF, without the wait for the UART (serial
chip)."""
FIFO_FULL = -71
"""The clock cycles saved when a received byte isn't stored because the FIFO is full."""
SENDING = 433
UNTIL_XOFF, UNTIL_SENT = 312, 388
"""The clock cycles from the start of an interrupt until the UART gets a byte: if this is XOFF (`UNTIL_XOFF`), and
if it is the next byte of the output FIFO (`UNTIL_SENT`)."""
NOTHING_TO_SEND = 357
"""The clock cycles of the interrupt that comes after the last byte was sent; it turns off the interrupts for
sending."""
KEY_PRESSED = 494
VERTICAL_SYNC = 397
"""The clock cycles of telling the display where the cursor and the start of the page are, if the cursor may have
moved."""

# The clock cycles of the loop in which the processor waits for a byte or a key
PASS = 616
FIRST_PASSES = 575
"""The clock cycles of a pass through the idle loop before the first interrupt: until then the processor takes the
OFF LINE key to be pressed."""
PASS_FOR_ARGUMENT = 614
KEY_LOST = 450
"""The clock cycles of the interrupt for a key that is lost because the FIFO of keys is full."""
KEY_SERVED = 359
KEY_FETCHED = 548
"""The clock cycles from the start of a pass through the idle loop until a key is fetched and interrupts are served
again."""
BYTE_FETCHED = 120
"""The clock cycles from the start of the work on a byte until it is fetched from the input FIFO and interrupts are
served again."""
OUTPUT_STARTED, OUTPUT_WAITS = 39, 26
OUTPUT_LOST = -81
"""The clock cycles saved when a byte to send isn't stored because the output FIFO is full."""

# The clock cycles of flow control
XON_SENT = 314
STILL_STOPPED = 35
"""The additional clock cycles of each character that is executed between XOFF and XON."""

POWER_UP = 37_576
"""The clock cycles from switching on to the first pass through the idle loop."""
RESET = 37_530
"""The clock cycles at the start of a reset, during which no bytes are received."""
RESET_LISTENING = 46
"""The clock cycles at the end of a reset, during which bytes are received again."""

_FRAMES = (34_144 / CLOCK, 40_999 / CLOCK)
"""The seconds of a picture on the screen at 60 and at 50 Hz: 264 or 317 scan lines of 97 characters at 1.536
MHz."""
_IS_50_HZ = 1 << 7
_WARM_FOR = 0.1
"""The seconds that are assumed to pass from switching on to the first byte or key."""
_LOOK = 45 / CLOCK
"""The seconds from noticing a byte to the beginning of the work on it."""
_MOVED = 160 / CLOCK
"""How many seconds before the end of its work the processor notes that the cursor has moved."""


class BusyTime:
    """Computes `until`, the time until which the processor is busy. Times are in seconds, work is in clock cycles.

    Bit n of `switches` is section n of the H19's switch S402.
    """

    def __init__(self, switches: int) -> None:
        self._frame = _FRAMES[bool(switches & _IS_50_HZ)]
        self._switched_on_at: float | None = None
        self.until = self._interrupted_until = self._next_sync = float("-inf")
        self._has_moved = False
        self._moves = False

    @property
    def interrupted_until(self) -> float:
        return self._interrupted_until

    def begin(self, at: float, states: float) -> None:
        """Begin work of `states` clock cycles at the time `at`."""
        self.until = at + states / CLOCK
        self._has_moved |= self._moves
        self._moves = False
        self._next_sync = self._sync_after(at)

    def work(self, states: float) -> None:
        """Prolong the present work by `states` clock cycles."""
        self.until += states / CLOCK

    def move_cursor(self) -> None:
        """Note that the present work moves the cursor; the next vertical sync tells the display the new place."""
        self._moves = True

    def hold_interrupts(self, at: float, states: float) -> None:
        """Make interrupts wait until `states` clock cycles after the time `at`."""
        self._interrupted_until = max(at + states / CLOCK, self._interrupted_until)

    def interrupt(self, at: float, states: float, idle_pass: int, until_output: float = 0.0) -> float:
        """Interrupt the work for `states` clock cycles.

        If the UART (serial chip) gets a byte to send in this interrupt, the result is the time at which it gets the
        byte: `until_output` cycles after the interrupt begins, or later if a vertical sync comes before.
        `idle_pass` is the number of cycles of a pass through the idle loop if the processor is idle, else 0.
        """
        self._go_round(at, idle_pass)
        self._interrupted_until = max(at, self._interrupted_until)
        output_at = self._interrupted_until + until_output / CLOCK
        self.prolong_interrupt(states)
        if (sync_at := self.sync_at) is not None and sync_at < output_at:
            output_at += self.sync(sync_at)
        return output_at

    def prolong_interrupt(self, states: float) -> None:
        self._interrupted_until += states / CLOCK
        self.work(states)

    # Methods for the vertical sync

    @property
    def sync_at(self) -> float | None:
        """The time of the next vertical sync; None if the processor is idle at that time, or hasn't moved the
        cursor."""
        return self._next_sync if (self._has_moved or self._moves) and self._next_sync < self.until else None

    def sync(self, at: float) -> float:
        """Tell the display where the cursor is, if it may have moved; return the seconds that this takes."""
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

    # Methods for the idle loop

    def _go_round(self, now: float, idle_pass: int) -> None:
        """If the processor is idle, prolong the busy time to `now` by the passes that it makes through the idle
        loop.

        A pass takes `idle_pass` clock cycles; 0 means that the processor is busy. The first call assumes that the
        terminal was switched on some time earlier, and adds the work and the passes since then.
        """
        if self._switched_on_at is None:
            self._switched_on_at = now - _WARM_FOR
            self.until = self._switched_on_at + POWER_UP / CLOCK
            self._pass_until(now, FIRST_PASSES)
            self.work(PASS - FIRST_PASSES)
        elif idle_pass and self.until < now + _LOOK:
            self._pass_until(now, idle_pass)

    def _pass_until(self, now: float, idle_pass: int) -> None:
        """Prolong the busy time by whole passes of `idle_pass` clock cycles until `now`. As after any pass, the
        processor will tell the display where the cursor is."""
        self.work((self._syncs_until(now) - self._syncs_until(self.until)) * VERTICAL_SYNC)
        self.work(max(0, ceil((now + _LOOK - self.until) * CLOCK / idle_pass)) * idle_pass)
        self._next_sync = self._sync_after(now)
        self._has_moved = self._moves = True
