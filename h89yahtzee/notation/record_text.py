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
for each re-roll the positions from 1 (`-` for none) and all dice after it, and the box with its points; `+100`
after them went to the bonus row of its column. `tokens` tells how rules and boxes are written. The last turn may
lack its end; `total` follows a finished game. Several records in a row are several games. Empty lines and lines
that start with `#` are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player, Record, Setup, Turn
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.notation.tokens import NotationError, Tokens, boxes_by_name, format_digits, format_rules

MAGIC = "h89yahtzee-record 1"
_DEALING = {"own": False, "same": True}


def format_record(record: Record) -> str:
    """The text of `record`. As the game goes on, the text only grows at its end."""
    lines = [*header_lines(record.setup), *(turn_line(turn, record.setup.rules) for turn in record.turns)]
    if record.totals is not None:
        lines.append(total_line(record.totals))
    return "\n".join(lines) + ("" if record.turns[-1].box is None else "\n")


def header_lines(setup: Setup) -> list[str]:
    """The lines above the turns, without line ends."""
    return [
        MAGIC,
        f"rules {format_rules(setup.rules)}",
        f"seed {setup.seed}",
        f"dealing {'same' if setup.duplicate else 'own'}",
        f"knobs ha={setup.ha} hb={setup.hb}",
        *(f"player {player.strategy} {player.name}" for player in setup.players),
    ]


def total_line(totals: tuple[int, ...]) -> str:
    return " ".join(["total", *map(str, totals)])


def turn_line(turn: Turn, rules: RuleSet) -> str:
    words = ["turn", str(turn.number + 1), str(turn.seat + 1), format_digits(turn.dice[0])]
    for positions, dice in zip(turn.rolled, turn.dice[1:], strict=True):
        words += ["roll", format_digits(tuple(position + 1 for position in positions)) or "-", format_digits(dice)]
    if turn.box is not None:
        words += ["score", box_name(rules, turn.box), str(turn.points)]
        words += [f"+{turn.extra_points}"] * (turn.extra_points not in (0, None))
    return " ".join(words)


def parse_records(text: str, may_lack_turns: bool = False) -> tuple[Record, ...]:
    """The games in `text`, at least one; NotationError if it isn't a record, or one without any turn is there."""
    lines = [
        Tokens(line.rstrip("\r"), f"line {number}: ")
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    starts = [index for index, line in enumerate(lines) if line.text == MAGIC]
    if not starts or starts[0] != 0:
        raise NotationError(f"expected {MAGIC!r} as the first line")
    ends = [*starts[1:], len(lines)]
    return tuple(_parse_record(lines[start:end], may_lack_turns) for start, end in zip(starts, ends, strict=True))


def _parse_record(lines: list[Tokens], may_lack_turns: bool) -> Record:
    reader = _Lines(lines)
    reader.next("h89yahtzee-record")
    line = reader.next("rules")
    rules = line.take_rules()
    line.take_end("the rules")
    seed = reader.next("seed").take_number()
    duplicate = reader.next("dealing").take_choice(_DEALING)
    knobs = reader.next("knobs")
    ha, hb = knobs.take_number("ha="), knobs.take_number("hb=")
    players = tuple(map(_parse_player, reader.all("player")))
    if len(players) > MAX_PLAYERS:
        raise knobs.expected(f"at most {MAX_PLAYERS} players, not {len(players)}, after it")
    least = 0 if may_lack_turns else 1
    turns = tuple(_parse_turn(line, rules) for line in reader.all("turn", least))
    totals = _parse_totals(reader.next("total")) if reader.has_more() else None
    reader.end()
    return Record(Setup(players, seed, rules, duplicate, ha, hb), turns, totals)


class _Lines:
    """The lines of one record, taken one after another."""

    def __init__(self, lines: list[Tokens]) -> None:
        self._lines = lines
        self._taken = 0

    def has_more(self) -> bool:
        return self._taken < len(self._lines)

    def next(self, keyword: str) -> Tokens:
        if not self.has_more():
            raise self._lines[-1].error(f"expected a line {keyword!r} after it")
        line = self._lines[self._taken]
        if not line.take_keyword(keyword):
            raise line.unexpected(line.text.split(" ")[0], f"a line {keyword!r}", [keyword])
        self._taken += 1
        return line

    def all(self, keyword: str, least: int = 1) -> Iterator[Tokens]:
        for _ in range(least):
            yield self.next(keyword)
        while self.has_more() and self._lines[self._taken].next_is(keyword):
            yield self.next(keyword)

    def end(self) -> None:
        if self.has_more():
            raise self._lines[self._taken].expected("nothing more of this game")


def _parse_player(line: Tokens) -> Player:
    strategy = line.take_word(f"{HUMAN!r} or a strategy")
    return Player(line.take_rest("a name"), strategy)


def _parse_turn(line: Tokens, rules: RuleSet) -> Turn:
    number, seat = line.take_number() - 1, line.take_number() - 1
    dice = [line.take_dice(rules)]
    rolled: list[tuple[int, ...]] = []
    while line.has_more():
        if line.take_choice({"roll": False, "score": True}):
            box, points = line.take_choice(boxes_by_name(rules)), line.take_number()
            extra = line.take_number("+") if line.has_more() else 0
            line.take_end("the points")
            return Turn(number, seat, tuple(dice), tuple(rolled), box, points, extra)
        rolled.append(line.take_positions(rules))
        dice.append(line.take_dice(rules))
    return Turn(number, seat, tuple(dice), tuple(rolled))


def _parse_totals(line: Tokens) -> tuple[int, ...]:
    totals = [line.take_number()]
    while line.has_more():
        totals.append(line.take_number())
    return tuple(totals)
