"""The options of `yahtzee-host`, and the TOML file of the permanent tables, which has this form:

    [[table]]
    rules = "official"
    computers = "hard"

The keys of a table are the fields of `FixedTable`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import (
    LineName,
    chosen_as,
    file_name,
    flag,
    line_name,
    options_of,
    switch,
    value,
    whole_number,
)
from h89yahtzee.apps.options.option_parser import OptionParser, SettingsError, parsed_file, settings_in
from h89yahtzee.game.near_words import not_among, one_of
from h89yahtzee.game.record import MAX_PLAYERS, Player
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS, rule_set
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES, strategies_for
from h89yahtzee.table.choices import ANYBODY, COMPUTER_NAMES, Choices
from h89yahtzee.transport.sockets import parse_listen

EXAMPLES = (
    ("For callers from this machine only, with `telnet localhost 2323`:", "yahtzee-host --telnet 2323"),
    ("For callers from anywhere, with a log:", "yahtzee-host --telnet 0.0.0.0:2323 --log calls.log"),
    ("At an H19 and at an ADM-3A:", "yahtzee-host --line /dev/ttyUSB0 --line /dev/ttyUSB1,1200,adm3a"),
)
"""Pairs of a task in words and the command line that does it. `--help` shows the first, `--help all` shows all, and
the manual has more."""


def _port(text: str) -> tuple[str, int]:
    """Return the host and the number of a port that is given as [HOST:]PORT; ValueError with a message of the form
    "expected ..., not ..."."""
    try:
        return parse_listen(text)
    except ValueError as error:
        raise ValueError(re.sub(r"^('.*'): (.*)$", r"\2, not \1", str(error))) from None


LONGEST_TEXT = 100


def told_text(text: str) -> str:
    """Return `text` without spaces at its ends; ValueError if it is empty, too long, or has control characters.

    Such a text is shown in lists of hosts and games.
    """
    if not 1 <= len(text.strip()) <= LONGEST_TEXT or not text.isprintable():
        raise ValueError(f"expected 1 to {LONGEST_TEXT} characters that can be printed")
    return text.strip()


@dataclass(frozen=True, slots=True)
class HostOptions:
    """The options that were given. The text below an option is its entry in the manual."""

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
    `rfc2217://`<host>`:`<port>. Its speed is 9600 unless <baud> is given, and the terminal is asked for its type
    unless <term> names it. May be given any number of times. When a person there has left, the next one is greeted.
    After an adapter was unplugged, its line is opened again as soon as the adapter is back."""
    telnet: tuple[tuple[str, int], ...] = value(
        "--telnet [HOST:]PORT",
        "a port for callers (on 127.0.0.1 without HOST); may be given again",
        _port,
        default=(),
        repeats=True,
        setting=True,
        common=True,
    )
    """A TCP port for callers by telnet, and for callers who send a terminal's bytes and nothing else, as many
    modems do. Only this machine can call unless <host> is given, such as `0.0.0.0` for all networks; an IPv6
    address stands in brackets. Telnet isn't encrypted: anybody who can read the traffic can read the codes, too.
    May be given any number of times."""
    ssh: tuple[tuple[str, int], ...] = value(
        "--ssh [HOST:]PORT",
        "a port for callers by ssh; may be given again",
        _port,
        default=(),
        repeats=True,
        setting=True,
        common=True,
    )
    """A TCP port for callers by ssh, with <host> as for `--telnet`. It needs the package's extra `ssh`.
    See {CALLERS BY SSH}. May be given any number of times."""
    fingerprint: bool = flag("--fingerprint", "print the fingerprint of the key for ssh", rival="asking")
    """Prints the fingerprint of the key by which callers by ssh recognize this host, and ends. The key is made if
    there is none yet. It is the file `ssh_host_ed25519_key` in the directory of `--data`."""
    socket: str | None = value(
        "--socket PATH", "a socket for the logins of this user", file_name, setting=True, common=True
    )
    """A socket by which logins of this machine join with `yahtzee(6)`. It is for the user alone who runs the
    host."""
    callers: int = value(
        "--callers N", "how many may be there at once (100)", whole_number(1, 1000), default=100, setting=True
    )
    """The most callers at once on each port and socket. The default is 100. To make room for one more, the host
    hangs up on a caller who has pressed no key yet, who has been in the reception for a minute, or who has pressed
    no key for five minutes. If there is no such caller, the new one is told that all lines are taken, and hung up
    on."""
    per_address: int = value(
        "--per-address N", "how many from one address (10)", whole_number(1, 1000), default=10, setting=True
    )
    """The most callers by telnet, or by ssh, at once from one address. The default is 10. Further callers from
    there, and callers who call again and again, are told the reason and hung up on at once."""
    idle_time: int = value(
        "--idle-time MINUTES",
        "how long a caller may do nothing (30)",
        whole_number(1, 10**5),
        default=30,
        setting=True,
    )
    """The minutes that a caller may do nothing before the host hangs up; the seat is kept. On a `--line` the call
    ends, but the line stays open for the next person. The default is 30."""
    banner: str | None = value(
        "--banner FILE", "text or ANSI art that is shown before keys", file_name, setting=True, opens="what is told"
    )
    """A file of at most 16,384 bytes that is sent to callers by telnet at once, before they press a key: plain
    text or ANSI art. By ssh it is shown before the login, as text without colours. Without it nothing is shown
    before keys are pressed. A file that can be read as UTF-8 is sent in UTF-8, any other is taken for CP437, the
    character set of PCs and bulletin boards, and sent in that. Colours (SGR) and motions of the cursor are kept,
    other control characters and sequences left out. An H19 takes colours for commands of its own: where real
    terminals call, keep to plain ASCII."""
    name: str = value(
        "--name TEXT", "the host's name in lists (H89 YAHTZEE)", told_text, default="H89 YAHTZEE", setting=True
    )
    """The name of the host in lists of games and in `--status`. The default is "H89 YAHTZEE"."""
    contact: str | None = value(
        "--contact TEXT", "how lists reach you, as an e-mail address", told_text, setting=True
    )
    """The way to reach you that lists of hosts show, such as an e-mail address. By default they show none."""
    address: str | None = value(
        "--address HOST", "the name by which callers reach this machine", told_text, setting=True
    )
    """The name by which callers reach this machine, for lists and `--announce`."""
    announce: bool = flag("--announce", "print what a directory asks for as JSON", rival="asking")
    """Prints what directories of games and boards ask for as JSON, and ends: name, address, ways in, software,
    contact and the day of the first game. Nothing is sent anywhere."""
    status: bool = flag("--status", "print who is on and the tables", rival="asking")
    """Asks the host that runs at `--socket`, or at the `socket` of the settings, who is on, and prints that with
    the tables. The exit status is 3 if no host answers there."""
    json: bool = flag("--json", "with --status: as JSON")
    """With `--status`, prints JSON."""
    door_kit: str | None = value(
        "--door-kit DIR", "write the files that boards start doors by to DIR", file_name, rival="asking"
    )
    """Writes the files by which bulletin boards start `yahtzee --door` to <dir>, with the paths of this machine,
    and ends: `h89yahtzee.sh`, which the boards start, `install-xtrn.ini` for Synchronet, and `enigma-menu.hjson`
    and `mystic-menu.txt` for the menus of ENiGMA and Mystic. With `--socket` the board's callers join the host
    there, else each plays alone or against computers."""
    bulletin: str | None = value(
        "--bulletin DIR", "keep the best games in DIR as files for a board", file_name, setting=True
    )
    """At the start and after each game writes the best games of all to `h89yahtzee.ans` and `h89yahtzee.asc` in
    <dir>, for a bulletin board to show: at most 23 lines of at most 79 characters, with ANSI sequences and
    without."""
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
    """Appends a line to <file> for each event, such as a caller's arrival, with the address, or the end of a call.
    Without this option the lines go to standard error."""
    log_json: bool = switch("--log-json", "write the log as JSON, a line for each event")
    """Writes each event of the log as a line of JSON, with the members `time`, `way`, `from` and `what`. `way` is
    the option by which the caller came, such as `telnet`; `from` is the caller's address or the line. For an event
    of the host itself, `way` is `host` and `from` is null."""
    settings: str | None = value("--settings FILE", "read the settings from FILE", file_name)
    """Reads the settings from <file> instead of `$XDG_CONFIG_HOME/h89yahtzee/host.toml`."""


