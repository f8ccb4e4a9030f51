"""The exact end of a game of two, compared with brute force by the game's rules and with a look one turn ahead."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from statistics import fmean

import pytest

from h89yahtzee.game.categories import CHANCE, FOUR_OF_A_KIND, ONES, SIXES, TWOS, YAHTZEE, Category, Section
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import (
    FORCED_JOKER,
    H89,
    NOTHING_SPECIAL,
    OFFICIAL,
    YATZY,
    ExtraYahtzees,
    RuleSet,
    rule_set,
)
from h89yahtzee.game.scorecard import Scorecard, pays_bonuses
from h89yahtzee.game.state import Action, GameState, Roll, Score, apply, new_game
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.winner import Lookahead, exact_end
from h89yahtzee.solver.values import solved
from tests.game.variants import name_of
from tests.parameters import few_fast
from tests.players.ends import only_open
from tests.solver.backends import needs_kernel

pytestmark = needs_kernel


def toy(name: str, rows: tuple[Category, ...], extra: ExtraYahtzees = NOTHING_SPECIAL, dice: int = 2) -> RuleSet:
    """Rules with few dice and one re-roll; the upper bonus is earned by four upper points."""
    return RuleSet(name, rows, 5, 4, extra, dice=dice, rerolls=1, least_rolled=0)


TOYS = [
    toy("upper", (ONES, TWOS)),
    toy("lower", (ONES, FOUR_OF_A_KIND, YAHTZEE)),
    toy("joker", (ONES, YAHTZEE, CHANCE), FORCED_JOKER, dice=1),
    toy("bonus", (TWOS, SIXES, YAHTZEE), ExtraYahtzees(bonus=7), dice=1),
]


class BruteForce:
    """The first player's chances to win, by trying all ordered outcomes of the dice and all ways to play a turn."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.known: dict[object, float] = {}
        self.turn = cache(self._turn)

    def before_roll(self, cards: tuple[Scorecard, Scorecard], seat: int) -> float:
        """The chance before the first roll of `seat`, remembered by all that matters of the cards.

        These are the open boxes, Yahtzees, upper sections, and who leads by how much.
        """
        parts = [(card.open_boxes(), card.section_total(Section.UPPER), pays_bonuses(card)) for card in cards]
        key = (*parts, seat, cards[0].total() - cards[1].total())
        if key not in self.known:
            self.known[key] = self.value(cards, seat)
        return self.known[key]

    def value(self, cards: tuple[Scorecard, Scorecard], seat: int) -> float:
        if not any(card.open_boxes() for card in cards):
            mine, other = (card.total() for card in cards)
            return (mine > other) + (mine == other) / 2
        best = self.turn(cards, seat)
        return fmean(best(tuple(sorted(dice)), self.rules.rerolls) for dice in self.rolls(self.rules.dice))

    def rolls(self, number: int) -> list[Dice]:
        return list(product(range(1, 7), repeat=number))

    def _turn(self, cards: tuple[Scorecard, Scorecard], seat: int) -> Callable[[Dice, int], float]:
        better = min if seat else max

        @cache
        def best(dice: Dice, rolls_left: int) -> float:
            state = GameState(self.rules, cards, seat, 0, dice, rolls_left)
            found = [self.after(state, Score(box)) for box in state.legal_boxes()]
            if rolls_left:
                found += [kept(keep, rolls_left) for size in range(len(dice)) for keep in combinations(dice, size)]
            return better(found)

        @cache
        def kept(keep: Dice, rolls_left: int) -> float:
            others = self.rolls(self.rules.dice - len(keep))
            return fmean(best(tuple(sorted((*keep, *more))), rolls_left - 1) for more in others)

        return best

    def after(self, state: GameState, action: Action) -> float:
        """The chance after an action in a state, which is a roll of some of the dice or a post."""
        if isinstance(action, Roll):
            keep = tuple(face for place, face in enumerate(state.dice) if place not in action.positions)
            best, others = self.turn(self.pair(state.cards), state.seat), self.rolls(len(action.positions))
            return fmean(best(tuple(sorted((*keep, *more))), state.rolls_left - 1) for more in others)
        cards = list(state.cards)
        cards[state.seat] = state.card_after(action.box)
        after = 1 - state.seat if cards[1 - state.seat].open_boxes() else state.seat
        return self.before_roll((cards[0], cards[1]), after)

    def pair(self, cards: tuple[Scorecard, ...]) -> tuple[Scorecard, Scorecard]:
        return cards[0], cards[1]


