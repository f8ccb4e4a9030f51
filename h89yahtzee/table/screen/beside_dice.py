"""The three lines beside the dice: a notice, whose move it is, and a remark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from h89yahtzee.table import coach_texts, texts
from h89yahtzee.table.coach import Advice
from h89yahtzee.table.dialogue import Question, Rejection, Step
from h89yahtzee.table.preferences import Mark
from h89yahtzee.table.screen import layout
from h89yahtzee.table.table import Table


@dataclass(frozen=True, slots=True)
class Beside:
    """What the lines follow from: the table, and what one viewer is asked, told and advised."""

    table: Table
    question: Question | None
    rejection: Rejection | None
    told: str
    advice: Advice
    mark: Mark


class Lines(NamedTuple):
    notice: str
    message: str
    remark: str


def beside_dice(beside: Beside, offers_review: bool, offers_comparison: bool) -> Lines:
    return Lines(_notice(beside, offers_review), _message(beside.table, offers_comparison), _remark(beside))


def _notice(beside: Beside, offers_review: bool) -> str:
    """What the coach says, else why some open boxes are closed, else what the dice keys do."""
    if beside.advice.best or beside.advice.warning:
        return beside.advice.best or beside.advice.warning
    series = beside.table.series
    if series.has_ended:
        return coach_texts.REVIEW_OFFER if offers_review else ""
    state = series.state
    forbidden = () if beside.table.hidden else set(state.card.open_boxes()) - set(state.legal_boxes())
    for refusal in map(state.refusal, forbidden):
        assert refusal is not None
        return texts.REFUSALS[refusal]
    return texts.how_to_mark(beside.mark)


def _message(table: Table, offers_comparison: bool) -> str:
    state, setup = table.series.state, table.series.setup
    if table.series.has_ended:
        return texts.seed_and_comparison(setup.seed) if offers_comparison else texts.seed(setup.seed)
    name = texts.plain_text(setup.players[state.seat].name)
    if table.awaits_first_roll:
        return texts.first_roll(name, layout.REMARK_WIDTH)
    return texts.move(name, state.rolls_left, layout.REMARK_WIDTH)


def _remark(beside: Beside) -> str:
    if beside.question is not None:
        return _question(beside.table, beside.question)
    return beside.told or _status(beside) or beside.advice.others


def _question(table: Table, question: Question) -> str:
    if question is Question.SCRATCH:
        assert table.selected is not None
        return texts.scratch(table.series.state.rules, table.selected)
    return texts.QUESTIONS[question]


def _status(beside: Beside) -> str:
    """How the game ended, what a computer player is doing, or why the last command did nothing."""
    table = beside.table
    if table.series.has_ended:
        return _result(table)
    if table.step is Step.THINKING and table.seconds_left is not None:
        return texts.THINKING_ON.format(seconds=table.seconds_left)
    if table.step is not None:
        return texts.STEPS[table.step]
    return "" if beside.rejection is None else texts.REJECTIONS[beside.rejection]


def _result(table: Table) -> str:
    series = table.series
    question = texts.QUESTIONS[Question.NEXT_GAME if series.games_left else Question.PLAY_AGAIN]
    if not series.state.is_over:
        return f"{texts.RECORD_ENDS} {question}"
    names = [texts.plain_text(series.setup.players[seat].name) for seat in series.state.winners()]
    return f"{texts.winner_line(names, layout.WIDTH - len(question) - 1)} {question}"
