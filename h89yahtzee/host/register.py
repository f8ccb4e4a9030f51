"""The people whom a host knows, and the saved state of the host: its people, and its tables with a game.

Each person has a name, and proves who they are by a code of four digits or by a public key of ssh. A person may
have a code, keys, or both. Keys are known by their fingerprints. The case of letters in names doesn't matter.

Wrong codes delay further tries, so that strangers can't try all codes. They are counted for each pair of a name and
an address. Those from addresses from which the person's right code has never come are also counted for the name
alone; this count delays no first try from any address, and no address from which the right code came before. So
strangers can't keep a person from coming back.

A table is written as JSON. `choices` are as `table.choices` writes them, `setup` is the header of the game's
record, `owners` has for each seat the owner's name or null, `network` is the network from which the first person at
the table called. The game itself is in the journal.

    {"choices": {...}, "setup": "h89yahtzee-record 1\\nrules h89\\n...", "owners": ["ann", null], "network": "..."}

A `Register` stores the state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from h89yahtzee.game.record import Setup
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.notation.json_node import parse_json
from h89yahtzee.notation.record_text import header_lines, parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.rooms.navigator import Taste
from h89yahtzee.rooms.start import NAME_WIDTH
from h89yahtzee.screen.typed_line import plain_name
from h89yahtzee.table.choices import ANYBODY, choices_members, choices_of
from h89yahtzee.table.texts import YOU

EXPECTED_NAME = "Expected a name in ASCII letters, digits and signs."
EXPECTED_SHORTER = "Expected a name of at most {most} characters."
EXPECTED_PERSON = "A name with = is a computer's: expected yours without it."
EXPECTED_ANOTHER = "Nobody can be called {name} here: expected another name."
LOOKS_LIKE = "{name} looks like {other}, a known name: expected another."
TOO_MANY_NEW = "Many new names came from your address: the next one counts in {seconds:.0f} seconds."
TOO_MANY = "This host knows as many people as it can."
OTHERS_KEY = "This key is {name}'s."
TOO_MANY_KEYS = "You have {most} keys here already."

CODE_DIGITS = 4
MOST_PEOPLE = 100_000
MOST_KEYS = 10
"""The most keys of a person."""
_MOST_COUNTS = 10_000
"""The most entries in each of the dictionaries `_wrong` and `_known` of `People`; if there are more, the oldest are
dropped."""

_K = TypeVar("_K")
_V = TypeVar("_V")


class Register(Protocol):
    """Storage of people and tables. Every method raises OSError if it fails. Written data survives a crash."""

    def people(self) -> Iterable[tuple[str, str]]:
        """Return pairs of the name and the code of each saved person."""
        ...

    def write_people(self, people: Sequence[tuple[str, str]]) -> None:
        """Write pairs of a person's name and code, in place of these people's earlier codes; on failure none are
        written."""
        ...

    def key_owners(self) -> Iterable[tuple[str, str]]:
        """Return pairs of the fingerprint of each saved key and the name of the key's owner."""
        ...

    def write_key_owners(self, keys: Sequence[tuple[str, str]]) -> None:
        """Write pairs of a key's fingerprint and the name of the key's owner; on failure none are written."""
        ...

    def tables(self) -> Iterable[tuple[int, str]]:
        """Return pairs of the number of each table and the text last written for this table. Dropped tables are
        left out."""
        ...

    def write_table(self, number: int, text: str) -> None:
        """Write `text` for the table `number`, in place of an earlier text."""
        ...

    def drop_table(self, number: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Person:
    """A person; the `code` is empty if the person has only a key. `taste` has the preferences that the person
    has changed since the host was started."""

    name: str
    code: str
    taste: Taste = field(default_factory=Taste, compare=False)


@dataclass(frozen=True, slots=True)
class _Patience:
    """The delays that wrong codes, or new names from one address, cause.

    The first `free` codes or names may come without a delay. After that the delay is `first` seconds, and each
    further code or name doubles it, up to `most` seconds.
    """

    free: int
    first: float
    most: float

    def delay(self, wrong: int) -> float:
        return 0.0 if wrong < self.free else min(self.most, self.first * 2.0 ** min(wrong - self.free, 20))


_FROM_ADDRESS = _Patience(free=5, first=30.0, most=3600.0)
_NEW_NAMES = _Patience(free=30, first=60.0, most=600.0)
_IN_ALL = _Patience(free=20, first=60.0, most=600.0)


def key_of(name: str) -> str:
    """Return `name` in a form that is equal for all spellings that differ in case only."""
    return name.casefold()


_ALIKE = str.maketrans("01i|5$8@", "olllssba")
"""A table for `str.translate` that replaces characters which look like a letter by this letter."""


def look_of(name: str) -> str:
    """Return `name` in a form that is equal for all names that look alike on a terminal."""
    return "".join(filter(str.isalnum, key_of(name).translate(_ALIKE)))


def usable_name(typed: str) -> str:
    """Return `typed`, a person's name, in the form in which it is saved: plain text, single blanks between words.
    ValueError with the reason if the name can't be used."""
    name = " ".join(plain_name(typed).split())
    if not any(char.isalnum() for char in name):
        raise ValueError(EXPECTED_NAME)
    if name.startswith("="):
        raise ValueError(EXPECTED_PERSON)
    if len(name) > NAME_WIDTH:
        raise ValueError(EXPECTED_SHORTER.format(most=NAME_WIDTH))
    if key_of(name) in (key_of(YOU), key_of(ANYBODY)):
        raise ValueError(EXPECTED_ANOTHER.format(name=name))
    return name


class People:
    """The people saved in `register`, and the people added later. `draw(n)` returns a random number below n, from
    which codes are made."""

    def __init__(self, register: Register, draw: Callable[[int], int]) -> None:
        self._register = register
        self._draw = draw
        self._people = {key_of(name): Person(name, code) for name, code in register.people()}
        self._looks = {look_of(name): name for name in self._people}
        owners = ((key, self.find(name)) for key, name in register.key_owners())
        self._owners = {key: key_of(owner.name) for key, owner in owners if owner is not None}
        """The owner of each ssh key, by the key's fingerprint; an owner's name is in the form that `key_of`
        returns."""
        self._unwritten: list[Person] = []
        self._unwritten_keys: list[tuple[str, str]] = []
        self._wrong: dict[Hashable, tuple[int, float]] = {}
        self._known: dict[tuple[str, str], None] = {}
        """Pairs of a person's name and an address from which that person's code has come, the latest last."""

    def find(self, name: str) -> Person | None:
        return self._people.get(key_of(" ".join(name.split())))

    def owner(self, key: str) -> Person | None:
        """Return the owner of the key with the fingerprint `key`; None if nobody has that key."""
        return self._people.get(self._owners.get(key, ""))

    def add(self, name: str, address: str = "", now: float = 0.0, key: str = "") -> Person:
        """Add and return a new person, who gets a code, or if `key` (a key's fingerprint) isn't empty, that key
        instead.

        ValueError with a message if `name` can't be used, if the key is somebody's, or if too many new people came
        from `address` lately. If `address` is "", the number of new people isn't limited.
        """
        usable = usable_name(name)
        if self.find(usable) is not None:
            raise ValueError(EXPECTED_ANOTHER.format(name=usable))
        if (other := self._looks.get(look_of(usable))) is not None:
            raise ValueError(LOOKS_LIKE.format(name=usable, other=self._people[other].name))
        if len(self._people) >= MOST_PEOPLE:
            raise ValueError(TOO_MANY)
        if (seconds := self._wrong.get(("", address), (0, now))[1] - now) > 0:
            raise ValueError(TOO_MANY_NEW.format(seconds=seconds))
        if address:
            self._count(("", address), _NEW_NAMES, now)
        person = Person(usable, "" if key else self._new_code())
        if key:
            self.add_key(person, key)
        self._looks[look_of(usable)] = key_of(usable)
        self._note(person)
        return person

    def add_key(self, person: Person, key: str) -> None:
        """Accept a key, given by its fingerprint, from now on as a proof that a caller is `person`.

        ValueError if the key has an owner, or if the person has too many keys.
        """
        if (owner := self.owner(key)) is not None:
            raise ValueError(OTHERS_KEY.format(name=owner.name))
        if list(self._owners.values()).count(key_of(person.name)) >= MOST_KEYS:
            raise ValueError(TOO_MANY_KEYS.format(most=MOST_KEYS))
        self._owners[key] = key_of(person.name)
        self._unwritten_keys.append((key, person.name))

    def give_code(self, person: Person) -> Person:
        """Give a new code to `person`, who has none; return the person with this code."""
        with_code = replace(person, code=self._new_code())
        self._note(with_code)
        return with_code

    def _new_code(self) -> str:
        return f"{self._draw(10**CODE_DIGITS):0{CODE_DIGITS}}"

    def _note(self, person: Person) -> None:
        self._people[key_of(person.name)] = person
        self._unwritten.append(person)

    def check(self, person: Person, code: str, address: str, now: float) -> bool:
        """Return whether `code` is the person's code, and count it if it is wrong. While codes from `address` are
        delayed (see `delay`), return False for any code."""
        if self.delay(person, address, now):
            return False
        if person.code and code.strip() == person.code:
            self._wrong.pop((person.name, address), None)
            _add_latest(self._known, (person.name, address), None)
            return True
        self._count((person.name, address), _FROM_ADDRESS, now)
        if (person.name, address) not in self._known:
            self._count(person.name, _IN_ALL, now)
        return False

    def delay(self, person: Person, address: str, now: float) -> float:
        """Return the seconds for which no code for `person` from `address` is accepted; 0.0 if codes are accepted
        now."""
        here = (person.name, address)
        if here not in self._wrong:
            return 0.0
        keys = (here,) if here in self._known else (here, person.name)
        return max(0.0, *(self._wrong.get(key, (0, now))[1] - now for key in keys))

    def save(self) -> None:
        """Write new people and keys to the register; OSError if that fails, and the next call tries again."""
        if self._unwritten_keys:
            # Keys are written first, in case the second write fails: a key whose person isn't saved is nobody's,
            # but a person saved without code and key could never come back.
            self._register.write_key_owners(self._unwritten_keys)
            self._unwritten_keys.clear()
        if self._unwritten:
            self._register.write_people([(person.name, person.code) for person in self._unwritten])
            self._unwritten.clear()

    @property
    def is_saved(self) -> bool:
        return not (self._unwritten or self._unwritten_keys)

    def _count(self, key: Hashable, patience: _Patience, now: float) -> None:
        wrong = self._wrong.get(key, (0, now))[0] + 1
        _add_latest(self._wrong, key, (wrong, now + patience.delay(wrong)))


def _add_latest(counted: dict[_K, _V], key: _K, value: _V) -> None:
    """Put `key` with `value` at the end of the dictionary `counted`; drop the first keys while there are more than
    `_MOST_COUNTS`."""
    counted.pop(key, None)
    counted[key] = value
    while len(counted) > _MOST_COUNTS:
        del counted[next(iter(counted))]


class WrittenTables:
    """The tables saved in `register`. Tables without a game aren't saved, since after a restart nobody waits there.

    `unreadable` has a message for each saved table that can't be read.
    """

    def __init__(self, register: Register) -> None:
        self.unreadable: list[str] = []
        self._register = register
        self._written: dict[int, tuple[Setup, dict[int, str]] | None] = {}

    def read(self) -> list[WrittenTable]:
        """Return the saved tables that can be read."""
        found = []
        for number, text in self._register.tables():
            try:
                found.append(parse_table(number, text))
            except NotationError as error:
                self.unreadable.append(str(error))
        self._written = dict.fromkeys(written.hosted.number for written in found)
        return found

    def save(self, tables: Mapping[int, HostedTable]) -> None:
        """Write what has changed in `tables`, the host's tables by number; OSError if that fails, and the next call
        tries again."""
        played = {number: hosted for number, hosted in tables.items() if hosted.table is not None}
        for number, hosted in played.items():
            if hosted.owned != self._written.get(number):
                self._register.write_table(number, format_table(hosted))
                self._written[number] = hosted.owned
        for number in self._written.keys() - played.keys():
            self._register.drop_table(number)
            del self._written[number]


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table read from a register, and the setup of its game. The game itself isn't on the table yet."""

    hosted: HostedTable
    setup: Setup


def format_table(hosted: HostedTable) -> str:
    setup, owners = hosted.owned
    members = {
        "choices": choices_members(hosted.choices),
        "setup": "\n".join(header_lines(setup)),
        "owners": [owners.get(seat) for seat in range(len(setup.players))],
        "network": hosted.network,
    }
    return json.dumps(members)


def parse_table(number: int, text: str) -> WrittenTable:
    """Return the table saved as `text`; NotationError if the text can't be read."""
    node = parse_json(text, f"table {number}")
    written = node.required("setup")
    records = parse_records(written.text() + "\n", may_lack_turns=True)
    if len(records) != 1:
        raise written.expected("one game")
    (record,) = records
    hosted = HostedTable(number, choices_of(node.required("choices")))
    owners = node.required("owners").items()
    if len(owners) != len(record.setup.players):
        raise node.expected("an owner or null for each player")
    hosted.owners = {seat: owner.text() for seat, owner in enumerate(owners) if owner.value is not None}
    network = node.member("network")  # tables written by an earlier version have no network
    hosted.network = next(iter(hosted.owners.values()), "") if network is None else network.text()
    return WrittenTable(hosted, record.setup)
