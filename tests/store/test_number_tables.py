"""Tables of numbers in files: a table is read as it was written, and nothing else is ever taken for a table."""

import os
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.cached_values import BrokenTable, read_table, write_table

NUMBERS = array("d", [254.5877, 0.0, -1e300, 1 / 3])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "values"


def test_what_was_written_is_read(path: Path) -> None:
    write_table(path, NUMBERS)
    assert read_table(path, len(NUMBERS)) == NUMBERS
    assert [file.name for file in path.parent.iterdir()] == ["values"]


def test_a_file_that_is_not_there_is_no_table(path: Path) -> None:
    assert read_table(path, 4) is None


def test_what_is_no_file_is_no_table(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(BrokenTable, match="values: not a file"):
        read_table(path, 4)
    write_table(path, NUMBERS)
    assert read_table(path, 4) == NUMBERS


@pytest.mark.parametrize("length", [0, 3, 5])
def test_another_length_is_another_table(path: Path, length: int) -> None:
    write_table(path, NUMBERS)
    with pytest.raises(BrokenTable, match="expected a whole table"):
        read_table(path, length)


def test_another_name_is_another_table(path: Path) -> None:
    write_table(path, NUMBERS)
    path.rename(path.with_name("others"))
    with pytest.raises(BrokenTable, match="expected a whole table"):
        read_table(path.with_name("others"), 4)


@given(at=st.integers(0, 82), bit=st.integers(0, 7))
def test_every_bit_counts(tmp_path_factory: pytest.TempPathFactory, at: int, bit: int) -> None:
    path = tmp_path_factory.mktemp("tables") / "values"
    write_table(path, NUMBERS)
    content = bytearray(path.read_bytes())
    assert len(content) == 83
    content[at] ^= 1 << bit
    path.write_bytes(content)
    with pytest.raises(BrokenTable, match="expected a whole table"):
        read_table(path, 4)


@pytest.mark.parametrize("kept", [0, 1, 40, 51, 82])
def test_a_file_that_was_cut_is_no_table(path: Path, kept: int) -> None:
    write_table(path, NUMBERS)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BrokenTable, match="expected a whole table"):
        read_table(path, 4)


def test_a_directory_is_no_table(path: Path) -> None:
    path.mkdir()
    assert read_table(path, 4) is None


def test_a_table_that_can_not_be_written_leaves_nothing(path: Path) -> None:
    path.mkdir()
    (path / "in the way").touch()
    with pytest.raises(OSError, match="values"):
        write_table(path, NUMBERS)
    assert [file.name for file in path.parent.iterdir()] == ["values"]
