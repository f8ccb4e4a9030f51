"""Functions for all commands: they replace closed standard streams, report errors, print texts and determine the
exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TextIO

from h89yahtzee.apps.described_terminals import described_terminal

_LONGEST = 1000
"""The most characters of an error message."""


class UsageError(ValueError):
    """A fault of the command line or of the settings; the message is one line."""


class CommandError(Exception):
    """A failure that isn't the program's fault and ends the command; the message is one line."""


def run_command(name: str, command: Callable[[], int]) -> int:
    """Call `command` and return the exit status that it returns, or 1 after a failure, 2 for usage errors, 130
    after CTRL-C. Error messages begin with `name`."""
    _replace_closed_streams()
    sys.excepthook = lambda _kind, error, _trace: _report(name, error)
    try:
        return command()
    except UsageError as error:
        complain(name, f"{error} (--help all explains)")
        return 2
    except BrokenPipeError:
        return 1
    except (CommandError, OSError) as error:
        complain(name, reason(error))
        return 1
    except ImportError as error:
        if (error.name or "").startswith("h89yahtzee"):
            raise
        complain(name, f"a package that it needs is missing, or broken: {error}")
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        _flush_or_abandon()


def reason(error: BaseException) -> str:
    """Return the reason of an error in one line, after the name of the file concerned, if there is one."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _replace_closed_streams() -> None:
    """Open the null device in place of standard streams that were closed when the program was started.

    Call this before any file is opened: a file would get the descriptor of a closed stream.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="ascii")  # noqa: SIM115 - as long as the program runs
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _report(name: str, error: BaseException) -> None:
    """Print an unexpected error without Python 3.13's colours: their codes begin with ESC [, by which an H19 enters
    hold screen mode and stops showing output."""
    import traceback

    with suppress(OSError):
        _print("".join(traceback.format_exception(error)).rstrip("\n"), sys.stderr)
    complain(name, f"this is a mistake in the program; please report these lines, and what {name} --version says")


def complain(name: str, message: str) -> None:
    """Print `message` as one line on standard error, after the command's name."""
    message = message.replace("\n", " ")
    cut = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."
    # Standard error may be a terminal that is gone.
    with suppress(OSError):
        _print(f"{name}: {cut}", sys.stderr)


def say(text: str = "", end: str = "\n") -> None:
    """Print `text`, which may have several lines, on standard output."""
    _print(text, sys.stdout, end)


def printable(text: str) -> str:
    """Return `text` with a question mark for each character that isn't printable, such as a control character."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "?" for char in text)


def _print(text: str, stream: TextIO, end: str = "\n") -> None:
    """Print the lines of `text` with a question mark for each control character; in ASCII if `stream` is a terminal
    that the package's termcap files describe."""
    plain = "\n".join(map(printable, text.split("\n")))
    if not plain.isascii():
        is_old = stream.isatty() and described_terminal(os.environ.get("TERM", "")) is not None
        encoding = "ascii" if is_old else stream.encoding or "utf-8"
        plain = plain.encode(encoding, "backslashreplace").decode(encoding)
    print(plain, end=end, file=stream, flush=True)


def _flush_or_abandon() -> None:
    """Flush the standard streams, and drop output that can't be written: Python would try to write it again at the
    exit, and change the exit status to 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def input_lines(longest: int) -> Iterator[str]:
    """Yield each line of standard input as soon as it arrives, decoded from UTF-8.

    A line of more than `longest` characters is cut to `longest` + 1 characters, so that the caller notices that it
    was too long. Only the line end of a line that was cut is removed.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while text_line := sys.stdin.readline(longest + 1):
        yield text_line
        # Read the rest of a line that was cut, in pieces, and drop it.
        while text_line and not text_line.endswith("\n"):
            text_line = sys.stdin.readline(longest + 1)


_LONGEST_WORDS = 34
"""The most characters in a text line of a cell in those columns of a table whose long texts are wrapped."""
_GAP = "  "

_Column = list[list[str]]
"""The cells of a column from top to bottom. A cell is a list of text lines, each padded to the column's width."""


def aligned(
    rows: Sequence[Sequence[str]], keys: int, words: Sequence[int], indent: str = "", width: int = 80
) -> Iterator[str]:
    """Yield the text lines of a table, each of which begins with `indent`; the first of `rows` has the columns'
    heads.

    A table wider than `width` characters is divided into parts, one below the other. Each part begins with the
    first `keys` columns. A column whose head is empty stays beside the column before it. `words` are the 0-based
    numbers of the columns that are aligned on the left, and whose long texts are wrapped; other columns are aligned
    on the right.
    """
    columns = [_column(cells, number in words) for number, cells in enumerate(zip(*rows, strict=True))]
    heads = [number for number, head in enumerate(rows[0]) if number >= keys and head.strip()]
    parts: list[list[_Column]] = []
    for first, end in zip(heads, [*heads[1:], len(columns)], strict=True):
        if not parts or len(indent) + _width([*parts[-1], *columns[first:end]]) > width:
            parts.append(columns[:keys])
        parts[-1] = [*parts[-1], *columns[first:end]]
    for number, part in enumerate(parts):
        if number:
            yield ""
        for row in zip(*part, strict=True):
            blank = [" " * len(cell[0]) for cell in row]
            for texts in zip_longest(*row):
                line = _GAP.join(text or space for text, space in zip(texts, blank, strict=True))
                yield f"{indent}{line}".rstrip()


def _column(texts: Sequence[str], are_words: bool) -> _Column:
    cells = [wrap(text, _LONGEST_WORDS) or [""] if are_words else [text] for text in texts]
    width = max(len(line) for cell in cells for line in cell)
    return [[line.ljust(width) if are_words else line.rjust(width) for line in cell] for cell in cells]


def _width(columns: Sequence[_Column]) -> int:
    return sum(len(cells[0][0]) + len(_GAP) for cells in columns) - len(_GAP)
