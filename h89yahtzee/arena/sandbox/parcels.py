"""Parcels of bots: each bot's files, to be sent to another machine, and a hash that shows whether they changed.

A parcel has the bot's program, the files and folders in its command, and its own folder. It leaves out interpreters
and files of the system, caches of compiled Python and, in a bot's folder, files and folders whose names begin with
a dot. A file at the path P is unpacked at P below a private folder, so that the files' paths relative to each other
stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.protocol import MEBIBYTE
from h89yahtzee.arena.sandbox.bot_files import is_interpreter, is_of_system, own_files, stays_in

_MOST = 16 * MEBIBYTE
"""The most bytes of a parcel, which is sent along with each batch of games."""
_MOST_FILES = 1000
_CACHE = "__pycache__"


@dataclass(frozen=True, slots=True)
class Parcel:
    """A bot (`entrant`) and its `files`; each file is a tuple of its absolute path, whether it is executable, and
    its content."""

    entrant: Entrant
    files: tuple[tuple[str, bool, bytes], ...]

    def unpack(self, folder: Path) -> Entrant:
        """Write the files below the private `folder`, and return the bot with paths to these files."""
        for name, is_program, content in self.files:
            path = _below(folder, name)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o700 if is_program else 0o600)
        # Words of the command that name no file of the parcel, such as a path of the system, stay as they are.
        moved = [(str(_below(folder, word)), word) for word in self.entrant.command]
        command = tuple(new if word.startswith("/") and Path(new).exists() else word for new, word in moved)
        own_folder = self.entrant.folder and str(_below(folder, self.entrant.folder))
        return replace(self.entrant, command=command, folder=own_folder)


def _below(folder: Path, name: str) -> Path:
    return folder / name.lstrip("/")


def packed(entrants: Iterable[Entrant], hidden: Iterable[Path] = ()) -> list[Parcel]:
    """Return a parcel of each bot's files, without `hidden` files and other bots' files; ValueError if a parcel is
    too large."""
    return [_packed(entrant, others) for entrant, others in _with_others(entrants, hidden)]


def digests(entrants: Iterable[Entrant], hidden: Iterable[Path] = ()) -> tuple[str, ...]:
    """Return for each bot a hash of the files in its parcel. The hash is "" if the parcel has no files, or can't be
    made because files are unreadable, too many or too large."""
    return tuple(_digest(entrant, others) for entrant, others in _with_others(entrants, hidden))


def _with_others(entrants: Iterable[Entrant], hidden: Iterable[Path]) -> Iterator[tuple[Entrant, set[Path]]]:
    """Yield for each bot a pair: the bot, and the paths to keep out of its parcel. These are the files of other
    bots and the `hidden` files."""
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
        if not stays_in(path, path.parent):
            continue
        if path.is_dir():
            yield from _in_folder(path)
        elif not is_of_system(path) and not (is_interpreter(path) and len(paths) > 1):
            yield path


def _in_folder(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder at any depth, except dot files, caches, and links that lead out of the folder."""
    folders = [folder]
    while folders:
        for entry in folders.pop().iterdir():
            if entry.name.startswith(".") or entry.name == _CACHE:
                continue
            if entry.is_file() and stays_in(entry, folder):
                yield entry
            elif entry.is_dir() and not entry.is_symlink():
                folders.append(entry)
