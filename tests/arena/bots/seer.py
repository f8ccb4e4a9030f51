"""A bot that plays exactly, but also uses the points that the player before it has just made with the same dice.

These points tell the bot how its turn ends if it plays exactly too. If that end is worse than the expectation of
another keep, the bot keeps other dice. If no player moved before it, it decides as exact play does.
"""

from h89yahtzee.arena.bot import Bot, Move
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Roll
from h89yahtzee.notation.tokens import boxes_by_name
from h89yahtzee.players.catalogue import optimal

FIXED = (0, 25, 30, 40, 50)
WORSE, DEAR = 3.0, 8.0
"""Points: how much worse than the second-best move the foreseen end must be for the bot to make that move, and how
much less than the best move the second-best may be worth."""


class Seer(Bot):
    def __init__(self) -> None:
        self.before = 0
        self.sees = self.strays = False
        self.end = 0.0

    def turn(self, dice: tuple[int, ...], stage: int) -> Move:
        player, card = optimal(self.rules), self.card._card
        if stage == 0:
            others = sum(self.scores()) - self.card.total()
            self.sees = self.sees or (card == Scorecard.empty(self.rules) and others > 0)
            brought, self.before, self.strays = others - self.before, others, not self.sees
            self.end = max(
                [
                    player.expectation(card.with_score(Box(row, 0), brought))
                    for row, category in enumerate(self.categories)
                    if self.card.is_open(category) and is_score_in(category.face, brought)
                ],
                default=500.0,
            )
        options = player.analysis(GameState(self.rules, (card,), 0, 0, dice, 2 - stage)).options
        option = options[0]
        if stage < 2 and not self.strays and max(self.end + WORSE, option.value - DEAR) < options[1].value:
            option, self.strays = options[1], True
        if isinstance(option.action, Roll):
            return self.keep(place for place in range(5) if place not in option.action.positions)
        box = option.action.box
        return self.score(next(name for name, its in boxes_by_name(self.rules).items() if its == box))


def is_score_in(face: int | None, points: int) -> bool:
    return points in FIXED or 5 <= points <= 30 if face is None else points % face == 0 and points <= 5 * face
