"""Dates of the calendar; nothing here reads the clock."""

from __future__ import annotations

import re
from calendar import monthrange
from typing import NamedTuple


class Day(NamedTuple):
    """A date of the Gregorian calendar, written as 2026-11-22."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"

    @property
    def before(self) -> Day:
        if self.day > 1:
            return self._replace(day=self.day - 1)
        year, month = (self.year, self.month - 1) if self.month > 1 else (self.year - 1, 12)
        return Day(year, month, _days_in(year, month))


def _days_in(year: int, month: int) -> int:
    return monthrange(year, month)[1]


def parse_day(text: str) -> Day | None:
    """Parse a date written as 2026-11-22; return None for other text, and for a date that the calendar lacks."""
    if not re.fullmatch("[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}", text):
        return None
    day = Day(*map(int, text.split("-")))
    is_there = 1 <= day.month <= 12 and 1 <= day.day <= _days_in(day.year, day.month)
    return day if is_there else None
