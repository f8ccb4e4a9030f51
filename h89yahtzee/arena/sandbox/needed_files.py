"""The files that a bot needs to run: its program, the interpreter of that, their libraries, what lies beside it.

All else is closed to it, see `landlock`. What a user keeps is never opened with a folder that holds it: of a folder
such as the home or that of temporary files only the bot's own file is.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from importlib.machinery import all_suffixes
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.sandbox.entrant_files import own_files

PACKAGE = Path(__file__).resolve().parents[2]

_SYSTEM = (
    *("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/usr", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm/transparent_hugepage"),
)
_SYSTEM_DEPTH = 2
"""How deep folders lie that belong to the system, such as /usr/games, even if they are somebody's home."""
_CONFIGURATIONS = "java*", "python3*"
"""What parts of interpreters in /usr are links to, in /etc."""

_LIBRARIES = "lib", "lib32", "lib64", "libexec"
"""What belongs to programs in a folder that holds what a user keeps."""

_OF_ENV = "-", "-i", "-S", "-iS", "-vS"
"""Options of env(1) that have no argument, which a bot could let be taken for its interpreter."""

_LONGEST_CHAIN = 8
_FIRST_LINE = 256


def needed(entrant: Entrant, hidden: Collection[str] = ()) -> list[str]:
    """The paths that the bot may read, folders with all that is in them; nothing else of what is `hidden`.

    The entrant is `located`, paths are resolved.
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
    """The parts of the system, without what users keep in them, as images of containers do in /usr/src."""
    closed = _Places(places.deeper_than(_SYSTEM_DEPTH))
    return (part for name in _SYSTEM for part in _without(closed, Path(name).resolve()))


def is_of_system(path: Path) -> bool:
    return path.as_posix().startswith(tuple(f"{place}/" for place in _SYSTEM))


def is_shared(folder: Path) -> bool:
    """Whether a user's or temporary files are kept in it; nothing of it is open but the bot's own file."""
    return _Places(_shared()).are_in(folder.resolve())


def programs(program: Path) -> Iterator[Path]:
    """A program, the interpreter in its first line, the one of that if it is a script itself, and so on."""
    for _ in range(_LONGEST_CHAIN):
        yield program
        interpreter = _interpreter(program)
        if interpreter is None:
            return
        program = interpreter


def shim_of(entrant: Entrant) -> Path | None:
    """The interpreter of a program, if it is a script itself, as those are that choose among several versions."""
    if entrant.kind is not Kind.PROGRAM:
        return None
    first, *others = programs(Path(entrant.command[0]))
    interprets = len(own_files(entrant)) > 1
    return next((path for path in ([first] * interprets + others) if _interpreter(path) is not None), None)


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
    """A program, all that links to it, and the places of their libraries: what lies beside a folder `bin`."""
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
    """The modules and packages in the folder of a bot in Python, which it may import; many may be `hidden`."""
    suffixes = tuple(all_suffixes())
    with suppress(PermissionError), os.scandir(bot.parent.resolve()) as entries:
        for entry in entries:
            if entry.path in hidden:
                continue
            # What this user may not look into is no package of the bot, either.
            if entry.name.endswith(suffixes) or os.access(f"{entry.path}/__init__.py", os.R_OK):
                yield Path(entry.path).resolve() if entry.is_symlink() else Path(entry.path)


def _shared() -> set[str]:
    """The places of users' and of temporary files."""
    places = [Path(name) for name in ("/tmp", "/var/tmp", "/dev/shm", tempfile.gettempdir())]
    with suppress(RuntimeError):
        home = Path.home()
        places += [home, home / ".local/share", home / ".config", home / ".cache"]
    return {str(place.resolve()) for place in places}


class _Places:
    """Some files and folders, by their resolved paths."""

    def __init__(self, paths: Collection[str]) -> None:
        self._paths = frozenset(paths)
        self._above = {folder for path in paths for folder in _above(path)}

    def deeper_than(self, depth: int) -> set[str]:
        return {path for path in self._paths if path.count("/") > depth}

    def have(self, path: Path) -> bool:
        """Whether a resolved path is one of them or lies in one."""
        return not self._paths.isdisjoint((str(path), *_above(str(path))))

    def are_in(self, folder: Path) -> bool:
        """Whether one of them is this resolved folder or lies in it."""
        return str(folder) in self._above or str(folder) in self._paths


def _above(path: str) -> Iterator[str]:
    """The folders above a path."""
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        yield path


def _without(closed: _Places, path: Path) -> Iterator[Path]:
    """The fewest paths that cover a resolved path but for what is closed in it."""
    if closed.have(path):
        return
    if not closed.are_in(path):
        yield path
        return
    with suppress(PermissionError):
        for entry in path.iterdir():
            if not entry.is_symlink():
                yield from _without(closed, entry)
