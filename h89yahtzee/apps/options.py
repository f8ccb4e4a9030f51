"""Options that are declared once, as the fields of a dataclass.

The parser, `--help`, the default and the key in the settings file follow from the declaration, and the entry in the
manual from it and the text below it: `scripts/manual_options.py` explains its markup.

    @dataclass(frozen=True, slots=True)
    class Options:
        games: int = value("--games N", "how many", whole_number(1, 99), default=1)
        json: bool = flag("--json", "for machines")
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum, EnumType
from typing import NoReturn, TypedDict, TypeVar, Unpack, overload

from h89yahtzee import __version__
from h89yahtzee.apps.command import UsageError

_T = TypeVar("_T")
_KEY = "option"
Takes = Callable[[str], object] | type[Enum] | Collection[str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One option, `spelled` with all its names and its value, as `-hb, -hf N`; `about` is its line in `--help`.

    `takes` reads the value or has all that it may be; `alone` is what the option means without one, None if it
    needs one. With `setting` it may stand in the settings file. `opens` is the heading of the group that begins
    with it. Of options with the same `rival` only one may be given.
    """

    spelled: str
    about: str
    takes: Takes = str
    action: str | type[argparse.Action] = "store"
    opens: str = ""
    rival: str = ""
    setting: bool = False
    alone: object = None

    @property
    def flags(self) -> list[str]:
        return re.findall(r"(?:^|(?<=, ))-[\w-]+", self.spelled)

    @property
    def value_name(self) -> str:
        return self.spelled.partition(self.flags[-1])[2].strip()

    @property
    def is_switch(self) -> bool:
        """Whether it has a `--no-`."""
        return self.action is argparse.BooleanOptionalAction

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

    def add(self, add_argument: Callable[..., object], name: str) -> None:
        """Add it to a parser or a group of it; None is what is found there where nothing is said."""
        if self.action != "store":
            add_argument(*self.flags, dest=name, action=self.action, default=None, help=self.about)
        else:
            kind = {"choices": self.words} if self.words else {"metavar": self.value_name, "type": self.takes}
            alone = {} if self.alone is None else {"nargs": "?", "const": self.alone}
            add_argument(*self.flags, dest=name, help=self.about, **kind, **alone)


class _Further(TypedDict, total=False):
    opens: str
    rival: str
    setting: bool
    alone: object


@overload
def value(spelled: str, about: str, takes: Takes = str, **further: Unpack[_Further]) -> None: ...
@overload
def value(spelled: str, about: str, takes: Takes = str, *, default: _T, **further: Unpack[_Further]) -> _T: ...
def value(
    spelled: str, about: str, takes: Takes = str, *, default: object = None, **further: Unpack[_Further]
) -> object:
    return field(default=default, metadata={_KEY: Declaration(spelled, about, takes, **further)})


def flag(spelled: str, about: str, *, opens: str = "", rival: str = "") -> bool:
    """A field for an option that is given or not."""
    option = Declaration(spelled, about, action="store_true", opens=opens, rival=rival)
    return field(default=False, metadata={_KEY: option})


def switch(spelled: str, about: str, *, default: bool = False) -> bool:
    """A field for a setting, with a `--no-` that switches it off, whatever the settings file says."""
    option = Declaration(spelled, about, action=argparse.BooleanOptionalAction, setting=True)
    return field(default=default, metadata={_KEY: option})


def options_of(declared: type) -> dict[str, Declaration]:
    """The options by the names of their fields, in their order."""
    assert is_dataclass(declared)
    return {found.name: found.metadata[_KEY] for found in fields(declared) if _KEY in found.metadata}


def settings_of(declared: type) -> dict[str, tuple[str, Declaration]]:
    """The fields and options that may stand in the settings file, by their keys there."""
    options = options_of(declared).items()
    return {option.flags[0].removeprefix("--"): (name, option) for name, option in options if option.setting}


def chosen_as(declared: Callable[..., _T], chosen: argparse.Namespace, **derived: object) -> _T:
    """The options that were chosen, what follows from them, and the defaults of all others."""
    assert isinstance(declared, type)
    said = {
        name: option.meaning(getattr(chosen, name))
        for name, option in options_of(declared).items()
        if getattr(chosen, name) is not None
    }
    built: _T = declared(**said | derived)
    return built


class OptionParser(argparse.ArgumentParser):
    """A parser of declared options, spelled in full, whose errors are UsageErrors.

    `operand` is the name of the words that are no options, where there may be some.
    """

    def __init__(
        self, name: str, declared: type, usage: str, description: str, epilog: str | None = None, operand: str = ""
    ) -> None:
        super().__init__(
            prog=name, usage=usage, description=description, epilog=epilog, add_help=False, allow_abbrev=False
        )
        if operand:
            self.add_argument(operand, nargs="*", help=argparse.SUPPRESS)
        rivals: dict[str, Callable[..., object]] = {}
        for field_name, option in options_of(declared).items():
            if option.opens:
                group = self.add_argument_group(option.opens)
            if option.rival and option.rival not in rivals:
                rivals[option.rival] = group.add_mutually_exclusive_group().add_argument
            option.add(rivals.get(option.rival, group.add_argument), field_name)
        about = self.add_argument_group("about")
        about.add_argument("--help", action="help", help="show this and exit")
        version = f"%(prog)s {__version__}"
        about.add_argument("--version", action="version", version=version, help="show it and exit")

    def error(self, message: str) -> NoReturn:
        raise UsageError(message.removeprefix("argument "))


class whole_number:  # noqa: N801 - argparse shows the name of a type
    """A whole number in a range, as a type of argparse."""

    def __init__(self, lowest: int, highest: int) -> None:
        self._range = (lowest, highest)

    def __call__(self, text: str) -> int:
        lowest, highest = self._range
        if not re.fullmatch("-?[0-9]{1,20}", text) or not lowest <= int(text) <= highest:
            raise argparse.ArgumentTypeError(f"expected a whole number from {lowest} to {highest}, not {text!r}")
        return int(text)


def file_name(text: str) -> str:
    """Read the name of a file, as a type of argparse."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file")
    return text


def on_off(text: str) -> bool:
    """Read `on` or `off`, as a type of argparse."""
    if text not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"expected on or off, not {text!r}")
    return text == "on"
