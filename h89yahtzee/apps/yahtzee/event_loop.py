"""The event loop of a game on the screen: keys, time and signals in, screens out."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Sequence

from h89yahtzee.apps.signals import ENDING, SignalWatch, wait_for_input
from h89yahtzee.apps.yahtzee.terminal_session import Station
from h89yahtzee.table.screen.controller import Controller
from h89yahtzee.transport.transport import TransportClosed

POLL_DELAY = 0.02
"""Seconds between two looks at a line that can't be selected on."""


class Session:
    """One table with the stations that show it.

    `record` writes down what has been played, and returns what the players are to be told about that. `wait` waits
    as `wait_for_input` does, by the same time as `clock`.
    """

    def __init__(
        self,
        controller: Controller,
        stations: Sequence[Station],
        clock: Callable[[], float],
        record: Callable[[], str],
        wait: Callable[[Sequence[int], float | None], None] = wait_for_input,
    ) -> None:
        self._controller = controller
        self._stations = stations
        self._clock = clock
        self._record = record
        self._wait_for_input = wait

    def run(self) -> int:
        """Play until the players leave. The exit status: 0, or 128 + n after signal n."""
        with SignalWatch() as signals:
            try:
                self._open()
                return self._loop(signals)
            finally:
                self._close()

    def _loop(self, signals: SignalWatch) -> int:
        while not self._controller.is_closed:
            self._show()
            self._wait(signals)
            for number in signals.take():
                if number in ENDING:
                    self._controller.leave()
                    return 128 + number
                self._answer(number, signals)
            for station in self._stations:
                for key in station.take_keys():
                    self._controller.press(key, self._clock())
            if self._is_seen:
                self._controller.advance(self._clock())
            notice = self._record()
            if notice:
                self._controller.notify(notice)
        return 0

    def _answer(self, number: int, signals: SignalWatch) -> None:
        """Do what a signal that ends nothing is for."""
        if number == signal.SIGTSTP:
            signals.suspend(self._leave, self._open)
        elif number == signal.SIGCONT:
            # Somebody stopped the program without asking, and used the terminal meanwhile.
            self._leave()
            self._open()
        elif number == signal.SIGWINCH:
            for station in self._stations:
                station.resized()

    @property
    def _is_seen(self) -> bool:
        return all(station.is_seen() for station in self._stations)

    def _show(self) -> None:
        bells, repaint = self._controller.take_bells(), self._controller.take_repaint()
        for station in self._stations:
            if repaint:
                station.repaint()
            station.ring(bells)
            if station.is_ready():
                display = station.display
                station.show(self._controller.screen(display), self._controller.urgent(display))

    def _wait(self, signals: SignalWatch) -> None:
        """Until there is input, a signal, or something to do at its time."""
        filenos = [station.transport.fileno() for station in self._stations]
        waits = [station.wakes_in() for station in self._stations]
        waits += [POLL_DELAY for fileno in filenos if fileno is None]
        if self._controller.deadline is not None and self._is_seen:
            waits.append(max(0.0, self._controller.deadline - self._clock()))
        readable = [signals.fileno(), *(fileno for fileno in filenos if fileno is not None)]
        self._wait_for_input(readable, min((wait for wait in waits if wait is not None), default=None))

    def _open(self) -> None:
        for station in self._stations:
            station.open()

    def _leave(self) -> None:
        for station in self._stations:
            station.close()

    def _close(self) -> None:
        """Write down how it ended and leave each terminal; one that is gone is left alone."""
        self._record()
        for station in self._stations:
            with contextlib.suppress(TransportClosed):
                station.close()
        for station in self._stations:
            station.transport.close()
