"""Line mode: the game on standard input and output."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import TextIOWrapper
from select import select

from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.yahtzee.game_saving import Books
from h89yahtzee.players.strategy import Search
from h89yahtzee.table.lines.line_table import LineTable
from h89yahtzee.table.lines.line_texts import THINKING, WIDTH, folded, upper_case
from h89yahtzee.table.match import Offer, Sitting
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.search_clock import NOTICEABLE


def play_lines(sitting: Sitting, books: Books, offer: Offer | None, upper: bool, chosen: Preferences) -> None:
    """Play until the players leave or the input ends; in upper case where the terminal has no other.

    What lines tell is written down before they are printed.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    think = think_for(chosen.analysis_time)
    table = LineTable(sitting, offer, books.asks_to_keep, chosen.coach, coach_of, think)
    _show(table.start(), books, upper)
    while not table.is_closed:
        line = _ask(_cased(table.prompt, upper))
        if not line:
            return
        _show(table.answer(line.strip()), books, upper)
    if not table.keeps_game:
        books.discard()


def think_for(seconds: float) -> Callable[[Search], Iterator[str]] | None:
    """How to spend so much time at most on a search; None for no time at all.

    Who sits at a terminal is told when it takes noticeable time, and may end it by a line. A pipe isn't read: what
    comes through it are the answers to come.
    """

    def think(search: Search) -> Iterator[str]:
        begin, is_told = time.monotonic(), not sys.stdin.isatty()
        while not search.is_done and (spent := time.monotonic() - begin) < seconds and not _is_typed():
            if not is_told and spent >= NOTICEABLE:
                is_told = True
                yield THINKING.format(seconds=f"{seconds:.0f}")
            search.advance()

    return think if seconds else None


def _is_typed() -> bool:
    """Whether a line came from a terminal meanwhile, which is taken away."""
    is_typed = sys.stdin.isatty() and bool(select([sys.stdin], [], [], 0)[0])
    if is_typed:
        sys.stdin.readline()
    return is_typed


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
