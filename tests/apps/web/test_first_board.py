"""The first board is shown before modules are imported that it doesn't need, since imports take a while in a
browser."""

from __future__ import annotations

import subprocess
import sys

SHOWN = """
import pathlib, sys  # the former imports urllib.parse in Python 3.11, where the page has a newer one
found = set(sys.modules)
from h89yahtzee.apps.web.page import open_page

posted = []
page = open_page(lambda kind, members: posted.append(kind), (), "")
page.receive({"kind": "start", "link": "r=1&players=me,=king", "replay": False})
assert "tube" in posted
print(*sys.modules.keys() - found)
"""
LATE = {"argparse", "blessed", "ctypes", "numpy", "serial", "shutil", "sqlite3", "tempfile", "tomllib"}
LATE |= {"urllib.parse"}


def test_the_first_board_needs_no_files_no_solver_and_no_terminal_of_today() -> None:
    run = subprocess.run([sys.executable, "-c", SHOWN], capture_output=True, text=True, timeout=120, check=True)
    assert not LATE & set(run.stdout.split())
