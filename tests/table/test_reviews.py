"""Pages about a finished game: its review, the same dice in the hands of other players, and par."""

import re
from dataclasses import replace

import pytest

from h89yahtzee.frontends.lines.line_texts import WIDTH
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89, rule_set
from h89yahtzee.table.comparison import comparison
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Coach, preferences_for
from tests.game.variants import shortened
from tests.rooms.shelves import game
from tests.table.tables import Conversation, MakeTable, pages

OFFICIAL = rule_set("official")
EXPECTED = {"h89": 245.9, "official": 254.6}
"""The published mean totals of best play."""


def figures(lines: list[str], label: str) -> list[float]:
    """Return the figures of all players after the label."""
    [line] = [line for line in lines if line.startswith(label)]
    return [float(figure) for figure in line[len(label) :].split()]


def check_review(lines: list[str], start: float, totals: tuple[int, ...]) -> None:
    """Check that the review adds up to the totals, as far as its figures are rounded to one decimal."""
    expected, luck, lost = (figures(lines, label) for label in ("Expected", "Luck of the dice", "Decisions"))
    assert expected == [start] * len(totals)
    assert figures(lines, "Total") == [float(total) for total in totals]
    for seat, total in enumerate(totals):
        assert abs(expected[seat] + luck[seat] + lost[seat] - total) < 0.16
        told = [line for line in lines if line.startswith("Lost in turn")]
        assert all(any(float(figure) for figure in line[16:].split()) for line in told)
        by_turn = sum(float(line[16:].split()[seat]) for line in told)
        assert abs(by_turn + lost[seat]) < 13 * 0.06


class TestReview:
    @pytest.mark.parametrize("name", EXPECTED)
    def test_luck_and_losses_of_each_add_up(self, make_table: MakeTable, name: str) -> None:
        rules = rule_set(name)
        preferences = replace(preferences_for(rules), confirm_zero=False)
        table = make_table("me", "=king", rules=rules, strategy="optimal", preferences=preferences)
        table.play_out()
        assert "v REVIEW" in table.line(21)
        table.press("v")
        assert "REVIEW" in table.line(0)
        lines = pages(table)
        check_review(lines, EXPECTED[name], table.match.state.totals())
        assert figures(lines, "Decisions")[1] == 0
        assert re.fullmatch(r"me, turn \d+, [1-6]{5}: \d+ in .*, but .* was \d+\.\d better\.", lines[5])
        assert lines[6] == "king: no mistakes."
        assert lines[7].startswith("Lost in turn")
        assert "king WINS! Play again?" in table.line(23)

    def test_a_turn_by_hand(self, make_table: MakeTable) -> None:
        """The last turn scores 3 6 5 1 5 in Chance at once; with two rolls left, 3 and 1 could have become 4.25
        each on average."""
        table = make_table("me", seed=10)
        table.play_out()
        table.press("V")
        assert figures(pages(table), "Lost in turn 13") == [4.5]

    def test_ten_players_stand_side_by_side(self, make_table: MakeTable) -> None:
        table = make_table(*"abcdefghij")
        table.play_out()
        table.press("v")
        lines = pages(table)
        assert lines[0].split() == [*"abcdefghij"]
        assert figures(lines, "Expected") == [246] * 10
        sums = zip(*(figures(lines, label) for label in ("Expected", "Luck of the dice", "Decisions")), strict=True)
        for parts, total in zip(sums, table.match.state.totals(), strict=True):
            assert abs(sum(parts) - total) < 1.6

    @pytest.mark.parametrize("coach", Coach)
    def test_by_itself_once_where_the_coach_is_at_the_table(self, make_table: MakeTable, coach: Coach) -> None:
        table = make_table("me", "=king", preferences=replace(preferences_for(H89), coach=coach))
        for _ in range(2):
            table.play_out()
            assert ("REVIEW " in table.line(0)) == (coach is not Coach.OFF)
            pages(table)
            assert "Play again?" in table.line(23)
            table.press("=", "x")
            assert "Play again?" in table.line(23)
            table.press("y")

    def test_it_is_not_offered_where_nobody_played_but_can_be_had(self, make_table: MakeTable) -> None:
        table = make_table("=reagan", preferences=replace(preferences_for(H89), coach=Coach.ASK))
        table.play_out()
        assert "REVIEW" not in table.viewer.screen().text()
        table.press("v")
        check_review(pages(table), EXPECTED["h89"], table.match.state.totals())

    def test_in_a_game_the_key_rings(self, make_table: MakeTable) -> None:
        table = make_table("me")
        table.press("v")
        assert table.viewer.take_bells() == 1


