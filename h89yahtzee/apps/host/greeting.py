"""A caller in the reception, before anybody in the lobby hears of them: a source for the event loop."""

from __future__ import annotations

import time
from collections.abc import Callable

from h89yahtzee.apps.host import host_texts
from h89yahtzee.apps.host.callers_line import CallersLine
from h89yahtzee.apps.yahtzee.terminal.event_loop import POLL_DELAY
from h89yahtzee.host.reception import Reception
from h89yahtzee.transport.draining import Drain
from h89yahtzee.transport.transport import TransportClosed


class Greeting:
    """The caller on `line`. `save` writes down whom the reception added, before they hear of it.

    `over` hears when the caller has arrived, or is to be hung up on: then the reception says why, or `loss`.
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
        """When a line that can't be selected on is looked at next."""

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
            self.loss = host_texts.loss(closed)
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
