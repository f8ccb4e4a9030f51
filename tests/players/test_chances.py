"""Chances to win: what must hold in any game, how they depend on the players, and whether they come true."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import H89, OFFICIAL, TRIPLE, YACHT, YATZY, RuleSet, rule_set
from h89yahtzee.game.state import GameState, Roll, apply, new_game
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.players.chances import Certainty, ChanceJudge, before_roll, chance_judge, chances_told, turn_starts
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.strategy import kept_dice
from scripts.benchmarks import chances
from tests.game.variants import name_of
from tests.solver.backends import computed_by, needs_kernel
from tests.table.odds import Told

SINGLE = [H89, OFFICIAL, YACHT, YATZY, rule_set("quintzee", 1, "extra-turn")]


def after_turns(rules: RuleSet, players: int, seed: int, decisions: int) -> GameState:
    """The state after a number of decisions in a game of greedy players."""
    deal = Dealer(seed).deal
    state = new_game(rules, players, deal)
    for _ in range(decisions):
        if not state.is_over:
            state = apply(state, Greedy().decide(state).action, deal)
    return state


def check(judge: ChanceJudge, state: GameState) -> None:
    """Check what must hold for the chances in any state."""
    now = judge.of_state(state)
    assert sum(now.shares) == pytest.approx(1)
    assert min(now.shares) >= 0
    if state.is_over:
        winners = state.winners()
        assert now.shares == tuple((seat in winners) / len(winners) for seat in range(len(state.cards)))
        return
    actions = judge.of_actions(state)
    found = [
        tuple(sorted(kept_dice(state.dice, it.action))) if isinstance(it.action, Roll) else it.action
        for it in actions
    ]
    assert len(set(found)) == len(found)
    assert {it.action for it in actions} <= set(state.legal_actions())
    shown = [round(it.chance, 6) for it in actions]
    assert shown == sorted(shown, reverse=True)
    assert actions[0].chance == pytest.approx(now.shares[state.seat], abs=1e-6)


@needs_kernel
@pytest.mark.parametrize("rules", [OFFICIAL, pytest.param(TRIPLE, marks=pytest.mark.slow)], ids=name_of)
@settings(max_examples=2)
@given(players=st.integers(1, 10), seed=st.integers(0, 1000), decisions=st.integers(0, 400))
def test_chances_add_up_and_are_those_of_the_best_action(
    rules: RuleSet, players: int, seed: int, decisions: int
) -> None:
    check(chance_judge(rules), after_turns(rules, players, seed, decisions))


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("rules", SINGLE, ids=name_of)
def test_chances_of_whole_games_add_up(rules: RuleSet) -> None:
    for decisions in range(0, 90, 3):
        check(chance_judge(rules), after_turns(rules, 3, 7, decisions))


@needs_kernel
def test_alone_one_always_wins() -> None:
    state = after_turns(OFFICIAL, 1, 1, 4)
    alone = chance_judge(OFFICIAL).of_state(state)
    assert (alone.shares, alone.certainty) == ((1.0,), Certainty.EXACT)


@needs_kernel
@pytest.mark.slow
def test_before_the_first_roll_the_one_to_move_has_a_little_more() -> None:
    """Between equal players the chance is 0.5 and the little that one more turn played for the win is worth."""
    judge, state = chance_judge(H89), new_game(H89, 2, Dealer(1).deal)
    first, second = judge.of_state(replace(state, dice=(), rolls_left=0)).shares
    assert first == pytest.approx(0.5, abs=0.005)
    assert second == pytest.approx(1 - first)


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("rules", [OFFICIAL, TRIPLE], ids=name_of)
def test_who_plays_worse_has_less(rules: RuleSet) -> None:
    """By `triple`, greedy makes 295 points fewer than optimal, about as much as the totals of both scatter."""
    state = new_game(rules, 2, Dealer(1).deal)
    names = ("optimal", "greedy", "classic", "random")
    shares = [chance_judge(rules, ["human", name]).of_state(state).shares[1] for name in names]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.4
    assert 0.1 < shares[1] < 0.35
    assert shares[-1] < 0.03


def test_without_the_kernel_there_are_no_chances() -> None:
    with computed_by("numpy"), pytest.raises(ValueError, match="compiled solver"):
        chance_judge(OFFICIAL)


@needs_kernel
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_chances_come_true() -> None:
    """Players with a chance of 30 % win three games in ten, within two standard errors and a percentage point.

    The seeds are always the same.
    """
    told = [it for game in range(250) for it in chances.positions_of(game)]
    assert [tenth for tenth, found in chances.bins(told) if not found.holds] == []
    assert {it.certainty for it in told} == {Certainty.EXACT, Certainty.ESTIMATED}


@needs_kernel
@pytest.mark.slow
def test_benchmark_of_chances_prints_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "measure", lambda _: [it for game in (3, 9) for it in chances.positions_of(game)])
    monkeypatch.setattr(chances, "_time_row", lambda rules, players: f"{rules.columns} columns, {players} players")
    head, _, *rows = chances.report()
    assert head.startswith("8 positions")
    assert {row.split()[1] for row in rows[: rows.index("") - 1]} == {"%"}
    assert rows[rows.index("") - 1].split()[:2] == ["estimated", "8"]
    assert rows[-3:] == ["1 columns, 2 players", "1 columns, 10 players", "6 columns, 2 players"]


def test_positions_are_counted_by_what_was_told() -> None:
    """Worked out by hand for three positions near 30 % and one near 70 %; the error counts games, not positions."""
    parts = [(1, 0.28, 1.0), (1, 0.32, 1.0), (2, 0.3, 0.0), (3, 0.71, 1.0)]
    told = [chances.Told(game, chance, won, Certainty.EXACT, 1.0) for game, chance, won in parts]
    found = dict(chances.bins(told))
    assert sorted(found) == [3, 7]
    assert (found[3].chance, found[3].won) == pytest.approx((0.3, 2 / 3))
    off = 2 / 3 - 0.3
    assert found[3].error == pytest.approx(((0.72 + 0.68 - 2 * off) ** 2 + (-0.3 - off) ** 2) ** 0.5 / 3)
    assert [found[tenth].holds for tenth in (3, 7)] == [True, False]


RECORD = """h89yahtzee-record 1
rules h89
seed 1
dealing {}
knobs ha=0 hb=0
player human Ann
player greedy Bob
turn 1 1 66666 score yahtzee 50
turn 1 2 66666 score yahtzee 50
"""


@pytest.mark.parametrize(("dealing", "certainty"), [("own", Certainty.EXACT), ("same", Certainty.ESTIMATED)])
def test_nothing_is_exact_where_all_have_the_same_dice(dealing: str, certainty: Certainty) -> None:
    [record] = parse_records(RECORD.format(dealing))
    judge, starts = Told(certainty=Certainty.EXACT), [*turn_starts(record.states())]
    told = [chances_told(judge, record.setup, before_roll(state)).certainty for state in starts]
    assert [(state.turn, state.seat) for state in starts] == [(0, 0), (0, 1), (1, 0)]
    assert told == [certainty] * 3
