"""Chances to win in whole programs: by an H19's keys through a pty, by lines through pipes, in a saved review."""

from __future__ import annotations

import re

import pytest

from tests.apps.games import Games
from tests.apps.saving.saved_games import posts
from tests.solver.backends import needs_kernel

SEED = 24
"""After 1 for ACES against a YAHTZEE in the first turn the leader is another."""


@needs_kernel
@pytest.mark.slow
def test_by_lines(games: Games) -> None:
    words = ("--plain", f"-r{SEED}", "me", "=king:greedy")
    said = games.by_lines("--chances", "on", *words, answers="w\na\nq\ny\n")
    assert (said.status, said.errors) == (0, "")
    told = " ".join(said.output.split())
    found = re.search(r"Chances to win, estimated: me (\d+\.\d) %, king (\d+\.\d) %\.", told)
    assert found is not None
    assert abs(sum(map(float, found.groups())) - 100) < 0.11
    assert re.search(r"Wins %: keep 66 ~\d+\.\d  ", said.output)
    assert "hances" not in games.by_lines(*words, answers="w\na\nq\ny\n").output


@needs_kernel
@pytest.mark.slow
@pytest.mark.timeout(180)
def test_in_the_review_of_a_saved_game(games: Games) -> None:
    assert games.by_lines(f"-r{SEED}", "a", "=b:hasty", answers=posts() + "n\n").status == 0
    review = games.by_lines("--review", "--chances", "on")
    assert (review.status, review.errors) == (0, "")
    assert "Chances to win in per cent, before each turn and at the end:" in review.output
    assert review.output.count("+---------------------------\n") == 1
    assert len(re.findall(r"^[ab], turn \d+, (?:first|second|third) roll, ", review.output, re.MULTILINE)) == 3
    assert "Chances to win" not in games.by_lines("--review").output
