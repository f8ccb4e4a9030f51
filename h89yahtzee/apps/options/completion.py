"""Completion of a command line: each shell has a script of a few lines, which runs the program itself at each TAB:

    yahtzee --complete SHELL LINE [PART]

LINE is the text up to the cursor. The first line of the answer may be an option of bash's `compopt`: `default` if
names of files fit as well, `dirnames` if names of folders fit, `nospace` if no space may follow an offered word; or
it is `commands`, if names of programs fit; or it is empty. Each further line is a word that may
replace the last word of LINE, with a description. Bash gets no descriptions; because bash also divides words at `=`
and `:`, its script passes the last part of the word as PART, and gets texts that replace only PART.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from h89yahtzee.apps.command import say
from h89yahtzee.apps.described_terminals import terminal_names
from h89yahtzee.apps.options.declarations import EVERYWHERE, Declaration, baud_rate
from h89yahtzee.game.rules import RULE_SETS
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES

_SPEEDS = tuple(map(str, BAUD_RATES))
_DEVICES = ("ttyACM*", "ttyAMA*", "ttyS*", "ttyUSB*", "cu.*", "cua*")
"""Patterns for the names of serial lines in /dev on several systems."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """Words that a person may type now, with their descriptions; each is appended to the text `before`.

    `how` is the first line of the answer to the shell, as the module's docstring explains.
    """

    words: Mapping[str, str]
    before: str = ""
    how: str = ""


def completion_script(shell: str, name: str) -> str:
    """Return the script by which `shell` completes command lines of the program `name`."""
    script = files(__package__).joinpath(f"completion.{shell}").read_text("utf-8")
    return script.replace("@FUNCTION@", f"_{name.replace('-', '_')}").replace("@NAME@", name)


def show_completions(name: str, options: Iterable[Declaration], asked: Sequence[str]) -> None:
    """Print the answer to a shell that completes a command line of program `name`; `asked` is SHELL LINE [PART]."""
    shell, line, *part = asked
    *words, typed = _words(line)
    known = {spelled: option for option in (*options, *EVERYWHERE) for spelled in option.spellings()}
    offer = _offer(name, known, words[1:], typed)
    fitting = {
        f"{offer.before}{word}": about
        for word, about in offer.words.items()
        if typed.startswith(offer.before) and word.startswith(typed.removeprefix(offer.before))
    }
    says_more = bool(fitting) and all(word[-1] in "=:/" for word in fitting)
    say("nospace" if says_more else offer.how)
    for word, about in fitting.items():
        if shell == "bash":
            kept = typed.removesuffix(part[0]) if part else ""
            say(word.removeprefix(kept))
        elif shell == "zsh":
            say(word.replace(":", "\\:") + f":{about}")
        else:
            say(word, end="\t")
            say(about)


def _words(line: str) -> list[str]:
    """Split `line`, which may end inside quotes, into words; the last word, still being typed, is empty after a
    space."""
    for closing in ("", '"', "'"):
        try:
            # The dot makes sure that there is a last word, even after a space, and that no backslash ends the line.
            *words, typed = shlex.split(f"{line}.{closing}")
        except ValueError:
            continue
        return [*words, typed.removesuffix(".")]
    return [""]


def _offer(name: str, options: Mapping[str, Declaration], words: Sequence[str], typed: str) -> _Offer:
    if "--" in words:
        is_command = name == "h19"
        return _Offer({}, how=("commands" if words[-1] == "--" else "default") if is_command else "")
    option, equals, value = typed.partition("=")
    if equals and option in options:
        return _offered_values(options[option], f"{option}=", value)
    last = options.get(words[-1]) if words else None
    if last is not None and last.takes is not None and not typed.startswith(("-", "=")):
        return _offered_values(last, "", typed)
    if typed.startswith("-"):
        return _Offer(_spellings(options))
    return _offered_operands(name, options, typed)


def _offered_values(option: Declaration, before: str, typed: str) -> _Offer:
    if option.takes is baud_rate:
        return _Offer(_alone(_SPEEDS), before)
    if "--term" in option.flags:
        return _Offer(_alone(terminal_names()), before)
    match option.value_name:
        case "FILE" | "PATH" | "PLACE":
            return _Offer({}, how="default")
        case "DIR":
            return _Offer({}, how="dirnames")
        case "BOT":
            return _Offer(_alone(STRATEGIES), before, "default")
        case "URL":
            return _Offer(_devices(), before, "default")
        case "URL[,BAUD[,TERM]]":
            return _offered_part_of_line(before, typed)
        case _ if option.takes is RULE_SETS:
            return _Offer({name: rules.about for name, rules in RULE_SETS.items()}, before)
        case choices:
            return _Offer(_alone(option.words or (choices.split("|") if "|" in choices else ())), before)


def _offered_part_of_line(before: str, typed: str) -> _Offer:
    begun, comma, _ = typed.rpartition(",")
    match begun.count(",") + len(comma):
        case 0:
            return _Offer(_devices(), before, "default")
        case 1:
            return _Offer(_alone(_SPEEDS), f"{before}{begun},")
        case _:
            return _Offer(_alone(terminal_names()), f"{before}{begun},")


def _offered_operands(name: str, options: Mapping[str, Declaration], typed: str) -> _Offer:
    """Return the words to offer in place of `typed`, which is neither an option nor an option's value.

    What is offered depends on the program `name`. For yahtzee-arena these are its subcommands and the strategies,
    also after `NAME=`. For yahtzee they are the strategies and levels after `=NAME:`, and otherwise its options.
    For all other programs they are the options.
    """
    begun, equals, _ = typed.partition("=")
    player, colon, _ = typed.rpartition(":")
    if name == "yahtzee-arena":
        return _Offer(_alone(("check", "new", "ratings", *STRATEGIES)), f"{begun}=" if equals else "", "default")
    if name == "yahtzee" and equals and not begun and colon:
        return _Offer(_alone((*STRATEGIES, *LEVELS)), player + colon)
    return _Offer(_spellings(options))


def _spellings(options: Mapping[str, Declaration]) -> dict[str, str]:
    return {
        spelled: f"switch {option.flags[0]} off" if spelled.startswith("--no-") else option.about
        for spelled, option in options.items()
    }


def _devices() -> dict[str, str]:
    found = sorted(str(path) for pattern in _DEVICES for path in Path("/dev").glob(pattern))
    return _alone(("socket://", "rfc2217://", *found))


def _alone(words: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(words, "")
