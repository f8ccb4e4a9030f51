"""Positions as JSON objects, formatted and parsed: the requests of a program for a computer player's decision.

    {"rules": "quintzee", "columns": 2, "bonus": "joker", "dice": [4, 5, 4, 2, 3], "rolls_left": 2,
     "scores": [[null, 8, ...], [...]], "extra_yahtzees": [0, 0],
     "strategy": "classic", "ha": 0, "hb": 0, "seconds": 10,
     "opponents": [{"scores": [...], "extra_yahtzees": [...]}]}

`scores` has an array for each column, with a number or null for each row in the order of the rule set's categories.
`extra_yahtzees` is the number of bonuses in the bonus row of each column. `columns` and `bonus` are for rule sets
that offer a choice of them; `columns` is by default the length of `scores`. `opponents` are listed in the order in
which they move after the player, each with a card like the player's. `seconds` is the time for which the player may
search. Only `rules`, `dice`, `rolls_left` and `scores` are required; other members are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from h89yahtzee.game.record import KNOBS, MAX_PLAYERS
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard, pays_bonuses, possible_scores
from h89yahtzee.game.state import GameState
from h89yahtzee.notation.json_node import Node, dice_of, parse_json, rules_of

MOST_EXTRA_YAHTZEES = 1000
MOST_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A request for the decision of seat 0 in `state`; `strategy` is None if the request names none.

    The strategy may search for `seconds` first; `ha` and `hb` are parameters of the strategy `classic`.
    """

    state: GameState
    strategy: str | None
    ha: int = 0
    hb: int = 0
    seconds: int = 0


def format_request(request: DecisionRequest) -> str:
    """Return the request as JSON. `parse_request` then puts the player to move in seat 0, whatever the seat was."""
    state = request.state
    own, *others = (state.cards * 2)[state.seat :][: len(state.cards)]
    named = {"rules": state.rules.name, "columns": state.rules.columns, "bonus": state.rules.bonus}
    members = {
        **{name: value for name, value in named.items() if value is not None},
        **_card_members(own),
        "dice": list(state.dice),
        "rolls_left": state.rolls_left,
        "ha": request.ha,
        "hb": request.hb,
        "seconds": request.seconds,
        "opponents": [_card_members(card) for card in others],
    }
    return json.dumps(members if request.strategy is None else members | {"strategy": request.strategy})


def _card_members(card: Scorecard) -> Mapping[str, object]:
    each = card.rules.extra_yahtzees.bonus or 1
    return {"scores": card.scores, "extra_yahtzees": [bonus // each for bonus in card.yahtzee_bonuses]}


def parse_request(text: str) -> DecisionRequest:
    """Return the request in `text`; NotationError if `text` isn't a position, or is one that can't occur."""
    node = parse_json(text, "the position")
    scores = node.required("scores")
    rules = rules_of(node, len(scores.items()))
    card = _card(node, rules)
    open_boxes = card.open_boxes()
    if not open_boxes:
        raise scores.expected("an open box, which is null")
    rolls_left = node.required("rolls_left").number_in(range(rules.rerolls + 1))
    turn = len(rules.categories) * rules.columns - len(open_boxes)
    cards = (card, *_opponents(node, rules))
    strategy, seconds = node.member("strategy"), node.member("seconds")
    return DecisionRequest(
        state=GameState(rules, cards, 0, turn, dice_of(node, rules), rolls_left),
        strategy=None if strategy is None else strategy.text(),
        ha=_knob(node, "ha"),
        hb=_knob(node, "hb"),
        seconds=0 if seconds is None else seconds.number_in(range(MOST_SECONDS + 1)),
    )


def _card(node: Node, rules: RuleSet) -> Scorecard:
    columns = node.required("scores")
    if len(columns.items()) != rules.columns:
        raise columns.expected("1 column" if rules.columns == 1 else f"{rules.columns} columns")
    card = Scorecard(rules, tuple(_column(column, rules) for column in columns.items()), _bonuses(node, rules))
    if any(card.yahtzee_bonuses) and not pays_bonuses(card):
        raise node.required("extra_yahtzees").expected("none without a Yahtzee in every column")
    return card


def _column(node: Node, rules: RuleSet) -> tuple[int | None, ...]:
    rows = node.items()
    if len(rows) != len(rules.categories):
        raise node.expected(f"{len(rules.categories)} rows")
    return tuple(_score(score, rules, row) for row, score in enumerate(rows))


def _score(node: Node, rules: RuleSet, row: int) -> int | None:
    if node.value is None:
        return None
    score = node.number()
    if score not in possible_scores(rules, row):
        raise node.expected(f"null or a score of {rules.categories[row].name}, not {score}")
    return score


def _bonuses(node: Node, rules: RuleSet) -> tuple[int, ...]:
    counts = node.member("extra_yahtzees")
    if counts is None:
        return (0,) * rules.columns
    listed = [count.number_in(range(MOST_EXTRA_YAHTZEES + 1)) for count in counts.items()]
    if len(listed) != rules.columns:
        raise counts.expected(f"a number a column, {rules.columns} in all")
    if any(listed) and not rules.extra_yahtzees.bonus:
        raise counts.expected(f"none in {rules.name}")
    return tuple(rules.extra_yahtzees.bonus * count for count in listed)


def _opponents(node: Node, rules: RuleSet) -> tuple[Scorecard, ...]:
    opponents = node.member("opponents")
    if opponents is None:
        return ()
    if len(opponents.items()) >= MAX_PLAYERS:
        raise opponents.expected(f"at most {MAX_PLAYERS - 1} of them")
    return tuple(_card(opponent, rules) for opponent in opponents.items())


def _knob(node: Node, name: str) -> int:
    knob = node.member(name)
    return 0 if knob is None else knob.number_in(KNOBS)
