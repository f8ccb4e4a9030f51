"""The page's solver gives what the program gives here: values to the last digit, and the coach's advice.

The page's Python runs in Node.js, which has the same WebAssembly as a browser.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
RUN = Path(__file__).with_name("numbers.mjs")
ASKED = """
from hashlib import blake2b

from h89yahtzee.apps.cached_values import coach_of, values_of
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.game.state import Roll
from h89yahtzee.table.match import Match

official = rule_set("official", None, None)
print("official", coach_of(official).expectation(Match(Setup((Player("me"),), 1, official)).state.card).hex())
values = values_of(official).table
print(len(values), blake2b(values.tobytes()).hexdigest())
asked = 0
match = Match(Setup((Player("me"), Player("you")), 9, official))
while asked < 50:
    options = coach_of(official).analysis(match.state).options
    print(*[f"{option.action} {option.value.hex()}" for option in options[:8]])
    asked += 1
    match.act(options[asked % 3 * (len(options) > 2)].action)
"""
"""Asks for the expected score, all values, and the best eight plays in fifty positions of a game with mistakes."""


def test_values_and_advice_are_those_of_the_program_here(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "asked.py"
    file.write_text(ASKED)
    run = subprocess.run(["node", RUN, site, file], capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    here = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=600, check=True)
    assert run.stdout.splitlines()[0] == f"official {(254.58772873449587).hex()}"
    assert run.stdout.splitlines() == here.stdout.splitlines()
