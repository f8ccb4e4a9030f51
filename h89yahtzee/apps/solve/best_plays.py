"""`yahtzee-solve --position`: what each action is worth, and what it costs to play it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.apps.cached_values import analyst_of
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.solve.formatting import Json, described_json, exactness, rounded, rules_json
from h89yahtzee.apps.solve.solve_options import SolveOptions
from h89yahtzee.game.state import GameState
from h89yahtzee.notation.position_text import Position, format_position, parse_position
from h89yahtzee.notation.tokens import NotationError, format_rules
from h89yahtzee.players.analysis import Analysis


def position_lines(text: str, options: SolveOptions) -> Iterator[str]:
    """The answer for the position in `text`; UsageError if it is none."""
    try:
        position = parse_position(text, options.rules)
    except NotationError as error:
        raise UsageError(f"--position: {error}") from None
    rules = position.card.rules
    if options.is_rules_given and rules != options.rules:
        said, asked = format_rules(rules), format_rules(options.rules)
        raise UsageError(f"--position: it is one of {said}, not of {asked} as the options say")
    if options.against is not None:
        from h89yahtzee.apps.solve.position_chances import chance_lines

        return chance_lines(position, options.against, options.json)
    return _with_dice(position, options.json) if position.dice else _between_turns(position, options.json)


def _between_turns(position: Position, as_json: bool) -> Iterator[str]:
    rules = position.card.rules
    expected, is_exact = analyst_of(rules).expectation(position.card), rules.columns == 1
    if as_json:
        yield json.dumps(position_head(position, expected, is_exact) | {"options": []})
    else:
        yield format_position(position)
        yield f"expected final total {expected:.6f}, {exactness(is_exact)}"


def _with_dice(position: Position, as_json: bool) -> Iterator[str]:
    state = position.state()
    analysis = analyst_of(state.rules).analysis(state)
    if as_json:
        head = position_head(position, analysis.best.value, analysis.is_exact)
        yield json.dumps(head | {"options": _options(state, analysis)})
    else:
        yield from _table(state, analysis)


def position_head(position: Position, expected: float, is_exact: bool) -> Json:
    return rules_json(position.card.rules) | {
        "position": format_position(position),
        "expected": rounded(expected),
        "exact": is_exact,
    }


def _options(state: GameState, analysis: Analysis) -> list[Json]:
    return [
        described_json(state, option.action)
        | {"value": rounded(option.value), "cost": rounded(analysis.loss(state, option.action))}
        for option in analysis.options
    ]


def _table(state: GameState, analysis: Analysis) -> Iterator[str]:
    yield format_position(Position.of(state))
    yield f"expected final total {analysis.best.value:.6f}, {exactness(analysis.is_exact)}"
    yield ""
    yield f"{'value':>11} {'cost':>11}  play"
    for option in analysis.options:
        cost = analysis.loss(state, option.action)
        yield f"{option.value:11.6f} {cost:11.6f}  {action_text(state, option.action)}"
