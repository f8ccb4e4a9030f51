"""Games dealt again from their moves: the same as a record that was kept while they were played."""

from collections.abc import Sequence

import pytest

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.replay import recorded, replayed
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet
from h89yahtzee.game.state import apply, new_game
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import strategy
from tests.arena.outcomes import result_of

NAMES = ("greedy", "random", "hasty")


def plan(rules: RuleSet, names: Sequence[str] = NAMES) -> Plan:
    entrants = parse_entrants(names)
    return Plan(entrants, Pairing(len(names), Pool.ALL, 3, 7), format_rules(rules), False, Limits())


def played(rules: RuleSet, seats: Sequence[int], seed: int, duplicate: bool) -> Record:
    """The record of a game of the program's own strategies, kept move by move."""
    setup = Setup(tuple(Player(NAMES[bot], NAMES[bot]) for bot in seats), seed, rules, duplicate)
    players = [strategy(NAMES[bot], setup) for bot in seats]
    deal = Dealer(seed, duplicate).deal
    state = new_game(rules, len(seats), deal)
    record = Record.of(setup, state)
    while not state.is_over:
        action = players[state.seat].decide(state).action
        after = apply(state, action, deal)
        record, state = record.after(action, state, after), after
    return record


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("is_independent", [False, True], ids=["duplicate", "independent"])
def test_a_game_is_dealt_again_from_its_moves(rules: RuleSet, is_independent: bool) -> None:
    game = Game(0, (2, 0, 1), 11, is_independent)
    with BotPool(parse_entrants(NAMES)) as pool:
        outcome = pool.play(rules, game.seats, game.seed, not is_independent)
    assert isinstance(outcome, GameResult)
    expected = played(rules, game.seats, game.seed, not is_independent)
    assert recorded(plan(rules), game, outcome.moves) == expected
    assert [*expected.states()][-1].totals() == outcome.totals


def test_moves_that_the_rules_forbid_are_refused() -> None:
    rules = RULE_SETS["official"]
    game = Game(0, (0,), 1)
    with BotPool(parse_entrants(NAMES)) as pool:
        moves = result_of(pool, (0,), 1, rules).moves
    whole = [*replayed(plan(rules), game, moves)]
    assert whole[-1][2].is_over
    damages = {f"{moves}a": "after its end", moves[:-1]: "no end", "aaaa": "no rolls", "Z": "row 25", "?": "a move"}
    for damaged, reason in damages.items():
        with pytest.raises(ValueError, match=reason):
            [*replayed(plan(rules), game, damaged)]
