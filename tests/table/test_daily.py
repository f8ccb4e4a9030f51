"""The game of the day: its dice, its figures on a page, and what counts."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import H89, OFFICIAL, TRIPLE, RuleSet
from h89yahtzee.players.catalogue import LEVELS, optimal, strategy
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.table.daily import (
    counting,
    daily_row,
    daily_setup,
    day_lines,
    day_of,
    figures_of,
    in_a_row,
    marks,
    seed_of,
    shared_text,
)
from h89yahtzee.table.match import Match
from tests.game.variants import name_of, variants
from tests.goldens import golden_text
from tests.parameters import few_fast
from tests.solver.backends import needs_kernel
from tests.table.tables import TableForOne, viewer_of

ONE_COLUMN = [rules for rules in variants() if rules.columns == 1]
Golden = Callable[[str, str], None]
DAY = Day(2026, 11, 22)
ANN = Player("ann")


def played(rules: RuleSet = OFFICIAL, day: Day = DAY, decider: str = "greedy", name: str = "ann") -> Record:
    """Return a finished game of the day whose decisions are those of the strategy `decider`."""
    match = Match(daily_setup(day, rules, Player(name)))
    while not match.has_ended:
        match.act(strategy(decider, match.setup).decide(match.state).action)
    return match.record


def test_seed_is_the_date_and_three_digits_of_the_rules() -> None:
    digits = int(blake2b(b"official", digest_size=8).hexdigest(), 16) % 1000
    assert seed_of(DAY, OFFICIAL) == 20261122 * 1000 + digits


@pytest.mark.parametrize("rules", ONE_COLUMN, ids=name_of)
def test_a_game_tells_its_day(rules: RuleSet) -> None:
    setup = daily_setup(DAY, rules, ANN)
    assert day_of(setup) == DAY
    others = [
        replace(setup, seed=setup.seed + 1),
        replace(setup, duplicate=False),
        replace(setup, players=(ANN, Player("bob"))),
        replace(setup, players=(Player("king", "optimal"),)),
        replace(setup, rules=TRIPLE),
    ]
    assert [day_of(other) for other in others] == [None] * 5


@given(st.integers(0, 2**64 - 1))
def test_other_seeds_are_no_day(seed: int) -> None:
    day = day_of(Setup((ANN,), seed, OFFICIAL, duplicate=True))
    assert day is None or seed_of(day, OFFICIAL) == seed


def test_rules_have_dice_of_their_own() -> None:
    seeds = {seed_of(DAY, rules) for rules in ONE_COLUMN}
    assert len(seeds) == len(ONE_COLUMN)


@needs_kernel
@pytest.mark.parametrize("rules", few_fast(2, ONE_COLUMN), ids=name_of)
def test_nobody_is_above_perfect_and_luck_and_decisions_add_up(rules: RuleSet) -> None:
    record = played(rules)
    figures = figures_of(record, optimal(rules), None)
    assert max(figures.total, figures.par, *(total for _, total in figures.levels)) <= figures.perfect
    review = figures.review
    assert review.start + review.luck - review.loss == pytest.approx(figures.total)
    assert dict(figures.levels)["medium"] == figures.total  # the decisions were those of `greedy`
    best = figures_of(played(rules, decider="optimal"), optimal(rules), None)
    assert (best.total, marks(best.review)) == (figures.par, "#" * len(best.review.turns))


def test_text_to_share_has_four_lines_and_tells_no_dice() -> None:
    figures = figures_of(played(), optimal(OFFICIAL), 251)
    assert max(map(len, day_lines(figures))) <= 72
    head, totals, turns, command = shared_text(figures, "yahtzee")
    assert (head, command) == ("H89 Yahtzee 2026-11-22, official", "yahtzee")
    assert totals == f"I made {figures.total} (practice), par {figures.par}, perfect {figures.perfect}"
    assert len(turns) == 13
    losses = [turn.loss for turn in figures.review.turns]
    for mark, loss in zip(turns, losses, strict=True):
        assert mark == ("#" if loss < 0.05 else "+" if loss < 1 else "-" if loss < 5 else ".")


def test_golden_page(check_golden: Golden) -> None:
    match = Match(daily_setup(DAY, OFFICIAL, ANN))
    table = TableForOne(match, viewer_of(match))
    while not match.has_ended:
        match.act(Greedy().decide(match.state).action)
    table.table.begin(0.0)
    table.wait(0.0)
    table.work_out()
    for rows in (24, 25):
        check_golden(f"daily-{rows}.txt", golden_text(table.viewer.screen(Display(rows))))
    table.press("x")
    assert "t THE DAY" in table.viewer.screen(Display()).text()
    table.press("t")
    assert "GAME OF THE DAY" in table.line(0)


def test_days_in_a_row() -> None:
    days = [Day(2026, 12, 30), Day(2026, 12, 31), Day(2027, 1, 1), Day(2027, 1, 3), Day(2027, 1, 4)]
    assert in_a_row(days) == (2, 3)
    assert in_a_row([*days, Day(2027, 1, 2)]) == (6, 6)
    assert in_a_row(reversed(days[:1] * 2)) == (1, 1)


def test_the_first_game_of_a_day_counts() -> None:
    first, second = played(decider="random"), played()
    other_day, other_rules = played(day=DAY.before), played(H89)
    bob = played(name="bob")
    stray = played_with_other_dice()
    groups = counting([first, second, other_day, stray, other_rules, bob])
    assert [(group.player, group.rules, group.records) for group in groups] == [
        ("ann", "h89", (other_rules,)),
        ("ann", "official", (other_day, first)),
        ("bob", "official", (bob,)),
    ]
    assert other_day.totals is not None
    assert first.totals is not None
    best = max(*other_day.totals, *first.totals)
    pars = [other_day.totals[0], first.totals[0] + 1]
    assert daily_row(groups[1], pars) == ("ann", "official", "2", "2", "2", "1", str(best))


def played_with_other_dice() -> Record:
    match = Match(Setup((ANN,), 1, OFFICIAL, duplicate=True))
    while not match.has_ended:
        match.act(Greedy().decide(match.state).action)
    return match.record


@needs_kernel
@pytest.mark.parametrize("month", few_fast(2, range(1, 13)))
def test_each_level_is_told_and_the_best_two_make_par(month: int) -> None:
    day = Day(2026, month, 22)
    setup = daily_setup(day, OFFICIAL, ANN)
    figures = figures_of(played(day=day), optimal(OFFICIAL), None)
    assert [level for level, _ in figures.levels] == list(LEVELS)
    for level, total in figures.levels:
        match = Match(replace(setup, players=(Player("computer", LEVELS[level]),)))
        while not match.has_ended:
            match.act(match.decide().action)
        assert match.record.totals == (total,)
