"""The contestants of a game: the program's own strategies, and bots at the other end of a channel.

Pure: a `Channel` carries messages to a bot and answers back.
"""

from __future__ import annotations

from typing import Protocol

from h89yahtzee.arena import protocol
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.referee import Foul
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.strategy import Strategy


class StrategyContestant:
    """A strategy of the program."""

    has_failed_to_start = False

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._said: tuple[GameState, Action] | None = None

    def move(self, state: GameState) -> Action:
        action = self._strategy.decide(state).action
        self._said = state, action
        return action

    def said(self) -> str:
        assert self._said is not None
        state, action = self._said
        if isinstance(action, Roll):
            return f"roll {' '.join(str(position) for position in action.positions) or '-'}"
        return f"score {box_name(state.rules, action.box)}"

    def slowest(self) -> float:
        return 0.0

    def end(self, state: GameState, seat: int) -> None:
        """A strategy isn't told how the game ended."""


class Channel(Protocol):
    """A way to a bot, which is started when it is first asked, and again after `hang_up`."""

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        """The line that answers `message`, and how many seconds that took.

        Foul if there is none in time, which breaks `rule`, or more than one.
        """
        ...

    def hang_up(self) -> None:
        """End the bot: it may be out of step with the game."""
        ...


class BotContestant:
    """A bot in one game."""

    def __init__(self, channel: Channel, rules: RuleSet, players: int, seed: int, limits: Limits) -> None:
        self._channel = channel
        self._hello = protocol.hello(rules, players, seed, limits)
        self._limits = limits
        self._turns = protocol.TurnMessages(rules)
        self._greeted = False
        self._left = limits.game_time
        self._game_rule = f"the moves of a game take at most {limits.game_time:g} s"
        self._slowest = 0.0
        self._said = b""
        self.has_failed_to_start = False
        """Whether it has ended, or said nothing, before it was ready."""

    def move(self, state: GameState) -> Action:
        if self._left <= 0:
            raise Foul("", self._game_rule)
        try:
            self._greet()
            self._said = self._answer(self._turns.write(state))
            return self._turns.read(self._said)
        except Foul:
            self._hang_up()
            raise

    def said(self) -> str:
        return protocol.shown(self._said)

    def slowest(self) -> float:
        return self._slowest

    def end(self, state: GameState, seat: int) -> None:
        """Tell the bot how the game ended; Foul if it doesn't answer that.

        A bot that was ended and has had no turn since isn't told.
        """
        if not self._greeted:
            return
        try:
            protocol.check_answer(self._answer(self._turns.write_end(state, seat)), protocol.GAME_OVER)
        except Foul:
            self._hang_up()
            raise

    def _greet(self) -> None:
        if self._greeted:
            return
        seconds = self._limits.start_time
        rule = f"a bot is ready within {seconds:g} s, and flushes its output after each line"
        self.has_failed_to_start = True
        answer, _ = self._channel.ask(self._hello, seconds, rule)
        self.has_failed_to_start = False
        protocol.check_answer(answer, protocol.HELLO)
        self._greeted = True

    def _answer(self, message: bytes) -> bytes:
        limit = self._limits.move_time
        seconds = min(limit, self._left)
        rule = self._game_rule if self._left < limit else f"a move takes at most {limit:g} s"
        try:
            answer, took = self._channel.ask(message, seconds, rule)
        except Foul as foul:
            self._spend(seconds if foul.rule == rule else 0.0)
            raise
        self._spend(took)
        return answer

    def _spend(self, seconds: float) -> None:
        self._left -= seconds
        self._slowest = max(self._slowest, seconds)

    def _hang_up(self) -> None:
        self._channel.hang_up()
        self._greeted = False
