"""The example bots that come with the program: each of them plays, and plays decently."""

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.tournament.bot_check import GAMES
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.game.rules import OFFICIAL, RULE_SETS, YATZY, RuleSet, rule_set
from tests.arena.outcomes import checked, result_of
from tests.game.variants import name_of

EXAMPLES = Path(str(files("h89yahtzee.arena"))) / "examples"

UNHURRIED = Limits(move_time=20.0, game_time=60.0)
"""Long limits, since other tests may need the processors as well."""

DECENT = 215.0
"""A mean total that is better than the one of version 1.1's computer player: 206 points in 1,000 games."""

VARIANTS = [*RULE_SETS.values(), rule_set("quintzee", 2, "extra-turn")]

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node isn't installed")
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    program = tmp_path_factory.mktemp("c") / "steady"
    command = [
        *("cc", "-std=c11", "-Wall", "-Wextra", "-Werror"),
        *("-O2", "-o", str(program), str(EXAMPLES / "steady.c")),
    ]
    subprocess.run(command, check=True, timeout=240)
    return str(program)


def mean_total(bot: str, rules: RuleSet = OFFICIAL, games: int = GAMES) -> float:
    with BotPool([parse_entrant(bot)], UNHURRIED) as pool:
        return sum(result_of(pool, (0,), seed, rules).totals[0] for seed in range(games)) / games


@needs_node
@needs_compiler
def test_they_play_alike(in_c: str) -> None:
    bots = [str(EXAMPLES / "steady.py"), f"node {EXAMPLES / 'steady.js'}", in_c]
    with BotPool([parse_entrant(bot) for bot in bots], UNHURRIED) as pool:
        for seed in (1, 2, 3):
            assert len(set(result_of(pool, (0, 1, 2), seed).totals)) == 1


@needs_compiler
@pytest.mark.slow
def test_c_is_legal_by_every_rule_set(in_c: str) -> None:
    for rules in VARIANTS:
        assert mean_total(in_c, rules, games=1) > 50, rules.name


@pytest.mark.slow
@needs_node
def test_javascript_is_legal_by_other_rule_sets() -> None:
    for rules in (YATZY, VARIANTS[-1]):
        assert mean_total(f"{EXAMPLES / 'steady.js'}", rules, games=1) > 50, rules.name


def test_python_is_legal_by_other_rule_sets() -> None:
    for rules in (YATZY, VARIANTS[-1]):
        assert mean_total(str(EXAMPLES / "steady.py"), rules, games=1) > 100, rules.name


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("rules", [OFFICIAL, VARIANTS[-1]], ids=name_of)
def test_check_finds_nothing(in_c: str, rules: RuleSet) -> None:
    findings = checked(parse_entrant(in_c), rules, UNHURRIED)
    assert (findings.games, findings.breaches) == (GAMES, ())
    assert findings.mean is not None
    assert findings.mean > (DECENT if rules == OFFICIAL else 50)
