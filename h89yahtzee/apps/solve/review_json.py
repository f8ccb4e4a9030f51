"""A review of a game in JSON."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.apps.solve.formatting import Json, described_json, rounded, rules_json
from h89yahtzee.apps.solve.review_chances import course_json
from h89yahtzee.game.record import Player, Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.analysis import Analyst, Option
from h89yahtzee.players.review.outlook import End, reason
from h89yahtzee.players.review.review import Judgement, PlayerReview, review


def game_json(number: int, record: Record, analyst: Analyst) -> Json:
    """Turns count from 1; dice, columns and rows from 0."""
    setup = record.setup
    reviews = review(record, analyst)
    return rules_json(setup.rules) | {
        "game": number,
        "seed": setup.seed,
        "finished": record.totals is not None,
        "exact": all(player.is_exact for player in reviews),
        "chances": course_json(record),
        "players": [_player(setup.players[player.seat], player, record, analyst) for player in reviews],
    }


def _player(who: Player, player: PlayerReview, record: Record, analyst: Analyst) -> Json:
    return {
        "name": who.name,
        "strategy": who.strategy,
        "start": rounded(player.start),
        "luck": rounded(player.luck),
        "loss": rounded(player.loss),
        "end": rounded(player.end),
        "total": None if record.totals is None else record.totals[player.seat],
        "turns": [
            {"turn": turn.number + 1, "luck": rounded(turn.luck), "loss": rounded(turn.loss)}
            for turn in player.turns
        ],
        "decisions": [_decision(judgement) for judgement in player.judgements],
        "mistakes": [_mistake(mistake, analyst) for mistake in player.costliest()],
    }


def _decision(judgement: Judgement) -> Json:
    state = judgement.state
    return {
        "turn": state.turn + 1,
        "dice": state.dice,
        "rolls_left": state.rolls_left,
        "played": _option(state, judgement.played, judgement.action),
        "best": _option(state, judgement.best),
        "luck": rounded(judgement.luck),
        "loss": rounded(judgement.loss),
    }


def _option(state: GameState, option: Option, action: Action | None = None) -> Json:
    return described_json(state, action or option.action) | {"value": rounded(option.value)}


def _mistake(mistake: Judgement, analyst: Analyst) -> Json:
    state, why = mistake.state, reason(mistake, analyst)
    return _decision(mistake) | {
        "posts": [_option(state, option) for option in why.posts],
        "after_best": _ends(state.rules, why.after_best),
        "after_played": _ends(state.rules, why.after_played),
    }


def _ends(rules: RuleSet, ends: Sequence[End]) -> list[Json]:
    return [
        {
            "column": end.box.column,
            "row": end.box.row,
            "box": box_name(rules, end.box),
            "probability": rounded(end.chance),
            "points": rounded(end.points),
        }
        for end in ends
    ]
