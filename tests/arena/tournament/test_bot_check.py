"""The positions in which the games of `check` begin, and its findings."""

import sys
from collections import Counter
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrant
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.tournament.bot_check import ENOUGH, GAMES, hardest
from h89yahtzee.game.categories import YAHTZEE, Category
from h89yahtzee.game.rules import OFFICIAL, QUINTZEE
from h89yahtzee.notation.positions import Position, format_position
from tests.arena.outcomes import checked
from tests.game.variants import name_of, variants

BOTS = Path(__file__).resolve().parents[1] / "bots"
UNHURRIED = Limits(move_time=20.0, game_time=60.0)


def test_there_are_60_hardest_positions_that_are_all_different() -> None:
    for rules in variants():
        states = hardest(rules)
        name = name_of(rules)
        assert len({format_position(Position.of(state)) for state in states}) == 60, name
        assert all(len(set(state.dice)) == 1 for state in states), name
        assert all(state.legal_boxes() for state in states), name
        assert Counter(state.dice[0] for state in states) == dict.fromkeys(range(1, 7), 10), name
        assert {state.rolls_left for state in states} == {rules.rerolls}, name


def test_hardest_positions_have_every_case_of_the_joker_rules() -> None:
    """Worked out by hand for the ten positions with sixes: the legal boxes, the other open boxes and the bonus."""
    cases: Counter[tuple[object, ...]] = Counter()
    for state in hardest(OFFICIAL):
        if state.dice[0] != 6:
            continue
        boxes = {OFFICIAL.categories[box.row] for box in state.legal_boxes()}
        bonus = {state.extra_points(box) for box in state.legal_boxes()}
        tempting = {OFFICIAL.categories[box.row] for box in state.card.open_boxes()} - boxes
        cases[kinds(boxes), kinds(tempting), *bonus] += 1
    assert cases == dict.fromkeys(
        [
            *(("sixes", "lower others", 100), ("sixes", "others", 100), ("sixes", "lower", 100)),
            *(("lower", "others", 100), ("lower", "", 100), ("others", "", 100), ("sixes", "lower others", 0)),
            *(("lower", "others", 0), ("others", "", 0), ("lower others yahtzee", "", 0)),
        ],
        1,
    )


def kinds(boxes: set[Category]) -> str:
    names = {None: "lower", 6: "sixes"}
    return " ".join(sorted({"yahtzee" if box == YAHTZEE else names.get(box.face, "others") for box in boxes}))


def test_a_strategy_does_nothing_wrong() -> None:
    findings = checked(parse_entrant("random"), OFFICIAL)
    assert (findings.games, findings.breaches, findings.slowest) == (GAMES, (), 0.0)
    assert findings.by_rule() == []
    assert findings.mean is not None


HEEDLESS = """
from h89yahtzee.arena.bot import Bot
class Heedless(Bot):
    def turn(self, dice, stage):
        return self.score(self.card.open_categories()[-1])
"""
"""A bot that posts in the last open row, even if it has an extra Yahtzee that belongs elsewhere."""


def test_bot_that_does_not_know_of_jokers_is_told(tmp_path: Path) -> None:
    (tmp_path / "heedless.py").write_text(HEEDLESS)
    findings = checked(parse_entrant(str(tmp_path / "heedless.py")), OFFICIAL, UNHURRIED)
    told = findings.by_rule()
    assert sum(number for _, number in told) == len(findings.breaches) == ENOUGH
    assert "chance: an extra Yahtzee must be posted in the upper row of its face while that is open" in {
        breach.rule for breach, _ in told
    }
    assert told[0][0].position == "rules official yahtzee=50 dice 11111 rolls 2"
    assert told[0][0].move == '{"message": "score", "category": "chance"}'
    assert findings.games < GAMES
    assert findings.mean is None


def test_bot_that_does_nothing_wrong_is_told_so(tmp_path: Path) -> None:
    legal = HEEDLESS.replace("self.card.open_categories()[-1]", "max(self.legal, key=lambda box: self.legal[box])")
    (tmp_path / "heedful.py").write_text(legal)
    findings = checked(parse_entrant(str(tmp_path / "heedful.py")), OFFICIAL, UNHURRIED)
    assert (findings.games, findings.breaches) == (GAMES, ())
    assert findings.mean is not None
    assert findings.mean > 50
    assert findings.slowest > 0


def test_bot_that_keeps_all_where_that_is_not_allowed_is_told(tmp_path: Path) -> None:
    (tmp_path / "keeper.py").write_text(
        HEEDLESS.replace("self.score(self.card.open_categories()[-1])", "self.keep(range(5))")
    )
    findings = checked(parse_entrant(str(tmp_path / "keeper.py")), QUINTZEE, UNHURRIED)
    assert findings.breaches[0].rule == "a roll takes at least 1 of the dice in quintzee"


def test_bot_that_hangs_is_not_waited_for_a_hundred_times() -> None:
    slow = Entrant("slow", Kind.PROGRAM, command=(sys.executable, str(BOTS / "astray.py"), "mute at hello"))
    findings = checked(slow, OFFICIAL, Limits(start_time=0.05))
    rule = "a bot is ready within 0.05 s, and flushes its output after each line"
    assert [breach.rule for breach in findings.breaches] == [rule]
    assert (findings.starts, findings.games) == (False, 1)
