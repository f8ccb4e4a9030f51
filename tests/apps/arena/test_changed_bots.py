"""A tournament that is resumed with a bot that has changed since."""

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.tournament_files import begun, conditions
from tests.apps.arena.arenas import Arena

BOT = """
from h89yahtzee.arena.bot import Bot

class Hasty(Bot):
    def turn(self, dice, stage):
        return self.score(next(iter(self.legal)))
"""
GIVEN = ("--seed", "7", "--games", "2", "mine.py", "greedy")


def test_a_bot_that_has_changed_is_noticed_while_there_are_games_to_play(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = arena.home / "mine.py"
    mine.write_text(BOT, "ascii")
    monkeypatch.chdir(arena.home)
    plan = parse_arena_options(GIVEN).plan
    assert plan is not None
    journal = begun(plan, arena.home / "it.tournament")
    assert journal is not None
    journal.close()
    resumed = ("--resume", "--journal", "it.tournament", *GIVEN)
    mine.write_text(f"{BOT}\n", "ascii")
    refused = arena.run(*resumed)
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert refused.stderr == (
        "yahtzee-arena: mine: changed since the tournament began; expected the same files as then, or a new "
        "tournament without --resume\n"
    )
    mine.write_text(BOT, "ascii")
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
