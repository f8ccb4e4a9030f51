"""The texts by which a host tells about itself: the banner for callers, data for programs that list games, and the
output of `--announce` and `--status` for the host's sysop (operator).

MSSP is the MUD Server Status Protocol as tintin.mudhalla.net describes it. Its variables are sent in telnet's
negotiation, or as text lines to a client that sends the text line `MSSP_REQUEST` before any key is pressed. A
`STATUS_REQUEST` is answered only on the local socket.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from h89yahtzee.apps.command import CommandError, complain, say
from h89yahtzee.apps.host.call_log import NAME
from h89yahtzee.apps.host.host_options import HostOptions, ports_of
from h89yahtzee.apps.host.ways_in import SOCKET, TELNET
from h89yahtzee.apps.paths import data_directory
from h89yahtzee.host.doorway import Signboard
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.lobby_room import rules_of, seats_of, state_of
from h89yahtzee.screen.banner import MOST_BYTES, Banner, read_banner
from h89yahtzee.store.history import History
from h89yahtzee.store.own_files import read_file
from h89yahtzee.table.texts import TITLE

MSSP_REQUEST, STATUS_REQUEST = "MSSP-REQUEST", "STATUS-REQUEST"
STATUS_START, STATUS_END = "STATUS-REPLY-START", "STATUS-REPLY-END"


@dataclass(frozen=True, slots=True)
class Listing:
    """A host's entry in lists of games. `software` includes the version, `contact` tells how to reach the sysop
    (operator), and `address` is the name by which callers reach the host.

    `contact` and `address` are empty if the sysop gave none. `since` is the day of the host's first game as
    YYYY-MM-DD, empty if there was none yet, and `started` the time of the host's start in seconds since 1970.
    """

    name: str
    software: str
    contact: str = ""
    address: str = ""
    since: str = ""
    started: int = 0

    def announcement(self, ways: Mapping[str, Sequence[str]]) -> str:
        """Return the data that directories of games ask for, as JSON. `ways` maps each kind of port, such as
        "telnet", to the addresses at which callers reach the ports of this kind."""
        told = {
            "name": self.name,
            "address": self.address or None,
            "ways": ways,
            "software": self.software,
            "contact": self.contact or None,
            "since": self.since or None,
        }
        return json.dumps(told, ensure_ascii=False, indent=2)

    def variables(self, players: int, ports: Sequence[int]) -> Mapping[str, Sequence[str]]:
        """Return MSSP's variables with their values. `players` is the number of callers; `ports` are the numbers of
        the ports for telnet."""
        told = {
            "NAME": [self.name],
            "PLAYERS": [str(players)],
            "UPTIME": [str(self.started)],
            "CODEBASE": [self.software],
            "CONTACT": [self.contact],
            "CREATED": [self.since[:4]],
            "HOSTNAME": [self.address],
            "PORT": [str(port) for port in ports],
            "LANGUAGE": ["English"],
            "FAMILY": ["Custom"],
            "VT100": ["1"],
            "UTF-8": ["0"],
        }
        return {name: values for name, values in told.items() if any(values)}

    def status(self, lobby: Lobby) -> str:
        """Return three text lines: `STATUS_START`, the callers and the tables as JSON, and `STATUS_END`."""
        here = [
            {
                "name": caller.name,
                "table": None if (hosted := caller.hosted) is None else hosted.number,
                "plays": hosted is not None and hosted.seat_of(caller.name) is not None,
            }
            for caller in lobby.callers.values()
        ]
        tables = [
            {
                "number": hosted.number,
                "rules": rules_of(hosted),
                "seats": seats_of(hosted),
                "state": state_of(hosted),
                "watchers": hosted.watchers,
            }
            for hosted in lobby.tables.values()
        ]
        told = {"name": self.name, "software": self.software, "started": self.started}
        members = json.dumps(told | {"here": here, "tables": tables})
        return f"\r\n{STATUS_START}\r\n{members}\r\n{STATUS_END}\r\n"


def mssp_lines(variables: Mapping[str, Sequence[str]]) -> str:
    """Return the reply to an `MSSP_REQUEST`: a text line for each of MSSP's variables, with the name and the values
    separated by TABs, between the text lines MSSP-REPLY-START and MSSP-REPLY-END."""
    lines = ["", "MSSP-REPLY-START", *("\t".join([name, *values]) for name, values in variables.items())]
    return "\r\n".join([*lines, "MSSP-REPLY-END", ""])


NOT_RUNNING = 3
"""The exit status of `--status` if no host answers, as init scripts return it for a service that isn't running."""


