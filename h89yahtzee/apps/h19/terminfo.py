"""The H19's terminfo entries for a command on the emulator, whether or not the system has its own.

`termcaps/h19.ti` is compiled by `tic` when first needed and kept in a private directory named by the digest of the
source, so another source gets another directory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from stat import S_IWGRP, S_IWOTH
from tempfile import mkdtemp

from h89yahtzee.apps.paths import cache_directory, make_private

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
    source = files("termcaps").joinpath("h19.ti").read_bytes()
    try:
        cache = cache_directory(environment) / "terminfo"
        directory = cache / blake2b(source, digest_size=8).hexdigest()
        _make_private(cache)
        if not directory.is_dir():
            _compile(source, directory, environment)
    except TerminfoUnavailable:
        raise
    except OSError as error:
        raise TerminfoUnavailable(f"no terminfo entries for the H19: {error}") from error
    return directory


def _make_private(directory: Path) -> None:
    """Make a directory that no one else can write to, as what is there decides what the command sends."""
    make_private(directory)
    status = directory.stat()
    if status.st_uid != os.geteuid() or status.st_mode & (S_IWGRP | S_IWOTH):
        raise TerminfoUnavailable(
            f"{directory}: expected a directory that is this user's and no other can write to"
        )


def _compile(source: bytes, directory: Path, environment: Mapping[str, str]) -> None:
    """Compile beside `directory`, then rename: it is never there in part, and whoever is second changes nothing."""
    scratch = Path(mkdtemp(prefix="new-", dir=directory.parent))
    try:
        (scratch / "h19.ti").write_bytes(source)
        compiled = scratch / "compiled"
        compiled.mkdir(mode=0o700)
        _run_tic(scratch / "h19.ti", compiled, environment)
        try:
            compiled.rename(directory)
        except OSError:
            if not directory.is_dir():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _run_tic(source: Path, compiled: Path, environment: Mapping[str, str]) -> None:
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
