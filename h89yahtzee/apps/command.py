"""What all commands share: streams that may be closed, all that they print, errors in one line, the exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from h89yahtzee.apps.described_terminals import described_terminal

_LONGEST = 1000
"""Characters of an error, at most."""


class UsageError(ValueError):
    """A command line that can't be followed; the message is one line."""


class CommandError(Exception):
    """A failure outside the program that it can't go on after; the message is one line."""


def run_command(name: str, command: Callable[[], int]) -> int:
    """The exit status of `command`: its own, 1 after a failure, 2 for usage, 130 after CTRL-C."""
    _replace_closed_streams()
    sys.excepthook = lambda _kind, error, _trace: _report(name, error)
    try:
        return command()
    except UsageError as error:
        complain(name, f"{error} (--help explains)")
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
    """The reason of an error in one line, with the file that it was about."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _replace_closed_streams() -> None:
    """Open the null device for streams that the caller closed.

    This comes first, since the next file opened would take the place of a closed one.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="ascii")  # noqa: SIM115 - as long as the program runs
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _report(name: str, error: BaseException) -> None:
    """Print an error that nobody expected. Python 3.13 would colour it, and ESC [ 1 holds an H19's screen."""
    import traceback

    with suppress(OSError):
        _print("".join(traceback.format_exception(error)).rstrip("\n"), sys.stderr)
    complain(name, f"this is a mistake in the program; please report these lines, and what {name} --version says")


def complain(name: str, message: str) -> None:
    """Print one line on standard error."""
    message = message.replace("\n", " ")
    cut = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."
    # The terminal for the message may be what was lost.
    with suppress(OSError):
        _print(f"{name}: {cut}", sys.stderr)


def say(text: str = "", end: str = "\n") -> None:
    """Print lines on standard output."""
    _print(text, sys.stdout, end)


def printable(text: str) -> str:
    """Text of others for a terminal: what isn't printable, controls of all kinds, as question marks."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "?" for char in text)


def _print(text: str, stream: TextIO, end: str = "\n") -> None:
    """Print lines without control characters, in ASCII on a terminal that isn't known to have more."""
    plain = "\n".join(map(printable, text.split("\n")))
    if not plain.isascii():
        is_old = stream.isatty() and described_terminal(os.environ.get("TERM", "")) is not None
        encoding = "ascii" if is_old else stream.encoding or "utf-8"
        plain = plain.encode(encoding, "backslashreplace").decode(encoding)
    print(plain, end=end, file=stream, flush=True)


def _flush_or_abandon() -> None:
    """Leave nothing that the interpreter could fail to write at its end: it would say so, and exit with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
