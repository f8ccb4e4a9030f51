"""The files that `h19` writes: a log of the line in words, an asciicast of the screen, snapshots."""

from __future__ import annotations

import time
from contextlib import ExitStack
from os import get_terminal_size
from pathlib import Path
from typing import TextIO

from h89yahtzee.apps.cast import Cast
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.h19_options import H19Options
from h89yahtzee.apps.phosphor import COLORS
from h89yahtzee.apps.snapshot import SUFFIXES, write_snapshot
from h89yahtzee.h19.disassembly import Disassembler, KeyDisassembler
from h89yahtzee.h19.terminal import Terminal


class H19Files:
    """Those that the options ask for, opened when entered; OSError where one can't be written."""

    def __init__(self, options: H19Options, terminal: Terminal) -> None:
        self._options = options
        self._terminal = terminal
        self._opened = ExitStack()
        self._log: TextIO | None = None
        self._cast: Cast | None = None
        self._host = Disassembler(options.is_ansi)
        if options.snapshot is not None and Path(options.snapshot).suffix not in SUFFIXES:
            raise UsageError(f"--snapshot: expected a name that ends in {' or '.join(SUFFIXES)}")

    def __enter__(self) -> H19Files:
        if self._options.log is not None:
            self._log = self._open(self._options.log)
        if self._options.record is not None:
            columns, rows = get_terminal_size()
            self._cast = Cast(
                self._open(self._options.record),
                time.monotonic,
                rows=rows,
                columns=columns,
                timestamp=int(time.time()),
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._write("->", self._host.flush())
        self._opened.close()
        self.write_snapshot()

    def _open(self, path: str) -> TextIO:
        return self._opened.enter_context(Path(path).open("w", encoding="utf-8"))

    def received(self, data: bytes) -> None:
        """From the host."""
        if self._log is not None:
            self._write("->", self._host.feed(data))

    def sent(self, data: bytes) -> None:
        """To the host."""
        if self._log is not None:
            self._write("->", self._host.end_text())
            keys = KeyDisassembler(self._terminal.modes.ansi)
            self._write("<-", [*keys.feed(data), *keys.flush()])

    def painted(self, text: str) -> None:
        """What this terminal was sent."""
        if self._cast is not None:
            self._cast.show(text)

    def write_snapshot(self) -> None:
        if self._options.snapshot is not None:
            write_snapshot(
                Path(self._options.snapshot),
                self._terminal.grid(),
                title="H19",
                color=COLORS[self._options.phosphor],
                block_cursor=self._terminal.modes.block,
            )

    def _write(self, direction: str, lines: list[str]) -> None:
        if self._log is not None:
            self._log.writelines(f"{direction} {line}\n" for line in lines)
            self._log.flush()
