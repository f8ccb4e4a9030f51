"""Whole games by random keys in a browser: after each key the page shows the same as an H19 on a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from h89yahtzee.apps.web.links import parse_link
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.screen.keys import Key, KeyPress
from tests.web.on_a_line import GameAtALine
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
DICE = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)
TYPED: dict[KeyPress, str] = {Key.RETURN: "Enter", " ": "Space"}
TYPED |= {key: f"F{number}" for number, key in enumerate((*DICE, Key.BLUE, Key.RED, Key.WHITE, Key.ERASE), 1)}
TYPED |= {way: f"Arrow{way.value.title()}" for way in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)}
"""Playwright's names of the PC's keys for keys of the H19."""
WAYS: tuple[KeyPress, ...] = (" ", " ", Key.DOWN, Key.UP, Key.LEFT, Key.RIGHT)
TURNS = 100
"""More turns than any of the games has."""
OFFERS = 21
"""The row that offers commands after a game; it differs, since the game on the line has no saved games."""
ENDS = (Key.BLUE, Key.RED, Key.RETURN, "d")
LINKS = [
    "r=1&rules=h89&players=me,=reagan,=king",
    "r=2&rules=official&players=me,you&duplicate",
    "r=3&rules=yatzy&players=me,=reagan",
]


def turn(random: Random) -> Iterator[KeyPress]:
    """Yield random keys for a turn, as if pressed by a person who knows all keys but doesn't think."""
    for _ in range(2):
        yield from random.sample(DICE, random.randrange(5))
        if not random.randrange(4):
            yield Key.WHITE
        yield random.choice((Key.ERASE, "r"))
    yield from random.choices(WAYS, k=random.randrange(6))
    yield random.choice(ENDS)
    yield "y"


def post_at_once(tab: Tab, game: GameAtALine) -> None:
    """Switch off the second in which DONE can be taken back, since the page and the line have different clocks."""
    game.press("=")
    tab.press("=")
    while not any("> OOPS takes back" in row for row in game.rows):
        game.press("j")
        tab.press("j")
    for key in "lx":
        game.press(key)
        tab.press(key)


@pytest.mark.parametrize("link", LINKS)
def test_each_key_shows_what_a_line_shows(tab: Tab, link: str) -> None:
    seed, options = int(link[2]), parse_link(link)
    setup = Setup(options.players, seed, rule_set(options.rules), options.duplicate)
    game, random = GameAtALine(setup), Random(seed)
    tab.open(f"{link}&pace=0")
    tab.wait_for_rows(game.rows)
    post_at_once(tab, game)
    tab.wait_for_rows(game.rows)
    keys = 0
    for key in chain.from_iterable(turn(random) for _ in range(TURNS)):
        if game.has_ended:
            break
        game.press(key)
        tab.press(TYPED.get(key, f"{key}"))
        tab.wait_for_rows(game.rows[: OFFERS if game.has_ended else None])
        keys += 1
    assert game.has_ended
    tab.wait_until(lambda: tab.rows()[OFFERS + 1 :] == game.rows[OFFERS + 1 :], "the same below")
    assert tab.reversed()[:OFFERS] == game.reversed[:OFFERS]
    assert keys > 13 * 5
    assert tab.complaints == []
