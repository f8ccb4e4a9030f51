"""The referee of one game, which asks contestants for their moves, checks each by the rules and keeps the score.

This module does no I/O: dice come from a `Deal`, and only a `Contestant` may speak to another program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, Deal, GameState, IllegalAction, apply, new_game, penalised
from h89yahtzee.notation.position_text import Position, format_position
from h89yahtzee.notation.record_text import Move, format_moves


class Foul(Exception):
    """Raised by a contestant whose answer is no move, comes too late, or doesn't come at all.

    `move` is the answer as text for reports; `rule` is a sentence with the broken rule.
    """

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move = move
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach of the rules of the game or of the arena by the contestant at `seat`.

    `position` is the position in which the contestant had to move, as `position_text` writes it, or empty at the
    end of a game. `move` and `rule` are those of a `Foul`.
    """

    seat: int
    position: str
    move: str
    rule: str


class Contestant(Protocol):
    """An entrant that plays in one game."""

    def move(self, state: GameState) -> Action:
        """Return the contestant's move in `state`, with the contestant to move; raise Foul if no move comes."""
        ...

    def said(self) -> str:
        """Return the contestant's last move in its own words, for the report of a breach."""
        ...

    def slowest(self) -> float:
        """Return the seconds that the slowest move took, 0.0 if moves aren't timed."""
        ...

    def end(self, state: GameState, seat: int) -> None:
        """Tell the contestant at `seat` the final state; raise Foul if an expected answer doesn't come."""
        ...


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, by seat.

    `upper_bonuses` counts the columns with an upper bonus, `yahtzees` the boxes for five alike that have points,
    `extra_yahtzees` the bonuses paid for further Yahtzees. `slowest` is in seconds. `penalties` counts the breaches
    that cost a 0 instead of ending the game. `moves` are all moves as text, from which `results.study` replays the
    game.
    """

    totals: tuple[int, ...]
    upper_bonuses: tuple[int, ...]
    yahtzees: tuple[int, ...]
    extra_yahtzees: tuple[int, ...]
    slowest: tuple[float, ...]
    penalties: tuple[int, ...] = ()
    moves: str = ""


Outcome = GameResult | Breach


def play(rules: RuleSet, contestants: Sequence[Contestant], deal: Deal, lenient: bool = False) -> Outcome:
    """Play a game by `rules`, with one contestant at each seat.

    Return the first breach, which ends the game. If the referee is lenient, a breach costs a 0 in the first open
    box instead, and the result is returned.
    """
    game = RefereedGame(new_game(rules, len(contestants), deal), contestants, deal)
    penalties = [0 for _ in contestants]
    for breach in game.breaches():
        if not lenient:
            return breach
        penalties[breach.seat] += 1
    return _result(game, tuple(penalties))


@dataclass(slots=True)
class RefereedGame:
    """A game in progress: its current `state`, and its `moves` so far, with None for each penalty."""

    state: GameState
    contestants: Sequence[Contestant]
    deal: Deal
    moves: list[Move] = field(default_factory=list)

    def breaches(self) -> Iterator[Breach]:
        """Play the game to its end, tell the contestants by seat that it is over, and yield each breach.

        Play stops at a breach; when the next breach is asked for, play resumes with a 0 in the first open box.
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
