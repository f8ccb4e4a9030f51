"""A fixture that makes tables, for the tests of the front ends."""

import pytest

from tests.table.tables import MakeTable


@pytest.fixture
def make_table() -> MakeTable:
    return MakeTable()
