"""Every rule set with its choices, and games of random legal actions by them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.state import Action, GameState, Roll, Score, apply, new_game

SEEDS = st.integers(0, 10**6)
SOURCES = SEEDS.map(Random)
ONE_GAME = settings(max_examples=settings().max_examples // 25)
"""Settings for a test that plays one game by each rule set and checks every step; in continuous integration, four
games."""


def variants() -> list[RuleSet]:
    """Every rule set, with one and two columns and each bonus rule if it offers a choice."""
    return [
        rule_set(name, columns, bonus)
        for name, rules in RULE_SETS.items()
        for columns in rules.column_choices[:2] or (None,)
        for bonus in rules.bonus_choices or (None,)
    ]


FEW_ROWS = {"sixes", "fives", "fours", "threes", "twos", "ones", "yahtzee", "large-straight", "chance"}


def shortened(rules: RuleSet, names: Collection[str] = FEW_ROWS) -> RuleSet:
    """Return the rules with these rows only, which are solved in a sixteenth of the time or less."""
    rows = tuple(category for category in rules.categories if category.name in names)
    return replace(rules, categories=rows, column_choices=(), bonus_choices=())


def name_of(rules: RuleSet) -> str:
    """A name for the ids of tests."""
    return "-".join(filter(None, [rules.name, str(rules.columns), rules.bonus]))


class LoadedDealer:
    """Deals dice that are all alike in half of the rolls; the dice depend only on its seed, the seat, turn and
    roll."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def deal(self, seat: int, turn: int, roll: int, number: int) -> Dice:
        source = Random(f"{self._seed}/{seat}/{turn}/{roll}")
        dice = tuple(source.choices(range(1, 7), k=number))
        return dice[:1] * number if source.random() < 0.5 else dice


Step = tuple[GameState, Action, GameState]
"""(state, action, the state after that action)."""


def any_action(state: GameState, source: Random) -> Action:
    """Return a random legal action, but seldom one that posts a Yahtzee elsewhere than in YAHTZEE, or that
    scratches YAHTZEE."""
    boxes = [Score(box) for box in state.legal_boxes()]
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    yahtzees = [action for action in boxes if action.box.row == state.rules.yahtzee_row]
    others = [action for action in boxes if action not in yahtzees]
    preferred = yahtzees if len(set(state.dice)) == 1 else others
    if preferred and source.random() < 0.9:
        boxes = preferred
    actions: Sequence[Action] = rolls if rolls and source.random() < 0.3 else boxes
    return source.choice(actions)


def played(rules: RuleSet, players: int, seed: int, source: Random) -> Iterator[Step]:
    """Yield the steps of a game of random legal actions."""
    deal = Dealer(seed).deal if seed % 2 else LoadedDealer(seed).deal
    state = new_game(rules, players, deal)
    while not state.is_over:
        action = any_action(state, source)
        after = apply(state, action, deal)
        yield state, action, after
        state = after


def recorded(rules: RuleSet, players: int, seed: int, source: Random) -> Iterator[tuple[Record, GameState]]:
    """Yield the record and the state after each step of a game of random legal actions."""
    setup = Setup(tuple(Player(f"player {seat}") for seat in range(players)), 0, rules)
    record: Record | None = None
    for state, action, after in played(rules, players, seed, source):
        if record is None:
            record = Record.of(setup, state)
            yield record, state
        record = record.after(action, state, after)
        yield record, after
