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

`dealing` is `own` or, in a duplicate game, `same`. The text line of a turn has the numbers of the turn and the
seat, counted from 1; the first roll; for each re-roll the rolled positions from 1 (`-` for none) and all dice
afterwards; and the box with its points. `+100` after the points is a bonus in the bonus row of the box's column.
`tokens` describes how rules and boxes are written. The last turn may be unfinished; the totals by seat follow a
finished game. Several records in a row are several games. Empty text lines and those that start with `#` are
skipped.

Tournaments store a game as moves of one to two characters, from which the game can be replayed. A roll is one
character of `_ROLLS`: the character's index has bit n set if the die at position n is rolled. A box is a capital
letter for its row, the bonus row included, and the column from 1 if there are several. `!` is a referee's penalty.
The journal of saved games also stores `PlayedColumns`: for each player a text line with the totals of the columns
that earlier games filled, separated by spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from h89yahtzee.game.near_words import shown
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, PlayedColumns, Player, Record, Setup, Turn, none_played
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, box_name
from h89yahtzee.game.state import Action, Roll, Score
from h89yahtzee.notation.tokens import NotationError, Tokens, boxes_by_name, format_digits, format_rules

MAGIC = "h89yahtzee-record 1"
_DEALING = {"own": False, "same": True}


def format_record(record: Record) -> str:
    """Return the text of `record`. If a game goes on, the text of its longer record begins with this text."""
    lines = [*header_lines(record.setup), *(turn_line(turn, record.setup.rules) for turn in record.turns)]
    if record.totals is not None:
        lines.append(total_line(record.totals))
    return "\n".join(lines) + ("" if record.turns[-1].box is None else "\n")


def header_lines(setup: Setup) -> list[str]:
    """Return the text lines of a record that come before its turns, without line ends."""
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
        if turn.extra_points:
            words.append(f"+{turn.extra_points}")
    return " ".join(words)


def parse_records(text: str, may_lack_turns: bool = False) -> tuple[Record, ...]:
    """Return the games in `text`, at least one. NotationError if `text` isn't records, or if a record has no turn
    and `may_lack_turns` doesn't allow that."""
    return tuple(each_record(text, may_lack_turns))


def each_record(text: str, may_lack_turns: bool = False) -> Iterator[Record]:
    """Yield the games in `text` one by one; NotationError as in `parse_records`, raised only when the wrong game is
    reached."""
    lines: list[Tokens] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        tokens = Tokens(line.rstrip("\r"), f"line {number}: ")
        if tokens.text == MAGIC:
            if lines:
                yield _parse_record(lines, may_lack_turns)
            lines = []
        elif not lines:
            break
        lines.append(tokens)
    if not lines:
        raise NotationError(f"expected {MAGIC!r} as the first line")
    yield _parse_record(lines, may_lack_turns)


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
    players = []
    for line in reader.all("player"):
        strategy = line.take_word(f"{HUMAN!r} or a strategy")
        players.append(Player(line.take_rest("a name"), strategy))
    if len(players) > MAX_PLAYERS:
        raise knobs.expected(f"at most {MAX_PLAYERS} players, not {len(players)}, after it")
    least = 0 if may_lack_turns else 1
    turns = tuple(_parse_turn(line, rules) for line in reader.all("turn", least))
    totals = _parse_totals(reader.next("total")) if reader.has_more() else None
    reader.end()
    return Record(Setup(tuple(players), seed, rules, duplicate, ha, hb), turns, totals)


class _Lines:
    """The text lines of one record, consumed from the first to the last."""

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


_POSTED = re.compile(r"turn [0-9]+ ([0-9]+) [0-9].* score (\S+) ([0-9]{1,4})(?: \+([0-9]{1,4}))?")


def parse_cards(lines: Iterable[str], setup: Setup) -> tuple[Scorecard, ...]:
    """Return the cards by seat after the turns in `lines`; NotationError if a text line isn't a finished turn.

    Only the box and the points of each turn are read, which is ten times as fast as parsing the record.
    """
    boxes, bonus_row = boxes_by_name(setup.rules), setup.rules.bonus_row
    cards = [Scorecard.empty(setup.rules) for _ in setup.players]
    for line in lines:
        found = _POSTED.fullmatch(line)
        box = boxes.get(found[2]) if found else None
        if found is None or box is None or not 1 <= int(found[1]) <= len(cards):
            raise NotationError(f"expected a turn and what it scores, not {shown(line)}")
        seat, points, extra = int(found[1]) - 1, int(found[3]), int(found[4] or 0)
        card = cards[seat].with_yahtzee_bonus(box.column, points if box.row == bonus_row else extra)
        if box.row != bonus_row:
            if not card.is_open(box):
                raise NotationError(f"expected an open box, not {shown(line)}")
            card = card.with_score(box, points)
        cards[seat] = card
    return tuple(cards)


def _parse_totals(line: Tokens) -> tuple[int, ...]:
    totals = [line.take_number()]
    while line.has_more():
        totals.append(line.take_number())
    return tuple(totals)


_ROLLS = "abcdefghijklmnopqrstuvwxyz+-*/=."
_PENALTY = "!"
_FIRST = ord("A")
_MOVE = re.compile(rf"([{re.escape(_ROLLS)}])|([A-Z])([1-9]?)|{_PENALTY}")

Move = Action | None
"""An action, or None for a referee's penalty."""


def format_moves(rules: RuleSet, moves: Iterable[Move]) -> str:
    return "".join(_format_move(rules, move) for move in moves)


def _format_move(rules: RuleSet, move: Move) -> str:
    match move:
        case None:
            return _PENALTY
        case Roll(positions):
            return _ROLLS[sum(1 << position for position in positions)]
        case Score(box):
            return chr(_FIRST + box.row) + (str(box.column + 1) if rules.columns > 1 else "")


def parse_moves(text: str) -> tuple[Move, ...]:
    """Return the moves in `text`, as `format_moves` writes them, even if the rules forbid them; NotationError for
    any other text."""
    moves: list[Move] = []
    end = 0
    for match in _MOVE.finditer(text):
        if match.start() != end:
            break
        moves.append(_parse_move(match))
        end = match.end()
    if end != len(text):
        raise NotationError(f"expected a move instead of {text[end]!r}")
    return tuple(moves)


def _parse_move(match: re.Match[str]) -> Move:
    roll, row, column = match.groups()
    if roll:
        bits = _ROLLS.index(roll)
        return Roll(tuple(position for position in range(bits.bit_length()) if bits >> position & 1))
    return Score(Box(ord(row) - _FIRST, int(column or 1) - 1)) if row else None


def format_columns(played: PlayedColumns) -> str:
    return "\n".join(" ".join(map(str, totals)) for totals in played) if any(played) else ""


def parse_columns(text: str, players: int) -> PlayedColumns:
    """Return the totals of columns in `text`, as `format_columns` writes them; NotationError for any other text,
    and if the text isn't for this number of players."""
    if not text:
        return none_played(players)
    if not re.fullmatch(r"[0-9]{1,6}( [0-9]{1,6})*(\n[0-9]{1,6}( [0-9]{1,6})*)*", text):
        raise NotationError(f"expected the totals of columns, not {shown(text)}")
    played = tuple(tuple(map(int, line.split())) for line in text.split("\n"))
    if len(played) != players or len({*map(len, played)}) != 1:
        raise NotationError(f"expected the totals of as many columns for {players} players, not {shown(text)}")
    return played
