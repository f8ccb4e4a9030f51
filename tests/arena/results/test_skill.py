"""Means without luck: by numpy's least squares, and against 100,000 plain games that numpy plays by itself."""

import numpy as np
import pytest
from numpy.typing import NDArray

from h89yahtzee.arena.results.skill import Skill, mean_of, without_luck
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import H89
from h89yahtzee.game.state import Action, GameState, Roll, Score, new_game
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.players.review.mistakes import MistakeJudge
from tests.players.playing import played_alone

GAMES = 100_000
Whole = NDArray[np.int64]


def commonest(state: GameState) -> Action:
    """Keeps the dice of the commonest face, the highest of these, and posts where they score most, from the top."""
    if state.rolls_left:
        kept = max(state.dice, key=lambda face: (state.dice.count(face), face))
        return Roll(tuple(position for position, face in enumerate(state.dice) if face != kept))
    return Score(max(state.legal_boxes(), key=lambda box: (state.potential_score(box), -box.row)))


def plain_totals() -> Whole:
    """The totals of that player by the rules of 1.1 in `GAMES` games, dealt, played and scored here."""
    random = np.random.default_rng(7)
    filled = np.zeros((GAMES, 13), bool)
    upper, total = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    for _ in range(13):
        dice = random.integers(1, 7, (GAMES, 5))
        for _ in range(2):
            counts = faces_of(dice)
            kept = 6 - np.argmax(counts[:, ::-1], axis=1)
            dice = np.where(dice == kept[:, None], dice, random.integers(1, 7, (GAMES, 5)))
        scores = np.where(filled, -1, scores_of(dice))
        box = np.argmax(scores, axis=1)
        points = scores[np.arange(GAMES), box]
        filled[np.arange(GAMES), box] = True
        total += points
        upper += np.where(box < 6, points, 0)
    return total + 35 * (upper >= 63)


def faces_of(dice: Whole) -> Whole:
    return np.stack([(dice == face).sum(axis=1) for face in range(1, 7)], axis=1)


def scores_of(dice: Whole) -> Whole:
    counts, all_dice = faces_of(dice), dice.sum(axis=1)
    most = counts.max(axis=1)

    def has_run(length: int) -> Whole:
        runs = np.stack([counts[:, low : low + length].min(axis=1) for low in range(7 - length)])
        return np.asarray(runs.max(axis=0) > 0, np.int64)

    is_full = (most == 3) & (counts == 2).any(axis=1)
    lower = (
        np.where(most >= 3, all_dice, 0),
        np.where(most >= 4, all_dice, 0),
        25 * is_full,
        30 * has_run(4),
        40 * has_run(5),
        50 * (most == 5),
        all_dice,
    )
    return np.stack([*(face * counts[:, face - 1] for face in range(1, 7)), *lower], axis=1)


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
    (level, _), (rest,), *_ = np.linalg.lstsq(design, totals, rcond=None)
    error = np.sqrt(rest / 28 * np.linalg.inv(design.T @ design)[0, 0])
    assert without_luck(totals.tolist(), luck.tolist()) == pytest.approx((level, error))


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


@pytest.mark.slow
def test_mean_without_luck_is_that_of_100000_plain_games_and_its_error_holds() -> None:
    totals = plain_totals()
    mean, error = totals.mean(), totals.std(ddof=1) / np.sqrt(GAMES)
    skills = [rated(100 * number, 50) for number in range(1, 41)]
    means = np.array([skill.mean.value for skill in skills])
    errors = np.array([skill.mean.error for skill in skills], float)
    spread = means.std(ddof=1) / np.sqrt(len(means))
    assert abs(means.mean() - mean) < 3.5 * np.hypot(spread, error)
    assert np.sqrt((errors**2).mean()) == pytest.approx(means.std(ddof=1), rel=0.4)
    covered = np.abs(means - mean) < 2 * errors
    assert covered.mean() >= 0.8
    gains = np.array([skill.gain for skill in skills], float)
    assert np.median(gains) > 1.3
