"""Pages about a finished game: its review, and what all made of the same dice."""

from __future__ import annotations

from h89yahtzee.game.record import Record
from h89yahtzee.table import texts
from h89yahtzee.table.chances.bookmaker import Bookmaker
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.review.coach import AnalystOf
from h89yahtzee.table.review.comparison import comparison
from h89yahtzee.table.review.reviews import pending_comparison, pending_review
from h89yahtzee.table.screen import layout
from h89yahtzee.table.screen.pages.page import PendingPages

_WIDTH = layout.WIDTH - 1


def review_page(
    record: Record, analyst_of: AnalystOf, end: str = texts.HELP_END, bookmaker: Bookmaker | None = None
) -> PendingPages:
    """The review; with a bookmaker that by points stands there until the chances are known too."""
    quick = pending_review(record, analyst_of, _WIDTH)
    if bookmaker is None:
        return PendingPages(coach_texts.REVIEW_TITLE, quick, end=end, at_once=_is_quick(record))
    points = quick.finish() if _is_quick(record) else []
    pending = pending_review(record, analyst_of, _WIDTH, bookmaker=bookmaker)
    return PendingPages(coach_texts.REVIEW_TITLE, pending, points, end)


def comparison_page(
    record: Record, analyst_of: AnalystOf, end: str = texts.HELP_END, bookmaker: Bookmaker | None = None
) -> PendingPages:
    """The page of a game that `can_compare`; until par is known it compares the players alone."""
    pending = pending_comparison(record, analyst_of, _WIDTH, bookmaker)
    players, at_once = comparison([record], _WIDTH), _is_quick(record) and bookmaker is None
    return PendingPages(texts.COMPARISON_TITLE, pending, players, end, at_once)


def _is_quick(record: Record) -> bool:
    """Whether points are worked out in no noticeable time: with one column all values are known."""
    return record.setup.rules.columns == 1
