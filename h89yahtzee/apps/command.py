"""What all commands share: streams that may be closed, errors in one line, the exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from h89yahtzee.apps.described_terminals import described_terminal


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
        complain(name, f"{error} ({name} --help explains)")
        return 2
    except BrokenPipeError:
        return 1
    except (CommandError, OSError) as error:
        complain(name, reason(error))
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

    for line in "".join(traceback.format_exception(error)).splitlines():
        _print_plainly(line)
    complain(name, f"this is a mistake in the program; please report these lines, and what {name} --version says")


def complain(name: str, message: str) -> None:
    """Print one line on standard error."""
    _print_plainly(f"{name}: {message}")


def _print_plainly(line: str) -> None:
    """Print no control character, and nothing but ASCII where the terminal isn't known to have more."""
    plain = "".join(char if char.isprintable() else "?" for char in line)
    if not plain.isascii() and described_terminal(os.environ.get("TERM", "")) is not None:
        plain = plain.encode("ascii", "backslashreplace").decode("ascii")
    # The terminal for the message may be what was lost.
    with suppress(OSError):
        print(plain, file=sys.stderr)


def _flush_or_abandon() -> None:
    """Leave nothing that the interpreter could fail to write at its end: it would say so, and exit with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
