"""The output of `scripts/bench web`: the page's figures, each beside its goal, which needn't be reached here."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests import programs

ROOT = Path(__file__).resolve().parents[2]
FIGURES = [
    ("all files", "MB"),
    ("compressed", "MB"),
    ("an empty page", "s"),
    ("first board, cold", "s"),
    ("processor", "s"),
    ("warm", "s"),
    ("processor", "s"),
    ("400 games taken in", "s"),
    ("warm, saved games", "s"),
    ("processor", "s"),
    ("cold, slow line", "s"),
    ("key to answer", "ms"),
    ("answer to picture", "ms"),
    ("frames at -d1", "/s"),
    ("longest", "ms"),
]
TIME_LIMIT = 600


@pytest.mark.slow
@pytest.mark.usefixtures("site", "browser")
def test_the_page_is_measured() -> None:
    command = [sys.executable, "-m", "scripts.benchmarks", "web"]
    finished = programs.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TIME_LIMIT)
    assert (finished.returncode, finished.stderr) == (0, "")
    lines = [re.match(r" *(.+?) +([\d.]+) (\S+)", line) for line in finished.stdout.splitlines()]
    assert [(line[1], line[3]) for line in lines if line] == FIGURES
    assert all(line and float(line[2]) > 0 for line in lines)
