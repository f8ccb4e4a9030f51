"""Options that are declared once, as the fields of a dataclass.

The parser, `--help`, the default value and the key in the settings file are made from the declaration. The manual's
entry is made from the declaration and the text below the field, whose markup `scripts/mdoc.py` explains.

    @dataclass(frozen=True, slots=True)
    class Options:
        games: int = value("--games N", "how many", whole_number(1, 99), default=1)
        json: bool = flag("--json", "for machines")

Kinds of values that options of several programs take are defined here, too: serial lines and their speeds, colours
of the emulated screen, rule sets, numbers of games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum, EnumType
from types import SimpleNamespace
from typing import Any, TypeVar

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.game.near_words import did_you_mean, not_among
from h89yahtzee.game.rules import RuleSet, RuleSetError, rule_set
from h89yahtzee.h19.codes import BAUD_RATES

_T = TypeVar("_T")
_KEY = "option"
_GROUP = "options"
Takes = Callable[[str], object] | type[Enum] | Collection[str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One option; `spelled` has all its names and the names of its values, such as `-hb, -hf N` or `--sprt ELO0
    ELO1`.

    - `about` is the option's line in `--help`.
    - `takes` is a function that parses the value, or the collection of all allowed values. The function raises a
      ValueError that names the expected form. None means an option without a value.
    - `opens` is the heading of a group in `--help` that begins with this option.
    - Options whose `rival` is the same text exclude each other.
    - If `setting`, the option may be given in the settings file, too.
    - `--help` lists only the `common` options, since its whole text must fit in 23 lines; `--help all` lists the
      others below them.
    - `alone` is the value of an option that is given without a value; None if the option needs a value.
    - If `repeats`, the option may be given any number of times; its field is a tuple.
    - `default` is the field's value if the option isn't given.
    - `means` is a function that converts the parsed value to the value of the field.
    - `manual` is the entry in the manual for an option that has no text below its field.
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
    means: Callable[[Any], object] | None = None
    manual: str = ""

    @property
    def flags(self) -> list[str]:
        return re.findall(r"(?:^|(?<=, ))-[\w-]+", self.spelled)

    @property
    def value_name(self) -> str:
        return self.spelled.partition(self.flags[-1])[2].strip()

    @property
    def is_switch(self) -> bool:
        """Whether the option has an opposite that begins with `--no-`."""
        return self.takes is None and self.setting

    @property
    def words(self) -> list[str]:
        """The allowed values, as they are typed; empty unless `takes` is a collection."""
        choices = self.takes if isinstance(self.takes, Collection) else ()
        return [choice.value if isinstance(choice, Enum) else choice for choice in choices]

    def meaning(self, said: object) -> object:
        """Convert `said`, a value that `read` returned, to the value of the option's field in the dataclass.

        A word for a member of an Enum becomes that member.
        """
        if self.means is not None:
            return self.means(said)
        return self.takes(said) if isinstance(self.takes, EnumType) else said

    def spellings(self) -> Iterator[str]:
        for name in self.flags:
            yield name
            if self.is_switch:
                yield name.replace("--", "--no-", 1)

    def read(self, text: str) -> object:
        """Parse `text`, the value that a user gives to the option; ValueError names the expected form.

        `meaning` converts the result to the value of the option's field.
        """
        if self.words:
            if text not in self.words:
                raise ValueError(f"expected {not_among(text, self.words)}")
            return text
        assert callable(self.takes)
        return self.takes(text)

    @property
    def expected(self) -> str:
        """The expected form of the value, taken from the error message for an empty value."""
        try:
            self.read("")
        except ValueError as error:
            return str(error).removeprefix("expected ").partition(", not ")[0]
        return self.value_name


SHELLS = ("bash", "zsh", "fish")
EVERYWHERE = (
    Declaration("-h, --help [all]", "show the most used options, or all, and exit", ("all",)),
    Declaration("--man", "show the manual and exit", None),
    Declaration("--version", "show it and exit", None),
    Declaration("--print-completion SHELL", "print how bash, zsh or fish completes the options", SHELLS),
)
"""The options that every program has."""


def value(spelled: str, about: str, takes: Takes = str, **further: Any) -> Any:
    """Declare a field of an options' dataclass: an option with a value. `further` sets more fields of its
    `Declaration`."""
    option = Declaration(spelled, about, takes, **further)
    return field(default=option.default, metadata={_KEY: option})


def flag(spelled: str, about: str, *, opens: str = "", rival: str = "", common: bool = False) -> bool:
    """Declare a field that is True if the option is given."""
    option = Declaration(spelled, about, None, opens, rival, common=common)
    return field(default=False, metadata={_KEY: option})


def switch(spelled: str, about: str, *, default: bool = False, common: bool = False) -> bool:
    """Declare a Boolean setting, with a `--no-` option that turns off what the settings file turns on."""
    option = Declaration(spelled, about, None, setting=True, common=common)
    return field(default=default, metadata={_KEY: option})


def group(heading: str, options: Mapping[str, Declaration]) -> Mapping[str, Any]:
    """Declare one field for several `options`, keyed by name, with `heading` above them in `--help`.

    The field's value is a dictionary with the names and values of those options that a user has given.
    """
    first, *further = options
    headed = {first: replace(options[first], opens=heading)} | {name: options[name] for name in further}
    return field(default_factory=dict, metadata={_GROUP: headed})


def options_of(declared: type) -> dict[str, Declaration]:
    """Return the options in order of declaration. The key of an option is the name of its field, or for an option
    declared by `group` its name in the group."""
    assert is_dataclass(declared)
    found = dict[str, Declaration]()
    for each in fields(declared):
        if _KEY in each.metadata:
            found[each.name] = each.metadata[_KEY]
        found |= each.metadata.get(_GROUP, {})
    return found


def settings_of(declared: type) -> dict[str, tuple[str, Declaration]]:
    """Return the options allowed in the settings file: a dictionary from key to (field name, option)."""
    options = options_of(declared).items()
    return {option.flags[0].removeprefix("--"): (name, option) for name, option in options if option.setting}


def chosen_as(build: Callable[..., _T], chosen: SimpleNamespace, **derived: object) -> _T:
    """Return an instance of the options' dataclass `build`, with the values `chosen` that `OptionParser.parse`
    returned.

    `Declaration.meaning` converts these values. `derived` has the values of further fields, which aren't converted.
    """
    declared: object = build
    assert isinstance(declared, type)
    assert is_dataclass(declared)  # if this tested `build` itself, mypy would lose the type _T
    said = {
        name: option.meaning(getattr(chosen, name))
        for name, option in options_of(declared).items()
        if getattr(chosen, name) is not None
    }
    for each in fields(declared):
        grouped = each.metadata.get(_GROUP, {})
        if grouped:
            said[each.name] = {name: said.pop(name) for name in grouped if name in said}
    return build(**said | derived)


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `lowest` to `highest`."""

    def read(text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", text) or not lowest <= int(text) <= highest:
            raise ValueError(f"expected a whole number from {lowest} to {highest}, not {text!r}")
        return int(text)

    return read


def file_name(text: str) -> str:
    """Return `text`, the name of a file; ValueError if `text` is empty."""
    if not text:
        raise ValueError("expected the name of a file")
    return text


def on_off(text: str) -> bool:
    """Return True for `on` and False for `off`; ValueError for other texts."""
    if text not in ("on", "off"):
        raise ValueError(f"expected on or off, not {text!r}")
    return text == "on"


COLORS = {"green": (51, 255, 102), "amber": (255, 176, 0), "white": (224, 232, 240)}
"""The colours of the emulated H19's screen, as (red, green, blue); the first is the default."""
PHOSPHORS = (*COLORS, "none")
"""The values of `--phosphor`; with the last one the colours are the terminal's own."""
LAST = 0
"""The number that stands for the last game, where the number of a game is expected."""


class Policy(Enum):
    """Whether unfinished games are saved (`--save`), or resumed (`--resume`): always, never, or if people agree."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


def baud_rate(text: str) -> int:
    """Parse a baud rate; ValueError if `text` isn't one of the H19's rates."""
    if text not in map(str, BAUD_RATES):
        rates = [str(rate) for rate in BAUD_RATES]
        raise ValueError(
            f"expected a speed of the H19 ({' '.join(rates)}), not {text!r}{did_you_mean(text, rates)}"
        )
    return int(text)


@dataclass(frozen=True, slots=True)
class LineName:
    """A serial line as `--line` names it; a part that was left out is None."""

    url: str
    baud: int | None = None
    term: str | None = None


def line_name(text: str) -> LineName:
    """Parse URL[,BAUD[,TERM]]; ValueError if the form or BAUD is wrong, or if TERM isn't a described terminal."""
    url, baud, term, *rest = [*text.split(","), "", ""]
    if not url or any(rest):
        raise ValueError(f"expected URL[,BAUD[,TERM]], not {text!r}")
    if term:
        find_terminal(term)
    return LineName(url, baud_rate(baud) if baud else None, term or None)


def seconds(text: str) -> float:
    """Parse a number of seconds above 0; ValueError for other text."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise ValueError(f"expected seconds, not {text!r}")
    return float(text)


def rules_asked_for(name: str, columns: int | None, bonus: str | None) -> RuleSet:
    """Return the rule set that the values of `--rules`, `--columns` and `--bonus` name; UsageError if the values
    don't fit each other."""
    try:
        return rule_set(name, columns, bonus)
    except RuleSetError as error:
        raise UsageError(f"--{error.about}: {error}") from None
