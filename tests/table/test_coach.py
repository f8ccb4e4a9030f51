"""What the coach says about points and about chances to win."""

from dataclasses import replace

import pytest

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score, new_game
from h89yahtzee.players.chances import ActionChance, Certainty
from h89yahtzee.players.strategy import Analysis, Option
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.coach import Wording, others
from h89yahtzee.table.preferences import Coach, Mark, Preferences, Worth, preferences_for
from tests.game.variants import shortened
from tests.players.ends import only_open
from tests.solver.backends import needs_kernel
from tests.table.coached import at, said
from tests.table.odds import Elsewhere, Told, nobody
from tests.table.tables import Conversation, MakeTable, TableForOne

OFFICIAL = rule_set("official")
YAHTZEE_LEFT = only_open(OFFICIAL, "yahtzee", 0)
TWO_LEFT = only_open(H89, "yahtzee chance", 0)


ADVICE = {
    "50 and 23.33 from a Chance to come, against 30 and 2.30 from a YAHTZEE to come": (
        *(H89, "yahtzee chance", (6, 6, 6, 6, 6), 0),
        ("Best: 50 in YAHTZEE", "Chance -41.03"),
    ),
    "nothing else can be done": (
        *(OFFICIAL, "yahtzee", (6, 6, 6, 1, 2), 0),
        ("Best: 0 in YAHTZEE", "There is no other choice."),
    ),
    "a die may yet be a six by 11 in 36, one that is kept for a roll by 1 in 6": (
        *(OFFICIAL, "sixes", (1, 1, 1, 1, 1), 2),
        ("Best: roll all", "keep 1 -0.83  keep 11 -1.67"),
    ),
}


class TestAsking:
    @pytest.mark.parametrize("name", ADVICE)
    def test_by_hand(self, make_table: MakeTable, name: str) -> None:
        rules, left, dice, rolls_left, advice = ADVICE[name]
        table = at(make_table("me", rules=rules), only_open(rules, left, 0), dice, rolls_left)
        table.press("A")
        assert said(table) == advice

    @pytest.mark.parametrize("coach", Coach)
    def test_what_is_best_and_what_others_lose(self, make_table: MakeTable, coach: Coach) -> None:
        """The 50 points are made by 1 roll in 36 with three sixes kept, 1 in 216 with two, 1 in 1296 with a single
        die."""
        table = at(make_table("me", rules=OFFICIAL), YAHTZEE_LEFT, (6, 6, 6, 1, 2), 1, coach)
        table.press("a")
        assert said(table) == ("Best: roll 4, 5: keep 666", "keep 66 -1.16  keep 2 -1.35")
        assert "me's move: 1 roll left." in table.line(22)
        assert table.viewer.take_bells() == 0

    def test_it_stays_while_dice_and_rows_are_chosen_and_is_over_with_the_roll(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6, 6, 6, 1, 2), 1)
        table.press("a")
        advice = said(table)
        assert advice[0] == "Best: roll 4, 5: keep 666"
        table.press("4", "j", "5")
        assert said(table) == advice
        table.press("r")
        assert said(table) == ("", "")

    def test_a_hint_stands_before_it_for_a_while(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6, 6, 6, 1, 2), 1)
        table.press("a", "r")
        assert said(table) == ("Best: roll 4, 5: keep 666", "Select the dice to ROLL first.")
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
        assert {said(table) for table in advised} == {("Best: roll 4, 5: keep 666", "keep 66 -1.16  keep 2 -1.35")}
        for table in advised:
            table.press("4", "5", "r")
        assert len({table.match.state.dice for table in advised}) > 1

    def test_old_style_knows_no_coach(self, make_table: MakeTable) -> None:
        table = make_table("me", oldstyle=True)
        before = table.viewer.screen()
        table.press("a", "v")
        assert table.viewer.take_bells() == 2
        assert table.viewer.screen() == before


