"""The entrants of a tournament, parsed from arguments of the command line.

    classic                 a strategy of the program
    classic:ha=5,hb=-2      the same strategy, adjusted
    bots/mine.py            a bot in Python, see `bot`; or a program, if it is executable and begins with `#!`
    ./mine --fast           a program that speaks lines of JSON, see `protocol`
    bots/mine               a folder with a bot in Python or a program, see `bot_files`
    Fred=./mine --fast      any of these under another name

No function here checks whether the files exist; `sandbox.bot_files` does.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from h89yahtzee.game.near_words import did_you_mean
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES


class Kind(Enum):
    STRATEGY = "strategy"
    PYTHON = "bot in Python"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A strategy or a bot that takes part in a tournament.

    `command` has the words of the command that starts a bot: its program and the arguments. For a bot in Python it
    has only the path of the bot's file; for a strategy it is empty. `strategy` is the name of a strategy, "" for a
    bot; `ha` and `hb` adjust the strategy `classic`. `folder` is the bot's folder if the user typed a folder and
    not a file, else "".
    """

    name: str
    kind: Kind
    strategy: str = ""
    ha: int = 0
    hb: int = 0
    command: tuple[str, ...] = ()
    folder: str = ""


_NAME = re.compile(r"([^=:/\s]+)=(.+)", re.DOTALL)
_KNOBS = re.compile(r"(ha|hb)=(-?[0-9]{1,9})")
_INTERPRETER = re.compile(r"(env|python|pypy|node|deno|bun|ruby|perl|php|lua|java|julia|(ba|da|z)?sh)[0-9.]*")
_LONGEST_NAME = 60


def parse_entrant(text: str) -> Entrant:
    """Parse a bot or strategy as typed; ValueError if it is invalid. The entrant's name is the word before `=` or,
    if there is none, the name of the file or strategy."""
    named = _NAME.fullmatch(text.strip())
    name, typed = named.groups() if named else ("", text.strip())
    entrant = _parsed(name, typed)
    check_name(entrant.name)
    return entrant


def check_name(name: str) -> None:
    """Raise ValueError unless `name` is fit for a bot and for its log file."""
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or "/" in name:
        raise ValueError(f"expected a name of at most {_LONGEST_NAME} printable characters, not {name!r}")


def _parsed(name: str, typed: str) -> Entrant:
    """Return the bot or strategy that `typed` describes. Its name is `name`, which the user typed before `=`; if
    that is "", the name is made from `typed`."""
    called, colon, knobs = typed.partition(":")
    strategy = LEVELS.get(called, called)
    if strategy in STRATEGIES:
        ha, hb = _knobs(typed, strategy, knobs) if colon else (0, 0)
        return Entrant(name or typed, Kind.STRATEGY, strategy, ha, hb)
    command = _words(typed)
    if len(command) == 1 and command[0].endswith(".py"):
        return Entrant(name or _base(command[0]).removesuffix(".py"), Kind.PYTHON, command=command)
    if len(command) > 1 or (command and "/" in command[0]):
        return Entrant(name or _program_name(command), Kind.PROGRAM, command=command)
    expected = f"expected {', '.join(STRATEGIES)}, a FILE.py or a ./PROGRAM"
    raise ValueError(f"{expected}, not {typed!r}{did_you_mean(called, (*STRATEGIES, *LEVELS))}")


def _program_name(command: tuple[str, ...]) -> str:
    """Return the file name of the program, or of the script if the first word is an interpreter such as `node`."""
    program, *arguments = command
    if "/" in program and not _INTERPRETER.fullmatch(_base(program)):
        return _base(program)
    words = [word for word in arguments if not word.startswith("-")]
    return _base(next((word for word in words if "/" in word or "." in word), [*words, program][0]))


def _base(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _knobs(typed: str, strategy: str, knobs: str) -> tuple[int, int]:
    found = [_KNOBS.fullmatch(knob) for knob in knobs.split(",")]
    values = {match[1]: int(match[2]) for match in found if match}
    if strategy != "classic" or len(values) != len(found):
        raise ValueError(f"expected classic:ha=NUMBER,hb=NUMBER or a strategy alone, not {typed!r}")
    return values.get("ha", 0), values.get("hb", 0)


def _words(typed: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(typed))
    except ValueError as error:
        raise ValueError(f"expected a program and its arguments, not {typed!r}: {str(error).lower()}") from None


def parse_entrants(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """Return the bots and strategies described by `texts`; numbers are appended to equal names, so that all names
    differ."""
    entrants = [parse_entrant(text) for text in texts]
    names = Counter(entrant.name for entrant in entrants)
    # A name with a number appended must differ from every name that was typed.
    taken = {name for name, times in names.items() if times == 1}
    return tuple(
        entrant if names[entrant.name] == 1 else replace(entrant, name=_free_name(entrant.name, taken))
        for entrant in entrants
    )


def _free_name(name: str, taken: set[str]) -> str:
    """Return `name`-N with the lowest number N that makes this name unique, and add this name to `taken`."""
    number = 1
    while f"{name}-{number}" in taken:
        number += 1
    taken.add(f"{name}-{number}")
    return f"{name}-{number}"


def setup_of(
    entrants: Sequence[Entrant], seats: Sequence[int], seed: int, rules: RuleSet, duplicate: bool
) -> Setup:
    """Return the setup of a game (its players, seed and rules, as in a game record); `seats` has, for each seat,
    the index of its player in `entrants`.

    In a `duplicate` game all seats get the same dice.
    """
    players = (Player(entrants[bot].name, entrants[bot].strategy or HUMAN) for bot in seats)
    return Setup(tuple(players), seed, rules, duplicate)
