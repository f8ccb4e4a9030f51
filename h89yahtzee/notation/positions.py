"""Positions as text, and requests for decisions in positions as JSON.

`format_position` and `parse_position` are each other's inverse, and so are `format_request` and `parse_request`.

A position is one player's card, and the dice if they were rolled:

    rules official sixes=18 yahtzee=50 bonus=100 dice 66652 rolls 2
    rules quintzee columns 2 bonus joker chance/1=22 yahtzee/2=0

The rules come first, then the filled boxes in any order, then the dice with the number of rolls left. Boxes that
aren't named are open. If there are no dice, the turn's first roll is still to come. `tokens` describes how rules
and boxes are written; `parse_position` also knows the rows' labels on the card, such as `4-straight`. `game_of`
makes a game of one player's position and the other players' cards.

A request is the JSON object by which a program asks for a computer player's decision:

    {"rules": "quintzee", "columns": 2, "bonus": "joker", "dice": [4, 5, 4, 2, 3], "rolls_left": 2,
     "scores": [[null, 8, ...], [...]], "extra_yahtzees": [0, 0],
     "strategy": "classic", "ha": 0, "hb": 0, "seconds": 10,
     "opponents": [{"scores": [...], "extra_yahtzees": [...]}]}

`scores` has an array for each column, with a number or null for each row in the order of the rule set's categories.
`extra_yahtzees` is the number of bonuses in the bonus row of each column. `columns` and `bonus` are for rule sets
that offer a choice of them; `columns` is by default the length of `scores`. `opponents` are listed in the order in
which they move after the player, each with a card like the player's. `seconds` is the time for which the player may
search, `ha` and `hb` are parameters of the strategy `classic`. Only `rules`, `dice`, `rolls_left` and `scores` are
required; unknown members are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import did_you_mean, nearest_first, one_of, shown
from h89yahtzee.game.record import KNOBS, MAX_PLAYERS
from h89yahtzee.game.rules import H89, Placement, RuleSet
from h89yahtzee.game.scorecard import Scorecard, box_name, pays_bonuses, possible_scores
from h89yahtzee.game.state import GameState
from h89yahtzee.notation.json_node import Node, dice_of, parse_json, rules_of
from h89yahtzee.notation.tokens import (
    NotationError,
    Tokens,
    boxes_by_label,
    boxes_by_name,
    format_digits,
    format_rules,
)


@dataclass(frozen=True, slots=True)
class Position:
    """A player's card, dice and number of rolls left; between turns `dice` is empty and `rolls_left` is 0."""

    card: Scorecard
    dice: Dice = ()
    rolls_left: int = 0

    @classmethod
    def of(cls, state: GameState) -> Position:
        return cls(state.card, state.dice, state.rolls_left)

    def state(self) -> GameState:
        """Return a game of one player in this position, which must have dice."""
        assert self.dice
        rules = self.card.rules
        turn = len(rules.categories) * rules.columns - len(self.card.open_boxes())
        return GameState(rules, (self.card,), 0, turn, self.dice, self.rolls_left)


def format_position(position: Position) -> str:
    card = position.card
    words = ["rules", format_rules(card.rules)]
    for name, box in boxes_by_name(card.rules).items():
        score = card.yahtzee_bonuses[box.column] or None if box.row == card.rules.bonus_row else card[box]
        if score is not None:
            words.append(f"{name}={score}")
    if position.dice:
        words += ["dice", format_digits(position.dice), "rolls", str(position.rolls_left)]
    return " ".join(words)


def parse_position(text: str, rules: RuleSet = H89) -> Position:
    """Return the position in `text`; `rules` apply if the text doesn't begin with rules.

    NotationError for unknown words, for points that no dice score in the box, and for Yahtzee bonuses on a card
    that doesn't have a Yahtzee in every column.
    """
    tokens = Tokens(" ".join(text.split()))
    if tokens.take_keyword("rules"):
        rules = tokens.take_rules()
    card = Scorecard.empty(rules)
    while tokens.has_more() and not tokens.next_is("dice"):
        card = _with_box(card, tokens)
    if any(card.yahtzee_bonuses) and not pays_bonuses(card):
        raise tokens.expected("a Yahtzee in every column where there are bonuses")
    if not tokens.take_keyword("dice"):
        return Position(card)
    dice = tokens.take_dice(rules)
    if not card.open_boxes():
        raise tokens.expected("an open box where there are dice")
    if not tokens.take_keyword("rolls"):
        raise tokens.expected("'rolls' after the dice")
    rolls_left = tokens.take_choice({str(number): number for number in range(rules.rerolls + 1)})
    tokens.take_end("the rolls")
    return Position(card, dice, rolls_left)


