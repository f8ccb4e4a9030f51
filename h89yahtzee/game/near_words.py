"""Phrases for error messages about an unexpected word: the words expected instead, and the one probably meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable

_SHOWN = 60
"""The number of characters after which an error message cuts a quoted text."""
_NEAR = 0.7
"""The least similarity, from 0 to 1, at which an expected word is suggested in place of the typed one."""


def one_of(words: Iterable[str]) -> str:
    """Return the words (at least one) as a list within a sentence: `a, b or c`."""
    return joined(words, "or")


def joined(words: Iterable[str], conjunction: str) -> str:
    """Return the words (at least one) separated by commas, with `conjunction` before the last: `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def shown(text: str) -> str:
    """Return `text` in quotes for an error message, cut after 60 characters."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def not_among(typed: str, words: Collection[str]) -> str:
    """Return the part of an error message after the word `expected`: `a, b or c, not 'x'; did you mean 'b'?`, if
    `words` are a, b and c, and `typed` is x."""
    return f"{one_of(words)}, not {shown(typed)}{did_you_mean(typed, words)}"


def did_you_mean(typed: str, words: Iterable[str]) -> str:
    """Return `; did you mean 'b'?` with the word most similar to `typed`; an empty string if no word is similar."""
    found = next(iter(nearest_first(typed, words)), "")
    return f"; did you mean {found!r}?" if _likeness(typed, found) >= _NEAR else ""


def nearest_first(typed: str, words: Iterable[str]) -> list[str]:
    """Return the words sorted, the most similar to `typed` first; equally similar words keep their order."""
    return sorted(words, key=lambda word: -_likeness(typed, word))


def _likeness(typed: str, word: str) -> float:
    """Return the similarity of two words, from 0 to 1."""
    from difflib import SequenceMatcher

    one, other = (text[:_SHOWN].lower().lstrip("-") for text in (typed, word))
    # If the word begins with the typed text (two characters or more), the similarity is at least `_NEAR`, so that
    # the word may be suggested. If both have the same letters in another order, it is at least 0.95.
    if len(one) > 1 and other.startswith(one):
        return max(_NEAR, len(one) / len(other))
    ratio = SequenceMatcher(None, one, other).ratio()
    return max(0.95, ratio) if sorted(one) == sorted(other) else ratio
