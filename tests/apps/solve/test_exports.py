"""The tables of `yahtzee-solve --export` in both formats, compared with values published or worked out by hand."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.apps.solve.solving import output, refusal
from tests.solver.backends import needs_kernel

CHOICE, YACHT = 10, 11
"""Rows of yacht. Its states are the 2^12 sets of open rows and nothing else, since it has no bonus."""


def exported(path: Path, *arguments: str) -> dict[str, Any]:
    output("--rules", "yacht", "--export", path, *arguments)
    with np.load(path) as arrays:
        return dict(arrays)


def test_the_path_may_begin_with_a_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    output("--rules", "yacht", "--export", "./t.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["t.npz"]


def test_every_state_has_its_value(tmp_path: Path) -> None:
    """Choice alone is worth 70/3 with the best rolls; five alike come up in 4.6028643 % of turns, for 50 points."""
    table = exported(tmp_path / "t.npz")
    assert table["open_rows"].tolist() == [*range(1, 1 << 12)]
    assert not table["holds_yahtzee"].any()
    assert not table["upper_sum"].any()
    values = dict(zip(table["open_rows"].tolist(), table["value"].tolist(), strict=True))
    assert values[1 << CHOICE] == pytest.approx(70 / 3, abs=1e-9)
    assert values[1 << YACHT] == pytest.approx(50 * 0.046028643, abs=1e-6)
    assert values[(1 << 12) - 1] == pytest.approx(166.9881179, abs=1e-7)


def test_decisions_have_the_value_and_the_regret_of_every_legal_action(tmp_path: Path) -> None:
    table = exported(tmp_path / "t.npz", "--plays", "1000", "--seed", "7")
    values, regrets = table["plays_values"], table["plays_regrets"]
    assert values.shape == regrets.shape == (1000, 32 + 12)
    rolls, rows = table["plays_rolls_left"] > 0, table["plays_open_rows"]
    is_legal = ~np.isnan(values)
    assert np.array_equal(is_legal[:, 0], rolls)
    assert np.array_equal(is_legal[:, 31], rolls)
    assert np.array_equal(is_legal[:, 32:], rows[:, None] >> np.arange(12) & 1 == 1)
    assert np.allclose(regrets[is_legal], (np.nanmax(values, 1)[:, None] - values)[is_legal])
    assert (np.nanmin(regrets, 1) == 0).all()
    last = (rows == 1 << CHOICE) & ~rolls
    assert last.any()
    assert values[last, 32 + CHOICE].tolist() == table["plays_dice"][last].sum(1).tolist()
    chosen = regrets[np.arange(1000), table["plays_action"]]
    assert 0.15 < (chosen > 0).mean() < 0.3


def test_a_seed_gives_the_same_bytes_and_another_one_others(tmp_path: Path) -> None:
    files = []
    for number, seed in enumerate(("7", "7", "8")):
        files.append(tmp_path / f"{number}.npz")
        output("--rules", "yacht", "--export", files[-1], "--plays", "50", "--seed", seed)
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()


def test_parquet_has_the_same_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrays = exported(tmp_path / "t.npz", "--plays", "50")
    said = output("--rules", "yacht", "--export", tmp_path / "t.parquet", "--plays", "50")
    assert said.endswith("t.plays.parquet: 4,095 states and 50 plays of yacht\n")
    read = {
        "": parquet.read_table(tmp_path / "t.parquet"),
        "plays_": parquet.read_table(tmp_path / "t.plays.parquet"),
    }
    assert {f"{part}{name}" for part, table in read.items() for name in table.column_names} == arrays.keys()
    for part, table in read.items():
        for name in table.column_names:
            column = np.array(table[name].to_pylist(), np.float64)
            assert np.array_equal(column, arrays[f"{part}{name}"].astype(np.float64), equal_nan=True)


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("name", ["t.npz", "t.parquet"])
def test_official_rules_have_half_a_million_states(tmp_path: Path, name: str) -> None:
    said = output("--rules", "official", "--export", tmp_path / name)
    assert said == f"{tmp_path / name}: 536,320 states of official\n"


def test_without_pyarrow_a_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = refusal("--rules", "yacht", "--export", tmp_path / "t.parquet", status=1)
    assert told.endswith("Parquet needs pyarrow: pip install 'h89yahtzee[parquet]'\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--export", "t.csv"), "expected FILE.npz or FILE.parquet"),
        (("--export", "./.npz"), "expected FILE.npz or FILE.parquet"),
        (("--plays", "3"), "expected --export with it"),
        (("--export", "t.npz", "--seed", "3"), "expected --plays with it"),
        (("--export", "t.npz", "--json"), "expected no --json with it"),
        (("--export", "t.npz", "--rules", "triple"), "expected rules of one column with --export"),
        (("--export", "t.npz", "--distribution"), "--distribution"),
    ],
)
def test_wrong_command_lines_are_refused(arguments: tuple[str, ...], told: str) -> None:
    assert told in refusal(*arguments, status=2)
