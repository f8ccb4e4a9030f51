"""The settings page lets columns and bonus rule of the next game be chosen where the rules have a choice."""

import pytest

from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.screen.keys import Key
from tests.table.tables import MakeTable


def test_columns_and_bonus_rule_of_the_next_game(make_table: MakeTable) -> None:
    """Chosen while a game is played; the next one goes on in the same grid."""
    table = make_table("me", rules=RULE_SETS["quintzee"])
    table.press("=", *"kkk  ")  # from the first row up past the last one
    assert "> Columns of the next game        3" in table.viewer.screen().text()
    table.press("j", "h", Key.RETURN)  # the bonus rule before the first is the last
    rules = table.viewer.table.series.next_rules
    assert rules == rule_set("quintzee", 3, "extra-turn")
    assert table.viewer.table.series.setup.rules == RULE_SETS["quintzee"]
    table.play_out()
    [total] = table.match.state.totals()
    table.press("y")
    assert (table.match.setup.rules, table.match.earlier) == (rules, ((total,),))


@pytest.mark.parametrize("rules", [rules for rules in RULE_SETS.values() if not rules.column_choices])
def test_other_rules_have_no_such_choice(make_table: MakeTable, rules: RuleSet) -> None:
    table = make_table("me", rules=rules)
    table.press("=")
    assert "next game is played" in table.viewer.screen().text()
    assert "Columns of" not in table.viewer.screen().text()
