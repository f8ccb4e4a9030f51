"""Writes what `--help` shows: the options that are used most, the others in their groups, and examples."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from textwrap import wrap

from h89yahtzee.apps.options.declarations import Declaration
from h89yahtzee.game.near_words import one_of

HELP = ("-h", "--help")
VERSION = "--version"
MANUAL = "--man"
COMPLETION = "--print-completion"
SHELLS = ("bash", "zsh", "fish")
Examples = Sequence[tuple[str, str]]
"""What each does, in the markup of the manual, and the lines to type."""

_MOST_USED = "most used"
ABOUT = {
    "-h, --help": "show this and exit",
    "--man": "show the manual and exit",
    "--version": "show it and exit",
    "--print-completion SHELL": "print how bash, zsh or fish completes the options",
}
"""The options that every program has, as `Declaration.spelled`."""
_WIDTH = 79
_COLUMN = 24
"""Where the texts about options begin."""
_SHOWN_EXAMPLES = 3


def help_text(
    usage: str, description: str, options: Collection[Declaration], epilog: str, examples: Examples
) -> str:
    paragraphs = [
        f"usage: {usage}",
        "\n".join(wrap(description, _WIDTH)),
        *(_group(f"{heading}:", about) for heading, about in _groups(options).items()),
        "\n".join(wrap(epilog, _WIDTH)),
        "\n".join(_examples(examples[:_SHOWN_EXAMPLES])),
    ]
    return "\n\n".join(filter(None, paragraphs))


def _groups(options: Iterable[Declaration]) -> dict[str, dict[str, str]]:
    """The options with their texts, by their headings."""
    groups: dict[str, dict[str, str]] = {_MOST_USED: {}}
    heading = _MOST_USED
    for option in options:
        heading = option.opens or heading
        group = groups.setdefault(_MOST_USED if option.common else heading, {})
        group[_head(option)] = _about(option)
    return {heading: group for heading, group in groups.items() if group} | {
        "about": {f"  {head}": about for head, about in ABOUT.items()}
    }


def _head(option: Declaration) -> str:
    value = option.value_name
    if option.alone is not None:
        value = f"[{value.strip('[]')}]"
    return f"  {', '.join(option.spellings())} {value}".rstrip()


def _about(option: Declaration) -> str:
    if not option.words:
        return option.about
    default = option.default.value if isinstance(option.default, Enum) else option.default
    return f"{option.about}: {one_of(option.words)}" + (f" (default: {default})" if default else "")


def _group(heading: str, about: dict[str, str]) -> str:
    return "\n".join([heading, *(line for head, text in about.items() for line in _entry(head, text))])


def _entry(head: str, text: str) -> Iterator[str]:
    """The lines of one option; a long name has a line of its own."""
    first, *rest = wrap(text, _WIDTH - _COLUMN, break_on_hyphens=False)
    if len(head) + 2 > _COLUMN:
        yield head
        head = ""
    yield head.ljust(_COLUMN) + first
    yield from (" " * _COLUMN + line for line in rest)


def _examples(examples: Examples) -> Iterator[str]:
    yield "examples:"
    for about, command in examples:
        yield f"  {re.sub('[`<>]', '', about)}"
        yield from (f"    {line}" for line in command.split("\n"))
