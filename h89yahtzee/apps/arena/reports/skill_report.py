"""`yahtzee-arena check --rate`: how good bots are, and what they lose by which mistakes."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.apps.arena.reports.json_values import Json
from h89yahtzee.apps.arena.reports.progress_line import Progress
from h89yahtzee.apps.arena.reports.standings_report import count_of_games
from h89yahtzee.apps.cached_values import analyst_of, mistake_judge_of
from h89yahtzee.apps.command import CommandError, say
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.results.skill import Mean, Skill, mean_of
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.replay import recorded
from h89yahtzee.arena.tournament.runner import Conditions, Played, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.arena.tournament.workers import processes
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.notation.position_text import Position, format_position
from h89yahtzee.players.review.mistakes import Mistake
from h89yahtzee.players.review.review import Judgement

_DIGITS = 4


def rate_all(conditions: Conditions, workers: int, seed: int, as_json: bool) -> None:
    """Print how good each bot of the plan is."""
    rules = conditions.plan.rule_set
    start = analyst_of(rules).expectation(Scorecard.empty(rules))
    found: list[Json] = []
    for entrant in conditions.plan.entrants:
        pairing = Pairing(1, Pool.ALL, conditions.plan.pairing.games, seed)
        skill = _rated(
            replace(conditions, plan=replace(conditions.plan, entrants=(entrant,), pairing=pairing)), workers
        )
        found.append(_as_json(entrant, conditions.plan, skill, start))
        if not as_json:
            for line in _lines(entrant, skill, start):
                say(line)
    if as_json:
        say(json.dumps(found, indent=2))


def _rated(conditions: Conditions, workers: int) -> Skill:
    """The skill of the plan's only entrant; CommandError if it breaks the rules."""
    plan = conditions.plan
    skill, tournament = Skill(), Tournament(plan.pairing)
    analyst, judge = analyst_of(plan.rule_set), mistake_judge_of(plan.rule_set)
    progress = Progress(plan, tournament, sys.stderr, time.monotonic)

    def noted(news: list[Played]) -> None:
        for played in news:
            if isinstance(played.outcome, GameResult):
                skill.count(recorded(plan, played.game, played.outcome.moves), analyst, judge)
                progress.update(1)

    try:
        with processes(workers) as at_work:
            run(tournament, at_work, conditions, noted)
    finally:
        progress.clear()
    for gone in tournament.disqualified:
        raise CommandError(f"{plan.entrants[0].name}, in game {gone.game + 1}: {gone.breach.rule}; check it first")
    return skill


def _lines(entrant: Entrant, skill: Skill, start: float) -> Iterator[str]:
    games = count_of_games(len(skill.totals))
    yield f"{entrant.name}: mean {_with_error(skill.mean)} in {games}; exact play makes {start:.2f}"
    yield f"  lost a game {_with_error(skill.loss)}:"
    for kind, mean in _by_kind(skill).items():
        share = mean.value / skill.loss.value if skill.loss.value else 0.0
        yield f"    {kind.value:11} {mean.value:7.2f}  s.e. {_error(mean):>5}  {100 * share:3.0f} %"
    yield f"  plain mean {_with_error(skill.plain)}{_gained(skill)}"
    for judgement in skill.costliest:
        yield f"  {judgement.loss:.2f} lost: {_played(judgement)}; best was {_best(judgement)}"
        yield f"    {format_position(Position.of(judgement.state))}"


def _by_kind(skill: Skill) -> dict[Mistake, Mean]:
    return {kind: mean_of(losses) for kind, losses in skill.losses.items()}


def _with_error(mean: Mean) -> str:
    return f"{mean.value:.2f} (s.e. {_error(mean)})"


def _error(mean: Mean) -> str:
    return "-" if mean.error is None else format(mean.error, ".2f")


def _gained(skill: Skill) -> str:
    if skill.gain is None:
        return ""
    longer = f"its interval is {skill.gain:.1f} times as long"
    return f" with luck: {longer}, as of {skill.gain**2:.0f} times fewer games"


def _played(judgement: Judgement) -> str:
    return action_text(judgement.state, judgement.action)


def _best(judgement: Judgement) -> str:
    return action_text(judgement.state, judgement.best.action)


def _as_json(entrant: Entrant, plan: Plan, skill: Skill, start: float) -> Json:
    return {
        "bot": entrant.name,
        "rules": plan.rules,
        "games": len(skill.totals),
        "exact": round(start, _DIGITS),
        "mean": _mean_json(skill.mean),
        "plain_mean": _mean_json(skill.plain),
        "gain": None if skill.gain is None else round(skill.gain, _DIGITS),
        "loss": _mean_json(skill.loss),
        "losses": {kind.name.lower(): _mean_json(mean) for kind, mean in _by_kind(skill).items()},
        "costliest": [
            {
                "loss": round(judgement.loss, _DIGITS),
                "position": format_position(Position.of(judgement.state)),
                "played": _played(judgement),
                "best": _best(judgement),
            }
            for judgement in skill.costliest
        ],
    }


def _mean_json(mean: Mean) -> Json:
    error = None if mean.error is None else round(mean.error, _DIGITS)
    return {"mean": round(mean.value, _DIGITS), "standard_error": error}
