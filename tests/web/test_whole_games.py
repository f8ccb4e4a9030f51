"""A game of three, a person and two computers, played to the end by buttons and by the mouse.

The person keeps the commonest face and takes the row that scores most; dice and scores are computed by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.apps import by_hand, screens
from tests.apps.by_hand import SCORES, Dice, deal, reroll
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SEED = 350
NAMES = ("ann", "reagan", "king")
LINK = f"r={SEED}&rules=h89&players=ann,=reagan,=king&pace=0"
DIE_ROW = 23
"""A row of the tube that the dice are on."""


class Buttons:
    """Touches the buttons below the tube, and the question on the tube."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def touch(self, key: str) -> None:
        self.tab.page.locator(f'[data-key="{key}"]').tap()

    def mark(self, die: int) -> None:
        self.touch(f"f{die + 1}")

    def roll(self) -> None:
        self.touch("ERASE")

    def take(self, row: int, below: int) -> None:  # noqa: ARG002
        """Select a row, `below` open rows below the first."""
        for _ in range(below):
            self.touch(" ")

    def post(self, row: int) -> None:  # noqa: ARG002
        self.touch("BLUE")

    def agree(self) -> None:
        self.tab.page.touchscreen.tap(*self.tab.place_of("y/n"))


class Mouse:
    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def click(self, row: int, column: int) -> None:
        self.tab.page.mouse.click(*self.tab.place(row, column))

    def mark(self, die: int) -> None:
        self.click(DIE_ROW, screens.DICE_COLUMNS[die] + 2)

    def roll(self) -> None:
        self.tab.page.mouse.click(*self.tab.place_of("ROLL   d"))

    def take(self, row: int, below: int) -> None:  # noqa: ARG002
        self.post(row)  # the first click selects, the second posts

    def post(self, row: int) -> None:
        self.click(screens.CATEGORY_ROWS[row], screens.column_of(0, len(NAMES)))

    def agree(self) -> None:
        self.tab.page.mouse.click(*self.tab.place_of("y/n"))


def play_turn(hand: Buttons | Mouse, posted: dict[int, int], turn: int) -> None:
    lying = deal(SEED, 0, turn, 0)
    see(hand.tab, lying, 2)
    for roll in (1, 2):
        spare = [die for die, face in enumerate(lying) if lying.count(face) < max(map(lying.count, lying))]
        if spare:
            for die in spare:
                hand.mark(die)
            hand.roll()
            lying = reroll(lying, spare, deal(SEED, 0, turn, roll, len(spare)))
            see(hand.tab, lying, 2 - roll)
        else:
            break
    open_rows = [row for row in range(13) if row not in posted]
    row = max(open_rows, key=lambda row: SCORES[row](lying))
    posted[row] = SCORES[row](lying)
    hand.take(row, open_rows.index(row))
    wait_for_card(hand.tab, posted)
    hand.post(row)
    if not posted[row]:
        hand.tab.wait_for("(y/n)")
        hand.agree()


def see(tab: Tab, dice: Dice, left: int) -> None:
    tab.wait_for(f"ann's move{f': {left} roll' if left else ''}")
    tab.wait_for_dice(dice)


def wait_for_card(tab: Tab, posted: dict[int, int]) -> None:
    expected: Sequence[int | None] = [posted.get(row) for row in range(13)]
    tab.wait_until(lambda: screens.card(tab.rows(), 0, len(NAMES)) == expected, f"the card {expected}")


@pytest.mark.parametrize("way", [Buttons, Mouse], ids=lambda way: way.__name__)
def test_a_game_of_three_is_played_to_the_end(tab: Tab, way: type[Buttons | Mouse]) -> None:
    hand = way(tab.open(LINK))
    posted: dict[int, int] = {}
    for turn in range(13):
        play_turn(hand, posted, turn)
    tab.wait_for("Play again? (y/n)", f"Seed {SEED}")
    subtotal, bonus, above, total = by_hand.totals([posted[row] for row in range(13)])
    shown = {screens.SUBTOTAL: subtotal, screens.BONUS: bonus, screens.TOTAL_ABOVE: above, screens.TOTAL: total}
    assert {row: screens.number(tab.rows(), row, 0, len(NAMES)) for row in shown} == shown
    assert [line for line in tab.noted("said") if line.startswith(f"ann: {total}, games won: ")]
    assert tab.complaints == []
