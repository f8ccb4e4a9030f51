"""Games dealt again from their moves and judged, compared with records, reviews and totals; means without luck."""

import gzip
from collections.abc import Sequence
from math import fsum
from pathlib import Path

import numpy as np
import pytest

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool
from h89yahtzee.arena.tournament.study import Skill, Study, mean_of, recorded, replayed, without_luck
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import H89, OFFICIAL, RULE_SETS, RuleSet
from h89yahtzee.game.state import Action, GameState, Roll, Score, apply, new_game
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import optimal, strategy
from h89yahtzee.players.mistakes import MistakeJudge
from h89yahtzee.players.review import review
from tests.arena.outcomes import result_of
from tests.naming import each
from tests.parameters import few_fast
from tests.players.playing import played_alone

RATED = Path(__file__).resolve().parents[2] / "data" / "rated_games.txt.gz"
NAMES = ("greedy", "random", "hasty")


def plan(rules: RuleSet, names: Sequence[str] = NAMES) -> Plan:
    entrants = parse_entrants(names)
    return Plan(entrants, Pairing(len(names), Pool.ALL, 3, 7), format_rules(rules))


def played(rules: RuleSet, seats: Sequence[int], seed: int, duplicate: bool) -> Record:
    """Play a game of the program's own strategies and return its record, kept move by move."""
    setup = Setup(tuple(Player(NAMES[bot], NAMES[bot]) for bot in seats), seed, rules, duplicate)
    players = [strategy(NAMES[bot], setup) for bot in seats]
    deal = Dealer(seed, duplicate).deal
    state = new_game(rules, len(seats), deal)
    record = Record.of(setup, state)
    while not state.is_over:
        action = players[state.seat].decide(state).action
        after = apply(state, action, deal)
        record, state = record.after(action, state, after), after
    return record


@each(("rules", "is_independent"), [(rules, number % 2 == 1) for number, rules in enumerate(RULE_SETS.values())])
def test_a_game_is_dealt_again_from_its_moves(rules: RuleSet, is_independent: bool) -> None:
    game = Game(0, (2, 0, 1), 11, is_independent)
    with BotPool(parse_entrants(NAMES)) as pool:
        outcome = pool.play(rules, game.seats, game.seed, not is_independent)
    assert isinstance(outcome, GameResult)
    expected = played(rules, game.seats, game.seed, not is_independent)
    assert recorded(plan(rules), game, outcome.moves) == expected
    assert [*expected.states()][-1].totals() == outcome.totals


def test_moves_that_the_rules_forbid_are_refused() -> None:
    rules = RULE_SETS["official"]
    game = Game(0, (0,), 1)
    with BotPool(parse_entrants(NAMES)) as pool:
        moves = result_of(pool, (0,), 1, rules).moves
    whole = [*replayed(plan(rules), game, moves)]
    assert whole[-1][2].is_over
    damages = {f"{moves}a": "after its end", moves[:-1]: "no end", "aaaa": "no rolls", "Z": "row 25", "?": "a move"}
    for damaged, reason in damages.items():
        with pytest.raises(ValueError, match=reason):
            [*replayed(plan(rules), game, damaged)]


STUDIED = ("greedy", "random", "optimal")
GAMES = [Game(number, ((0, 1, 2), (1, 2, 0), (2, 0, 1))[number % 3], 40 + number) for number in range(4)]


def studied(rules: RuleSet, games: Sequence[Game]) -> tuple[Plan, Study, list[GameResult]]:
    entrants = parse_entrants(STUDIED)
    plan = Plan(entrants, Pairing(3, Pool.ALL, len(games), 7), rules.name)
    study = Study(plan, optimal(rules), MistakeJudge(rules))
    results = []
    with BotPool(entrants) as pool:
        for game in games:
            result = pool.play(rules, game.seats, game.seed)
            assert isinstance(result, GameResult)
            study.count(game, result.moves)
            results.append(result)
    return plan, study, results


@pytest.mark.slow
def test_rows_add_up_to_the_totals_and_losses_to_those_of_the_reviews() -> None:
    plan, study, results = studied(H89, GAMES)
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


