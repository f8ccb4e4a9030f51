"""Takes games from files into the journal, a few at a time, so that the game on the page goes on meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from h89yahtzee.apps.command import reason
from h89yahtzee.apps.web.game_on_tube import Post
from h89yahtzee.notation.record_text import MAGIC

READ = "{name}: {count} of {found} games are read ..."
ADDED = "{name}: {count} of {found} games are taken in ..."
TAKEN_IN = "{name}: {taken} of {found} games are new here. g shows them when a game is over."
NOT_TAKEN_IN = "{name}: {fault}"
AT_ONCE = 20
"""The number of games that are written in one step; each time so many are read or written, a notice tells of it."""


class Intake:
    """Takes in the games of one file after another, and posts notices about that."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._ahead: Iterator[str] = iter(())
        self._notice = ""
        self.is_busy = False

    def take(self, name: str, text: str) -> None:
        """Take in the games of the file `name` with the content `text`; later calls of `go_on` do the work."""
        self._ahead = chain(self._ahead, _notices(name, text))
        self.is_busy = True

    def go_on(self) -> None:
        """Read one game, or write up to `AT_ONCE` games."""
        notice = next(self._ahead, None)
        self.is_busy = notice is not None
        if notice:
            self._post("notice", text=notice, instead=self._notice)
            self._notice = notice if notice.endswith("...") else ""


def _notices(name: str, text: str) -> Iterator[str]:
    """Take in the games in `text`, the content of the file `name`. Yield after each step of the work a notice of
    the progress or the result; "" after a step of which there is nothing to tell.

    No game is written before all have been read, since a file with a fault is refused as a whole.
    """
    from h89yahtzee.apps.saving.resuming import legal_records, take_in  # importing sqlite3 takes a while

    found, taken = text.count(MAGIC), 0
    try:
        records = []
        for record in legal_records(text):
            records.append(record)
            yield _progress(READ, name, len(records), found)
        for count, added in enumerate(take_in(records), 1):
            taken = added
            if notice := _progress(ADDED, name, count, found):
                yield notice
    except (OSError, ValueError) as error:
        yield NOT_TAKEN_IN.format(name=name, fault=reason(error))
    else:
        yield TAKEN_IN.format(name=name, taken=taken, found=found)


def _progress(notice: str, name: str, count: int, found: int) -> str:
    is_told = count % AT_ONCE == 0 and count < found
    return notice.format(name=name, count=count, found=found) if is_told else ""
