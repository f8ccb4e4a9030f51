"""Positions as text: `format_position` and `parse_position` are each other's inverse.

A position is one player's card, and the dice if they were rolled:

    rules official sixes=18 yahtzee=50 bonus=100 dice 66652 rolls 2
    rules quintzee columns 2 bonus joker chance/1=22 yahtzee/2=0

The rules come first, then the filled boxes in any order, then the dice with the number of rolls left. Boxes that
aren't named are open. Without dice the turn's first roll is still to come. `tokens` describes how rules and boxes
are written; `parse_position` also knows the names on the card, such as `4-straight`. `game_of` makes a game of
one player's position and the other players' cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import did_you_mean, nearest_first, one_of, shown
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.game.rules import H89, Placement, RuleSet
from h89yahtzee.game.scorecard import Scorecard, box_name, pays_bonuses, possible_scores
from h89yahtzee.game.state import GameState
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

    NotationError for unknown words, for points that no dice score, and for bonuses without Yahtzees.
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
    """Return the error that there is no box `name`; the message lists all boxes, or those with similar names."""
    names = list(boxes_by_name(rules))
    most = len(rules.categories) + 1
    listed = ", ".join(names) if len(names) <= most else f"{', '.join(nearest_first(name, names)[:most])}, ..."
    hint = did_you_mean(name, [*names, "dice", "rules"])
    return tokens.error(
        f"expected BOX=POINTS with a box of {rules.name} ({listed}), 'dice' or the end, not {shown(word)}{hint}"
    )


def game_of(position: Position, others: Sequence[Scorecard]) -> GameState:
    """Return the game in which the player of `position` has seat 0 and is to move; `others` follow in turn.

    Without dice in `position`, the player is about to roll. NotationError if the cards can't be of one game: their
    rules differ, or their numbers of open boxes don't fit together.
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
    """Raise NotationError unless the numbers of open boxes can occur in one game.

    `mine` is the number of the player to move. `others` follow in playing order: first players who haven't moved in
    this round, with as many open boxes, then players who have, with one open box less.
    """
    expected = mine
    for number, count in enumerate(others, 1):
        allowed = [mine, mine - 1] if expected == mine > 0 else [expected]
        if count not in allowed:
            raise NotationError(f"expected {one_of(map(str, allowed))} open boxes on card {number}, not {count}")
        expected = count
