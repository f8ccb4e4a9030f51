"""People and their codes: the names that a host knows, and how often a code may be guessed."""

import re
from heapq import heappop, heappush
from itertools import count

import pytest

from h89yahtzee.host.register import MOST_PEOPLE, People, Person, usable_name
from tests.host.hosts import MemoryRegister
from tests.naming import each


def people(register: MemoryRegister | None = None) -> People:
    numbers = count(7)
    return People(register or MemoryRegister(), lambda n: next(numbers) % n)


def test_new_person_gets_a_code_of_four_digits() -> None:
    assert people().add("ann") == Person("ann", "0007")


def test_name_is_found_however_it_is_spelled() -> None:
    known = people()
    known.add("Ann Lee")
    assert known.find("ann  lee") == known.find("ANN LEE") == Person("Ann Lee", "0007")
    with pytest.raises(ValueError, match="ANN LEE"):
        known.add("ANN LEE")


def test_one_address_doesnt_use_up_the_names() -> None:
    """In a month it makes less than a twentieth of the names a host can hold; other addresses aren't delayed."""
    known, now, made, told = people(), 0.0, 0, ""
    while now < 30 * 24 * 3600.0:
        try:
            known.add(f"m{made}", "192.0.2.1", now)
            made += 1
        except ValueError as refusal:
            told = str(refusal)
            known.add(f"other {now}", f"address {now}", now)
            now += 600.0
    assert told == "Many new names came from your address: the next one counts in 600 seconds."
    assert 30 < made < MOST_PEOPLE / 20
    assert known.add("by login").name


@each(
    ("known_name", "typed"),
    [
        ("Bob", "B0b"),
        ("Bill", "bi11"),
        ("Illa", "1lla"),
        ("ann", "a.n-n"),
        ("R2-D2", "R2D2"),
        ("W" * 13 + "mil", "W" * 13 + "mi1"),
    ],
)
def test_name_that_looks_like_a_known_one_is_nobodys(known_name: str, typed: str) -> None:
    register = MemoryRegister()
    before = people(register)
    before.add(known_name)
    before.save()
    for known in (before, people(register)):
        with pytest.raises(
            ValueError, match=rf"^{re.escape(typed)} looks like {known_name}, .*expected"
        ) as refusal:
            known.add(typed)
        assert len(str(refusal.value)) < 80
    assert [before.add(name).name for name in ("Rob", "bil", "ann 2", "W" * 16)]


@each(
    ("typed", "name"),
    [("  ann ", "ann"), ("ann   lee", "ann lee"), ("Zo\u00eb", "Zoe"), ("a" * 16, "a" * 16), ("R2-D2", "R2-D2")],
)
def test_usable_name(typed: str, name: str) -> None:
    assert usable_name(typed) == name


@each("typed", ["", "  ", "a" * 17, "you", "Anybody", "\x1b[2J", "an\x07n", "\u4e2d\u6587", "--", "=bob"])
def test_unusable_name(typed: str) -> None:
    with pytest.raises(ValueError, match=r"[Ee]xpected"):
        usable_name(typed)


def test_right_code_is_accepted_and_another_is_not() -> None:
    known = people()
    ann, bob = known.add("ann"), known.add("bob")
    assert known.check(ann, " 0007", "here", 0.0)
    assert not known.check(bob, "0007", "here", 0.0)


def test_five_wrong_codes_are_free_and_then_delays_grow() -> None:
    known = people()
    ann = known.add("ann")
    delays = []
    now = 0.0
    for _ in range(8):
        assert not known.check(ann, "9999", "here", now)
        delays.append(known.delay(ann, "here", now))
        now += delays[-1]
    assert delays == [0, 0, 0, 0, 30, 60, 120, 240]
    assert not known.check(ann, "0007", "here", now - 1)
    assert known.check(ann, "0007", "here", now)
    assert known.delay(ann, "here", now) == 0


