"""The files of an entrant on this machine.

A folder, such as a clone of a repository, is a bot if it has one of two files: `bot`, a program, or `bot.py`, a bot
in Python. All that is in the folder belongs to the bot.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind

_PROGRAM, _IN_PYTHON = "bot", "bot.py"


def located(entrant: Entrant, folder: Path | None = None) -> Entrant:
    """The entrant with absolute paths; typed ones are relative to `folder`, or to the current folder.

    ValueError if its program or file isn't there or can't be used.
    """
    folder = folder or Path.cwd()
    if entrant.kind is Kind.PROGRAM and "/" in entrant.command[0] and (folder / entrant.command[0]).is_dir():
        entrant = _in_folder(entrant, (folder / entrant.command[0]).resolve())
    if entrant.kind is Kind.PYTHON:
        return replace(entrant, command=(_file(folder, entrant.command[0]),))
    if entrant.kind is Kind.PROGRAM:
        program, *arguments = entrant.command
        paths = [_argument(folder, argument) for argument in arguments]
        return replace(entrant, command=(_program(folder, program), *paths))
    return entrant


def own_files(entrant: Entrant) -> list[Path]:
    """The files and folders of a located entrant: those in its command, its program first, and its own folder."""
    paths = map(Path, (*entrant.command, entrant.folder))
    return [path for path in paths if path.is_absolute() and path.exists()]


def _in_folder(entrant: Entrant, folder: Path) -> Entrant:
    """The bot in this folder; a bot in Python has no arguments."""
    arguments = entrant.command[1:]
    if (folder / _PROGRAM).is_file():
        return replace(entrant, command=(str(folder / _PROGRAM), *arguments), folder=str(folder))
    if (folder / _IN_PYTHON).is_file() and not arguments:
        return replace(entrant, kind=Kind.PYTHON, command=(str(folder / _IN_PYTHON),), folder=str(folder))
    files = _PROGRAM if arguments else f"{_IN_PYTHON} or {_PROGRAM}"
    raise ValueError(f"expected the file {files} in the folder {entrant.command[0]}, and it isn't there")


def _file(folder: Path, name: str) -> str:
    path = folder / name
    if not path.is_file():
        raise ValueError(f"expected a file with a bot, and {name} isn't there")
    return str(path)


def _program(folder: Path, name: str) -> str:
    path = str(folder / name) if "/" in name else shutil.which(name)
    if path is None or not Path(path).is_file():
        raise ValueError(f"expected a program, and {name} isn't there")
    if not os.access(path, os.X_OK):
        raise ValueError(f"expected a program, and {name} may not be executed")
    return path


def _argument(folder: Path, argument: str) -> str:
    """A path that a file has from here, made absolute: the bot runs in another folder."""
    path = folder / argument
    return str(path) if not argument.startswith("-") and argument and path.exists() else argument
