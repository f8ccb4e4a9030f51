"""The files of a tournament: they are hidden from bots, bots' files are checked for changes before a tournament is
resumed, and a journal may be damaged in any way.
"""

from __future__ import annotations

import gc
import random
import sqlite3
import sys
from contextlib import closing, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.rated_tournaments import rate
from h89yahtzee.apps.arena.tournament_files import begun, conditions, confirm, known
from h89yahtzee.apps.command import CommandError
from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrant, parse_entrants
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.plan import Plan, format_outcome, format_plan, parse_plan
from h89yahtzee.arena.tournament.runner import Conditions
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.store.database import JournalError
from h89yahtzee.store.tournaments import TournamentJournal, new_journal
from tests.apps.arena.arenas import FIRST, Arena


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
    """Standard input that is a terminal, on which somebody types an answer."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "runs"), [("y\n", True), ("n\n", False), ("\n", False), ("", False)])
def test_bots_of_a_journal_are_shown_without_escapes_before_they_run(
    answer: str, runs: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entrants = (Entrant("it", Kind.PROGRAM, command=("/bin/sh", "-c", "echo \x1b[2J")), parse_entrant("random"))
    plan = Plan(entrants, Pairing(2, Pool.ALL, 2, 7), "official")
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
    """Ratings go through all game numbers up to the journal's last one, which would take long for a huge one."""
    path = tmp_path / "it"
    plan = Plan(tuple(map(parse_entrant, ("greedy", "random"))), Pairing(2, Pool.ALL, 10**9, 7), "official")
    TournamentJournal.begin(path, format_plan(plan)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("INSERT INTO outcome VALUES (0, '0 1', '[[1,2],[0,0],[0,0],[0,0],[0,0],[0,0],\"\"]')")
        database.execute(f"UPDATE outcome SET {column} = ?", (value,))
    with pytest.raises(CommandError, match="it: "):
        rate([path], "", {}, is_json=True)


GIVEN = ("--seed", "7", "--games", "2", "mine.py", "greedy")


def test_a_bot_that_has_changed_is_noticed_while_there_are_games_to_play(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = arena.home / "mine.py"
    mine.write_text(FIRST, "ascii")
    monkeypatch.chdir(arena.home)
    plan = parse_arena_options(GIVEN).plan
    assert plan is not None
    journal = begun(plan, arena.home / "it.tournament")
    assert journal is not None
    journal.close()
    resumed = ("--resume", "--journal", "it.tournament", *GIVEN)
    mine.write_text(f"{FIRST}\n", "ascii")
    refused = arena.run(*resumed)
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert refused.stderr == (
        "yahtzee-arena: mine: changed since the tournament began; expected the same files as then, or a new "
        "tournament without --resume\n"
    )
    mine.write_text(FIRST, "ascii")
    table = arena.table(*resumed)
    mine.write_text("", "ascii")
    assert arena.table(*resumed) == table


PRYING = """
from pathlib import Path
from h89yahtzee.arena.bot import Bot

class Prying(Bot):
    def turn(self, dice, stage):
        return self.score(next(iter(self.legal)))

    def game_over(self):
        for name in ("bot.py", "it.tournament", "it.tournament-wal", "games", "logs/mine.log"):
            try:
                open(Path(__file__).parent / name).close()
            except OSError as error:
                print(name, type(error).__name__)
"""


def test_what_a_tournament_writes_in_the_folder_of_a_bot_is_none_of_its_files(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = arena.home / "mine"
    (folder / "logs").mkdir(parents=True)
    (folder / "bot.py").write_text(PRYING, "ascii")
    (folder / "it.tournament-wal").touch()
    monkeypatch.chdir(arena.home)
    files = ("--journal", "mine/it.tournament", "--records", "mine/games", "--logs", "mine/logs")
    given = (*files, "--games", "2", "--processes", "1", "./mine", "greedy")
    options = parse_arena_options(given)
    assert options.plan is not None
    journal = begun(options.plan, options.journal, conditions(options.plan, options).hidden)
    assert journal is not None
    journal.close()
    (folder / "logs" / "mine.log").write_text("begun\n", "ascii")
    arena.table("--resume", *given)
    refused = "it.tournament PermissionError\nit.tournament-wal PermissionError\ngames PermissionError\n"
    said = (folder / "logs" / "mine.log").read_text("ascii")
    assert said == "begun\n" + 2 * f"{refused}logs/mine.log PermissionError\n"


GAMES = 8
RESULT = GameResult((200, 190), (1, 0), (0, 1), (0, 0), (0.1, 0.2), penalties=(0, 0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    entrants = parse_entrants(["classic:ha=5,hb=-3", "a=./b c"])
    plan = Plan(entrants, Pairing(2, Pool.ALL, GAMES, 1), "official")
    with closing(new_journal(tmp_path, format_plan(plan))) as journal:
        journal.post((game, "0 1", format_outcome(RESULT, (0, 1))) for game in range(GAMES))
    with closing(sqlite3.connect(journal.path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return journal.path


def read(path: Path) -> int:
    """Return the number of games in a journal; raise JournalError or ValueError if the journal isn't valid."""
    with closing(TournamentJournal(path)) as journal:
        outcomes = known(journal)
        Tournament(parse_plan(journal.plan).pairing, outcomes)
        return len(outcomes)


def check_changed(path: Path, number: int) -> None:
    content, numbers = path.read_bytes(), random.Random(4)
    assert read(path) == GAMES
    for _ in range(number):
        data = bytearray(content)
        for _ in range(numbers.choice([1, 1, 2, 8])):
            data[numbers.randrange(len(data))] = numbers.choice([0, 0xFF, 0x80, numbers.randrange(256)])
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(data)
        with suppress(JournalError, ValueError):
            read(path)


def test_changed_bytes(path: Path) -> None:
    check_changed(path, 150)
    gc.collect()


@pytest.mark.slow
def test_many_changed_bytes(path: Path) -> None:
    check_changed(path, 6_000)
    gc.collect()
