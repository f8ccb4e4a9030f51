"""The last lines printed by `yahtzee`: the result, and commands that resume the game or repeat its dice."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from h89yahtzee.apps.command import say
from h89yahtzee.apps.yahtzee.command_line import player_word
from h89yahtzee.frontends.lines.line_texts import WIDTH, folded, upper_case
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.table.match import GameSeries, Match
from h89yahtzee.table.texts import RESUMES, plain_text

COMMAND_VARIABLE = "H89YAHTZEE_COMMAND"
"""The environment variable by which a script that runs this program tells how the script was called."""


def say_goodbye(series: GameSeries, to_resume: Sequence[str], upper: bool = False) -> None:
    """Print the result, which has vanished with the screen, and the commands that resume the game and repeat its
    dice.

    The commands begin with the words that started this program; `to_resume` are the options that resume the game.
    """
    setup, state = series.setup, series.state
    if state.is_over:
        results = zip(setup.players, state.totals(), strict=True)
        _say(", ".join(f"{plain_text(player.name)} {total}" for player, total in results), upper)
    if isinstance(series, Match):
        if to_resume:
            _say(RESUMES.format(command=shlex.join([*command_typed(), *to_resume])), upper)
        words = [*command_typed(), f"-r{setup.seed}", *_rule_words(setup.rules)]
        if setup.duplicate:
            words.append("--duplicate")
        words += [f"{option}{knob}" for option, knob in (("-ha", setup.ha), ("-hb", setup.hb)) if knob]
        words += [player_word(player, setup.rules) for player in setup.players]
        _say_command(f"Seed {setup.seed}:", words, upper)


def command_typed() -> list[str]:
    """Return the words that started this program, or `yahtzee` if these are unknown or not printable ASCII."""
    started = os.environ.get(COMMAND_VARIABLE) or sys.argv[0]
    name = Path(started).name
    if name == "__main__.py":
        words = [_as_typed(sys.orig_argv[0]), "-m", "h89yahtzee"]
    else:
        words = ["yahtzee" if name in ("", "-c", "-m") else _as_typed(started)]
    return words if all(word.isascii() and word.isprintable() for word in words) else ["yahtzee"]


def _as_typed(command: str) -> str:
    """Return only the name of `command` if the shell finds the program by its name: shells pass the whole path."""
    import shutil  # slow to import

    name = Path(command).name
    return name if command in (name, shutil.which(name)) else command


def _rule_words(rules: RuleSet) -> list[str]:
    words = [] if rules.name == H89.name else ["--rules", rules.name]
    if rules.column_choices:
        words += ["--columns", str(rules.columns)]
    return words + (["--bonus", rules.bonus] if rules.bonus is not None else [])


def _say(text: str, upper: bool) -> None:
    for line in folded([text]):
        say(cased(line, upper))


def _say_command(label: str, words: Sequence[str], upper: bool) -> None:
    """Print a command after a label, folded by backslashes at the ends of lines, as a shell takes it."""
    line = f"{label} {shlex.quote(words[0])}"
    for word in words[1:]:
        if len(f"{line} {shlex.quote(word)} \\") > WIDTH:
            say(cased(f"{line} \\", upper))
            line = " "
        line += f" {shlex.quote(word)}"
    say(cased(line, upper))


def cased(text: str, upper: bool) -> str:
    return upper_case(text) if upper else text
