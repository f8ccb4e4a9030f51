"""A fixture that makes tables, for the tests in this folder."""

import pytest

from tests.table.tables import MakeTable


@pytest.fixture
def make_table() -> MakeTable:
    return MakeTable()
