"""`--bulletin`: lists of the best games for a bulletin board (BBS) to show, written to two files after each game.

One file has ANSI colours, the other plain ASCII. Each has at most 23 lines of at most 79 ASCII characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock, Thread

from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.saving.game_lists import best_of_all
from h89yahtzee.store.own_files import replace_file

ROWS = 23
NAME = "h89yahtzee"
TITLE = "H89 YAHTZEE: THE BEST GAMES"
NO_GAMES = "No games are finished."
_WIDTH = 79
_MOST_LISTS = 5
_ANSI = "ansi"


class Bulletin:
    """Writes the bulletin files into `folder`. The games in them are those in the journal (the database of saved
    games) at the path `journal`, by default the user's own.

    `complain` is called with a line of text if a file can't be written. CommandError if there is no such folder.
    """

    def __init__(self, folder: str, complain: Callable[[str], None], journal: Path | None = None) -> None:
        self._folder = Path(folder)
        if not self._folder.is_dir():
            raise CommandError(f"--bulletin: expected a folder that exists, not {folder!r}")
        self._complain = complain
        self._journal = journal
        self._lock = Lock()

    def write_soon(self) -> None:
        """Write the files in a thread, since reading thousands of games would delay the answer to a key."""
        Thread(target=self.write).start()

    def write(self) -> None:
        with self._lock:
            try:
                lines = [*bulletin_lines(best_of_all(self._journal))]
                self._replace(f"{NAME}.asc", lines)
                self._replace(f"{NAME}.ans", [*_with_colours(lines)])
            except OSError as error:
                self._complain(f"{reason(error)}: the bulletin isn't written")

    def _replace(self, name: str, lines: Sequence[str]) -> None:
        path = self._folder / name
        replace_file(path, "".join(f"{line}\r\n" for line in lines).encode("ascii"))
        path.chmod(0o644)  # the BBS may run as another user


def bulletin_lines(lists: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the text lines of a bulletin file. Each of the `lists` has a head, followed by rows, the best game
    first.

    At most `_MOST_LISTS` lists are shown, each with as many rows as its share of the `ROWS` lines allows.
    """
    yield TITLE.center(_WIDTH).rstrip()
    shown = lists[:_MOST_LISTS]
    if not shown:
        yield from ("", NO_GAMES)
        return
    each = (ROWS - 1) // len(shown) - 1
    for head, *rows in shown:
        yield ""
        yield from (line[:_WIDTH] for line in (head, *rows[: each - 1]))


def _with_colours(lines: Sequence[str]) -> Iterator[str]:
    """Yield `lines` with ANSI codes for reverse video around the title and the heads, which follow blank lines."""
    caps = find_terminal(_ANSI)
    begin, end = (caps.strings[name].decode("ascii") for name in ("so", "se"))
    for before, line in zip(["", *lines], lines, strict=False):
        yield f"{begin}{line}{end}" if line and not before else line
