"""The player `classic`, compared with recorded decisions of H89 YAHTZEE 1.1, and its results over many games."""

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Roll, apply, new_game
from h89yahtzee.players.classic import Classic

RECORDED = Path(__file__).parent.parent / "data" / "classic_decisions.jsonl"


def test_all_recorded_decisions() -> None:
    rows = [json.loads(line) for line in RECORDED.read_text().splitlines()]
    assert len(rows) == 2044
    for row in rows:
        card = Scorecard(H89, (tuple(row["scores"]),))
        state = GameState(H89, (card,), 0, 0, tuple(row["dice"]), row["rolls_left"])
        decision = Classic(row["ha"], row["hf"]).decide(state)
        rolled = list(decision.action.positions) if isinstance(decision.action, Roll) else []
        action = "roll" if isinstance(decision.action, Roll) else "done"
        assert decision.box is not None
        assert (decision.box.row, action, rolled) == (row["row"], row["action"], row["reroll"]), row


def results(seeds: range) -> list[tuple[int, bool]]:
    """The total of one game for each seed, and whether the game earned the upper bonus."""
    played = []
    for seed in seeds:
        deal = Dealer(seed).deal
        state = new_game(H89, 1, deal)
        while not state.is_over:
            state = apply(state, Classic().decide(state).action, deal)
        played.append((state.totals()[0], state.cards[0].scores[0][:6]))
    return [(total, sum(score or 0 for score in upper) >= 63) for total, upper in played]


@pytest.mark.slow(minutes=2)
@pytest.mark.timeout(600)
def test_mean_and_bonus_over_25_000_games() -> None:
    """12,000 games of an independent program with fair dice and the decisions of 1.1 make 199.61 +- 0.40."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        chunks = pool.map(results, [range(start, start + 2500) for start in range(0, 25_000, 2500)])
        played = [result for chunk in chunks for result in chunk]
    mean = sum(total for total, _ in played) / len(played)
    assert mean == pytest.approx(199.6, abs=0.6)
    assert sum(bonus for _, bonus in played) / len(played) == pytest.approx(0.378, abs=0.006)


def test_box_of_a_decision_is_the_one_that_is_posted() -> None:
    scores = (None,) * 13
    state = GameState(H89, (Scorecard(H89, (scores,)),), 0, 0, (6, 6, 6, 5, 5), 2)
    assert Classic().decide(state).box == Box(H89.row("full-house"))