@pytest.mark.slow
def test_zeros_are_counted_where_cards_end_with_them() -> None:
    _, study, _ = studied(OFFICIAL, GAMES[:1])
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


def commonest(state: GameState) -> Action:
    """Keep the dice of the commonest face, or post where the dice score most; of equals the highest face or row."""
    if state.rolls_left:
        kept = max(state.dice, key=lambda face: (state.dice.count(face), face))
        return Roll(tuple(position for position, face in enumerate(state.dice) if face != kept))
    return Score(max(state.legal_boxes(), key=lambda box: (state.potential_score(box), -box.row)))


def rated(first: int, games: int) -> Skill:
    skill, analyst, judge = Skill(), optimal(H89), MistakeJudge(H89)
    for seed in range(first, first + games):
        skill.count(played_alone(H89, commonest, seed), analyst, judge)
    return skill


def test_mean_without_luck_is_where_the_line_of_least_squares_meets_no_luck() -> None:
    random = np.random.default_rng(1)
    luck = random.normal(0, 40, 30)
    totals = 200 + 0.8 * luck + random.normal(0, 10, 30)
    design = np.stack([np.ones(30), luck], axis=1)
    found, *_ = np.linalg.lstsq(design, totals, rcond=None)
    bread = np.linalg.inv(design.T @ design)
    leverages = np.diag(design @ bread @ design.T)
    meat = np.diag(((totals - design @ found) / (1 - leverages)) ** 2)
    error = np.sqrt((bread @ design.T @ meat @ design @ bread)[0, 0])
    assert without_luck(totals.tolist(), luck.tolist()) == pytest.approx((found[0], error, 28))


@pytest.mark.parametrize("games", few_fast(1, [5, 10, 30, 300]))
@pytest.mark.parametrize("bot", [0, 1], ids=["greedy", "random"])
def test_intervals_of_a_rating_contain_the_truth_as_often_as_they_say(bot: int, games: int) -> None:
    """Games are drawn from 1000 recorded ones, whose line of least squares and mean loss are taken as the truth.

    Intervals of 1.96 standard errors would contain it in 84, 89 and 94 % of cases for 5, 10 and 30 games.
    """
    with gzip.open(RATED, "rt", encoding="ascii") as file:
        played = np.loadtxt(file)[:, 2 * bot : 2 * bot + 2]
    totals, luck = played.T
    truth = float(np.linalg.lstsq(np.stack([np.ones(1000), luck], axis=1), totals, rcond=None)[0][0])
    random, cases = np.random.default_rng(games), 4000 if games < 300 else 1000
    contained = np.zeros(2)
    for _ in range(cases):
        drawn = played[random.integers(0, 1000, games)].T.tolist()
        losses = [gift - total for total, gift in zip(*drawn, strict=True)]
        for kind, (mean, expected) in enumerate(
            [(without_luck(*drawn), truth), (mean_of(losses), float((luck - totals).mean()))]
        ):
            assert mean.interval is not None
            contained[kind] += mean.interval[0] <= expected <= mean.interval[1]
    assert contained / cases == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("games", [1, 2])
def test_few_games_tell_no_error(games: int) -> None:
    assert without_luck([200.0, 190.0][:games], [3.0, -3.0][:games]).error is None
    assert mean_of([200.0]).error is None


def test_total_is_the_start_and_luck_less_losses() -> None:
    skill = rated(1, 5)
    start = optimal(H89).expectation(new_game(H89, 1, Dealer(1).deal).card)
    lost = [sum(game) for game in zip(*skill.losses.values(), strict=True)]
    expected = [start + luck - loss for luck, loss in zip(skill.luck, lost, strict=True)]
    assert skill.totals == pytest.approx(expected)
    records = [played_alone(H89, commonest, seed) for seed in range(1, 6)]
    assert skill.totals == [record.totals[0] for record in records if record.totals]
    worst = [judgement.loss for judgement in skill.costliest]
    assert worst == sorted(worst, reverse=True)
    assert len(worst) == 3
