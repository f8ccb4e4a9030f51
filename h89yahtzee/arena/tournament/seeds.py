"""The seeds of a tournament: each is a function of the one above it and of its purpose.

They are derived with blake2b, so they are the same on every platform and Python version; its personalisation keeps
them apart from the dice.
"""

from __future__ import annotations

from hashlib import blake2b

_BYTES = 8
"""The size of a seed: `dealer.SEEDS` is 256 ** 8."""
_ARENA = b"h89yahtzee.arena"


def derived(seed: int, *labels: str | int) -> int:
    """The seed for the purpose that the labels name, below `dealer.SEEDS`."""
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(blake2b(text.encode(), digest_size=_BYTES, person=_ARENA).digest())
