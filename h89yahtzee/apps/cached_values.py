"""The solver's expected values, and the objects that need them: computer players, and the judges of players'
decisions, mistakes and chances to win.

An expected value is the number of points that the best player still gets on average from one state of the card. The
values are kept in a table with an entry for each state. The compiled kernel computes the values quickly. Without
the kernel, numpy computes them slowly, and then they are cached in files.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import complain
from h89yahtzee.apps.paths import cache_directory, make_private
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players import catalogue
from h89yahtzee.players.chances import ChanceJudge, chance_judge
from h89yahtzee.players.mistakes import MistakeJudge, without_upper_bonus, without_yahtzees
from h89yahtzee.players.strategy import Analyst, Preparing, Strategy
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.column import Column, column_of
from h89yahtzee.solver.values import Values, solve
from h89yahtzee.store.own_files import NotAFile, own_file, replace_file

if TYPE_CHECKING:
    from h89yahtzee.table.bookmaker import Bookmaker

_BAR_WIDTH = 40

Say = Callable[[str], None]
ProgressShown = Callable[[str], AbstractContextManager[Progress]]
"""A function that takes a label and returns a context manager, which shows progress under this label."""

_found: dict[RuleSet, Values] = {}


def values_of(rules: RuleSet) -> Values:
    """Return the expected values for one column of `rules`, computed or read from the cache by the first call."""
    return _values(rules, silent, lambda _: None)


@contextmanager
def progress_shown(label: str, *, drops_keys: bool = False) -> Iterator[Progress]:
    """Show progress while the `with` block runs, as a bar in one line of standard error if that is a terminal.

    The block gets a function, to be called with the part of the work that is done, from 0 to 1. If `drops_keys`,
    keys that are pressed beside the bar are dropped.
    """
    shown = ""

    def show(part: float) -> None:
        nonlocal shown
        bar = "#" * round(_BAR_WIDTH * part)
        text = f"{label} [{bar:{_BAR_WIDTH}}] {100 * part:3.0f} %"
        if text != shown:
            _write(f"\r{text}")
            shown = text

    try:
        yield show if sys.stderr.isatty() else silent
    finally:
        if shown:
            _write(f"\r{' ' * len(shown)}\r")
            if drops_keys:
                _drop_keys()


progress_before_game: ProgressShown = partial(progress_shown, drops_keys=True)
"""Progress before a game: a key pressed beside the bar can't be meant for the game, which isn't there yet. After
other tasks such keys are for the shell."""


def _drop_keys() -> None:
    import termios  # a browser has no such module, but shows no bar either

    with suppress(OSError, ValueError, termios.error):
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def progress_told(label: str) -> Iterator[Progress]:
    """Say once in a sentence on standard error, if that is a terminal, that the work in the `with` block takes a
    moment.

    This replaces `progress_shown` for screen readers, which would read a progress bar again and again.
    """
    is_told = False

    def tell(_: float) -> None:
        nonlocal is_told
        if not is_told:
            is_told = True
            _write(f"One moment, please: {label}.\n")

    yield tell if sys.stderr.isatty() else silent


def _write(text: str) -> None:
    with suppress(OSError):  # if the terminal is gone, nobody sees the progress
        sys.stderr.write(text)
        sys.stderr.flush()


def prepare(rules: RuleSet, shown: ProgressShown = progress_shown) -> None:
    """Compute the values of `rules` or read them from the cache; report a broken cache file on standard error.

    The context manager that `shown` returns shows the progress.
    """
    with shown(f"solving {format_rules(rules)}") as progress:
        _values(rules, progress, lambda message: complain("h89yahtzee", message))


def prepare_players(setup: Setup, shown: ProgressShown = progress_shown) -> None:
    """Do the long computations that the computer players need before their first decisions in a game with `setup`;
    show the progress."""

    def shown_values_of(rules: RuleSet) -> Values:
        prepare(rules, shown)
        return values_of(rules)

    for name in sorted({player.strategy for player in setup.players} & catalogue.SOLVING):
        player = catalogue.strategy(name, setup, shown_values_of)
        if isinstance(player, Preparing):
            with shown(f"setting up {name}") as progress:
                player.set_up(progress)


@cache
def coach_of(rules: RuleSet) -> Analyst:
    """Return the object that judges a player's decisions in games by `rules`, for the coach; show no progress."""
    return catalogue.optimal(rules, values_of)


def player_of(name: str, setup: Setup) -> Strategy:
    return catalogue.strategy(name, setup, values_of)


def analyst_of(rules: RuleSet) -> Analyst:
    """Return the same object as `coach_of`. If `rules` have one column, compute the values for it first, and show
    progress meanwhile."""
    if rules.columns == 1:
        prepare(rules)
    return coach_of(rules)


