"""`yahtzee-solve --decide`: a strategy's decisions in positions from standard input, as lines of JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from functools import cache

from h89yahtzee.apps.cached_values import values_of
from h89yahtzee.apps.command import input_lines, say
from h89yahtzee.apps.solve.formatting import Json, action_json, rounded
from h89yahtzee.game.near_words import did_you_mean, one_of
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.json_node import LONGEST
from h89yahtzee.notation.position_json import DecisionRequest, parse_request
from h89yahtzee.notation.tokens import NotationError, format_rules
from h89yahtzee.players.catalogue import default_for, strategies_for, strategy
from h89yahtzee.players.strategy import Strategy, Thinker


def decide() -> int:
    """Answer each line as soon as it has been read; return the exit status, 1 if a line couldn't be answered."""
    failed = False
    for answer in answers(input_lines(LONGEST)):
        failed |= "error" in answer
        say(json.dumps(answer))
    return int(failed)


def answers(lines: Iterable[str]) -> Iterator[Json]:
    """Yield the answer to each line that isn't empty; for an invalid line its `error` says what was expected."""
    for line in lines:
        if line.strip():
            try:
                yield _answer(parse_request(line))
            except NotationError as error:
                yield {"error": str(error)}


def _answer(request: DecisionRequest) -> Json:
    rules, names = request.state.rules, strategies_for(request.state.rules)
    name = request.strategy or default_for(rules)
    if name not in names:
        expected = f"expected {one_of(names)} for {format_rules(rules)}, not {name!r}"
        raise NotationError(f"strategy: {expected}{did_you_mean(name, names)}")
    player = _player(name, rules, len(request.state.cards), request.ha, request.hb)
    _search(player, request)
    decision = player.decide(request.state)
    answer = action_json(decision.action)
    if decision.box is not None:
        answer |= {"column": decision.box.column, "row": decision.box.row}
    return answer | {"value": None if decision.value is None else rounded(decision.value)}


def _search(player: Strategy, request: DecisionRequest) -> None:
    search = player.search(request.state) if request.seconds and isinstance(player, Thinker) else None
    until = time.monotonic() + request.seconds
    while search is not None and not search.is_done and time.monotonic() < until:
        search.advance()


@cache
def _player(name: str, rules: RuleSet, players: int, ha: int, hb: int) -> Strategy:
    seats = tuple(Player(f"player {seat}", name) for seat in range(players))
    return strategy(name, Setup(seats, 0, rules, ha=ha, hb=hb), values_of)
