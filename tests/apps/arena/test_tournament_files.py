"""The files that a tournament writes, which are hidden from bots."""

from pathlib import Path

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.tournament_files import conditions
from h89yahtzee.arena.tournament.runner import Conditions


def conditions_of(*arguments: str) -> Conditions:
    options = parse_arena_options(arguments)
    assert options.plan is not None
    return conditions(options.plan, options)


def test_logs_of_bots_are_where_they_are_asked_for_or_where_the_man_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    own = tmp_path / ".local/share/h89yahtzee/arena"
    (tmp_path / "bot.py").touch()
    bot = str(tmp_path / "bot.py")
    assert conditions_of(bot).logs == own / "logs"
    assert conditions_of("--logs", "here", bot).logs == Path("here")
    assert conditions_of("--logs", "here", "random").logs is None
    written = conditions_of("--journal", "mine", "--records", "games", bot)
    assert written.hidden == (own, Path("mine"), Path("games"))
    assert written.keep_records
