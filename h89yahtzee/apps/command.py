"""What all commands share: options, streams that may be closed, errors in one line, the exit status."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from h89yahtzee import __version__


class UsageError(ValueError):
    """A command line that can't be followed; the message is one line."""


class OptionParser(argparse.ArgumentParser):
    """A parser of long names in full whose errors are UsageErrors, with `--help` and `--version`."""

    def __init__(self, name: str, usage: str, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=name, usage=usage, description=description, epilog=epilog, add_help=False, allow_abbrev=False
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(message.removeprefix("argument "))

    def add_about(self) -> None:
        """Called last, so that these stand last in the help."""
        about = self.add_argument_group("about")
        about.add_argument("--help", action="help", help="show this and exit")
        version = f"%(prog)s {__version__}"
        about.add_argument("--version", action="version", version=version, help="show it and exit")


class whole_number:  # noqa: N801 - argparse shows the name of a type
    """A whole number in a range, as a type of argparse."""

    def __init__(self, lowest: int, highest: int) -> None:
        self._range = (lowest, highest)

    def __call__(self, text: str) -> int:
        lowest, highest = self._range
        if not re.fullmatch("-?[0-9]{1,20}", text) or not lowest <= int(text) <= highest:
            raise argparse.ArgumentTypeError(f"expected a whole number from {lowest} to {highest}, not {text!r}")
        return int(text)


def file_name(text: str) -> str:
    """As a type of argparse."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file")
    return text


class CommandError(Exception):
    """Something outside of the program that makes going on impossible; the message is one line."""


def run_command(name: str, command: Callable[[], int]) -> int:
    """The exit status of `command`: its own, 1 after a failure, 2 for usage, 130 after CTRL-C."""
    _replace_closed_streams()
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
    """Why, in one line, with the file that it was about."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _replace_closed_streams() -> None:
    """Give those that the caller closed an end that takes everything and has nothing.

    First of all, since the next file opened takes the place of a closed one.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="ascii")  # noqa: SIM115 - as long as the program runs
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115


def complain(name: str, message: str) -> None:
    """One line in the characters that any terminal has."""
    escaped = message.encode("ascii", "backslashreplace").decode("ascii")
    plain = "".join(char if char.isprintable() else "?" for char in escaped)
    # The terminal that the message would go to may be what was lost.
    with suppress(OSError):
        print(f"{name}: {plain}", file=sys.stderr)


def _flush_or_abandon() -> None:
    """Nothing may be left for the interpreter to fail to write when it ends: it would say so, and exit with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
