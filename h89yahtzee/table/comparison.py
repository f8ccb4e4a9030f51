"""Comparisons of the players of a finished duplicate game, in which all had the same dice, and of their totals with
par and perfect.

Par is the total that the best computer player makes alone with the same dice; `play_par` plays that game. Perfect
is the total of a player who knew all dice in advance; `play_perfect` plays that game.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Record, Setup, Turn
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.perfect import perfect_play
from h89yahtzee.players.strategy import Analyst
from h89yahtzee.table import texts
from h89yahtzee.table.match import Match
from h89yahtzee.table.texts import YOU

NAME = "par"
PERFECT = "perfect"
_STRATEGY = "optimal"

_AGAINST_PAR = "H89 Yahtzee, {rules}, seed {seed}: {results}; par {par}."
_RESULT = "{name} {total} ({difference:+d})"
"""The template of a player's name, total, and difference of the total from par."""
_SENDER = "I"
"""The word that replaces the player name `You` in the text of `against_par`: the player may send it to other
people."""


def can_compare(record: Record) -> bool:
    """Whether the record is of a finished duplicate game that has several players, or one player whose total can be
    compared with par (see `has_par`)."""
    has_ended = record.setup.duplicate and record.totals is not None
    return has_ended and (len(record.setup.players) > 1 or has_par(record))


def comparison(records: Sequence[Record], width: int) -> list[str]:
    """Return the comparison of all players of `records`, which are games with the same dice: a line of names, a
    line for each turn and a line of totals."""
    rules = records[0].setup.rules
    names = [texts.plain_text(player.name) for record in records for player in record.setup.players]
    totals = [total for record in records for total in record.totals or ()]
    columns = [
        {turn.number: turn for turn in record.turns if turn.seat == seat}
        for record in records
        for seat in range(len(record.setup.players))
    ]
    lines: list[str] = [texts.Head(texts.compared("", "", names, width))]
    for number in range(1 + max(number for turns in columns for number in turns)):
        # By some rules an extra Yahtzee fills no box: a player who rolls it has an additional turn.
        turns = [turns.get(number) for turns in columns]
        dice = next(turn.dice[0] for turn in turns if turn is not None)
        posted = [_posted(rules, turn) for turn in turns]
        lines.append(texts.compared(str(number + 1), "".join(map(str, dice)), posted, width))
    return [*lines, texts.compared("", "", [*map(str, totals)], width)]


def _posted(rules: RuleSet, turn: Turn | None) -> str:
    if turn is None or turn.box is None:
        return ""
    return texts.posted(rules, turn.box, turn.points or 0)


def has_par(record: Record) -> bool:
    """Whether par exists: the record is of a finished duplicate game, and its dice follow from its seed."""
    setup = record.setup
    if not setup.duplicate or record.totals is None:
        return False
    deal = Dealer(setup.seed, setup.duplicate).deal
    return all(turn.dice[0] == deal(turn.seat, turn.number, 0, setup.rules.dice) for turn in record.turns)


def play_par(record: Record, analyst: Analyst) -> Generator[float, None, Record]:
    """Play a game with the dice of `record`, taking in each state the action that `analyst` values most. Yield the
    fraction done, then return the record of the game played."""
    rules = record.setup.rules
    match = Match(replace(record.setup, players=(Player(NAME, _STRATEGY),)))
    while not match.has_ended:
        yield min(1.0, match.state.turn / (len(rules.categories) * rules.columns))
        match.act(analyst.analysis(match.state).best.action)
    return match.record


def has_perfect(rules: RuleSet) -> bool:
    """Whether perfect play can be found: only by rules with one column."""
    return rules.columns == 1


def play_perfect(setup: Setup) -> Record:
    """Play a game with the dice of `setup` as a player would who knew all dice in advance; return its record.

    `setup` must be that of a duplicate game, and `has_perfect` must be True for its rules.
    """
    match = Match(replace(setup, players=(Player(PERFECT),)))
    _, actions = perfect_play(setup.rules, Dealer(setup.seed, setup.duplicate).deal)
    for action in actions:
        match.act(action)
    return match.record


def against_par(record: Record, best: Record) -> str:
    """Return a sentence with the players' totals in the finished game `record` and with par, the total in the
    record `best` (see `play_par`)."""
    assert record.totals is not None
    assert best.totals is not None
    [par] = best.totals
    results = [
        _RESULT.format(
            name=_SENDER if player == Player(YOU) else texts.plain_text(player.name),
            total=total,
            difference=total - par,
        )
        for player, total in zip(record.setup.players, record.totals, strict=True)
    ]
    rules, seed = format_rules(record.setup.rules), record.setup.seed
    return _AGAINST_PAR.format(rules=rules, seed=seed, results=", ".join(results), par=par)