def _with_box(card: Scorecard, tokens: Tokens) -> Scorecard:
    rules = card.rules
    word = tokens.take_word("BOX=POINTS")
    name, _, points = word.partition("=")
    box = boxes_by_name(rules).get(name, boxes_by_label(rules).get(name.lower()))
    if box is None:
        raise _no_box(tokens, word, name, rules)
    if not points.isascii() or not points.isdigit() or len(points) > 9:
        raise tokens.error(f"expected BOX=POINTS with a number after {name}=, not {shown(word)}")
    score = int(points)
    if box.row == rules.bonus_row:
        if card.yahtzee_bonuses[box.column] or score % rules.extra_yahtzees.bonus:
            raise tokens.error(f"expected one multiple of {rules.extra_yahtzees.bonus} as {name}, not {points}")
        return card.with_yahtzee_bonus(box.column, score)
    if not card.is_open(box):
        raise tokens.error(f"expected {name} once")
    if score not in possible_scores(rules, box.row):
        raise tokens.error(f"expected a score of {box_name(rules, box)}, not {points}")
    return card.with_score(box, score)


def _no_box(tokens: Tokens, word: str, name: str, rules: RuleSet) -> NotationError:
    """Return the error that the rules have no box called `name`, the part of `word` before `=`. The message lists
    all boxes, or with several columns only the boxes with the most similar names."""
    names = list(boxes_by_name(rules))
    most = len(rules.categories) + 1
    listed = ", ".join(names) if len(names) <= most else f"{', '.join(nearest_first(name, names)[:most])}, ..."
    hint = did_you_mean(name, [*names, "dice", "rules"])
    return tokens.error(
        f"expected BOX=POINTS with a box of {rules.name} ({listed}), 'dice' or the end, not {shown(word)}{hint}"
    )


def game_of(position: Position, others: Sequence[Scorecard]) -> GameState:
    """Return the game in which the player of `position` has seat 0 and is to move.

    `others` are the other players' cards, in playing order. If `position` has no dice, its player is about to
    roll. NotationError if the cards can't be of one game: there are too many cards, their rules differ, or their
    numbers of open boxes don't fit together.
    """
    card = position.card
    if len(others) >= MAX_PLAYERS:
        raise NotationError(f"expected at most {MAX_PLAYERS - 1} other cards, not {len(others)}")
    for other in others:
        if other.rules != card.rules:
            raise NotationError(
                f"expected a card of {format_rules(card.rules)}, not of {format_rules(other.rules)}"
            )
    if not card.open_boxes() and any(other.open_boxes() for other in others):
        raise NotationError("expected an open box in the card of the player to move while others have one")
    if card.rules.extra_yahtzees.placement is not Placement.BONUS_ROW:
        _check_turns(len(card.open_boxes()), [len(other.open_boxes()) for other in others])
    turn = len(card.rules.categories) * card.rules.columns - len(card.open_boxes())
    return GameState(card.rules, (card, *others), 0, turn, position.dice, position.rolls_left)


def _check_turns(mine: int, others: Sequence[int]) -> None:
    """Raise NotationError unless these numbers of open boxes can occur in one game.

    The player to move has `mine` open boxes; `others` has the number of open boxes of each other player, in playing
    order. The players who haven't moved in this round come first and must have `mine` open boxes, too; the players
    who have moved follow and must have one open box less.
    """
    expected = mine
    for number, count in enumerate(others, 1):
        allowed = [mine, mine - 1] if expected == mine > 0 else [expected]
        if count not in allowed:
            raise NotationError(f"expected {one_of(map(str, allowed))} open boxes on card {number}, not {count}")
        expected = count


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
    """Return the request as JSON. The JSON doesn't tell the seats: `parse_request` returns a request in which the
    player to move has seat 0."""
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
    """Return the request in `text`; NotationError if `text` isn't a request, or its position can't occur."""
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
