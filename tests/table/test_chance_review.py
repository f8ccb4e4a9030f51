"""A review of a finished game by the chances to win: luck apart from skill, the curves, and what is told of
them."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

import pytest

from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.players.chances import (
    ActionChance,
    Certainty,
    ChanceReview,
    Chances,
    Outcomes,
    chance_judge,
    reviewing,
)
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.reviews import chance_lines, pending_review
from h89yahtzee.table.texts import box_label
from tests.solver.backends import needs_kernel
from tests.table.odds import Elsewhere, Told
from tests.table.tables import Conversation, MakeTable, pages

BETTER = Score(Box(99))
"""An action that is never done."""


def played(*strategies: str, rules: RuleSet = H89) -> Record:
    """Return a game of computer players called a, b and so on."""
    players = tuple(Player(name, strategy) for name, strategy in zip("abcdefghij", strategies, strict=False))
    match = Match(Setup(players, 42, rules))
    while not match.has_ended:
        match.act(match.decide().action)
    return match.record


def reviewed(record: Record, outcomes_of: Callable[[GameState], Outcomes]) -> ChanceReview:
    asking = reviewing(record)
    state = next(asking)
    while True:
        try:
            state = asking.send(outcomes_of(state))
        except StopIteration as end:
            return cast(ChanceReview, end.value)


def judged(record: Record) -> ChanceReview:
    """Return the review in which the chances are those of the judge for the rules."""
    judge = chance_judge(record.setup.rules)
    return reviewed(
        record, lambda state: Outcomes(judge.of_state(state), tuple(judge.of_actions(state)) if state.dice else ())
    )


class TestLuckAndSkill:
    def test_each_roll_and_each_decision_by_itself(self) -> None:
        """The chances are made up: half a win before each turn, 0.05 more with each roll, 0.02 less by each
        decision."""
        record = played("greedy", "greedy")
        actions, chance = record.actions(), 0.5

        def outcomes_of(state: GameState) -> Outcomes:
            nonlocal chance
            half = Chances((0.5, 0.5), Certainty.EXACT)
            if not state.dice:
                chance = 0.5
                return Outcomes(half, ())
            action, chance = next(actions), chance + 0.03
            options = ActionChance(BETTER, 0.0, chance + 0.02), ActionChance(action, 0.0, chance)
            return Outcomes(half, options)

        review = reviewed(record, outcomes_of)
        assert {round(move.luck, 9) for move in review.moves} == {0.05}
        assert {round(move.loss, 9) for move in review.moves} == {0.02}
        for seat in (0, 1):
            count = sum(len([*turn.actions()]) for turn in record.turns if turn.seat == seat)
            assert review.sums(seat) == pytest.approx((0.05 * count, -0.02 * count))

    @needs_kernel
    @pytest.mark.slow
    def test_it_adds_up_to_the_result(self) -> None:
        """What one player wins the other loses: the start, with the luck and the losses of both, leads to the end
        but for errors of the estimates."""
        review = judged(played("greedy", "optimal"))
        (luck, loss), (other_luck, other_loss) = review.sums(0), review.sums(1)
        start, end = review.curve[0].shares[0], review.curve[-1].shares[0]
        assert end in (0.0, 0.5, 1.0)
        assert abs(start + luck + loss - other_luck - other_loss - end) < 0.06
        assert loss < 0
        assert len(review.curve) == 27

    @needs_kernel
    @pytest.mark.slow
    def test_what_moved_most_is_told(self) -> None:
        review = judged(played("hasty", "greedy"))
        losses = sorted((move.loss for move in review.moves), reverse=True)
        lucks = sorted((abs(move.luck) for move in review.moves), reverse=True)
        assert [move.loss for move in review.decisions] == losses[:3]
        assert [abs(move.luck) for move in review.rolls] == lucks[:3]


def in_halves(state: GameState) -> Sequence[float]:
    """Return chances by which the first player is sure to win until the second half of the game, then wins with 26
    %."""
    first = 1.0 if state.turn < 7 and state.card.open_boxes() else 0.26
    return first, *[(1 - first) / (len(state.cards) - 1)] * (len(state.cards) - 1)


def any_post(state: GameState) -> list[ActionChance]:
    posts = [ActionChance(Score(box), 0.0, 0.5) for box in state.legal_boxes()]
    return [*posts, *(ActionChance(roll, 0.0, 0.5) for roll in state.legal_actions() if isinstance(roll, Roll))]


def made_up(state: GameState) -> Outcomes:
    """Return chances by the points so far, and options that are each a little worse than the one before."""
    share = (sum(card.total() for card in state.cards[:1]) + 50) / (sum(state.totals()) + 50 * len(state.cards))
    shares = share, *[(1 - share) / (len(state.cards) - 1)] * (len(state.cards) - 1)
    options = (
        [replace(option, chance=0.5 - at / 500) for at, option in enumerate(any_post(state))] if state.dice else []
    )
    return Outcomes(Chances(shares, Certainty.EXACT), tuple(options))


class TestOnThePage:
    def test_a_curve_a_player_over_the_turns(self, make_table: MakeTable) -> None:
        told = Told(in_halves, any_post).bookmaker()
        taste = replace(preferences_for(H89), chances=True, confirm_zero=False)
        table = make_table("me", "=king", preferences=taste, bookmaker=told)
        table.play_out()
        table.press("v")
        while "more to come" in table.line(0):
            table.wait(0.0)
        lines = pages(table)
        [at] = [number for number, line in enumerate(lines) if line.startswith("Chances to win in per cent")]
        assert lines[at + 1].split() == ["me", "king"]
        assert re.fullmatch(r"100 \|[*]{14} +100 \|", lines[at + 2])
        assert re.fullmatch(r"70 \| +70 \|              [*]{13}", lines[at + 5])
        assert re.fullmatch(r"20 \|              [*]{13} +20 \|", lines[at + 10])
        assert "Estimated, but for 0 of 27 positions, which are exact." in lines
        assert "No decision cost anybody a chance." in lines
        assert lines[-4] == "The rolls that moved most:"

    def test_golden(self, check_golden: Callable[[str, str], None]) -> None:
        record = played("greedy", "hasty")
        review = reviewed(record, made_up)
        check_golden("chances-review.txt", "\n".join([*chance_lines(record, review, 78, box_label), ""]))

    @pytest.mark.parametrize("players", [3, 10])
    def test_many_have_a_point_a_round(self, players: int) -> None:
        record = played(*["greedy"] * players)
        review = reviewed(
            record,
            lambda state: Outcomes(
                Chances(tuple(in_halves(state)), Certainty.EXACT), tuple(any_post(state)) if state.dice else ()
            ),
        )
        lines = chance_lines(record, review, 72, box_label)
        assert lines[0] == "Chances to win in per cent, before each round and at the end:"
        assert max(map(len, lines)) <= 72
        assert sum(line.count("+--------------") for line in lines) == players
        assert "All are exact." in lines

    def test_it_waits_for_what_is_worked_out_elsewhere(self, make_table: MakeTable) -> None:
        elsewhere, told = Elsewhere(), Told(in_halves, any_post)
        taste = replace(preferences_for(H89), confirm_zero=False)
        table = make_table("me", "=king", preferences=taste, bookmaker=Bookmaker(lambda *_: told, elsewhere.run))
        table.play_out()
        table.choose_setting("Show who is how likely to win")
        table.press(" ", "x", "v")
        while table.deadline == -math.inf:
            table.wait(0.0)
        assert "more to come" in table.line(0)
        assert table.deadline is not None
        assert table.deadline > table.now
        while "more to come" in table.line(0):
            elsewhere.work()
            table.wait(1.0)
        assert any(line.startswith("Chances to win in per cent") for line in pages(table))

    def test_progress_never_goes_back(self) -> None:
        record, told = played("greedy", "greedy"), Told(in_halves, any_post).bookmaker()
        pending, seen = pending_review(record, optimal, 72, bookmaker=told), [0.0]
        while not pending.is_done:
            pending.advance()
            seen.append(pending.progress)
        assert seen == sorted(seen)
        assert (seen[-1], 0.5 in seen) == (1.0, True)

    def test_in_the_comparison_too(self, make_table: MakeTable) -> None:
        taste = replace(preferences_for(H89), chances=True, confirm_zero=False)
        told = Told(in_halves, any_post).bookmaker()
        table = make_table("me", "=king", duplicate=True, preferences=taste, bookmaker=told)
        table.play_out()
        table.press("c")
        while "more to come" in table.line(0):
            table.wait(0.0)
        assert any(line.startswith("Chances to win in per cent") for line in pages(table))

    def test_by_lines(self) -> None:
        told = Told(in_halves, any_post).bookmaker()
        match = Match(Setup((Player("me"), Player("king", "greedy")), 42))
        talk = Conversation(match, bookmaker=told, chances=True)
        [*talk.start()]
        for row in range(1, 14):
            [*talk.answer(f"s {row}")]
        lines = [*talk.answer("v")]
        assert any(line.startswith("Chances to win in per cent") for line in lines)
        assert max(map(len, lines)) <= 72