def test_right_code_makes_the_wrong_ones_before_it_forgotten() -> None:
    known = people()
    ann = known.add("ann")
    for code in ("9999",) * 4 + ("0007",) + ("9999",) * 4:
        known.check(ann, code, "here", 0.0)
    assert known.delay(ann, "here", 0.0) == 0


def test_wrong_codes_from_elsewhere_do_not_lock_the_owner_out() -> None:
    known = people()
    ann = known.add("ann")
    for _ in range(10):
        known.check(ann, "9999", "there", 0.0)
    assert known.check(ann, "0007", "here", 0.0)


def tried_in_a_day(known: People, ann: Person, addresses: int) -> int:
    """Return how many wrong codes are tried in a day if each address tries one as soon as it may."""
    tried, due = 0, [(0.0, address) for address in range(addresses)]
    while due[0][0] < 86400:
        now, address = heappop(due)
        if not known.delay(ann, str(address), now):
            tried += 1
            known.check(ann, "9999", str(address), now)
        heappush(due, (now + max(known.delay(ann, str(address), now), 1.0), address))
    return tried


@pytest.mark.parametrize(("addresses", "most"), [(1, 34), (10, 170), (100, 250)])
def test_how_many_codes_of_10_000_strangers_can_try_in_a_day(addresses: int, most: int) -> None:
    """The manual gives these numbers: 34 from one address, and from several together 150 and one more for each."""
    known = people()
    tried = tried_in_a_day(known, known.add("ann"), addresses)
    assert 0.9 * most <= tried <= most


def test_nobody_can_lock_the_owner_out() -> None:
    """The owner gets in from an address used before, even after a mistake, and from a new one by the right code."""
    known = people()
    ann = known.add("ann")
    assert known.check(ann, "0007", "home", 0.0)
    tried_in_a_day(known, ann, 50)
    now = 86400.0
    for stranger in range(50):
        known.check(ann, "9999", str(stranger), now)
    assert not known.check(ann, "9998", "home", now)
    assert known.check(ann, "0007", "home", now)
    assert known.check(ann, "0007", "hotel", now)


def test_people_are_written_down_once_and_known_after_a_restart() -> None:
    register = MemoryRegister()
    known = people(register)
    known.add("ann")
    register.is_full = True
    with pytest.raises(OSError, match="space"):
        known.save()
    register.is_full = False
    known.save()
    assert people(register).find("Ann") == Person("ann", "0007")


def test_person_who_comes_by_a_key_has_no_code_until_one_is_given() -> None:
    register = MemoryRegister()
    known = people(register)
    ann = known.add("ann", key="SHA256:a")
    assert ann == known.owner("SHA256:a") == Person("ann", "")
    assert not known.check(ann, "", "hotel", 0.0)
    assert known.owner("") is None
    assert known.give_code(ann) == Person("ann", "0007")
    known.save()
    again = people(register)
    assert again.owner("SHA256:a") == Person("ann", "0007")
    assert again.check(Person("ann", "0007"), "0007", "hotel", 0.0)


def test_keys_are_one_persons_and_not_without_number() -> None:
    register = MemoryRegister()
    known = people(register)
    ann, bob = known.add("ann"), known.add("bob")
    for number in range(10):
        known.add_key(ann, f"SHA256:{number}")
    with pytest.raises(ValueError, match="You have 10 keys"):
        known.add_key(ann, "SHA256:10")
    with pytest.raises(ValueError, match="This key is ann's"):
        known.add_key(bob, "SHA256:9")
    with pytest.raises(ValueError, match="This key is ann's"):
        known.add("eve", key="SHA256:9")
    assert known.find("eve") is None
    known.save()
    assert people(register).owner("SHA256:9") == ann


def test_key_without_its_person_is_nobodys() -> None:
    """A host that was killed before it wrote down the person leaves such a key."""
    register = MemoryRegister(owners={"SHA256:a": "ann"})
    known = people(register)
    assert known.owner("SHA256:a") is None
    assert known.add("Ann", key="SHA256:a").code == ""
