"""People and their codes: who is known, and how often a code may be guessed."""

from itertools import count

import pytest

from h89yahtzee.host.register import People, Person, usable_name
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


@each(
    ("typed", "name"),
    [("  ann ", "ann"), ("ann   lee", "ann lee"), ("Zo\u00eb", "Zoe"), ("a" * 16, "a" * 16), ("R2-D2", "R2-D2")],
)
def test_usable_name(typed: str, name: str) -> None:
    assert usable_name(typed) == name


@each("typed", ["", "  ", "a" * 17, "you", "Anybody", "\x1b[2J", "an\x07n", "\u4e2d\u6587", "--"])
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


def test_many_addresses_together_are_slowed_down_too() -> None:
    """With every try from another address all codes would take a week, at one a minute."""
    known = people()
    ann = known.add("ann")
    for address in range(100):
        known.check(ann, "9999", str(address), address * 60.0)
    assert known.delay(ann, "new", 99 * 60.0) == 60


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
