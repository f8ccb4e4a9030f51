"""What is chosen before a game, and the setups that follow from it."""

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89, RULE_SETS, rule_set
from h89yahtzee.rooms.start_rows import offered_rows
from h89yahtzee.table.choices import Choices, format_choices, kinds, parse_choices
from tests.naming import each

ME = Player("me", HUMAN)
KING = Player("king", "classic")


def with_another(choices: Choices, label: str, step: int = 1) -> Choices:
    """`choices` after another value has been chosen in the row `label` of the start page."""
    return next(row for row in offered_rows(choices) if row.label == label).another(choices, step)


def test_a_setup_by_each_rule_set() -> None:
    """Where the rules have other rows than the original's, `optimal` replaces `classic`, which knows only those
    rows."""
    choices = Choices((ME, KING))
    for name, rules in RULE_SETS.items():
        strategy = "classic" if rules.categories == H89.categories else "optimal"
        assert choices.setup(7) == Setup((ME, Player("king", strategy)), 7, rules)
        assert (name, "classic" in kinds(rules)) == (rules.name, strategy == "classic")
        choices = with_another(choices, "RULES")
    assert choices == Choices((ME, KING))  # the last rules are followed by the first ones, and classic is back


def test_columns_and_bonus_are_kept_while_other_rules_are_chosen() -> None:
    choices = Choices((ME,), "quintzee")
    for label, step in (("COLUMNS", 1), ("COLUMNS", 1), ("BONUS", -1)):
        choices = with_another(choices, label, step)
    assert choices.rule_set == rule_set("quintzee", 3, "extra-turn")
    other = with_another(choices, "RULES")
    assert other.rule_set == RULE_SETS["yacht"]
    assert with_another(other, "RULES", -1).rule_set == choices.rule_set
    assert with_another(choices, "COLUMNS", -3).rule_set.columns == 6


def test_players_come_and_go() -> None:
    choices = Choices((ME,))
    for _ in range(12):
        choices = choices.with_another("greedy")
    assert len(choices.players) == 10
    assert len({player.name for player in choices.players}) == 10
    assert {player.strategy for player in choices.players[1:]} == {"greedy"}
    for _ in range(12):
        choices = choices.without(0)
    assert len(choices.players) == 1


def test_a_name_that_nobody_chose_changes_with_who_plays() -> None:
    choices = Choices((ME,)).with_another(None)
    assert choices.players[1] == Player("H89", "classic")
    person = choices.with_kind(1, 1)
    assert person.players[1] == Player("You", HUMAN)
    assert person.with_kind(1, 1).players[1] == Player("H89", "hasty")
    assert choices.renamed(1, "king").with_kind(1, 1).players[1] == Player("king", HUMAN)


def test_one_player_needs_no_same_dice() -> None:
    assert Choices((ME, KING), duplicate=True).setup(1).duplicate
    assert not Choices((ME,), duplicate=True).setup(1).duplicate


def test_the_knobs_go_with_the_game() -> None:
    assert Choices((ME, KING), ha=5, hb=-3).setup(1) == Setup((ME, KING), 1, H89, ha=5, hb=-3)


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_was_chosen_is_remembered(name: str) -> None:
    choices = Choices.of(Setup((ME, Player("cy", "winner")), 1, RULE_SETS[name], duplicate=True), 0.25)
    assert parse_choices(format_choices(choices)) == choices


@each(
    "text",
    [
        *("", "[]", "{}", "[" * 5000, '{"players": [], "rules": "h89", "duplicate": false, "pace": 0}'),
        '{"players": [["me", "cheat"]], "rules": "h89", "duplicate": false, "pace": 0}',
        '{"players": [["me"]], "rules": "h89", "duplicate": false, "pace": 0}',
        '{"players": [["me", "human"]], "rules": "whist", "duplicate": false, "pace": 0}',
        '{"players": [["me", "human"]], "rules": "h89", "columns": 7, "duplicate": false, "pace": 0}',
        '{"players": [["me", "human"]], "rules": "h89", "duplicate": 1, "pace": 0}',
        '{"players": [["me", "human"]], "rules": "h89", "duplicate": false, "pace": -1}',
        f'{{"players": {[["me", "human"]] * 11}, "rules": "h89", "duplicate": false, "pace": 0}}'.replace("'", '"'),
    ],
)
def test_text_that_is_no_choice(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_choices(text)


def test_no_control_byte_of_a_file_is_shown() -> None:
    text = '{"players": [["a\\u001b]0;b", "human"]], "rules": "h89", "duplicate": false, "pace": 0}'
    assert parse_choices(text).players == (Player("a?]0;b", HUMAN),)
