"""Checks of all golden files: some test looks at each, and `--bless` writes those of slow tests, too."""

import re
import subprocess
import sys

import pytest

from tests.goldens import GOLDENS
from tests.programs import ROOT

CHECKED = re.compile(r'check_golden\(\s*f?"((?:[^"{]|\{[^}]*\})*)"')


def test_some_test_looks_at_each_golden() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    names = {name for source in sources for name in CHECKED.findall(source)}
    patterns = {re.sub(r"\\{.*?\\}", ".+", re.escape(name)) for name in names}
    goldens = [path.relative_to(GOLDENS).as_posix() for path in GOLDENS.rglob("*") if path.is_file()]
    assert [name for name in goldens if not any(re.fullmatch(pattern, name) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(re.fullmatch(pattern, name) for name in goldens)] == []


@pytest.mark.slow
def test_blessing_covers_slow_parameters() -> None:
    file = "tests/apps/sessions/test_other_terminals.py"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--bless", file]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=240).stdout
    found = re.findall(r"::(\w+)\[(.*)\]$", listed, re.MULTILINE)
    assert {name for _, name in found} == {path.stem for path in (GOLDENS / "terminals").iterdir()}
    assert len({test for test, _ in found}) == 1
