"""Chances to win in whole programs: by an H19's keys through a pty, by lines through pipes, in a saved review."""

from __future__ import annotations

import re
import sys

import pytest

from tests.apps.games import Games
from tests.solver.backends import needs_kernel

SEED = 24
"""After 1 for ACES against a YAHTZEE in the first turn the leader is another."""
FIGURES = r"CHANCE TO WIN, % +~ +(\d+) +(\d+) *$"


@needs_kernel
@pytest.mark.timeout(180)
def test_by_keys_on_an_h19(games: Games) -> None:
    """Off at first, on from the settings page, and new after a turn of each."""
    game = games.on_h19("-d0", f"-r{SEED}", "me", "=king:greedy")
    game.wait_for("me's move: 2 rolls left.")
    assert "CHANCE TO WIN" not in game.text()
    game.send(b"=" + b"j" * 8 + b" ")
    game.wait_for("> Show who is how likely to win   on")
    game.send(b"x")

    def figures() -> list[int]:
        """The figures of both once all their digits are there, which come one after the other."""
        found = [int(share) for shares in re.findall(FIGURES, game.text(), re.MULTILINE) for share in shares]
        return found if sum(found) == 100 else []

    game.wait_until(lambda: bool(figures()), "chances")
    assert figures()[0] > 50
    game.send(b"a")
    game.wait_for("Best: keep 66", "Wins %: keep 66 ~")
    game.send(b"dy")
    game.wait_for("me's move: 2 rolls left.")
    game.wait_until(lambda: bool(figures()) and figures()[0] < 50, "new chances")
    game.send(b"qy")
    assert game.exit_status() == 0


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
    answers = "".join(f"s {row}\n" for row in range(1, 14))
    assert games.by_lines(f"-r{SEED}", "a", "=b:hasty", answers=f"{answers}n\n").status == 0
    review = games.by_lines("--review", "--chances", "on")
    assert (review.status, review.errors) == (0, "")
    assert "Chances to win in per cent, before each turn and at the end:" in review.output
    assert review.output.count("+---------------------------\n") == 1
    assert len(re.findall(r"^[ab], turn \d+, (?:first|second|third) roll, ", review.output, re.MULTILINE)) == 3
    assert "Chances to win" not in games.by_lines("--review").output


def test_nothing_is_loaded_for_them_while_they_are_off(games: Games) -> None:
    command = (sys.executable, "-X", "importtime", "-m", "h89yahtzee")
    result = games.by_lines(f"-r{SEED}", "me", "=king:greedy", answers="w\nq\ny\n", command=command)
    loaded = {line.split("|")[-1].strip() for line in result.errors.split("\n")}
    assert not loaded & {"_ctypes", "numpy", "h89yahtzee.players.chances.column_chances"}


def test_old_style_has_none(games: Games) -> None:
    result = games.by_lines("--oldstyle", "--chances", "on")
    assert (result.status, result.output) == (2, "")
    assert (
        result.errors
        == "yahtzee: --oldstyle knows no chances: expected it without --chances on (--help explains)\n"
    )
