"""The environment variables of a command that runs on the emulated H19 instead of on the user's own terminal.

Many programs only ask whether their output is a terminal, and then send colours and modes of modern terminals. On
an H19 `ESC [` turns on hold screen mode. So variables are set that make such programs send plain text. Terminfo
entries, compiled from `termcaps/h19.ti` by `tic`, and configuration files of readline and zsh are made when first
needed, and kept in the user's cache. Otherwise the user's own configuration applies.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from stat import S_IWGRP, S_IWOTH
from tempfile import mkdtemp

from h89yahtzee.apps.command import complain
from h89yahtzee.apps.described_terminals import H19_KEYBOARD, PC, termcap_folder
from h89yahtzee.apps.paths import cache_directory, make_private

_DROPPED = (
    *("TERMCAP", "TERMINFO", "LINES", "COLUMNS", "COLORTERM", "TERM_PROGRAM", "VTE_VERSION"),
    *("LS_COLORS", "GREP_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"),
)
"""Variables to remove: they describe the terminal in which `h19` runs, or ask for colours."""

_PLAIN = {
    "NO_COLOR": "1",
    "GREP_COLORS": "mt=:sl=:cx=:fn=:ln=:bn=:se=:ne",
    "GCC_COLORS": "",
    "TERM_URLS": "no",  # gcc: no hyperlinks
    "GROFF_NO_SGR": "1",  # man: no colour sequences
    "PYTHON_BASIC_REPL": "1",
}

_MODERN_SHELLS = ("fish", "nu", "elvish", "pwsh")
"""Shells that send sequences of modern terminals, whatever TERM says."""

_INPUTRC = """\
$include {}
set enable-bracketed-paste off
set colored-stats off
set colored-completion-prefix off
"""
"""A configuration file for readline (bash and others); `{}` stands for the path of the user's own file."""

_ZSHENV = """\
if [[ -n $H19_ZDOTDIR ]]; then ZDOTDIR=$H19_ZDOTDIR; else unset ZDOTDIR; fi
unset H19_ZDOTDIR
if [[ -r ${ZDOTDIR-$HOME}/.zshenv ]]; then . ${ZDOTDIR-$HOME}/.zshenv; fi
if [[ -o interactive ]]; then zmodload zsh/zle && unset zle_bracketed_paste; fi
"""


def shell(environment: Mapping[str, str]) -> str:
    """Return the user's shell, as SHELL names it; /bin/sh if SHELL is unset or names a shell whose output an H19
    can't show."""
    found = environment.get("SHELL") or "/bin/sh"
    return "/bin/sh" if Path(found).name in _MODERN_SHELLS else found


def command_environment(environment: Mapping[str, str], is_ansi: bool) -> dict[str, str]:
    """Return `environment` with changes for a command on an H19 in Heath mode, or in ANSI mode if `is_ansi`.

    If a change can't be made, print why and leave it out.
    """
    changed = {name: value for name, value in environment.items() if name not in _DROPPED}
    changed |= _PLAIN | _git(environment) | {"TERM": "h19-a" if is_ansi else "h19", H19_KEYBOARD: PC}
    changed = _with_ascii(changed)
    changed["LESS"] = f"{environment.get('LESS', '')} -+R".lstrip()  # `less -R` ends text lines with ESC [ m
    try:
        changed |= _line_editors(environment)
    except OSError as error:
        complain("h19", f"shells may use bracketed paste: {error}")
    try:
        changed["TERMINFO_DIRS"] = terminfo_directories(environment)
    except TerminfoUnavailable as error:
        complain("h19", f"{error}; the system's own are used")
    return changed


def _with_ascii(environment: Mapping[str, str]) -> dict[str, str]:
    """Return `environment` with the character set of the locale changed to ASCII, the only one that an H19 has; the
    language stays."""
    overall = environment.get("LC_ALL")
    if not overall:
        return {**environment, "LC_CTYPE": "C"}
    others = {name: value for name, value in environment.items() if not name.startswith("LC_")}
    return others | {"LANG": overall, "LC_CTYPE": "C"}


