"""The start page in text mode, where questions ask what to play."""

from collections.abc import Iterable

from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.game.day import Day
from h89yahtzee.game.near_words import one_of
from h89yahtzee.game.record import Player
from h89yahtzee.game.rules import RULE_SETS, rule_set
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.table.choices import ANYBODY, Choices
from h89yahtzee.table.endings import Leave, Resume, Start
from tests.game.by_hand import BY_HAND
from tests.naming import naming
from tests.rooms.told_rules import check_rules_are_told

PLAYERS = "Players (= before a computer's name) [You =H89]: "
RULES = "Rules (? lists them) [h89]: "
LEVEL = "How H89 plays (? lists it) [classic]: "
DICE = "The same dice for all? (y/n) [n]: "


class StartLines(RoomLines):
    """The questions that are asked before a game."""

    def __init__(self, choices: Choices, newcomer: str | None = None, unfinished: str = "") -> None:
        self._start = StartRoom(choices, newcomer, unfinished)
        super().__init__(self._start)

    @property
    def choices(self) -> Choices:
        return self._start.choices


def asked(prompts: StartLines, *answers: str) -> list[tuple[str, list[str]]]:
    """Return the prompt that each answer was typed at, with what was said to the answer."""
    return [(prompts.prompt, unfolded(prompts.answer(answer, 0.0))) for answer in answers]


def unfolded(lines: Iterable[str]) -> list[str]:
    return "\n".join(lines).replace("\n  ", " ").splitlines()


def test_return_takes_what_stands_in_brackets() -> None:
    prompts = StartLines(Choices())
    said = asked(prompts, "", "", "")
    assert said == [(PLAYERS, []), (RULES, []), (LEVEL, [])]
    assert asked(prompts, "") == [(DICE, [])]
    assert prompts.ending == Start(Choices())


def test_everything_is_chosen() -> None:
    prompts = StartLines(Choices())
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
        prompts = StartLines(Choices())
        said = asked(prompts, "ann", name)
        with naming(name):
            assert isinstance(prompts.ending, Start) == (name != "quintzee")
            assert len(said[1][1]) == (name != "h89")


def test_a_wrong_answer_is_told_what_was_expected() -> None:
    prompts = StartLines(Choices())
    rules = f"Expected {one_of(RULE_SETS)}"
    assert asked(prompts, "", "oficial")[1] == (RULES, [f"{rules}, not 'oficial'; did you mean 'official'?"])
    levels = "Expected easy, medium, hard or perfect"
    assert asked(prompts, "yatzy", "classic")[1][1][0].startswith(f"{levels}, not 'classic'")
    assert asked(prompts, "", "maybe")[1] == (DICE, ["Expected y, yes, n or no, not 'maybe'."])
    assert prompts.ending is None
    columns = StartLines(Choices((Player("me"),), "quintzee"))
    assert asked(columns, "", "", "7")[2][1] == ["Expected 1, 2, 3, 4, 5 or 6, not '7'."]


def test_a_word_that_only_one_begins_with_is_enough() -> None:
    prompts = StartLines(Choices())
    said = asked(prompts, "ann =king:easy =queen:Win", "qui", "Quint", "2", "e", "n", "m", "", "no")
    assert [bool(texts) for _, texts in said] == [False, True, True, *[False] * 6]
    assert said[1][1][0].startswith("Expected ")
    setup = prompts.choices.setup(7)
    assert setup.players == (Player("ann"), Player("king", "greedy"), Player("queen", "winner"))
    assert (prompts.ending, setup.rules) == (Start(prompts.choices), rule_set("quintzee", 2, "extra-turn"))


