"""The people whom a host knows: each has a name, and a code of four digits to prove who they are.

Names are compared without case. Wrong codes are counted for a name together with an address, and for the name
alone, so that a stranger can neither try all codes nor lock the owner out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from h89yahtzee.host.register import Register
from h89yahtzee.rooms.start import NAME_WIDTH
from h89yahtzee.table.choices import ANYBODY
from h89yahtzee.table.texts import YOU, plain_name

EXPECTED_NAME = "Expected a name in ASCII letters, digits and signs."
EXPECTED_SHORTER = "Expected a name of at most {most} characters."
EXPECTED_ANOTHER = "Nobody can be called {name} here: expected another name."
TOO_MANY = "This host knows as many people as it can."

CODE_DIGITS = 4
MOST_PEOPLE = 100_000
_MOST_COUNTS = 10_000
"""The most names, and names with addresses, that wrong codes are counted for; the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class _Patience:
    """Delays after wrong codes: number `free` brings `first` seconds, each further one twice that up to `most`."""

    free: int
    first: float
    most: float

    def delay(self, wrong: int) -> float:
        return 0.0 if wrong < self.free else min(self.most, self.first * 2.0 ** min(wrong - self.free, 20))


_FROM_ADDRESS = _Patience(free=5, first=30.0, most=3600.0)
_IN_ALL = _Patience(free=50, first=5.0, most=60.0)


def key_of(name: str) -> str:
    """Return the name in the form for comparison: equal for all spellings that differ in case only."""
    return name.casefold()


def usable_name(typed: str) -> str:
    """Return a typed name in the form to keep; ValueError saying what was expected."""
    name = " ".join(plain_name(typed).split())
    if not any(char.isalnum() for char in name):
        raise ValueError(EXPECTED_NAME)
    if len(name) > NAME_WIDTH:
        raise ValueError(EXPECTED_SHORTER.format(most=NAME_WIDTH))
    if key_of(name) in (key_of(YOU), key_of(ANYBODY)):
        raise ValueError(EXPECTED_ANOTHER.format(name=name))
    return name


class People:
    """The people in `register`, and those added later; `draw(n)` returns a random number below n, for codes."""

    def __init__(self, register: Register, draw: Callable[[int], int]) -> None:
        self._register = register
        self._draw = draw
        self._people = {key_of(name): Person(name, code) for name, code in register.people()}
        self._unwritten: list[Person] = []
        self._wrong: dict[Hashable, tuple[int, float]] = {}

    def find(self, name: str) -> Person | None:
        return self._people.get(key_of(" ".join(name.split())))

    def add(self, name: str) -> Person:
        """Add and return a person with a new code; ValueError saying why that name can't be used."""
        usable = usable_name(name)
        if self.find(usable) is not None:
            raise ValueError(EXPECTED_ANOTHER.format(name=usable))
        if len(self._people) >= MOST_PEOPLE:
            raise ValueError(TOO_MANY)
        person = Person(usable, f"{self._draw(10**CODE_DIGITS):0{CODE_DIGITS}}")
        self._people[key_of(usable)] = person
        self._unwritten.append(person)
        return person

    def check(self, person: Person, code: str, address: str, now: float) -> bool:
        """Return whether `code` is the person's; wrong codes count, and any code is wrong while a `delay` lasts."""
        if self.delay(person, address, now):
            return False
        if code.strip() == person.code:
            self._wrong.pop((person.name, address), None)
            return True
        self._count((person.name, address), _FROM_ADDRESS, now)
        self._count(person.name, _IN_ALL, now)
        return False

    def delay(self, person: Person, address: str, now: float) -> float:
        """Return the seconds until this address may try a code of the person again."""
        until = [self._wrong.get(key, (0, now))[1] for key in ((person.name, address), person.name)]
        return max(0.0, *(time - now for time in until))

    def save(self) -> None:
        """Write new people to the register; OSError if that fails, and the next call tries again."""
        while self._unwritten:
            self._register.write_person(self._unwritten[0].name, self._unwritten[0].code)
            del self._unwritten[0]

    def _count(self, key: Hashable, patience: _Patience, now: float) -> None:
        wrong = self._wrong.pop(key, (0, now))[0] + 1
        self._wrong[key] = wrong, now + patience.delay(wrong)
        while len(self._wrong) > _MOST_COUNTS:
            del self._wrong[next(iter(self._wrong))]
