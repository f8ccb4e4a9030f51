"""Cards near the end of a game."""

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard


def only_open(rules: RuleSet, names: str, points: int) -> Scorecard:
    """A card where these boxes are open, and chance or another one holds all the points."""
    card = Scorecard.empty(rules)
    open_rows = {rules.row(name) for name in names.split()}
    filled = [row for row in range(len(rules.categories)) if row not in open_rows]
    for row in filled:
        card = card.with_score(Box(row), points if row == filled[-1] else 0)
    return card