def test_players_who_cant_be_taken() -> None:
    prompts = StartLines(Choices())
    names = "Expected names in ASCII letters, digits and signs."
    assert asked(prompts, "a b c d e f g h i j k") == [(PLAYERS, ["Expected 1 to 10 players, not 11."])]
    assert asked(prompts, "=") == [(PLAYERS, [names])]
    assert asked(prompts, "日本") == [(PLAYERS, [names])]
    assert asked(prompts, "=king:gredy")[0][1][0].endswith("not 'gredy'; did you mean 'greedy'?")
    same = "Expected a name of its own for each player, not me twice."
    assert [asked(prompts, typed) for typed in ("me me", "=me a me")] == [[(PLAYERS, [same])]] * 2
    asked(prompts, "=king:greedy =king:greedy")
    assert prompts.choices.players == (Player("king", "greedy"),) * 2


def test_names_lose_their_accents_as_on_the_command_line() -> None:
    prompts = StartLines(Choices())
    asked(prompts, "Zo\u00eb =Ko\u0308nig:greedy")
    assert prompts.choices.players == (Player("Zoe"), Player("Konig", "greedy"))


def test_no_hint_about_arrows_while_a_name_is_typed() -> None:
    room = StartRoom(Choices())
    assert "arrows" in room.hint(True)
    room.typing = "an"
    assert room.hint(True) == ""


def test_names_may_have_commas_between_them() -> None:
    prompts = StartLines(Choices())
    asked(prompts, "ann, bob,=king:greedy,")
    assert prompts.choices.players == (Player("ann"), Player("bob"), Player("king", "greedy"))


def test_computers_keep_their_levels() -> None:
    prompts = StartLines(Choices((Player("me"), Player("king", "winner"))), newcomer="hasty")
    asked(prompts, "me =king =queen")
    assert prompts.choices.players == (Player("me"), Player("king", "winner"), Player("queen", "hasty"))


def test_an_unfinished_game_comes_first() -> None:
    prompts = StartLines(Choices(), unfinished="official, turn 2: ann")
    assert prompts.prompt == "Resume the game by official, turn 2: ann? (y/n) [y]: "
    asked(prompts, "")
    assert prompts.ending == Resume()
    prompts = StartLines(Choices(), unfinished="official, turn 2: ann")
    asked(prompts, "n")
    assert prompts.prompt == PLAYERS


def test_q_leaves_and_a_question_mark_explains() -> None:
    prompts = StartLines(Choices())
    asked(prompts, "")
    told = [*prompts.answer("?", 0.0)]
    # With the prompt this fills a screen of 24 rows, as there are nine rule sets.
    assert len(told) <= 2 * len(BY_HAND) + 5
    check_rules_are_told(told)
    assert len(asked(prompts, "", "?")[1][1]) == 5
    asked(prompts, "q")
    assert prompts.ending == Leave()


def test_a_question_mark_explains_each_question() -> None:
    """The questions are those at a table of one's own after an unfinished game, and those at a new table of a host,
    by the rules that ask most."""
    answers = {"Resume": "n", "Computers": "1", "Rules": "quintzee"}
    hosted = Choices((Player("ann"), Player(ANYBODY)), is_hosted=True)
    for prompts in (StartLines(Choices(), unfinished="official, turn 2: ann"), StartLines(hosted)):
        while prompts.ending is None:
            prompt = prompts.prompt
            with naming(prompt):
                assert [*prompts.answer("?", 0.0)]
                assert prompts.prompt == prompt
            asked(prompts, next((answer for word, answer in answers.items() if prompt.startswith(word)), ""))


def test_the_game_of_the_day_is_played_by_its_word() -> None:
    day = Day(2026, 11, 22)
    prompts = RoomLines(StartRoom(Choices(rules="yatzy"), today=day))
    assert unfolded(prompts.answer("?", 0.0))[-1] == "today plays the game of the day, alone, by the rules yatzy."
    assert not list(prompts.answer("today", 0.0))
    assert prompts.ending == Start(Choices(rules="yatzy", day=day))
    prompts = RoomLines(StartRoom(Choices(rules="triple"), today=day))
    assert unfolded(prompts.answer("today", 0.0)) == [
        "The game of the day is for one column: expected other rules."
    ]
    assert prompts.ending is None
