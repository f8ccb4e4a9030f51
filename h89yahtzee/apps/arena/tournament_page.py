"""The page that `--html` asks for: a file of HTML with the tables of a tournament, and with games that a reader can
step through (which a script in the page does).

The page loads no other file. Some of the tournament's games are replayed and judged for the page. The page of the
same games is always the same: it has no date, and no times of moves.
"""

from __future__ import annotations

import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from h89yahtzee import __version__
from h89yahtzee.apps.arena import page_figures
from h89yahtzee.apps.arena.page_games import Curve, curve_of, game_section
from h89yahtzee.apps.arena.standings_report import Report, end, heading
from h89yahtzee.apps.arena.tables import Markup, element, start
from h89yahtzee.apps.cached_values import analyst_of, mistake_judge_of, values_of
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.arena.tournament.intervals import PERCENTAGE
from h89yahtzee.arena.tournament.schedule import Game, Pool
from h89yahtzee.arena.tournament.standings import Place
from h89yahtzee.arena.tournament.study import Study
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.players.chances import chance_judge
from h89yahtzee.solver.backend import is_compiled

_CARDS, _CARDS_OF_COLUMNS = 300, 20
"""The least number of score cards to judge; if fewer were played, all are judged. The first number is for rules
with one column, the second for rules with several columns."""
_MOST_BOTS = 16
"""The most bots shown in all sections of the page; further bots have only their row in the standings."""
_DUELS = (
    "By how many points the bot of a row is ahead of that of a column in a game, with a "
    f"{PERCENTAGE} confidence interval, and in how many games it was ahead, behind or level. A lead in green, or "
    "in red for the bot behind, is more than luck explains in so large a table."
)
_LOSSES = (
    "By how much each decision made the expected final total smaller, against that of the best one. The upper "
    "bonus and Yahtzee are what the same decisions wouldn't lose if these counted nothing; the rest was lost by "
    "keeping the wrong dice, or by posting in the wrong box."
)
_GAMES = (
    "Below the cards each decision stands beside the best one by the solver. Chances to win are those before a "
    "turn if all went on with best play, each with dice of its own. Where scripts run, the buttons step through a "
    "game, and a click on a decision leads there."
)
_ESTIMATED = " With several columns the values are estimates."
_NO_GAMES = f"No game is shown: their tables have more than {MAX_PLAYERS} bots."

_T = TypeVar("_T")
_Result = TypeVar("_Result")


def write_page(path: Path, report: Report, tournament: Tournament, shown: int) -> None:
    """Write the page, with `shown` games turn by turn; CommandError for moves that break the rules."""
    rules = report.plan.rule_set
    mistakes = mistake_judge_of(rules) if rules.columns == 1 else None
    study = Study(report.plan, analyst_of(rules), mistakes)
    games = list(_games(tournament, shown, _CARDS if mistakes else _CARDS_OF_COLUMNS))
    _each(games, "judging game", partial(_count, study))
    chosen = study.worth_showing([place.bot for place in _places_in_full(report)], shown)
    curves = _each(chosen, "chances in game", partial(_curve, study))
    path.write_text(_tournament_page(report, tournament, study, dict(zip(chosen, curves, strict=True))), "utf-8")


def _each(items: Sequence[_T], told: str, work: Callable[[_T], _Result]) -> list[_Result]:
    """Return a list: the results of calling `work` with each item. Meanwhile show the text `told` and the number of
    the current item on standard error."""
    line, results = LineNowAndThen(sys.stderr, time.monotonic), list[_Result]()
    try:
        for number, item in enumerate(items):
            line.count(told, number + 1, len(items))
            results.append(work(item))
    finally:
        line.clear()
    return results


def _count(study: Study, played: tuple[Game, str]) -> None:
    game, moves = played
    try:
        study.count(game, moves)
    except ValueError as error:
        raise CommandError(f"the moves of game {game.number + 1} can't have been played: {error}") from None


def _curve(study: Study, number: int) -> Curve:
    """Return the curve of the studied game `number`: the chances to win of all players, from turn to turn.

    The curve is empty if the solver isn't compiled, if the rules have several columns, or if only one bot plays.
    """
    game, steps = study.games[number]
    rules = steps[0].state.rules
    is_told = is_compiled() and rules.columns == 1 and len(game.seats) > 1
    return curve_of(steps, chance_judge(rules, values_of=values_of)) if is_told else ()


