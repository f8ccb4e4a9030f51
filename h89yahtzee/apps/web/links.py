"""Links to games: `r=42&rules=official&players=me,=king&duplicate`, in the words of the command line.

Only options that describe a game are allowed. `pace` is the command line's --think-time; commas separate players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.yahtzee.command_line import parse_options, player_word
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.near_words import not_among
from h89yahtzee.game.record import HUMAN, Setup
from h89yahtzee.screen.typed_line import plain_name
from h89yahtzee.table.daily import day_of
from h89yahtzee.table.texts import fault_of_names

PLAYERS = "players"
_OPTIONS = {
    "r": "-r",
    "ha": "-ha",
    "hb": "-hb",
    "pace": "--think-time",
    **{name: f"--{name}" for name in ("rules", "columns", "bonus", "mode", "level", "daily")},
}
"""The words of a link that take a value, mapped to options of the command line."""
DUPLICATE = "duplicate"
DAILY = "daily"
"""The word in a link to a game of the day. Its value is the date of the game; without a value the link leads to
today's game."""
_KNOWN = (*_OPTIONS, DUPLICATE, PLAYERS)
LONGEST = 2000
"""The most characters of a link."""
_TAG = re.compile("<[A-Za-z/!?]")
"""The start of an HTML tag, refused in names: this page shows names as plain text, but another site may not."""


def parse_link(link: str, settings: Mapping[str, object] | None = None) -> Options:
    """Return the options that `link` gives, and for options that aren't in the link the values in `settings`.

    UsageError if the link is wrong; the message names words of the link, not options with dashes.
    """
    if len(link) > LONGEST:
        raise UsageError(f"expected at most {LONGEST} characters")
    try:
        options = parse_options([*_words(link)], settings)
    except UsageError as error:
        fault = str(error)
        for word, option in _OPTIONS.items():
            fault = fault.replace(f"{option}:", f"{word}:") if fault.startswith(option) else fault
        raise UsageError(fault.replace(f"--{DAILY}", DAILY)) from None
    for player in options.players:
        if _TAG.search(player.name):
            raise UsageError(f"players: expected names without markup, not {player.name!r}")
    return options


def played_by(name: str, options: Options) -> Options:
    """Return `options`, which a link gives, with the name of the only person in the game changed to `name`. The
    link has the name of the person who sent it; `name` is the person who follows the link.

    The options are unchanged if there are several people or none, or if `name` is wrong.
    """
    people = [player for player in options.players if player.strategy == HUMAN]
    name = plain_name(name)
    if not name or len(people) != 1:
        return options
    players = tuple(replace(player, name=name) if player in people else player for player in options.players)
    return options if fault_of_names(players) or _TAG.search(name) else replace(options, players=players)


def _words(link: str) -> Iterator[str]:
    """Yield the arguments of a command line that asks for the same game as the link, with players' names last."""
    said: dict[str, str] = {}
    for part in filter(None, link.split("&")):
        word, _, value = part.partition("=")
        if word not in _KNOWN:
            raise UsageError(f"expected {not_among(_unquoted(word), _KNOWN)}")
        if word in said:
            raise UsageError(f"{word} is there twice")
        said[word] = value
    names = said.pop(PLAYERS, "")
    if said.pop(DUPLICATE, None) is not None:
        yield "--duplicate"
    if said.get(DAILY) == "":
        said.pop(DAILY)
        yield "--daily"
    yield from (f"{_OPTIONS[word]}={_unquoted(value)}" for word, value in said.items())
    yield "--"
    yield from (_unquoted(name) for name in names.split(",") if names)


def format_link(setup: Setup) -> str:
    """Return the link to a game; `parse_link` is the inverse, unless a name has an HTML tag or occurs twice."""
    return "&".join(_parts(setup))


def _parts(setup: Setup) -> Iterator[str]:
    rules = setup.rules
    day = day_of(setup)
    yield f"r={setup.seed}" if day is None else f"{DAILY}={day}"
    yield f"rules={rules.name}"
    if rules.column_choices:
        yield f"columns={rules.columns}"
    if rules.bonus is not None:
        yield f"bonus={rules.bonus}"
    yield from (f"{word}={knob}" for word, knob in (("ha", setup.ha), ("hb", setup.hb)) if knob)
    players = (replace(player, name=_quoted(player.name)) for player in setup.players)
    yield f"{PLAYERS}={','.join(player_word(player, rules) for player in players)}"
    if setup.duplicate and day is None:
        yield DUPLICATE


# These functions replace those of urllib.parse, whose import would take longer than all else until a game begins.


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
