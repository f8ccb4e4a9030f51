"""What is said when a game is left: the result, and how to play with the same dice again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.players.catalogue import default_for
from h89yahtzee.table.lines.line_texts import WIDTH, folded, upper_case
from h89yahtzee.table.match import GameSeries, Match
from h89yahtzee.table.texts import plain_text


def say_how_to_repeat(series: GameSeries, upper: bool = False) -> None:
    """Say the result, which has gone with the screen, and how to play with the same dice again."""
    setup, state = series.setup, series.state
    if state.is_over:
        results = zip(setup.players, state.totals(), strict=True)
        line = ", ".join(f"{plain_text(player.name)} {total}" for player, total in results)
        for piece in folded([line]):
            print(cased(piece, upper), flush=True)
    if isinstance(series, Match):
        words = ["yahtzee", f"-r{setup.seed}", *_rule_words(setup.rules)]
        words += ["--duplicate"] * setup.duplicate
        words += [f"-ha{setup.ha}"] * (setup.ha != 0) + [f"-hb{setup.hb}"] * (setup.hb != 0)
        for player in setup.players:
            usual = player.strategy in (HUMAN, default_for(setup.rules))
            strategy = "" if usual else f":{player.strategy}"
            words.append(f"{'=' * (player.strategy != HUMAN)}{player.name}{strategy}")
        _say_command(f"Seed {setup.seed}:", words, upper)


def _rule_words(rules: RuleSet) -> list[str]:
    words = [] if rules.name == H89.name else ["--rules", rules.name]
    if rules.column_choices:
        words += ["--columns", str(rules.columns)]
    return words + (["--bonus", rules.bonus] if rules.bonus is not None else [])


def _say_command(label: str, words: Sequence[str], upper: bool) -> None:
    """Say a command after a label, folded as a shell takes it."""
    line = f"{label} {shlex.quote(words[0])}"
    for word in words[1:]:
        if len(f"{line} {shlex.quote(word)} \\") > WIDTH:
            print(cased(f"{line} \\", upper))
            line = " "
        line += f" {shlex.quote(word)}"
    print(cased(line, upper), flush=True)


def cased(text: str, upper: bool) -> str:
    return upper_case(text) if upper else text
