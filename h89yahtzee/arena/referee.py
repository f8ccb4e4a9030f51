"""The referee of one game, which asks contestants (players) for moves, checks the moves and keeps the score.

This module does no I/O: dice come from a `Deal` function, and only a `Contestant` may speak to another program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, Deal, GameState, IllegalAction, apply, new_game, penalised
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.notation.record_text import Move, format_moves


class Foul(Exception):
    """The exception that is raised when a player's answer is no move, comes too late, or doesn't come at all.

    `move` is the answer as text for reports; `rule` is a sentence with the broken rule.
    """

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move = move
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach of the rules of the game, or of the rules for bots, by the player at `seat`.

    `position` is the position in which the player had to move, as `notation.positions` writes it, or "" at the end
    of a game. `move` is the player's answer, and `rule` a sentence with the broken rule, as in `Foul`.
    """

    seat: int
    position: str
    move: str
    rule: str


class Contestant(Protocol):
    """A strategy or bot that plays in one game."""

    def move(self, state: GameState) -> Action:
        """Return this player's move in `state`, in which it is the player's turn; raise Foul if no move comes."""
        ...

    def said(self) -> str:
        """Return the text of the player's last move, for the report of a breach of the rules."""
        ...

    def slowest(self) -> float:
        """Return the seconds that the slowest move took, 0.0 if moves aren't timed."""
        ...

    def end(self, state: GameState, seat: int) -> None:
        """Tell the player at `seat` the final state; raise Foul if an expected answer doesn't come."""
        ...


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game; each tuple has an item for each seat.

    `upper_bonuses` counts the columns with an upper bonus, `yahtzees` the boxes for five alike that have points,
    `extra_yahtzees` the bonuses paid for further Yahtzees. `slowest` has the seconds of each player's slowest move.
    `penalties` counts the breaches of the rules that didn't end the game, but gave the player a 0 in an open box.
    `moves` has all moves as text, from which `tournament.study` replays the game.
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
    rules: RuleSet, contestants: Sequence[Contestant], deal: Deal, lenient: bool = False, duplicate: bool = False
) -> Outcome:
    """Play a game by `rules`, with a player at each seat; in a `duplicate` game all seats have the same dice.

    Return the result, or the first breach of the rules, which ends the game. If `lenient`, no breach ends the game;
    instead the player gets a penalty, which is a 0 in the first open box.
    """
    game = RefereedGame(new_game(rules, len(contestants), deal), contestants, deal, duplicate)
    penalties = [0 for _ in contestants]
    for breach in game.breaches():
        if not lenient:
            return breach
        penalties[breach.seat] += 1
    return _result(game, tuple(penalties))


@dataclass(slots=True)
class RefereedGame:
    """A game in progress: its current `state`, and its `moves` so far, with None for each penalty (a 0 in a box,
    for a breach of the rules).

    In a `duplicate` game a player is shown all cards as they were after the last full round. Newer scores of other
    players would reveal which dice come next, since all players have the same dice.
    """

    state: GameState
    contestants: Sequence[Contestant]
    deal: Deal
    duplicate: bool = False
    moves: list[Move] = field(default_factory=list)
    _shown: GameState | None = None

    def breaches(self) -> Iterator[Breach]:
        """Play the game to its end, tell each player that the game is over, and yield each breach of the rules.

        Play stops at a breach. If the caller goes on to ask for the next breach, the player gets a 0 in the first
        open box, and play goes on.
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
            action = contestant.move(self._as_shown())
            self.state = apply(before, action, self.deal)
        except IllegalAction as error:
            said, rule = contestant.said(), str(error)
        except Foul as foul:
            said, rule = foul.move, foul.rule
        else:
            self.moves.append(action)
            return None
        return Breach(before.seat, format_position(Position.of(before)), said, rule)

    def _as_shown(self) -> GameState:
        """Return the state as the player whose turn it is sees it: in a duplicate game, with the cards as they were
        after the last full round."""
        if not self.duplicate:
            return self.state
        if self._shown is None or self._shown.turn != self.state.turn:
            self._shown = self.state
        return self.state if self.state.cards is self._shown.cards else replace(self.state, cards=self._shown.cards)


def _result(game: RefereedGame, penalties: tuple[int, ...]) -> GameResult:
    cards = game.state.cards
    return GameResult(
        game.state.totals(),
        tuple(card.upper_bonuses() for card in cards),
        tuple(card.fives_alike() for card in cards),
        tuple(card.extra_yahtzees() for card in cards),
        tuple(contestant.slowest() for contestant in game.contestants),
        penalties,
        format_moves(game.state.rules, game.moves),
    )
