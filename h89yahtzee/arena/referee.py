"""One game at a table: each player is asked for its moves, the rules judge them, and the score is kept.

Pure: the dice come from a `Deal`, and who speaks to other programs is behind `Contestant`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.game import categories
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, Deal, GameState, IllegalAction, apply, new_game, penalised
from h89yahtzee.notation.position_text import Position, format_position

_FIVE_ALIKE = (categories.YAHTZEE, categories.YACHT, categories.YATZY)


class Foul(Exception):
    """What a player does instead of a move: it says something else, too late or nothing.

    `move` is what it said, as shown to people; `rule` is a sentence.
    """

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move = move
        self.rule = rule


class Breach(Exception):
    """A move that the rules of the game or of the arena don't allow.

    `entrant` is the seat, or in what a pool raises the index of the entrant. `position` is that in which it was to
    move, in the notation of `game.position`, or empty at the end of a game.
    """

    def __init__(self, entrant: int, position: str, move: str, rule: str) -> None:
        super().__init__(entrant, position, move, rule)
        self.entrant = entrant
        self.position = position
        self.move = move
        self.rule = rule


class Contestant(Protocol):
    """Who sits at the table, for one game."""

    def move(self, state: GameState) -> Action:
        """The move of the player whose turn it is in `state`; Foul when there is none."""
        ...

    def said(self) -> str:
        """The last move in its own words, for the report of a breach."""
        ...

    def slowest(self) -> float:
        """The seconds that its slowest move took, 0.0 where that isn't measured."""
        ...

    def end(self, state: GameState, seat: int) -> None:
        """Be told how the game ended in which it had this seat; Foul where it doesn't listen."""
        ...


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, each by seat.

    `upper_bonuses` are the columns with an upper bonus, `yahtzees` the boxes for five alike that have points,
    `extra_yahtzees` the bonuses paid for more of them. `slowest` is in seconds. `penalties` are the breaches that a
    lenient referee passed over. `record` is there when it was asked for and no 0 was written for one: no record can
    have that. Like its rules it can't be pickled; its text can.
    """

    totals: tuple[int, ...]
    upper_bonuses: tuple[int, ...]
    yahtzees: tuple[int, ...]
    extra_yahtzees: tuple[int, ...]
    slowest: tuple[float, ...]
    record: Record | None = None
    penalties: tuple[int, ...] = ()


def play(
    rules: RuleSet, players: Sequence[Contestant], deal: Deal, lenient: bool = False, setup: Setup | None = None
) -> GameResult:
    """Play a game by `rules`, one player a seat; with a `setup` its record is kept.

    Breach ends it at the first move that isn't allowed; a lenient referee writes 0 in the first open box instead.
    """
    penalties = [0] * len(players)

    def forgive(breach: Breach) -> None:
        if not lenient:
            raise breach
        penalties[breach.entrant] += 1

    state = new_game(rules, len(players), deal)
    state, record = play_on(state, players, deal, forgive, Record.of(setup, state) if setup else None)
    end(state, players, forgive)
    return _result(state, players, record, tuple(penalties))


def play_on(
    state: GameState,
    players: Sequence[Contestant],
    deal: Deal,
    breached: Callable[[Breach], None],
    record: Record | None = None,
) -> tuple[GameState, Record | None]:
    """Play from `state` to the end, which is returned with the longer record.

    After each breach that `breached` doesn't raise there is 0 in the first open box, and no record any more.
    """
    while not state.is_over:
        player = players[state.seat]
        try:
            action = player.move(state)
            next_state = apply(state, action, deal)
        except IllegalAction as error:
            breached(_breach(state, player.said(), str(error)))
            state, record = penalised(state, deal), None
        except Foul as foul:
            breached(_breach(state, foul.move, foul.rule))
            state, record = penalised(state, deal), None
        else:
            record = record.after(action, state, next_state) if record else None
            state = next_state
    return state, record


def end(state: GameState, players: Sequence[Contestant], breached: Callable[[Breach], None]) -> None:
    """Tell the players that the game is over, in the order of their seats."""
    for seat, player in enumerate(players):
        try:
            player.end(state, seat)
        except Foul as foul:
            breached(Breach(seat, "", foul.move, foul.rule))


def _breach(state: GameState, move: str, rule: str) -> Breach:
    return Breach(state.seat, format_position(Position.of(state)), move, rule)


def _result(
    state: GameState, players: Sequence[Contestant], record: Record | None, penalties: tuple[int, ...]
) -> GameResult:
    return GameResult(
        state.totals(),
        tuple(_upper_bonuses(card) for card in state.cards),
        tuple(_yahtzees(card) for card in state.cards),
        tuple(_extra_yahtzees(card) for card in state.cards),
        tuple(player.slowest() for player in players),
        record,
        penalties,
    )


def _upper_bonuses(card: Scorecard) -> int:
    return sum(card.upper_bonus(column) > 0 for column in range(card.rules.columns))


def _yahtzees(card: Scorecard) -> int:
    row = row_for_five_alike(card.rules)
    return sum(bool(scores[row]) for scores in card.scores)


def row_for_five_alike(rules: RuleSet) -> int:
    """The row of Yahtzee, of the yacht or of yatzy."""
    return next(row for row, category in enumerate(rules.categories) if category in _FIVE_ALIKE)


def _extra_yahtzees(card: Scorecard) -> int:
    bonus = card.rules.extra_yahtzees.bonus
    return sum(card.yahtzee_bonuses) // bonus if bonus else 0
