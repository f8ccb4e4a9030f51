"""A second opinion on the painted window: tmux."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.apps import screens
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games

MATCH = ("-d1", "-r42", "=reagan", "=king")

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux isn't installed")


@pytest.fixture
def tmux(games: Games, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Gives a command to a tmux server of the test's own."""
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


def test_the_winner_line_in_tmux(games: Games, tmux: Callable[..., str]) -> None:
    game = shlex.join([*YAHTZEE, *MATCH])
    tmux("new-session", "-d", "-x", "80", "-y", "25", game)
    deadline, pane = monotonic() + LIMIT, ""
    while "WINS!" not in pane:
        assert monotonic() < deadline, pane
        pane = tmux("capture-pane", "-p")
    rows = [row.ljust(80) for row in pane.splitlines()]
    shown = [screens.number(rows, screens.TOTAL, seat, 2) for seat in (0, 1)]
    output = games.by_lines(*MATCH).output
    by_lines = re.search(r"^reagan (\d+), king (\d+)$", output, re.MULTILINE)
    assert by_lines is not None
    assert shown == [int(total) for total in by_lines.groups()]
    winner = re.search(r"^(.*) WINS!$", output, re.MULTILINE)
    assert winner is not None
    assert f"{winner.group()} Play again?" in pane
