"""Days of the calendar, compared with those of Python's own library."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.day import Day, parse_day


@given(st.dates(date(1000, 1, 2), date(9999, 12, 31)))
def test_texts_and_the_day_before(day: date) -> None:
    found = parse_day(day.isoformat())
    assert found is not None
    assert (found, str(found)) == ((day.year, day.month, day.day), day.isoformat())
    assert str(found.before) == (day - timedelta(1)).isoformat()


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-1", "20260101", "0000-01-01"],
)
def test_other_texts(text: str) -> None:
    assert parse_day(text) is None


def test_leap_day() -> None:
    assert parse_day("2028-02-29") == Day(2028, 2, 29)
