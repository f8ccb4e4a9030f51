"""The game painted in a pane of tmux: a check of the painting by another terminal emulator than pyte."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux isn't installed")


@pytest.fixture
def tmux(games: Games, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """A function that gives a command to a tmux server of the test's own, and returns the command's output."""
    settings = tmp_path / "tmux.conf"
    settings.write_text("set -g status off\n")
    environment = {**games.environment, "TERM": "xterm-256color", "TMUX_TMPDIR": str(tmp_path), "SHELL": "/bin/sh"}
    server = ["tmux", "-u", "-L", f"yahtzee-{os.getpid()}", "-f", str(settings)]

    def command(*words: str) -> str:
        run = subprocess.run(
            [*server, *words], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=True
        )
        return run.stdout

    yield command
    subprocess.run([*server, "kill-server"], env=environment, capture_output=True, timeout=LIMIT, check=False)


UNCHANGED = 30.0
"""Seconds after which a pane that looks the same is taken to stay so."""


def pane_with(tmux: Callable[..., str], *sights: str, without: str = "\0") -> str:
    """Wait until the pane shows all `sights` and doesn't show `without`; return its text."""
    since, pane = monotonic(), ""
    while not all(sight in pane for sight in sights) or without in pane:
        assert monotonic() < since + UNCHANGED, pane
        shown = tmux("capture-pane", "-p")
        if shown != pane:
            since, pane = monotonic(), shown
    return pane


@pytest.mark.slow
def test_game_in_a_pane_that_shrinks_and_grows_in_mid_turn(tmux: Callable[..., str]) -> None:
    """The first roll of seed 42 is 6 2 1 6 3. The marked dice stay marked whatever the size of the pane."""
    tmux("new-session", "-d", "-x", "80", "-y", "24", shlex.join([*YAHTZEE, "-r42", "me"]))
    assert pane_with(tmux, "2 rolls left", "? HELP").splitlines()[20].split() == [*"12345"]
    tmux("send-keys", "2", "3")
    marked = ["1", "ROLL", "ROLL", "4", "5"]
    assert pane_with(tmux, "ROLL   ROLL").splitlines()[20].split() == marked
    tmux("resize-window", "-x", "100", "-y", "40")
    assert pane_with(tmux, "q quit").splitlines()[21].split() == marked
    tmux("resize-window", "-x", "60", "-y", "20")
    assert "quit with q" in pane_with(tmux, "This window is 60x20").replace("\n", " ")
    tmux("resize-window", "-x", "80", "-y", "25")
    assert pane_with(tmux, "ROLL   ROLL", "? HELP").splitlines()[21].split() == marked
    tmux("send-keys", "r")
    pane_with(tmux, "1 roll left")


def test_tmux_is_asked_for_clicks_until_the_game_is_left(tmux: Callable[..., str]) -> None:
    def mouse() -> str:
        return tmux("display", "-p", "#{mouse_any_flag}#{mouse_sgr_flag}").strip()

    game = shlex.join([*YAHTZEE, "-r42", "me"])
    tmux("new-session", "-d", "-x", "80", "-y", "24", f"{game}; cat")
    column = pane_with(tmux, "me's move", "? HELP").splitlines()[20].index("3") + 1
    assert mouse() == "11"
    tmux("send-keys", "-l", f"\x1b[<0;{column};21M\x1b[<0;{column};21m")
    pane_with(tmux, "2     ROLL    4")
    tmux("send-keys", "qy")
    pane_with(tmux, "Seed 42")
    assert mouse() == "00"
