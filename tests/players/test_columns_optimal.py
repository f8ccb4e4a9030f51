"""The player of several columns: legal, always the same, exact at the end, and better than the additive policy."""

from math import isclose

import pytest

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import TRIPLE, RuleSet, rule_set
from h89yahtzee.game.state import GameState, Roll, Score, apply, new_game
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.several_columns import ColumnsOptimal
from h89yahtzee.solver.columns.value_net import value_net_for
from h89yahtzee.solver.values import solved
from scripts.benchmarks.columns import Additive, games
from tests.game.variants import LoadedDealer, name_of
from tests.solver.backends import needs_kernel

RULES = [TRIPLE, *(rule_set("quintzee", columns, bonus) for columns, bonus in ((2, "joker"), (2, "extra-turn")))]
by_rules = pytest.mark.parametrize("rules", RULES, ids=name_of)


DEALS = {"fair": Dealer(4).deal, "loaded": LoadedDealer(4).deal}


@pytest.mark.parametrize(
    ("rules", "dice"),
    [
        (RULES[1], "loaded"),
        *(pytest.param(rules, dice, marks=pytest.mark.slow) for rules in RULES for dice in DEALS),
    ],
    ids=lambda it: name_of(it) if isinstance(it, RuleSet) else str(it),
)
@pytest.mark.slow
def test_plays_a_whole_game_and_is_exact_from_some_turn_on(rules: RuleSet, dice: str) -> None:
    deal = DEALS[dice]
    player, state = ColumnsOptimal(rules), new_game(rules, 1, deal)
    exact = []
    while not state.is_over:
        analysis = player.analysis(state)
        decision = player.decide(state)
        rolls = [option.action for option in analysis.options if isinstance(option.action, Roll)]
        boxes = {option.action.box for option in analysis.options if isinstance(option.action, Score)}
        assert decision.action == analysis.best.action
        assert decision.action in state.legal_actions()
        assert bool(rolls) == bool(state.rolls_left)
        assert boxes == set(state.legal_boxes())
        exact.append(analysis.is_exact)
        state = apply(state, decision.action, deal)
    assert exact == sorted(exact)
    assert exact[-1]


def near_the_end() -> GameState:
    """A state with ten open boxes: more than the player searches unless it is asked to."""
    filled = " ".join(
        f"{name}/{column}={points}"
        for column in (1, 2, 3)
        for name, points in (
            *(("ones", 3), ("twos", 6), ("threes", 9), ("three-of-a-kind", 20), ("full-house", 25)),
            *(("small-straight", 30), ("large-straight", 40), ("yahtzee", 50), ("fours", 12)),
        )
    )
    text = f"rules triple {filled} chance/1=20 four-of-a-kind/2=20 dice 66651 rolls 2"
    return parse_position(text).state()


@pytest.mark.slow
def test_a_finished_search_makes_it_exact_and_what_it_says_before_is_close() -> None:
    player, state = ColumnsOptimal(TRIPLE), near_the_end()
    before = player.analysis(state)
    search = player.search(state)
    assert search is not None
    assert not before.is_exact
    while not search.is_done:
        search.advance()
    player.expectation(state.card)
    after = player.analysis(state)
    assert after.is_exact
    assert isclose(before.best.value, after.best.value, rel_tol=0.02)
    assert player.search(state) is None


@pytest.mark.slow
def test_there_is_no_search_where_most_boxes_are_open() -> None:
    state = new_game(TRIPLE, 1, Dealer(1).deal)
    assert ColumnsOptimal(TRIPLE).search(state) is None


@pytest.mark.slow
@by_rules
def test_decisions_do_not_depend_on_those_before(rules: RuleSet) -> None:
    deal = Dealer(8).deal
    state, states = new_game(rules, 1, deal), []
    while not state.is_over:
        states.append(state)
        state = apply(state, Greedy().decide(state).action, deal)
    player = ColumnsOptimal(rules)
    forth = [player.decide(state) for state in states]
    player = ColumnsOptimal(rules)
    back = [player.decide(state) for state in reversed(states)]
    assert [decision.action for decision in forth] == [decision.action for decision in reversed(back)]


@pytest.mark.parametrize(
    "rules", [*(pytest.param(rules, marks=pytest.mark.slow) for rules in RULES[:2]), RULES[2]], ids=name_of
)
@pytest.mark.slow
def test_expectation_of_a_card_is_about_the_value_of_posting_there(rules: RuleSet) -> None:
    deal = Dealer(3).deal
    state = new_game(rules, 1, deal)
    player = ColumnsOptimal(rules)
    analysis = player.analysis(state)
    for option in analysis.options:
        if isinstance(option.action, Score):
            card = state.card_after(option.action.box)
            assert isclose(player.expectation(card), option.value, rel_tol=0.01)


@needs_kernel
@pytest.mark.parametrize(
    ("rules", "number"),
    [(TRIPLE, 40), *(pytest.param(rules, 100, marks=pytest.mark.slow) for rules in RULES)],
    ids=lambda it: name_of(it) if isinstance(it, RuleSet) else str(it),
)
@pytest.mark.slow
def test_estimate_beats_the_additive_policy(rules: RuleSet, number: int) -> None:
    """A few games show this by more than three standard errors, since the luck of the dice is taken out of them."""
    ours = games(value_net_for(rules), rules.columns, number).fair
    additive = games(Additive(rules, solved(rules)), rules.columns, number).fair
    more = ours - additive
    assert more.mean() > 3 * more.std() / len(more) ** 0.5
