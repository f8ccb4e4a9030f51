"""A trace of one decision of a bot: what it is sent, what it answers, and how long that takes."""

from __future__ import annotations

from dataclasses import dataclass, field

from h89yahtzee.arena.contestants import BotContestant, Channel
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.referee import Foul
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.state import Action, GameState, IllegalAction, apply


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message and the bot's answer, lines without their ends. `seconds` are those that count for the bot.

    If there was no answer in time, it is what the bot had said by then, and `seconds` is None.
    """

    sent: str
    answer: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Trace:
    """The exchanges up to one move, the move if there was one, and the rule that was broken, or nothing."""

    exchanges: tuple[Exchange, ...]
    action: Action | None
    rule: str


@dataclass(slots=True)
class _Tap:
    """A channel that keeps what goes through it."""

    channel: Channel
    exchanges: list[Exchange] = field(default_factory=list)

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        sent = message.decode("ascii").rstrip("\n")
        try:
            answer, took = self.channel.ask(message, seconds, rule)
        except Foul as foul:
            self.exchanges.append(Exchange(sent, foul.move, None))
            raise
        self.exchanges.append(Exchange(sent, answer.decode("utf-8", "backslashreplace"), took))
        return answer, took

    def hang_up(self) -> None:
        self.channel.hang_up()


def trace(pool: BotPool, state: GameState, limits: Limits, seed: int) -> Trace:
    """Let the first bot of a pool decide in `state`."""
    tap = _Tap(pool.channel(0))
    contestant = BotContestant(tap, state.rules, len(state.cards), seed % 2**32, limits)
    action, rule = _decision(contestant, state)
    return Trace(tuple(tap.exchanges), action, rule)


def _decision(contestant: BotContestant, state: GameState) -> tuple[Action | None, str]:
    """The move, and the rule that it broke."""
    action = None
    try:
        action = contestant.move(state)
        apply(state, action, Dealer(0).deal)
    except Foul as foul:
        return None, foul.rule
    except IllegalAction as error:
        return action, str(error)
    return action, ""
