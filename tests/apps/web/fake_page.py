"""The page and its worker without a browser: messages go in, and what comes out is collected."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from tempfile import mkdtemp

from h89yahtzee.apps.web.kept_files import KeptFile
from h89yahtzee.apps.web.page import Page
from h89yahtzee.screen import charset
from h89yahtzee.screen.keys import Key, KeyPress

ROWS, COLUMNS = 25, 80


class MemoryFile:
    """A kept file in memory, with room for `room` bytes; `flushed` is the content that a crash leaves."""

    def __init__(self, content: bytes = b"", room: int = 10**7) -> None:
        self.content = bytearray(content)
        self.room = room
        self.flushed = bytes(content)

    def size(self) -> int:
        return len(self.content)

    def read(self) -> bytes:
        return bytes(self.content)

    def write(self, data: bytes) -> int:
        written = data[: self.room]
        self.content[: len(written)] = written
        return len(written)

    def flush(self, size: int) -> bool:
        del self.content[size:]
        self.flushed = bytes(self.content)
        return True


class FakePage:
    """A stand-in for the page in a browser: it draws what the worker tells it, and wakes the worker up in time.

    Each page has a home directory of its own, as if it were in memory: nothing but `files` passes from one page to
    another.

    `posted` has the worker's messages by their kinds, `rows` the bytes that stand on the screen.
    """

    def __init__(self, files: tuple[KeptFile, ...] = (), trouble: str = "") -> None:
        self.home = Path(mkdtemp(dir=Path.home().parent))
        os.environ["HOME"] = str(self.home)
        self.posted: dict[str, list[dict[str, object]]] = defaultdict(list)
        self.rows = [b" " * COLUMNS] * ROWS
        self.page = Page(self._post, files, trouble)

    def _post(self, kind: str, /, **members: object) -> None:
        self.posted[kind].append(members)
        rows = members.get("rows", [])
        assert isinstance(rows, list)
        for row, cells in rows:
            assert len(cells) == COLUMNS
            self.rows[row] = cells

    def start(self, link: str = "", *, replay: bool = False) -> FakePage:
        self.send("start", link=link, replay=replay)
        return self

    def send(self, kind: str, **members: object) -> None:
        """Post a message to the worker, and let it work until it has nothing more to do by itself."""
        self.page.receive({"kind": kind, **members})
        self.settle()

    def settle(self) -> None:
        for _ in range(100_000):
            if self.page.seconds_to_wait() != 0.0:
                return
            self.page.turn()
        raise AssertionError("there is always more to do")

    def press(self, *keys: KeyPress) -> None:
        for key in keys:
            self.send("key", key=key.value if isinstance(key, Key) else key)

    def post_here(self) -> None:
        """Post in the box that is selected, whatever the dice score there."""
        self.press("d")
        if "?" in self.question or "takes it back" in self.text:
            self.press("y")

    @property
    def question(self) -> str:
        """The question beside the dice, unless it is the question after a game."""
        return "".join(line for line in self.text.split("\n") if "(y/n)" in line and "Play again" not in line)

    def told(self, kind: str, member: str = "text") -> list[object]:
        """Return the texts, or another member, of all messages of a kind."""
        return [members[member] for members in self.posted[kind]]

    @property
    def spoken(self) -> list[str]:
        lines = []
        for members in self.posted["say"]:
            assert isinstance(members["lines"], list)
            lines += members["lines"]
        return lines

    @property
    def text(self) -> str:
        """The text on the screen, a text line for each row."""
        return "\n".join("".join(charset.GLYPHS[code & 0x7F] for code in row) for row in self.rows)
