"""Cards near the end of a game."""

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard


def only_open(rules: RuleSet, names: str, points: int) -> Scorecard:
    """A card of one column with the rows `names` open; of the filled rows, the last one holds all `points`."""
    card = Scorecard.empty(rules)
    open_rows = {rules.row(name) for name in names.split()}
    filled = [row for row in range(len(rules.categories)) if row not in open_rows]
    for row in filled:
        card = card.with_score(Box(row), points if row == filled[-1] else 0)
    return card
