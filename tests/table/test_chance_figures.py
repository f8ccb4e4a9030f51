"""Chances on the board: when they are worked out, for whom, and how many bytes they cost on a serial line."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89, RuleSet, rule_set
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances import Certainty
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import Bookmaker, cheaply
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Coach, Preferences, preferences_for
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import Table
from tests.goldens import golden_text
from tests.parameters import few_fast
from tests.screen.painter.painting import CAPS, painter_for
from tests.table.odds import Elsewhere, Told, in_turn, nobody
from tests.table.tables import MakeTable, TableForOne, screen_at

SHOWN = Preferences(chances=True)
MOST = 12
"""The most bytes that the chances may cost in a turn."""


def row(table: TableForOne, display: Display | None = None) -> str:
    """Return what stands in the row of the chances, without the label."""
    shown = table.viewer.screen(display or Display()).text().split("\n")
    [found] = [line for line in shown if line.startswith("CHANCE TO WIN, %")]
    return found[28:].rstrip()


class TestWhenTheyAreWorkedOut:
    def test_never_while_they_are_off(self, make_table: MakeTable) -> None:
        """No judge is asked in a whole game with a coach, in its review, or in the comparison of the turns."""
        taste = replace(preferences_for(H89), coach=Coach.WARN, confirm_zero=False)
        table = make_table("me", "=king", duplicate=True, preferences=taste, bookmaker=Bookmaker(nobody))
        table.press("a")
        table.play_out()
        table.press("x", *"xxxxc")
        assert "TURN BY TURN" in table.line(0)

    def test_nor_for_one_who_plays_alone(self, make_table: MakeTable) -> None:
        table = make_table("me", preferences=SHOWN, bookmaker=Bookmaker(nobody))
        table.play_out()
        assert "CHANCE TO WIN" not in table.viewer.screen().text()

    def test_nor_in_the_old_style(self, make_table: MakeTable) -> None:
        table = make_table("me", "you", oldstyle=True, preferences=SHOWN, bookmaker=Bookmaker(nobody))
        table.wait(0.0)
        assert "CHANCE TO WIN" not in table.viewer.screen().text()

    def test_once_a_turn_before_its_first_roll(self, make_table: MakeTable) -> None:
        told = Told()
        table = make_table("me", "you", preferences=SHOWN, bookmaker=told.bookmaker())
        table.wait(0.0)
        table.press("1", "r")
        for _ in range(3):
            table.wait(1.0)
        assert [(state.seat, state.dice) for state in told.asked] == [(0, ())]
        table.post()
        table.wait(0.0)
        assert [(state.seat, state.dice) for state in told.asked] == [(0, ()), (1, ())]

    def test_the_settings_page_switches_them_on_and_off(self, make_table: MakeTable) -> None:
        told = Told(in_turn([0.6, 0.4], [0.3, 0.7]))
        table = make_table("me", "you", bookmaker=told.bookmaker())
        table.wait(0.0)
        assert told.asked == []
        table.choose_setting("Show who is how likely to win")
        table.press(" ", "x")
        table.wait(0.0)
        assert row(table).split() == ["~", "60", "40"]
        table.choose_setting("Show who is how likely to win")
        table.press(" ", "x")
        table.wait(0.0)
        assert "CHANCE TO WIN" not in table.viewer.screen().text()
        table.post()
        table.wait(0.0)
        assert len(told.asked) == 1

    def test_somebody_who_watches_sees_them_too(self) -> None:
        told = Told(lambda _: [0.25, 0.75])
        table = Table(Match(Setup((Player("ann"), Player("bob")), 42)), Preferences(), 0.0, told.bookmaker())
        ann = screen_at(table, Role(seats=[0]))
        watcher = screen_at(table, Role(seats=[]), taste=SHOWN)
        table.advance(0.0)
        assert "CHANCE TO WIN" not in ann.screen().text()
        assert " 25 " in watcher.screen().text().split("\n")[19]

    def test_the_table_goes_on_meanwhile(self, make_table: MakeTable) -> None:
        """Chances that a thread works out come later; until then their row is there without figures."""
        elsewhere, told = Elsewhere(), Told(in_turn([0.6, 0.4], [0.3, 0.7]))
        table = make_table("me", "you", preferences=SHOWN, bookmaker=Bookmaker(lambda *_: told, elsewhere.run))
        table.wait(0.0)
        assert row(table) == ""
        table.post()
        table.wait(1.0)
        assert (len(elsewhere.waiting), row(table)) == (1, "")
        elsewhere.work()
        table.wait(1.0)
        assert row(table).split() == ["~", "60", "40"]
        table.wait(1.0)
        elsewhere.work()
        table.wait(1.0)
        assert row(table).split() == ["~", "30", "70"]
        assert table.deadline is None

    def test_without_a_solver_a_sentence_stands_in_their_place(self, make_table: MakeTable) -> None:
        def unable(_: RuleSet, __: tuple[str, ...]) -> Told:
            raise ValueError("no kernel")

        table = make_table("me", "you", preferences=SHOWN, bookmaker=Bookmaker(unable))
        table.wait(0.0)
        assert table.line(23).rstrip().endswith(texts.NO_CHANCES)
        table.post()
        assert "you's move" in table.line(22)


class TestFigures:
    @pytest.mark.parametrize(
        ("share", "figures"), [(0.999, ["99", "1"]), (1.0, ["100", "0"]), (0.5, ["50", "50"]), (0.004, ["1", "99"])]
    )
    def test_what_is_certain_is_told_apart(self, make_table: MakeTable, share: float, figures: list[str]) -> None:
        told = Told(lambda _: [share, 1 - share])
        table = make_table("me", "you", preferences=SHOWN, bookmaker=told.bookmaker())
        table.wait(0.0)
        assert row(table).split() == ["~", *figures]

    @pytest.mark.parametrize(("duplicate", "mark"), [(False, []), (True, ["~"])])
    def test_exact_figures_have_no_mark(self, make_table: MakeTable, duplicate: bool, mark: list[str]) -> None:
        """Figures are exact only if each player has dice of their own: if all have the same dice, the next ones may
        be known."""
        exact = Told(lambda _: [0.3, 0.7], certainty=Certainty.EXACT)
        table = make_table("me", "you", preferences=SHOWN, bookmaker=exact.bookmaker(), duplicate=duplicate)
        table.wait(0.0)
        assert row(table).split() == [*mark, "30", "70"]

    @pytest.mark.parametrize("rows", [24, 25])
    @pytest.mark.parametrize("players", range(2, 11))
    def test_each_stands_below_the_players_total(self, make_table: MakeTable, players: int, rows: int) -> None:
        shares = [(seat + 1) / sum(range(1, players + 1)) for seat in range(players)]
        names = [f"player{seat}" for seat in range(players)]
        table = make_table(*names, preferences=SHOWN, bookmaker=Told(lambda _: shares).bookmaker())
        table.wait(0.0)
        shown = table.viewer.screen(Display(rows)).text().split("\n")
        [at] = [number for number, line in enumerate(shown) if line.startswith("TOTAL SCORE")]
        figures = [f"{round(100 * share)}" for share in shares]
        assert row(table, Display(rows)).split() == ["~", *figures]
        ends = [at.end() for at in re.finditer("[0-9]+", shown[at][30:])]
        assert [shown[at + 1][30:][end - 3 : end].strip() for end in ends] == figures

    @pytest.mark.parametrize("rows", [24, 25])
    def test_a_panel_has_them_in_places_of_their_own(self, make_table: MakeTable, rows: int) -> None:
        names = [f"player{seat}" for seat in range(10)]
        shares = [0.02 * (seat + 1) for seat in range(10)]
        rules = rule_set("quintzee", 4)
        table = make_table(*names, rules=rules, preferences=SHOWN, bookmaker=Told(lambda _: shares).bookmaker())
        for _ in range(2):
            table.wait(0.0)
            text = table.viewer.screen(Display(rows)).text()
            assert " CHANCE TO WIN, %" in text
            for seat, name in enumerate(names):
                assert f"{name} {2 * (seat + 1):3}" in text
            table.post()


@pytest.mark.parametrize(
    ("name", "rules", "players", "display"),
    [("two", H89, 2, Display()), ("ten", H89, 10, Display(24)), ("panel", rule_set("quintzee", 4), 5, Display(24))],
)
def test_golden(
    make_table: MakeTable,
    check_golden: Callable[[str, str], None],
    name: str,
    rules: RuleSet,
    players: int,
    display: Display,
) -> None:
    shares = [(seat + 1) / sum(range(1, players + 1)) for seat in range(players)]
    names = [f"player{seat}" for seat in range(players)]
    table = make_table(*names, rules=rules, preferences=SHOWN, bookmaker=Told(lambda _: shares).bookmaker())
    table.wait(0.0)
    check_golden(f"chances-{name}.txt", golden_text(table.viewer.screen(display)))


def bytes_a_turn(rules: RuleSet, players: int, turns: int, bookmaker: Bookmaker | None) -> list[int]:
    """Return how many bytes an H19 is sent in each of so many turns of computers, without the first screen and the
    end."""
    match = Match(Setup(tuple(Player(f"player{seat}", "greedy") for seat in range(players)), 42, rules))
    taste = replace(preferences_for(rules), chances=bookmaker is not None, think_time=0.5)
    table = Table(match, taste, 0.0, bookmaker)
    viewer, painter, now = screen_at(table, taste=taste), painter_for(CAPS, 10_000 / 9600), 0.0
    _, shown = painter.repaint(viewer.screen().with_rows(CAPS.rows))
    sent: dict[object, int] = {}
    while not match.has_ended and len(sent) < turns:
        table.advance(now)
        viewer.advance(now)
        code, shown = painter.update(shown, viewer.screen().with_rows(CAPS.rows))
        turn = match.state.turn, match.state.seat
        sent[turn] = sent.get(turn, 0) + len(code)
        now = max(now, table.deadline or now)
    return [*sent.values()][1:-1]


class TestBytes:
    @pytest.mark.parametrize(
        ("players", "turns"), few_fast(1, [(3, 8), *((players, 200) for players in (2, 3, 4, 10))])
    )
    def test_twelve_a_turn_on_an_h19(self, players: int, turns: int) -> None:
        """All chances change in each turn, since they go round the table."""
        parts = [(seat + 1) / sum(range(1, players + 1)) for seat in range(players)]

        def shares(state: GameState) -> list[float]:
            first = (3 * state.turn + state.seat) % players
            return parts[first:] + parts[:first]

        without = bytes_a_turn(H89, players, turns, None)
        shown = bytes_a_turn(H89, players, turns, Told(shares).bookmaker())
        assert 0 < max(more - less for less, more in zip(without, shown, strict=True)) <= MOST

    @given(st.lists(st.lists(st.integers(0, 100), min_size=3, max_size=3), min_size=2))
    def test_all_figures_are_right_soon(self, figures: list[list[int]]) -> None:
        """In a turn two of the three figures can be corrected: once nothing changes any more, all are right after
        two turns."""
        written = ("~", *map(str, figures[0]))
        for _, after in pairwise(figures):
            written = cheaply(written, ("~", *map(str, after)))
        for _ in range(2):
            written = cheaply(written, ("", *map(str, figures[-1])))
        assert written[1:] == tuple(map(str, figures[-1]))
        assert cheaply(written, ("", *written[1:])) == ("", *written[1:])
