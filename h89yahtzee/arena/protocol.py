"""The protocol of bots: the lines of JSON that a referee and a bot exchange, and the contestant that speaks them.

    referee  {"message": "hello", ...}        bot  {"message": "hello"}
             {"message": "turn", ...}              {"message": "keep", "indices": [0, 3]}
             {"message": "turn", ...}              {"message": "score", "category": "chance"}
             {"message": "game over", ...}         {"message": "game over"}
             {"message": "bye"}

h89yahtzee-bot(7) describes the messages. This module does no I/O: a `Channel` carries the lines, as bytes with
their newline on the way to a bot and without the newline on the way back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NoReturn, Protocol

from h89yahtzee.arena.referee import Foul
from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.notation.tokens import boxes_by_name

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of time, memory, files and output for a bot.

    In seconds: `start_time` for the first answer, `move_time` for each later answer, `game_time` for all answers of
    a game; `sandbox.usage` defines which time is charged. In bytes: `memory` for the data of the process, `files`
    for the files in its folder, `line` for one line, `log` for the kept part of standard error.
    """

    move_time: float = 1.0
    game_time: float = 30.0
    start_time: float = 10.0
    memory: int = 1024 * MEBIBYTE
    files: int = 64 * MEBIBYTE
    line: int = 4096
    log: int = MEBIBYTE


class Channel(Protocol):
    """A connection to a bot. The first call of `ask`, and the first after each `hang_up`, starts the bot."""

    @property
    def is_running(self) -> bool:
        """Whether the bot has a process, so that the next call of `ask` needn't start one first."""
        ...

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        """Return the line that answers `message`, and the seconds that the answer took.

        Raise Foul if the bot sends several lines, or has sent a line unasked. If no line comes within `seconds`,
        the Foul has `rule` as the broken rule.
        """
        ...

    def hang_up(self) -> None:
        """End the bot's process, since the bot may no longer know the state of the game."""
        ...


class BotContestant:
    """A bot as a player in one game; it asks the bot for moves over a `Channel`, and adds up the times of the
    answers."""

    def __init__(self, channel: Channel, rules: RuleSet, players: int, seed: int, limits: Limits) -> None:
        self._channel = channel
        self._hello = hello(rules, players, seed, limits)
        self._limits = limits
        self._turns = TurnMessages(rules)
        self._greeted = False
        self._left = limits.game_time
        self._game_rule = f"the moves of a game take at most {limits.game_time:g} s"
        self._slowest = 0.0
        self._said = b""
        self.has_failed_to_start = False
        """Whether the bot's process ended or stayed silent instead of answering the first message."""

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
        return shown(self._said)

    def slowest(self) -> float:
        return self._slowest

    def end(self, state: GameState, seat: int) -> None:
        """Tell the bot at `seat` that the game is over; raise Foul if the expected answer doesn't come."""
        # A bot whose process was ended and hasn't been started again doesn't know of this game.
        if not self._greeted:
            return
        try:
            check_answer(self._answer(self._turns.write_end(state, seat)), GAME_OVER)
        except Foul:
            self._hang_up()
            raise

    def _greet(self) -> None:
        if self._greeted:
            return
        if self._channel.is_running:
            check_answer(self._answer(self._hello), HELLO)
        else:
            self._start()
        self._greeted = True

    def _start(self) -> None:
        seconds = self._limits.start_time
        rule = f"a bot is ready within {seconds:g} s, and flushes its output after each line"
        # If `ask` raises a Foul, this stays true.
        self.has_failed_to_start = True
        answer, _ = self._channel.ask(self._hello, seconds, rule)
        self.has_failed_to_start = False
        check_answer(answer, HELLO)

    def _answer(self, message: bytes) -> bytes:
        limit = self._limits.move_time
        seconds = min(limit, self._left)
        rule = self._game_rule if self._left < limit else f"a move takes at most {limit:g} s"
        try:
            answer, took = self._channel.ask(message, seconds, rule)
        except Foul as foul:
            # If the answer is late, all `seconds` that the bot had are spent. After any other foul the time that
            # the bot took is unknown, and none is counted.
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


VERSION = 1
HELLO = "hello"
GAME_OVER = "game over"
BYE = b'{"message": "bye"}\n'

_SHOWN = 200
"""The number of characters after which reports cut off a bot's line."""


def hello(rules: RuleSet, players: int, seed: int, limits: Limits) -> bytes:
    """Return the message that begins a game; `seed`, for the bot's own use, reveals nothing about the dice."""
    message = {
        "message": HELLO,
        "protocol": VERSION,
        "rules": rules.name,
        "columns": rules.columns,
        "bonus": rules.bonus,
        "multipliers": rules.multipliers,
        "boxes": [name for name, box in boxes_by_name(rules).items() if box.row != rules.bonus_row],
        "upper_bonus": rules.upper_bonus,
        "upper_bonus_at": rules.upper_bonus_at,
        "players": players,
        "seed": seed,
        "move_time": limits.move_time,
        "game_time": limits.game_time,
    }
    return json.dumps(message).encode("ascii") + b"\n"


