"""Positions as JSON: what they mean, and the error for each wrong one."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.notation.positions import (
    DecisionRequest,
    Position,
    format_position,
    format_request,
    parse_request,
)
from h89yahtzee.notation.tokens import NotationError
from tests.game.variants import ONE_GAME, SEEDS, SOURCES, name_of, played, variants
from tests.naming import each

OPEN = [None] * 13
SIXES_AND_YAHTZEE = [None] * 5 + [18] + [None] * 5 + [50, None]
POSITION: dict[str, object] = {
    "rules": "official",
    "dice": [6, 6, 6, 5, 2],
    "rolls_left": 2,
    "scores": [SIXES_AND_YAHTZEE],
}


def position_of(**members: object) -> str:
    return format_position(Position.of(parse_request(json.dumps(POSITION | members)).state))


def test_one_column() -> None:
    assert position_of() == "rules official sixes=18 yahtzee=50 dice 66652 rolls 2"
    question = parse_request(json.dumps(POSITION))
    assert (question.strategy, question.ha, question.hb) == (None, 0, 0)
    assert question.state.seat == 0
    assert len(question.state.cards) == 1


def test_extra_yahtzees_are_counted_not_their_points() -> None:
    assert position_of(extra_yahtzees=[2]) == "rules official sixes=18 yahtzee=50 bonus=200 dice 66652 rolls 2"


def test_rows_of_the_other_rule_sets() -> None:
    assert position_of(rules="yacht", scores=[[1, *[None] * 5, 0, 8, None, 30, 19, None]]) == (
        "rules yacht ones=1 full-house=0 four-of-a-kind=8 big-straight=30 choice=19 dice 66652 rolls 2"
    )
    assert position_of(rules="yatzy", scores=[[*[None] * 6, 12, 10, *[None] * 5, 20, 50]]) == (
        "rules yatzy one-pair=12 two-pairs=10 chance=20 yatzy=50 dice 66652 rolls 2"
    )


@pytest.mark.parametrize("columns", [{}, {"columns": 2}, {"columns": None}])
def test_columns_need_not_be_counted(columns: dict[str, object]) -> None:
    scores = [OPEN, SIXES_AND_YAHTZEE]
    assert position_of(rules="quintzee", scores=scores, bonus="normal", **columns) == (
        "rules quintzee columns 2 bonus normal sixes/2=18 yahtzee/2=50 dice 66652 rolls 2"
    )


def test_who_is_asked_and_who_else_plays() -> None:
    others = [{"scores": [OPEN]}, {"scores": [SIXES_AND_YAHTZEE], "extra_yahtzees": [1]}]
    question = parse_request(json.dumps(POSITION | {"strategy": "classic", "ha": 5, "hb": -3, "opponents": others}))
    assert (question.strategy, question.ha, question.hb) == ("classic", 5, -3)
    own, first, second = question.state.cards
    assert (own.scores[0][5], own.yahtzee_bonuses) == (18, (0,))
    assert first == Scorecard.empty(question.state.rules)
    assert second.yahtzee_bonuses == (100,)


@pytest.mark.parametrize("rules", variants(), ids=name_of)
@ONE_GAME
@given(seed=SEEDS, source=SOURCES)
def test_what_is_formatted_is_parsed_again_with_the_asker_first(rules: RuleSet, seed: int, source: Random) -> None:
    for state, *_ in played(rules, 3, seed, source):
        request = DecisionRequest(state, "optimal", 3, -4, 5)
        parsed = parse_request(format_request(request))
        cards = (*state.cards[state.seat :], *state.cards[: state.seat])
        turn = sum(score is not None for column in cards[0].scores for score in column)
        assert parsed == replace(request, state=replace(state, seat=0, cards=cards, turn=turn))


@each(
    ("members", "expected"),
    [
        ({"rules": "bridge"}, "expected rules h89, official"),
        ({"rules": None}, "expected a member 'rules'"),
        ({"rules": "quintzee", "columns": 2}, "scores: expected 2 columns"),
        ({"rules": "quintzee", "scores": [OPEN] * 7}, "expected 1, 2, 3, 4, 5 or 6 columns"),
        ({"rules": "triple"}, "scores: expected 3 columns"),
        ({"bonus": "joker"}, "expected no bonus rule for official"),
        ({"columns": 2}, "expected 1 column for official"),
        ({"scores": []}, "scores: expected 1 column"),
        ({"scores": None}, "expected a member 'scores'"),
        ({"scores": OPEN}, "scores: expected 1 column"),
        ({"scores": [3]}, "scores[0]: expected an array"),
        ({"scores": [OPEN[1:]]}, "scores[0]: expected 13 rows"),
        ({"scores": [[6, *OPEN[1:]]]}, "scores[0][0]: expected null or a score of ones, not 6"),
        ({"scores": [[-1, *OPEN[1:]]]}, "scores[0][0]: expected null or a score of ones, not -1"),
        ({"scores": [[True, *OPEN[1:]]]}, "scores[0][0]: expected a whole number"),
        ({"scores": [["", *OPEN[1:]]]}, "scores[0][0]: expected a whole number"),
        ({"scores": [[*OPEN[:11], 49, None]]}, "scores[0][11]: expected null or a score of yahtzee, not 49"),
        ({"scores": [[*[0] * 12, 5]]}, "scores: expected an open box"),
        ({"dice": [6, 6, 6, 5, 2, 1]}, "dice: expected 5 dice"),
        ({"dice": [6, 6, 6, 5, 7]}, "dice[4]: expected a number from 1 to 6"),
        ({"dice": [0, 6, 6, 5, 2]}, "dice[0]: expected a number from 1 to 6"),
        ({"dice": "66652"}, "dice: expected an array"),
        ({"rolls_left": 3}, "rolls_left: expected a number from 0 to 2"),
        ({"rolls_left": -1}, "rolls_left: expected a number from 0 to 2"),
        ({"rolls_left": 1.5}, "rolls_left: expected a whole number"),
        ({"extra_yahtzees": [1, 0]}, "extra_yahtzees: expected a number a column, 1 in all"),
        ({"extra_yahtzees": [-1]}, "extra_yahtzees[0]: expected a number from 0"),
        ({"extra_yahtzees": [1], "scores": [OPEN]}, "extra_yahtzees: expected none without a Yahtzee"),
        ({"extra_yahtzees": [1], "rules": "h89"}, "extra_yahtzees: expected none in h89"),
        ({"strategy": 3}, "strategy: expected a string"),
        ({"ha": 1001}, "ha: expected a number from -1000 to 1000"),
        ({"opponents": {}}, "opponents: expected an array"),
        ({"opponents": [3]}, "opponents[0]: expected an object"),
        ({"opponents": [{"scores": [OPEN]}] * 10}, "opponents: expected at most 9"),
        ({"opponents": [{"scores": [OPEN[1:]]}]}, "opponents[0].scores[0]: expected 13 rows"),
        (
            {"opponents": [{"scores": [OPEN], "extra_yahtzees": [1]}]},
            "opponents[0].extra_yahtzees: expected none without",
        ),
    ],
)
def test_wrong_position(members: dict[str, object], expected: str) -> None:
    with pytest.raises(NotationError) as wrong:
        parse_request(json.dumps(POSITION | members))
    assert expected in str(wrong.value)


@each("text", ["", "7", "[]", '"official"', "{", "nonsense", "[" * 100_000, "1" * 5000])
def test_what_is_no_object_at_all(text: str) -> None:
    with pytest.raises(NotationError):
        parse_request(text)
