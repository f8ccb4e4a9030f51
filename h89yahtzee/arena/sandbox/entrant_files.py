"""The files of an entrant on this machine."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind


def located(entrant: Entrant, folder: Path | None = None) -> Entrant:
    """The entrant with absolute paths; typed ones are relative to `folder`, or to the current folder.

    ValueError if its program or file isn't there or can't be used.
    """
    folder = folder or Path.cwd()
    if entrant.kind is Kind.PYTHON:
        return replace(entrant, command=(_file(folder, entrant.command[0]),))
    if entrant.kind is Kind.PROGRAM:
        program, *arguments = entrant.command
        paths = [_argument(folder, argument) for argument in arguments]
        return replace(entrant, command=(_program(folder, program), *paths))
    return entrant


def own_files(entrant: Entrant) -> list[Path]:
    """The files and folders in the command of a located entrant, its program first."""
    paths = map(Path, entrant.command)
    return [path for path in paths if path.is_absolute() and path.exists()]


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
