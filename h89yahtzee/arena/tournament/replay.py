"""Games of a tournament dealt again: the dice follow from the seed, and the moves were kept.

ValueError for moves that the rules don't allow; those of a journal may have been made by anybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.arena.entrant import setup_of
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Record
from h89yahtzee.game.state import GameState, apply, new_game, penalised
from h89yahtzee.notation.moves_text import Move, parse_moves


def replayed(plan: Plan, game: Game, moves: str) -> Iterator[tuple[GameState, Move, GameState]]:
    """Each move with the states before and after it."""
    deal = Dealer(game.seed, not game.is_independent).deal
    state = new_game(plan.rule_set, len(game.seats), deal)
    for move in parse_moves(moves):
        if state.is_over:
            raise ValueError("it goes on after its end")
        after = penalised(state, deal) if move is None else apply(state, move, deal)
        yield state, move, after
        state = after
    if not state.is_over:
        raise ValueError("it has no end")


def recorded(plan: Plan, game: Game, moves: str) -> Record:
    """The record of a game without penalties, of which a record can't tell."""
    setup = setup_of(plan.entrants, game.seats, game.seed, plan.rule_set, not game.is_independent)
    record = Record(setup)
    for state, move, after in replayed(plan, game, moves):
        assert move is not None
        record = (record if record.turns else Record.of(setup, state)).after(move, state, after)
    return record
