"""A sequential test in words and figures, in the form that users of fastchess know."""

from __future__ import annotations

from math import isfinite

from h89yahtzee.apps.arena.reports.json_values import Json
from h89yahtzee.arena.ratings.sequential_test import SequentialTest


def state(test: SequentialTest) -> str:
    """The log-likelihood ratio, its bounds and the strengths: `LLR: 1.31 (-2.94, 2.94) [0, 10]`."""
    low, high = test.hypotheses.bounds
    return f"LLR: {test.llr:.2f} ({low:.2f}, {high:.2f}) [{test.hypotheses.elo0:g}, {test.hypotheses.elo1:g}]"


def verdict(test: SequentialTest, first: str, second: str) -> str:
    """The two lines at the end of the table."""
    terms, elo = test.hypotheses, test.elo()
    results = "pairs (lost to won)" if test.is_of_pairs else "games (lost, drawn, won)"
    lead = "" if elo is None or not isfinite(elo) else f", Elo {elo:+.1f}"
    found = {
        0: f"H0 is accepted: {first} isn't {terms.elo1:g} Elo better than {second}.",
        1: f"H1 is accepted: {first} is more than {terms.elo0:g} Elo better than {second}.",
        None: f"Neither is accepted after {test.games} games.",
    }[test.accepted]
    return f"{state(test)}, {results} {' '.join(map(str, test.counts))}{lead}.\n{found}"


def figures(test: SequentialTest) -> dict[str, Json]:
    terms, elo = test.hypotheses, test.elo()
    low, high = terms.bounds
    return {
        "elo_model": "logistic",
        "results": "pentanomial" if test.is_of_pairs else "trinomial",
        "elo0": terms.elo0,
        "elo1": terms.elo1,
        "alpha": terms.alpha,
        "beta": terms.beta,
        "llr": round(test.llr, 4),
        "lower_bound": round(low, 4),
        "upper_bound": round(high, 4),
        "counts": [*test.counts],
        "games": test.games,
        "elo": None if elo is None or not isfinite(elo) else round(elo, 1),
        "accepted": None if test.accepted is None else f"H{test.accepted}",
    }
