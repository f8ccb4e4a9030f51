"""Golden files of the screens of every rule set, which a person has checked by the rules.

Each rule set has its own files in `rules/`: the middle of a game and the help; tests below `tests/apps` write those
of the ends of games.
"""

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.pages import help_paragraphs, page_on_screen
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.rooms.page import GameHelp
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, Keyboard
from h89yahtzee.table.help_rows import help_rows
from h89yahtzee.table.preferences import Mark, Preferences, preferences_for
from tests.goldens import GOLDENS, golden_text
from tests.naming import each
from tests.table.tables import MakeTable, TableForOne, play_by_keys

Golden = Callable[[str, str], None]

H19 = Display()
PLAIN = Display(24, reverse=False, keyboard=Keyboard.LETTERS)

MIDDLES: dict[str, tuple[RuleSet, int, Display]] = {
    **{name: (rules, 2, H19) for name, rules in RULE_SETS.items()},
    "triple-of-four": (rule_set("triple"), 4, PLAIN),
    "quintzee-of-six": (rule_set("quintzee", 6), 2, H19),
    "quintzee-of-two": (rule_set("quintzee", 2, "extra-turn"), 1, PLAIN),
    "quintzee-by-totals": (rule_set("quintzee", 4), 5, H19),
}
TURNS = 8


def at_turn(table: TableForOne, turns: int) -> TableForOne:
    while table.match.state.turn < turns:
        play_by_keys(table, Greedy().decide(table.match.state))
    return table


@pytest.mark.parametrize("name", MIDDLES)
def test_golden_middle_of_a_game(name: str, make_table: MakeTable, check_golden: Golden) -> None:
    rules, players, display = MIDDLES[name]
    table = at_turn(make_table(*["ann", "bob", "cy", "dee", "ed"][:players], rules=rules), TURNS)
    table.press("1", "3")
    check_golden(f"rules/{name}-middle.txt", golden_text(table.viewer.screen(display)))


def help_screens(rules: RuleSet, preferences: Preferences, display: Display) -> Iterator[Grid]:
    """Yield the pages of the help in the order in which RETURN leads through them."""
    page, is_open = page_on_screen(GameHelp(rules, preferences, may_talk=False)), True
    while is_open:
        yield page.screen(display)
        is_open = page.press(Key.RETURN)


@pytest.mark.parametrize("name", RULE_SETS)
def test_golden_help(name: str, check_golden: Golden) -> None:
    """The keys are in a golden file of their own, so that a new key doesn't change the files of all rule sets."""
    rules = RULE_SETS[name]
    *paragraphs, _ = help_paragraphs(rules, preferences_for(rules), PLAIN)
    check_golden(f"rules/{name}-help.txt", "\n\n".join(map("\n".join, paragraphs)) + "\n")


def test_golden_keys(check_golden: Golden) -> None:
    """The golden file has the whole help on an H19, then the keys of other keyboards, once with several columns and
    marks for the dice to keep."""
    on_h19 = "".join(map(golden_text, help_screens(rule_set("h89"), preferences_for(rule_set("h89")), H19)))
    ways = [(Keyboard.LETTERS, preferences_for(rule_set("h89")), 1), (Keyboard.PC, Preferences(mark=Mark.KEEP), 2)]
    rows = [
        "\n".join(help_rows(keyboard, chosen, columns > 1, may_talk=columns > 1, has_mouse=keyboard is Keyboard.PC))
        for keyboard, chosen, columns in ways
    ]
    check_golden("help.txt", on_h19 + "\n\n".join(rows) + "\n")


def test_golden_settings(make_table: MakeTable, check_golden: Golden) -> None:
    table = make_table("me", preferences=Preferences(), save=lambda _: True)
    table.press("=", "j", "j", " ", "w")
    check_golden("settings.txt", golden_text(table.viewer.screen()))


def test_golden_comparison(make_table: MakeTable, check_golden: Golden) -> None:
    table = make_table("=reagan", "=king", duplicate=True, rules=rule_set("quintzee", 2))
    table.play_out()
    table.press("c")
    check_golden("comparison.txt", golden_text(table.viewer.screen()))


def test_every_rule_set_has_its_goldens() -> None:
    there = {path.stem for path in (GOLDENS / "rules").glob("*.txt")}
    missing = {f"{name}-{what}" for name in RULE_SETS for what in ("middle", "help", "end")} - there
    assert not missing


@each(
    ("rules", "display"),
    product(
        [*RULE_SETS.values(), *(rule_set("quintzee", 6, bonus) for bonus in ("joker", "normal", "extra-turn"))],
        [H19, PLAIN, Display(24), Display(24, keyboard=Keyboard.PC)],
    ),
)
def test_no_line_of_the_help_is_cut(rules: RuleSet, display: Display) -> None:
    for mark, auto_roll in product(Mark, (True, False)):
        chosen = Preferences(mark=mark, auto_roll=auto_roll)
        shown = "\n".join(screen.text() for screen in help_screens(rules, chosen, display))
        assert ("The first roll is made for you." in shown) is auto_roll
        paragraphs = help_paragraphs(rules, chosen, display)
        assert [line for paragraph in paragraphs for line in paragraph if f" {line} " not in shown] == []
