"""The H19's terminfo entries for a command on the emulator, whether or not the system has its own.

`termcaps/h19.ti` is compiled by `tic` when first needed, and kept in the user's cache.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from h89yahtzee.apps.described_terminals import termcap_folder
from h89yahtzee.apps.h19.cached_directory import cached_directory

_TIME_LIMIT = 30.0


class TerminfoUnavailable(OSError):
    """Raised if the entries can't be compiled or kept; the text says why."""


def terminfo_directories(environment: Mapping[str, str]) -> str:
    """The value of TERMINFO_DIRS with our entries before those of `environment` or of the system.

    `environment` tells where the user's cache is and where to look for `tic`. TerminfoUnavailable if there is no
    `tic` or no place for what it makes.
    """
    # An empty part stands for the system's own directories.
    return f"{_compiled(environment)}:{environment.get('TERMINFO_DIRS', '')}"


def _compiled(environment: Mapping[str, str]) -> Path:
    try:
        source = termcap_folder() / "h19.ti"
        make = partial(_compile, source, environment)
        return cached_directory(environment, "terminfo", source.read_bytes(), make)
    except TerminfoUnavailable:
        raise
    except OSError as error:
        raise TerminfoUnavailable(f"no terminfo entries for the H19: {error}") from error


def _compile(source: Path, environment: Mapping[str, str], compiled: Path) -> None:
    tic = shutil.which("tic", path=environment.get("PATH"))
    if tic is None:
        raise TerminfoUnavailable("no terminfo entries for the H19: tic isn't installed (it belongs to ncurses)")
    command = [tic, "-x", "-o", os.fspath(compiled), os.fspath(source)]
    try:
        run = subprocess.run(
            command, capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=_TIME_LIMIT
        )
    except subprocess.TimeoutExpired:
        raise TerminfoUnavailable(f"{tic}: expected it to end within {_TIME_LIMIT:g} seconds") from None
    if run.returncode:
        complaint = run.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise TerminfoUnavailable(f"{tic} failed: {complaint or f'exit status {run.returncode}'}")