class TestPar:
    def test_it_is_what_the_best_player_makes_at_the_same_table(self, make_table: MakeTable) -> None:
        unasked = replace(preferences_for(OFFICIAL), confirm_zero=False)
        table = make_table("me", "=king", duplicate=True, rules=OFFICIAL, strategy="optimal", preferences=unasked)
        table.play_out()
        table.press("c")
        head, *turns, totals = pages(table)
        assert head.split() == ["me", "king", "par", "perfect"]
        assert len(turns) == 13
        king = table.match.state.totals()[1]
        assert totals.split()[1:3] == [str(king)] * 2
        assert int(totals.split()[3]) >= king
        for number, line in enumerate(turns):
            dice = table.match.record.turns[2 * number].dice[0]
            assert line.split()[:2] == [str(number + 1), "".join(map(str, dice))]
            made = re.split("  +", line)[2:]
            assert made[1] == made[2]

    def test_who_plays_alone_has_par_too(self, make_table: MakeTable) -> None:
        table = make_table("me", duplicate=True)
        table.play_out()
        assert "c TURN BY TURN" in table.line(22)
        table.press("c")
        assert pages(table)[0].split() == ["me", "par", "perfect"]

    def test_rows_are_called_as_on_the_card(self, make_table: MakeTable) -> None:
        preferences = replace(preferences_for(H89), confirm_zero=False)
        rules = shortened(rule_set("yatzy"), ("sixes", "small-straight", "large-straight"))
        table = make_table("me", duplicate=True, rules=rules, preferences=preferences)
        table.play_out()
        table.press("c")
        made = [re.split("  +", line)[2] for line in pages(table)[1:-1]]
        assert made[1:] == ["0 Small 1-5", "0 Large 2-6"]

    def test_all_the_table_is_compared(self, make_table: MakeTable) -> None:
        table = make_table(*(f"player{number}" for number in range(10)), duplicate=True)
        table.play_out()
        table.press("c")
        lines = pages(table)
        assert lines[0].split() == [*["play"] * 10, "par", "perf"]
        assert lines[-1].split()[:10] == [*map(str, table.match.state.totals())]

    def test_rows_have_their_whole_names_beside_four_totals(self) -> None:
        told = comparison([game(1, 13, *"abcd", duplicate=True)], WIDTH)
        assert max(map(len, told)) <= WIDTH
        for row in ("Full House", "4 Straight", "5 Straight"):
            assert any(line.count(row) == 4 for line in told)


class TestColumns:
    """With several columns, what takes a while is worked out piece by piece."""

    @pytest.mark.slow
    def test_the_review_says_that_it_estimates(self, make_table: MakeTable) -> None:
        table = make_table("me", rules=rule_set("quintzee", 2), preferences=preferences_for(H89))
        table.play_out()
        table.press("v")
        assert "Working it out" in table.viewer.screen().text()
        assert table.deadline is not None
        table.work_out()
        lines = pages(table)
        parts = [figures(lines, label)[0] for label in ("Expected", "Luck of the dice", "Decisions")]
        assert abs(sum(parts) - table.match.state.totals()[0]) < 0.16
        by_turn = [number for number, line in enumerate(lines) if line.startswith("Lost in turn")]
        assert lines[by_turn[0] - 1] == "With several columns these are estimates."
        assert 0 < len(by_turn) <= 26

    @pytest.mark.slow
    def test_par_comes_after_the_others(self, make_table: MakeTable) -> None:
        table = make_table("=a", "=b", duplicate=True, rules=rule_set("quintzee", 2), strategy="greedy")
        table.play_out()
        table.press("c")
        assert table.line(2).split() == ["a", "b"]
        while table.line(2).split() == ["a", "b"]:
            assert re.search(r"TURN BY TURN, more to come: +\d+% *$", table.line(0))
            table.wait(0.0)
        assert table.line(0).strip() == "TURN BY TURN"
        lines = pages(table)
        assert lines[0].split() == ["a", "b", "par"]
        assert lines[-1].split()[:2] == [*map(str, table.match.state.totals())]


def line_table(*names: str, duplicate: bool = False, coach: Coach = Coach.OFF, seed: int = 42) -> Conversation:
    players = tuple(Player(name.lstrip("="), "optimal" if name.startswith("=") else HUMAN) for name in names)
    table = Conversation(Match(Setup(players, seed, duplicate=duplicate)), coach=coach)
    list(table.start())
    return table


def played_out(table: Conversation) -> list[str]:
    """Score the turns in the order of the rows, and return what is said of the last turn."""
    said: list[str] = []
    row = 0
    while "again" not in table.prompt:
        row += 1
        said = list(table.answer(f"s {row}"))
    return said


class TestLines:
    def test_a_warning(self) -> None:
        table = line_table("me", seed=10, coach=Coach.WARN)
        said = played_out(table)
        assert said[1] == "keep 556 was worth 4.5 more."

    def test_the_review_when_asked(self) -> None:
        table = line_table("me", "=king")
        said = played_out(table)
        assert not any(line.startswith("Luck") for line in said)
        totals = tuple(int(re.sub(r".*?: (\d+),.*", r"\1", line)) for line in said if "games won" in line)
        for word in ("v", "REVIEW"):
            lines = list(table.answer(word))
            check_review(lines, EXPECTED["h89"], totals)
            assert max(map(len, lines)) <= 72
        assert not table.is_closed

    def test_others_had_other_dice(self) -> None:
        table = line_table("me", "=king")
        played_out(table)
        assert list(table.answer("turns")) == ["The players didn't have the same dice."]
