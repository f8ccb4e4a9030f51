"""What a shell may offer for each option of a program, and in place of its other words.

The scripts are written here rather than by shtab or argcomplete: both read an ArgumentParser, which these options
aren't, argcomplete starts Python at each TAB, and neither knows `=name:strategy` or `URL,BAUD,TERM`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from h89yahtzee.apps.described_terminals import terminal_names
from h89yahtzee.apps.options.declarations import Declaration
from h89yahtzee.apps.options.option_help import ABOUT, SHELLS
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES

_SPEEDS = " ".join(map(str, BAUD_RATES))
_MARKS = {
    "@DEVICES@": "/dev/ttyACM* /dev/ttyAMA* /dev/ttyS* /dev/ttyUSB* /dev/cu.* /dev/cua*",
    "@SCHEMES@": "socket:// rfc2217://",
    "@SPEEDS@": _SPEEDS,
    "@LEVELS@": " ".join(LEVELS),
    "@STRATEGIES@": " ".join(STRATEGIES),
    "@TERMS@": " ".join(terminal_names()),
}
"""Words that are offered by every shell; where systems have their serial lines, in patterns of all of them."""


class Kind(Enum):
    """The kind of value that an option takes."""

    NONE = "none"
    WORDS = "words"
    FILE = "file"
    FOLDER = "folder"
    BOT = "bot"
    DEVICE = "device"
    LINE = "line"
    """A device, its speed and its terminal, parted by commas."""
    OTHER = "other"
    """A number, say, that no shell knows."""


_KINDS = {
    "": Kind.NONE,
    "FILE": Kind.FILE,
    "PATH": Kind.FILE,
    "PLACE": Kind.FILE,
    "DIR": Kind.FOLDER,
    "BOT": Kind.BOT,
    "URL": Kind.DEVICE,
    "URL[,BAUD[,TERM]]": Kind.LINE,
}


class Operand(Enum):
    """What the words beside the options are."""

    NONE = "none"
    PLAYERS = "players"
    BOTS = "bots"
    COMMAND = "command"


OPERANDS = {"yahtzee": Operand.PLAYERS, "yahtzee-arena": Operand.BOTS, "h19": Operand.COMMAND}


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered after an option, the option being one of `names`; those of `rivals` don't go with it."""

    names: tuple[str, ...]
    about: str
    kind: Kind = Kind.NONE
    words: str = ""
    value_name: str = ""
    is_optional: bool = False
    repeats: bool = False
    rivals: tuple[str, ...] = ()

    def says(self, name: str) -> str:
        """What a shell says about one of its names."""
        return f"switch {self.names[0]} off" if name.startswith("--no-") else self.about


def offers(options: Mapping[str, Declaration]) -> list[Offer]:
    """The offers for the options of a program, and for those that all programs have."""
    of_all = (
        Declaration(spelled, about, SHELLS if "SHELL" in spelled else None) for spelled, about in ABOUT.items()
    )
    return [_offer(option, options) for option in (*options.values(), *of_all)]


def _offer(option: Declaration, options: Mapping[str, Declaration]) -> Offer:
    words = _words(option)
    kind = _KINDS.get(option.value_name, Kind.OTHER)
    rivals = (other.flags[0] for other in options.values() if option.rival and other.rival == option.rival)
    return Offer(
        tuple(option.spellings()),
        option.about,
        Kind.WORDS if words else kind,
        words,
        option.value_name.lower(),
        option.alone is not None,
        option.repeats,
        tuple(rivals),
    )


def _words(option: Declaration) -> str:
    if "--baud" in option.flags:
        return _SPEEDS
    if "--term" in option.flags:
        return _MARKS["@TERMS@"]
    return " ".join(option.words) or option.value_name.replace("|", " ") * ("|" in option.value_name)


def needed_functions(offered: Sequence[Offer], device: str, line: str) -> str:
    """The functions that complete devices and lines, where options have such values; the second calls the first."""
    kinds = {offer.kind for offer in offered}
    return device * bool(kinds & {Kind.DEVICE, Kind.LINE}) + line * (Kind.LINE in kinds)


def filled_in(template: str, marks: Mapping[str, str]) -> str:
    """The template with what its marks stand for, in their order, and then those of every shell."""
    for mark, text in (*marks.items(), *_MARKS.items()):
        template = template.replace(mark, text)
    return template
