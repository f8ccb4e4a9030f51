"""Pages that are longer than a screen, or worked out while they are shown."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import pytest

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.pages import PendingPages, TextPages
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.rooms.page import ReviewPage
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.coach import BoxLabel
from h89yahtzee.table.reviews import PendingLines
from h89yahtzee.table.texts import Head


class TestTextPages:
    """With 24 rows a page has room for 21 text lines."""

    def first_page(self, lines: list[str]) -> int:
        """Return how many text lines, blank ones too, are on the first of two pages, and check that the two pages
        show all."""
        page = TextPages("A PAGE", lambda _: lines, "The end.")
        first = page.screen(Display(24)).text()
        page.press("x")
        second = page.screen(Display(24)).text()
        shown = [line for line in lines if line and line in first]
        assert [line for line in lines if line and line in second] == [line for line in lines if line][len(shown) :]
        return lines.index(shown[-1]) + 1

    def test_a_paragraph_stays_together_on_the_next_page(self) -> None:
        above, below = [f"above {row:2}" for row in range(15)], [f"below {row:2}" for row in range(8)]
        assert self.first_page([*above, "", *below]) == 15

    def test_but_no_page_is_left_half_empty_for_that(self) -> None:
        above, below = [f"above {row:2}" for row in range(9)], [f"below {row:2}" for row in range(18)]
        assert self.first_page([*above, "", *below]) == 21

    @pytest.mark.parametrize("below", [12, 13])
    def test_unless_only_a_line_or_two_would_follow(self, below: int) -> None:
        lines = [*(f"above {row:2}" for row in range(9)), "", *(f"below {row:2}" for row in range(below))]
        assert self.first_page(lines) == 9

    def test_a_page_may_end_with_a_paragraph(self) -> None:
        above, below = [f"above {row:2}" for row in range(21)], [f"below {row:2}" for row in range(8)]
        assert self.first_page([*above, "", *below]) == 21

    @pytest.mark.parametrize("back", [Key.LEFT, Key.KEYPAD_4, "h", Key.UP, Key.KEYPAD_9])
    def test_pages_are_turned_back_and_left(self, back: KeyPress) -> None:
        page = TextPages("A PAGE", lambda _: [f"line {row:2}" for row in range(50)], "The end.")
        first = page.screen(Display(24)).text()
        assert page.press(Key.RIGHT)
        assert "LEFT turns back." in page.screen(Display(24)).text()
        assert all(page.press(key) for key in (Key.RIGHT, back, back, back))
        assert page.screen(Display(24)).text() == first
        assert not page.press(Key.ESCAPE)

    def test_a_head_is_repeated_and_no_last_line_stands_alone(self) -> None:
        """Below a head there are 22 text lines: a page has room for 20 of them, but the last page gets at least
        three."""
        page = TextPages("A PAGE", lambda _: [Head("names"), *(f"line {row:2}" for row in range(22))], "The end.")
        page.screen(Display(24))
        page.press("x")
        second = page.screen(Display(24)).text().split("\n")[2:6]
        assert [line.strip() for line in second] == ["names", "line 19", "line 20", "line 21"]

    def test_each_key_turns_a_page_however_fast_they_come(self) -> None:
        page = TextPages("A PAGE", lambda _: [f"line {row:2}" for row in range(50)], "The end.")
        page.screen(Display(24))
        assert [page.press("x"), page.press("x"), page.press("x")] == [True, True, False]


@dataclass(frozen=True)
class SlowPage(ReviewPage):
    """A review that takes three steps."""

    before: tuple[str, ...] = ()

    @property
    def is_quick(self) -> bool:
        return False

    def meanwhile(self, width: int) -> Sequence[str]:  # noqa: ARG002
        return self.before

    def worked_out(self, width: int, label: BoxLabel = texts.box_label) -> PendingLines:  # noqa: ARG002
        def steps() -> Generator[float, None, list[str]]:
            yield 0.25
            yield 0.5
            return ["a line"]

        return PendingLines(steps())


class TestPendingPages:
    def pages(self, *before: str) -> PendingPages:
        return PendingPages(SlowPage(Record(Setup((Player("ann"),), 1)), optimal, before=before))

    def test_any_key_gives_it_up(self) -> None:
        assert not self.pages().press("x")

    def test_it_is_done_piece_by_piece(self) -> None:
        page = self.pages()
        for done in (" 0%", "25%", "50%"):
            assert f"Working it out: {done}" in page.screen(Display()).text()
            page.advance(0.0)
        assert "a line" in page.screen(Display()).text()
        assert page.deadline is None
        assert not page.press("x")

    def test_other_lines_stand_there_meanwhile(self) -> None:
        page = self.pages("before")
        assert "before" in page.screen(Display()).text()
        for _ in range(3):
            page.advance(0.0)
        assert "a line" in page.screen(Display()).text()
        assert "before" not in page.screen(Display()).text()
