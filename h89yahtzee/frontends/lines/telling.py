"""Two ways to tell rooms and tables by lines of text: for any terminal, and in sentences for a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from h89yahtzee.frontends.lines import line_texts, spoken_table, table_lines
from h89yahtzee.frontends.lines.line_texts import WIDTH, folded
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.rooms.page import PendingPage, TextPage
from h89yahtzee.table import sentences, texts
from h89yahtzee.table.coach import Wording
from h89yahtzee.table.events import Event
from h89yahtzee.table.match import GameSeries
from h89yahtzee.table.reviews import PendingLines
from h89yahtzee.table.saved_games import PastTotals


@dataclass(frozen=True, slots=True)
class Telling:
    """The functions that describe rooms, tables and events in lines of text; `folded` breaks long lines.

    With `is_numbered` choices are made by numbers, as `numbered.py` does it.
    """

    is_numbered: bool
    wording: Wording
    folded: Callable[[Iterable[str]], Iterator[str]]
    welcome: Callable[[RuleSet], str]
    events: Callable[[GameSeries, Event], Iterator[str]]
    card: Callable[[GameSeries], Iterator[str]]
    words: Callable[[GameSeries], Iterator[str]]
    unfinished: Callable[[GameSeries, bool], Iterator[str]]
    past: Callable[[str, PastTotals], str]
    thinking: str
    rows: Callable[[GameState, Sequence[Box]], Iterator[str]]
    follow: Callable[[GameState, Action], str]
    help: Callable[[RuleSet, bool], Iterator[str]]
    text: Callable[[TextPage], Sequence[str]]
    judged: Callable[[PendingPage], PendingLines]


def _past(name: str, past: PastTotals) -> str:
    told = texts.past_totals(past, WIDTH)
    return line_texts.STANDING.format(name=name, past=told[:1].lower() + told[1:])


def _rows(state: GameState, boxes: Sequence[Box]) -> Iterator[str]:
    yield table_lines.potential(state, boxes, numbered=True)


def _text(page: TextPage) -> Sequence[str]:
    return page.lines if page.told is None else page.told


def _spoken_text(page: TextPage) -> Sequence[str]:
    return _text(page) if page.spoken is None else page.spoken


def _plain(lines: Iterable[str]) -> Iterator[str]:
    """Yield those of `lines` that aren't empty, converted to ASCII and unbroken, however long they are."""
    yield from (texts.plain_text(line) for line in lines if line.strip())


SHORT = Telling(
    is_numbered=False,
    wording=Wording(WIDTH, line_texts.box_label),
    folded=folded,
    welcome=line_texts.welcome,
    events=table_lines.event_lines,
    card=table_lines.card_lines,
    words=table_lines.words,
    unfinished=table_lines.unfinished_lines,
    past=_past,
    thinking=line_texts.THINKING,
    rows=_rows,
    follow=line_texts.how_to_follow,
    help=line_texts.help_lines,
    text=_text,
    judged=lambda page: page.worked_out(WIDTH, line_texts.box_label),
)
"""Short lines and tables, for any terminal."""

ALOUD = Telling(
    is_numbered=True,
    wording=sentences.WORDING,
    folded=_plain,
    welcome=spoken_table.welcome,
    events=spoken_table.event_sentences,
    card=spoken_table.table_sentences,
    words=spoken_table.table_sentences,
    unfinished=spoken_table.unfinished_sentences,
    past=spoken_table.past_sentence,
    thinking=spoken_table.THINKING,
    rows=spoken_table.rows_to_choose,
    follow=spoken_table.how_to_follow,
    help=spoken_table.help_sentences,
    text=_spoken_text,
    judged=lambda page: page.spoken(),
)
"""Whole sentences, for a screen reader."""
