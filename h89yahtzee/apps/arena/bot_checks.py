"""The commands of `yahtzee-arena` for authors of bots: `new`, `check`, `check --verbose` and `check --rate`.

`new` writes a file with a bot to build on. A check reports the faults that would put a bot out of a tournament;
with `--verbose` it traces one decision, with `--rate` it measures the bot's skill.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from importlib.resources import files
from itertools import chain
from pathlib import Path

from h89yahtzee.apps.arena.arena_options import LANGUAGES
from h89yahtzee.apps.arena.standings_report import Progress, count_of_games
from h89yahtzee.apps.arena.tables import Json, rounded
from h89yahtzee.apps.cached_values import analyst_of, mistake_judge_of
from h89yahtzee.apps.command import CommandError, UsageError, say
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.sandbox.bot_files import advice
from h89yahtzee.arena.tournament.bot_check import GAMES, OPPONENT, Findings, Trace, check, trace
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.arena.tournament.intervals import PERCENTAGE
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.runner import Conditions, Played, processes, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.study import Mean, Skill, mean_of, recorded
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.scorecard import Scorecard, box_name
from h89yahtzee.game.state import Action, GameState, Score
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.players.mistakes import Mistake
from h89yahtzee.players.review import Judgement
from h89yahtzee.table.card_lines import action_text

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,55}")
_MOST_SAID = 200
"""The most characters shown of each text line that a bot wrote on standard error."""
_LAST_LINES = 12
_DENIED = re.compile("permission denied|EACCES", re.IGNORECASE)
_CLOSED = """\
  A bot opens its own program, the files named on its command line, and libraries of
  the system. Of a folder with a program `bot` or `bot.py`, which is entered as
  ./FOLDER, all files are open to it: see h89yahtzee-bot(7)."""
_TRACEBACK = "Traceback (most recent call last):\n"


def write_new_bot(name: str, language: str, has_policy: bool = False) -> int:
    """Write the file of a new bot called `name` and print the next steps; return exit status 0. Raise UsageError
    for an unfit name, CommandError if the file exists.

    If the bot `has_policy` (it plays by a policy, such as a trained network), the file is bot.py in the folder
    `name`.
    """
    ending = LANGUAGES[language]
    path = Path(name) / "bot.py" if has_policy else Path(name.removesuffix(ending) + ending)
    own = path.parent.name if has_policy else path.stem
    if not _NAME.fullmatch(own):
        raise UsageError(f"expected a name of letters, digits, - and _ for the bot, not {own!r}")
    sample = "policy" if has_policy else "new"
    text = files("h89yahtzee.arena").joinpath("examples", f"{sample}{ending}").read_text("ascii")
    mode = 0o777 if text.startswith("#!") else 0o666
    try:
        if has_policy:
            path.parent.mkdir(exist_ok=True)
        with open(path, "x", encoding="ascii", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{path}: it is there already; expected the name of a new file") from None
    for line in _next_steps(path, language):
        say(line)
    return 0


def _next_steps(path: Path, language: str) -> Iterator[str]:
    source, program = map(shlex.quote, (str(path), str(path.with_suffix(""))))
    bot = source if language == "python" else f"./{program if language == 'c' else source}"
    if path.name == "bot.py" and path.parent.name:
        bot = shlex.quote(f"./{path.parent}")
    yield f"{path}: a bot that plays at once. What is wrong with it, and who is better:"
    if language == "c":
        yield f"  cc -O2 -o {program} {source}"
    yield f"  yahtzee-arena check {bot}"
    yield f"  yahtzee-arena {bot} greedy"


def check_all(conditions: Conditions, seed: int, as_json: bool) -> int:
    """Print the faults of each bot of `conditions.plan`; return 1 if any bot has faults, else 0."""
    found = []
    report = _Report(as_json)
    for entrant in conditions.plan.entrants:
        found.append(findings := _check(entrant, conditions, seed))
        words = _last_words(entrant, findings, conditions.logs)
        report.add(chain(_check_lines(entrant, findings), words), _check_json(entrant, findings))
    report.end()
    return int(any(findings.breaches for findings in found))


class _Report:
    """A printer of reports on bots, which prints text lines as soon as they are added, or all figures as JSON at
    the end."""

    def __init__(self, as_json: bool) -> None:
        self._figures: list[Json] | None = [] if as_json else None

    def add(self, lines: Iterable[str], figures: Json) -> None:
        if self._figures is not None:
            self._figures.append(figures)
            return
        for line in lines:
            say(line)

    def end(self) -> None:
        if self._figures is not None:
            say(json.dumps(self._figures, indent=2))


def _check(entrant: Entrant, conditions: Conditions, seed: int) -> Findings:
    plan, progress = conditions.plan, LineNowAndThen(sys.stderr, time.monotonic)

    def began(game: int) -> None:
        progress.count(f"{entrant.name}: game", game, GAMES)

    try:
        with BotPool([entrant, OPPONENT], plan.limits, conditions.logs, conditions.hidden) as pool:
            return check(pool, plan.rule_set, seed, began)
    finally:
        progress.clear()


def _last_words(entrant: Entrant, findings: Findings, logs: Path | None) -> Iterator[str]:
    """Yield text lines with the end of what a bot wrote on standard error, since a traceback there may explain its
    faults. Yield nothing for a bot without faults.

    `logs` is the folder with the standard error of bots; if it is None, nothing is yielded.
    """
    log = None if logs is None else logs / f"{entrant.name}.log"
    if log is None or not findings.breaches or not log.exists() or not log.stat().st_size:
        return
    text = log.read_text("utf-8", "replace")
    # Begin with the last traceback, if there is one.
    said = [line for line in text[max(0, text.rfind(_TRACEBACK)) :].splitlines() if line.strip()]
    # A check starts a bot a second time if the bot doesn't start, and the bot writes the same lines both times.
    half = len(said) // 2
    said = said[:half] if said[:half] == said[half:] else said
    yield f"  its last lines on standard error, from {log}:"
    for line in said[-_LAST_LINES:]:
        yield f"    {''.join(char if char.isprintable() else '?' for char in line[:_MOST_SAID])}"
    if any(_DENIED.search(line) for line in said) and not advice(entrant):
        yield _CLOSED


def _check_lines(entrant: Entrant, findings: Findings) -> Iterator[str]:
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
    has_ended = not findings.starts and findings.breaches[0].rule.endswith("exit status 0")
    if has_ended and entrant.kind is Kind.PROGRAM and entrant.command[0].endswith(".py"):
        yield "  it begins with #! and may be executed, so it is a program that speaks JSON;"
        yield "  chmod -x makes it a bot with a class"


def _check_json(entrant: Entrant, findings: Findings) -> Json:
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


def trace_all(conditions: Conditions, state: GameState, seed: int, as_json: bool) -> int:
    """Print how each bot of `conditions.plan` decides in `state`; return 0 if all decisions are legal, else 1."""
    found, report, limits = [], _Report(as_json), conditions.plan.limits
    for entrant in conditions.plan.entrants:
        log = conditions.logs / f"{entrant.name}.log" if conditions.logs is not None else None
        with BotPool([entrant], limits, conditions.logs, conditions.hidden) as pool:
            found.append(traced := trace(pool, state, limits, seed))
        said = log.read_text("utf-8", "replace").splitlines() if log is not None and log.exists() else []
        exchanges: Json = [asdict(it) for it in traced.exchanges]
        figures: Json = {"bot": entrant.name, "exchanges": exchanges, "rule": traced.rule or None}
        report.add(_trace_lines(entrant, state, traced, said), figures)
    report.end()
    return int(any(traced.rule for traced in found))


def _trace_lines(entrant: Entrant, state: GameState, traced: Trace, said: list[str]) -> Iterator[str]:
    yield f"{entrant.name}:"
    for exchange in traced.exchanges:
        yield f"> {exchange.sent}"
        took = "no answer" if exchange.seconds is None else f"{1000 * exchange.seconds:.1f} ms"
        yield f"< {exchange.answer}  ({took})"
    yield from (f"! {line}" for line in said)
    yield f"against the rules: {traced.rule}" if traced.rule else f"legal: {_decision_text(state, traced.action)}"


def _decision_text(state: GameState, action: Action | None) -> str:
    if isinstance(action, Score):
        return f"{box_name(state.rules, action.box)}, for {state.potential_score(action.box)}"
    rolled = action.positions if action is not None else ()
    kept = [str(face) for place, face in enumerate(state.dice) if place not in rolled]
    return f"it keeps {' '.join(kept) or 'nothing'}, and rolls {len(rolled)}"


def rate_all(conditions: Conditions, workers: int, seed: int, as_json: bool) -> int:
    """Measure and print the skill of each bot of `conditions.plan`, playing games in `workers` processes; return
    exit status 0."""
    rules = conditions.plan.rule_set
    start = analyst_of(rules).expectation(Scorecard.empty(rules))
    report = _Report(as_json)
    for entrant in conditions.plan.entrants:
        pairing = Pairing(1, Pool.ALL, conditions.plan.pairing.games, seed)
        plan = replace(conditions.plan, entrants=(entrant,), pairing=pairing)
        skill = _rated(replace(conditions, plan=plan), workers)
        report.add(_skill_lines(entrant, skill, start), _skill_json(entrant, plan, skill, start))
    report.end()
    return 0


def _rated(conditions: Conditions, workers: int) -> Skill:
    """Return the skill of the only bot of `conditions.plan`, measured by games that it plays alone, in `workers`
    processes; CommandError if the bot breaks the rules."""
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


def _skill_lines(entrant: Entrant, skill: Skill, start: float) -> Iterator[str]:
    games = count_of_games(len(skill.totals))
    yield f"{entrant.name}: mean {_with_interval(skill.mean)} in {games}"
    yield f"  exact play makes {start:.2f}; lost a game {_with_interval(skill.loss)}:"
    for kind, mean in _by_kind(skill).items():
        share = mean.value / skill.loss.value if skill.loss.value else 0.0
        yield f"    {kind.value:11} {mean.value:7.2f}  {100 * share:3.0f} %"
    fewer = "" if skill.gain is None else f": as uncertain as the mean of {skill.gain**2:.0f} times fewer games"
    yield f"  plain mean {skill.plain.value:.2f} with luck{fewer}"
    for judgement in skill.costliest:
        yield f"  {judgement.loss:.2f} lost: {_played(judgement)}; best was {_best(judgement)}"
        yield f"    {format_position(Position.of(judgement.state))}"


def _by_kind(skill: Skill) -> dict[Mistake, Mean]:
    return {kind: mean_of(losses) for kind, losses in skill.losses.items()}


def _with_interval(mean: Mean) -> str:
    if mean.interval is None:
        return f"{mean.value:.2f}"
    low, high = mean.interval
    return f"{mean.value:.2f} ({PERCENTAGE}: {low:.2f} to {high:.2f})"


def _played(judgement: Judgement) -> str:
    return action_text(judgement.state, judgement.action)


def _best(judgement: Judgement) -> str:
    return action_text(judgement.state, judgement.best.action)


def _skill_json(entrant: Entrant, plan: Plan, skill: Skill, start: float) -> Json:
    return {
        "bot": entrant.name,
        "rules": plan.rules,
        "games": len(skill.totals),
        "exact": rounded(start),
        "mean": _mean_json(skill.mean),
        "plain_mean": _mean_json(skill.plain),
        "gain": rounded(skill.gain),
        "loss": _mean_json(skill.loss),
        "losses": {kind.name.lower(): _mean_json(mean) for kind, mean in _by_kind(skill).items()},
        "costliest": [
            {
                "loss": rounded(judgement.loss),
                "position": format_position(Position.of(judgement.state)),
                "played": _played(judgement),
                "best": _best(judgement),
            }
            for judgement in skill.costliest
        ],
    }


def _mean_json(mean: Mean) -> Json:
    interval: Json = None if mean.interval is None else [rounded(end) for end in mean.interval]
    return {"mean": rounded(mean.value), "standard_error": rounded(mean.error), "interval": interval}
