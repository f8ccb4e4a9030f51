"""The reception of a caller as part of the event loop, and the terminals that callers can choose."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from h89yahtzee.apps.described_terminals import H19, described_terminal
from h89yahtzee.apps.host import call_log
from h89yahtzee.apps.host.ways_in import CallersLine
from h89yahtzee.apps.sessions.event_loop import POLL_DELAY
from h89yahtzee.host.doorway import LINES, Terminals
from h89yahtzee.host.reception import Reception
from h89yahtzee.transport.pacing import Drain
from h89yahtzee.transport.transport import TransportClosed

NAMES = (H19, "h19-ansi", "z29", "vt52", "vt100", "adm3a", "wyse50", "ansi")

_ALIKE = {
    "vt100": r"(xterm|vt[1-5]\d\d|screen|tmux|linux|putty|rxvt|konsole|iterm|foot|alacritty|kitty|dtterm)\b.*",
    "ansi": r"(ansi|pcansi|pc-ansi|ansi-bbs|scoansi|syncterm|netrunner|cygwin|cons25|mtelnet|icy[- ]?term)\b.*",
    "vt52": r"(dec[- ])?vt-?5[025]\b.*",
    LINES: r"(lines?|dumb|tty\d*|teletype|printer|asr-?33|glass-?tty|plain)",
}
"""Patterns of the names that telnet clients and TERM use for terminals compatible with ours."""


def find_caller_terminal(name: str) -> str | None:
    """Return our name of a terminal, or `LINES`, for the name that a caller gave; None if unknown."""
    plain = re.sub(r"^dec-", "", name.strip().lower())
    caps = described_terminal(plain)
    if caps is not None:
        return caps.names[0]
    return next((terminal for terminal, alike in _ALIKE.items() if re.fullmatch(alike, plain)), None)


CALLER_TERMINALS = Terminals(NAMES, find_caller_terminal)


class Greeting:
    """A source of the event loop that runs the `reception` of the caller on `line`.

    `save` is called before data is sent, so that new people are saved before they read their code. `over` is called
    when the caller has arrived or is to be hung up on; then `reception.refusal` or `loss` says why.
    """

    def __init__(
        self, line: CallersLine, reception: Reception, save: Callable[[], None], over: Callable[[Greeting], None]
    ) -> None:
        self.line = line
        self.reception = reception
        self.loss = ""
        self._save = save
        self._over = over
        self._transport = line.paced()
        self._drain: Drain | None = None
        self._looks_at = 0.0
        """The time of the next look at a line that has no descriptor to select on."""

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def wakes_in(self) -> float | None:
        waits = [self._transport.ready_in()]
        if self.fileno() is None:
            waits.append(max(0.0, self._looks_at - time.monotonic()))
        if self._drain is None:
            waits.append(max(0.0, self.reception.deadline - time.monotonic()))
        elif self._transport.idle:
            waits.append(0.0)
        return min((wait for wait in waits if wait is not None), default=None)

    def take_input(self) -> None:
        self._looks_at = time.monotonic() + POLL_DELAY
        try:
            if self._drain is None:
                self._hear(time.monotonic())
            if self._drain is None or not self._drain.is_over():
                return
        except TransportClosed as closed:
            self.loss = call_log.loss(closed)
        self._over(self)

    def _hear(self, now: float) -> None:
        self.reception.receive(self._transport.receive(), now)
        self.reception.advance(now)
        self.line.has_knocked = self.reception.has_knocked
        self._save()
        self._transport.queue(self.reception.data_to_send())
        self._transport.pump()
        if self.reception.is_over:
            self._drain = Drain(self._transport, time.monotonic)
