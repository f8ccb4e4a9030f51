"""The environment of a command on the emulator: it describes the H19, and not the terminal around it.

Many programs ask nothing but whether they write to a terminal, and send it colours and modes of today's. `ESC [`
holds an H19's screen, so they are asked for plain text in the ways that each of them knows. The user's own
configuration is read as ever, but for these.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from h89yahtzee.apps.command import complain
from h89yahtzee.apps.h19.cached_directory import cached_directory
from h89yahtzee.apps.h19.terminfo import TerminfoUnavailable, terminfo_directories

_DROPPED = (
    *("TERMCAP", "TERMINFO", "LINES", "COLUMNS", "COLORTERM", "TERM_PROGRAM", "VTE_VERSION"),
    *("LS_COLORS", "GREP_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"),
)
"""What describes the terminal around this one, or asks for colours."""

_PLAIN = {
    "NO_COLOR": "1",
    "GREP_COLORS": "mt=:sl=:cx=:fn=:ln=:bn=:se=:ne",
    "GCC_COLORS": "",
    "TERM_URLS": "no",  # gcc's links
    "GROFF_NO_SGR": "1",  # man
    "PYTHON_BASIC_REPL": "1",
}

_MODERN_SHELLS = ("fish", "nu", "elvish", "pwsh")
"""Shells that write for today's terminals whatever TERM says."""

_INPUTRC = """\
$include {}
set enable-bracketed-paste off
set colored-stats off
set colored-completion-prefix off
"""
"""For bash and all else that reads its lines by readline."""

_ZSHENV = """\
if [[ -n $H19_ZDOTDIR ]]; then ZDOTDIR=$H19_ZDOTDIR; else unset ZDOTDIR; fi
unset H19_ZDOTDIR
if [[ -r ${ZDOTDIR-$HOME}/.zshenv ]]; then . ${ZDOTDIR-$HOME}/.zshenv; fi
if [[ -o interactive ]]; then zmodload zsh/zle && unset zle_bracketed_paste; fi
"""


def shell(environment: Mapping[str, str]) -> str:
    """The user's shell; /bin/sh if that is unknown, or is one that an H19 can't show."""
    found = environment.get("SHELL") or "/bin/sh"
    return "/bin/sh" if Path(found).name in _MODERN_SHELLS else found


def command_environment(environment: Mapping[str, str], is_ansi: bool) -> dict[str, str]:
    """`environment` for a command on an H19 in Heath or ANSI mode; what can't be had is said on standard error."""
    changed = {name: value for name, value in environment.items() if name not in _DROPPED}
    changed |= _PLAIN | _less(environment) | _git(environment) | {"TERM": "h19-a" if is_ansi else "h19"}
    try:
        changed |= _line_editors(environment)
    except OSError as error:
        complain("h19", f"shells may use bracketed paste: {error}")
    try:
        changed["TERMINFO_DIRS"] = terminfo_directories(environment)
    except TerminfoUnavailable as error:
        complain("h19", f"{error}; the system's own are used")
    return changed


def _less(environment: Mapping[str, str]) -> dict[str, str]:
    """The user's options without -R, with which it ends each line by ESC [ m."""
    return {"LESS": f"{environment.get('LESS', '')} -+R".lstrip()}


def _git(environment: Mapping[str, str]) -> dict[str, str]:
    """One setting more than there are."""
    said = environment.get("GIT_CONFIG_COUNT", "")
    count = int(said) if said.isdecimal() else 0
    setting = {f"GIT_CONFIG_KEY_{count}": "color.ui", f"GIT_CONFIG_VALUE_{count}": "never"}
    return {"GIT_CONFIG_COUNT": str(count + 1)} | setting


def _line_editors(environment: Mapping[str, str]) -> dict[str, str]:
    """The files that bash and zsh read first: they read the user's own, and turn bracketed paste off."""
    inputrc, zshenv = (os.fsencode(text) for text in (_INPUTRC.format(_inputrc(environment)), _ZSHENV))

    def write(directory: Path) -> None:
        (directory / "inputrc").write_bytes(inputrc)
        (directory / ".zshenv").write_bytes(zshenv)

    directory = cached_directory(environment, "shells", inputrc + zshenv, write)
    own = environment.get("ZDOTDIR", "")
    return {"INPUTRC": str(directory / "inputrc"), "ZDOTDIR": str(directory), "H19_ZDOTDIR": own}


def _inputrc(environment: Mapping[str, str]) -> str:
    """The file that readline would read."""
    own = Path(environment.get("HOME", "/")) / ".inputrc"
    return environment.get("INPUTRC") or str(own if own.exists() else "/etc/inputrc")