def _git(environment: Mapping[str, str]) -> dict[str, str]:
    """Return variables that add the setting color.ui=never to the user's git settings."""
    said = environment.get("GIT_CONFIG_COUNT", "")
    count = int(said) if said.isdecimal() else 0
    setting = {f"GIT_CONFIG_KEY_{count}": "color.ui", f"GIT_CONFIG_VALUE_{count}": "never"}
    return {"GIT_CONFIG_COUNT": str(count + 1)} | setting


def _line_editors(environment: Mapping[str, str]) -> dict[str, str]:
    """Return variables that make bash and zsh read configuration files of this program, which include the user's
    own files and then turn bracketed paste off.
    """
    in_home = Path(environment.get("HOME", "/")) / ".inputrc"
    users = environment.get("INPUTRC") or str(in_home if in_home.exists() else "/etc/inputrc")
    inputrc, zshenv = os.fsencode(_INPUTRC.format(users)), os.fsencode(_ZSHENV)

    def write(directory: Path) -> None:
        (directory / "inputrc").write_bytes(inputrc)
        (directory / ".zshenv").write_bytes(zshenv)

    directory = cached_directory(environment, "shells", inputrc + zshenv, write)
    own = environment.get("ZDOTDIR", "")
    return {"INPUTRC": str(directory / "inputrc"), "ZDOTDIR": str(directory), "H19_ZDOTDIR": own}


_TIME_LIMIT = 30.0


class TerminfoUnavailable(OSError):
    """Raised if the terminfo entries can't be compiled or cached; the message says why."""


def terminfo_directories(environment: Mapping[str, str]) -> str:
    """Return a value for TERMINFO_DIRS: the folder of the H19's entries, followed by TERMINFO_DIRS of `environment`
    or, if that is unset, by the system's folders.

    PATH of `environment` tells where the program `tic` is, other variables tell where the user's cache is. Raises
    TerminfoUnavailable if there is no `tic`, or if the entries can't be written to the cache.
    """
    try:
        source = termcap_folder() / "h19.ti"
        make = partial(_compile, source, environment)
        compiled = cached_directory(environment, "terminfo", source.read_bytes(), make)
    except TerminfoUnavailable:
        raise
    except OSError as error:
        raise TerminfoUnavailable(f"no terminfo entries for the H19: {error}") from error
    # In TERMINFO_DIRS an empty part stands for the system's own directories.
    return f"{compiled}:{environment.get('TERMINFO_DIRS', '')}"


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


def cached_directory(
    environment: Mapping[str, str], kind: str, source: bytes, fill: Callable[[Path], None]
) -> Path:
    """Return the directory `kind`/HASH of the user's cache, where HASH is the hash of `source`, from which the
    files in the directory are made.

    If the directory is missing, it is made and passed to `fill`, which must write the files. OSError if that fails.
    """
    kept = cache_directory(environment) / kind
    directory = kept / blake2b(source, digest_size=8).hexdigest()
    _make_private(kept)
    if not directory.is_dir():
        _make(directory, fill)
    return directory


def _make_private(directory: Path) -> None:
    """Make the directory, if it is missing, so that only this user can write there. PermissionError if it belongs
    to another user, or if other users can write there.

    These users could otherwise choose the configuration and the terminfo entries that a command reads.
    """
    make_private(directory)
    status = directory.stat()
    if status.st_uid != os.geteuid() or status.st_mode & (S_IWGRP | S_IWOTH):
        raise PermissionError(f"{directory}: expected a directory that is this user's and no other can write to")


def _make(directory: Path, fill: Callable[[Path], None]) -> None:
    """Make `directory` and let `fill` write its files. This happens in a scratch directory, which is then renamed,
    so that no process sees `directory` half filled."""
    scratch = Path(mkdtemp(prefix="new-", dir=directory.parent))
    try:
        fill(scratch)
        try:
            scratch.rename(directory)
        except OSError:
            # If another process has made the directory meanwhile, drop the scratch directory.
            if not directory.is_dir():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
