"""What is chosen before a game, and the setups that follow from it."""

import pytest

from h89yahtzee.game.categories import UPPER
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89, RULE_SETS, rule_set
from h89yahtzee.table.start.choices import Choices, kinds
from h89yahtzee.table.start.choices_json import format_choices, parse_choices
from tests.naming import each

ME = Player("me", HUMAN)
KING = Player("king", "classic")
BY_RULES = {
    "h89": ("classic", 1, 13),
    "official": ("classic", 1, 13),
    "free-choice": ("classic", 1, 13),
    "quiz": ("classic", 1, 13),
    "triple": ("classic", 3, 13),
    "quintzee": ("classic", 1, 13),
    "yacht": ("optimal", 1, 12),
    "yatzy": ("optimal", 1, 15),
}
"""Who plays in place of classic, which knows the rows of the original only; columns, and rows a column."""


def test_a_setup_by_each_rule_set() -> None:
    assert list(BY_RULES) == list(RULE_SETS)
    choices = Choices((ME, KING))
    for name, (strategy, columns, rows) in BY_RULES.items():
        setup = choices.setup(7)
        assert (setup.rules.name, setup.rules.columns, len(setup.rules.categories)) == (name, columns, rows)
        assert setup == Setup((ME, Player("king", strategy)), 7, RULE_SETS[name])
        assert ("classic" in kinds(setup.rules)) == (strategy == "classic")
        assert setup.rules.categories[:6] == UPPER
        choices = choices.with_rules(1)
    assert choices == Choices((ME, KING))  # after the last come the first, and classic is back


def test_columns_and_bonus_are_kept_while_other_rules_are_chosen() -> None:
    choices = Choices((ME,), "quintzee").with_columns(1).with_columns(1).with_bonus(-1)
    assert choices.rule_set == rule_set("quintzee", 3, "extra-turn")
    other = choices.with_rules(1)
    assert other.rule_set == RULE_SETS["yacht"]
    assert other.with_rules(-1).rule_set == choices.rule_set
    assert choices.with_columns(-3).rule_set.columns == 6


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
        "",
        "[]",
        "{}",
        "[" * 5000,
        '{"players": [], "rules": "h89", "duplicate": false, "pace": 0}',
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
