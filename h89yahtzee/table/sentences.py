"""Whole sentences about dice, boxes, decisions and finished games, for people to whom a screen reader reads aloud.

A sentence has no aligned columns, no signs in place of words, and no abbreviations. In a comparison turn by turn
each sentence begins with the dice, as they matter most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.game.categories import FIVE_ALIKE
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances import Certainty, ChanceReview
from h89yahtzee.players.review import PlayerReview
from h89yahtzee.table import texts
from h89yahtzee.table.coach import Phrases, Wording, called, named

_ORDINALS = ("first", "second", "third")
_EACH_TURN = 0.05
"""The least loss in a turn, in points, that the review tells."""


def dice_in_words(dice: Dice) -> str:
    return joined(map(str, dice), "and")


def row_in_words(rules: RuleSet, row: int) -> str:
    """Return the name of a row as it is written within a sentence, such as `three of a kind`."""
    if row == rules.bonus_row:
        return "extra Yahtzees"
    category = rules.categories[row]
    return category.name.capitalize() if category in FIVE_ALIKE else category.name.replace("-", " ")


def box_in_words(rules: RuleSet, box: Box) -> str:
    column = f" of column {box.column + 1}" if rules.columns > 1 else ""
    return f"{row_in_words(rules, box.row)}{column}"


def count(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun, such as `1 game` or `no games`."""
    return f"{number or 'no'} {one if number == 1 else several or one + 's'}"


def has(name: str) -> str:
    return f"{name} have" if name == texts.YOU else f"{name} has"


_PHRASES = Phrases(
    best="The best play is to {option}.",
    likely="The best play is probably to {option}.",
    as_good="Other plays are as good.",
    others="By comparison, {listed}.",
    other="to {option} loses {figure} points",
    gap="; ",
    was_worth="To {option} was worth {loss:.1f} points more.",
    keep="keep {dice}",
    between_dice=", ",
    before_last=" and ",
    roll_all="roll all the dice",
    post="score {points} in {box}",
    score="score in {box}",
    wins="The chances to win are: {listed}.",
    win="to {option}, {figure} per cent",
    estimate="about ",
    disputes=("To {richer} is worth {points:.1f} points more, but to {winner} wins {won} per cent, not {lost}.",),
    given_away="To {option} wins {best} per cent of the games, not {played} per cent.",
)

WORDING = Wording(160, box_in_words, phrases=_PHRASES)
"""The form of advice that is read aloud."""


def review_sentences(record: Record, reviews: Sequence[PlayerReview]) -> Iterator[str]:
    """Yield a review of a game by points: luck and losses, the costliest mistake and the loss of each turn."""
    for review in reviews:
        name = texts.plain_text(record.setup.players[review.seat].name)
        luck = "more" if review.luck >= 0 else "fewer"
        ended = "ended with" if record.totals is not None else "can now expect"
        yield (
            f"{name} could expect {review.start:.1f} points at first, got {abs(review.luck):.1f} {luck} by the "
            f"dice, lost {review.loss:.1f} by decisions, and {ended} {review.end:.0f}."
        )
        for judgement in review.costliest(1):
            state = judgement.state
            yield (
                f"The costliest decision of {name} was in turn {state.turn + 1} with {dice_in_words(state.dice)}: "
                f"to {named(state, judgement.action, WORDING)} was {judgement.loss:.1f} points worse than to "
                f"{named(state, judgement.best.action, WORDING)}."
            )
        lost = [(turn.number + 1, turn.loss) for turn in review.turns if turn.loss >= _EACH_TURN]
        if lost:
            yield f"{name} lost {'; '.join(f'{loss:.1f} points in turn {number}' for number, loss in lost)}."
    if not all(review.is_exact for review in reviews):
        yield "With several columns these are estimates."


def chance_sentences(record: Record, review: ChanceReview) -> Iterator[str]:
    """Yield a review of a game by chances to win: the course of each player's chance, and the moves that changed it
    most."""
    names = [texts.plain_text(player.name) for player in record.setup.players]
    for seat, name in enumerate(names):
        went = [f"{100 * chances.shares[seat]:.0f}" for chances in review.curve[:: len(names)]]
        yield f"The chances of {name} to win went, in per cent and turn by turn: {', '.join(went)}."
        luck, loss = review.sums(seat)
        sign = "plus" if luck >= 0 else "minus"
        yield f"That is {sign} {abs(100 * luck):.1f} by the dice, and minus {abs(100 * loss):.1f} by decisions."
    if any(chances.certainty is not Certainty.EXACT for chances in review.curve):
        yield "Some of these chances are estimates."
    for move in review.decisions:
        yield (
            f"In turn {move.state.turn + 1}, with {dice_in_words(move.state.dice)}, {names[move.state.seat]} "
            f"decided to {called(move.state, move.action, WORDING)}, which wins {100 * move.played:.1f} per cent, "
            f"but to {called(move.state, move.best, WORDING)} wins {100 * move.loss:.1f} per cent more."
        )
    for move in review.rolls:
        roll = _ORDINALS[move.state.rules.rerolls - move.state.rolls_left]
        yield (
            f"In turn {move.state.turn + 1} the {roll} roll of {names[move.state.seat]}, "
            f"{dice_in_words(move.state.dice)}, {'raised' if move.luck >= 0 else 'lowered'} the chance by "
            f"{abs(100 * move.luck):.1f} to {100 * move.chance:.1f} per cent."
        )


def comparison_sentences(records: Sequence[Record]) -> Iterator[str]:
    """Yield a sentence for each turn of games that had the same dice, then a sentence with all totals."""
    rules = records[0].setup.rules
    players = [
        (texts.plain_text(player.name), {turn.number: turn for turn in record.turns if turn.seat == seat})
        for record in records
        for seat, player in enumerate(record.setup.players)
    ]
    for number in range(1 + max(number for _, turns in players for number in turns)):
        made = [(name, turns[number]) for name, turns in players if number in turns]
        scored = [
            f"{name} scored {turn.points or 0} in {box_in_words(rules, turn.box)}"
            for name, turn in made
            if turn.box is not None
        ]
        yield f"{dice_in_words(made[0][1].dice[0])} began turn {number + 1}: {', '.join(scored)}."
    totals = [total for record in records for total in record.totals or ()]
    results = (f"{name} {total}" for (name, _), total in zip(players, totals, strict=True))
    yield f"The totals are: {', '.join(results)}."


def card_sentences(rules: RuleSet, card: Scorecard, name: str) -> Iterator[str]:
    """Yield a sentence about the filled boxes of each column of a card, and a sentence about each bonus."""
    for column in range(rules.columns):
        scores = [
            f"{score} in {row_in_words(rules, row)}"
            for row, score in enumerate(card.scores[column])
            if score is not None
        ]
        where = f" in column {column + 1}" if rules.columns > 1 else ""
        yield f"{has(name)} scored{where} {joined(scores, 'and') if scores else 'nothing yet'}."
        if card.upper_bonus(column):
            yield f"{has(name)} the bonus of {rules.upper_bonus} for the upper section{where}."
        if card.yahtzee_bonuses[column]:
            yield f"{has(name)} {card.yahtzee_bonuses[column]} for extra Yahtzees{where}."


def game_sentences(state: GameState, names: Sequence[str]) -> Iterator[str]:
    """Yield sentences about all cards of a game, and the totals."""
    for name, card, total in zip(names, state.cards, state.totals(), strict=True):
        yield from card_sentences(state.rules, card, texts.plain_text(name))
        yield f"{has(texts.plain_text(name))} {total} points in all."
