"""Tables as text, 80 characters wide or narrower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

_LONGEST_WORDS = 34
"""The most characters of words in a cell; longer ones are folded."""
_GAP = "  "

_Column = list[list[str]]
"""The cells of a column from top to bottom. A cell is a list of text lines, each padded to the column's width."""


def aligned(
    rows: Sequence[Sequence[str]], keys: int, words: Sequence[int], indent: str = "", width: int = 80
) -> Iterator[str]:
    """Yield the lines of a table whose first row is its head.

    A table that is wider than `width` is divided, and its parts follow each other; each part begins with the first
    `keys` columns. A column without a head stays beside the column before it. `words` are the 0-based numbers of
    columns that are aligned on the left, with long texts folded; other columns are aligned on the right.
    """
    columns = [_column(cells, number in words) for number, cells in enumerate(zip(*rows, strict=True))]
    heads = [number for number, head in enumerate(rows[0]) if number >= keys and head.strip()]
    parts: list[list[_Column]] = []
    for first, end in zip(heads, [*heads[1:], len(columns)], strict=True):
        if not parts or len(indent) + _width([*parts[-1], *columns[first:end]]) > width:
            parts.append(columns[:keys])
        parts[-1] = [*parts[-1], *columns[first:end]]
    for number, part in enumerate(parts):
        if number:
            yield ""
        for row in zip(*part, strict=True):
            blank = [" " * len(cell[0]) for cell in row]
            for texts in zip_longest(*row):
                line = _GAP.join(text or space for text, space in zip(texts, blank, strict=True))
                yield f"{indent}{line}".rstrip()


def _column(texts: Sequence[str], are_words: bool) -> _Column:
    cells = [wrap(text, _LONGEST_WORDS) or [""] if are_words else [text] for text in texts]
    width = max(len(line) for cell in cells for line in cell)
    return [[line.ljust(width) if are_words else line.rjust(width) for line in cell] for cell in cells]


def _width(columns: Sequence[_Column]) -> int:
    return sum(len(cells[0][0]) + len(_GAP) for cells in columns) - len(_GAP)
