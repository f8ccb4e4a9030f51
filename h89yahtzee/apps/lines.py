"""Line mode: the game on standard input and output."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from io import TextIOWrapper

from h89yahtzee.apps.books import Books
from h89yahtzee.apps.values import coach_of
from h89yahtzee.players.strategy import Search
from h89yahtzee.table.line_texts import WIDTH, folded, upper_case
from h89yahtzee.table.lines import LineTable
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.sitting import Offer, Sitting


def play_lines(sitting: Sitting, books: Books, offer: Offer | None, upper: bool, chosen: Preferences) -> None:
    """Play until the players leave or the input ends; in upper case where the terminal has no other.

    What lines tell is written down before they are printed.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    think = _think_for(chosen.analysis_time)
    table = LineTable(sitting, offer, books.asks_to_keep, chosen.coach, coach_of, think)
    _show(table.start(), books, upper)
    while not table.is_closed:
        line = _ask(_cased(table.prompt, upper))
        if not line:
            return
        _show(table.answer(line.strip()), books, upper)
    if not table.keeps_game:
        books.discard()


def _think_for(seconds: float) -> Callable[[Search], None] | None:
    """How to spend so much time at most on a search; None for no time at all."""

    def think(search: Search) -> None:
        end = time.monotonic() + seconds
        while not search.is_done and time.monotonic() < end:
            search.advance()

    return think if seconds else None


def say(line: str, upper: bool) -> None:
    """One thing to say, in as many lines as it takes."""
    for piece in folded([line]):
        print(_cased(piece, upper), flush=True)


def say_command(label: str, words: Sequence[str], upper: bool) -> None:
    """A command behind a label; a shell takes its lines together as one."""
    line = f"{label} {shlex.quote(words[0])}"
    for word in words[1:]:
        if len(f"{line} {shlex.quote(word)} \\") > WIDTH:
            print(_cased(f"{line} \\", upper))
            line = " "
        line += f" {shlex.quote(word)}"
    print(_cased(line, upper), flush=True)


def _cased(text: str, upper: bool) -> str:
    return upper_case(text) if upper else text


def _ask(prompt: str) -> str:
    """The next line, empty where the input ends; what follows begins a line of its own.

    A terminal shows the answer and its end; from elsewhere neither is seen.
    """
    line = ""
    try:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    finally:
        if not (line and sys.stdin.isatty()):
            print()
    return line


def _show(lines: Iterable[str], books: Books, upper: bool) -> None:
    for line in lines:
        notice = books.update()
        print(_cased(line, upper))
        if notice:
            print(_cased(notice, upper))
    books.update()
    sys.stdout.flush()