class TestFollowing:
    def test_the_key_again_marks_the_dice_and_rolls_none(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6, 1, 6, 2, 6), 1)
        state = table.match.state
        table.press("a", "1", "2", "a")
        assert table.viewer.view().marked == {1, 3}
        assert said(table)[0] == "Best: roll 2, 4: keep 666"
        assert table.match.state is state
        table.press("r")
        assert table.match.state.dice[::2] == (6, 6, 6)
        table.press("a")
        assert table.viewer.view().marked == set()

    def test_where_dice_are_marked_to_be_kept(self, make_table: MakeTable) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6, 1, 6, 2, 6), 1, taste=Preferences(mark=Mark.KEEP))
        table.press("a", "a")
        assert said(table)[0] == "Best: keep 666"
        assert table.viewer.view().marked == {0, 2, 4}
        table.viewer.seat.prefer(Preferences(coach=Coach.ALWAYS))
        table.wait(0.0)
        assert said(table)[0] == "Best: roll 2, 4: keep 666"

    @pytest.mark.parametrize(("coach", "keys"), [(Coach.OFF, "aa"), (Coach.ALWAYS, "a")])
    def test_it_selects_the_row_and_posts_nothing(self, make_table: MakeTable, coach: Coach, keys: str) -> None:
        table = at(make_table("me", rules=H89), TWO_LEFT, (6,) * 5, coach=coach)
        state = table.match.state
        table.press("j", *keys)
        assert table.viewer.view().selected == Box(H89.row("yahtzee"))
        assert table.match.state is state

    @pytest.mark.parametrize(("counted", "marked"), [(Worth.POINTS, set()), (Worth.CHANCES, {0, 1, 2, 3})])
    def test_points_or_chances_where_they_disagree(
        self, make_table: MakeTable, counted: Worth, marked: set[int]
    ) -> None:
        taste = Preferences(chances=True, warns_of=counted)
        table = at_end(make_table, taste, bookmaker=Told(options=three).bookmaker())
        table.press("a", "a")
        assert table.viewer.view().marked == marked

    @pytest.mark.parametrize(
        ("rules", "left", "dice", "words", "told"),
        [
            (
                shortened(rule_set("yatzy"), ("small-straight", "ones", "chance")),
                *("small-straight ones", (1, 2, 3, 4, 5), "s small 1-5", "scores 15 in"),
            ),
            (H89, "yahtzee chance", (6, 1, 6, 2, 6), "12", "rolls dice 2 4 again"),
            (H89, "small-straight ones", (1, 2, 3, 4, 6), "s 4 straight", "scores 30 in"),
            (rule_set("quintzee", 2), "", (6, 6, 6, 6, 6), "s yahtzee/1", "scores 50 in"),
        ],
    )
    def test_by_lines_it_says_what_to_type(
        self, rules: RuleSet, left: str, dice: Dice, words: str, told: str
    ) -> None:
        card = only_open(rules, left, 0) if left else Scorecard.empty(rules)
        table = at(MakeTable()("me", rules=rules), card, dice, rolls_left=1)
        conversation = Conversation(table.match)
        list(conversation.start())
        first, (_, second) = list(conversation.answer("a")), conversation.answer("a")
        assert first[0].startswith(("Best: ", "Probably best: "))
        assert second == f"Type {words} to follow the coach."
        assert told in " ".join(conversation.answer(words))


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
        """There are only 1.39 points to expect, and all of them are thrown away."""
        table = at(make_table("me", rules=OFFICIAL), YAHTZEE_LEFT, (6, 6, 6, 1, 2), 1, Coach.WARN)
        table.press("1", "2", "3", "4", "5", "r")
        assert said(table) == ("", "")

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
        table.choose_setting("The coach")
        table.press(" ", " ", " ")
        assert "before each decision" in table.viewer.screen().text()
        table.press("x")
        assert said(table)[0].startswith("Best: ")


def test_every_advice_fits_beside_the_dice(make_table: MakeTable) -> None:
    """A text that is too long would be cut at the edge of the screen. The rules here have only the rows with long
    names."""
    for name in ("yatzy", "free-choice"):
        rules = rule_set(name)
        rules = shortened(rules, [row.name for row in rules.categories if len(row.name) > 6])
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
        """The open box counts three times, so that a YAHTZEE to come is worth three times 2.30 points."""
        rules = rule_set("triple")
        card = Scorecard.empty(rules)
        for row, category in enumerate(rules.categories):
            for column in range(3):
                if category.name != "yahtzee" or column == 0:
                    card = card.with_score(Box(row, column), 0)
        table = at(make_table("me", rules=rules), card, (6,) * 5)
        table.press("a")
        assert said(table) == ("Best: 50 in YAHTZEE x3", "YAHTZEE x2 -47.70")

    def test_columns_that_are_equal_are_told_once(self) -> None:
        rules = rule_set("quintzee", 3)
        state = replace(new_game(rules, 1, lambda *_: (3, 3, 3, 3, 1)), rolls_left=0)
        values = {(0, 0): 9.0, (0, 1): 9.0, (1, 0): 8.0, (1, 1): 8.0, (2, 0): 7.0}
        analysis = Analysis(tuple(Option(Score(Box(*box)), value) for box, value in values.items()), is_exact=True)
        told = others(state, analysis, Wording(label=lambda _, box: f"row {box.row} {box.column}"), 72)
        assert told == "row 1 0 -1.00  row 2 0 -2.00"


