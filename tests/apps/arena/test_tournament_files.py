"""The files that a tournament writes, which are hidden from bots."""

import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.rated_tournaments import rate
from h89yahtzee.apps.arena.tournament_files import conditions, confirm
from h89yahtzee.apps.command import CommandError
from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrant
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.tournament.plan import Plan, format_plan
from h89yahtzee.arena.tournament.runner import Conditions
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.store.tournaments import TournamentJournal


def conditions_of(*arguments: str) -> Conditions:
    options = parse_arena_options(arguments)
    assert options.plan is not None
    return conditions(options.plan, options)


def test_logs_of_bots_are_where_they_are_asked_for_or_where_the_man_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    own = tmp_path / ".local/share/h89yahtzee"
    (tmp_path / "bot.py").touch()
    bot = str(tmp_path / "bot.py")
    assert conditions_of(bot).logs == own / "arena" / "logs"
    assert conditions_of("--logs", "here", bot).logs == Path("here")
    assert conditions_of("--logs", "here", "random").logs is None
    theirs = (tmp_path / ".cache/h89yahtzee", tmp_path / ".config/h89yahtzee")
    written = conditions_of("--journal", "mine", "--records", "games", bot)
    assert {*written.hidden} == {own, *theirs, Path("mine"), Path("mine-wal"), Path("games")}


class Answering(StringIO):
    """A terminal at which somebody answers."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "runs"), [("y\n", True), ("n\n", False), ("\n", False), ("", False)])
def test_bots_of_a_journal_are_shown_without_escapes_before_they_run(
    answer: str, runs: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entrants = (Entrant("it", Kind.PROGRAM, command=("/bin/sh", "-c", "echo \x1b[2J")), parse_entrant("random"))
    plan = Plan(entrants, Pairing(2, Pool.ALL, 2, 7), "official", False, Limits())
    monkeypatch.setattr(sys, "stdin", Answering(answer))
    if runs:
        confirm(plan, Path("theirs"))
    else:
        with pytest.raises(CommandError, match="theirs: nothing was run"):
            confirm(plan, Path("theirs"))
    shown = capsys.readouterr().err
    assert "  /bin/sh -c " in shown
    assert "\x1b" not in shown
    confirm(replace(plan, entrants=plan.entrants[1:]), Path("theirs"))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("column", "value"), [("game", value) for value in ("x", b"", 0.5, -1, 2**60)] + [("seats", 1)]
)
def test_a_journal_with_odd_numbers_of_games_is_told_of(column: str, value: object, tmp_path: Path) -> None:
    """Ratings would play up to the last game, without playing."""
    path = tmp_path / "it"
    plan = Plan(
        tuple(map(parse_entrant, ("greedy", "random"))), Pairing(2, Pool.ALL, 10**9, 7), "official", False, Limits()
    )
    TournamentJournal.begin(path, format_plan(plan)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("INSERT INTO outcome VALUES (0, '0 1', '[[1,2],[0,0],[0,0],[0,0],[0,0],[0,0],\"\"]')")
        database.execute(f"UPDATE outcome SET {column} = ?", (value,))
    with pytest.raises(CommandError, match="it: "):
        rate([path], "", {}, is_json=True)
