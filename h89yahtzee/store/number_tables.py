"""Files of numbers that take long to compute; a file's name says what the numbers depend on.

A file begins with a line that names the format, and a digest of the file's name and numbers. A file that is cut,
changed or of another format is never used. A file is written under a temporary name and renamed when complete.
"""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b
from pathlib import Path

from h89yahtzee.store.own_files import NotAFile, own_file, replace_file

_HEAD = b"h89yahtzee-table 1\n"
_DIGEST_SIZE = 32


class BrokenTable(ValueError):
    """A file that isn't the complete table that its name promises; the message is one line of text."""


def read_table(path: Path, length: int) -> array[float] | None:
    """Return the `length` numbers of the file; None if there is no readable file, BrokenTable for other content."""
    size = len(_HEAD) + _DIGEST_SIZE + 8 * length
    try:
        with open(path, "rb", opener=own_file) as file:
            content = file.read(size + 1)
    except NotAFile:
        raise BrokenTable(f"{path}: not a file") from None
    except OSError:
        return None
    numbers = content[len(_HEAD) + _DIGEST_SIZE :]
    if len(content) != size or content[: -len(numbers)] != _HEAD + _digest(path, numbers):
        raise BrokenTable(f"{path}: expected a whole table of {length} numbers")
    return _little_endian(array("d", numbers))


def write_table(path: Path, table: array[float]) -> None:
    """Write `table` to `path` in place of any file there; OSError on failure."""
    numbers = _little_endian(table).tobytes()
    replace_file(path, _HEAD + _digest(path, numbers) + numbers)


def _little_endian(table: array[float]) -> array[float]:
    """Return the numbers with bytes swapped between the machine's order and the little-endian order of files."""
    if sys.byteorder == "little":
        return table
    swapped = table[:]
    swapped.byteswap()
    return swapped


def _digest(path: Path, numbers: bytes) -> bytes:
    """Return a digest of the file's name and numbers: under another name the file would be another table."""
    return blake2b(path.name.encode() + b"\n" + numbers, digest_size=_DIGEST_SIZE).digest()
