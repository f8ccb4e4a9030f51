"""What a study of games tells, against their totals and against the reviews of their records."""

from math import fsum

import pytest

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.results.study import Study
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.replay import recorded
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool
from h89yahtzee.game.rules import H89, OFFICIAL, RuleSet
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.players.review.mistakes import MistakeJudge
from h89yahtzee.players.review.review import review

NAMES = ("greedy", "random", "optimal")
GAMES = [Game(number, ((0, 1, 2), (1, 2, 0), (2, 0, 1))[number % 3], 40 + number) for number in range(4)]


def studied(rules: RuleSet) -> tuple[Plan, Study, list[GameResult]]:
    entrants = parse_entrants(NAMES)
    plan = Plan(entrants, Pairing(3, Pool.ALL, len(GAMES), 7), rules.name, False, Limits())
    study = Study(plan, optimal(rules), MistakeJudge(rules))
    results = []
    with BotPool(entrants) as pool:
        for game in GAMES:
            result = pool.play(rules, game.seats, game.seed)
            assert isinstance(result, GameResult)
            study.count(game, result.moves)
            results.append(result)
    return plan, study, results


@pytest.mark.slow
def test_rows_add_up_to_the_totals_and_losses_to_those_of_the_reviews() -> None:
    plan, study, results = studied(H89)
    for bot in range(3):
        seats = [(game.seats.index(bot), result) for game, result in zip(GAMES, results, strict=True)]
        bonuses = sum(35 * result.upper_bonuses[seat] for seat, result in seats)
        assert sum(use.points for use in study.bots[bot].rows) + bonuses == sum(
            result.totals[seat] for seat, result in seats
        )
        assert [use.filled for use in study.bots[bot].rows] == [len(GAMES)] * 13
        reviews = [
            review(recorded(plan, game, result.moves), optimal(H89))[seat]
            for game, (seat, result) in zip(GAMES, seats, strict=True)
        ]
        assert study.bots[bot].lost == pytest.approx(fsum(player.loss for player in reviews))
        assert fsum(study.bots[bot].losses.values()) == pytest.approx(study.bots[bot].lost)
        worst = sorted((judgement.loss for player in reviews for judgement in player.judgements), reverse=True)[:5]
        found = [costly.step.lost for costly in study.bots[bot].costliest]
        assert found == pytest.approx([loss for loss in worst if loss >= 0.5])


def test_zeros_are_counted_where_cards_end_with_them() -> None:
    _, study, _ = studied(OFFICIAL)
    for bot in range(3):
        zeros = [0] * 13
        for game, steps in study.games.values():
            for row, score in enumerate(steps[-1].after.cards[game.seats.index(bot)].scores[0]):
                zeros[row] += score == 0
        assert [use.zeros for use in study.bots[bot].rows] == zeros


def test_zero_by_the_referee_is_a_step_that_nobody_decided() -> None:
    entrants = parse_entrants(["greedy"])
    plan = Plan(entrants, Pairing(1, Pool.ALL, 1, 7), "h89", True, Limits())
    study = Study(plan, optimal(H89), MistakeJudge(H89))
    study.count(Game(0, (0,), 5), "!" * 13)
    _, steps = study.games[0]
    assert [(step.best, step.lost) for step in steps] == [(None, 0.0)] * 13
    assert [(use.filled, use.zeros) for use in study.bots[0].rows] == [(1, 1)] * 13
    assert study.bots[0].costliest == []
