"""The content of pages: texts, help, reviews, and recorded games that are played back.

A page is shown for a while in place of a menu or of a table. It draws nothing itself; the front ends show it. The
dice of a *game of the day* follow from the date and the rules (see `table.daily`), so that everybody can play the
same game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

from h89yahtzee.game.record import Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.table import reviews, texts
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.coach import AnalystOf, BoxLabel
from h89yahtzee.table.comparison import comparison
from h89yahtzee.table.daily import DayFigures, day_lines, day_sentences
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.saved_games import SavedGames, Scores

BACK = "Any key leads back."
DAY_TITLE = "THE GAME OF THE DAY"
_NAME_WIDTH = 16
_RESULTS = "{head}. Par is {par}: best play, which doesn't know the dice to come."
_COUNTED = "Only the first game that a person finishes counts."


@dataclass(frozen=True, slots=True)
class TextPage:
    """A page of text. A screen shows `lines`, and `end` below them. Text mode prints `told` instead, by default the
    same lines.

    A screen reader gets the sentences `spoken`, by default the same lines as text mode.
    """

    title: str
    lines: Sequence[str]
    end: str = BACK
    told: Sequence[str] | None = None
    spoken: Sequence[str] | None = None


def scores_page(scores: Scores) -> TextPage:
    """Return a page that shows all of `scores`: people's statistics, the best games, and how many games can't be
    read."""
    tables = [*scores.statistics, texts.Head(""), *scores.best] if scores.statistics else ["No games are finished."]
    lines = [*tables, *(["", scores.left_out] if scores.left_out else [])]
    spoken = scores.spoken or ["No games are finished."]
    return TextPage("SCORES", lines, spoken=spoken)


def results_page(head: str, par: int, results: Sequence[tuple[str, int]]) -> TextPage:
    """Return a page with the results of a game of the day; `results` has pairs of a person's name and total.

    `head` tells the day and rules, `par` is the total of best play with the day's dice.
    """
    head, results = (
        _RESULTS.format(head=head, par=par),
        [(texts.plain_text(name), total) for name, total in results],
    )
    listed = [
        f"{place:3}. {total:5}   {name:{_NAME_WIDTH}}  {total - par:+d} against par"
        for place, (name, total) in enumerate(results, 1)
    ]
    spoken = [f"{name} made {total}, {total - par:+d} against par." for name, total in results]
    lines = [head, "", *listed, "", _COUNTED]
    return TextPage(DAY_TITLE, lines, spoken=[head, *spoken, _COUNTED])


@dataclass(frozen=True)
class PendingPage(ABC):
    """Base of pages whose lines take a while to compute."""

    title: ClassVar[str]
    end: str = field(default=BACK, kw_only=True)

    @property
    def is_quick(self) -> bool:
        """Whether computing the lines takes no noticeable time."""
        return False

    def meanwhile(self, width: int) -> Sequence[str]:  # noqa: ARG002
        """Return lines of at most `width` characters to show while `worked_out` computes the page's lines."""
        return ()

    @abstractmethod
    def worked_out(self, width: int, label: BoxLabel = texts.box_label) -> reviews.PendingLines:
        """Return the page's lines as `PendingLines`, which the caller has to compute step by step.

        Each line has at most `width` characters. The function `label` returns the name of a box.
        """

    @abstractmethod
    def spoken(self) -> reviews.PendingLines:
        """Return the content of `worked_out` in whole sentences for a screen reader, also as `PendingLines`."""


@dataclass(frozen=True)
class JudgedPage(PendingPage):
    """Base of pages that judge the decisions of a finished game by expected points and, if there is a `bookmaker`
    (which computes chances to win), also by chances to win."""

    record: Record
    analyst_of: AnalystOf
    bookmaker: Bookmaker | None = None

    @property
    def is_quick(self) -> bool:
        """Whether judging the game takes no noticeable time. This is so if no chances to win are computed and the
        rules have one column, since the solver knows the expected points in all positions of such games."""
        return self.bookmaker is None and self.record.setup.rules.columns == 1


