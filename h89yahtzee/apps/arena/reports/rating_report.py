"""Rating lists as tables and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from h89yahtzee.apps.arena.reports.json_values import Json
from h89yahtzee.apps.arena.reports.standings_report import count_of_games
from h89yahtzee.arena.ratings.rating_list import AVERAGE, CONFIDENCE, Rating, RatingList


@dataclass(frozen=True, slots=True)
class RatedRules:
    """The lists of all games by the same rules: one for each group of bots that games connect."""

    rules: str
    tournaments: int
    lists: tuple[RatingList, ...]


def lines(rated: Sequence[RatedRules]) -> Iterator[str]:
    """The lines of all lists for people."""
    for number, it in enumerate(rated):
        yield from [""] * bool(number)
        tournaments = "1 tournament" if it.tournaments == 1 else f"{it.tournaments} tournaments"
        games = count_of_games(sum(group.games for group in it.lists))
        yield f"Rules {it.rules}, {tournaments}, {games}, ratings with {100 * CONFIDENCE:.0f} % intervals."
        for place, group in enumerate(it.lists):
            yield ""
            if place:
                yield "These have met none of those above, so their ratings can't be compared with theirs:"
            yield from _table(group)


def _table(group: RatingList) -> Iterator[str]:
    rows = [
        (
            str(rank),
            rating.name,
            f"{rating.elo:.1f}",
            "anchor" if rating.is_anchor else f"{rating.error:.1f}",
            str(rating.games),
            f"{100 * rating.score:.1f} %",
            f"{100 * rating.draws:.1f} %",
            _next(group, rank),
            *([_skill(rating)] if any(it.skill for it in group.ratings) else []),
        )
        for rank, rating in enumerate(group.ratings, 1)
    ]
    heads = ("", "bot", "Elo", "+/-", "games", "score", "draws", "LOS", "openskill")[: len(rows[0])]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = zip(row, widths, "><>>>>>>>", strict=False)
        yield "  ".join(["", *(f"{cell:{side}{width}}" for cell, width, side in cells)]).rstrip()


def _next(group: RatingList, rank: int) -> str:
    """The likelihood that the bot at this rank is stronger than the next."""
    if rank == len(group.ratings):
        return "-"
    return f"{100 * group.ratings[rank - 1].superiority[group.ratings[rank].name]:.1f} %"


def _skill(rating: Rating) -> str:
    return "-" if rating.skill is None else f"{rating.skill.mu:.1f} +/- {rating.skill.sigma:.1f}"


def as_json(rated: Sequence[RatedRules]) -> str:
    """All figures as JSON: a list for each group of bots that games connect."""
    lists: list[Json] = [
        {
            "rules": it.rules,
            "tournaments": it.tournaments,
            "games": group.games,
            "model": "Bradley-Terry with ties by Davidson",
            "ties": round(group.ties, 6),
            "average": None if any(rating.is_anchor for rating in group.ratings) else AVERAGE,
            "confidence": CONFIDENCE,
            "ratings": [_figures(rank, rating) for rank, rating in enumerate(group.ratings, 1)],
        }
        for it in rated
        for group in it.lists
    ]
    return json.dumps(lists, indent=2)


def _figures(rank: int, rating: Rating) -> Json:
    low, high = rating.elo - rating.error, rating.elo + rating.error
    return {
        "rank": rank,
        "bot": rating.name,
        "elo": round(rating.elo, 1),
        "interval": [round(low, 1), round(high, 1)],
        "anchor": rating.is_anchor,
        "games": rating.games,
        "score": round(rating.score, 4),
        "draws": round(rating.draws, 4),
        "superiority": {name: round(likelihood, 4) for name, likelihood in rating.superiority.items()},
        "openskill": None
        if rating.skill is None
        else {"mu": round(rating.skill.mu, 3), "sigma": round(rating.skill.sigma, 3)},
    }
