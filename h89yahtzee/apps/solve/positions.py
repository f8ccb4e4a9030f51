"""`yahtzee-solve --position`: the value and the cost of each action, with `--against` also the chance to win."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.apps.cached_values import analyst_of, values_of
from h89yahtzee.apps.command import CommandError, UsageError
from h89yahtzee.apps.solve.formatting import Json, chances_json, described_json, exactness, rounded, rules_json
from h89yahtzee.apps.solve.solve_options import SolveOptions
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.notation.position_text import Position, format_position, game_of, parse_position
from h89yahtzee.notation.tokens import NotationError, format_rules
from h89yahtzee.players.chances import ActionChance, Chances, chance_judge


def position_lines(text: str, options: SolveOptions) -> Iterator[str]:
    """Return the lines about the position in `text`; UsageError if `text` isn't a position by the chosen rules."""
    position = _parsed("--position", text, options.rules)
    rules = position.card.rules
    if options.is_rules_given and rules != options.rules:
        said, asked = format_rules(rules), format_rules(options.rules)
        raise UsageError(f"--position: it is one of {said}, not of {asked} as the options say")
    if options.against is not None:
        return _chance_lines(position, options.against, options.json)
    return _with_dice(position, options.json) if position.dice else _between_turns(position, options.json)


def _parsed(option: str, text: str, rules: RuleSet) -> Position:
    try:
        return parse_position(text, rules)
    except NotationError as error:
        raise UsageError(f"{option}: {error}") from None


def _between_turns(position: Position, as_json: bool) -> Iterator[str]:
    rules = position.card.rules
    expected, is_exact = analyst_of(rules).expectation(position.card), rules.columns == 1
    if as_json:
        yield json.dumps(_head_json(position, expected, is_exact) | {"options": []})
    else:
        yield format_position(position)
        yield f"expected final total {expected:.6f}, {exactness(is_exact)}"


def _with_dice(position: Position, as_json: bool) -> Iterator[str]:
    state = position.state()
    analysis = analyst_of(state.rules).analysis(state)
    best = analysis.best.value
    if as_json:
        options = [
            described_json(state, option.action)
            | {"value": rounded(option.value), "cost": rounded(analysis.loss(state, option.action))}
            for option in analysis.options
        ]
        yield json.dumps(_head_json(position, best, analysis.is_exact) | {"options": options})
        return
    yield format_position(position)
    yield f"expected final total {best:.6f}, {exactness(analysis.is_exact)}"
    yield ""
    yield f"{'value':>11} {'cost':>11}  play"
    for option in analysis.options:
        cost = analysis.loss(state, option.action)
        yield f"{option.value:11.6f} {cost:11.6f}  {action_text(state, option.action)}"


def _head_json(position: Position, expected: float, is_exact: bool) -> Json:
    return rules_json(position.card.rules) | {
        "position": format_position(position),
        "expected": rounded(expected),
        "exact": is_exact,
    }


def _chance_lines(position: Position, against: Sequence[str], as_json: bool) -> Iterator[str]:
    """Yield lines with the chances against other players' cards; UsageError if the cards can't be of one game."""
    cards = [_card(text, position.card.rules) for text in against]
    try:
        state = game_of(position, cards)
    except NotationError as error:
        raise UsageError(f"--against: {error}") from None
    try:
        judge = chance_judge(state.rules, values_of=values_of)
    except ValueError as error:
        raise CommandError(str(error)) from None
    actions = judge.of_actions(state) if state.dice else []
    if actions:
        expected = max(action.points for action in actions)
    else:
        expected = analyst_of(state.rules).expectation(state.card)
    if as_json:
        yield json.dumps(_chances_json(state, judge.of_state(state), actions, expected))
    else:
        yield from _chances_text(state, judge.of_state(state), actions, expected)


def _card(text: str, rules: RuleSet) -> Scorecard:
    position = _parsed("--against", text, rules)
    if position.dice:
        raise UsageError("--against: expected a card without dice: only the player of --position has rolled")
    return position.card


def _chances_text(
    state: GameState, chances: Chances, actions: Sequence[ActionChance], expected: float
) -> Iterator[str]:
    yield format_position(Position.of(state))
    for card in state.cards[1:]:
        yield f"against {format_position(Position(card))}"
    shares = ", ".join(f"{100 * share:.2f} %" for share in chances.shares)
    yield f"chances to win {shares}, {chances.certainty.value}"
    yield f"expected final total {expected:.6f}, {exactness(state.rules.columns == 1)}"
    if actions:
        yield ""
        yield f"{'chance':>9} {'lost':>7} {'value':>11} {'cost':>11}  play"
    for action in actions:
        lost = 100 * (actions[0].chance - action.chance)
        points = f"{action.points:11.6f} {expected - action.points:11.6f}"
        yield f"{100 * action.chance:7.2f} % {lost:7.2f} {points}  {action_text(state, action.action)}"


def _chances_json(state: GameState, chances: Chances, actions: Sequence[ActionChance], expected: float) -> Json:
    options = [
        described_json(state, action.action)
        | {
            "value": rounded(action.points),
            "cost": rounded(expected - action.points),
            "chance": rounded(action.chance),
        }
        for action in actions
    ]
    return (
        _head_json(Position.of(state), expected, state.rules.columns == 1)
        | {"against": [format_position(Position(card)) for card in state.cards[1:]]}
        | chances_json(chances)
        | {"options": options}
    )
