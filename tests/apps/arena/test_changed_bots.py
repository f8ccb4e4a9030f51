"""A tournament that is resumed with a bot that has changed since."""

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.tournament_files import begun
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
