"""Records as text: `format_record` and `parse_records` are each other's inverse.

    h89yahtzee-record 1
    rules h89
    seed 42
    dealing own
    knobs ha=0 hb=0
    player human me
    player classic reagan
    turn 1 1 45423 roll 15 65421 roll - 65421 score chance 18
    turn 1 2 ...
    total 198 201

`dealing` is `own` or, in a duplicate game, `same`. A `turn` line has the turn and the seat from 1, the first roll,
for each re-roll the positions from 1 (`-` for none) and all dice after it, and the box with its points; with more
than one column a box is `chance/2`. The last turn may lack its end; `total` stands behind a finished game. Several
records in a row are several games. Empty lines and lines that start with `#` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player, Record, Setup, Turn
from h89yahtzee.game.rules import RULE_SETS, RuleSet
from h89yahtzee.game.scorecard import Box

_T = TypeVar("_T")

MAGIC = "h89yahtzee-record 1"
_DEALING = {"own": False, "same": True}


class RecordError(ValueError):
    """Text that is no record; the message names the line and what was expected there."""


def format_record(record: Record) -> str:
    """The text of `record`. That of the same game played further begins with it: what's new can be appended."""
    setup = record.setup
    lines = [
        MAGIC,
        f"rules {setup.rules.name}",
        f"seed {setup.seed}",
        f"dealing {'same' if setup.duplicate else 'own'}",
        f"knobs ha={setup.ha} hb={setup.hb}",
        *(f"player {player.strategy} {player.name}" for player in setup.players),
        *(_format_turn(turn, setup.rules) for turn in record.turns),
    ]
    if record.totals is not None:
        lines.append(" ".join(["total", *map(str, record.totals)]))
    open_turn = record.turns[-1].box is None
    return "\n".join(lines) + ("" if open_turn else "\n")


def _format_turn(turn: Turn, rules: RuleSet) -> str:
    words = ["turn", str(turn.number + 1), str(turn.seat + 1), _digits(turn.dice[0])]
    for positions, dice in zip(turn.rolled, turn.dice[1:], strict=True):
        words += ["roll", _digits(tuple(position + 1 for position in positions)) or "-", _digits(dice)]
    if turn.box is not None:
        words += ["score", _format_box(turn.box, rules), str(turn.points)]
    return " ".join(words)


def _digits(numbers: tuple[int, ...]) -> str:
    return "".join(map(str, numbers))


def _format_box(box: Box, rules: RuleSet) -> str:
    name = rules.categories[box.row].name
    return f"{name}/{box.column + 1}" if rules.columns > 1 else name


