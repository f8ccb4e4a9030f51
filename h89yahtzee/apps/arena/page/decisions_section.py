"""The decisions on the page: what bots lost against the solver's play, by which mistakes, and the costliest."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.apps.arena.page.markup import Markup, bot_name, element, joined, table
from h89yahtzee.apps.arena.reports.standings_report import Report
from h89yahtzee.arena.results.standings import Place
from h89yahtzee.arena.results.study import BotStudy, Costly, Study
from h89yahtzee.notation.position_text import Position, format_position
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.review.mistakes import Mistake

_HEADS = ("game", "lost", "dice and rolls", "played", "best", "turn", "position")


def decisions_section(report: Report, study: Study, places: Sequence[Place], shown: Container[int]) -> Markup:
    """`shown` are the numbers of the games that are on the page turn by turn."""
    has_kinds = report.plan.rule_set.columns == 1
    heads = ["bot", "lost a game", *(kind.value for kind in Mistake if has_kinds)]
    rows = [[bot_name(report.name(place.bot)), *_losses(study.bots[place.bot], has_kinds)] for place in places]
    costliest = (_costliest(report, study.bots[place.bot], place.bot, shown) for place in places)
    return joined([table("losses", "Points lost a game, by kind of mistake", heads, rows), *costliest])


def _losses(study: BotStudy, has_kinds: bool) -> Iterator[str]:
    yield f"{study.lost / study.games:.2f}" if study.games else "-"
    for kind in Mistake if has_kinds else ():
        yield f"{study.losses[kind] / study.games:.2f}" if study.games else "-"


def _costliest(report: Report, study: BotStudy, bot: int, shown: Container[int]) -> Markup:
    name = bot_name(report.name(bot))
    if not study.costliest:
        return element("p", name, " has lost next to nothing by any decision.")
    rows = (list(_row(costly, costly.game.number in shown)) for costly in study.costliest)
    return table(f"costliest-{bot}", joined(["The costliest decisions of ", name]), _HEADS, rows, "words")


def _row(costly: Costly, is_shown: bool) -> Iterator[str]:
    state, step = costly.step.state, costly.step
    number = f"Game {costly.game.number + 1}"
    yield element("a", number, href=f"#{step_id(costly.game.number, costly.number)}") if is_shown else number
    yield f"{step.lost:.2f}"
    yield f"{format_digits(state.dice)}, {state.rolls_left} left"
    assert step.move is not None
    assert step.best is not None
    yield action_text(state, step.move)
    yield action_text(state, step.best)
    yield str(state.turn + 1)
    position = element("code", format_position(Position.of(state)))
    yield element("details", element("summary", "in words"), position)


def step_id(game: int, step: int) -> str:
    return f"game-{game + 1}-step-{step + 1}"
