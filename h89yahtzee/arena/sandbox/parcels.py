"""Parcels of bots: the files of each as they travel to another machine, and the hash by which a change is noticed.

A parcel has the bot's program, the files and folders in its command, and its own folder; of a bot in Python the
modules and packages beside it that its imports name. Of folders, what begins with a dot stays; so do
interpreters and whatever else belongs to the system. A file is unpacked below a private folder at the path that it
had, so that all lie to each other as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.machinery import all_suffixes
from itertools import islice
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.limits import MEBIBYTE
from h89yahtzee.arena.sandbox.entrant_files import own_files
from h89yahtzee.arena.sandbox.needed_files import is_of_system, is_shared

_MOST = 16 * MEBIBYTE
"""Bytes of a parcel, at most: it goes along with each batch of games."""
_MOST_FILES = 1000
_CACHE = "__pycache__"
_BLANK = r"[\s\\]"
_MODULE = rf"[\w.]++(?:{_BLANK}++as{_BLANK}++\w++)?+"
_IMPORT = re.compile(
    rf"\bfrom{_BLANK}++(\w++)[\w.]*+{_BLANK}++import\b"
    rf"|\bimport{_BLANK}++({_MODULE}(?:{_BLANK}*+,{_BLANK}*+{_MODULE})*+)"
)
_FIRST_WORDS = re.compile(rf"(?:^|,){_BLANK}*+(\w+)")


@dataclass(frozen=True, slots=True)
class Parcel:
    """The files of a `located` entrant: absolute paths, whether each may be executed, and what is in it."""

    entrant: Entrant
    files: tuple[tuple[str, bool, bytes], ...]

    def unpack(self, folder: Path) -> Entrant:
        """The entrant with its files below `folder`, which is private."""
        for name, is_program, content in self.files:
            path = _below(folder, name)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o700 if is_program else 0o600)
        moved = [(str(_below(folder, word)), word) for word in self.entrant.command]
        command = tuple(new if word.startswith("/") and Path(new).exists() else word for new, word in moved)
        own_folder = self.entrant.folder and str(_below(folder, self.entrant.folder))
        return replace(self.entrant, command=command, folder=own_folder)


def _below(folder: Path, name: str) -> Path:
    return folder / name.lstrip("/")


def packed(entrants: Iterable[Entrant], hidden: Iterable[Path] = ()) -> list[Parcel]:
    """The parcels of `located` entrants, without each other's files and what is `hidden`.

    ValueError if one is too large.
    """
    return [_packed(entrant, others) for entrant, others in _with_others(entrants, hidden)]


def digests(entrants: Iterable[Entrant], hidden: Iterable[Path] = ()) -> tuple[str, ...]:
    """A hash of the files of each `located` entrant, as `packed`; empty if there are none, or too many."""
    return tuple(_digest(entrant, others) for entrant, others in _with_others(entrants, hidden))


def _with_others(entrants: Iterable[Entrant], hidden: Iterable[Path]) -> Iterator[tuple[Entrant, set[Path]]]:
    """Each entrant, and what isn't its own: files of the others, and what is hidden."""
    every, closed = [*entrants], {path.resolve() for path in hidden}
    own = {path for entrant in every for path in own_files(entrant)}
    return ((entrant, own.difference(own_files(entrant)) | closed) for entrant in every)


def _digest(entrant: Entrant, others: set[Path]) -> str:
    try:
        files = _packed(entrant, others).files
    except (OSError, ValueError):
        return ""
    summed = blake2b(digest_size=16)
    for name, is_program, content in files:
        summed.update(f"{name}\0{is_program}\0{len(content)}\0".encode() + content)
    return summed.hexdigest() if files else ""


def _packed(entrant: Entrant, others: set[Path]) -> Parcel:
    files, size, own = [], 0, own_files(entrant)
    paths = [*islice(_files_of(entrant), _MOST_FILES + 1)]
    for path in sorted({*paths}):
        if path not in own and not others.isdisjoint((path, *path.parents)):
            continue
        size += path.stat().st_size
        if size > _MOST or len(paths) > _MOST_FILES:
            most = f"at most {_MOST_FILES} files with {_MOST // MEBIBYTE} MiB"
            raise ValueError(f"{entrant.name}: expected {most} for another machine, and it has more")
        files.append((str(path), bool(path.stat().st_mode & 0o100), path.read_bytes()))
    return Parcel(entrant, tuple(files))


def _files_of(entrant: Entrant) -> Iterator[Path]:
    paths = own_files(entrant)
    for path in paths:
        is_interpreter = path.parent.name == "bin" and len(paths) > 1
        if path.is_dir():
            yield from _in_folder(path)
        elif not is_interpreter and not is_of_system(path):
            yield path
    if entrant.kind is Kind.PYTHON and not entrant.folder and not is_shared(Path(entrant.command[0]).parent):
        yield from _imported(Path(entrant.command[0]))


def _in_folder(folder: Path) -> Iterator[Path]:
    """The files in a folder and those below it, however deep; links to folders aren't followed."""
    folders = [folder]
    while folders:
        for entry in folders.pop().iterdir():
            if entry.name.startswith(".") or entry.name == _CACHE:
                continue
            if entry.is_file():
                yield entry
            elif entry.is_dir() and not entry.is_symlink():
                folders.append(entry)


def _imported(bot: Path) -> set[Path]:
    """The modules and packages beside a bot that its imports name, and so on for what these import."""
    found: set[Path] = set()
    waiting = [bot]
    while waiting:
        for name in islice(dict.fromkeys(_names_imported(waiting.pop())), _MOST_FILES):
            beside = (bot.parent / f"{name}{end}" for end in ("/__init__.py", *all_suffixes()))
            module = next((path for path in beside if path.is_file()), None)
            parts = (
                [] if module is None else [*_in_folder(module.parent)] if module.parent != bot.parent else [module]
            )
            waiting += [part for part in parts if part not in found and part.suffix == ".py"]
            found.update(parts)
    return found


def _names_imported(path: Path) -> Iterator[str]:
    """The first words of what a file seems to import. Python's own parser might fall for what a bot has in it."""
    with suppress(OSError), path.open("rb") as file:
        for package, modules in _IMPORT.findall(file.read(_MOST).decode("utf-8", "replace")):
            yield from [package] if package else _FIRST_WORDS.findall(modules)
