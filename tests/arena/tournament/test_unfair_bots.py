"""Bots that try to learn dice to come from what a tournament tells them: their results are no better for it."""

from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.runner import Conditions, processes, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament

BOTS = Path(__file__).resolve().parents[1] / "bots"
HELPER = """
from h89yahtzee.arena.bot import Bot

games = []

class Helper(Bot):
    def turn(self, dice, stage):
        if len(games) == {games} and len(self.card.open_categories()) == 1:
            return None
        return self.score(next(iter(self.legal)))

    def game_over(self):
        games.append(self)
"""


def played(games: int, logs: Path, *bots: str) -> Tournament:
    """Play a tournament of these bots at one table, in this process."""
    tournament = Tournament(Pairing(len(bots), Pool.ALL, games, 7))
    plan = Plan(parse_entrants(bots), tournament.pairing, "official")
    with processes(1) as workers:
        run(tournament, workers, Conditions(plan, logs), lambda _: None)
    return tournament


@pytest.mark.slow
def test_with_the_same_dice_nothing_is_learnt_from_the_player_before(tmp_path: Path) -> None:
    """The bot `seer.py` plays exactly but for its use of scores: it isn't ahead of exact play in 150 games."""
    account = played(150, tmp_path, str(BOTS / "seer.py"), "optimal").tally.accounts
    decided = account[0].wins + account[1].wins
    assert account[0].wins - account[1].wins <= 1.96 * decided**0.5


@pytest.mark.slow
def test_a_helper_that_breaks_a_rule_late_makes_its_friend_no_better(tmp_path: Path) -> None:
    games = 100
    (tmp_path / "helper.py").write_text(HELPER.format(games=games - 1), "ascii")
    tournament = played(games, tmp_path, str(tmp_path / "helper.py"), str(BOTS / "replay.py"))
    assert [(gone.bot, gone.game) for gone in tournament.disqualified] == [(0, games - 1)]
    assert not (tmp_path / "replay.log").exists()
    alone = played(games, tmp_path, str(BOTS / "replay.py")).tally.accounts[0].scores
    scores = tournament.tally.accounts[1].scores
    assert scores.size == alone.size == games
    error = alone.standard_error()
    assert error is not None
    assert abs(scores.mean() - alone.mean()) < 4 * error