@pytest.mark.parametrize("rules", TOYS, ids=name_of)
@pytest.mark.slow
def test_whole_games_of_toys_are_those_of_brute_force(rules: RuleSet) -> None:
    cards = Scorecard.empty(rules), Scorecard.empty(rules)
    brute = BruteForce(rules)
    state = GameState(rules, cards, 0, 0, (1, 2)[: rules.dice], 1)
    end = exact_end(solved(rules), state)
    assert end is not None
    assert end.start() == pytest.approx(brute.before_roll(cards, 0), abs=1e-9)
    for option in end.options(state):
        assert option.value == pytest.approx(brute.after(state, option.action), abs=1e-9)


def end_of(rules: RuleSet, mine: str, others: str, lead: int, dice: Dice, rolls_left: int) -> GameState:
    """A state in which player 1, with the rows `mine` open, is to move and leads by `lead` points.

    The rows `others` are open on the other player's card.
    """
    cards = only_open(rules, mine, 30), only_open(rules, others, 30 - lead)
    return GameState(rules, cards, 0, 10, dice, rolls_left)


@pytest.mark.parametrize(
    ("rules", "mine", "others", "lead"),
    [
        (OFFICIAL, "yahtzee large-straight", "yahtzee full-house", 10),
        pytest.param(*(H89, "yahtzee ones", "large-straight full-house", 0), marks=pytest.mark.slow),
        pytest.param(
            *(H89, "yahtzee large-straight full-house", "yahtzee small-straight full-house", 5),
            marks=pytest.mark.slow,
        ),
    ],
)
@pytest.mark.slow
def test_ends_of_two_and_three_open_boxes_are_those_of_brute_force(
    rules: RuleSet, mine: str, others: str, lead: int
) -> None:
    state = end_of(rules, mine, others, lead, (2, 2, 3, 4, 4), 2)
    end = exact_end(solved(rules), state)
    assert end is not None
    brute = BruteForce(rules)
    assert end.start() == pytest.approx(brute.before_roll(brute.pair(state.cards), 0), abs=1e-9)
    for option in end.options(state):
        assert option.value == pytest.approx(brute.after(state, option.action), abs=1e-9)


@pytest.mark.parametrize(
    "rules", few_fast(1, [rule_set("quiz"), OFFICIAL, H89, YATZY, rule_set("yacht")]), ids=name_of
)
@pytest.mark.parametrize("seed", few_fast(1, range(4)))
def test_if_both_play_on_for_points_it_is_the_look_one_turn_ahead(rules: RuleSet, seed: int) -> None:
    """`Lookahead` uses distributions, which are computed in another way and in single precision."""
    deal = Dealer(seed).deal
    state = new_game(rules, 2, deal)
    while len(state.card.open_boxes()) > 3 or state.rolls_left < 2 or (state.seat != seed % 2):
        state = apply(state, Greedy().decide(state).action, deal)
    end = exact_end(solved(rules), state, (True, True))
    assert end is not None
    expected = {option.action: option.value for option in Lookahead(solved(rules)).options(state)}
    assert {option.action: option.value for option in end.options(state)} == pytest.approx(expected, abs=1e-5)


def test_who_plays_on_for_the_win_has_no_less() -> None:
    state = end_of(OFFICIAL, "yahtzee chance sixes", "yahtzee fives chance", -20, (6, 6, 5, 5, 1), 2)

    def share(*for_points: bool) -> float:
        end = exact_end(solved(OFFICIAL), state, (for_points[0], for_points[1]))
        assert end is not None
        return end.start()

    assert share(True, False) < share(False, False) < share(False, True)
    assert share(True, False) < share(True, True) < share(False, True)


@pytest.mark.parametrize("lead", [-200, 200])
def test_whatever_is_played_a_great_lead_wins(lead: int) -> None:
    state = end_of(H89, "threes chance", "ones fours", lead, (1, 2, 3, 4, 4), 2)
    end = exact_end(solved(H89), state)
    assert end is not None
    assert {option.value for option in end.options(state)} == {float(lead > 0)}


@pytest.mark.slow
def test_it_is_left_where_it_would_take_too_long_or_turns_may_leave_the_boxes() -> None:
    assert exact_end(solved(OFFICIAL), new_game(OFFICIAL, 2, Dealer(1).deal)) is None
    assert exact_end(solved(OFFICIAL), new_game(OFFICIAL, 3, Dealer(1).deal)) is None
    extra_turn = rule_set("quintzee", 1, "extra-turn")
    for yahtzee, is_exact in ((0, True), (50, False)):
        card = only_open(extra_turn, "chance", 0)
        scores = list(card.scores[0])
        scores[extra_turn.row("yahtzee")] = yahtzee
        state = GameState(extra_turn, (replace(card, scores=(tuple(scores),)), card), 0, 12, (1, 2, 3, 4, 5), 2)
        assert (exact_end(solved(extra_turn), state) is not None) == is_exact
