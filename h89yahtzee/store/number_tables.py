"""Tables of numbers that take long to compute, each in a file whose name says what it depends on.

A file begins with a line that says what it is and the digest of name and numbers. One that is cut, changed or not
ours at all is never used. Files are written beside their place and renamed, so that they are never there in part.
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
    """A file that isn't the table its name says, or not all of it; the message is one line."""


def read_table(path: Path, length: int) -> array[float] | None:
    """The `length` numbers of a table; None if no such file can be read, BrokenTable if it is not that table."""
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
    """Write the table in place of what is there; OSError if that fails."""
    numbers = _little_endian(table).tobytes()
    replace_file(path, _HEAD + _digest(path, numbers) + numbers)


def _little_endian(table: array[float]) -> array[float]:
    """The numbers in the order of bytes of a file, or back."""
    if sys.byteorder == "little":
        return table
    swapped = table[:]
    swapped.byteswap()
    return swapped


def _digest(path: Path, numbers: bytes) -> bytes:
    """The digest covers the name: a file under another name is another table."""
    return blake2b(path.name.encode() + b"\n" + numbers, digest_size=_DIGEST_SIZE).digest()
