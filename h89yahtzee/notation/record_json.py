"""Records as JSON, one object for each game, and the result of a recorded game as JSON, for other programs.

    {"rules": "quintzee", "columns": 2, "bonus": "joker", "players": ["me", "reagan"], "turns": [
      {"player": 1, "rolls": [{"dice": [4, 5, 4, 2, 3]}, {"rolled": [1, 5], "dice": [6, 5, 4, 2, 1]}],
       "score": "chance/2", "points": 18}, ...]}

`columns` and `bonus` are for rule sets that offer a choice of them; `player`, counted from 1, is needed in games
of several players.
`dice` are all dice after a roll. Each roll but the first also has `rolled`, the positions of the rolled dice from
1, or `kept`, the faces of the kept dice; with `kept` the order of the dice may change. `tokens` describes how
boxes are written. `points`, `yahtzee_bonus` (the points added in the bonus row) and the game's `totals` may be
left out. `turns` may be empty, and the last turn may lack its `score`. Other members of the game are ignored;
other members of a turn or a roll are errors.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.record import MAX_PLAYERS, IllegalTurn, Player, Record, Setup, Turn
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.notation.json_node import Node, dice_of, parse_json, rules_of
from h89yahtzee.notation.tokens import boxes_by_name

_TURN = ("player", "rolls", "score", "points", "yahtzee_bonus")
_FIRST_ROLL = ("dice",)
_ROLL = ("rolled", "kept", "dice")


def parse_json_record(text: str) -> Record:
    """Return the game in `text`. NotationError if `text` isn't a record, IllegalAction if dice that are said to be
    kept weren't on the table.

    Other breaches of the rules are found by `Record.states`.
    """
    game = parse_json(text, "the record")
    players = tuple(Player(name.text()) for name in game.required("players").items())
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise game.expected(f"1 to {MAX_PLAYERS} players, not {len(players)}")
    setup = Setup(players, seed=0, rules=rules_of(game))
    turns, totals = _turns(game.required("turns"), setup), game.member("totals")
    return Record(setup, turns, None if totals is None else tuple(total.number() for total in totals.items()))


def _turns(nodes: Node, setup: Setup) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    played: Counter[int] = Counter()
    for node in nodes.items():
        seat = _seat(node, len(setup.players))
        try:
            turns.append(_turn(node, played[seat], seat, setup.rules))
        except DiceNotThereError as error:
            # An error in an earlier action comes first: if there is one, `states` raises it here.
            for _ in Record(setup, (*turns, *error.turns)).states():
                pass
            raise IllegalTurn(played[seat], seat, str(error)) from None
        played[seat] += 1
    return tuple(turns)


def _seat(turn: Node, players: int) -> int:
    """Return the 0-based seat of a turn; in a game of one player the member `player` may be missing."""
    player = turn.required("player") if players > 1 else turn.member("player")
    return 0 if player is None else player.number_in(range(1, players + 1)) - 1


def _turn(node: Node, number: int, seat: int, rules: RuleSet) -> Turn:
    node.has_only(_TURN)
    rolls = node.required("rolls")
    if not rolls.items():
        raise rolls.expected("at least one roll")
    first, *rest = rolls.items()
    first.has_only(_FIRST_ROLL)
    throw = Throw.of(dice_of(first, rules))
    dice, rolled = [throw.dice], list[tuple[int, ...]]()
    for roll in rest:
        roll.has_only(_ROLL)
        try:
            throw, places = _next_throw(throw, roll, rules)
        except DiceNotThereError as error:
            error.turns = (Turn(number, seat, tuple(dice), tuple(rolled)),)
            raise
        dice.append(throw.dice)
        rolled.append(places)
    turn = Turn(number, seat, tuple(dice), tuple(rolled))
    score = node.member("score")
    return turn if score is None else _with_score(turn, node, score, rules)


def _next_throw(throw: Throw, roll: Node, rules: RuleSet) -> tuple[Throw, tuple[int, ...]]:
    listed, rolled, kept = dice_of(roll, rules), roll.member("rolled"), roll.member("kept")
    if rolled is not None and kept is None:
        positions = [position.number_in(range(1, rules.dice + 1)) - 1 for position in rolled.items()]
        if len(set(positions)) != len(positions):
            raise rolled.expected("each position once")
        return Throw(listed, throw.places), tuple(sorted(throw.places[position] for position in positions))
    if kept is None or rolled is not None:
        raise roll.expected("either 'rolled' or 'kept'")
    faces = tuple(face.number_in(FACES) for face in kept.items())
    return throw.after_keeping(faces, listed)


def _with_score(turn: Turn, node: Node, score: Node, rules: RuleSet) -> Turn:
    boxes = boxes_by_name(rules)
    if score.text() not in boxes:
        raise score.expected(f"one of {', '.join(boxes)}")
    points, bonus = node.member("points"), node.member("yahtzee_bonus")
    return replace(
        turn,
        box=boxes[score.text()],
        points=None if points is None else points.number(),
        extra_points=None if bonus is None else bonus.number(),
    )


_SHOWN = 10
"""The most dice that an error message lists."""


class DiceNotThereError(ValueError):
    """The error for a re-roll whose `kept` names dice that weren't on the table before the re-roll, or aren't there
    after it.

    `turns` is empty where the error is raised. `_turn` then sets `turns` to a tuple of one turn: the turn to which
    this re-roll belongs, with the rolls before this re-roll only.
    """

    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice after a roll as another program lists them, and the place of each die in this program's record.

    The other program may list the dice in another order after each roll. In this program's record a kept die stays
    in its place. The die that the other program lists as `listed[i]` has the place `places[i]` in this program's
    record.
    """

    listed: Dice
    places: tuple[int, ...]

    @classmethod
    def of(cls, listed: Dice) -> Throw:
        return cls(listed, tuple(range(len(listed))))

    @property
    def dice(self) -> Dice:
        """The dice in the order of their places."""
        lying = dict(zip(self.places, self.listed, strict=True))
        return tuple(lying[place] for place in range(len(lying)))

    def after_keeping(self, faces: Dice, listed: Dice) -> tuple[Throw, tuple[int, ...]]:
        """Return the throw after keeping dice with these `faces` and rolling the others, and the places of the
        rolled dice.

        `listed` are the dice after the roll in any order. DiceNotThereError if `faces` were not on the table before
        the roll, or are not after it.
        """
        kept_places = [self.places[position] for position in _taken(faces, self.listed)]
        rolled_places = [place for place in self.places if place not in kept_places]
        free = iter(rolled_places)
        place_of = dict(zip(_taken(faces, listed), kept_places, strict=True))
        places = tuple(place_of[index] if index in place_of else next(free) for index in range(len(listed)))
        return Throw(listed, places), tuple(sorted(rolled_places))


