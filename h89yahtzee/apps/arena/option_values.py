"""What reads the values of options of `yahtzee-arena`; ValueError naming what was expected."""

from __future__ import annotations

import re

from h89yahtzee.arena.ratings.sequential_test import MOST

DASK = "dask://"


def seconds(text: str) -> float:
    """An option's seconds."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise ValueError(f"expected seconds, not {text!r}")
    return float(text)


def two_strengths(text: str) -> tuple[float, float]:
    """The strengths of a sequential test in Elo."""
    numbers = [_number(word, -MOST, MOST) for word in text.split()]
    if len(numbers) != 2 or numbers[0] >= numbers[1]:
        raise ValueError(f"expected two numbers from {-MOST:g} to {MOST:g}, the smaller one first, not {text!r}")
    return numbers[0], numbers[1]


def error_rate(text: str) -> float:
    """How often a sequential test may be wrong."""
    return _number(text, 0.001, 0.499)


def named_rating(text: str) -> tuple[str, float]:
    """A bot's name and its rating."""
    name, equals, rating = text.rpartition("=")
    if not equals or not name:
        raise ValueError(f"expected NAME=ELO, not {text!r}")
    return name, _number(rating, -1e5, 1e5)


def _number(text: str, low: float, high: float) -> float:
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,6})?", text) or not low <= float(text) <= high:
        raise ValueError(f"expected a number from {low:g} to {high:g}, not {text!r}")
    return float(text)


def cluster(text: str) -> str:
    """A cluster's address without `DASK`."""
    address = text.removeprefix(DASK)
    if not re.fullmatch(r"[^/\s]+:[0-9]+", address) or address == text:
        raise ValueError(f"expected {DASK}HOST:PORT, not {text!r}")
    return address
