"""The files of a bot on this machine: where its own files are, and the paths that it may read when it runs.

A folder, such as a clone of a repository, is a bot if it has a program `bot` or a file `bot.py`; all files in the
folder belong to the bot. To run, a bot needs its own files, the interpreter of its program, and the interpreter's
libraries. All other files are closed to the bot, see `confinement`. If a bot is a single file, the other files in
the same folder are closed. If a bot is a folder, files outside the folder are closed even if links in it lead to
them.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind

PACKAGE = Path(__file__).resolve().parents[2]

_SYSTEM = (
    *("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/usr", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory"),
)
_SYSTEM_DEPTH = 2
"""Folders at most this deep below /, such as /usr/games, count as the system's, even if such a folder is a user's
home."""
_SETTINGS = {
    "/etc": ("java*", "python3*"),
    "/sys/devices/system/cpu": ("online", "possible", "present", "kernel_max", "cpu*/cache", "cpu*/topology"),
    "/sys/devices/system/node": ("online", "possible", "has_cpu", "has_memory", "node*/cpulist", "node*/distance"),
    "/sys/kernel/mm/transparent_hugepage": ("enabled", "defrag", "hpage_pmd_size", "shmem_enabled"),
}
"""A dictionary from folders to patterns of the files in them that every bot may read.

The files in /etc are settings of interpreters; links in /usr lead to them. The files below /sys are facts about the
machine; other files below /sys stay closed, since they show how other processes use processors and memory.
"""

_LIBRARIES = "lib", "lib32", "lib64", "libexec"
"""The folders that an interpreter reads in an installation prefix that also holds a user's files."""
_PARTS = *_LIBRARIES, "bin", "conf", "etc", "include", "pyvenv.cfg", "share"
"""The files and folders that an interpreter reads in an installation prefix that holds no user's files."""

_ENV = "/usr/bin/env", "/bin/env"
_SPLIT = re.compile(r"(?:-[iv]*S|--split-string=)(.*)")
"""The options by which env(1) splits its argument into words."""
_OF_ENV = "-", "-i", "-v", "--"
"""Options of env(1) that take no argument, and so may precede the name of the interpreter."""
_ASSIGNMENT = re.compile(r"(?!PATH=)[^=]+=")

_PROGRAM, _IN_PYTHON = "bot", "bot.py"
"""The files that make a folder a bot: a program, or a bot in Python."""

_LONGEST_CHAIN = 8
_FIRST_LINE = 256


def located(entrant: Entrant, folder: Path | None = None) -> Entrant:
    """Return the entrant with the paths in its command made absolute. A relative path starts from `folder` or, if
    that is None, from the current folder.

    Raise ValueError for a program or a file that doesn't exist or can't be used.
    """
    folder = folder or Path.cwd()
    if entrant.kind is Kind.PROGRAM and "/" in entrant.command[0] and (folder / entrant.command[0]).is_dir():
        entrant = _in_folder(entrant, (folder / entrant.command[0]).resolve())
    if entrant.kind is Kind.PYTHON:
        path = _file(folder, entrant.command[0])
        # A file in Python that can be run by itself is a program, which speaks lines of JSON, and not a bot with a
        # class.
        with Path(path).open("rb") as file:
            is_program = os.access(path, os.X_OK) and file.read(2) == b"#!"
        return replace(entrant, kind=Kind.PROGRAM if is_program else Kind.PYTHON, command=(path,))
    if entrant.kind is Kind.PROGRAM:
        program, *arguments = entrant.command
        paths = [_argument(folder, argument) for argument in arguments]
        return replace(entrant, command=(_program(folder, program), *paths))
    return entrant


def own_files(entrant: Entrant) -> list[Path]:
    """Return those of a bot's files and folders that exist: first the absolute paths among the words of its
    command, then its folder."""
    paths = map(Path, (*entrant.command, entrant.folder))
    return [path for path in paths if path.is_absolute() and path.exists()]


def _in_folder(entrant: Entrant, folder: Path) -> Entrant:
    """Return the bot found in `folder`; ValueError if there is none, or if a bot in Python gets arguments."""
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
        expected = f'chmod +x {name} allows it, and "INTERPRETER {name}" runs a script without'
        raise ValueError(f"expected a program, and {name} may not be executed: {expected}")
    return path


def _argument(folder: Path, argument: str) -> str:
    """Return `argument`, made absolute if it names a file, since the bot runs in another folder."""
    path = folder / argument
    return str(path) if not argument.startswith("-") and argument and path.exists() else argument


def needed(entrant: Entrant, hidden: Collection[str] = ()) -> list[str]:
    """Return the absolute paths that a bot may read; a folder stands for all files in it.

    `hidden` has resolved paths that the bot may not read, such as other bots' files. A bot's author can't gain
    access to more files by placing a link in the bot's folder, by choosing a folder's name, or by naming a program
    in the first line of a script.
    """
    program, *given = own_files(entrant)
    closed, shared = _Places(hidden), _Places(_shared())
    places = _Places({*hidden, *_shared()})
    found = [*_of_system(places), *_settings(), program]
    if entrant.kind is Kind.PYTHON:
        found += [PACKAGE, *_of_prefix(Path(sys.base_prefix), places)]
    found += [path for each in _interpreters(entrant) for path in _with_libraries(each, places)]
    own = [path.resolve() for path in given if stays_in(path, path.parent)]
    found += [part for path in own if not shared.are_in(path) for part in _without(closed, path)]
    return [*dict.fromkeys(map(str, found))]


