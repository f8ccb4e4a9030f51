"""Playing by the keys under each rule set and preference: what may be chosen, marked, kept and scratched."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Refusal, Scorecard
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.commands import KEYS
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Mark, Mode, Potential, Preferences, preferences_for
from tests.game.variants import variants
from tests.solver.backends import is_slow
from tests.table.tables import MakeTable, TableForOne, viewer_of

# The first roll of seed 42 is 6 2 1 6 3.

H89 = Preferences()


def filled_yahtzees(rules: RuleSet, score: int) -> Scorecard:
    card = Scorecard.empty(rules)
    for column in range(rules.columns):
        card = card.with_score(Box(rules.row("yahtzee"), column), score)
    return card


def selected(table: TableForOne) -> Box | None:
    return table.viewer.view().selected


def restart(table: TableForOne, card: Scorecard, dice: tuple[int, ...]) -> TableForOne:
    """Return a table whose player has this card and these dice at the beginning of the turn."""
    table.match.state = replace(table.match.state, cards=(card, *table.match.state.cards[1:]), dice=dice)
    return TableForOne(table.match, viewer_of(table.match, 1.0))


class TestColumns:
    def test_left_and_right_go_round_the_columns_in_the_same_row(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("quintzee", 3))
        ways: list[tuple[KeyPress, int]] = [
            *((Key.RIGHT, 1), ("l", 2), (Key.KEYPAD_6, 0), (Key.LEFT, 2), ("h", 1), (Key.KEYPAD_4, 0))
        ]
        table.press(Key.DOWN, Key.DOWN)
        for key, column in ways:
            table.press(key)
            assert selected(table) == Box(2, column)
        assert table.viewer.take_bells() == 0

    def test_up_and_down_stay_in_the_column(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("triple"))
        table.press(Key.RIGHT, Key.UP)
        assert selected(table) == Box(12, 1)
        table.press(Key.DOWN)
        assert selected(table) == Box(0, 1)

    def test_space_goes_through_all_boxes(self, make_table: MakeTable) -> None:
        rules = rule_set("triple")
        table = make_table("me", rules=rules)
        seen = []
        for _ in range(39):
            seen.append(selected(table))
            table.press(" ")
        assert seen == [Box(row, column) for column in range(3) for row in range(13)]
        assert selected(table) == Box(0, 0)

    def test_beside_a_filled_box_the_nearest_is_taken(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("quintzee", 2))
        table.press(Key.RIGHT, Key.DOWN, "d")
        table.press(Key.DOWN, Key.RIGHT)
        assert selected(table) == Box(0, 1)

    def test_with_one_column_there_is_nothing_beside(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("official"))
        table.press(Key.LEFT, Key.RIGHT)
        assert table.viewer.take_bells() == 2

    def test_the_urgent_score_is_where_the_screen_shows_it(self, make_table: MakeTable) -> None:
        table = make_table("me", "you", rules=rule_set("quintzee", 6))
        for _ in range(78):
            region = table.viewer.urgent()[4]
            shown = table.line(region.row)[region.column : region.column + region.width]
            box = selected(table)
            assert box is not None
            assert shown[1:4].strip() == str(table.match.state.potential_score(box))
            assert "###" in table.attributes(region.row)[region.column : region.column + region.width]
            table.press(" ")


class TestExtraYahtzees:
    """YAHTZEE is filled in every column, and the dice are 66666."""

    def test_only_the_upper_row_can_be_selected_and_the_screen_says_why(self, make_table: MakeTable) -> None:
        rules = rule_set("official")
        table = restart(make_table("me", rules=rules), filled_yahtzees(rules, 50), (6,) * 5)
        assert "Extra Yahtzee: fill its upper row first." in table.line(21)
        table.press(" ", Key.UP)
        assert selected(table) == Box(5)
        table.press("d")
        assert table.match.state.cards[0].total() == 180

    def test_lower_rows_come_before_upper_ones(self, make_table: MakeTable) -> None:
        rules = rule_set("quintzee", 2)
        card = filled_yahtzees(rules, 0).with_score(Box(5, 0), 12).with_score(Box(5, 1), 12)
        table = restart(make_table("me", rules=rules), card, (6,) * 5)
        assert "Extra Yahtzee: fill a lower row first." in table.line(21)
        table.press(Key.DOWN, Key.DOWN, Key.RIGHT)
        assert selected(table) == Box(8, 1)
        table.press("d")
        assert table.match.state.cards[0][Box(8, 1)] == 25

    def test_the_bonus_row_is_a_box_to_choose(self, make_table: MakeTable) -> None:
        rules = rule_set("quintzee", 2, "extra-turn")
        table = restart(make_table("me", rules=rules), filled_yahtzees(rules, 50), (6,) * 5)
        assert "Extra Yahtzee: only in the bonus row." in table.line(21)
        assert selected(table) == Box(13, 0)
        table.press(Key.RIGHT)
        assert table.line(17)[30:].replace(" .", "").split() == ["0", "100"]
        table.press("d")
        assert table.match.state.cards[0].yahtzee_bonuses == (0, 100)
        assert len(table.match.state.cards[0].open_boxes()) == 24

    def test_nothing_is_said_where_nothing_is_forbidden(self, make_table: MakeTable) -> None:
        for name in ("h89", "official", "free-choice", "yatzy"):
            table = make_table("me", rules=rule_set(name))
            assert table.line(21)[39:].strip() == ""

    def test_every_reason_has_a_text_that_fits(self) -> None:
        assert set(texts.REFUSALS) == set(Refusal)
        assert max(map(len, texts.REFUSALS.values())) <= 40


class TestKeeping:
    KEEP = replace(H89, mark=Mark.KEEP)

    def test_marked_dice_stay_and_the_others_roll(self, make_table: MakeTable) -> None:
        table = make_table("me", preferences=self.KEEP)
        table.press("1", "4")
        assert table.line(21)[4:37].split() == ["KEEP", "KEEP"]
        assert "The dice keys KEEP dice." in table.line(21)
        table.press("r")
        assert table.match.record.turns[0].rolled == ((1, 2, 4),)
        assert table.line(21)[4:37].split() == ["KEEP", "KEEP"]
        table.press("o")
        assert "KEEP" not in table.line(21)[:37]

    def test_all_five_kept_ring_and_say_why(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("quintzee"))
        table.press(*"12345r")
        assert table.viewer.take_bells() == 1
        assert "All five are kept: none to ROLL." in table.line(23)
        assert table.match.state.rolls_left == 2

    def test_a_computers_dice_are_marked_the_same_way(self, make_table: MakeTable) -> None:
        rolling = make_table("=reagan")
        keeping = make_table("=reagan", preferences=self.KEEP)
        for table in (rolling, keeping):
            table.press("x")
        marked = [table.viewer.view().marked for table in (rolling, keeping)]
        assert marked[0] | marked[1] == set(range(5))
        assert not marked[0] & marked[1]

    def test_quintzee_keeps_and_all_others_roll(self) -> None:
        keeping = {rules.name for rules in variants() if preferences_for(rules).mark is Mark.KEEP}
        assert keeping == {"quintzee"}
        selected_only = {
            rules.name for rules in variants() if preferences_for(rules).potential is Potential.SELECTED
        }
        assert selected_only == {"h89"}


class TestScratching:
    """The dice of the first roll, 6 2 1 6 3, score nothing in the boxes that these tests fill with 0."""

    def test_a_box_is_scratched_after_a_question(self, make_table: MakeTable) -> None:
        table = make_table("me", "you", preferences=replace(H89, confirm_zero=True))
        table.press("k", "k", "d")
        assert "Score 0 in YAHTZEE? (y/n)" in table.line(23)
        table.press("n")
        assert table.match.state.seat == 0
        assert selected(table) == Box(11)
        table.press("d", "y")
        assert table.match.state.cards[0][Box(11)] == 0
        assert table.match.state.seat == 1

    @pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
    def test_every_rule_set_asks_who_has_chosen_nothing(self, make_table: MakeTable, rules: RuleSet) -> None:
        """The dice 6 2 1 6 3 are no 4 of a kind, and no box is filled with 0 unless somebody said yes to that."""
        table = make_table("me", rules=rules)
        while selected(table) != Box(rules.row("four-of-a-kind")):
            table.press("j")
        table.press(Key.RETURN)
        column = {"triple": ", column x1"}.get(rules.name, "")
        assert f"Score 0 in 4 of a kind{column}? (y/n)" in table.line(23)
        assert table.match.state.card.total() == 0 < len(table.match.state.card.open_boxes())
        table.press("x", Key.RETURN, "y")
        assert table.match.state.card[Box(rules.row("four-of-a-kind"))] == 0


class TestPace:
    def test_the_first_roll_waits_to_be_asked_for(self, make_table: MakeTable) -> None:
        table = make_table("me", "you", preferences=replace(H89, auto_roll=False))
        assert "●" not in table.viewer.screen().text()
        assert "me's move: ROLL the dice." in table.line(22)
        table.press("1", "d")
        assert table.viewer.take_bells() == 2
        assert "ROLL the dice first." in table.line(23)
        table.press("r")
        assert table.viewer.screen().text().count("●") == 18
        assert table.match.state.rolls_left == 2
        table.press("d")
        assert "you's move: ROLL the dice." in table.line(22)

    def test_dice_appear_one_after_the_other(self, make_table: MakeTable) -> None:
        """A throw takes the same time as a whole, whether it is of one die or of five."""
        table = make_table("me", preferences=replace(H89, throw_time=2.5))
        seen = [table.viewer.screen().text().count("●")]
        while table.deadline is not None:
            assert table.deadline == table.now + 0.5
            table.wait(0.5)
            seen.append(table.viewer.screen().text().count("●"))
        assert seen == [0, 6, 8, 9, 15, 18]
        assert selected(table) == Box(0)
        table.press("2", "r")
        assert table.viewer.screen().text().count("●") == 16
        table.wait(2.4)
        assert table.table.hidden == {1}
        table.wait(0.1)
        assert table.table.hidden == set()

    def test_a_key_lands_the_dice_and_plays_on(self, make_table: MakeTable) -> None:
        table = make_table("me", preferences=replace(H89, throw_time=2.5))
        table.press("d")
        assert table.match.state.turn == 1

    def test_a_computer_thinks_when_its_dice_have_landed(self, make_table: MakeTable) -> None:
        table = make_table("=reagan", delay=3.0, preferences=replace(H89, throw_time=2.5))
        for _ in range(5):
            assert "Hmmm" not in table.line(23)
            table.wait(0.5)
        assert "Hmmm" in table.line(23)
        assert table.deadline == 2.5 + 3.0

    def test_a_key_lands_the_dice(self, make_table: MakeTable) -> None:
        table = make_table("=reagan", preferences=replace(H89, throw_time=0.5))
        table.press("x")
        assert table.viewer.screen().text().count("●") == 18
        assert "Hmmm" in table.line(23)


class TestSettings:
    def test_a_search_is_set_where_the_rules_leave_one(self, make_table: MakeTable) -> None:
        """By default the search in Quintzee has a time limit, as in the manual of Quintzee."""
        for name, shown in (
            ("quintzee", ["up to 10 s a turn"]),
            ("triple", ["for no noticeable time"]),
            ("yacht", []),
        ):
            table = make_table("me", rules=rule_set(name))
            table.press("=")
            found = re.findall("Near the end it searches +(.*)", table.viewer.screen().text())
            assert [*map(str.rstrip, found)] == shown
        table = make_table("me", rules=rule_set("quintzee", 2))
        table.choose_setting("Near the end it searches")
        table.press(Key.LEFT, "x")
        assert table.table.options.analysis_time == 5.0

    def test_the_help_knows_who_makes_the_first_roll(self, make_table: MakeTable) -> None:
        table = make_table("me")
        table.press("?")
        assert "The first roll is made for you." in table.viewer.screen().text()
        table.press("x", "=", *"jjj", " ", "x", "?")
        assert "ROLL the dice first." in table.viewer.screen().text()
        assert "made for you" not in table.viewer.screen().text()

    def test_they_are_written_only_when_asked_for(self, make_table: MakeTable) -> None:
        written: list[Preferences] = []

        def save(preferences: Preferences) -> bool:
            written.append(preferences)
            return len(written) > 1

        table = make_table("me", save=save)
        table.press("=", " ", "w")
        assert "couldn't be saved" in table.viewer.screen().text()
        table.press("w")
        assert "Saved." in table.viewer.screen().text()
        table.press("k", "l", "w")
        everywhere = replace(preferences_for(rule_set("h89")), potential=Potential.ALL)
        assert written == [everywhere, everywhere, replace(everywhere, mode=Mode.OPPONENT)]

    def test_nobody_is_offered_to_write_where_it_leads_to_nothing(self, make_table: MakeTable) -> None:
        table = make_table("me")
        table.press("=")
        assert "write them down" not in table.viewer.screen().text()
        table.press("w")
        assert "me's move" in table.line(22)

    def test_another_mode_begins_with_the_next_game(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("quintzee"), preferences=H89)
        seen = []
        for number in range(7):
            table.play_out()
            if number > 1:
                table.choose_setting("The next game is played")
                table.press("l", "x")
            table.press("y")
            setup = table.match.setup
            assert [player.name for player in setup.players] == ["me", "H89"][: len(setup.players)]
            seen.append((len(setup.players), setup.duplicate, len(table.match.earlier[0])))
        alone, against, same = (1, False), (2, False), (2, True)
        assert seen == [
            *((*alone, 1), (*alone, 2), (*against, 0), (*same, 1), (*alone, 2), (*against, 0), (*same, 1))
        ]

    def test_columns_and_bonus_rule_of_the_next_game(self, make_table: MakeTable) -> None:
        """They are chosen while a game is played; the next game goes on in the same grid."""
        table = make_table("me", rules=rule_set("quintzee"))
        table.choose_setting("Columns of the next game")
        table.press(" ", " ")
        assert "> Columns of the next game        3" in table.viewer.screen().text()
        table.choose_setting("Bonus rule of the next game")
        table.press("h", Key.RETURN)  # goes back from the first bonus rule to the last one
        series = table.table.series
        rules = series.next_rules
        assert (rules, series.setup.rules) == (rule_set("quintzee", 3, "extra-turn"), rule_set("quintzee"))
        table.play_out()
        [total] = table.match.state.totals()
        table.press("y")
        assert (table.match.setup.rules, table.match.earlier) == (rules, ((total,),))

    def test_only_rules_with_a_choice_of_columns_have_it_there(self, make_table: MakeTable) -> None:
        for rules in RULE_SETS.values():
            table = make_table("me", rules=rules)
            table.press("=")
            text = table.viewer.screen().text()
            assert "next game is played" in text
            assert ("Columns of" in text) == bool(rules.column_choices)

    def test_more_people_have_no_mode(self, make_table: MakeTable) -> None:
        for names in (("me", "you"), ("=a", "=b"), ("me", "=a", "=b")):
            table = make_table(*names)
            table.press("=")
            assert "The next game" not in table.viewer.screen().text()

    def test_another_way_to_mark_takes_the_marks_off(self, make_table: MakeTable) -> None:
        table = make_table("me")
        table.press("1")
        table.choose_setting("The dice keys select dice to")
        table.press(" ", "q")
        assert table.viewer.view().marked == frozenset()
        assert not table.viewer.seat.is_closed

    def test_times_that_are_not_offered_lead_to_their_neighbours(self, make_table: MakeTable) -> None:
        table = make_table("me", preferences=replace(H89, throw_time=0.07))
        table.choose_setting("A throw of the dice takes")
        assert "0.07 s" in table.viewer.screen().text()
        table.press("l")
        assert "0.25 s" in table.viewer.screen().text()


class TestComparison:
    def test_two_who_met_the_same_dice_are_compared_turn_by_turn(self, make_table: MakeTable) -> None:
        table = make_table("=reagan", "=king", duplicate=True, rules=rule_set("quintzee", 2), strategy="greedy")
        table.press("c")
        table.play_out()
        assert "c TURN BY TURN" in table.line(22)
        table.press("c")
        table.work_out()
        lines = []
        while "TURN BY TURN" in table.line(0):
            lines += table.viewer.screen().text().split("\n")[2:-1]
            table.press("x")
        assert lines[0] in lines[1:], "the names stand on the second page too"
        turns = [lines[0], *(line for line in lines if line.strip() and line != lines[0])]
        assert len(turns) == 1 + 26 + 1
        first = table.match.record.turns[0]
        assert turns[1].split()[:3] == ["1", "".join(map(str, first.dice[0])), str(first.points)]
        assert turns[-1].split() == [*map(str, table.match.state.totals())]
        assert "reagan and king WIN!" in table.line(23)

    def test_others_have_nothing_to_compare(self, make_table: MakeTable) -> None:
        table = make_table("=a", "=b")
        table.play_out()
        table.viewer.take_bells()
        table.press("c")
        assert table.viewer.take_bells() == 1
        assert "TURN BY TURN" not in table.viewer.screen().text()


@given(
    rules=st.sampled_from([rules for rules in variants() if rules.columns > 1 or not is_slow(rules)]),
    choices=st.data(),
)
def test_whatever_keys_are_pressed_only_legal_actions_follow(rules: RuleSet, choices: st.DataObject) -> None:
    """`Match.act` raises an error for any illegal action; the last screen column stays empty all the time."""
    preferences = choices.draw(
        st.builds(
            Preferences,
            potential=st.sampled_from(Potential),
            mark=st.sampled_from(Mark),
            confirm_zero=st.booleans(),
            auto_roll=st.booleans(),
            throw_time=st.sampled_from([0.0, 0.1]),
        )
    )
    players = (Player("me", HUMAN), Player("reagan", "random"))
    match = Match(Setup(players, choices.draw(st.integers(0, 99)), rules))
    table = TableForOne(match, viewer_of(match, 1.0, preferences=preferences, save=lambda _: True))
    key = st.sampled_from([key for key in KEYS if key not in ("q", "Q", "\x03")]) | st.sampled_from(
        ["y", "x", "dy"]
    )
    for pressed in choices.draw(st.lists(key, max_size=80)):
        for each in [pressed] if isinstance(pressed, Key) else pressed:
            table.press(each)
            table.wait(0.5)
    for display in (Display(), Display(24, reverse=False, keyboard=Keyboard.LETTERS)):
        assert {line[79] for line in table.viewer.screen(display).text().split("\n")} == {" "}
        table.viewer.urgent(display)
