"""The files of a bot on this machine: where its own files are, and the paths that it may read when it runs.

A folder, such as a clone of a repository, is a bot if it has a program `bot` or a file `bot.py`; all files in the
folder belong to the bot. To run, a bot needs its program, the program's interpreter, the libraries of both, and the
files beside its own. All other files are closed to the bot, see `landlock`: of a folder with a user's files, such
as the home or the folder of temporary files, only the bot's own file is open.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.machinery import all_suffixes
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind

PACKAGE = Path(__file__).resolve().parents[2]

_SYSTEM = (
    *("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/usr", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm/transparent_hugepage"),
)
_SYSTEM_DEPTH = 2
"""The depth to which folders, such as /usr/games, belong to the system even if one is a user's home."""
_CONFIGURATIONS = "java*", "python3*"
"""Patterns of configuration files of interpreters in /etc, to which links in /usr lead."""

_LIBRARIES = "lib", "lib32", "lib64", "libexec"
"""The folders with parts of programs in an installation prefix that also holds a user's files."""

_OF_ENV = "-", "-i", "-S", "-iS", "-vS"
"""Options of env(1) that take no argument, and so may precede the name of the interpreter."""

_PROGRAM, _IN_PYTHON = "bot", "bot.py"
"""The files that make a folder a bot: a program, or a bot in Python."""

_LONGEST_CHAIN = 8
_FIRST_LINE = 256


def located(entrant: Entrant, folder: Path | None = None) -> Entrant:
    """Return the entrant with absolute paths; typed paths are relative to `folder` or else to the current folder.

    Raise ValueError for a program or a file that doesn't exist or can't be used.
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
    """Return the files and folders of a `located` entrant that exist: those in its command, then its folder."""
    paths = map(Path, (*entrant.command, entrant.folder))
    return [path for path in paths if path.is_absolute() and path.exists()]


def _in_folder(entrant: Entrant, folder: Path) -> Entrant:
    """Return the entrant with the bot in `folder`, ValueError if none; a bot in Python takes no arguments."""
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
    """Return `argument`, made absolute if it names a file, since the bot runs in another folder."""
    path = folder / argument
    return str(path) if not argument.startswith("-") and argument and path.exists() else argument


def needed(entrant: Entrant, hidden: Collection[str] = ()) -> list[str]:
    """Return the resolved paths that a `located` bot may read; a folder stands for all files in it.

    Files in `hidden` are left out unless they are the bot's own.
    """
    program, *given = own_files(entrant)
    closed, shared = _Places(hidden), _Places(_shared())
    places = _Places({*hidden, *_shared()})
    found = [*_of_system(places), *(path for name in _CONFIGURATIONS for path in Path("/etc").glob(name)), program]
    if entrant.kind is Kind.PYTHON:
        beside = [Path(entrant.folder).resolve()] if entrant.folder else _beside(program, hidden)
        given = [] if shared.are_in(program.parent.resolve()) else [*beside]
        found += [
            PACKAGE,
            *_with_libraries(Path(sys.executable), places),
            *_of_prefix(Path(sys.base_prefix), places),
        ]
    else:
        given = [path.resolve() for path in given if not shared.are_in(path.resolve())]
        found += [path for each in programs(program) for path in _with_libraries(each, places)]
    found += [part for path in given for part in _without(closed, path)]
    return [*dict.fromkeys(map(str, found))]


def _of_system(places: _Places) -> Iterator[Path]:
    """Return the paths of the system without users' files in them, such as files of containers in /usr/src."""
    closed = _Places(places.deeper_than(_SYSTEM_DEPTH))
    return (part for name in _SYSTEM for part in _without(closed, Path(name).resolve()))


def is_of_system(path: Path) -> bool:
    return path.as_posix().startswith(tuple(f"{place}/" for place in _SYSTEM))


def is_shared(folder: Path) -> bool:
    """Whether a folder holds a user's or temporary files; a bot may read only its own file in such a folder."""
    return _Places(_shared()).are_in(folder.resolve())


