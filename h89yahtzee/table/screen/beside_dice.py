"""The three lines beside the dice: a notice, whose move it is, and a remark."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.record import HUMAN
from h89yahtzee.table import player_texts, texts
from h89yahtzee.table.dialogue import Question, Rejection, Step
from h89yahtzee.table.preferences import Mark
from h89yahtzee.table.review.coach import Advice
from h89yahtzee.table.screen import layout
from h89yahtzee.table.table import Table


def notice(
    table: Table,
    advice: Advice,
    mark: Mark,
    offers: Sequence[str],
    was_cut_off: bool,
    is_kept: bool,
    has_a_say: bool,
) -> str:
    """How the offered game ended, else that a computer plays for a person (for the one who looks, if it `is_kept`),
    else what the coach says, else why some open boxes are closed, else what the dice keys do, or that the person
    only watches. When the game is over `offers` say what else there is to see.
    """
    if was_cut_off:
        return texts.CUT_OFF.format(turn=table.series.state.turn + 1)
    if kept := _kept(table, is_kept):
        return kept
    if advice.best or advice.warning:
        return advice.rows[0] or advice.warning
    if table.series.has_ended:
        return texts.beside_each_other(offers)
    state = table.series.state
    forbidden = () if table.hidden else set(state.card.open_boxes()) - set(state.legal_boxes())
    for refusal in map(state.refusal, forbidden):
        assert refusal is not None
        return texts.REFUSALS[refusal]
    return texts.how_to_mark(mark) if has_a_say else texts.WATCHING


def _kept(table: Table, is_kept: bool) -> str:
    series = table.series
    if series.has_ended:
        return ""
    if table.stands_in_for is not None:
        return texts.STANDS_IN
    if is_kept:
        return texts.KEPT_FOR_YOU
    player = series.setup.players[series.state.seat]
    is_kept_for_another = player.strategy == HUMAN and series.has_people and not series.is_human
    return texts.KEPT.format(name=texts.plain_text(player.name)) if is_kept_for_another else ""


def message(table: Table, offers_comparison: bool, oldstyle: bool) -> str:
    """Whose move it is, or the seed of the finished game."""
    state, setup = table.series.state, table.series.setup
    if table.series.has_ended:
        is_offered = offers_comparison and not oldstyle
        return texts.seed_and_comparison(setup.seed) if is_offered else texts.seed(setup.seed)
    name = texts.plain_text(setup.players[state.seat].name)
    seconds = table.clock.seconds_left
    if table.awaits_first_roll:
        return player_texts.first_roll(name, layout.REMARK_WIDTH, oldstyle, seconds)
    return player_texts.move(name, state.rolls_left, layout.REMARK_WIDTH, oldstyle, seconds)


def remark(
    table: Table,
    question: Question | None,
    told: str,
    rejection: Rejection | None,
    advice: Advice,
    has_a_say: bool,
    oldstyle: bool,
) -> str:
    """What is asked, else what was told, else what happens now, else what the coach says of other plays."""
    if question is not None:
        return _question(table, question)
    return told or _status(table, rejection, has_a_say, oldstyle) or advice.rows[1]


def _question(table: Table, question: Question) -> str:
    if question is Question.SCRATCH:
        assert table.marks.selected is not None
        return texts.scratch(texts.box_in_words(table.series.state.rules, table.marks.selected))
    return texts.QUESTIONS[question]


def _status(table: Table, rejection: Rejection | None, has_a_say: bool, oldstyle: bool) -> str:
    """How the game ended, what a computer player is doing, or why the last command did nothing."""
    if table.series.has_ended:
        return _result(table, has_a_say, oldstyle)
    if table.computer.step is Step.THINKING and table.computer.seconds_left is not None:
        return texts.THINKING_ON.format(seconds=table.computer.seconds_left)
    if table.computer.step is not None:
        return texts.STEPS[table.computer.step]
    return "" if rejection is None else texts.REJECTIONS[rejection]


def _result(table: Table, has_a_say: bool, oldstyle: bool) -> str:
    series = table.series
    question = texts.QUESTIONS[Question.NEXT_GAME if series.games_left else Question.PLAY_AGAIN]
    if not has_a_say:
        question = texts.WATCHER_LEAVES
    if oldstyle:
        question = question.removesuffix(texts.YES_OR_NO)
    if not series.state.is_over:
        return f"{texts.RECORD_ENDS} {question}"
    names = [texts.plain_text(player.name) for player in series.setup.players]
    state, width = series.state, layout.WIDTH - len(question) - 1
    return f"{player_texts.result(names, state.totals(), state.winners(), width, oldstyle)} {question}"
