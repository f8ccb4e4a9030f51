"""Words for errors about a word that is none of those expected: what was expected, and what was meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable

_SHOWN = 60
"""Characters of a text that an error repeats, at most."""
_NEAR = 0.7
"""How alike two words are that are taken for each other, of 1 for equal ones."""


def one_of(words: Iterable[str]) -> str:
    """The words as a sentence has them: `a, b or c`."""
    return joined(words, "or")


def joined(words: Iterable[str], conjunction: str) -> str:
    """At least one word, with commas and the conjunction before the last."""
    *most, last = words
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def shown(text: str) -> str:
    """Text as errors have it, not all of a long one."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def not_among(typed: str, words: Collection[str]) -> str:
    """What stands after `expected`: the words, what was typed instead, and which of them it is near."""
    return f"{one_of(words)}, not {shown(typed)}{did_you_mean(typed, words)}"


def did_you_mean(typed: str, words: Iterable[str]) -> str:
    """The end of an error that names the word which `typed` is near; empty if it is near none."""
    found = next(iter(nearest_first(typed, words)), "")
    return f"; did you mean {found!r}?" if _likeness(typed, found) >= _NEAR else ""


def nearest_first(typed: str, words: Iterable[str]) -> list[str]:
    """The words, those most like `typed` first, and otherwise in their order."""
    return sorted(words, key=lambda word: -_likeness(typed, word))


def _likeness(typed: str, word: str) -> float:
    """From 0 to 1; a beginning of a word is near it, and nearest are the same letters in another order."""
    from difflib import SequenceMatcher

    one, other = (text[:_SHOWN].lower().lstrip("-") for text in (typed, word))
    if len(one) > 1 and other.startswith(one):
        return max(_NEAR, len(one) / len(other))
    return max(0.95 * (sorted(one) == sorted(other)), SequenceMatcher(None, one, other).ratio())