CHANCE = Box(12)
CHANCE_LEFT = only_open(H89, "chance", 0)
DICE = (4, 4, 4, 4, 6)
SHOWN = Preferences(chances=True)


def ahead(card: Scorecard) -> Scorecard:
    """Return a full card with 24 points."""
    return replace(card, scores=((*[0] * 12, 24),))


def at_end(
    make_table: MakeTable, taste: Preferences, coach: Coach = Coach.OFF, bookmaker: Bookmaker | None = None
) -> TableForOne:
    table = make_table("me", "you", rules=H89)
    table.match.state = replace(table.match.state, cards=(CHANCE_LEFT, ahead(CHANCE_LEFT)))
    return at(table, CHANCE_LEFT, DICE, 1, coach, taste, bookmaker)


def three(state: GameState) -> list[ActionChance]:
    """Return three of the options: the more often an option wins, the fewer points it is worth."""
    assert state.dice == DICE
    options = ((Roll((0, 1, 2, 3)), 20.0, 0.412), (Roll((0,)), 21.5, 0.398), (Score(CHANCE), 22.0, 0.05))
    return [ActionChance(*option) for option in options]


class TestChancesInAdvice:
    @needs_kernel
    def test_points_and_chances_disagree_by_hand(self, make_table: MakeTable) -> None:
        table = at_end(make_table, SHOWN)
        table.press("a")
        assert " ".join(said(table)) == "Chance: 2.0 points more, but keep 6 wins 12.8 %, not 0.0."

    @needs_kernel
    def test_where_they_agree_they_stand_apart(self, make_table: MakeTable) -> None:
        """With 5 5 5 5 5, posting wins at once; so does a roll of no dice, which the rules of version 1.1 allow."""
        table = at_end(make_table, SHOWN)
        table.match.state = replace(table.match.state, dice=(5, 5, 5, 5, 5))
        table.press("a")
        assert said(table) == ("Best: 25 in Chance  keep 5555 -1.50", "Wins %: Chance 100.0  keep 55555 100.0")

    @pytest.mark.parametrize(
        ("certainty", "figures"),
        [
            (Certainty.EXACT, "Wins %: keep 6 41.2  keep 4446 39.8"),
            (Certainty.ESTIMATED, "Wins %: keep 6 ~41.2  keep 4446 ~39.8"),
        ],
    )
    def test_how_certain_they_are_is_told(self, make_table: MakeTable, certainty: Certainty, figures: str) -> None:
        told = Told(options=three, certainty=certainty)
        table = at_end(make_table, SHOWN, bookmaker=told.bookmaker())
        table.press("a")
        assert table.viewer.seat.advice.wins == figures

    def test_a_difference_within_the_error_of_estimates_is_no_dispute(self, make_table: MakeTable) -> None:
        def close(_: GameState) -> list[ActionChance]:
            return [ActionChance(Roll((0, 1, 2, 3)), 20.0, 0.001), ActionChance(Score(CHANCE), 22.0, 0.0)]

        table = at_end(make_table, SHOWN, bookmaker=Told(options=close).bookmaker())
        table.press("a")
        assert said(table)[0].startswith("Best: 22 in Chance")

    def test_points_are_told_before_the_chances_are_there(self, make_table: MakeTable) -> None:
        elsewhere, told = Elsewhere(), Told(options=three)
        table = at_end(make_table, SHOWN, bookmaker=Bookmaker(lambda *_: told, elsewhere.run))
        table.press("a")
        assert said(table)[0] == "Best: 22 in Chance"
        table.wait(1.0)
        elsewhere.work()
        table.wait(1.0)
        assert " ".join(said(table)) == "Chance: 2.0 points more, but keep 6 wins ~41.2 %, not ~5.0."

    def test_no_chances_for_who_counts_points(self, make_table: MakeTable) -> None:
        table = at_end(make_table, Preferences(), Coach.ALWAYS, Bookmaker(nobody))
        assert said(table)[0] == "Best: 22 in Chance"