class NoticeBoard:
    """The texts that a host shows. `started` is the time of the host's start in seconds since 1970; `ports` are the
    numbers of the ports for telnet."""

    def __init__(self, options: HostOptions, journal: Path, lobby: Lobby, started: int) -> None:
        self.ports: Sequence[int] = ()
        self._listing = listing_of(options, journal, started)
        self._lobby = lobby

    def signboards(self, banner: Banner | None) -> Mapping[str, Signboard]:
        """Return a dict with a signboard (the texts for callers who haven't pressed a key twice) for each of two
        kinds of ports: `TELNET` and `SOCKET` (the host's local socket).

        The signboard of `TELNET` shows the `banner` and answers requests for MSSP; that of `SOCKET` answers a
        `STATUS_REQUEST`.
        """
        shown = b"" if banner is None else banner.data
        lists = {MSSP_REQUEST: lambda: mssp_lines(self._variables())}
        return {
            TELNET: Signboard(shown, lists, self._variables),
            SOCKET: Signboard(replies={STATUS_REQUEST: lambda: self._listing.status(self._lobby)}),
        }

    def _variables(self) -> Mapping[str, Sequence[str]]:
        return self._listing.variables(len(self._lobby.callers), self.ports)


def data_folder(options: HostOptions, environment: Mapping[str, str]) -> Path:
    return Path(options.data) if options.data is not None else data_directory(environment) / "host"


def read_banner_file(options: HostOptions) -> Banner | None:
    """Return the banner in the file of `--banner`, None if the option isn't given; OSError if the file can't be
    read or is too long."""
    return None if options.banner is None else read_banner(read_file(Path(options.banner), MOST_BYTES))


def listing_of(options: HostOptions, journal: Path, started: int = 0) -> Listing:
    return Listing(options.name, TITLE, options.contact or "", options.address or "", _first_game(journal), started)


def _first_game(journal: Path) -> str:
    """Return the day on which the journal's first game was begun; "" if the journal is missing, can't be read or
    has no game."""
    with suppress(OSError):
        if journal.exists():
            with closing(History(journal)) as history:
                return "" if (game := history.first()) is None else _time(game.begun)[:10]
    return ""


def _time(time: int) -> str:
    """Return a time in seconds since 1970 as text, in this machine's time zone."""
    return f"{datetime.fromtimestamp(time, UTC).astimezone():%Y-%m-%d %H:%M}"


def announce(options: HostOptions, journal: Path) -> int:
    """Print, as JSON, the data about the host that directories of games and BBSes ask for; return the exit status.

    `journal` is the path of the host's journal, which tells the day of the first game.
    """
    ports = ports_of(options).items()
    ways = {way: [_called(options, host, port) for host, port in named] for way, named in ports}
    say(listing_of(options, journal).announcement({way: places for way, places in ways.items() if places}))
    return 0


def _called(options: HostOptions, host: str, port: int) -> str:
    """Return HOST:PORT for callers of `port`, which is open at the address `host`.

    HOST is the value of `--address`. If this option isn't given, HOST is `host`, or the name of this machine if the
    port is open at all addresses.
    """
    with suppress(ValueError):
        host = socket.gethostname() if ip_address(host).is_unspecified else host
    name = options.address or host
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


_PATIENCE = 10.0
"""The most seconds to wait for a host's answer."""


def print_status(options: HostOptions) -> int:
    """Print the callers and the tables of the host that listens at `--socket`; return the exit status."""
    assert options.socket is not None
    try:
        answer = _asked(options.socket)
    except OSError as error:
        complain(NAME, f"{options.socket}: no host answers: {error.strerror or error}")
        return NOT_RUNNING
    _, start, rest = answer.partition(f"\n{STATUS_START}\r\n".encode())
    members, end, _ = rest.partition(f"\r\n{STATUS_END}".encode())
    if not (start and end):
        raise CommandError(f"{options.socket}: what answers isn't a host of this version")
    say(members.decode() if options.json else "\n".join(_status_lines(json.loads(members))))
    return 0


def _asked(path: str) -> bytes:
    """Return the whole answer of the program at the socket `path` to a request for its status."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection, connection.makefile("rb") as said:
        connection.settimeout(_PATIENCE)
        connection.connect(path)
        connection.sendall(f"{STATUS_REQUEST}\r".encode())
        return said.read()


def _status_lines(status: Mapping[str, Any]) -> Sequence[str]:
    names = [
        person["name"]
        if person["table"] is None
        else f"{person['name']} {'at' if person['plays'] else 'watching'} {person['table']}"
        for person in status["here"]
    ]
    tables = [
        f"Table {table['number']}: {table['rules']}; {table['seats']}; {table['state']}."
        for table in status["tables"]
    ]
    head = f"{status['name']}, {status['software']}, since {_time(status['started'])}"
    return [head, f"{len(names)} here: {', '.join(names)}" if names else "Nobody is here.", *tables]
