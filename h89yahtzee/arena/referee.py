"""The referee of one game: each contestant is asked for its moves, the rules judge them, and the score is kept.

Pure: dice come from a `Deal`, and a `Contestant` may speak to another program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, Deal, GameState, IllegalAction, apply, new_game, penalised
from h89yahtzee.notation.moves_text import Move, format_moves
from h89yahtzee.notation.position_text import Position, format_position


class Foul(Exception):
    """Raised by a contestant that has no move: it said something else, spoke too late or not at all.

    `move` is what it said, as people are shown it; `rule` is a sentence.
    """

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move = move
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach of the rules of the game or of the arena by the contestant at `seat`.

    `position` is the one in which it was to move, as `position_text` writes it, or empty at the end of a game.
    `move` and `rule` are those of a `Foul`.
    """

    seat: int
    position: str
    move: str
    rule: str


class Contestant(Protocol):
    """An entrant in one game."""

    def move(self, state: GameState) -> Action:
        """The move of the contestant whose turn it is in `state`; Foul if it has none."""
        ...

    def said(self) -> str:
        """The last move in its own words, for the report of a breach."""
        ...

    def slowest(self) -> float:
        """The seconds that its slowest move took, 0.0 if that isn't measured."""
        ...

    def end(self, state: GameState, seat: int) -> None:
        """Hear how the game ended in which it had this seat; Foul if it doesn't listen."""
        ...


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, by seat.

    `upper_bonuses` counts the columns with an upper bonus, `yahtzees` the boxes for five alike that have points,
    `extra_yahtzees` the bonuses paid for more of them. `slowest` is in seconds. `penalties` counts the breaches
    that a lenient referee passed over. `moves` is what `replay` deals the game from again, or empty if that wasn't
    kept.
    """

    totals: tuple[int, ...]
    upper_bonuses: tuple[int, ...]
    yahtzees: tuple[int, ...]
    extra_yahtzees: tuple[int, ...]
    slowest: tuple[float, ...]
    penalties: tuple[int, ...] = ()
    moves: str = ""


Outcome = GameResult | Breach


def play(
    rules: RuleSet,
    contestants: Sequence[Contestant],
    deal: Deal,
    lenient: bool = False,
) -> Outcome:
    """Play a game by `rules`, one contestant a seat.

    The first breach ends the game, unless the referee is lenient: then it costs a 0 in the first open box.
    """
    game = RefereedGame(new_game(rules, len(contestants), deal), contestants, deal)
    penalties = [0] * len(contestants)
    for breach in game.breaches():
        if not lenient:
            return breach
        penalties[breach.seat] += 1
    return _result(game, tuple(penalties))


@dataclass(slots=True)
class RefereedGame:
    """A game from `state` on, and its `moves` so far."""

    state: GameState
    contestants: Sequence[Contestant]
    deal: Deal
    moves: list[Move] = field(default_factory=list)

    def breaches(self) -> Iterator[Breach]:
        """Play to the end and tell the contestants, in the order of their seats, that the game is over.

        Play stops at each breach. If it goes on, there is a 0 in the first open box.
        """
        while not self.state.is_over:
            if (breach := self._move()) is not None:
                yield breach
                self.state = penalised(self.state, self.deal)
                self.moves.append(None)
        for seat, contestant in enumerate(self.contestants):
            try:
                contestant.end(self.state, seat)
            except Foul as foul:
                yield Breach(seat, "", foul.move, foul.rule)

    def _move(self) -> Breach | None:
        before = self.state
        contestant = self.contestants[before.seat]
        try:
            action = contestant.move(before)
            self.state = apply(before, action, self.deal)
        except IllegalAction as error:
            said, rule = contestant.said(), str(error)
        except Foul as foul:
            said, rule = foul.move, foul.rule
        else:
            self.moves.append(action)
            return None
        return Breach(before.seat, format_position(Position.of(before)), said, rule)


def _result(game: RefereedGame, penalties: tuple[int, ...]) -> GameResult:
    cards, rules = game.state.cards, game.state.rules
    columns, row = range(rules.columns), rules.five_alike_row
    return GameResult(
        game.state.totals(),
        tuple(sum(card.upper_bonus(column) > 0 for column in columns) for card in cards),
        tuple(sum(bool(scores[row]) for scores in card.scores) for card in cards),
        tuple(_extra_yahtzees(card) for card in cards),
        tuple(contestant.slowest() for contestant in game.contestants),
        penalties,
        format_moves(rules, game.moves),
    )


def _extra_yahtzees(card: Scorecard) -> int:
    bonus = card.rules.extra_yahtzees.bonus
    return sum(card.yahtzee_bonuses) // bonus if bonus else 0
