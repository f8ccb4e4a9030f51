"""The functions that differences point to: those called in cases with differences, and seldom in other cases.

The measure is Ochiai's coefficient, which is also used to find faults in programs: the geometric mean of two
shares, that of the cases with differences which call the function, and that of the cases calling it which have
differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt

from h89yahtzee.apps.h19_test.cases import Case
from h89yahtzee.h19.codes import CONTROLS, FUNCTIONS
from h89yahtzee.h19.disassembly import Disassembler

MIXTURE = "mixture"
"""The function that stands for cases which call some 200 functions, and so point to none of them."""

_NAMES = [*(function.name for function in FUNCTIONS), *CONTROLS.values(), "enter_heath_mode"]


def suspicion(wrong: Iterable[Case], right: Iterable[Case]) -> dict[str, float]:
    """Return for each function that is called in the cases with differences a number from 0 to 1, in which 1 means
    that the function is called in all of these, and in no other case."""
    failed = [case_functions(case) for case in wrong]
    failures = Counter(name for names in failed for name in names)
    calls = failures + Counter(name for case in right for name in case_functions(case))
    return {name: count / sqrt(len(failed) * calls[name]) for name, count in failures.items() if name != MIXTURE}


def case_functions(case: Case) -> set[str]:
    """Return the functions that a case is about or that are called in it."""
    return {*case.functions, *called(case.send)}


def called(send: bytes) -> list[str]:
    """Return the functions that bytes call, in their order; the names of some have an argument."""
    return [name for _, names in calls(send) for name in names]


def calls(send: bytes) -> list[tuple[bytes, list[str]]]:
    """Return each sequence or text in the bytes, with the functions that it calls."""
    disassembler = Disassembler()
    items = [*disassembler.feed(send), *disassembler.flush()]
    return [(item.code, list(_names_in(item.meaning))) for item in items]


def _names_in(meaning: str) -> Iterator[str]:
    """Yield the functions in the meaning of a sequence in words."""
    for call in meaning.split(", "):
        words = call.replace(" ", "_")
        if words.startswith(("set_mode", "reset_mode")):
            yield words.replace("mode_", "mode ", 1)
        elif name := max((name for name in _NAMES if words.startswith(name)), key=len, default=""):
            yield name
        elif words in ("unknown", "begins_anew"):
            yield "unknown_sequences"
