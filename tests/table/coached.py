"""Tables at which a person finds a nearly full card, and what the coach says there."""

from dataclasses import replace

from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.preferences import Coach, Preferences, preferences_for
from tests.table.tables import TableForOne, viewer_of


def at(
    table: TableForOne,
    card: Scorecard,
    dice: tuple[int, ...],
    rolls_left: int = 0,
    coach: Coach = Coach.OFF,
    taste: Preferences | None = None,
    bookmaker: Bookmaker | None = None,
) -> TableForOne:
    """Return a table where the player to move finds this card and these dice."""
    cards = list(table.match.state.cards)
    cards[table.match.state.seat] = card
    table.match.state = replace(table.match.state, cards=tuple(cards), dice=dice, rolls_left=rolls_left)
    preferences = replace(taste or preferences_for(card.rules), coach=coach, confirm_zero=False)
    return TableForOne(table.match, viewer_of(table.match, 1.0, preferences=preferences, bookmaker=bookmaker))


def said(table: TableForOne) -> tuple[str, str]:
    """Return the texts above and below the row that says whose move it is."""
    return table.line(21)[39:].strip(), table.line(23)[39:].strip()
