"""The people whom a host knows: each has a name, and a code of four digits with which they come back.

Names are compared without case. Wrong codes are counted for a name together with an address, and for the name
alone, so that a stranger can neither try all codes nor lock the owner out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from h89yahtzee.host import people_texts
from h89yahtzee.host.register import Register
from h89yahtzee.table.player_texts import YOU, plain_name
from h89yahtzee.table.start.start_page import NAME_WIDTH
from h89yahtzee.table.start.start_texts import ANYBODY

CODE_DIGITS = 4
MOST_PEOPLE = 100_000
_MOST_COUNTS = 10_000
"""How many names and addresses wrong codes are counted for; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class _Patience:
    """How many wrong codes are `free`; the last of them brings the `first` delay, which doubles up to `most`."""

    free: int
    first: float
    most: float

    def delay(self, wrong: int) -> float:
        return 0.0 if wrong < self.free else min(self.most, self.first * 2.0 ** min(wrong - self.free, 20))


_FROM_ADDRESS = _Patience(free=5, first=30.0, most=3600.0)
_IN_ALL = _Patience(free=50, first=5.0, most=60.0)


def key_of(name: str) -> str:
    """The same for all spellings of a name that are one person's."""
    return name.casefold()


def usable_name(typed: str) -> str:
    """The name that was typed, as it is kept; ValueError saying what was expected."""
    name = " ".join(plain_name(typed).split())
    if not any(char.isalnum() for char in name):
        raise ValueError(people_texts.EXPECTED_NAME)
    if len(name) > NAME_WIDTH:
        raise ValueError(people_texts.EXPECTED_SHORTER.format(most=NAME_WIDTH))
    if key_of(name) in (key_of(YOU), key_of(ANYBODY)):
        raise ValueError(people_texts.EXPECTED_ANOTHER.format(name=name))
    return name


class People:
    """The people written down in `register`, and whoever is added; `draw(n)` gives any number below n."""

    def __init__(self, register: Register, draw: Callable[[int], int]) -> None:
        self._register = register
        self._draw = draw
        self._people = {key_of(name): Person(name, code) for name, code in register.people()}
        self._unwritten: list[Person] = []
        self._wrong: dict[Hashable, tuple[int, float]] = {}

    def find(self, name: str) -> Person | None:
        return self._people.get(key_of(" ".join(name.split())))

    def add(self, name: str) -> Person:
        """A new person with a code of their own; ValueError saying why nobody can be called that."""
        usable = usable_name(name)
        if self.find(usable) is not None:
            raise ValueError(people_texts.EXPECTED_ANOTHER.format(name=usable))
        if len(self._people) >= MOST_PEOPLE:
            raise ValueError(people_texts.TOO_MANY)
        person = Person(usable, f"{self._draw(10**CODE_DIGITS):0{CODE_DIGITS}}")
        self._people[key_of(usable)] = person
        self._unwritten.append(person)
        return person

    def check(self, person: Person, code: str, address: str, now: float) -> bool:
        """Whether `code` is the person's; a wrong one counts, and none is looked at while a `delay` lasts."""
        if self.delay(person, address, now):
            return False
        if code.strip() == person.code:
            self._wrong.pop((person.name, address), None)
            return True
        self._count((person.name, address), _FROM_ADDRESS, now)
        self._count(person.name, _IN_ALL, now)
        return False

    def delay(self, person: Person, address: str, now: float) -> float:
        """The seconds until a code for that person is looked at again."""
        until = [self._wrong.get(key, (0, now))[1] for key in ((person.name, address), person.name)]
        return max(0.0, *(time - now for time in until))

    def save(self) -> None:
        """Write down whoever isn't yet; OSError where that fails, and the next call tries again."""
        while self._unwritten:
            self._register.write_person(self._unwritten[0].name, self._unwritten[0].code)
            del self._unwritten[0]

    def _count(self, key: Hashable, patience: _Patience, now: float) -> None:
        wrong = self._wrong.pop(key, (0, now))[0] + 1
        self._wrong[key] = wrong, now + patience.delay(wrong)
        while len(self._wrong) > _MOST_COUNTS:
            del self._wrong[next(iter(self._wrong))]
