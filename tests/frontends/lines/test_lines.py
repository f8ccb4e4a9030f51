"""Text mode as a conversation."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.frontends.lines.line_texts import upper_case
from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import NOTHING_SPECIAL, RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.table.match import Match, Replay
from h89yahtzee.table.preferences import Coach, Preferences, TableOptions
from h89yahtzee.table.seat import Seat, Services
from h89yahtzee.table.table import Table
from tests.naming import each
from tests.table.tables import Conversation

# The first roll of seed 42 is 6 2 1 6 3 for the first player.

PROMPT = "(c)heck score, (s)core, (q)uit or dice to re-roll? "
WIDTH = 72
EXTRA_TURN = rule_set("quintzee", 2, "extra-turn")
ALL_RULES = [*RULE_SETS.values(), rule_set("quintzee", 6, "normal"), EXTRA_TURN]


def table_of(*names: str, rules: RuleSet = RULE_SETS["h89"]) -> tuple[Match, Conversation, list[str]]:
    players = tuple(Player(name.lstrip("="), "random" if name.startswith("=") else HUMAN) for name in names)
    match = Match(Setup(players, 42, rules))
    table = Conversation(match)
    return match, table, list(table.start())


def table_with(rules: RuleSet, dice: Dice, *filled: tuple[str, int]) -> tuple[Match, Conversation]:
    """Return the game of one person with these dice and its conversation; the scores in `filled` stand in every
    column, and the other boxes are open."""
    match, table, _ = table_of("me", rules=rules)
    card = Scorecard.empty(rules)
    for name, score in filled:
        for column in range(rules.columns):
            card = card.with_score(Box(rules.row(name), column), score)
    match.state = replace(match.state, cards=(card,), dice=dice, rolls_left=0)
    return match, table


def says(table: Conversation, *answers: str) -> list[str]:
    return [line for answer in answers for line in table.answer(answer)]


def test_first_roll_is_said_and_asked_about() -> None:
    _, table, lines = table_of("me")
    assert lines == ["Yahtzee by the rules of h89. Type ? for help.", "me rolls 6 2 1 6 3 (2 rolls left)"]
    assert table.prompt == PROMPT


def test_the_session_of_the_quiz() -> None:
    """The order is that of the original Quiz: the roll, the question, faces to re-roll, the question, the score,
    where to count it."""
    match, table, _ = table_of("me")
    assert says(table, "66")[0].startswith("me rolls dice 1 4 again: ")
    assert table.prompt == PROMPT
    assert "me's card; the dice are" in says(table, "c")[0]
    assert table.prompt == PROMPT
    assert says(table, "s")[0].startswith("The dice score now: (1) ACES ")
    assert table.prompt == "Row to score in? "
    assert says(table, "13")[0].startswith("me scores ")
    assert match.state.cards[0].scores[0][12] is not None
    assert table.prompt == PROMPT


@each(
    ("text", "positions"),
    [
        *(("6", (0,)), ("66", (0, 3)), ("6 2 6", (0, 1, 3)), ("3,1", (2, 4))),
        *(("62163", (0, 1, 2, 3, 4)), ("#235", (1, 2, 4)), ("# 2 3 5", (1, 2, 4)), ("p 5 3 2", (1, 2, 4))),
        *(("P235", (1, 2, 4)), ("p 2 2 3 5", (1, 2, 4)), ("p 1,4", (0, 3))),
    ],
)
def test_rolling_by_faces_and_by_positions(text: str, positions: tuple[int, ...]) -> None:
    match, table, _ = table_of("me")
    (line,) = table.answer(text)
    assert match.record.turns[0].rolled == (positions,)
    named = " ".join(str(position + 1) for position in positions)
    assert line == f"me rolls dice {named} again: {' '.join(map(str, match.state.dice))} (1 roll left)"


@each(
    ("text", "row", "points"),
    [
        *(("s 6", 5, 12), ("s6", 5, 12), ("score 6", 5, 12), ("s sixes", 5, 12), ("S CHANCE", 12, 18)),
        *(("s ch", 12, 18), ("s full house", 8, 0), ("s full-house", 8, 0), ("s aces", 0, 1), ("s ones", 0, 1)),
        *(("s 3", 2, 3), ("s 3 of", 6, 0), ("s three of", 6, 0), ("s chance/1", 12, 18)),
    ],
)
def test_scoring_by_number_or_name(text: str, row: int, points: int) -> None:
    match, table, _ = table_of("me")
    said = list(table.answer(text))
    assert match.state.cards[0].scores[0][row] == points
    assert f"scores {points} in" in said[0]
    assert said[1].startswith("me rolls")


@each(
    ("text", "answer"),
    [
        ("s 14", "No row is called '14'. c shows them all."),
        ("s bonus", "No row is called 'bonus'."),
        ("s f", "'f' could be FOURS, FIVES, 4 of a kind or Full House."),
        ("s poker", "No row is called 'poker'."),
        ("s fulhouse", "No row is called 'fulhouse'; did you mean 'full house'?"),
        ("s large strait", "No row is called 'large strait'; did you mean 'large straight'?"),
        ("s /1", "No row is called ''."),
        ("s 9/2", "There is one column."),
        ("666", "Only 2 dice show 6."),
        ("11", "Only 1 die shows 1."),
        ("4", "No die shows 4. p 1 3 rolls the first and the third."),
        ("0", "No die shows 0."),
        ("p 6", "The dice are numbered 1 to 5."),
        ("#0", "The dice are numbered 1 to 5."),
        ("p all", "The dice are numbered 1 to 5."),
        ("p", "Say which dice to roll: p 1 3 rolls the first and the third."),
        ("sixes", "Not understood: 'sixes'. Type ? for help."),
        ("hello", "Not understood: 'hello'. Type ? for help."),
        ("\x1b[A" + "x" * 100, "Not understood: '?[a"),
    ],
)
def test_what_is_not_understood_changes_nothing(text: str, answer: str) -> None:
    match, table, _ = table_of("me")
    before = match.state
    (said,) = table.answer(text)
    assert said.startswith(answer)
    assert match.state == before
    assert table.prompt == PROMPT


def test_an_empty_answer_rolls_nothing() -> None:
    """In the original Quiz an empty answer rolled all five dice; here the question comes again."""
    match, table, _ = table_of("me", rules=RULE_SETS["quiz"])
    before = match.state
    assert (says(table, ""), match.state, table.prompt) == ([], before, PROMPT)


def test_a_beginning_means_the_only_open_row_of_those_it_fits() -> None:
    match, table = table_with(
        RULE_SETS["h89"], (4, 4, 1, 2, 3), ("fives", 0), ("full-house", 0), ("four-of-a-kind", 0)
    )
    says(table, "s f")
    assert match.state.card[Box(3)] == 8


def test_the_first_roll_waits_where_that_is_wanted_and_no_word_tells_of_its_dice() -> None:
    match, table, _ = table_of("me")
    said = says(table, "=", "4", "q", "s 1")
    assert " 4  Make the first roll for me: off" in said
    assert said[-1] == "me scores 1 in ACES, total 1"
    for word in ("c", "w", "a", "s 2", "66", "p 1"):
        assert table.prompt == "(r)oll the dice or (q)uit? "
        assert says(table, word) == ["ROLL the dice first."]
    assert says(table, "r") == [f"me rolls {' '.join(map(str, match.state.dice))} (2 rolls left)"]
    assert table.prompt == PROMPT


def test_a_turn_is_told_again() -> None:
    _, table, lines = table_of("me")
    rolled = says(table, "66")
    assert says(table, "again") == [lines[-1], *rolled]


def test_third_roll_is_refused_and_not_asked_for() -> None:
    _, table, _ = table_of("me")
    said = says(table, "p 1", "p 1")
    assert table.prompt == "(c)heck score, (q)uit or row to score in? "
    assert said[-1].endswith("(no rolls left)")
    assert says(table, "p 1") == ["No rolls left: choose a row."]
    assert says(table, "66") == ["No rolls left: choose a row."]


@each(
    ("rules", "answer", "said"),
    [
        ("quiz", "9", "me scores 0 in Full House, total 0"),
        ("quiz", "sixes", "me scores 6 in SIXES, total 6"),
        ("quiz", "6", "me scores 6 in SIXES, total 6"),
        ("quiz", "full house", "me scores 0 in Full House, total 0"),
        ("quiz", "Chance", "me scores 20 in Chance, total 20"),
        ("quiz", "3 of a kind", "me scores 0 in 3 of a kind, total 0"),
        ("triple", "6/3", "me scores 6 in SIXES, column 3, total 18"),
        ("triple", "sixes", "It is open in column 1 (x1), 2 (x2) or 3 (x3)."),
        ("yacht", "big straight", "me scores 30 in Big 2-6, total 30"),
        ("quiz", "14", "No rolls left: choose a row."),
        ("quiz", "dozens", "No row is called 'dozens'. c shows them all."),
    ],
)
def test_once_no_roll_is_left_a_row_is_taken_at_once(rules: str, answer: str, said: str) -> None:
    """This is so in the original Quiz, which asks for the category after the second re-roll."""
    _, table = table_with(RULE_SETS[rules], (2, 3, 4, 5, 6))
    assert says(table, answer)[0] == said


@each("name", ["quiz", "triple", "official"])
def test_a_forced_upper_box_is_scored_without_being_asked_for(name: str) -> None:
    """The extra Yahtzee goes into FOURS of the last column: at once if no roll is left, else as soon as the player
    asks to score."""
    match, table = table_with(RULE_SETS[name], (4,) * 5, ("yahtzee", 50))
    card, last = match.state.card, match.state.rules.columns - 1
    for column in range(last):
        card = card.with_score(Box(3, column), 0)
    for rolls_left, answer in ((1, "s"), (0, "")):
        match.state = replace(match.state, cards=(card,), dice=(4,) * 5, rolls_left=rolls_left)
        told, scored, *_ = says(table, answer)
        box = "FOURS, column 3" if last else "FOURS"
        assert told == f"An extra Yahtzee must go in {box}."
        assert scored.startswith(f"me scores 20 in {box} and 100 for an extra Yahtzee, total ")
        assert table.prompt == PROMPT


def test_a_choice_is_left_to_the_player() -> None:
    """The choice is of two columns, or of lower rows once the upper row of the face is filled."""
    match, table = table_with(RULE_SETS["triple"], (4,) * 5, ("yahtzee", 50))
    assert says(table, "s")[0] == "The dice score now: (4) FOURS 20 and 100 for an extra Yahtzee."
    match, table = table_with(RULE_SETS["quiz"], (4,) * 5, ("yahtzee", 50), ("fours", 0))
    assert says(table, "s")[0].startswith("The dice score now: (7) 3 of a kind 20 and 100 for an extra Yahtzee,")
    assert match.state.turn == 0


def test_a_zero_is_asked_about_where_that_is_wanted() -> None:
    match = Match(Setup((Player("me"),), 42))
    table = Conversation(match, confirm_zero=True)
    list(table.start())
    assert says(table, "s yahtzee") == []
    assert table.prompt == "Score 0 in YAHTZEE? (y/n) "
    assert says(table, "n") == []
    assert table.prompt == PROMPT
    assert says(table, "s yahtzee", "y")[0] == "me scores 0 in YAHTZEE, total 0"
    assert says(table, "s chance")[0].startswith("me scores ")


def test_little_with_rolls_left_is_asked_about_where_hasty_posts_are_taken_back() -> None:
    match = Match(Setup((Player("me"),), 42))
    table = Conversation(match, confirm_zero=True, take_back=True)
    list(table.start())
    assert says(table, "s twos") == []
    assert table.prompt == "Score 2 in TWOS with 2 rolls left? (y/n) "
    assert says(table, "n") == []
    assert says(table, "s sixes")[0].startswith("me scores 12 ")
    assert len(says(table, "p 1", "p 1", "s fives")) == 2
    assert table.prompt == "Score 0 in FIVES? (y/n) "
    assert says(table, "n", "s aces")[0].startswith("me scores ")


def test_the_total_of_the_grid_is_told_beside_that_of_the_game() -> None:
    """The first of two games with one column each made 5 points, and the second makes 18 in Chance."""
    rules = rule_set("quintzee", 1)
    match, table, _ = table_of("me", rules=rules)
    assert says(table, "c")[-1] == "Totals: me 0 (whole grid 0)."
    match.earlier = ((5,),)
    lines = says(table, "s chance", "w")
    assert lines[-1] == "Totals: me 18 (whole grid 23)."
    card = match.state.card
    for row in range(12):
        card = card.with_score(Box(row, 0), 0)
    match.state = replace(match.state, cards=(replace(card, scores=((0,) * 11 + (None, 18),)),))
    assert "me: 18 (whole grid 23), games played: 1" in says(table, "s yahtzee")


def test_card_says_what_the_dice_would_score() -> None:
    _, table, _ = table_of("me")
    lines = says(table, "c")
    assert " 6 SIXES              ?12" in lines
    assert lines[-2:] == ["? is open; ?12 is open and scores 12 now.", "Totals: me 0."]
    lines = says(table, "s 6", "c")
    assert " 6 SIXES               12" in lines
    assert "   Bonus               -6" in lines  # the bonus supposes three sixes, and there are two
    assert lines[-1] == "Totals: me 12."


def test_card_of_several_columns() -> None:
    _, table, _ = table_of("me", rules=RULE_SETS["triple"])
    lines = says(table, "s chance/3", "s 6/2", "c")
    assert lines[0] == "me scores 18 in Chance, column 3, total 54"
    assert "   Column              x1    x2    x3" in lines
    assert next(line for line in lines if "Chance" in line and "?" in line).endswith("    18")
    assert re.fullmatch(r" 6 SIXES +\?\d+ +\d+ +\?\d+", next(line for line in lines if line.startswith(" 6")))
    assert "   TOTAL ABOVE          0     6     0" in lines
    assert "   TOTAL BELOW          0     0    18" in lines
    assert next(line for line in lines if "COUNTED" in line).split()[-1] == "54"


def test_column_is_asked_for_where_there_is_a_choice() -> None:
    match, table, _ = table_of("me", rules=RULE_SETS["triple"])
    assert says(table, "s chance") == ["It is open in column 1 (x1), 2 (x2) or 3 (x3)."]
    assert table.prompt == "Column to score in? "
    assert says(table, "4") == ["The columns are numbered 1 to 3."]
    assert table.prompt == PROMPT
    assert says(table, "s 13", "2")[1] == "me scores 18 in Chance, column 2, total 36"
    assert says(table, "s chance/2") == ["Chance, column 2: it is not an open box."]
    says(table, "s", "chance", "1")
    assert says(table, "s chance")[0].startswith("me scores")
    assert None not in [match.state.cards[0].scores[column][12] for column in range(3)]
    assert says(table, "s chance") == ["Chance: it is not an open box."]


@pytest.mark.parametrize("asked", ["s", "s chance"])
def test_an_empty_answer_goes_back(asked: str) -> None:
    match, table, _ = table_of("me", rules=RULE_SETS["triple"])
    before = match.state
    says(table, asked, " ")
    assert table.prompt == PROMPT
    assert match.state == before


def test_the_reason_is_said_where_a_joker_must_go_elsewhere() -> None:
    match, table = table_with(RULE_SETS["official"], (6,) * 5, ("yahtzee", 50))
    reason = "an extra Yahtzee must be posted in the upper row of its face while that is open"
    match.state = replace(match.state, rolls_left=1)
    assert " ".join(line.strip() for line in says(table, "s full")) == f"Full House: {reason}."
    card = says(table, "c")
    assert " 6 SIXES              ?30" in card
    assert " 9 Full House           ?" in card
    assert reason in " ".join(line.strip() for line in card)
    assert "Not now: ACES, TWOS" in " ".join(says(table, "w"))
    assert says(table, "s 6")[0] == "me scores 30 in SIXES and 100 for an extra Yahtzee, total 180"
    assert match.state.cards[0].yahtzee_bonuses == (100,)


def test_an_extra_turn_is_posted_in_the_bonus_row() -> None:
    match, table = table_with(EXTRA_TURN, (4,) * 5, ("yahtzee", 50))
    assert says(table, "s fours/1")[0].endswith("must be posted in the bonus row.")
    assert any(line.startswith("14 Yahtzee bonus") for line in says(table, "c"))
    assert says(table, "s bonus") == ["It is open in column 1 or 2."]
    assert says(table, "2")[0] == "me scores 100 in Yahtzee bonus, column 2, total 200"
    assert match.state.cards[0].yahtzee_bonuses == (0, 100)
    match.state = replace(match.state, dice=(1, 2, 2, 4, 6))
    (*refused,) = says(table, "s 14/1")
    assert " ".join(refused).startswith("Yahtzee bonus, column 1: only an extra Yahtzee may be posted")


def test_everything_is_told_in_words() -> None:
    match, table, _ = table_of("me", "you")
    says(table, "s 6", "s 1")
    match.state = replace(match.state, dice=(5, 5, 1, 2, 2))
    words = says(table, "w")
    assert words[0] == "me's move in turn 2. The dice are 5 5 1 2 2; 2 rolls left."
    told = " ".join(line.strip() for line in words)
    assert "The dice score now: ACES 1, TWOS 4, THREES 0, FOURS 0, FIVES 10, 3 of a kind 0," in told
    assert "Chance 15." in told
    assert "Filled: SIXES 12." in told
    assert "Upper section: 12 of 63 for the bonus of 35." in told
    assert re.search(r"Totals: me 12, you \d+\.$", told)
    assert not any(line.endswith(("4", "5", "Full")) for line in words)  # names of rows are unbroken


def test_computer_players_are_told_about_until_a_person_is_asked() -> None:
    match, table, _ = table_of("me", "=reagan")
    said = list(table.answer("s 1"))
    assert match.state.seat == 0
    assert match.state.turn == 1
    assert said[1].startswith("reagan rolls")
    assert any(line.startswith("reagan scores") for line in said)
    assert said[-1].startswith("me rolls")


def test_what_a_line_tells_has_been_done() -> None:
    """An action is done before a text line tells of it, so that the caller can record the action before it is
    seen."""
    match, table, _ = table_of("me", "=reagan")
    for line in table.answer("s 1"):
        if " scores " in line:
            assert match.record.turns[-2].box is not None
            assert line.startswith(("me", "reagan")[match.record.turns[-2].seat])


@each("rules", ALL_RULES)
def test_help_has_rules_and_answers(rules: RuleSet) -> None:
    _, table, _ = table_of("me", rules=rules)
    text = " ".join(line.strip() for line in table.answer("?"))
    assert f"one of the {rules.columns * len(rules.categories)} boxes" in text
    assert ("s 9/2" in text) == (rules.columns > 1)
    assert ("extra Yahtzee" in text) == (rules.extra_yahtzees != NOTHING_SPECIAL)
    assert ("x1 x2 x3" in text) == (rules.name == "triple")
    assert ("bonus row" in text) == (rules.bonus == "extra-turn")
    assert ("in the upper section earn" in text) == (rules.upper_bonus > 0)


def test_settings_are_changed_at_the_table_and_left() -> None:
    match, table, _ = table_of("me")
    told = says(table, "=")
    assert told[2] == " 3  Ask before scoring 0: off"
    assert table.prompt == "Setting, or ? for help: "
    assert says(table, "3") == [" 3  Ask before scoring 0: on"]
    assert says(table, "q") == []
    assert table.prompt == PROMPT
    match.state = replace(match.state, dice=(1, 2, 2, 3, 3))
    says(table, "s yahtzee")
    assert table.prompt == "Score 0 in YAHTZEE? (y/n) "


@each(
    ("row", "word", "answer"),
    [
        ("chances ", "chances", "There are no chances to win for one who plays alone."),
        ("g ", "games", "'g' has no effect now."),
        ("v, t ", "t", "'t' has no effect now."),
    ],
)
def test_a_word_of_the_help_is_understood_where_it_does_nothing(row: str, word: str, answer: str) -> None:
    _, table, _ = table_of("me")
    assert any(line.startswith(row) for line in says(table, "?"))
    assert says(table, word) == [answer]
    assert table.prompt == PROMPT


def test_whole_game_and_another() -> None:
    match, table, _ = table_of("me", "you")
    for row in range(1, 14):
        for _ in range(2):
            said = list(table.answer(f"s {row}"))
    totals = match.state.totals()
    assert said[-3:-1] == [
        f"{name}: {t}, games won: {int(t == max(totals))}" for name, t in zip(("me", "you"), totals, strict=True)
    ]
    assert said[-1].endswith("WINS!")
    assert table.prompt == "Play again? (y/n) "
    assert says(table, "") == []
    for text in ("?", "a", "s 1", "yesterday"):
        assert "n leaves" in says(table, text)[-1]
        assert not table.is_closed
    assert table.prompt == "Play again? (y/n) "
    assert next(iter(table.answer("y"))).startswith("me rolls")
    assert match.setup.seed == 43


def test_a_review_in_steps_is_told_when_it_is_done() -> None:
    """The text lines are the same as those of a review that is told at once."""
    match = Match(Setup((Player("me"), Player("king", "greedy")), seed=7))
    greedy = strategy("greedy", match.setup)
    while not match.has_ended:
        match.act(greedy.decide(match.state).action)
    table = Table(match, TableOptions(throw_time=0.0), 0.0)
    at_once, in_steps = (
        SeatLines(Seat(table, 0.0, Preferences(coach=Coach.ASK), services=Services(in_steps=in_steps)))
        for in_steps in (False, True)
    )
    expected, told = list(at_once.tell()), list(in_steps.tell())
    assert len(told) < len(expected)
    steps, review = 0, list[str]()
    while in_steps.deadline is not None:
        in_steps.advance(0.0)
        review, steps = list(in_steps.tell()), steps + 1
    assert steps > 20
    assert len(review) > 5
    assert review == expected[-len(review) :]


def test_all_games_of_a_replay_are_told_without_a_question() -> None:
    match, table, _ = table_of("me")
    for row in range(1, 14):
        list(table.answer(f"s {row}"))
    first = match.record
    match.play_again()
    replay = Conversation(Replay([first, match.record]))
    lines = list(replay.start())
    assert replay.is_closed
    assert lines[0].startswith("me rolls")
    assert len([line for line in lines if line.startswith("me: ")]) == 2
    assert lines[-1] == "The record ends here."


def test_computers_alone_play_to_the_end() -> None:
    match, table, lines = table_of("=reagan", "=king")
    assert match.has_ended
    assert table.is_closed
    assert lines[-1].endswith("WINS!")


@each(
    ("rules", "answer", "called"),
    [
        ("h89", "5 straight", "5 Straight"),
        ("h89", "large-straight", "5 Straight"),
        ("yacht", "Little 1-5", "Little 1-5"),
        ("yacht", "little straight", "Little 1-5"),
        ("yacht", "big-straight", "Big 2-6"),
        ("yatzy", "small 1 5", "Small 1-5"),
        ("yatzy", "large straight", "Large 2-6"),
    ],
)
def test_a_row_answers_to_its_name_on_the_card_and_in_records(rules: str, answer: str, called: str) -> None:
    _, table, _ = table_of("me", rules=RULE_SETS[rules])
    assert f"{called} 0, " in " ".join(line.strip() for line in says(table, "w"))
    assert says(table, f"s {answer}")[0] == f"me scores 0 in {called}, total 0"


def test_names_of_any_length_fit() -> None:
    _, table, lines = table_of("\u00e9" + "x" * 500, "y" * 40)
    lines += says(table, "c", "w", "s 1")
    assert max(map(len, lines)) <= WIDTH


_NUMBERS = st.text("0123456789 ,/#", max_size=12)
_COMMANDS = st.builds(" ".join, st.tuples(st.sampled_from([*"sp#cw?qyn", "check", "score"]), _NUMBERS))
_NAMES = st.builds("s {}".format, st.text("acefhkloprstuvwxy 123/", max_size=8))
_ANSWERS = st.lists(st.one_of(_NUMBERS, _COMMANDS, _NAMES, st.text(max_size=100)), max_size=30)


@given(rules=st.sampled_from(ALL_RULES), answers=_ANSWERS, extra=st.booleans())
def test_any_answers_give_narrow_lines_of_ascii(rules: RuleSet, answers: list[str], extra: bool) -> None:
    match, table, lines = table_of("me", "=king", rules=rules)
    if extra and rules.yahtzee_row is not None:
        card = match.state.card
        for column in range(rules.columns):
            card = card.with_score(Box(rules.yahtzee_row, column), 50)
        match.state = replace(match.state, cards=(card, match.state.cards[1]), dice=(6,) * 5)
    for answer in answers:
        if table.is_closed:
            break
        lines += [table.prompt, *table.answer(answer)]
    for line in lines:
        assert len(line) <= WIDTH
        assert line.isascii()
        assert line.isprintable()
        assert set(upper_case(line)) <= set(map(chr, range(0x20, 0x60)))


@given(st.text())
def test_upper_case_is_what_a_teletype_has(text: str) -> None:
    shown = upper_case(text)
    assert len(shown) == len(text)
    assert all(" " <= char <= "_" for char in shown)


def test_upper_case_of_letters_and_signs() -> None:
    assert upper_case("me's {~} 9 [`_`] \x1b\u00df") == "ME'S [^] 9 [@_@] ??"