class _Line:
    """The words of one line, one after another; each `take_` raises RecordError for a word that doesn't fit."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.keyword, *self._words = text.split(" ")

    def expected(self, what: str) -> RecordError:
        shown = self.text if len(self.text) <= 60 else f"{self.text[:60]}..."
        return RecordError(f"line {self.number}: expected {what} in {shown!r}")

    def has_more(self) -> bool:
        return bool(self._words)

    def take_word(self, what: str) -> str:
        if not self._words:
            raise self.expected(what)
        return self._words.pop(0)

    def take_rest(self, what: str) -> str:
        rest = " ".join(self._words)
        self._words = []
        if not rest:
            raise self.expected(what)
        return rest

    def take_choice(self, choices: Mapping[str, _T]) -> _T:
        what = " or ".join(choices)
        word = self.take_word(what)
        if word not in choices:
            raise self.expected(what)
        return choices[word]

    def take_number(self, prefix: str = "") -> int:
        what = f"{prefix}NUMBER"
        word = self.take_word(what)
        if not re.fullmatch(f"{prefix}-?[0-9]{{1,20}}", word):
            raise self.expected(what)
        return int(word.removeprefix(prefix))

    def take_dice(self, rules: RuleSet) -> Dice:
        what = f"{rules.dice} dice of 1-6"
        word = self.take_word(what)
        if not re.fullmatch(f"[1-6]{{{rules.dice}}}", word):
            raise self.expected(what)
        return tuple(map(int, word))

    def take_positions(self, rules: RuleSet) -> tuple[int, ...]:
        what = f"positions 1-{rules.dice} in ascending order or '-'"
        word = self.take_word(what)
        positions = "" if word == "-" else word
        if list(positions) != sorted(set(positions) & set("123456789"[: rules.dice])):
            raise self.expected(what)
        return tuple(int(position) - 1 for position in positions)

    def take_box(self, rules: RuleSet) -> Box:
        boxes = {
            _format_box(Box(row, column), rules): Box(row, column)
            for column in range(rules.columns)
            for row in range(len(rules.categories))
        }
        return self.take_choice(boxes)


def parse_records(text: str) -> tuple[Record, ...]:
    """The games of `text`, at least one; RecordError where it isn't a record."""
    lines = [
        _Line(number, line.rstrip("\r"))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    starts = [index for index, line in enumerate(lines) if line.text == MAGIC]
    if not starts or starts[0] != 0:
        raise RecordError(f"expected {MAGIC!r} as the first line")
    ends = [*starts[1:], len(lines)]
    return tuple(_parse_record(lines[start:end]) for start, end in zip(starts, ends, strict=True))


def _parse_record(lines: list[_Line]) -> Record:
    reader = _Lines(lines)
    reader.next("h89yahtzee-record")
    rules = reader.next("rules").take_choice(RULE_SETS)
    seed = reader.next("seed").take_number()
    duplicate = reader.next("dealing").take_choice(_DEALING)
    knobs = reader.next("knobs")
    ha, hb = knobs.take_number("ha="), knobs.take_number("hb=")
    players = tuple(map(_parse_player, reader.all("player")))
    if len(players) > MAX_PLAYERS:
        raise knobs.expected(f"at most {MAX_PLAYERS} players, not {len(players)}, after it")
    turns = tuple(_parse_turn(line, rules) for line in reader.all("turn"))
    totals = _parse_totals(reader.next("total")) if reader.has_more() else None
    reader.end()
    return Record(Setup(players, seed, rules, duplicate, ha, hb), turns, totals)


class _Lines:
    """The lines of one record, taken one after another."""

    def __init__(self, lines: list[_Line]) -> None:
        self._lines = lines
        self._taken = 0

    def has_more(self) -> bool:
        return self._taken < len(self._lines)

    def next(self, keyword: str) -> _Line:
        if not self.has_more():
            raise RecordError(f"line {self._lines[-1].number}: expected a line {keyword!r} behind it")
        line = self._lines[self._taken]
        if line.keyword != keyword:
            raise line.expected(f"a line {keyword!r}")
        self._taken += 1
        return line

    def all(self, keyword: str) -> Iterator[_Line]:
        yield self.next(keyword)
        while self.has_more() and self._lines[self._taken].keyword == keyword:
            yield self.next(keyword)

    def end(self) -> None:
        if self.has_more():
            raise self._lines[self._taken].expected("nothing more of this game")


def _parse_player(line: _Line) -> Player:
    strategy = line.take_word(f"{HUMAN!r} or a strategy")
    return Player(line.take_rest("a name"), strategy)


def _parse_turn(line: _Line, rules: RuleSet) -> Turn:
    number, seat = line.take_number() - 1, line.take_number() - 1
    dice = [line.take_dice(rules)]
    rolled: list[tuple[int, ...]] = []
    while line.has_more():
        if line.take_choice({"roll": False, "score": True}):
            box, points = line.take_box(rules), line.take_number()
            if line.has_more():
                raise line.expected("nothing behind the points")
            return Turn(number, seat, tuple(dice), tuple(rolled), box, points)
        rolled.append(line.take_positions(rules))
        dice.append(line.take_dice(rules))
    return Turn(number, seat, tuple(dice), tuple(rolled))


def _parse_totals(line: _Line) -> tuple[int, ...]:
    totals = [line.take_number()]
    while line.has_more():
        totals.append(line.take_number())
    return tuple(totals)
