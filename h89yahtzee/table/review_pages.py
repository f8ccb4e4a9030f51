"""What there is to be seen of a finished game: its review, and what all made of the same dice."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.table import coach_texts, texts
from h89yahtzee.table.background import Work, comparing, finished, reviewing
from h89yahtzee.table.best_play import has_par
from h89yahtzee.table.coach import AnalystOf
from h89yahtzee.table.commands import Command
from h89yahtzee.table.comparison import can_compare, comparison
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.match import Sitting
from h89yahtzee.table.preferences import Coach
from h89yahtzee.table.screen import layout
from h89yahtzee.table.screen.pages import WorkedPages

_PAGE_WIDTH = layout.WIDTH - 1


class Afterwards:
    """Of the game that a sitting has ended; as pages or, with names that begin with `tell`, as lines.

    `analyst_of` is asked for whoever judges decisions once a review is wanted.
    """

    def __init__(self, sitting: Sitting, analyst_of: AnalystOf) -> None:
        self._sitting = sitting
        self._analyst_of = analyst_of

    @property
    def has_review(self) -> bool:
        """Whether there would be one that people may want."""
        return self._sitting.has_people

    def reviews_by_itself(self, coach: Coach) -> bool:
        """Whether the review is shown unasked, which is where the coach is at the table."""
        return self.has_review and coach is not Coach.OFF

    def page(self, command: Command | None) -> WorkedPages | None:
        """The page that a command opens; what one column asks for is worked out sooner than one reads of that."""
        if not self._sitting.has_ended:
            return None
        if command is Command.COMPARE and can_compare(self._sitting.record):
            page = self._comparison_page()
        elif command is Command.REVIEW:
            page = self._review_page()
        else:
            return None
        if self._sitting.setup.rules.columns == 1:
            page.finish()
        else:
            page.advance()
        return page

    def _comparison_page(self) -> WorkedPages:
        alone = comparison([self._sitting.record], _PAGE_WIDTH)
        return WorkedPages(texts.COMPARISON_TITLE, self._comparing(_PAGE_WIDTH), alone)

    def _review_page(self) -> WorkedPages:
        record = self._sitting.record
        analyst = self._analyst_of(record.setup.rules)
        return WorkedPages(coach_texts.REVIEW_TITLE, reviewing(record, analyst, _PAGE_WIDTH))

    def tell_review(self) -> Iterator[str]:
        record = self._sitting.record
        analyst = self._analyst_of(record.setup.rules)
        yield from finished(reviewing(record, analyst, line_texts.WIDTH, line_texts.label_of))

    def tell_comparison(self) -> Iterator[str]:
        if can_compare(self._sitting.record):
            yield from finished(self._comparing(line_texts.WIDTH))
        else:
            yield line_texts.NOT_THE_SAME_DICE

    def _comparing(self, width: int) -> Work:
        record = self._sitting.record
        analyst = self._analyst_of(record.setup.rules) if has_par(record) else None
        return comparing(record, analyst, width)
