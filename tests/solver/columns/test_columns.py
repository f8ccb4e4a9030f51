"""Cards of several columns: posts compared with the game's `legal_boxes`, values with plain recursion and with
those of one column.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, isclose, prod
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from h89yahtzee.game import scorecard
from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import H89, TRIPLE, RuleSet, rule_set
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.solver.columns import value_net
from h89yahtzee.solver.columns.cards import CardEncoding, Cards, Floats, cards_of, encoding_of
from h89yahtzee.solver.columns.exact_search import ExactSearch, most_cards
from h89yahtzee.solver.columns.successors import Ahead, keep_values, posts
from h89yahtzee.solver.columns.value_net import FITTED_RULES, value_net_for
from h89yahtzee.solver.values import solved
from tests.game.variants import name_of
from tests.parameters import few_fast
from tests.solver.backends import computed_by, needs_kernel, solvable

RULES = [
    TRIPLE,
    *(rule_set("quintzee", columns, bonus) for columns in (2, 3, 6) for bonus in ("joker", "normal", "extra-turn")),
]
ROLLS: list[Dice] = list(combinations_with_replacement(FACES, 5))
KEEPS: list[Dice] = [keep for number in range(6) for keep in combinations_with_replacement(FACES, number)]
FEW_RULES = [rules for rules in RULES if rules.columns == 3]
by_few_rules = pytest.mark.parametrize("rules", FEW_RULES, ids=name_of)
by_rules = pytest.mark.parametrize("rules", RULES, ids=name_of)


def card_on_the_way(rules: RuleSet, seed: int, least: int = 1, most: int = 78) -> Scorecard:
    """A card with `least` to `most` open boxes, its scores made by random dice.

    For half of the seeds Yahtzee boxes are filled first, most of them with 50.
    """
    source, card = Random(seed), Scorecard.empty(rules)
    boxes = source.sample(card.open_boxes(), rules.columns * 13)
    if source.random() < 0.5:
        boxes.sort(key=lambda box: box.row != rules.yahtzee_row)
    for box in boxes[: len(boxes) - source.randint(least, min(most, len(boxes)))]:
        dice = tuple(source.choices(FACES, k=5))
        if box.row == rules.yahtzee_row and source.random() < 0.8:
            dice = dice[:1] * 5
        card = card.with_score(box, rules.categories[box.row].score(dice))
    return card


def widened(rules: RuleSet) -> CardEncoding:
    """The encoding of these rules' value net: quintzee's has six columns; for fewer, the others count as full."""
    return value_net_for(rules).encoding


class AnyEstimate:
    """An estimate whose values have no meaning, but are the same for cards with the same future."""

    def __init__(self, encoding: CardEncoding) -> None:
        self.encoding = encoding

    def values(self, cards: Cards) -> Floats:
        return (cards.keys(self.encoding) % np.uint64(997)).astype(np.float64) / 7


@pytest.mark.parametrize(
    ("rules", "columns_apart"),
    few_fast(5, [*((rules, False) for rules in RULES), *((rules, True) for rules in FEW_RULES)]),
    ids=lambda it: name_of(it) if isinstance(it, RuleSet) else "apart" if it else "grouped",
)
@settings(max_examples=2)
@example(seed=2366)
@example(seed=6425)
@given(seed=st.integers(0, 10**6))
def test_every_roll_is_worth_what_the_rules_of_the_game_say(rules: RuleSet, columns_apart: bool, seed: int) -> None:
    encoding = encoding_of(rules, columns_apart)
    estimate, card = AnyEstimate(encoding), card_on_the_way(rules, seed)
    worth = posts(estimate, cards_of(encoding, [card])).of_all_rolls()[:, 0]
    alike = [(face,) * 5 for face in FACES]
    for dice in (*alike, *Random(seed).sample(ROLLS, 8)):
        value = worth[ROLLS.index(dice)]
        made = [scorecard.posted(card, dice, box) for box in scorecard.legal_boxes(card, dice)]
        futures = estimate.values(cards_of(encoding, made))
        points = [after.total() - card.total() for after in made]
        assert isclose(value, max(points + futures), abs_tol=1e-9)


# Values by plain recursion over cards


@cache
def outcomes(number: int) -> tuple[tuple[Dice, float], ...]:
    """The sorted rolls of `number` dice, with their probabilities."""
    rolls = combinations_with_replacement(FACES, number)
    return tuple(
        (roll, factorial(number) / prod(factorial(roll.count(face)) for face in FACES) / 6**number)
        for roll in rolls
    )


@cache
def ways(kept: Dice) -> tuple[tuple[Dice, float], ...]:
    return tuple((tuple(sorted(kept + fresh)), chance) for fresh, chance in outcomes(5 - len(kept)))


@cache
def keeps_of(roll: Dice) -> frozenset[Dice]:
    return frozenset(
        tuple(face for face, is_kept in zip(roll, kept, strict=True) if is_kept)
        for kept in product((False, True), repeat=5)
    )


def start_of_turn(last: dict[Dice, float]) -> float:
    """The expectation before the first roll, where each last roll is worth what `last` says."""
    for _ in range(2):
        kept = {keep: sum(chance * last[roll] for roll, chance in ways(keep)) for keep in KEEPS}
        last = {roll: max(kept[keep] for keep in keeps_of(roll)) for roll in last}
    return sum(chance * last[roll] for roll, chance in outcomes(5))


def plain_value(card: Scorecard, known: dict[Scorecard, float]) -> float:
    """The expected points to come; if extra Yahtzees may leave the boxes as they are, iterated to convergence."""
    if not card.open_boxes():
        return 0.0
    bare = replace(card, yahtzee_bonuses=())
    if bare not in known:
        boxes = {roll: scorecard.legal_boxes(bare, roll) for roll in ROLLS}
        made = {roll: [scorecard.posted(bare, roll, box) for box in boxes[roll]] for roll in ROLLS}
        known[bare] = value = 0.0
        while True:
            last = {
                roll: max(
                    after.total() - bare.total() + (value if is_same(after, bare) else plain_value(after, known))
                    for after in cards
                )
                for roll, cards in made.items()
            }
            before, value = value, start_of_turn(last)
            if value - before < 1e-12 or not any(
                is_same(after, bare) for cards in made.values() for after in cards
            ):
                break
        known[bare] = value
    return known[bare]


def is_same(card: Scorecard, other: Scorecard) -> bool:
    return card.scores == other.scores


def searched(card: Scorecard) -> float:
    encoding = widened(card.rules)
    cards = cards_of(encoding, [card])
    return float(ExactSearch(encoding, cards).finish().values(cards)[0])


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.slow)])
@by_few_rules
@settings(max_examples=2)
@given(seed=st.integers(0, 10**6))
def test_search_finds_the_value_of_plain_recursion(rules: RuleSet, seed: int, most: int) -> None:
    card = card_on_the_way(rules, seed, most=most)
    assert isclose(searched(card), plain_value(card, {}), abs_tol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("open_rows", [("sixes", "chance"), ("full-house", "four-of-a-kind"), ("ones", "ones")])
@pytest.mark.parametrize("scratched", [False, True])
@by_few_rules
def test_search_finds_the_value_where_every_yahtzee_box_is_filled(
    rules: RuleSet, scratched: bool, open_rows: tuple[str, str]
) -> None:
    """Two boxes are open, one in the first column and one in the last."""
    columns: list[list[int | None]] = [[*(3,) * 11, 50, 20] for _ in range(rules.columns)]
    columns[0][rules.row(open_rows[0])] = columns[-1][rules.row(open_rows[1])] = None
    columns[-1][11] = 0 if scratched else 50
    card = Scorecard(rules, tuple(map(tuple, columns)))
    assert isclose(searched(card), plain_value(card, {}), abs_tol=1e-9)


ONE_COLUMN = [rule_set("quintzee", 1, bonus) for bonus in ("joker", "normal", "extra-turn")]


@pytest.mark.parametrize("rules", solvable(ONE_COLUMN, fast=1), ids=name_of)
@settings(max_examples=4)
@given(seed=st.integers(0, 10**6))
def test_search_of_one_column_finds_its_exact_value(rules: RuleSet, seed: int) -> None:
    card = card_on_the_way(rules, seed, most=4)
    assert isclose(searched(card), solved(rules).of(card), abs_tol=1e-8)


@by_rules
def test_search_lists_no_more_cards_than_it_says(rules: RuleSet) -> None:
    encoding = widened(rules)
    for seed in range(5):
        cards = cards_of(encoding, [card_on_the_way(rules, seed, most=5)])
        result = ExactSearch(encoding, cards).finish()
        assert len(result) <= most_cards(encoding, cards)


def test_search_advances_by_slices() -> None:
    rules = rule_set("quintzee", 3)
    card = card_on_the_way(rules, 5, 5, 6)
    encoding = widened(rules)
    search = ExactSearch(encoding, cards_of(encoding, [card]))
    told = [search.progress]
    while not search.is_done:
        search.advance()
        told.append(search.progress)
    assert told[0] == 0
    assert told[-1] == 1
    assert told == sorted(told)
    search.advance()
    assert search.progress == 1


@by_rules
def test_value_of_a_turn_that_ends_with_exact_values_is_exact(rules: RuleSet) -> None:
    encoding = widened(rules)
    cards = cards_of(encoding, [card_on_the_way(rules, 3, most=4)])
    result = ExactSearch(encoding, cards).finish()
    if rules.bonus == "extra-turn":
        assert isclose(Ahead(result).values(cards)[0], result.values(cards)[0], abs_tol=1e-7)
    else:
        assert isclose(Ahead(result).values(cards)[0], result.values(cards)[0], abs_tol=1e-9)


# Cards in lanes


@given(seed=st.integers(0, 10**6))
def test_cards_with_the_same_future_have_the_same_key(seed: int) -> None:
    """The order of quintzee's columns makes no difference."""
    rules = rule_set("quintzee", 3)
    encoding = widened(rules)
    card = card_on_the_way(rules, seed)
    turned = Scorecard(rules, (*card.scores[1:], card.scores[0]))
    keys = cards_of(encoding, [card, turned]).keys(encoding)
    assert keys[0] == keys[1]