def parse_host_options(arguments: Sequence[str], settings: Mapping[str, object] | None = None) -> HostOptions:
    """Return the options in the command line `arguments`; UsageError if they contradict each other, SystemExit(0)
    after `--help`, `--man` and `--version`.

    `settings` maps names of fields of `HostOptions` to the values of options that aren't given in `arguments`.
    """
    parser = OptionParser(
        HostOptions,
        usage="yahtzee-host [options]",
        description="A lobby and tables of H89 YAHTZEE for callers on serial lines, by telnet and on this machine.",
        examples=EXAMPLES,
    )
    return chosen_as(HostOptions, parser.parse(arguments, settings))


def ports_of(options: HostOptions) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return a dict of the ports for callers. A key is the name of an option that opens ports, such as "telnet";
    its value has a pair of host and number for each port that the option opens."""
    declared = options_of(HostOptions).items()
    return {name: getattr(options, name) for name, option in declared if option.takes is _port}


def check_ways_in(options: HostOptions) -> None:
    """Raise UsageError if no caller could reach the host, or if the options contradict each other."""
    if options.json and not options.status:
        raise UsageError("--json says how --status is printed: expected --status with it")
    if options.status and options.socket is None:
        raise UsageError("--status asks the host at its socket: expected --socket with it, or in the settings")
    if options.status or options.fingerprint or options.door_kit is not None:
        return
    ports = ports_of(options)
    if not (options.line or options.socket or any(ports.values())):
        raise UsageError(f"nobody could come: expected {one_of(f'--{way}' for way in (*ports, 'line', 'socket'))}")
    if not options.lobby and options.tables is None:
        raise UsageError("--no-lobby leads callers to the first table of a file: expected --tables with it")
    urls = [line.url for line in options.line]
    for url in urls:
        if urls.count(url) > 1:
            raise UsageError(f"--line: {url} was named twice")


MOST_TABLES = 100


def _strategy(text: str) -> str:
    strategy = LEVELS.get(text, text)
    if strategy not in STRATEGIES:
        raise ValueError(f"expected {not_among(text, (*LEVELS, *STRATEGIES))}")
    return strategy


@dataclass(frozen=True, slots=True)
class FixedTable:
    """A table of the file that `--tables` names. The text below a key is its entry in the manual."""

    rules: str = value("--rules NAME", "the rules", RULE_SETS, default=H89.name, setting=True)
    """The rules, as `yahtzee(6)` has them. The default is `h89`."""
    columns: int | None = value("--columns N", "of quintzee", whole_number(1, 6), setting=True)
    """The number of columns of `quintzee` that are played."""
    bonus: str | None = value("--bonus NAME", "of quintzee", BONUSES, setting=True)
    """The rule for an extra Yahtzee in `quintzee`."""
    seats: int = value("--seats N", "for people", whole_number(1, MAX_PLAYERS), default=2, setting=True)
    """The number of seats for people. The default is 2; the game begins when all are taken, or as soon as the
    person who sat down first wants it."""
    computers: tuple[str, ...] = value(
        "--computers NAME", "by level or strategy", _strategy, default=(), setting=True, repeats=True
    )
    """The levels or strategies of computer players, one or a list of them."""
    same_dice: bool = switch("--same-dice", "for all players")
    """Whether all players have the same dice."""
    turn_time: int | None = value("--turn-time SECONDS", "for a turn", whole_number(5, 3600), setting=True)
    """The seconds that a person has for a turn. Without it nobody is hurried."""
    think_time: int = value("--think-time MS", "of computers", whole_number(0, 10**5), default=1000, setting=True)
    """The milliseconds for which a computer player pauses at each step. The default is 1000."""

    def choices(self) -> Choices:
        """Return the rules, players and other choices of the table; ValueError if they don't fit each other."""
        rules = rule_set(self.rules, self.columns, self.bonus)
        if self.seats + len(self.computers) > MAX_PLAYERS:
            raise ValueError(f"expected at most {MAX_PLAYERS} seats with those of computers")
        for strategy in self.computers:
            if strategy not in strategies_for(rules):
                raise ValueError(f"{strategy} can't play {format_rules(rules)}")
        computers = (Player(name, kind) for name, kind in zip(COMPUTER_NAMES, self.computers, strict=False))
        return Choices(
            (*[Player(ANYBODY)] * self.seats, *computers),
            self.rules,
            self.columns,
            self.bonus,
            self.same_dice,
            self.think_time / 1000,
            is_hosted=True,
            turn_time=self.turn_time,
        )


def fixed_tables(path: Path) -> list[Choices]:
    """Return the choices (players, rules and pace) of each table in the file at `path`, in the file's order; there
    is at least one table. SettingsError if the file can't be used; its message names the file and what was
    expected."""
    return parsed_file(path, _tables_in)


def _tables_in(file: dict[str, object]) -> list[Choices]:
    tables = file.pop("table", None)
    if file or not isinstance(tables, list) or not 1 <= len(tables) <= MOST_TABLES:
        raise SettingsError(f"expected 1 to {MOST_TABLES} tables, each below a line [[table]], and no more")
    return [_numbered(number, table) for number, table in enumerate(tables, 1)]


def _numbered(number: int, table: object) -> Choices:
    try:
        if not isinstance(table, dict):
            raise SettingsError("expected keys and their values")
        said = SimpleNamespace(**dict.fromkeys(options_of(FixedTable)) | settings_in(table, FixedTable))
        return chosen_as(FixedTable, said).choices()
    except ValueError as error:
        raise SettingsError(f"table {number}: {error}") from None
