"""Runs of the bots `hostile.py` and `traces.py`: their attempts and findings, also if another user runs them."""

import errno
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from sysconfig import get_path
from typing import Any

import pytest

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.protocol import MEBIBYTE, Limits
from h89yahtzee.arena.sandbox import seccomp
from h89yahtzee.arena.sandbox.own_folder import remove
from h89yahtzee.arena.tournament.bot_pool import BotPool
from tests.arena.outcomes import breach_in, result_of

REFUSED = {errno.EACCES, errno.EPERM, errno.ENOSYS, errno.EROFS, errno.EXDEV}

_ROOT = Path(__file__).resolve().parents[2]
_BOTS = Path(__file__).with_name("bots")
_FILES = (
    *("notes", ".ssh/id", ".config/h89yahtzee/config.toml", ".local/share/h89yahtzee/journal.sqlite3"),
    *(".local/share/h89yahtzee/arena/1.tournament", ".cache/h89yahtzee/numbers", "bots/other.py"),
)


def skip_without_filters() -> None:
    """Skip the test on a Linux without filters of system calls, such as an emulated one; the arena warns there."""
    if sys.platform == "linux" and not seccomp.is_possible():
        pytest.skip("the kernel has no filters of system calls")


def hostile(harm: str, *arguments: str) -> Entrant:
    return Entrant(harm, Kind.PROGRAM, command=(sys.executable, str(_BOTS / "hostile.py"), harm, *arguments))


def outcomes_of_attempts(home: Path, logs: Path) -> dict[str, int]:
    """Return the error number (errno) of each attempt of `hostile.py`, 0 if the attempt succeeded."""
    for name in _FILES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("secret", "ascii")
    limits = Limits(move_time=20.0, memory=64 * MEBIBYTE)
    ends = os.openpty()
    places = f"home={home}", f"others={home}/bots/other.py", f"terminal={os.ttyname(ends[1])}"
    with BotPool([hostile("attempts", *places)], limits, logs) as pool:
        result_of(pool)
    for end in ends:
        os.close(end)
    told: dict[str, int] = json.loads((logs / "attempts.log").read_text("ascii").splitlines()[0])
    return told


def report() -> None:
    """Print the outcomes of the attempts and the names of files that bots leave behind, as JSON.

    The process's arguments are the home, the folder for logs and the folder for temporary files.
    """
    home, logs, temporary = map(Path, sys.argv[1:])
    tempfile.tempdir = str(temporary)
    temporary.mkdir()
    with BotPool([hostile("nest")]) as pool:
        breach_in(pool)
    dark = temporary / "own" / "dark" / "darker"
    dark.mkdir(parents=True)
    (dark / "file").touch()
    for folder in (dark, dark.parent):
        folder.chmod(0)
    remove(temporary / "own")
    left = [path.name for path in temporary.iterdir()]
    sys.stdout.write(json.dumps([outcomes_of_attempts(home, logs), left]))


def looks(folder: Path) -> list[dict[str, object]]:
    """Return the findings of a bot at each of its moves, while another bot at the table leaves traces."""
    shared = folder / "shared"
    shared.write_text("shared", "ascii")
    # Most file systems note the time of a reading only if the file was changed since it was last read.
    os.utime(shared, (0, 1))
    command = sys.executable, str(_BOTS / "traces.py")
    bots = [Entrant(what, Kind.PROGRAM, command=(*command, what, str(shared))) for what in ("look", "leave")]
    with BotPool(bots, Limits(move_time=20.0), folder) as pool:
        result_of(pool, (0, 1))
    return [json.loads(line) for line in (folder / "look.log").read_text("ascii").splitlines()]


def report_looks() -> None:
    """Print the result of `looks` as JSON; the process's first argument is a folder to be made."""
    folder = Path(sys.argv[1])
    folder.mkdir()
    sys.stdout.write(json.dumps(looks(folder)))


def reported(command: list[str], home: str, begin: str, report: str) -> Any:
    """Return what the function named `report` of this module prints, from JSON.

    It is called in a process of its own: `command` starts Python, and the statement `begin` is executed first.
    """
    program = f"{begin}; from tests.arena.attempts import {report}; {report}()"
    places = [f"{home}/{name}" for name in ("home", "logs", "tmp")]
    environment = {"HOME": home, "PATH": os.defpath, "PYTHONPATH": f"{_ROOT}:{get_path('purelib')}"}
    ran = subprocess.run(
        [*command, "-c", program, *places],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def reported_as_nobody(report: str) -> Any:
    """Return what the function named `report` of this module prints if the user nobody runs it.

    Skip the test if that user can't run Python.
    """
    for python in (sys.executable, "/usr/bin/python3"):
        with tempfile.TemporaryDirectory() as home:
            os.chown(home, 65534, 65534)
            if not _can_run(python, home):
                continue
            return reported([*AS_NOBODY, python], home, "pass", report)
    pytest.skip("another user can't run this Python")


def _can_run(python: str, home: str) -> bool:
    program = (
        f"import sys; sys.path[:0] = [{str(_ROOT)!r}, {get_path('purelib')!r}]; import numpy, h89yahtzee.arena"
    )
    command = [*AS_NOBODY, python, "-c", f"{program}; open(sys.executable).close()"]
    return subprocess.run(command, cwd=home, capture_output=True, check=False, timeout=240).returncode == 0
