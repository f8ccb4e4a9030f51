"""A tournament as one page that asks for nothing else: tables that need no script, and games to step through.

The page is the same for the same games: it has no date, and no times of moves.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from h89yahtzee import __version__
from h89yahtzee.apps.arena.page.chance_curve import Curve
from h89yahtzee.apps.arena.page.decisions_section import decisions_section
from h89yahtzee.apps.arena.page.games_section import game_section
from h89yahtzee.apps.arena.page.markup import Markup, element, start
from h89yahtzee.apps.arena.page.rows_section import rows_section
from h89yahtzee.apps.arena.page.scores_section import scores_section
from h89yahtzee.apps.arena.page.standings_section import head_to_head, standings_section
from h89yahtzee.apps.arena.reports.standings_report import Report, end, heading
from h89yahtzee.arena.results.standings import Place
from h89yahtzee.arena.results.study import Study
from h89yahtzee.arena.tournament.tournament import Tournament

MOST_BOTS = 16
_DUELS = (
    "By how many points the bot of a row is ahead of that of a column in a game, with a 95 % confidence interval."
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
_NO_MOVES = "No game is shown: their moves weren't kept, or their tables have more than ten bots."


def tournament_page(report: Report, tournament: Tournament, study: Study, shown: Mapping[int, Curve]) -> str:
    """The page; `shown` are the games that are on it turn by turn, by number, with the chances in them."""
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
        *map(_told, (heading(report.plan), *before)),
        element("nav", *(element("a", name, href=f"#{_id(name)}") for name in sections), aria_label="Sections"),
    )
    yield element("main", *(_section(name, content) for name, content in sections.items()))
    yield element("footer", element("p", f"Made by yahtzee-arena {__version__}."))


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


def _section(name: str, content: Sequence[Markup]) -> Markup:
    return element("section", element("h2", name, id=_id(name)), *content, aria_labelledby=_id(name))


def _sections(
    report: Report, tournament: Tournament, study: Study, shown: Mapping[int, Curve]
) -> Iterator[tuple[str, Sequence[Markup]]]:
    places = places_in_full(report)
    bots = [place.bot for place in places]
    best = [element("p", f"The {MOST_BOTS} best bots.")] if len(report.standings.places) > MOST_BOTS else []
    yield "Standings", [standings_section(report)]
    if not places:
        return
    yield "Scores", [*best, scores_section(report, places)]
    if len(bots) > 1:
        yield "Head to head", [_told(_DUELS), *best, head_to_head(report, tournament, bots)]
    if not study.games:
        yield "Games", [_told(_NO_MOVES)]
        return
    studied = f"Of the first {len(study.games)} of {tournament.played} games; the bonuses are those of all."
    yield "Rows", [_told(studied), *best, rows_section(report, study, places)]
    losses = f"In the same games. {_LOSSES}{'' if study.is_exact else _ESTIMATED}"
    yield "Decisions", [_told(losses), *best, decisions_section(report, study, places, shown)]
    told = f"{len(shown)} games: those of the costliest decisions, and the first ones. {_GAMES}"
    yield (
        "Games",
        [_told(told), *(game_section(report, *study.games[number], shown[number]) for number in sorted(shown))],
    )


def places_in_full(report: Report) -> list[Place]:
    """The places of the bots that have more than their line in the standings."""
    return [place for place in report.standings.places if place.account.games][:MOST_BOTS]


def _told(text: str) -> Markup:
    return element("p", text)
