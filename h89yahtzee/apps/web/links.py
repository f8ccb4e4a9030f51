"""Links that are games: `r=42&rules=official&players=me,=king&duplicate`, in the words of the command line.

What a link may say is what a game is like. `pace` is the command line's --think-time; players are parted by commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.web import page_texts
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.near_words import not_among
from h89yahtzee.game.record import HUMAN, Setup
from h89yahtzee.players.catalogue import default_for

PLAYERS = "players"
_OPTIONS = {
    "r": "-r",
    "ha": "-ha",
    "hb": "-hb",
    "pace": "--think-time",
    **{name: f"--{name}" for name in ("rules", "columns", "bonus", "mode", "level")},
}
"""How the command line spells what has a value in a link."""
DUPLICATE = "duplicate"
_KNOWN = (*_OPTIONS, DUPLICATE, PLAYERS)
LONGEST = 2000
"""Characters."""
_TAG = re.compile("<[A-Za-z/!?]")
"""The page shows names as plain text, but others to whom a link is sent may not."""


def parse_link(link: str, settings: Mapping[str, object] | None = None) -> Options:
    """The options that a link stands for, the `settings` where it says nothing; UsageError, which has no dashes."""
    if len(link) > LONGEST:
        raise UsageError(page_texts.TOO_LONG.format(most=LONGEST))
    try:
        return _with_plain_names(parse_options([*_words(link)], settings))
    except UsageError as error:
        fault = str(error)
        for word, option in _OPTIONS.items():
            fault = fault.replace(f"{option}:", f"{word}:") if fault.startswith(option) else fault
        raise UsageError(fault) from None


def _with_plain_names(options: Options) -> Options:
    for player in options.players:
        if _TAG.search(player.name):
            raise UsageError(page_texts.MARKUP.format(name=player.name))
    return options


def _words(link: str) -> Iterator[str]:
    """The words of the command line, names last."""
    said: dict[str, str] = {}
    for part in filter(None, link.split("&")):
        word, _, value = part.partition("=")
        if word not in _KNOWN:
            raise UsageError(f"expected {not_among(_unquoted(word), _KNOWN)}")
        if word in said:
            raise UsageError(page_texts.TWICE.format(word=word))
        said[word] = value
    names = said.pop(PLAYERS, "")
    if said.pop(DUPLICATE, None) is not None:
        yield "--duplicate"
    yield from (f"{_OPTIONS[word]}={_unquoted(value)}" for word, value in said.items())
    yield "--"
    yield from (_unquoted(name) for name in names.split(",") if names)


def format_link(setup: Setup) -> str:
    """The link to a game of `setup`; `parse_link` is its inverse, unless a name has markup."""
    return "&".join(_parts(setup))


def _parts(setup: Setup) -> Iterator[str]:
    rules = setup.rules
    yield f"r={setup.seed}"
    yield f"rules={rules.name}"
    if rules.column_choices:
        yield f"columns={rules.columns}"
    if rules.bonus is not None:
        yield f"bonus={rules.bonus}"
    yield from (f"{word}={knob}" for word, knob in (("ha", setup.ha), ("hb", setup.hb)) if knob)
    names = []
    for player in setup.players:
        usual = player.strategy in (HUMAN, default_for(rules))
        strategy = "" if usual else f":{player.strategy}"
        names.append(f"{'=' * (player.strategy != HUMAN)}{_quoted(player.name)}{strategy}")
    yield f"{PLAYERS}={','.join(names)}"
    yield from [DUPLICATE] * setup.duplicate


# urllib.parse would do these two, and take longer than all else until a game begins.


def _quoted(text: str) -> str:
    return "".join(
        char if char.isascii() and char.isalnum() else "".join(f"%{byte:02X}" for byte in char.encode())
        for char in text
    )


def _unquoted(text: str) -> str:
    return re.sub(
        "(?:%[0-9A-Fa-f]{2})+",
        lambda codes: bytes.fromhex(codes[0].replace("%", "")).decode("utf-8", "replace"),
        text.replace("+", " "),
    )
