"""Games that one player plays alone, with their records."""

from collections.abc import Callable

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState, apply, new_game

Decide = Callable[[GameState], Action]


def played_alone(rules: RuleSet, decide: Decide, seed: int) -> Record:
    deal = Dealer(seed).deal
    state = new_game(rules, 1, deal)
    record = Record.of(Setup((Player("it"),), seed, rules), state)
    while not state.is_over:
        action = decide(state)
        after = apply(state, action, deal)
        record, state = record.after(action, state, after), after
    return record
