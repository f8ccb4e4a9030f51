"""Line mode: the game on standard input and output."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from io import TextIOWrapper
from select import select

from h89yahtzee.apps.beside_loop import bookmaker, prepare_chances
from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.command import CommandError, say
from h89yahtzee.apps.input_lines import next_line
from h89yahtzee.apps.yahtzee.beginning import (
    BegunGame,
    begin,
    begin_chosen,
    is_interactive,
    told_of,
    unfinished_game,
)
from h89yahtzee.apps.yahtzee.farewell import cased
from h89yahtzee.apps.yahtzee.last_choice import first_choices
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.saving.journal_reader import JournalReader
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.screen.typed_line import LONGEST
from h89yahtzee.table.lines.line_texts import folded
from h89yahtzee.table.lines.line_viewer import LineViewer
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.series.match import GameSeries
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_prompts import StartPrompts
from h89yahtzee.table.start.start_room import Departure
from h89yahtzee.table.table import Table


class LineMode:
    """Plays games by lines until the players leave or the input ends; `series` are those that were begun last.

    In upper case where the terminal has no other. Where a person sits at both ends they are asked what to play.
    """

    def __init__(self, options: Options, saving: GameSaving) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self._options = options
        self._saving = saving
        self._may_choose = is_interactive() and not options.oldstyle
        self.series: GameSeries | None = None

    def play(self) -> None:
        if self._may_choose and not self._options.says_who_plays:
            game = self._choose(first_choices(self._options))
        else:
            game = begin(self._options)
        while game is not None:
            viewer = self.play_game(game)
            choices = Choices.of(game.series.next_setup, game.preferences.think_time)
            game = self._choose(choices) if viewer.wants_start_page else None

    def _choose(self, choices: Choices) -> BegunGame | None:
        """Ask what to play; None if the person leaves."""
        left = unfinished_game(self._options)
        prompts = StartPrompts(choices, self._options.newcomer, told_of(left))
        while prompts.departure is None:
            *lines, prompt = folded([prompts.prompt])
            self._print(lines)
            line = _ask(cased(f"{prompt.rstrip()} ", self._options.upper))
            if not line:
                return None
            self._print(folded(prompts.answer(line)))
        if prompts.departure is Departure.QUIT:
            return None
        if prompts.departure is Departure.RESUME and left is not None:
            try:
                return begin(replace(self._options, go_on=left.number))
            except (CommandError, OSError) as error:
                self._print(folded([str(error)]))
                return self._choose(choices)
        return begin_chosen(self._options, prompts.choices, self.series)

    def play_game(self, game: BegunGame) -> LineViewer:
        """Play one game after another, until the person leaves or wants to choose anew."""
        self.series, chosen = game.series, game.preferences
        self._saving.begin(game.series, game.save, game.saver)
        now, is_terminal = time.monotonic(), sys.stdin.isatty()
        if chosen.chances:
            prepare_chances(game.series.setup)
        options = TableOptions(think_time=0.0, analysis_time=chosen.analysis_time)
        table = Table(game.series, options, now, bookmaker(is_beside_loop=False))
        viewer = LineViewer(
            table,
            now,
            game.offer,
            self._saving.asks_to_keep,
            chosen.coach,
            coach_of,
            saved_games=None if game.save is None else JournalReader(),
            confirm_zero=chosen.confirm_zero and is_terminal,
            has_start_page=self._may_choose,
            chances=chosen.chances,
            warns_of=chosen.warns_of,
        )
        # A pipe isn't read while a computer player searches: what comes through it are the answers to come.
        is_typed = _is_typed if is_terminal else None
        self._show([*viewer.start(), *[game.notice] * bool(game.notice)])
        self._show(viewer.go_on(time.monotonic, is_typed))
        while not viewer.is_closed:
            line = _ask(cased(viewer.prompt, self._options.upper))
            if not line:
                return viewer
            self._show(viewer.answer(line.strip(), time.monotonic()))
            self._show(viewer.go_on(time.monotonic, is_typed))
        if not viewer.keeps_game:
            self._saving.discard()
        return viewer

    def _show(self, lines: Iterable[str]) -> None:
        """Print lines; what they tell is written down first."""
        for line in lines:
            notice = self._saving.update()
            self._print([line, *[notice] * bool(notice)])
        self._saving.update()
        sys.stdout.flush()

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            say(cased(line, self._options.upper))


def _is_typed() -> bool:
    """Take a line away that a terminal has sent, and return whether there was one."""
    is_typed = bool(select([sys.stdin], [], [], 0)[0])
    if is_typed:
        sys.stdin.readline()
    return is_typed


def _ask(prompt: str) -> str:
    """Ask for the next line, empty where the input ends; what follows begins a line of its own.

    A terminal shows the answer and its end; from elsewhere neither is seen.
    """
    line = ""
    try:
        say(prompt, end="")
        line = next_line(LONGEST)
    finally:
        if not (line and sys.stdin.isatty()):
            say()
    return line