class TurnMessages:
    """The writer of the messages to one bot in one game, and the reader of the moves in the bot's answers.

    The messages show a bot its own card and the totals of all players.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._places = range(rules.dice)
        self._boxes = boxes_by_name(rules)
        self._names = {box: name for name, box in self._boxes.items()}
        self._card: Scorecard | None = None
        self._card_written = ""

    def write(self, state: GameState) -> bytes:
        # A turn has up to three messages, between which the card stays the same: write its text once, and keep it.
        if state.card is not self._card:
            self._card, self._card_written = state.card, self._written(state, state.card)
        legal = ", ".join(f'"{self._names[box]}": {state.potential_score(box)}' for box in state.legal_boxes())
        stage = state.rules.rerolls - state.rolls_left
        return (
            f'{{"message": "turn", "dice": {[*state.dice]}, "stage": {stage}, "legal": {{{legal}}}, '
            f"{self._card_written}}}\n"
        ).encode("ascii")

    def write_end(self, state: GameState, seat: int) -> bytes:
        """Return the message that ends a game, with the card of the player at `seat`."""
        return f'{{"message": "{GAME_OVER}", {self._written(state, state.cards[seat])}}}\n'.encode("ascii")

    def read(self, line: bytes) -> Action:
        """Return the move in a bot's answer, whether legal or not; raise Foul if `line` has no move."""
        message = _read(line)
        match message.get("message"):
            case "keep":
                return self._roll_of_others(line, _member(line, message, "indices"))
            case "score":
                return Score(self._box(line, _member(line, message, "category")))
        raise Foul(shown(line), "a turn is answered with the message keep or score")

    def _roll_of_others(self, line: bytes, kept: object) -> Roll:
        if not isinstance(kept, list) or not all(type(index) is int for index in kept):
            raise Foul(shown(line), "indices is a list of whole numbers")
        if len(set(kept)) != len(kept) or not set(kept) <= set(self._places):
            raise Foul(shown(line), f"indices are different numbers from 0 to {self._places[-1]}")
        return Roll(tuple(position for position in self._places if position not in kept))

    def _box(self, line: bytes, category: object) -> Box:
        box = self._boxes.get(category) if isinstance(category, str) else None
        if box is None:
            raise Foul(shown(line), "the category of a score is one of the boxes")
        return box

    def _written(self, state: GameState, card: Scorecard) -> str:
        """Return the members of a message that stay the same during a turn, as JSON without the outer braces."""
        columns = range(state.rules.columns)
        members = {
            "card": {name: card[box] for name, box in self._boxes.items() if box.row != state.rules.bonus_row},
            "upper_totals": [card.section_total(Section.UPPER, column) for column in columns],
            "upper_bonuses": [card.upper_bonus(column) for column in columns],
            "yahtzee_bonuses": [*card.yahtzee_bonuses],
            "total": card.total(),
            # Highest first, so that the order doesn't tell which player has which total.
            "scores": sorted(state.totals(), reverse=True),
        }
        return json.dumps(members)[1:-1]


def check_answer(line: bytes, message: str) -> None:
    """Raise Foul unless `line` is `{"message": message}` in JSON, without further members."""
    if _read(line) != {"message": message}:
        raise Foul(shown(line), f"{message} is answered with the message {message} and nothing else")


def shown(line: bytes) -> str:
    """Return `line` for reports: unprintable characters escaped, cut off after `_SHOWN` characters."""
    text = line[: 2 * _SHOWN].decode("utf-8", "backslashreplace")
    plain = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}..."


def _read(line: bytes) -> dict[str, object]:
    """Return the JSON object in `line`; raise Foul for any other content."""
    try:
        message: object = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise Foul(shown(line), "a line is UTF-8") from None
    except (ValueError, RecursionError):
        raise Foul(shown(line), "a line is an object in JSON") from None
    if not isinstance(message, dict):
        raise Foul(shown(line), "a line is an object in JSON")
    return message


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("expected each member once")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"expected JSON, not {name}")


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_refuse_constant)


def _member(line: bytes, message: dict[str, object], name: str) -> object:
    """Return the member `name` of `message`, the object parsed from `line`; raise Foul unless "message" is the only
    other member."""
    if message.keys() != {"message", name}:
        raise Foul(shown(line), f"the message {message['message']} has {name} and no other member")
    return message[name]
