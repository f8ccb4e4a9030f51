"""Numbers as a plot of characters: one column each, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

ROWS = 8


def plot(values: Sequence[int], among: Sequence[int] = (), rows: int = ROWS) -> Iterator[str]:
    """The plot of at least one value, none negative; each star is in the row of its value rounded down.

    It has `rows` at most. Values `among` others have the scale of all.
    """
    lowest, highest = min((*values, *among)), max((*values, *among))
    step = next(step for step in _round_numbers() if highest // step - lowest // step < rows)
    width = len(str(highest))
    for level in range(highest // step, lowest // step - 1, -1):
        stars = "".join("*" if value // step == level else " " for value in values)
        yield f"{level * step:{width + 2}} |{stars}".rstrip()
    yield f"{'':{width + 2}} +{'-' * len(values)}"


def _round_numbers() -> Iterator[int]:
    return (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
