"""`yahtzee-solve --position`: the value of each action in a position, and its loss against the best action.

If `--against` is given, the chance to win after each action is printed, too. `yahtzee-solve --decide` reads
positions from standard input, and prints a computer player's decision for each.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from h89yahtzee.apps.cached_values import analyst_of, values_of
from h89yahtzee.apps.command import CommandError, UsageError, input_lines, say
from h89yahtzee.apps.solve import solve
from h89yahtzee.game.near_words import did_you_mean, one_of
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.notation import positions
from h89yahtzee.notation.json_node import LONGEST
from h89yahtzee.notation.tokens import NotationError, format_rules
from h89yahtzee.players.catalogue import default_for, strategies_for, strategy
from h89yahtzee.players.chances import Chances, chance_judge
from h89yahtzee.players.strategy import Strategy, Thinker
from h89yahtzee.table.card_lines import action_text


def position_lines(text: str, options: solve.SolveOptions) -> Iterator[str]:
    """Return text lines about the position in `text`; UsageError if `text` isn't a position by the chosen rules."""
    position = _parsed("--position", text, options.rules)
    rules = position.card.rules
    if options.is_rules_given and rules != options.rules:
        said, asked = format_rules(rules), format_rules(options.rules)
        raise UsageError(f"--position: it is one of {said}, not of {asked} as the options say")
    if options.against is not None:
        judged = _judged_against(position, options.against)
    else:
        judged = _judged_alone(positions.game_of(position, ()))
    return iter([json.dumps(judged.json())]) if options.json else judged.lines()


def _parsed(option: str, text: str, rules: RuleSet) -> positions.Position:
    try:
        return positions.parse_position(text, rules)
    except NotationError as error:
        raise UsageError(f"{option}: {error}") from None


class _Play(NamedTuple):
    """An action, the expected final total after it, and the chance to win after it if `--against` was given."""

    action: Action
    value: float
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class _Judged:
    """The judgement of `state`, in which the first player is to move.

    `expected` is this player's expected final total. `plays` are the actions, the best first, empty if `state` has
    no dice. `chances` are the players' chances to win, None if `--against` wasn't given.
    """

    state: GameState
    expected: float
    is_exact: bool
    plays: Sequence[_Play]
    chances: Chances | None = None

    def json(self) -> solve.Json:
        found = solve.rules_json(self.state.rules) | {
            "position": positions.format_position(positions.Position.of(self.state)),
            "expected": solve.rounded(self.expected),
            "exact": self.is_exact,
        }
        if self.chances is not None:
            found |= {"against": self._others()} | solve.chances_json(self.chances)
        return found | {"options": [self._play_json(play) for play in self.plays]}

    def _play_json(self, play: _Play) -> solve.Json:
        values = {"value": solve.rounded(play.value), "cost": solve.rounded(self.expected - play.value)}
        chance = {} if play.chance is None else {"chance": solve.rounded(play.chance)}
        return solve.described_json(self.state, play.action) | values | chance

    def lines(self) -> Iterator[str]:
        yield positions.format_position(positions.Position.of(self.state))
        if self.chances is not None:
            yield from (f"against {card}" for card in self._others())
            shares = ", ".join(f"{100 * share:.2f} %" for share in self.chances.shares)
            yield f"chances to win {shares}, {self.chances.certainty.value}"
        yield f"expected final total {self.expected:.6f}, {solve.exactness(self.is_exact)}"
        if self.plays:
            chance_head = "" if self.chances is None else f"{'chance':>9} {'lost':>7} "
            yield ""
            yield f"{chance_head}{'value':>11} {'cost':>11}  play"
        for action, value, chance in self.plays:
            points = f"{value:11.6f} {self.expected - value:11.6f}  {action_text(self.state, action)}"
            lost = (self.plays[0].chance or 0.0) - (chance or 0.0)
            yield points if chance is None else f"{100 * chance:7.2f} % {100 * lost:7.2f} {points}"

    def _others(self) -> list[str]:
        return [positions.format_position(positions.Position(card)) for card in self.state.cards[1:]]


def _judged_alone(state: GameState) -> _Judged:
    analyst = analyst_of(state.rules)
    if not state.dice:
        return _Judged(state, analyst.expectation(state.card), state.rules.columns == 1, ())
    analysis = analyst.analysis(state)
    plays = [_Play(option.action, option.value) for option in analysis.options]
    return _Judged(state, analysis.best.value, analysis.is_exact, plays)


def _judged_against(position: positions.Position, against: Sequence[str]) -> _Judged:
    """Return the judgement of `position`, the chances to win included; `against` has the other players' cards, each
    written as a position without dice.

    UsageError if the cards can't be from one game, CommandError if chances can't be computed.
    """
    cards = [_card(text, position.card.rules) for text in against]
    try:
        state = positions.game_of(position, cards)
    except NotationError as error:
        raise UsageError(f"--against: {error}") from None
    try:
        judge = chance_judge(state.rules, values_of=values_of)
    except ValueError as error:
        raise CommandError(str(error)) from None
    plays = [_Play(each.action, each.points, each.chance) for each in judge.of_actions(state)] if state.dice else []
    expected = max(play.value for play in plays) if plays else analyst_of(state.rules).expectation(state.card)
    return _Judged(state, expected, state.rules.columns == 1, plays, judge.of_state(state))


def _card(text: str, rules: RuleSet) -> Scorecard:
    position = _parsed("--against", text, rules)
    if position.dice:
        raise UsageError("--against: expected a card without dice: only the player of --position has rolled")
    return position.card


def decide() -> int:
    """Print a decision for the request in each text line of standard input, as soon as the text line has been read.
    Return the exit status: 1 if any text line couldn't be answered, else 0."""
    failed = False
    for answer in answers(input_lines(LONGEST)):
        failed |= "error" in answer
        say(json.dumps(answer))
    return int(failed)


def answers(lines: Iterable[str]) -> Iterator[solve.Json]:
    """Yield for each text line that isn't empty the answer, a JSON object. If the text line isn't a valid request,
    the object has a member `error`, which says what was expected."""
    for line in lines:
        if line.strip():
            try:
                yield _answer(positions.parse_request(line))
            except NotationError as error:
                yield {"error": str(error)}


def _answer(request: positions.DecisionRequest) -> solve.Json:
    rules, names = request.state.rules, strategies_for(request.state.rules)
    name = request.strategy or default_for(rules)
    if name not in names:
        expected = f"expected {one_of(names)} for {format_rules(rules)}, not {name!r}"
        raise NotationError(f"strategy: {expected}{did_you_mean(name, names)}")
    player = _player(name, rules, len(request.state.cards), request.ha, request.hb)
    _search(player, request)
    decision = player.decide(request.state)
    answer = solve.action_json(decision.action)
    if decision.box is not None:
        answer |= {"column": decision.box.column, "row": decision.box.row}
    return answer | {"value": None if decision.value is None else solve.rounded(decision.value)}


def _search(player: Strategy, request: positions.DecisionRequest) -> None:
    search = player.search(request.state) if request.seconds and isinstance(player, Thinker) else None
    until = time.monotonic() + request.seconds
    while search is not None and not search.is_done and time.monotonic() < until:
        search.advance()


@cache
def _player(name: str, rules: RuleSet, players: int, ha: int, hb: int) -> Strategy:
    seats = tuple(Player(f"player {seat}", name) for seat in range(players))
    return strategy(name, Setup(seats, 0, rules, ha=ha, hb=hb), values_of)
