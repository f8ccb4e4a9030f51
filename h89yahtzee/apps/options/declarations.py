"""Options that are declared once, as the fields of a dataclass.

The parser, `--help`, the default and the key in the settings file follow from the declaration, and the entry in the
manual from it and the text below it: `scripts/manual_options.py` explains its markup.

    @dataclass(frozen=True, slots=True)
    class Options:
        games: int = value("--games N", "how many", whole_number(1, 99), default=1)
        json: bool = flag("--json", "for machines")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum, EnumType
from types import SimpleNamespace
from typing import TypedDict, TypeVar, Unpack, overload

from h89yahtzee.game.near_words import not_among

_T = TypeVar("_T")
_KEY = "option"
Takes = Callable[[str], object] | type[Enum] | Collection[str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One option, `spelled` with all its names and its values, as `-hb, -hf N` or `--sprt ELO0 ELO1`.

    `about` is its line in `--help`.

    `takes` reads the value, with a ValueError of what was expected, or has all that it may be; None where there is
    no value. `alone` is what the option means without one, None if it needs one. With `setting` it may stand in the
    settings file. `opens` is the heading of the group that begins with it; those that are `common` come first in
    `--help`. Of options with the same `rival` only one may be given. One that `repeats` may be given any number of
    times; its field is a tuple. `default` is what holds where nothing is said.
    """

    spelled: str
    about: str
    takes: Takes | None = str
    opens: str = ""
    rival: str = ""
    setting: bool = False
    common: bool = False
    alone: object = None
    repeats: bool = False
    default: object = None

    @property
    def flags(self) -> list[str]:
        return re.findall(r"(?:^|(?<=, ))-[\w-]+", self.spelled)

    @property
    def value_name(self) -> str:
        return self.spelled.partition(self.flags[-1])[2].strip()

    @property
    def is_switch(self) -> bool:
        """Whether it has a `--no-`."""
        return self.takes is None and self.setting

    @property
    def words(self) -> list[str]:
        """The choices as they are written, if it has choices."""
        choices = self.takes if isinstance(self.takes, Collection) else ()
        return [choice.value if isinstance(choice, Enum) else choice for choice in choices]

    def meaning(self, said: object) -> object:
        """What a parsed value stands for: of choices that are an Enum its member."""
        return self.takes(said) if isinstance(self.takes, EnumType) else said

    def spellings(self) -> Iterator[str]:
        for name in self.flags:
            yield name
            if self.is_switch:
                yield name.replace("--", "--no-", 1)

    def read(self, text: str) -> object:
        """What is said by a value, as `meaning` takes it; ValueError naming what was expected."""
        if self.words:
            if text not in self.words:
                raise ValueError(f"expected {not_among(text, self.words)}")
            return text
        assert callable(self.takes)
        return self.takes(text)

    @property
    def expected(self) -> str:
        """What its value may be, in the words of the error for an empty one."""
        try:
            self.read("")
        except ValueError as error:
            return str(error).removeprefix("expected ").partition(", not ")[0]
        return self.value_name


class _Further(TypedDict, total=False):
    opens: str
    rival: str
    setting: bool
    common: bool
    alone: object
    repeats: bool


@overload
def value(spelled: str, about: str, takes: Takes = str, **further: Unpack[_Further]) -> None: ...
@overload
def value(spelled: str, about: str, takes: Takes = str, *, default: _T, **further: Unpack[_Further]) -> _T: ...
def value(
    spelled: str, about: str, takes: Takes = str, *, default: object = None, **further: Unpack[_Further]
) -> object:
    return field(default=default, metadata={_KEY: Declaration(spelled, about, takes, default=default, **further)})


def flag(spelled: str, about: str, *, opens: str = "", rival: str = "", common: bool = False) -> bool:
    """A field for an option that is given or not."""
    option = Declaration(spelled, about, None, opens, rival, common=common)
    return field(default=False, metadata={_KEY: option})


def switch(spelled: str, about: str, *, default: bool = False, common: bool = False) -> bool:
    """A field for a setting, with a `--no-` that switches it off, whatever the settings file says."""
    option = Declaration(spelled, about, None, setting=True, common=common)
    return field(default=default, metadata={_KEY: option})


def options_of(declared: type) -> dict[str, Declaration]:
    """The options by the names of their fields, in their order."""
    assert is_dataclass(declared)
    return {found.name: found.metadata[_KEY] for found in fields(declared) if _KEY in found.metadata}


def settings_of(declared: type) -> dict[str, tuple[str, Declaration]]:
    """The fields and options that may stand in the settings file, by their keys there."""
    options = options_of(declared).items()
    return {option.flags[0].removeprefix("--"): (name, option) for name, option in options if option.setting}


def chosen_as(declared: Callable[..., _T], chosen: SimpleNamespace, **derived: object) -> _T:
    """The options that were chosen, what follows from them, and the defaults of all others."""
    assert isinstance(declared, type)
    said = {
        name: option.meaning(getattr(chosen, name))
        for name, option in options_of(declared).items()
        if getattr(chosen, name) is not None
    }
    built: _T = declared(**said | derived)
    return built


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """What reads a whole number in a range."""

    def read(text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", text) or not lowest <= int(text) <= highest:
            raise ValueError(f"expected a whole number from {lowest} to {highest}, not {text!r}")
        return int(text)

    return read


def file_name(text: str) -> str:
    """Read the name of a file."""
    if not text:
        raise ValueError("expected the name of a file")
    return text


def on_off(text: str) -> bool:
    """Read `on` or `off`."""
    if text not in ("on", "off"):
        raise ValueError(f"expected on or off, not {text!r}")
    return text == "on"
