"""`yahtzee-solve --position --against`: each player's chance to win, and what each action makes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.apps.cached_values import analyst_of, values_of
from h89yahtzee.apps.command import CommandError, UsageError
from h89yahtzee.apps.solve.best_plays import position_head
from h89yahtzee.apps.solve.formatting import Json, described_json, exactness, rounded
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.notation.position_text import Position, format_position, parse_position
from h89yahtzee.notation.several_cards import game_of
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.players.chances.chances import ActionChance, Certainty, ChanceJudge, Chances, chance_judge


def chance_lines(position: Position, against: Sequence[str], as_json: bool) -> Iterator[str]:
    """The answer for a position against other cards; UsageError if they can't be of one game."""
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
    yield from (_json if as_json else _text)(state, searched(judge, state), actions)


def searched(judge: ChanceJudge, state: GameState) -> Chances:
    """The chances after the judge has searched as long as it wants to."""
    search = judge.search(state)
    while search is not None and not search.is_done:
        search.advance()
    return judge.of_state(state)


def certainty_text(chances: Chances) -> str:
    error = f" +- {100 * chances.error:.1f}" if chances.certainty is Certainty.SIMULATED else ""
    return chances.certainty.value + error


def _card(text: str, rules: RuleSet) -> Scorecard:
    try:
        position = parse_position(text, rules)
    except NotationError as error:
        raise UsageError(f"--against: {error}") from None
    if position.dice:
        raise UsageError("--against: expected a card without dice: only the player of --position has rolled")
    return position.card


def _text(state: GameState, chances: Chances, actions: list[ActionChance]) -> Iterator[str]:
    yield format_position(Position.of(state))
    for card in state.cards[1:]:
        yield f"against {format_position(Position(card))}"
    shares = ", ".join(f"{100 * share:.2f} %" for share in chances.shares)
    yield f"chances to win {shares}, {certainty_text(chances)}"
    expected, is_exact = _expected(state, actions)
    yield f"expected final total {expected:.6f}, {exactness(is_exact)}"
    if actions:
        yield ""
        yield f"{'chance':>9} {'lost':>7} {'value':>11} {'cost':>11}  play"
    for action in actions:
        lost = 100 * (actions[0].chance - action.chance)
        points = f"{action.points:11.6f} {expected - action.points:11.6f}"
        yield f"{100 * action.chance:7.2f} % {lost:7.2f} {points}  {action_text(state, action.action)}"


def _json(state: GameState, chances: Chances, actions: list[ActionChance]) -> Iterator[str]:
    expected, is_exact = _expected(state, actions)
    yield json.dumps(
        position_head(Position.of(state), expected, is_exact)
        | {"against": [format_position(Position(card)) for card in state.cards[1:]]}
        | chances_json(chances)
        | {"options": [_option(state, action, expected) for action in actions]}
    )


def chances_json(chances: Chances) -> Json:
    return {
        "chances": [rounded(share) for share in chances.shares],
        "certainty": chances.certainty.value,
        "error": rounded(chances.error),
    }


def _option(state: GameState, action: ActionChance, expected: float) -> Json:
    return described_json(state, action.action) | {
        "value": rounded(action.points),
        "cost": rounded(expected - action.points),
        "chance": rounded(action.chance),
    }


def _expected(state: GameState, actions: list[ActionChance]) -> tuple[float, bool]:
    """The expected final total of the player to move, who plays for points, and whether it is exact."""
    points = max((action.points for action in actions), default=0.0)
    return points if actions else analyst_of(state.rules).expectation(state.card), state.rules.columns == 1
