"""What is said when a game is left: the result, how to resume it, and how to play with the same dice again."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from h89yahtzee.apps.command import say
from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.players.catalogue import default_for
from h89yahtzee.table.lines.line_texts import WIDTH, folded, upper_case
from h89yahtzee.table.series.match import GameSeries, Match
from h89yahtzee.table.texts import RESUMES, plain_text

COMMAND_VARIABLE = "H89YAHTZEE_COMMAND"
"""How a script that runs this program was called itself."""


def say_goodbye(series: GameSeries, to_resume: Sequence[str], upper: bool = False) -> None:
    """Say the result, which has gone with the screen, and what to type next: `to_resume` are the options for that.

    The words are those that the program was started with.
    """
    setup, state = series.setup, series.state
    if state.is_over:
        results = zip(setup.players, state.totals(), strict=True)
        _say(", ".join(f"{plain_text(player.name)} {total}" for player, total in results), upper)
    if isinstance(series, Match):
        if to_resume:
            _say(RESUMES.format(command=shlex.join([*command_typed(), *to_resume])), upper)
        words = [*command_typed(), f"-r{setup.seed}", *_rule_words(setup.rules)]
        words += ["--duplicate"] * setup.duplicate
        words += [f"-ha{setup.ha}"] * (setup.ha != 0) + [f"-hb{setup.hb}"] * (setup.hb != 0)
        for player in setup.players:
            usual = player.strategy in (HUMAN, default_for(setup.rules))
            strategy = "" if usual else f":{player.strategy}"
            words.append(f"{'=' * (player.strategy != HUMAN)}{player.name}{strategy}")
        _say_command(f"Seed {setup.seed}:", words, upper)


def command_typed() -> list[str]:
    """How this program was started, as far as that can be known and typed on any terminal."""
    started = os.environ.get(COMMAND_VARIABLE) or sys.argv[0]
    name = Path(started).name
    if name == "__main__.py":
        words = [_as_typed(sys.orig_argv[0]), "-m", "h89yahtzee"]
    else:
        words = ["yahtzee" if name in ("", "-c", "-m") else _as_typed(started)]
    return words if all(word.isascii() and word.isprintable() for word in words) else ["yahtzee"]


def _as_typed(command: str) -> str:
    """The name alone if the shell finds the command by it: it then starts it by its whole path."""
    import shutil  # which takes a while

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
    """Say a command after a label, folded as a shell takes it."""
    line = f"{label} {shlex.quote(words[0])}"
    for word in words[1:]:
        if len(f"{line} {shlex.quote(word)} \\") > WIDTH:
            say(cased(f"{line} \\", upper))
            line = " "
        line += f" {shlex.quote(word)}"
    say(cased(line, upper))


def cased(text: str, upper: bool) -> str:
    return upper_case(text) if upper else text
