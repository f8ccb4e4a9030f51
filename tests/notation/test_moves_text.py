"""Moves written in letters and read back; the letters are worked out by hand from what the module says of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.rules import H89, RULE_SETS, rule_set
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.notation.record_text import format_moves, parse_moves
from h89yahtzee.notation.tokens import NotationError

ROLLS = st.sets(st.integers(0, 4)).map(lambda positions: Roll(tuple(sorted(positions))))


def test_signs_are_the_bits_of_dice_and_the_letters_of_rows() -> None:
    moves = (Roll(()), Roll((0, 1, 2, 3, 4)), Score(Box(0)), Roll((0, 3)), Score(Box(12)), None)
    assert format_moves(H89, moves) == "a.AjM!"
    assert format_moves(rule_set("quintzee", 3), [Score(Box(12, 2)), Score(Box(13, 0))]) == "M3N1"


@given(st.data())
def test_moves_are_written_and_read(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from([*RULE_SETS.values(), rule_set("quintzee", 6)]))
    boxes = st.builds(Box, st.integers(0, rules.bonus_row), st.integers(0, rules.columns - 1)).map(Score)
    moves = tuple(data.draw(st.lists(st.one_of(st.none(), ROLLS, boxes))))
    assert parse_moves(format_moves(rules, moves)) == moves


@pytest.mark.parametrize("text", ["?", "aA ", "0", "é", "a\n"])
def test_what_is_no_move_is_named(text: str) -> None:
    with pytest.raises(NotationError, match="expected a move"):
        parse_moves(text)