class TestWarningOfChances:
    def warning(self, table: TableForOne, action: Action) -> str:
        table.viewer.seat.advice.judge(table.match.state, action)
        return table.viewer.seat.advice.warning

    @needs_kernel
    def test_of_chances(self, make_table: MakeTable) -> None:
        """Posting is best by points, and loses for sure."""
        by_chances = at_end(make_table, Preferences(warns_of=Worth.CHANCES), Coach.WARN)
        assert self.warning(by_chances, Score(CHANCE)) == "keep 6 wins 12.8, not 0.0 %."
        by_points = at_end(make_table, Preferences(), Coach.WARN, Bookmaker(nobody))
        assert self.warning(by_points, Score(CHANCE)) == ""
        assert self.warning(by_points, Roll((0, 1, 2, 3))) == "Chance was worth 2.0 more."

    def test_less_than_two_per_cent_are_not_worth_a_word(self, make_table: MakeTable) -> None:
        taste, told = Preferences(warns_of=Worth.CHANCES), Told(options=three)
        table = at_end(make_table, taste, Coach.WARN, told.bookmaker())
        assert self.warning(table, Roll((0,))) == ""

    @needs_kernel
    def test_points_stand_in_where_there_are_no_chances(self, make_table: MakeTable) -> None:
        def unable(*_: object) -> Told:
            raise ValueError("no chances")

        table = at_end(make_table, Preferences(warns_of=Worth.CHANCES), Coach.WARN, Bookmaker(unable))
        assert self.warning(table, Roll((0, 1, 2, 3))) == "Chance was worth 2.0 more."

    def test_it_may_come_later(self, make_table: MakeTable) -> None:
        elsewhere, told = Elsewhere(), Told(options=three)
        taste = Preferences(warns_of=Worth.CHANCES)
        table = at_end(make_table, taste, Coach.WARN, Bookmaker(lambda *_: told, elsewhere.run))
        assert self.warning(table, Score(CHANCE)) == ""
        elsewhere.work()
        table.wait(1.0)
        assert said(table)[0] == "keep 6 wins ~41.2, not ~5.0 %."


class TestLines:
    def told(self, *answers: str, certainty: Certainty = Certainty.ESTIMATED) -> list[str]:
        """Return what is answered at the end of a game, with three options made up by hand."""
        table = make_end()
        bookmaker = Told(lambda _: [0.412, 0.588], three, certainty).bookmaker()
        conversation = Conversation(table.match, bookmaker=bookmaker, chances=True)
        list(conversation.start())
        return [line for answer in answers for line in conversation.answer(answer)]

    def test_the_whole_sentence_of_the_coach(self) -> None:
        best, _, wins, *dispute = self.told("a")
        assert (best, wins) == ("Best: 22 in Chance", "Wins %: keep 6 ~41.2  keep 4446 ~39.8  Chance ~5.0")
        assert " ".join(line.strip() for line in dispute) == (
            "Chance is worth 2.0 points more, but keep 6 wins more often: ~41.2 against ~5.0 %."
        )

    @pytest.mark.parametrize(
        ("certainty", "head"),
        [(Certainty.EXACT, "Chances to win: "), (Certainty.ESTIMATED, "Chances to win, estimated: ")],
    )
    def test_w_tells_them_with_the_rest(self, certainty: Certainty, head: str) -> None:
        *_, last = [" ".join(self.told("w", certainty=certainty))]
        assert last.replace("  ", " ").endswith(f"{head}me 41.2 %, you 58.8 %.")

    def test_not_unless_they_are_wanted(self) -> None:
        conversation = Conversation(make_end().match, bookmaker=Bookmaker(nobody))
        list(conversation.start())
        assert not any("hances to win" in line for answer in "wa" for line in conversation.answer(answer))

    def test_a_sentence_where_there_is_no_solver(self) -> None:
        def unable(*_: object) -> Told:
            raise ValueError("chances need more than this machine has")

        conversation = Conversation(make_end().match, bookmaker=Bookmaker(unable), chances=True)
        list(conversation.start())
        assert [*conversation.answer("w")][-1] == "Chances need more than this machine has."


def make_end() -> TableForOne:
    return at_end(MakeTable(), Preferences())
