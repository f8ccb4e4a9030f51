"""The course of a game by chances: what is told of it, by a judge who is sure of everything."""

from __future__ import annotations

import pytest

from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.players.chances.chance_course import chance_course
from h89yahtzee.players.chances.chances import Certainty
from tests.table.chances.odds import Told

RECORD = """h89yahtzee-record 1
rules h89
seed 1
dealing {}
knobs ha=0 hb=0
player human Ann
player greedy Bob
turn 1 1 66666 score yahtzee 50
turn 1 2 66666 score yahtzee 50
"""


@pytest.mark.parametrize(("dealing", "certainty"), [("own", Certainty.EXACT), ("same", Certainty.ESTIMATED)])
def test_nothing_is_exact_where_all_have_the_same_dice(dealing: str, certainty: Certainty) -> None:
    [record] = parse_records(RECORD.format(dealing))
    course = [*chance_course(record, Told(certainty=Certainty.EXACT))]
    assert [(it.turn, it.seat, it.chances.certainty) for it in course] == [(0, 0, certainty), (0, 1, certainty)]
