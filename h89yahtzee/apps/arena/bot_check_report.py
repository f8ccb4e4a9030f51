"""`yahtzee-arena check`: a report of what bots do wrong, before a tournament puts them out for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from h89yahtzee.apps.arena.standings_report import Json
from h89yahtzee.apps.command import say
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.tournament.bot_check import Findings, check
from h89yahtzee.arena.tournament.plan import Plan

_MOST_SAID = 200
"""Characters of a line of standard error that are shown."""


def check_all(plan: Plan, seed: int, logs: Path | None, as_json: bool) -> int:
    """Print what is found in each bot. The exit status is 0 if that is nothing, else 1."""
    found = []
    with TemporaryDirectory(prefix="h89yahtzee-check-") as folder:
        for entrant in plan.entrants:
            findings = check(entrant, plan.rule_set, plan.limits, seed, logs or Path(folder))
            found.append((entrant, findings))
            if not as_json:
                for line in (*_lines(entrant, findings), *_last_words(entrant, findings, logs or Path(folder))):
                    say(line)
    if as_json:
        say(json.dumps([_as_json(entrant, findings) for entrant, findings in found], indent=2))
    return int(any(findings.breaches for _, findings in found))


def _last_words(entrant: Entrant, findings: Findings, logs: Path) -> Iterator[str]:
    """The last line that a bot at fault wrote to standard error, such as the message of an exception."""
    log = logs / f"{entrant.name}.log"
    said = log.read_text("utf-8", "replace").split("\n") if findings.breaches and log.exists() else []
    last = next((line for line in reversed(said) if line.strip()), "")
    if last:
        plain = "".join(char if char.isprintable() else "?" for char in last.strip()[:_MOST_SAID])
        yield f"  its last line on standard error: {plain}"


def _lines(entrant: Entrant, findings: Findings) -> Iterator[str]:
    mean = "" if findings.mean is None else f", mean {findings.mean:.1f}"
    slowest = f", slowest move {1000 * findings.slowest:.1f} ms" if findings.slowest else ""
    verdict = f"{len(findings.breaches)} breaches of the rules" if findings.breaches else "nothing wrong"
    yield f"{entrant.name}: {verdict} in {findings.games} games{mean}{slowest}"
    for breach, times in findings.by_rule():
        yield f"  {times} x {breach.rule}"
        if breach.move:
            yield f"    it said: {breach.move}"
        if breach.position:
            yield f"    position: {breach.position}"


def _as_json(entrant: Entrant, findings: Findings) -> Json:
    return {
        "bot": entrant.name,
        "games": findings.games,
        "mean": findings.mean,
        "slowest_move": round(findings.slowest, 6),
        "breaches": [
            {"times": times, "rule": breach.rule, "move": breach.move, "position": breach.position}
            for breach, times in findings.by_rule()
        ],
    }
