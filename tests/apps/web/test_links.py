"""Links that begin a game: their parameters, what is said of wrong links, and the link of a given game."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.web.links import format_link, parse_link
from h89yahtzee.apps.yahtzee.yahtzee_options import TODAY
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RULE_SETS, rule_set
from h89yahtzee.players.catalogue import strategies_for
from h89yahtzee.table.daily import daily_setup


def test_a_link_says_what_the_command_line_can() -> None:
    options = parse_link(
        "r=42&rules=quintzee&columns=3&bonus=normal&players=me+2,=king%20kong:greedy&duplicate&pace=250&ha=5&hb=-3"
    )
    assert options.players == (Player("me 2"), Player("king kong", "greedy"))
    assert (options.seed, options.rules, options.columns, options.bonus) == (42, "quintzee", 3, "normal")
    assert (options.duplicate, options.delay, options.ha, options.hb) == (True, 0.25, 5, -3)


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("nonsense", "expected r, ha, hb, pace, rules, columns, bonus, mode, level, daily, duplicate or players"),
        ("rules=ofical", "did you mean 'official'"),
        ("rules=chess", "rules: expected h89, official"),
        ("r=-1", "r: expected a whole number from 0"),
        ("r=1&r=2", "r is there twice"),
        ("pace=soon", "pace: expected a whole number"),
        ("players=a,b,c,d,e,f,g,h,i,j,k", "expected 1 to 10 players, not 11"),
        ("players=me,", "expected a name"),
        ("players=%00%1b", "expected a name"),
        ("players=me,%3Cscript%20src=x%3E", "expected names without markup, not '<script src=x>'"),
        ("players=me,=king:chess", "expected"),
        ("columns=3", "columns"),
        ("daily=tomorrow", "daily: expected a date as 2026-11-22, and names before daily, not 'tomorrow'"),
        ("daily&players=me,=king", "daily is for one person: expected one name, without =, not me =king"),
        ("x" * 3000, "expected at most 2000 characters"),
    ],
)
def test_a_link_with_nonsense_is_told_from_one_that_is_a_game(link: str, fault: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_link(link)
    assert fault in str(raised.value)
    assert "--" not in str(raised.value)


@given(st.text(max_size=60))
def test_no_link_does_more_than_say_what_is_wrong(link: str) -> None:
    with suppress(UsageError):
        parse_link(link)


@st.composite
def _setups(draw: st.DrawFn) -> Setup:
    plain = RULE_SETS[draw(st.sampled_from(sorted(RULE_SETS)))]
    columns = draw(st.sampled_from(plain.column_choices)) if plain.column_choices else None
    bonus = draw(st.sampled_from(plain.bonus_choices)) if plain.bonus_choices else None
    rules = rule_set(plain.name, columns, bonus)
    printable = st.characters(min_codepoint=33, max_codepoint=126)
    names = st.text(printable, min_size=1, max_size=12).filter(lambda name: not re.search("<[A-Za-z/!?]", name))
    people = names.filter(lambda name: not name.startswith("="))
    computers = names.filter(lambda name: ":" not in name)
    person = people.map(lambda name: Player(name, HUMAN))
    computer = st.builds(Player, computers, st.sampled_from(strategies_for(rules)))
    all_named = st.lists(person | computer, min_size=1, max_size=10, unique_by=lambda player: player.name)
    players = tuple(draw(all_named))
    knobs = st.integers(-1000, 1000)
    return Setup(players, draw(st.integers(0, 2**64 - 1)), rules, draw(st.booleans()), draw(knobs), draw(knobs))


@given(_setups())
def test_the_link_of_a_game_begins_that_game(setup: Setup) -> None:
    options = parse_link(format_link(setup))
    assert options.seed is not None
    rules = rule_set(options.rules, options.columns, options.bonus)
    assert Setup(options.players, options.seed, rules, options.duplicate, options.ha, options.hb) == setup


def test_the_game_of_the_day() -> None:
    assert parse_link("daily").daily == TODAY
    options = parse_link("daily=2026-11-22&rules=yatzy&players=ann")
    assert (options.daily, options.rules, options.players) == (Day(2026, 11, 22), "yatzy", (Player("ann"),))
    setup = daily_setup(Day(2026, 11, 22), rule_set("yatzy"), Player("ann"))
    assert format_link(setup) == "daily=2026-11-22&rules=yatzy&players=ann"