def _games(tournament: Tournament, shown: int, cards: int) -> Iterator[tuple[Game, str]]:
    """Yield the tournament's first games with their moves as text; leave out games with more bots than a game
    record can hold.

    Stop as soon as there are at least `shown` games, and these games have at least `cards` score cards together.
    """
    count = 0
    for game, result in tournament.results():
        if cards <= 0 and count >= shown:
            return
        if len(game.seats) <= MAX_PLAYERS:
            yield game, result.moves
            count, cards = count + 1, cards - len(game.seats)


def _tournament_page(report: Report, tournament: Tournament, study: Study, shown: Mapping[int, Curve]) -> str:
    """Return the HTML of the page. `shown` maps the number of each game to show turn by turn to the game's curve
    (the chances to win)."""
    # The content security policy lets a browser apply only this style and script, whatever a bot's name or answer
    # contains.
    style, script = (files(__package__).joinpath(name).read_text("utf-8") for name in ("page.css", "replay.js"))
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    head = (
        start("meta", charset="utf-8"),
        start(
            "meta", http_equiv="Content-Security-Policy", content=f"{policy}; base-uri 'none'; form-action 'none'"
        ),
        start("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"Tournament by the rules {report.plan.rules}, seed {report.plan.pairing.seed}"),
        element("style", Markup(style)),
    )
    body = element("body", *_body(report, tournament, study, shown), element("script", Markup(script)))
    return f"<!DOCTYPE html>\n{element('html', element('head', *head), body, lang='en')}\n"


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _body(report: Report, tournament: Tournament, study: Study, shown: Mapping[int, Curve]) -> Iterator[Markup]:
    sections = dict(_sections(report, tournament, study, shown))
    *before, outcome = end(report).splitlines()
    yield element(
        "header",
        element("h1", outcome),
        *map(_told, (*_doubt(report), heading(report.plan), *before)),
        element("nav", *(element("a", name, href=f"#{_id(name)}") for name in sections), aria_label="Sections"),
    )
    told = (
        element("section", element("h2", name, id=_id(name)), *content, aria_labelledby=_id(name))
        for name, content in sections.items()
    )
    yield element("main", *told)
    yield element("footer", element("p", f"Made by yahtzee-arena {__version__}."))


def _doubt(report: Report) -> Iterator[str]:
    """Yield a sentence if the games don't show whether the winner is better than the next bot, or else nothing."""
    standings = report.standings
    if len(standings.champions) == 1 and report.plan.pairing.pool is not Pool.GAUNTLET and standings.test is None:
        for lead in standings.comparisons[:1]:
            if not (lead.points.sign or lead.scores.sign):
                winner, other = map(report.name, (lead.first, lead.second))
                yield f"By these games there is no telling whether {winner} plays better than {other}."


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


def _sections(
    report: Report, tournament: Tournament, study: Study, shown: Mapping[int, Curve]
) -> Iterator[tuple[str, Sequence[Markup]]]:
    places = _places_in_full(report)
    bots = [place.bot for place in places]
    best = [element("p", f"The {_MOST_BOTS} best bots.")] if len(report.standings.places) > _MOST_BOTS else []
    yield "Standings", [page_figures.standings_section(report)]
    if not places:
        return
    yield "Scores", [*best, page_figures.scores_section(report, places)]
    if len(bots) > 1:
        yield "Head to head", [_told(_DUELS), *best, page_figures.head_to_head(report, tournament, bots)]
    if not study.games:
        yield "Games", [_told(_NO_GAMES)]
        return
    studied = f"Of the first {len(study.games)} of {tournament.played} games; the bonuses are those of all."
    yield "Rows", [_told(studied), *best, page_figures.rows_section(report, study, places)]
    losses = f"In the same games. {_LOSSES}{'' if study.is_exact else _ESTIMATED}"
    yield "Decisions", [_told(losses), *best, page_figures.decisions_section(report, study, places, shown)]
    told = f"{len(shown)} games: those of the costliest decisions, and the first ones. {_GAMES}"
    games = (game_section(report, *study.games[number], shown[number]) for number in sorted(shown))
    yield "Games", [_told(told), *games]


def _places_in_full(report: Report) -> list[Place]:
    """Return the places (in the standings) of the bots that appear in every section of the page: the best
    `_MOST_BOTS` of the bots that have played."""
    return [place for place in report.standings.places if place.account.games][:_MOST_BOTS]


def _told(text: str) -> Markup:
    return element("p", text)
