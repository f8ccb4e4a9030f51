"""`yahtzee-arena check --verbose`: what goes to a bot and what comes back, for one decision."""

from __future__ import annotations

import json
from collections.abc import Iterator

from h89yahtzee.apps.arena.reports.json_values import Json
from h89yahtzee.apps.command import say
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.pool.bot_trace import Exchange, Trace, trace
from h89yahtzee.arena.tournament.runner import Conditions
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Score


def trace_all(conditions: Conditions, state: GameState, seed: int, as_json: bool) -> int:
    """Print what each bot does in this state. The exit status is 0 if all do what is legal, else 1."""
    found: list[tuple[Entrant, Trace]] = []
    limits = conditions.plan.limits
    for entrant in conditions.plan.entrants:
        log = conditions.logs / f"{entrant.name}.log" if conditions.logs is not None else None
        with BotPool([entrant], limits, conditions.logs, conditions.hidden, seed) as pool:
            traced = trace(pool, state, limits, seed)
        found.append((entrant, traced))
        said = log.read_text("utf-8", "replace").splitlines() if log is not None and log.exists() else []
        if not as_json:
            for line in _lines(entrant, state, traced, said):
                say(line)
    if as_json:
        say(json.dumps([_as_json(entrant, traced) for entrant, traced in found], indent=2))
    return int(any(traced.rule for _, traced in found))


def _lines(entrant: Entrant, state: GameState, traced: Trace, said: list[str]) -> Iterator[str]:
    yield f"{entrant.name}:"
    for exchange in traced.exchanges:
        yield f"> {exchange.sent}"
        yield f"< {exchange.answer}  ({_duration(exchange)})"
    yield from (f"! {line}" for line in said)
    yield f"against the rules: {traced.rule}" if traced.rule else f"legal: {_told(state, traced.action)}"


def _told(state: GameState, action: Action | None) -> str:
    if isinstance(action, Score):
        return f"{box_name(state.rules, action.box)}, for {state.potential_score(action.box)}"
    rolled = action.positions if action is not None else ()
    kept = [str(face) for place, face in enumerate(state.dice) if place not in rolled]
    return f"it keeps {' '.join(kept) or 'nothing'}, and rolls {len(rolled)}"


def _duration(exchange: Exchange) -> str:
    return "no answer" if exchange.seconds is None else f"{1000 * exchange.seconds:.1f} ms"


def _as_json(entrant: Entrant, traced: Trace) -> Json:
    exchanges: list[Json] = [
        {"sent": it.sent, "answer": it.answer, "seconds": it.seconds} for it in traced.exchanges
    ]
    return {"bot": entrant.name, "exchanges": exchanges, "rule": traced.rule or None}
