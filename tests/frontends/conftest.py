"""A table for any test that asks."""

import pytest

from tests.table.tables import MakeTable


@pytest.fixture
def make_table() -> MakeTable:
    return MakeTable()
