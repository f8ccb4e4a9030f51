"""scripts/termcaps, which compares each file in termcaps/ with the entry of ncurses: differences need a reason."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.termcap_comparison.comparison import Comparison, Missing, compare, stale_everywhere
from scripts.termcap_comparison.reasons import ENTRIES
from tests.naming import each
from tests.parameters import few_fast

ROOT = Path(__file__).resolve().parent.parent
TIME_LIMIT = 240


def comparison_of(name: str) -> Comparison:
    try:
        return compare(name)
    except Missing as error:
        pytest.skip(str(error))


@each("name", ENTRIES)
def test_each_difference_has_its_reason_and_each_reason_its_difference(name: str) -> None:
    comparison = comparison_of(name)
    assert [difference for difference in comparison.differences if difference.reason is None] == []
    assert comparison.stale == ()


def test_common_reasons_are_needed() -> None:
    assert stale_everywhere([comparison_of(name) for name in ENTRIES]) == []


def test_every_file_is_compared() -> None:
    assert {path.stem for path in (ROOT / "termcaps").glob("*.tc")} == set(ENTRIES)


def run(root: Path, *names: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scripts.termcap_comparison", *names]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=TIME_LIMIT
    )


@pytest.mark.parametrize(
    ("before", "after", "reported"),
    few_fast(
        2,
        [
            (":ce=\\EK:", ":ce=\\Ek:", "ce \\Ek \\EK UNEXPLAINED"),
            (":cl=\\EH\\EE:", ":cl=\\EE:", "cl: a reason, but no difference"),
            (":cd=\\EJ:", ":", "cd - \\EJ UNEXPLAINED"),
            (":bl=^G:", ":bl=^G:zz#3:", "zz 3 - UNEXPLAINED"),
            (":ce=\\EK:", ":ce=5\\EK:", ""),
        ],
    ),
)
def test_a_change_without_reason_is_a_failure(tmp_path: Path, before: str, after: str, reported: str) -> None:
    comparison_of("h19")
    for directory in ("h89yahtzee", "scripts", "termcaps"):
        shutil.copytree(ROOT / directory, tmp_path / directory, ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "termcaps" / "h19.tc"
    text = file.read_text("ascii")
    assert before in text
    file.write_text(text.replace(before, after), "ascii")
    finished = run(tmp_path, "h19")
    assert (finished.returncode, finished.stderr) == (int(bool(reported)), "")
    assert reported in " ".join(finished.stdout.split())
    assert finished.stdout.startswith("h19: 4")


def test_all_are_compared_unless_some_are_named() -> None:
    comparison_of("h19")
    finished = run(ROOT)
    assert (finished.returncode, finished.stderr) == (0, "")
    heads = [line.partition(":")[0] for line in finished.stdout.splitlines() if not line.startswith(" ")]
    assert heads == list(ENTRIES)


def test_a_name_that_is_none_is_refused() -> None:
    refused = run(ROOT, "h19", "vt320")
    assert refused.returncode == 2
    assert "not vt320" in refused.stderr