def test_upper_totals_are_one_code_where_the_same_scores_earn_the_bonus() -> None:
    encoding = encoding_of(rule_set("quintzee", 2))
    for open_rows in (0b100000, 0b010001, 0b001110):
        codes = encoding.least_code[open_rows * encoding.totals : (open_rows + 1) * encoding.totals]
        faces = [face for face in FACES if open_rows >> face - 1 & 1]
        sums = [
            sum(face * n for face, n in zip(faces, numbers, strict=True))
            for numbers in product(range(6), repeat=len(faces))
        ]
        futures = [frozenset(n for n, points in enumerate(sums) if total + points >= 63) for total in range(64)]
        for total, other in product(range(64), repeat=2):
            assert (codes[total] == codes[other]) == (futures[total] == futures[other])


@by_few_rules
def test_base_is_exact_where_no_lower_box_is_open(rules: RuleSet) -> None:
    """Each column is then worth its value alone times its multiplier."""
    net, column = value_net_for(rules), (*(None,) * 6, *(0,) * 7)
    base = net.base(cards_of(net.encoding, [Scorecard(rules, (column,) * rules.columns)]))[0]
    assert isclose(base, sum(rules.multipliers) * solved(H89)[0b111111, 0, 0], abs_tol=1e-3)


@by_rules
def test_a_full_card_is_worth_nothing(rules: RuleSet) -> None:
    net = value_net_for(rules)
    full = Scorecard(rules, ((0,) * 13,) * rules.columns)
    assert net.values(cards_of(net.encoding, [full, full])).tolist() == [0, 0]


@by_rules
def test_estimate_of_a_card_does_not_depend_on_the_others(rules: RuleSet) -> None:
    net = value_net_for(rules)
    cards = cards_of(net.encoding, [card_on_the_way(rules, seed) for seed in range(6)])
    together = net.values(cards)
    alone = [net.values(cards[np.array([lane])])[0] for lane in range(len(cards))]
    assert np.allclose(together, alone, atol=1e-2)


@needs_kernel
def test_turns_are_the_same_without_the_kernel() -> None:
    column = encoding_of(TRIPLE).column
    worth = np.random.default_rng(1).random((len(ROLLS), 5))
    by_kernel = keep_values(column, worth)
    with computed_by("numpy"):
        assert np.allclose(keep_values(column, worth), by_kernel, atol=1e-12)


@pytest.mark.parametrize("name", [*FITTED_RULES])
def test_every_value_net_says_how_it_was_made(name: str) -> None:
    with np.load(Path(value_net.__file__).with_name(f"{name}.npz")) as stored:
        assert str(stored["made_by"]).startswith(f"{name} --")
