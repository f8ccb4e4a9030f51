"""What to play, by questions and answers."""

from __future__ import annotations

from h89yahtzee.game.record import Player
from h89yahtzee.game.rules import RULE_SETS, rule_set
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_prompts import StartPrompts
from h89yahtzee.table.start.start_room import Departure
from tests.naming import naming

PLAYERS = "Players (= before a computer's name) [You =H89]: "
RULES = "Rules (? lists them) [h89]: "
LEVEL = "How H89 plays (? lists it) [classic]: "
DICE = "The same dice for all? (y/n) [n]: "


def asked(prompts: StartPrompts, *answers: str) -> list[tuple[str, list[str]]]:
    """The prompts that were answered, and what was said to the answers."""
    return [(prompts.prompt, list(prompts.answer(answer))) for answer in answers]


def test_return_takes_what_stands_in_brackets() -> None:
    prompts = StartPrompts(Choices())
    said = asked(prompts, "", "", "")
    assert said == [(PLAYERS, []), (RULES, []), (LEVEL, [])]
    assert asked(prompts, "") == [(DICE, [])]
    assert (prompts.departure, prompts.choices) == (Departure.START, Choices())


def test_everything_is_chosen() -> None:
    prompts = StartPrompts(Choices())
    said = asked(prompts, "ann bob =king", "quintzee", "3", "extra-turn", "y", "perfect", "y")
    assert [prompt for prompt, _ in said] == [
        PLAYERS,
        RULES,
        "Columns, 1 to 6 [1]: ",
        "Bonus rule (? lists them) [joker]: ",
        "Begin a new grid? (y/n) [n]: ",
        "How king plays (? lists it) [classic]: ",
        DICE,
    ]
    assert said[1][1] == ["Up to six columns at once; later games fill up the grid."]
    setup = prompts.choices.setup(7)
    assert setup.players == (Player("ann"), Player("bob"), Player("king", "winner"))
    assert (setup.rules, setup.duplicate) == (rule_set("quintzee", 3, "extra-turn"), True)
    assert prompts.choices.new_grid


def test_rules_without_a_choice_ask_for_none() -> None:
    for name in RULE_SETS:
        prompts = StartPrompts(Choices())
        said = asked(prompts, "ann", name)
        with naming(name):
            assert (prompts.departure is Departure.START) == (name != "quintzee")
            assert len(said[1][1]) == (name != "h89")


def test_a_wrong_answer_is_told_what_was_expected() -> None:
    prompts = StartPrompts(Choices())
    rules = "Expected h89, official, free-choice, quiz, triple, quintzee, yacht or yatzy"
    assert asked(prompts, "", "oficial")[1] == (RULES, [f"{rules}, not 'oficial'; did you mean 'official'?"])
    levels = "Expected easy, medium, hard or perfect"
    assert asked(prompts, "yatzy", "classic")[1][1][0].startswith(f"{levels}, not 'classic'")
    assert asked(prompts, "", "maybe")[1] == (DICE, ["Expected y, yes, n or no, not 'maybe'."])
    assert prompts.departure is None
    columns = StartPrompts(Choices((Player("me"),), "quintzee"))
    assert asked(columns, "", "", "7")[2][1] == ["Expected 1, 2, 3, 4, 5 or 6, not '7'."]


def test_a_word_that_only_one_begins_with_is_enough() -> None:
    prompts = StartPrompts(Choices())
    said = asked(prompts, "ann =king:easy =queen:Win", "qui", "Quint", "2", "e", "n", "m", "", "no")
    assert [bool(texts) for _, texts in said] == [False, True, True, *[False] * 6]
    assert said[1][1][0].startswith("Expected ")
    setup = prompts.choices.setup(7)
    assert setup.players == (Player("ann"), Player("king", "greedy"), Player("queen", "winner"))
    assert (prompts.departure, setup.rules) == (Departure.START, rule_set("quintzee", 2, "extra-turn"))


def test_players_who_cant_be_taken() -> None:
    prompts = StartPrompts(Choices())
    names = "Expected names in ASCII letters, digits and signs."
    assert asked(prompts, "a b c d e f g h i j k") == [(PLAYERS, ["Expected 1 to 10 players, not 11."])]
    assert asked(prompts, "=") == [(PLAYERS, [names])]
    assert asked(prompts, "日本") == [(PLAYERS, [names])]
    assert asked(prompts, "=king:gredy")[0][1][0].endswith("not 'gredy'; did you mean 'greedy'?")
    asked(prompts, "=king:greedy")
    assert prompts.choices.players == (Player("king", "greedy"),)


def test_names_lose_their_accents_as_on_the_command_line() -> None:
    prompts = StartPrompts(Choices())
    asked(prompts, "Zo\u00eb =Ko\u0308nig:greedy")
    assert prompts.choices.players == (Player("Zoe"), Player("Konig", "greedy"))


def test_computers_keep_their_levels() -> None:
    prompts = StartPrompts(Choices((Player("me"), Player("king", "winner"))), newcomer="hasty")
    asked(prompts, "me =king =queen")
    assert prompts.choices.players == (Player("me"), Player("king", "winner"), Player("queen", "hasty"))


def test_an_unfinished_game_comes_first() -> None:
    prompts = StartPrompts(Choices(), unfinished="official, turn 2: ann")
    assert prompts.prompt == "Resume official, turn 2: ann? (y/n) [y]: "
    asked(prompts, "")
    assert prompts.departure is Departure.RESUME
    prompts = StartPrompts(Choices(), unfinished="official, turn 2: ann")
    asked(prompts, "n")
    assert prompts.prompt == PLAYERS


def test_q_leaves_and_a_question_mark_explains() -> None:
    prompts = StartPrompts(Choices())
    assert len(asked(prompts, "", "?")[1][1]) == len(RULE_SETS)
    assert len(asked(prompts, "", "?")[1][1]) == 5
    asked(prompts, "q")
    assert prompts.departure is Departure.QUIT