def _interpreters(entrant: Entrant) -> list[Path]:
    """Return the interpreters whose libraries a bot needs: this Python for a bot in Python, or else the installed
    interpreters that run the bot's program."""
    if entrant.kind is Kind.PYTHON:
        return [Path(sys.executable)]
    return [path for path in _candidates(entrant) if is_interpreter(path)]


def _candidates(entrant: Entrant) -> list[Path]:
    """Return the programs that may be a bot's interpreters: first the bot's own program, if one of its arguments is
    a file, which it may interpret; then the programs named in `#!` lines."""
    first, *others = programs(Path(entrant.command[0]))
    has_file = any(path != first and str(path) in entrant.command for path in own_files(entrant))
    return [first, *others] if has_file else others


def is_interpreter(path: Path) -> bool:
    """Whether a program counts as an installed interpreter: it is in a folder of PATH, or is the Python that runs
    this program."""
    return str(path) == sys.executable or str(path.parent) in os.get_exec_path()


def stays_in(path: Path, folder: Path) -> bool:
    """Whether a path leads to something in `folder` once all links are followed."""
    return path.resolve().is_relative_to(folder.resolve())


def _of_system(places: _Places) -> Iterator[Path]:
    """Yield paths that together cover the files and folders of `_SYSTEM`, except for users' files in them, such as
    a project that a container has in /usr/src. `places` are the files and folders that count as users'; any of them
    that is at most `_SYSTEM_DEPTH` deep below / is ignored here."""
    closed = _Places(places.deeper_than(_SYSTEM_DEPTH))
    return (part for name in _SYSTEM for part in _without(closed, Path(name).resolve()))


@cache
def _settings() -> list[Path]:
    return [path for folder, names in _SETTINGS.items() for name in names for path in Path(folder).glob(name)]


def is_of_system(path: Path) -> bool:
    return path.as_posix().startswith(tuple(f"{place}/" for place in _SYSTEM))


def programs(program: Path) -> Iterator[Path]:
    """Yield a program, the interpreter named in its first line, the interpreter of that interpreter, and so on."""
    for _ in range(_LONGEST_CHAIN):
        yield program
        interpreter = _interpreter(program)
        if interpreter is None:
            return
        program = interpreter


def advice(entrant: Entrant) -> str:
    """Return a sentence about an interpreter that the bot needs but can't run, "" if there is none."""
    if entrant.kind is not Kind.PROGRAM:
        return ""
    for path in _candidates(entrant):
        if _interpreter(path) is not None:
            return f"{path} is a script that starts another program: put that program's folder first in PATH"
        # The bot's own program, which is among the candidates if one of its arguments is a file, is taken for an
        # interpreter only if it is in a folder `bin`.
        is_named = str(path) == entrant.command[0] and path.parent.name != "bin"
        if not (is_named or is_interpreter(path) or is_of_system(path)):
            return f"the libraries of {path} are closed to the bot: put its folder in PATH"
    return ""


def _interpreter(script: Path) -> Path | None:
    """Return the interpreter that a script's `#!` line names by absolute path or through env(1), else None."""
    try:
        with script.open("rb") as file:
            line = os.fsdecode(file.read(_FIRST_LINE).partition(b"\n")[0])
    except OSError:
        return None
    # The kernel passes the rest of the line after the interpreter's path as a single argument.
    name, *rest = re.split("[ \t]+", line[2:].strip(" \t"), maxsplit=1) if line.startswith("#!") else [""]
    if name in _ENV:
        name = shutil.which(_run_by_env(*rest)) or ""
    return Path(name) if name.startswith("/") else None


def _run_by_env(argument: str = "") -> str:
    """Return the program that env(1) runs if a script's first line passes it this `argument`; "" if that is
    unclear."""
    options = _SPLIT.fullmatch(argument)
    if options is None:
        return "" if argument.startswith("-") else argument
    # With these characters, env would substitute variables, skip comments or interpret escapes.
    if set(options[1]) & set("$\\#"):
        return ""
    with suppress(ValueError):
        for word in shlex.split(options[1]):
            if word not in _OF_ENV and not _ASSIGNMENT.match(word):
                return "" if word.startswith("-") else word
    return ""


def _with_libraries(program: Path, places: _Places) -> Iterator[Path]:
    """Yield a program and each file to which its symbolic links lead. For each of these that is in a folder
    PREFIX/bin, also yield the files and folders in PREFIX that an interpreter reads. But if PREFIX has any of
    `places` (users' files and folders) in it, yield only its folders of libraries."""
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
    yield from (prefix / name for name in (_LIBRARIES if places.are_in(prefix.resolve()) else _PARTS))


def _shared() -> set[str]:
    """Return the resolved paths of the folders in which users keep files: the home folder, the usual folders in it,
    and the folders for temporary files."""
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
    """Yield paths, as few as possible, that together cover everything in a resolved `path` except the `closed`
    places in it."""
    if closed.have(path):
        return
    if not closed.are_in(path):
        yield path
        return
    with suppress(PermissionError):
        for entry in path.iterdir():
            if not entry.is_symlink():
                yield from _without(closed, entry)
