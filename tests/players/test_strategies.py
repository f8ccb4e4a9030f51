"""What every strategy must do, and decisions of the simple strategies, checked by brute force."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game import categories
from h89yahtzee.game.categories import YAHTZEE
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89, OFFICIAL, QUINTZEE, TRIPLE, YACHT, YATZY, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score, apply, new_game
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.catalogue import LEVELS, SOLVING, STRATEGIES, default_for, strategies_for, strategy
from h89yahtzee.players.greedy import Greedy
from tests.game.variants import LoadedDealer, name_of, variants
from tests.naming import each
from tests.solver.backends import marks_to_solve, needs_kernel

SETUP = Setup((Player("x", "classic"), Player("y", "classic")), seed=42, ha=3, hb=-2)


@pytest.mark.parametrize("rows", [H89.categories[:-1], (*H89.categories, categories.ONE_PAIR)], ids=len)
def test_classic_is_offered_for_exactly_the_rows_of_the_original(rows: tuple[categories.Category, ...]) -> None:
    assert "classic" not in strategies_for(replace(H89, name="other", categories=rows))
    assert "classic" in strategies_for(replace(H89, name="other", categories=H89.categories[::-1]))


@st.composite
def states(draw: st.DrawFn) -> GameState:
    scores = draw(st.lists(st.none() | st.integers(0, 50), min_size=13, max_size=13).filter(lambda s: None in s))
    dice = draw(st.tuples(*[st.integers(1, 6)] * 5))
    cards = (Scorecard(H89, (tuple(scores),)), Scorecard.empty(H89))
    return GameState(H89, cards, 0, draw(st.integers(0, 12)), dice, draw(st.integers(0, 2)))


def marks_of(name: str, rules: RuleSet = H89) -> tuple[pytest.MarkDecorator, ...]:
    """The marks of a test in which a strategy plays; `winner` needs the kernel, as by numpy it takes minutes."""
    if name in SOLVING and rules.columns == 1:
        return (needs_kernel,) if name == "winner" else marks_to_solve(rules)
    return ()


def late(state: GameState) -> GameState:
    """The state with all but three open boxes filled, so that `winner` has little to set up."""
    is_open = [row for row, score in enumerate(state.card.scores[0]) if score is None]
    scores = tuple(0 if row in is_open[3:] else score for row, score in enumerate(state.card.scores[0]))
    return replace(state, cards=(Scorecard(H89, (scores,)), *state.cards[1:]))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[*marks_of(name), *[pytest.mark.slow] * (name == "winner")]) for name in STRATEGIES],
)
class TestEveryStrategy:
    @settings(max_examples=12)
    @given(state=states())
    def test_decides_legally_and_always_the_same(self, name: str, state: GameState) -> None:
        if name == "winner":
            state = late(state)
        player = strategy(name, SETUP)
        decision = player.decide(state)
        assert decision.action in state.legal_actions()
        assert decision.box is None or decision.box in state.legal_boxes()
        assert decision == strategy(name, SETUP).decide(state)


QUICK_AT = {"winner": ("yacht",), "optimal": ("official", "yacht")}
"""The rule sets of one column that these strategies play fast enough for every run of the tests."""


def is_quick(name: str, rules: RuleSet) -> bool:
    return name not in QUICK_AT or (rules.columns == 1 and rules.name in QUICK_AT[name])


WHO_PLAYS_WHAT = [
    pytest.param(
        name,
        rules,
        id=f"{name}-{name_of(rules)}",
        marks=(*([] if is_quick(name, rules) else [pytest.mark.slow]), *marks_of(name, rules)),
    )
    for rules in variants()
    for name in strategies_for(rules)
]


@pytest.mark.parametrize(("name", "rules"), WHO_PLAYS_WHAT)
def test_plays_whole_games_by_every_rule_set_that_it_can(name: str, rules: RuleSet) -> None:
    player = strategy(name, replace(SETUP, rules=rules))
    deal = LoadedDealer(1).deal
    state = new_game(rules, 2, deal)
    while not state.is_over:
        decision = player.decide(state)
        assert decision.box is None or decision.box in state.legal_boxes()
        state = apply(state, decision.action, deal)
    assert not any(card.open_boxes() for card in state.cards)


@each("rules", variants())
def test_all_but_classic_play_everything(rules: RuleSet) -> None:
    missing = set(STRATEGIES) - set(strategies_for(rules))
    assert missing == (set() if rules.categories == H89.categories else {"classic"})


@each("rules", variants())
def test_default_is_the_best_but_by_the_rules_of_1_1(rules: RuleSet) -> None:
    assert default_for(rules) == ("classic" if rules == H89 else "optimal")
    assert set(LEVELS.values()) <= set(strategies_for(rules))


def totals(name: str, rules: RuleSet, games: int) -> list[int]:
    reached: list[int] = []
    for seed in range(games):
        player = strategy(name, Setup((Player("x", name),), seed, rules))
        deal = Dealer(seed).deal
        state = new_game(rules, 1, deal)
        while not state.is_over:
            state = apply(state, player.decide(state).action, deal)
        reached += state.totals()
    return reached


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", [H89, OFFICIAL, YACHT, YATZY], ids=name_of)
def test_levels_rise_in_mean_and_in_games_won(rules: RuleSet) -> None:
    """Each level beats the level below in 100 games with the same dice."""
    levels = [totals(LEVELS[level], rules, 100) for level in ("easy", "medium", "hard")]
    for lower, higher in pairwise(levels):
        assert sum(higher) > sum(lower) + 100 * 8
        won = sum(high > low for low, high in zip(lower, higher, strict=True))
        lost = sum(high < low for low, high in zip(lower, higher, strict=True))
        assert won > lost + 10


SMALL = RuleSet("small", (categories.ONES, categories.SIXES, categories.CHANCE), 0, 0, dice=2, rerolls=2)


def best_expectation(dice: Dice, rolls_left: int, rows: Iterable[int]) -> float:
    """The highest expected points of this turn, by trying every roll and every outcome."""
    posted = max(SMALL.categories[row].score(dice) for row in rows)
    if rolls_left == 0:
        return posted
    return max(posted, *(expectation(dice, positions, rolls_left, rows) for positions in ((0,), (1,), (0, 1))))


def expectation(dice: Dice, positions: tuple[int, ...], rolls_left: int, rows: Iterable[int]) -> float:
    outcomes = list(product(*(range(1, 7) if at in positions else (dice[at],) for at in range(2))))
    return sum(best_expectation(outcome, rolls_left - 1, rows) for outcome in outcomes) / len(outcomes)


@pytest.mark.slow
@each("rows", [(0,), (1,), (0, 1), (1, 2), (0, 1, 2)])
def test_greedy_rolls_for_the_most_points_of_the_turn(rows: tuple[int, ...]) -> None:
    card = Scorecard(SMALL, (tuple(None if row in rows else 0 for row in range(3)),))
    for dice, rolls_left in product(product(range(1, 7), repeat=2), (1, 2)):
        action = Greedy().decide(GameState(SMALL, (card,), 0, 0, dice, rolls_left)).action
        positions = action.positions if isinstance(action, Roll) else ()
        best = best_expectation(dice, rolls_left, rows)
        assert expectation(dice, positions, rolls_left, rows) == pytest.approx(best), (dice, rolls_left, action)


def test_greedy_scratches_the_box_that_could_score_least() -> None:
    open_rows = {H89.row("ones"), H89.row("yahtzee"), H89.row("large-straight")}
    card = Scorecard(H89, (tuple(None if row in open_rows else 5 for row in range(13)),))
    state = GameState(H89, (card,), 0, 0, (2, 2, 3, 3, 5), 0)
    assert Greedy().decide(state).action == Score(Box(H89.row("ones")))


@each(
    ("rules", "position", "box"),
    [
        (TRIPLE, "yahtzee/1=0 yahtzee/2=50 yahtzee/3=0 dice 65432 rolls 0", Box(10, 2)),
        (TRIPLE, "yahtzee/1=50 yahtzee/2=50 yahtzee/3=50 sixes/3=18 dice 66666 rolls 0", Box(5, 1)),
        (OFFICIAL, "yahtzee=50 sixes=18 ones=1 dice 66666 rolls 0", Box(10)),
        (rule_set("quintzee", 1, "normal"), "yahtzee=50 dice 66666 rolls 0", Box(5)),
        (rule_set("quintzee", 2, "extra-turn"), "yahtzee/1=50 yahtzee/2=50 dice 66666 rolls 2", Box(13)),
    ],
)
def test_greedy_posts_where_it_gets_most_by_the_rules(rules: RuleSet, position: str, box: Box) -> None:
    assert Greedy().decide(parse_position(position, rules).state()).action == Score(box)


@pytest.mark.parametrize(("rules", "action"), [(H89, Score(Box(6))), (OFFICIAL, Roll((4,)))])
def test_greedy_rolls_for_the_bonus_of_an_extra_yahtzee(rules: RuleSet, action: Action) -> None:
    """3 of a kind makes 29 now; after a roll 24 + 3.5 on average, by OFFICIAL 100 more in a sixth of the cases."""
    scores = tuple({6: None, 11: 50}.get(row, 0) for row in range(13))
    state = GameState(rules, (Scorecard(rules, (scores,)),), 0, 12, (6, 6, 6, 6, 5), 1)
    assert Greedy().decide(state).action == action


def test_classic_posts_five_alike_instead_of_rolling_none_where_that_is_not_allowed() -> None:
    """In a recorded game, H89 YAHTZEE 1.1 asked for a roll of no dice in this position."""
    scores = (0, None, None, None, 20, None, None, None, 0, None, None, 50, 26)
    for rules, action in ((H89, Roll(())), (QUINTZEE, Score(Box(H89.row("fours"))))):
        state = GameState(rules, (Scorecard(rules, (scores,)),), 0, 0, (4, 4, 4, 4, 4), 2)
        assert strategy("classic", replace(SETUP, ha=0, hb=0)).decide(state).action == action


def test_greedy_posts_what_can_not_get_better() -> None:
    state = GameState(H89, (Scorecard.empty(H89),), 0, 0, (3, 3, 3, 3, 3), 2)
    assert Greedy().decide(state).action == Score(Box(H89.categories.index(YAHTZEE)))


def test_random_player_depends_on_seed_seat_and_turn_alone() -> None:
    state = new_game(H89, 2, Dealer(1).deal)
    variants = [state, replace(state, seat=1), replace(state, turn=1), replace(state, rolls_left=1)]
    actions = [strategy("random", SETUP).decide(variant).action for variant in variants]
    assert len(set(actions)) > 1
    assert actions != [strategy("random", replace(SETUP, seed=43)).decide(variant).action for variant in variants]


def test_random_player_takes_every_action_sometimes() -> None:
    state = new_game(H89, 1, Dealer(1).deal)
    taken = {strategy("random", replace(SETUP, seed=seed)).decide(state).action for seed in range(1500)}
    assert taken == set(state.legal_actions())
