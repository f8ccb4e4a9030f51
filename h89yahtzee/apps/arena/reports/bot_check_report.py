"""`yahtzee-arena check`: a report of what bots do wrong, before a tournament puts them out for it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from h89yahtzee.apps.arena.reports.json_values import Json
from h89yahtzee.apps.arena.reports.progress_line import LineNowAndThen
from h89yahtzee.apps.arena.reports.standings_report import count_of_games
from h89yahtzee.apps.command import say
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.pool.bot_check import GAMES, Findings, check
from h89yahtzee.arena.tournament.runner import Conditions

_MOST_SAID = 200
"""Characters of a line of standard error that are shown."""
_LAST_LINES = 12
_TRACEBACK = "Traceback (most recent call last):\n"


def check_all(conditions: Conditions, seed: int, as_json: bool) -> int:
    """Print what is found in each bot. The exit status is 0 if that is nothing, else 1."""
    found = []
    for entrant in conditions.plan.entrants:
        findings = _check(entrant, conditions, seed)
        found.append((entrant, findings))
        if not as_json:
            for line in (*_lines(entrant, findings), *_last_words(entrant, findings, conditions.logs)):
                say(line)
    if as_json:
        say(json.dumps([_as_json(entrant, findings) for entrant, findings in found], indent=2))
    return int(any(findings.breaches for _, findings in found))


def _check(entrant: Entrant, conditions: Conditions, seed: int) -> Findings:
    plan, progress = conditions.plan, LineNowAndThen(sys.stderr, time.monotonic)

    def began(game: int) -> None:
        left = progress.time_left(game - 1, GAMES - game + 1)
        progress.show(lambda width: "  ".join([f"{entrant.name}: game {game} of {GAMES}", *left])[:width])

    try:
        return check(entrant, plan.rule_set, plan.limits, seed, conditions.logs, conditions.hidden, began)
    finally:
        progress.clear()


def _last_words(entrant: Entrant, findings: Findings, logs: Path | None) -> Iterator[str]:
    """The last lines that a bot at fault wrote to standard error, such as where an exception was raised."""
    log = None if logs is None else logs / f"{entrant.name}.log"
    if log is None or not findings.breaches or not log.exists() or not log.stat().st_size:
        return
    text = log.read_text("utf-8", "replace")
    said = [line for line in text[max(0, text.rfind(_TRACEBACK)) :].splitlines() if line.strip()]
    yield f"  its last lines on standard error, from {log}:"
    for line in said[-_LAST_LINES:]:
        yield f"    {''.join(char if char.isprintable() else '?' for char in line[:_MOST_SAID])}"


def _lines(entrant: Entrant, findings: Findings) -> Iterator[str]:
    mean = "" if findings.mean is None else f", mean {findings.mean:.1f}"
    slowest = f", slowest move {1000 * findings.slowest:.1f} ms" if findings.slowest else ""
    verdict = f"{len(findings.breaches)} breaches of the rules" if findings.breaches else "nothing wrong"
    games = count_of_games(findings.games)
    yield (
        f"{entrant.name}: {verdict} in {games}{mean}{slowest}"
        if findings.starts
        else f"{entrant.name}: it doesn't start"
    )
    for breach, times in findings.by_rule():
        yield f"  {times} x {breach.rule}" if findings.starts else f"  {breach.rule}"
        if breach.move:
            yield f"    it said: {breach.move}"
        if breach.position:
            yield f"    position: {breach.position}"


def _as_json(entrant: Entrant, findings: Findings) -> Json:
    return {
        "bot": entrant.name,
        "starts": findings.starts,
        "games": findings.games,
        "mean": findings.mean,
        "slowest_move": round(findings.slowest, 6),
        "breaches": [
            {"times": times, "rule": breach.rule, "move": breach.move, "position": breach.position}
            for breach, times in findings.by_rule()
        ],
    }
