"""The order in which the strokes of a screen are painted: a short path through all of them.

Addressing the cursor costs the same wherever it goes, and what is cheaper leads a short way to the right or down.
So the strokes are linked to chains, and the chains painted one after the other, those first that need the modes
which the terminal is in.
"""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.screen.painter.attributes import Ink, InkRow
from h89yahtzee.screen.painter.cursor_motion import Motion
from h89yahtzee.screen.painter.path_cover import Chains
from h89yahtzee.screen.painter.pen import Pen, Position
from h89yahtzee.screen.painter.row_update import Stroke
from h89yahtzee.screen.painter.transition_savings import START, Links, needs

_SWITCH = 2
_FINAL, _BARRED = 10, 50
"""More than any switches; what is barred waits until nothing else is left."""


def route(
    strokes: Sequence[Stroke], pen: Pen, end: Position | None, rows: Sequence[InkRow], motion: Motion
) -> list[Stroke]:
    """`strokes` in the order of painting from `pen` on, the cursor going to `end` afterwards.

    `rows` is the screen that is painted. Each stroke that comes first in its row does so here.
    """
    last = len(strokes)
    nodes = [*strokes, Stroke(*end, (), None)] if end is not None else strokes
    chains = Chains(link for link in Links(nodes, pen, rows, motion).worth_while() if link[1:] != (START, last))
    order = _Order(strokes, pen)
    order.paint([strokes[node] for node in chains.chain(START) if node not in (START, last)])
    parts = [list(chains.chain(node)) for node in range(len(nodes)) if node not in chains.before]
    parts.sort(key=lambda part: part[-1] == last)
    leads = bool(parts) and parts[-1][-1] == last
    order.paint_all([[strokes[node] for node in part if node != last] for part in parts], leads)
    return order.strokes


class _Order:
    """Strokes one after the other, those that come first in their row before what is to the right of them there."""

    def __init__(self, strokes: Sequence[Stroke], pen: Pen) -> None:
        self.strokes: list[Stroke] = []
        self._modes = Ink(0, pen.graphics, pen.reverse)
        self._bars = {stroke.row: stroke.column for stroke in strokes if stroke.comes_first}
        self._left: list[list[Stroke]] = []

    def paint(self, chain: list[Stroke]) -> None:
        """What of a chain can be painted now; the rest is left for `paint_all`."""
        for position, stroke in enumerate(chain):
            if self._is_barred(stroke):
                self._left += [part for part in ([stroke], chain[position + 1 :]) if part]
                break
            if stroke.comes_first:
                del self._bars[stroke.row]
            self.strokes.append(stroke)
            self._modes = _left_in(self._modes, stroke)

    def paint_all(self, chains: list[list[Stroke]], leads: bool) -> None:
        """Whatever is left and all of `chains`: next is always the one that costs the fewest switches.

        The last of them waits for the others if it `leads` to the end, unless it holds what bars them.
        """
        final = chains[-1] if leads else None
        self._left += [chain for chain in chains if chain]
        while self._left:
            prices = [_FINAL if chain is final else self._price(chain) for chain in self._left]
            self.paint(self._left.pop(prices.index(min(prices))))

    def _is_barred(self, stroke: Stroke) -> bool:
        return not stroke.comes_first and stroke.column >= self._bars.get(stroke.row, stroke.column + 1)

    def _price(self, chain: list[Stroke]) -> int:
        """Switches; for what can't be painted yet a lot, less for a longer chain, which may hold what bars it."""
        if self._is_barred(chain[0]):
            return _BARRED if len(chain) > 1 else 2 * _BARRED
        first = needs(chain[0])[0]
        if first is None:
            return 0
        graphics, reverse = self._modes.graphics, self._modes.reverse
        return _SWITCH * (first.reverse != reverse) + _SWITCH * (first.graphics not in (None, graphics))


def _left_in(modes: Ink, stroke: Stroke) -> Ink:
    last = needs(stroke)[1]
    if last is None:
        return modes
    return Ink(0, modes.graphics if last.graphics is None else last.graphics, last.reverse)
