"""Pages of a finished game that take a while to work out, a little at a time."""

from __future__ import annotations

from collections.abc import Generator

from h89yahtzee.game.record import Record
from h89yahtzee.players.review import Analyst, Judgement, judge, summed_up
from h89yahtzee.table import best_play, texts
from h89yahtzee.table.coach_texts import BoxLabel
from h89yahtzee.table.comparison import comparison
from h89yahtzee.table.review_text import review_lines

Work = Generator[float, None, list[str]]
"""Yields how much is done, 0 to 1, whenever it may be interrupted; returns lines."""


def reviewing(record: Record, analyst: Analyst, width: int, label: BoxLabel = texts.box_label) -> Work:
    """The review of all players; between two decisions it may be interrupted."""
    judgements: list[Judgement] = []
    count = sum(1 for _ in record.actions())
    for judgement in judge(record, analyst):
        judgements.append(judgement)
        yield len(judgements) / count
    return review_lines(record, summed_up(record, analyst, judgements), width, label)


def comparing(record: Record, analyst: Analyst | None, width: int) -> Work:
    """What all made of the same dice, and par by `analyst`."""
    if analyst is None:
        return comparison([record], width)
    best = yield from best_play.play_par(record, analyst)
    return comparison([record, best], width)


def finished(work: Work) -> list[str]:
    """All of it at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            lines: list[str] = end.value
            return lines
