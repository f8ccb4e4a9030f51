"""What a room asks of its terminal beside showing a screen: to ring, and to paint all anew."""

from __future__ import annotations


class TerminalRequests:
    """Part of a `Room`; each request is taken once."""

    _bells = 0
    _repaint = False

    def ring(self) -> None:
        self._bells += 1

    def take_bells(self) -> int:
        bells, self._bells = self._bells, 0
        return bells

    def take_repaint(self) -> bool:
        repaint, self._repaint = self._repaint, False
        return repaint