def programs(program: Path) -> Iterator[Path]:
    """Yield a program, the interpreter named in its first line, that interpreter's own, and so on."""
    for _ in range(_LONGEST_CHAIN):
        yield program
        interpreter = _interpreter(program)
        if interpreter is None:
            return
        program = interpreter


def shim_of(entrant: Entrant) -> Path | None:
    """Return the first of a bot's interpreters that is a script, such as one that chooses a version, or None."""
    if entrant.kind is not Kind.PROGRAM:
        return None
    first, *others = programs(Path(entrant.command[0]))
    # A program with a file among its arguments is an interpreter itself.
    candidates = [first, *others] if len(own_files(entrant)) > 1 else others
    return next((path for path in candidates if _interpreter(path) is not None), None)


def _interpreter(script: Path) -> Path | None:
    try:
        with script.open("rb") as file:
            line = file.read(_FIRST_LINE).partition(b"\n")[0]
    except OSError:
        return None
    name, *words = os.fsdecode(line[2:]).split() or [""] if line.startswith(b"#!") else [""]
    if name.endswith("/env"):
        name = shutil.which(next((word for word in words if word not in _OF_ENV and "=" not in word), "")) or ""
    return Path(name) if name else None


def _with_libraries(program: Path, places: _Places) -> Iterator[Path]:
    """Yield a program, the files that its links lead to, and, for those in a folder `bin`, their libraries."""
    for path in _links(program):
        yield path
        if path.parent.name == "bin":
            yield from _of_prefix(path.parent.parent, places)


def _links(path: Path) -> Iterator[Path]:
    for _ in range(_LONGEST_CHAIN):
        yield path
        if not path.is_symlink():
            return
        path = path.parent / path.readlink()


def _of_prefix(prefix: Path, places: _Places) -> Iterator[Path]:
    if places.are_in(prefix.resolve()):
        yield from (prefix / name for name in _LIBRARIES)
        return
    yield prefix


def _beside(bot: Path, hidden: Collection[str]) -> Iterator[Path]:
    """Yield the modules and packages beside a bot in Python, which the bot may import, except `hidden` ones."""
    suffixes = tuple(all_suffixes())
    with suppress(PermissionError), os.scandir(bot.parent.resolve()) as entries:
        for entry in entries:
            if entry.path in hidden:
                continue
            # A folder that this user may not read is no package of the bot, either.
            if entry.name.endswith(suffixes) or os.access(f"{entry.path}/__init__.py", os.R_OK):
                yield Path(entry.path).resolve() if entry.is_symlink() else Path(entry.path)


def _shared() -> set[str]:
    """Return the folders of users' and of temporary files, as resolved paths."""
    places = [Path(name) for name in ("/tmp", "/var/tmp", "/dev/shm", tempfile.gettempdir())]
    with suppress(RuntimeError):
        home = Path.home()
        places += [home, home / ".local/share", home / ".config", home / ".cache"]
    return {str(place.resolve()) for place in places}


class _Places:
    """A set of files and folders, by their resolved paths."""

    def __init__(self, paths: Collection[str]) -> None:
        self._paths = frozenset(paths)
        self._above = {folder for path in paths for folder in _above(path)}

    def deeper_than(self, depth: int) -> set[str]:
        return {path for path in self._paths if path.count("/") > depth}

    def have(self, path: Path) -> bool:
        """Whether a resolved path is one of these places or lies in one of them."""
        return not self._paths.isdisjoint((str(path), *_above(str(path))))

    def are_in(self, folder: Path) -> bool:
        """Whether one of these places is this resolved folder or lies in it."""
        return str(folder) in self._above or str(folder) in self._paths


def _above(path: str) -> Iterator[str]:
    """Yield the folders above an absolute path, from its parent to /."""
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        yield path


def _without(closed: _Places, path: Path) -> Iterator[Path]:
    """Yield the fewest paths that cover all of a resolved path except the `closed` places in it."""
    if closed.have(path):
        return
    if not closed.are_in(path):
        yield path
        return
    with suppress(PermissionError):
        for entry in path.iterdir():
            if not entry.is_symlink():
                yield from _without(closed, entry)
