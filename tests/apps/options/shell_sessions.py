"""Shells at a terminal that complete a typed command at TAB and run it. The commands are shell functions that print
their arguments, so that a test sees what was completed.
"""

from __future__ import annotations

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from scripts.completions import FOLDER
from scripts.manual_options import PAGES
from tests.apps.far_end import LIMIT
from tests.programs import start_on_terminal
from tests.rest import readable_before_rest

PROGRAMS = [page.removesuffix(".6") for page in PAGES]
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
"""PATH with the folder of our programs, which the completion scripts run."""
PRINTS = "() { printf '<%s>' \"$@\" END; }\n"
BASH = "PS1= PS2=\nbind 'set enable-bracketed-paste off'\n"
ZSH = f"""\
PS1= PS2= PROMPT_EOL_MARK=
unsetopt equals
unset zle_bracketed_paste
fpath=({shlex.quote(str(FOLDER / "zsh"))} $fpath)
autoload -Uz compinit
compinit -D -u
bindkey -e
"""
Completed = dict[str, list[str]]


def at_terminal(command: Sequence[str], first: str, typed: Sequence[str], cwd: Path) -> Completed:
    """Start a shell, type `first` and then each text line of `typed` with TAB after it; return, by text line, the
    arguments of the command that the shell ran."""
    far, near = pty.openpty()
    env = {"PATH": PATH, "HOME": str(cwd), "TERM": "dumb", "INPUTRC": "/dev/null", "LC_ALL": "C.UTF-8"}
    with ExitStack() as stack:
        stack.callback(os.close, far)
        shell = stack.enter_context(start_on_terminal(command, near, cwd=cwd, env=env))
        stack.callback(shell.kill)
        os.close(near)
        functions = "".join(name + PRINTS for name in PROGRAMS)
        _said(far, first + functions + "yahtzee ready\n", "<ready><END>")
        return {line: _arguments(_said(far, f"{line}\t\n", "<END>")) for line in typed}


def _said(far: int, text: str, until: str) -> str:
    os.write(far, text.encode())
    said = b""
    while until.encode() not in said:
        assert readable_before_rest(far, LIMIT), said[-2000:].decode()
        said += os.read(far, 65536)
    return said.decode()


def _arguments(said: str) -> list[str]:
    return re.findall("<([^<>]*)>", said)[:-1]


def bash(typed: Sequence[str], cwd: Path) -> Completed:
    sourced = "".join(f"source {shlex.quote(str(file))}\n" for file in (FOLDER / "bash").iterdir())
    return at_terminal(["bash", "--norc", "--noprofile", "-i"], BASH + sourced, typed, cwd)


def zsh(typed: Sequence[str], cwd: Path) -> Completed:
    return at_terminal(["zsh", "-f", "-i"], ZSH, typed, cwd)


def fish(typed: Sequence[str], cwd: Path) -> Completed:
    """Return the arguments as fish's `complete` has them: the last word is completed if there is only one way."""
    script = "".join(f"source {shlex.quote(str(file))}\n" for file in (FOLDER / "fish").iterdir())
    script += "".join(f"complete -C {shlex.quote(line)}; echo END\n" for line in typed)
    command = ["fish", "--no-config", "-c", script]
    env = os.environ | {"PATH": PATH}
    said = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=True, timeout=LIMIT
    ).stdout
    ways = ([way.partition("\t")[0] for way in part.split("\n") if way] for part in said.split("END\n"))
    return {
        line: [*line.split(" ")[1:-1], found[0] if len(found) == 1 else line.split(" ")[-1]]
        for line, found in zip(typed, ways, strict=False)
    }


SHELLS: dict[str, Callable[[Sequence[str], Path], Completed]] = {
    name: shell for name, shell in (("bash", bash), ("zsh", zsh), ("fish", fish)) if shutil.which(name)
}
