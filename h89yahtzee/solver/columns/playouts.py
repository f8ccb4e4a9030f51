"""Cards of several columns played to the end many times side by side, for points by the network's estimate."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.solver.columns.cards import Cards, cards_of
from h89yahtzee.solver.columns.lockstep import DICE, ROLLS, replaced, turn_played
from h89yahtzee.solver.columns.network_weights import network_for


class Playout:
    """The dice follow from the seed and from what was played before."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def totals(
        self, card: Scorecard, number: int, dice: Dice = (), rolls_left: int = 0
    ) -> Generator[None, None, list[float]]:
        """So many final totals, after a step for each turn; the first may begin with dice on the table."""
        network = network_for(card.rules)
        cards: Cards = cards_of(network.encoding, [card])[np.zeros(number, dtype=np.int64)]
        totals = np.full(number, float(card.total()))
        while len(playing := np.flatnonzero(~cards.are_full())):
            blocks = self._random.integers(0, 6, (len(playing), ROLLS, DICE))
            if dice:
                blocks[:, 0] = np.array(dice) - 1
            turn = turn_played(network, cards[playing], blocks, rolls_left if dice else ROLLS - 1)
            totals[playing] += turn.points
            cards, dice = replaced(cards, playing, turn.cards), ()
            yield
        return list(map(float, totals))
