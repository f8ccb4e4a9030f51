"""What a host tells about itself: to lists of games by MSSP, to directories and to its sysop as JSON.

MSSP is the MUD Server Status Protocol as tintin.mudhalla.net describes it: variables by telnet, or in lines of text
to those who send the line `MSSP_REQUEST` in place of keys. A `STATUS_REQUEST` is answered only on the local socket.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.lobby_room import rules_of, seats_of, state_of

MSSP_REQUEST, STATUS_REQUEST = "MSSP-REQUEST", "STATUS-REQUEST"
STATUS_START, STATUS_END = "STATUS-REPLY-START", "STATUS-REPLY-END"


@dataclass(frozen=True, slots=True)
class Listing:
    """A host as lists know it: its name, its software with the version, how to reach its sysop, and its address.

    `contact` and `address` are empty if the sysop gave none. `since` is the day of its first game as YYYY-MM-DD,
    empty before that, and `started` the time of its start in seconds since 1970.
    """

    name: str
    software: str
    contact: str = ""
    address: str = ""
    since: str = ""
    started: int = 0

    def announcement(self, ways: Mapping[str, Sequence[str]]) -> str:
        """Return as JSON what directories want to know; `ways` has the addresses for each kind of access."""
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
        """Return MSSP's variables, each with its values; `ports` are those for telnet."""
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
        """Return the callers and the tables as a line of JSON between the lines `STATUS_START` and `STATUS_END`."""
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
    """Return MSSP's variables in lines of text: a name and its values with TABs between them."""
    lines = ["", "MSSP-REPLY-START", *("\t".join([name, *values]) for name, values in variables.items())]
    return "\r\n".join([*lines, "MSSP-REPLY-END", ""])
