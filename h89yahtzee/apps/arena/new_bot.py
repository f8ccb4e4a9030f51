"""`yahtzee-arena new`: a file with a bot that plays at once, for its author to build on."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from h89yahtzee.apps.command import CommandError, UsageError, say

LANGUAGES = {"python": ".py", "javascript": ".js", "c": ".c", "shell": ".sh"}
"""The languages, and how the names of their files end."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,55}")


def write_new_bot(name: str, language: str) -> int:
    """Write the bot, and say what to do with it. CommandError if there is a file of that name."""
    ending = LANGUAGES[language]
    path = Path(name.removesuffix(ending) + ending)
    if not _NAME.fullmatch(path.stem):
        raise UsageError(f"expected a name of letters, digits, - and _ for the bot, not {path.stem!r}")
    text = files("h89yahtzee.arena").joinpath("examples", f"new{ending}").read_text("ascii")
    mode = 0o777 if text.startswith("#!") else 0o666
    try:
        with open(path, "x", encoding="ascii", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{path}: it is there already; expected the name of a new file") from None
    for line in _next_steps(path, language):
        say(line)
    return 0


def _next_steps(path: Path, language: str) -> Iterator[str]:
    source, program = map(shlex.quote, (str(path), str(path.with_suffix(""))))
    bot = source if language == "python" else f"./{program if language == 'c' else source}"
    yield f"{path}: a bot that plays at once. What is wrong with it, and who is better:"
    if language == "c":
        yield f"  cc -O2 -o {program} {source}"
    yield f"  yahtzee-arena check {bot}"
    yield f"  yahtzee-arena {bot} greedy"
