"""The command line of `yahtzee-host`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import chosen_as, file_name, switch, value, whole_number
from h89yahtzee.apps.options.option_parser import OptionParser
from h89yahtzee.apps.options.terminal_options import LineName, line_name
from h89yahtzee.transport.network.tcp import parse_listen

EXAMPLES = (
    ("For callers from this machine only, with `telnet localhost 2323`:", "yahtzee-host --telnet 2323"),
    ("For callers from anywhere, with a log:", "yahtzee-host --telnet 0.0.0.0:2323 --log calls.log"),
    ("At an H19 and at an ADM-3A:", "yahtzee-host --line /dev/ttyUSB0 --line /dev/ttyUSB1,1200,adm3a"),
    ("For this user's logins only:", "yahtzee-host --socket /tmp/yahtzee"),
)
"""What the program is used for; `--help` has the first of them, the manual all."""


def _port(text: str) -> tuple[str, int]:
    """Read [HOST:]PORT, as an option reads it."""
    try:
        return parse_listen(text)
    except ValueError as error:
        raise ValueError(re.sub(r"^('.*'): (.*)$", r"\2, not \1", str(error))) from None


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What was asked for. The text below an option is its entry in the manual."""

    line: tuple[LineName, ...] = value(
        "--line URL[,BAUD[,TERM]]",
        "a terminal on a line; may be given again",
        line_name,
        default=(),
        repeats=True,
        setting=True,
        opens="who may come",
        common=True,
    )
    """A terminal at the other end of a line: a serial device as `/dev/ttyUSB0`, `socket://`<host>`:`<port> or
    `rfc2217://`<host>`:`<port>. Its speed is 9600 unless <baud> is given, and it is asked what it is unless <term>
    says so. May be given any number of times. When somebody has left the line, the next may come, and an adapter
    that was unplugged is taken again when it is back."""
    telnet: tuple[tuple[str, int], ...] = value(
        "--telnet [HOST:]PORT",
        "a port for callers (on 127.0.0.1 without HOST); may be given again",
        _port,
        default=(),
        repeats=True,
        setting=True,
        common=True,
    )
    """A TCP port for callers by telnet, and for those whose bytes are a terminal's and nothing else, as many modems
    send them. Only this machine can call unless <host> is given, as `0.0.0.0` for all networks; an IPv6 address
    stands in brackets. Telnet is in the clear: who can read along reads the codes, too. May be given any number of
    times."""
    socket: str | None = value(
        "--socket PATH", "a socket for the logins of this user", file_name, setting=True, common=True
    )
    """A socket by which logins of this machine join with `yahtzee(6)`. It is for the user alone who runs the
    host."""
    callers: int = value(
        "--callers N", "how many may be there at once (100)", whole_number(1, 1000), default=100, setting=True
    )
    """How many callers may be there at once on each port and socket. The default is 100."""
    per_address: int = value(
        "--per-address N", "how many from one address (10)", whole_number(1, 1000), default=10, setting=True
    )
    """How many callers by telnet may come from one address. The default is 10."""
    idle_time: int = value(
        "--idle-time MINUTES",
        "how long a caller may do nothing (30)",
        whole_number(1, 10**5),
        default=30,
        setting=True,
    )
    """How many minutes a caller may do nothing before the host hangs up; the seat is kept. A line is never hung up,
    only left. The default is 30."""
    tables: str | None = value(
        "--tables FILE", "tables that are always there", file_name, setting=True, opens="the tables", common=True
    )
    """Tables that are always there, see {TABLES}."""
    lobby: bool = switch("--lobby", "lead callers to the lobby, not to the first table", default=True)
    """Leads callers to the lobby, which is the default. With `--no-lobby` they sit down at the first table at once,
    or watch there, and leave the host by leaving the table."""
    data: str | None = value(
        "--data DIR", "where games, people and tables are kept", file_name, setting=True, opens="files", common=True
    )
    """The directory where the games, people and tables are kept, `$XDG_DATA_HOME/h89yahtzee/host` by default."""
    log: str | None = value(
        "--log FILE", "append who came to FILE, not to standard error", file_name, setting=True, common=True
    )
    """Appends to <file> who came, from where, what they did, and how it ended, a line each. Without it these lines
    go to standard error."""
    settings: str | None = value("--settings FILE", "read the settings from FILE", file_name)
    """Reads the settings from <file> instead of `$XDG_CONFIG_HOME/h89yahtzee/host.toml`."""


def parse_host_options(arguments: Sequence[str], settings: Mapping[str, object] | None = None) -> HostOptions:
    """The options; UsageError if they can't be followed, SystemExit(0) after `--help`, `--man` and `--version`.

    `settings` are values by the names of the fields, for options that aren't given.
    """
    parser = OptionParser(
        "yahtzee-host",
        HostOptions,
        usage="yahtzee-host [options]",
        description="A lobby and tables of H89 YAHTZEE for callers on serial lines, by telnet and on this machine.",
        examples=EXAMPLES,
    )
    return chosen_as(HostOptions, parser.parse(arguments, settings))


def check_ways_in(options: HostOptions) -> None:
    """UsageError unless somebody can come."""
    if not (options.line or options.telnet or options.socket):
        raise UsageError("nobody could come: expected --telnet, --line or --socket")
    if not options.lobby and options.tables is None:
        raise UsageError("--no-lobby leads callers to the first table of a file: expected --tables with it")
    urls = [line.url for line in options.line]
    for url in urls:
        if urls.count(url) > 1:
            raise UsageError(f"--line: {url} was named twice")