def _taken(faces: Dice, listed: Dice) -> list[int]:
    """Return for each of `faces` the position in `listed` of a die that shows the face, a different die for each;
    DiceNotThereError if there are too few such dice."""
    left = dict(enumerate(listed))
    taken = []
    for face in faces:
        position = next((position for position, shown in left.items() if shown == face), None)
        if position is None:
            raise DiceNotThereError(f"{_spelled(faces)} can't have been kept with {_spelled(listed)} on the table")
        taken.append(position)
        del left[position]
    return taken


def _spelled(dice: Dice) -> str:
    spelled = " ".join(map(str, dice[:_SHOWN]))
    return spelled if len(dice) <= _SHOWN else f"{spelled} ..."


Json = dict[str, object]


def result_json(record: Record) -> Json:
    """Return the result of the recorded game as JSON; if the game is unfinished, its totals so far. IllegalAction
    if the game breaks the rules."""
    rules, cards = record.setup.rules, _cards(record)
    totals = [card.total() for card in cards]
    is_over = not any(card.open_boxes() for card in cards)
    return {
        "rules": rules.name,
        "columns": rules.columns,
        "bonus": rules.bonus,
        "finished": is_over,
        "players": [_result(player.name, card) for player, card in zip(record.setup.players, cards, strict=True)],
        "winners": [seat + 1 for seat, total in enumerate(totals) if is_over and total == max(totals)],
    }


def _cards(record: Record) -> list[Scorecard]:
    """Return the cards by seat after the last recorded turn; empty cards if there is no turn."""
    if not record.turns:
        if record.totals is not None:
            raise IllegalAction("there are totals, but no turns")
        return [Scorecard.empty(record.setup.rules)] * len(record.setup.players)
    *_, state = record.states()
    return list(state.cards)


def _result(name: str, card: Scorecard) -> Json:
    columns = range(card.rules.columns)
    return {
        "name": name,
        "columns": [card.column_total(column) for column in columns],
        "upper_bonuses": [card.upper_bonus(column) for column in columns],
        "yahtzee_bonuses": list(card.yahtzee_bonuses),
        "total": card.total(),
    }


def fault_json(error: ValueError) -> Json:
    """Return an error in a record as JSON; `turn` and `player` count from 1, null if the error names none."""
    if isinstance(error, IllegalTurn):
        return {"error": error.reason, "turn": error.turn + 1, "player": error.seat + 1}
    return {"error": str(error), "turn": None, "player": None}
