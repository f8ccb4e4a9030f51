"""The lines of JSON that a referee and a bot exchange, seen from the referee; h89yahtzee-bot(7) describes them.

    referee  {"message": "hello", ...}        bot  {"message": "hello"}
             {"message": "turn", ...}              {"message": "keep", "indices": [0, 3]}
             {"message": "turn", ...}              {"message": "score", "category": "chance"}
             {"message": "game over", ...}         {"message": "game over"}
             {"message": "bye"}

Pure: lines are bytes with their newline when they go out and without it when they come in.
"""

from __future__ import annotations

import json
from typing import NoReturn

from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.referee import Foul
from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.notation.tokens import boxes_by_name

VERSION = 1

HELLO = "hello"
GAME_OVER = "game over"

BYE = b'{"message": "bye"}\n'

_SHOWN = 200
"""Characters of a bot's line that people are shown, at most."""


def hello(rules: RuleSet, players: int, seed: int, limits: Limits) -> bytes:
    """The message that begins a game. `seed` is for the bot's own randomness and tells nothing of the dice."""
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
    """The messages to one bot in one game, and its moves; the bot sees its own card and all totals."""

    def __init__(self, rules: RuleSet) -> None:
        self._places = range(rules.dice)
        self._boxes = boxes_by_name(rules)
        self._names = {box: name for name, box in self._boxes.items()}
        self._card: Scorecard | None = None
        self._card_written = ""

    def write(self, state: GameState) -> bytes:
        if state.card is not self._card:
            self._card, self._card_written = state.card, self._written(state, state.card)
        legal = ", ".join(f'"{self._names[box]}": {state.potential_score(box)}' for box in state.legal_boxes())
        stage = state.rules.rerolls - state.rolls_left
        return (
            f'{{"message": "turn", "dice": {[*state.dice]}, "stage": {stage}, "legal": {{{legal}}}, '
            f"{self._card_written}}}\n"
        ).encode("ascii")

    def write_end(self, state: GameState, seat: int) -> bytes:
        """The message that ends a game."""
        return f'{{"message": "{GAME_OVER}", {self._written(state, state.cards[seat])}}}\n'.encode("ascii")

    def read(self, line: bytes) -> Action:
        """The move in a line, whether it is legal or not; Foul if it is none."""
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
        """The members that stay the same during a turn."""
        columns = range(state.rules.columns)
        members = {
            "card": {name: card[box] for name, box in self._boxes.items() if box.row != state.rules.bonus_row},
            "upper_totals": [card.section_total(Section.UPPER, column) for column in columns],
            "upper_bonuses": [card.upper_bonus(column) for column in columns],
            "yahtzee_bonuses": [*card.yahtzee_bonuses],
            "total": card.total(),
            # Highest first, so that nobody can tell whose they are.
            "scores": sorted(state.totals(), reverse=True),
        }
        return json.dumps(members)[1:-1]


def check_answer(line: bytes, message: str) -> None:
    """Foul unless `line` is this message and nothing else."""
    if _read(line) != {"message": message}:
        raise Foul(shown(line), f"{message} is answered with the message {message} and nothing else")


def shown(line: bytes) -> str:
    """A line as people are shown it: in printable characters, and not all of a long one."""
    text = line[: 2 * _SHOWN].decode("utf-8", "backslashreplace")
    plain = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}..."


def _read(line: bytes) -> dict[str, object]:
    """The object in a line; Foul if it is none."""
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
    """The only other member of a move."""
    if message.keys() != {"message", name}:
        raise Foul(shown(line), f"the message {message['message']} has {name} and no other member")
    return message[name]
