"""The policy of docs/learning.md: its programs are run as they stand there, and play as well as it says after
600 steps of learning, a fifth of what it recommends."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.games import ROOT
from tests.solver.backends import needs_kernel

PAGE = (ROOT / "docs" / "learning.md").read_text("utf-8")
TIME_LIMIT = 900
NOISE = 2.5
"""Points by which another processor's rounding may change the mean score of the policy that was learnt."""


def program(words: str) -> str:
    """The program on the page that has these words."""
    blocks: list[str] = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return next(block for block in blocks if words in block)


LEARN, BOT = program('"""A network learns'), program('"""A bot that plays')


def test_it_takes_a_hundred_lines() -> None:
    assert len(LEARN.splitlines()) <= 100
    assert f"In {len(LEARN.splitlines())} lines of numpy" in PAGE


@needs_kernel
@pytest.mark.slow(minutes=1)
@pytest.mark.timeout(2 * TIME_LIMIT)
def test_it_learns_to_play_as_well_as_the_page_says(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "learn.py").write_text(LEARN, "utf-8")
    (folder / "bot.py").write_text(BOT, "utf-8")
    # numpy's library gets one thread: beside other tests a second one would only wait for the first.
    alone = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "OPENBLAS_NUM_THREADS": "1"}
    learn: list[str | Path] = [sys.executable, folder / "learn.py", "600"]
    subprocess.run(learn, env=alone, check=True, timeout=TIME_LIMIT, capture_output=True)
    program = "from h89yahtzee.apps.arena.compete import main; raise SystemExit(main())"
    asked = ("check", "--rate", "--games", "300", "--seed", "1", "--move-time", "20", "--json", "./mine")
    rated = subprocess.run(
        [sys.executable, "-c", program, *asked],
        cwd=tmp_path,
        env=alone,
        capture_output=True,
        text=True,
        check=True,
        timeout=TIME_LIMIT,
    )
    [found] = json.loads(rated.stdout)
    told = re.search(r"`learn.py 600`,[\w\s]* a mean of ([\d.]+) in 300 games", PAGE)
    assert told is not None
    assert found["mean"]["mean"] == pytest.approx(float(told[1]), abs=NOISE)
