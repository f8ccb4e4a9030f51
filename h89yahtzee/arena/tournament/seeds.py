"""The seeds of a tournament: each is a function of the one above it and of what it is for.

They are derived with blake2b, so that they are the same on every platform and Python version; its personalisation
keeps them apart from dice.
"""

from __future__ import annotations

from hashlib import blake2b

_BYTES = 8
"""Of a seed: `dealer.SEEDS` is 256 ** 8."""
_ARENA = b"h89yahtzee.arena"


def derived(seed: int, *labels: str | int) -> int:
    """The seed for what the labels say, below `dealer.SEEDS`."""
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(blake2b(text.encode(), digest_size=_BYTES, person=_ARENA).digest())