class ReviewPage(JudgedPage):
    """A review of a finished game: the points and chances to win that each decision lost."""

    title = reviews.REVIEW_TITLE

    def meanwhile(self, width: int) -> Sequence[str]:
        by_points = replace(self, bookmaker=None)
        return by_points.worked_out(width).finish() if by_points.is_quick and not self.is_quick else ()

    def worked_out(self, width: int, label: BoxLabel = texts.box_label) -> reviews.PendingLines:
        return reviews.pending_review(self.record, self.analyst_of, width, label, self.bookmaker)

    def spoken(self) -> reviews.PendingLines:
        return reviews.spoken_review(self.record, self.analyst_of, self.bookmaker)


class ComparisonPage(JudgedPage):
    """A comparison of the players of a finished game in which all had the same dice, turn by turn."""

    title = texts.COMPARISON_TITLE

    def meanwhile(self, width: int) -> Sequence[str]:
        return comparison([self.record], width)

    def worked_out(self, width: int, label: BoxLabel = texts.box_label) -> reviews.PendingLines:  # noqa: ARG002
        return reviews.pending_comparison(self.record, self.analyst_of, width, self.bookmaker)

    def spoken(self) -> reviews.PendingLines:
        return reviews.spoken_comparison(self.record, self.analyst_of, self.bookmaker)


@dataclass(frozen=True)
class DayPage(JudgedPage):
    """The figures of a finished game of the day, and a text about it that the player may share with other people.

    Only the first game of a day that a person finishes by the same rules counts; each later one is practice.
    `counted` is None if this game counts; if this game is practice, `counted` is the total of the game that counts.
    The function `take` is called with the figures when they are known.
    """

    title: ClassVar[str] = DAY_TITLE
    counted: int | None = None
    take: Callable[[DayFigures], None] = lambda _: None

    @property
    def is_quick(self) -> bool:
        return False

    def worked_out(self, width: int, label: BoxLabel = texts.box_label) -> reviews.PendingLines:  # noqa: ARG002
        return reviews.pending_day(self.record, self.analyst_of, self.counted, partial(self._told, day_lines))

    def spoken(self) -> reviews.PendingLines:
        return reviews.pending_day(self.record, self.analyst_of, self.counted, partial(self._told, day_sentences))

    def _told(self, told: Callable[[DayFigures], list[str]], figures: DayFigures) -> list[str]:
        self.take(figures)
        return told(figures)


@dataclass(frozen=True)
class DaysPage(PendingPage):
    """A page about the games of the day that people have finished. `days(False)` returns the lines of the page,
    `days(True)` the same in whole sentences for a screen reader."""

    title: ClassVar[str] = "GAMES OF THE DAY"
    days: Callable[[bool], reviews.PendingLines]

    def worked_out(self, width: int, label: BoxLabel = texts.box_label) -> reviews.PendingLines:  # noqa: ARG002
        return self.days(False)

    def spoken(self) -> reviews.PendingLines:
        return self.days(True)


@dataclass(frozen=True, slots=True)
class Playback:
    """A recorded game to be played back decision by decision; `number` is its number among the saved games."""

    record: Record
    number: int


@dataclass(frozen=True, slots=True)
class GameHelp:
    """Help during a game: the rules in short, and the keys as they work with `preferences`."""

    rules: RuleSet
    preferences: Preferences
    may_talk: bool


Page = TextPage | PendingPage | Playback | GameHelp


@dataclass(frozen=True, slots=True)
class Reading:
    """A page about all saved games, and how a person opens it. The function `page` returns the page, and `about`
    describes it.

    On screens `key` opens the page. In text mode `word` opens it and, in a room with a prompt, also `key`. On
    screens the text `caption` is shown with the key; but if a room fills the screen with a list of rows, `about` is
    shown with the key instead.
    """

    key: str
    word: str
    about: str
    caption: str
    page: Callable[[SavedGames], Page]


READINGS = (
    Reading("b", "scores", "best scores", "SCORES", lambda saved: scores_page(saved.scores())),
    Reading("y", "days", "games of the day", "DAYS", lambda saved: DaysPage(saved.days)),
)
"""The pages that the start page, the list of saved games and a host's lobby offer."""
