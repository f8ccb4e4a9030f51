"""Records as JSON, an object a game, for programs that keep games.

    {"rules": "quintzee", "columns": 2, "bonus": "joker", "players": ["me", "reagan"], "turns": [
      {"player": 1, "rolls": [{"dice": [4, 5, 4, 2, 3]}, {"rolled": [1, 5], "dice": [6, 5, 4, 2, 1]}],
       "score": "chance/2", "points": 18}, ...]}

`columns` and `bonus` are for rule sets that offer a choice of them, and `player`, from 1, for games of several. A
roll has all `dice` as they lay after it, and each but the first the positions `rolled`, from 1, or the faces
`kept`, which may be listed in other places then. `tokens` tells how boxes are written. `points`, `yahtzee_bonus`
(what was added to the bonus row) and the game's `totals` needn't be there. There may be no
turn yet, and the last one may lack its score.
Other members of the game are ignored, but not those of a turn or a roll.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from h89yahtzee.game.dice import FACES
from h89yahtzee.game.record import MAX_PLAYERS, IllegalTurn, Player, Record, Setup, Turn
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.json_node import Node, dice_of, parse_json, rules_of
from h89yahtzee.notation.listed_dice import DiceNotThereError, Throw
from h89yahtzee.notation.tokens import boxes_by_name

_TURN = ("player", "rolls", "score", "points", "yahtzee_bonus")
_FIRST_ROLL = ("dice",)
_ROLL = ("rolled", "kept", "dice")


class _NotThere(Exception):
    """Dice were kept that aren't there; `turn` is the turn up to that."""

    def __init__(self, turn: Turn, reason: str) -> None:
        super().__init__(reason)
        self.turn = turn
        self.reason = reason


def parse_json_record(text: str) -> Record:
    """The game in `text`. NotationError if it isn't a record, IllegalAction for dice kept that aren't there.

    `Record.states` finds what else the rules forbid.
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
        except _NotThere as kept:
            # What was illegal before comes first.
            for _ in Record(setup, (*turns, kept.turn)).states():
                pass
            raise IllegalTurn(played[seat], seat, kept.reason) from None
        played[seat] += 1
    return tuple(turns)


def _seat(turn: Node, players: int) -> int:
    """The turn's seat, which may be left out if there is only one."""
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
            raise _NotThere(Turn(number, seat, tuple(dice), tuple(rolled)), str(error)) from None
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
        return throw.after_rolling(tuple(positions), listed)
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
