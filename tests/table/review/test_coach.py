"""The coach: what is best, what others lose, and when that is said.

The figures are those of one or two open rows, which are worked out by hand.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from h89yahtzee.game.rules import H89, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.table.preferences import Coach, preferences_for
from tests.solver.backends import needs_kernel
from tests.table.review.coached import at, nearly_full, said
from tests.table.tables import MakeTable

OFFICIAL = rule_set("official")
YAHTZEE_LEFT = nearly_full(OFFICIAL, "yahtzee")
TWO_LEFT = nearly_full(H89, "yahtzee", "chance")


class TestAsking:
    @pytest.mark.parametrize("coach", Coach)
    def test_what_is_best_and_what_others_lose(self, make_table: MakeTable, coach: Coach) -> None:
        """50 points by 1 in 36 with three sixes kept, 1 in 216 with two, 1 in 1296 with a single die."""
        table = at(make_table("me", rules=OFFICIAL), YAHTZEE_LEFT, (6, 6, 6, 1, 2), 1, coach)
        table.press("a")
        assert said(table) == ("Best: keep 666", "keep 66 -1.16  keep 2 -1.35")
        assert "me's move: 1 roll left." in table.line(22)
        assert table.viewer.take_bells() == 0

    def test_a_post_with_its_points(self, make_table: MakeTable) -> None:
        """50 and 23.33 from a Chance to come, against 30 and 2.30 from a YAHTZEE to come."""
        table = at(make_table("me", rules=H89), TWO_LEFT, (6,) * 5)
        table.press("A")
        assert said(table) == ("Best: 50 in YAHTZEE", "Chance -41.03")

    @needs_kernel
    def test_rows_are_called_as_on_the_card(self, make_table: MakeTable) -> None:
        rules = rule_set("yatzy")
        table = at(make_table("me", rules=rules), nearly_full(rules, "small-straight", "ones"), (1, 2, 3, 4, 5))
        table.press("a")
        assert said(table)[0] == "Best: 15 in Small 1-5"

    def test_nothing_else_can_be_done(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=OFFICIAL), YAHTZEE_LEFT, (6, 6, 6, 1, 2))
        table.press("a")
        assert said(table) == ("Best: 0 in YAHTZEE", "There is no other choice.")

    def test_rolling_all(self, make_table: MakeTable) -> None:
        """A straight wants none of these: whatever is kept, five new dice are as good at least."""
        table = at(make_table("me", rules=OFFICIAL), nearly_full(OFFICIAL, "sixes"), (1, 1, 1, 1, 1), 2)
        table.press("a")
        assert said(table)[0] == "Best: roll all"

    def test_it_stays_while_dice_and_rows_are_chosen_and_is_over_with_the_roll(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6, 6, 6, 1, 2), 1)
        table.press("a")
        advice = said(table)
        assert advice[0] == "Best: keep 666"
        table.press("4", "j", "5")
        assert said(table) == advice
        table.press("r")
        assert said(table) == ("", "")

    def test_a_hint_stands_before_it_for_a_while(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6, 6, 6, 1, 2), 1)
        table.press("a", "r")
        assert said(table) == ("Best: keep 666", "Select the dice to ROLL first.")
        table.press("4")
        assert "-" in said(table)[1]

    def test_dice_that_are_not_rolled_yet_are_not_seen(self, make_table: MakeTable) -> None:
        preferences = replace(preferences_for(OFFICIAL), auto_roll=False, coach=Coach.ALWAYS)
        table = make_table("me", rules=OFFICIAL, preferences=preferences)
        table.press("a")
        assert said(table) == ("", "ROLL the dice first.")
        table.press("r")
        assert said(table)[0].startswith("Best: ")

    def test_in_a_computer_players_turn_it_only_cuts_the_wait(self, make_table: MakeTable) -> None:
        table = make_table("=reagan", rules=OFFICIAL)
        table.press("a")
        assert said(table)[0] == ""

    def test_whatever_dice_are_to_come(self, make_table: MakeTable) -> None:
        tables = [make_table("me", rules=OFFICIAL, seed=seed) for seed in range(10)]
        advised = [at(table, YAHTZEE_LEFT, (6, 6, 6, 1, 2), 1, Coach.ALWAYS) for table in tables]
        assert {said(table) for table in advised} == {("Best: keep 666", "keep 66 -1.16  keep 2 -1.35")}
        for table in advised:
            table.press("4", "5", "r")
        assert len({table.match.state.dice for table in advised}) > 1

    def test_old_style_knows_no_coach(self, make_table: MakeTable) -> None:
        table = make_table("me", oldstyle=True)
        before = table.viewer.screen()
        table.press("a", "v")
        assert table.viewer.take_bells() == 2
        assert table.viewer.screen() == before


class TestWarning:
    def test_what_a_costly_decision_gave_away(self, make_table: MakeTable) -> None:
        table = at(make_table("me", "=reagan", rules=H89), TWO_LEFT, (6,) * 5, coach=Coach.WARN)
        assert said(table) == ("", "")
        table.press("j", "d")
        assert said(table) == ("YAHTZEE was worth 41.0 more.", "Hmmm ... lemme think.")
        assert table.match.state.cards[0].total() == 30

    def test_it_is_gone_at_the_next_key_of_a_person(self, make_table: MakeTable) -> None:
        table = at(make_table("me", "=reagan", rules=H89), TWO_LEFT, (6,) * 5, coach=Coach.WARN)
        table.press("j", "d")
        while not table.match.is_human:
            table.wait(1.0)
        assert said(table)[0] == "YAHTZEE was worth 41.0 more."
        table.press("1")
        assert said(table)[0] == ""

    def test_less_than_two_points_are_not_worth_a_word(self, make_table: MakeTable) -> None:
        """All of the 1.39 points that there were are thrown away."""
        table = at(make_table("me", rules=OFFICIAL), YAHTZEE_LEFT, (6, 6, 6, 1, 2), 1, Coach.WARN)
        table.press("1", "2", "3", "4", "5", "r")
        assert said(table) == ("", "")

    @pytest.mark.slow
    def test_the_last_decision_too(self, make_table: MakeTable) -> None:
        """3 6 5 1 5 lie in a first roll for Chance, of which a die may expect 4.25 more than it has."""
        preferences = replace(preferences_for(H89), coach=Coach.WARN)
        table = make_table("me", seed=10, preferences=preferences)
        table.play_out()
        assert "REVIEW" in table.line(0)
        table.press("x")
        assert said(table)[0] == "keep 556 was worth 4.5 more."
        table.press("y")
        assert said(table)[0] == ""

    @pytest.mark.parametrize("coach", [Coach.OFF, Coach.ASK, Coach.ALWAYS])
    def test_only_who_wants_that_is_warned(self, make_table: MakeTable, coach: Coach) -> None:
        table = at(make_table("me", "=reagan", rules=H89), TWO_LEFT, (6,) * 5, coach=coach)
        table.press("j", "d")
        assert said(table)[0] == ""


class TestAdvisingAlways:
    def test_before_each_decision_of_a_person_and_no_other(self, make_table: MakeTable) -> None:
        preferences = replace(preferences_for(H89), coach=Coach.ALWAYS)
        table = make_table("me", "=reagan", preferences=preferences)
        for _ in range(2):
            assert said(table)[0].startswith("Best: ")
            table.press("1", "r")
        assert said(table)[0].startswith("Best: ")
        table.press("d")
        while not table.match.is_human:
            assert said(table)[0] == ""
            table.wait(1.0)
        assert said(table)[0].startswith("Best: ")

    def test_from_the_settings_page_it_begins_at_once(self, make_table: MakeTable) -> None:
        table = make_table("me")
        table.press("=", *"kkkkll", " ")
        assert "before each decision" in table.viewer.screen().text()
        table.press("x")
        assert said(table)[0].startswith("Best: ")


@needs_kernel
def test_every_advice_fits_beside_the_dice(make_table: MakeTable) -> None:
    """By itself a line too long would be cut, and only that is seen."""
    for rules in (rule_set("yatzy"), rule_set("free-choice")):
        preferences = replace(preferences_for(rules), coach=Coach.ALWAYS, confirm_zero=False)
        table = make_table("me", rules=rules, preferences=preferences)
        while not table.match.has_ended:
            best, others = said(table)
            assert len(best) <= 40
            assert 0 < len(others) <= 40
            table.press("1", "r") if table.match.state.rolls_left else table.press("d")


class TestColumns:
    def test_what_is_not_exact_is_said_to_be_about(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("quintzee", 6))
        table.press("a")
        best, others = said(table)
        assert best.startswith("Probably best: keep ")
        assert 0 < len(others) <= 40

    def test_boxes_are_told_with_their_column(self, make_table: MakeTable) -> None:
        """Where the last box counts three times, a YAHTZEE to come is worth three times 2.30 points."""
        rules = rule_set("triple")
        card = Scorecard.empty(rules)
        for row, category in enumerate(rules.categories):
            for column in range(3):
                if category.name != "yahtzee" or column == 0:
                    card = card.with_score(Box(row, column), 0)
        table = at(make_table("me", rules=rules), card, (6,) * 5)
        table.press("a")
        assert said(table) == ("Best: 50 in YAHTZEE x3", "YAHTZEE x2 -47.70")