def mistake_judge_of(rules: RuleSet) -> MistakeJudge:
    """Return the object that judges a player's mistakes in games by `rules`, which must have one column; show
    progress while values are computed."""
    for variant in (rules, without_upper_bonus(rules), without_yahtzees(rules)):
        prepare(variant)
    return MistakeJudge(rules, values_of)


def _values(rules: RuleSet, progress: Progress, say: Say) -> Values:
    if rules not in _found:
        _found[rules] = solve(rules) if is_compiled() else _kept(rules, progress, say)
    return _found[rules]


def _kept(rules: RuleSet, progress: Progress, say: Say) -> Values:
    """Return the values from the cache, or else compute them by numpy and write them to the cache.

    `progress` is called with the part of the computation that is done, from 0 to 1. `say` is called with a
    complaint if the cache file is broken.
    """
    column = column_of(rules)
    path = _path(column)
    try:
        if path is not None and (table := read_table(path, column.states)) is not None:
            return Values(column, table)
    except BrokenTable as error:
        say(f"{error}; it is computed anew")
    values = solve(rules, progress)
    if path is not None:
        # If the values can't be cached, they are computed again the next time.
        with suppress(OSError):
            make_private(path.parent)
            write_table(path, values.table)
    return values


def _path(column: Column) -> Path | None:
    """Return the path of the cache file with the values for `column` (the rules of one column); None if the user
    has no home directory."""
    try:
        # The digest depends on the rules and the version of the computation, so an outdated table is never read.
        return cache_directory(os.environ) / f"values-{column.digest()}"
    except OSError:
        return None


_QUICK = 0.01
"""The most seconds to wait for a thread that computes chances to win: chances found by then are shown at once."""


def bookmaker(is_beside_loop: bool = True) -> Bookmaker:
    from h89yahtzee.table.bookmaker import Bookmaker  # `yahtzee-solve` doesn't need this module

    return Bookmaker(_judge_of, _run_beside) if is_beside_loop else Bookmaker(_judge_of)


def prepare_chances(setup: Setup, shown: ProgressShown = progress_shown) -> None:
    """Compute the values from which players' chances to win are computed, showing progress; do nothing if there are
    no chances for games with this `setup`, as for a single player."""
    if len(setup.players) > 1:
        with suppress(ValueError), shown("setting up chances") as progress:
            _judge_of(setup.rules, ()).set_up(progress)


def _judge_of(rules: RuleSet, strategies: tuple[str, ...]) -> ChanceJudge:
    try:
        return chance_judge(rules, strategies, values_of)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ValueError("chances with several columns need numpy, which no browser has") from error


_one_at_a_time = Lock()


def _run_beside(work: Callable[[], None]) -> None:
    """Run `work` in a thread, where it begins when the work of all earlier calls has ended. Return when `work` has
    ended, but after `_QUICK` seconds at the latest."""

    def run() -> None:
        with _one_at_a_time:
            work()

    thread = Thread(target=run, daemon=True)
    try:
        thread.start()
    except RuntimeError:  # Python in a browser has no threads
        work()
    else:
        thread.join(_QUICK)


_HEAD = b"h89yahtzee-table 1\n"
_DIGEST_SIZE = 32


class BrokenTable(ValueError):
    """Raised for a cache file that isn't the complete, undamaged table for which it is named; the message is one
    line of text."""


def read_table(path: Path, length: int) -> array[float] | None:
    """Return the table of `length` numbers in the file at `path`; None if the file can't be read. Raise BrokenTable
    if the file holds anything but such a table."""
    size = len(_HEAD) + _DIGEST_SIZE + 8 * length
    try:
        with open(path, "rb", opener=own_file) as file:
            content = file.read(size + 1)
    except NotAFile:
        raise BrokenTable(f"{path}: not a file") from None
    except OSError:
        return None
    numbers = content[len(_HEAD) + _DIGEST_SIZE :]
    if len(content) != size or content[: -len(numbers)] != _HEAD + _digest(path, numbers):
        raise BrokenTable(f"{path}: expected a whole table of {length} numbers")
    return _little_endian(array("d", numbers))


def write_table(path: Path, table: array[float]) -> None:
    """Write `table` to `path` in place of any file there; OSError on failure."""
    numbers = _little_endian(table).tobytes()
    replace_file(path, _HEAD + _digest(path, numbers) + numbers)


def _little_endian(table: array[float]) -> array[float]:
    """Return `table` with its bytes converted between the machine's order and the little-endian order in files."""
    if sys.byteorder == "little":
        return table
    swapped = table[:]
    swapped.byteswap()
    return swapped


def _digest(path: Path, numbers: bytes) -> bytes:
    """Return a digest of the file's name and numbers; it covers the name so that a renamed file counts as
    broken."""
    return blake2b(path.name.encode() + b"\n" + numbers, digest_size=_DIGEST_SIZE).digest()
