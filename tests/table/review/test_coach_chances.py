"""The coach where it tells chances to win: apart from points, and where the two disagree.

The end of a game by hand: `me` has Chance open and needs more than 24, which `you`, whose card is full, is ahead.
Of 4 4 4 4 6 with a roll left 22 points are the most that can be expected, and lose. The 6 and four dice again
expect 20, and win where those come to 19 or more, by 126 in 1296, or share the win at 18, by 80: 12.8 %.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.chances.chances import ActionChance, Certainty
from h89yahtzee.table.chances.bookmaker import Bookmaker
from h89yahtzee.table.preferences import Coach, Preferences, Worth
from tests.solver.backends import needs_kernel
from tests.table.chances.odds import Elsewhere, Told, nobody
from tests.table.review.coached import at, nearly_full, said
from tests.table.tables import Conversation, MakeTable, TableForOne

CHANCE = Box(12)
CHANCE_LEFT = nearly_full(H89, "chance")
DICE = (4, 4, 4, 4, 6)
SHOWN = Preferences(chances=True)


def ahead(card: Scorecard) -> Scorecard:
    """A full card with 24 points."""
    return replace(card, scores=((*[0] * 12, 24),))


def at_end(
    make_table: MakeTable, taste: Preferences, coach: Coach = Coach.OFF, bookmaker: Bookmaker | None = None
) -> TableForOne:
    table = make_table("me", "you", rules=H89)
    table.match.state = replace(table.match.state, cards=(CHANCE_LEFT, ahead(CHANCE_LEFT)))
    return at(table, CHANCE_LEFT, DICE, 1, coach, taste, bookmaker)


def three(state: GameState) -> list[ActionChance]:
    """Three of the options: what is best for the win is the second best for points."""
    assert state.dice == DICE
    options = ((Roll((0, 1, 2, 3)), 20.0, 0.412), (Roll((0,)), 21.5, 0.398), (Score(CHANCE), 22.0, 0.05))
    return [ActionChance(*option) for option in options]


class TestAdvice:
    @needs_kernel
    def test_points_and_chances_disagree_by_hand(self, make_table: MakeTable) -> None:
        table = at_end(make_table, SHOWN)
        table.press("a")
        assert " ".join(said(table)) == "Chance: 2.0 points more, but keep 6 wins 12.8 %, not 0.0."

    @needs_kernel
    def test_where_they_agree_they_stand_apart(self, make_table: MakeTable) -> None:
        """Of 5 5 5 5 5 to post wins at once; so does to roll none, which the rules of 1.1 allow."""
        table = at_end(make_table, SHOWN)
        table.match.state = replace(table.match.state, dice=(5, 5, 5, 5, 5))
        table.press("a")
        assert said(table) == ("Best: 25 in Chance  keep 55555 -0.00", "Wins %: Chance 100.0  keep 55555 100.0")

    @pytest.mark.parametrize(
        ("certainty", "error", "figures"),
        [
            (Certainty.EXACT, 0.0, "Wins %: keep 6 41.2  keep 4446 39.8"),
            (Certainty.ESTIMATED, 0.0, "Wins %: keep 6 ~41.2  keep 4446 ~39.8"),
            (Certainty.SIMULATED, 0.01, "Wins % +-1.0: keep 6 ~41.2"),
        ],
    )
    def test_how_certain_they_are_is_told(
        self, make_table: MakeTable, certainty: Certainty, error: float, figures: str
    ) -> None:
        told = Told(options=three, certainty=certainty, error=error)
        table = at_end(make_table, SHOWN, bookmaker=told.bookmaker())
        table.press("a")
        assert table.viewer.advice.wins == figures

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


class TestWarning:
    def warning(self, table: TableForOne, action: Action) -> str:
        table.viewer.advice.judge(table.match.state, action)
        return table.viewer.advice.warning

    @needs_kernel
    def test_of_chances(self, make_table: MakeTable) -> None:
        """To post is best by points, and loses for sure."""
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
    def told(self, *answers: str, certainty: Certainty = Certainty.ESTIMATED, error: float = 0.0) -> list[str]:
        """What is answered at the end by hand."""
        table = make_end()
        bookmaker = Told(lambda _: [0.412, 0.588], three, certainty, error).bookmaker()
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
        ("certainty", "error", "head"),
        [
            (Certainty.EXACT, 0.0, "Chances to win: "),
            (Certainty.ESTIMATED, 0.0, "Chances to win, estimated: "),
            (Certainty.SIMULATED, 0.012, "Chances to win, simulated with an error of 1.2 %: "),
        ],
    )
    def test_w_tells_them_with_the_rest(self, certainty: Certainty, error: float, head: str) -> None:
        *_, last = [" ".join(self.told("w", certainty=certainty, error=error))]
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
        assert [*conversation.answer("w")][-1] == "chances need more than this machine has"


def make_end() -> TableForOne:
    return at_end(MakeTable(), Preferences())
