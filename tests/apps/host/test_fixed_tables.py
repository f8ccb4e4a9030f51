"""The file of tables that are always there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from h89yahtzee.apps.host.fixed_tables import fixed_tables
from h89yahtzee.apps.options.toml_settings import SettingsError
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.table.start.choices import Choices

FILE = """
[[table]]

[[table]]
rules = "quintzee"
columns = 3
bonus = "normal"
seats = 1
computers = ["hard", "greedy"]
same-dice = true
turn-time = 45
think-time = 500
"""


def tables_in(path: Path, text: str) -> list[Choices]:
    (path / "tables.toml").write_text(text)
    return fixed_tables(path / "tables.toml")


def test_tables_are_as_the_file_says(tmp_path: Path) -> None:
    usual, special = tables_in(tmp_path, FILE)
    assert usual.players == (Player("anybody"), Player("anybody"))
    assert (usual.rules, usual.duplicate, usual.turn_time, usual.think_time) == ("h89", False, None, 1.0)
    assert [player.strategy for player in special.players] == [HUMAN, "optimal", "greedy"]
    setup = special.setup(7)
    assert (setup.rules.columns, setup.rules.bonus, setup.duplicate) == (3, "normal", True)
    assert (special.turn_time, special.think_time, special.is_hosted) == (45, 0.5, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("[table]", "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("[[table]]\n" * 101, "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("seats = 3\n[[table]]", "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("table = [3]", "table 1: expected keys and their values"),
        ("[[table]]\n[[table]]\nrule = 3", "table 2: expected a setting (bonus, columns, computers"),
        ("[[table]]\nrules = 'offical'", "rules: expected h89, official,"),
        ("[[table]]\nseats = 11", "seats: expected a whole number from 1 to 10, not '11'"),
        ("[[table]]\nseats = 9\ncomputers = ['easy', 'easy']", "expected at most 10 seats with those of computers"),
        ("[[table]]\ncomputers = 'gredy'", "did you mean 'greedy'?"),
        ("[[table]]\nrules = 'yacht'\ncomputers = 'classic'", "classic can't play yacht"),
        ("[[table]]\ncolumns = 3", "expected 1 column for h89, not 3; quintzee has 1, 2, 3, 4, 5 or 6"),
        ("[[table]", "expected TOML"),
    ],
)
def test_what_is_wrong_is_said_with_the_name_of_the_file(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(expected)) as failure:
        tables_in(tmp_path, text)
    assert str(failure.value).startswith(f"{tmp_path}/tables.toml: ")
