"""The command line of `h19-test`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import baud_rate, chosen_as, file_name, flag, value, whole_number
from h89yahtzee.apps.options.option_parser import OptionParser, check_one, given_options

EXAMPLES = (
    ("An H19 on a serial line:", "h19-test --line /dev/ttyUSB0 --baud 9600"),
    (
        "The same in three minutes, with a page for a browser:",
        "h19-test --line /dev/ttyUSB0 --quick --html h19.html",
    ),
    ("An emulator that opens a port; this prints its path:", "h19-test --pty"),
    ("An emulator that calls:", "h19-test --listen 2319"),
    ("What there is to test about wrap:", "h19-test --list --only wrap"),
    ("The keyboard and the tube, with a person at the terminal:", "h19-test --line /dev/ttyUSB0 --keys --eye"),
    ("The video RAM for an hour:", "h19-test --line /dev/ttyUSB0 --memory 60"),
)
"""Pairs of a task and its command. `--help` shows the first, `--help all` shows three, and the manual all."""


ALL = "all"
"""The value of the option `--keys` if it is given without a word after it."""


@dataclass(frozen=True, slots=True)
class H19TestOptions:
    """The options given on the command line. The text below an option is its entry in the manual."""

    line: str | None = value(
        "--line URL", "a device, socket://host:port, rfc2217://host:port, or - for this terminal",
        opens="the terminal", common=True,
    )  # fmt: skip
    """The line to the terminal: a device, as `/dev/ttyUSB0`, `socket://`<host>`:`<port>,
    `rfc2217://`<host>`:`<port>, or `-` for the terminal that the program is started in."""
    baud: int | None = value("--baud N", "speed of the line (9600)", baud_rate, common=True)
    """The speed of a serial line, 9600 unless given. It must be the speed to which the terminal's switches are set.
    A pty or a TCP connection has no speed of its own."""
    listen: str | None = value("--listen [HOST:]PORT", "wait for an emulator that calls a TCP port", common=True)
    """Waits for an emulator that calls a TCP port, at 127.0.0.1 unless <host> is given."""
    pty: bool = flag("--pty", "open a pty, print its path, and wait for an emulator to open it", common=True)
    """Opens a pty, prints its path, and waits until an emulator has opened it as its serial port."""
    quick: bool = flag("--quick", "a part of the cases, several on a page", opens="what is tested", common=True)
    """Runs two thirds of the cases, with at least one for each function; several share a page."""
    only: tuple[str, ...] | None = value(
        "--only WORD[,WORD]", "cases with these words in function, section or name", str,
        common=True, repeats=True,
    )  # fmt: skip
    """Runs only the cases whose name, section or function contains one of the words, such as `wrap`."""
    case: str | None = value("--case ID", "one case")
    """Runs only that case."""
    keys: str | None = value(
        "--keys quick", "a person presses all keys, or 20 of them", ("quick",), alone=ALL, common=True
    )
    """Tests the keyboard in place of the cases. A person at the terminal presses each key as it lights up on a
    picture of the keyboard: alone, with SHIFT and with CTRL, and the keys of the keypad in all its modes. In the
    end the rate of REPEAT is measured. The report names keys that bounce or send the code of another key. After 10
    seconds without a press, or after a wrong code, the key is asked for once more; then `s` skips it and `q` ends
    the test. If the program was started elsewhere, `s` and `q` can be typed there at any time, each with RETURN.
    With `quick` 20 keys are asked for. If the terminal under test is the one in which the program was started, keys
    that would end or stop the program, such as `CTRL-C`, are left out."""
    eye: bool = flag("--eye", "a person answers what can't be read back", common=True)
    """Asks a person at the terminal, in place of the cases, about what the terminal can't tell: the shapes of all
    characters, reverse video, the cursors, geometry and focus, 25 lines, bell and key click. Each page is answered
    by `y` or `n`, at the terminal, or with RETURN where the program was started; `s` skips a page, and `q` ends the
    test."""
    memory: int | None = value(
        "--memory MINUTES", "patterns through the video RAM", whole_number(1, 10_000), alone=0
    )
    """Writes patterns through the whole video RAM, in place of the cases, and reads them back. A pattern has all
    256 codes, and then their complements; it is written on a page in place and on one that has scrolled. The report
    names the bits that fail, and their chip of 1024 half bytes (2114). A pattern takes 20 seconds at 9600 baud.
    Further patterns, in each of which all codes are one higher, follow until <minutes> are over. `--keys`, `--eye`
    and `--memory` may be given together."""
    verbose: bool = flag("-v, --verbose", "what is sent and received, in words")
    """Prints for each case the bytes sent and received, in words as in the log of `h19(6)`."""
    list: bool = flag("--list", "list the cases, and test nothing")
    """Prints the name, the function and the meaning of each case, and needs no terminal."""
    strict: bool = flag("--strict", "count oddities of the firmware as well", opens="the report")
    """Expects even the oddities of the firmware, which look like mistakes. Without this option a terminal that
    lacks them counts as good as the H19, and they are listed apart."""
    json: str | None = value("--json FILE", "write the report as JSON", file_name)
    """Writes the report as JSON, with all differences."""
    html: str | None = value(
        "--html FILE", "write a page with both screens of each difference", file_name, common=True
    )
    """Writes a page for a browser, with both screens side by side where they differ."""


def parse_h19_test_options(arguments: Sequence[str]) -> H19TestOptions:
    """Return the options; UsageError for contradictions, SystemExit(0) after `--help`, `--man` and `--version`."""
    parser = OptionParser(
        H19TestOptions,
        usage="h19-test [options]",
        description="Tests a Heath H19, or an emulator of one, over its line against the firmware.",
        examples=EXAMPLES,
    )
    chosen = parser.parse(arguments)
    options = chosen_as(H19TestOptions, chosen)
    ends = given_options(H19TestOptions, chosen, ("line", "listen", "pty", "list"))
    if not ends:
        raise UsageError("expected a terminal: --line, --listen or --pty")
    check_one(ends)
    for part in ("keys", "eye", "memory"):
        check_one(given_options(H19TestOptions, chosen, ("only", "case", "quick", part)))
    return options
