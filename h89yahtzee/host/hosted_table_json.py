"""A table at which a game is played as JSON, by which a host that was stopped sets it up again.

    {"choices": {...}, "setup": "h89yahtzee-record 1\\nrules h89\\n...", "owners": ["ann", null]}

`choices` are as `choices_json` has them, `setup` is the header of the game's record, `owners` has a name or null
for each seat. The game itself is in the journal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from h89yahtzee.game.record import Setup
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.notation.json_node import parse_json
from h89yahtzee.notation.record_text import header_lines, parse_records
from h89yahtzee.table.start.choices_json import choices_members, choices_of


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table as it was written down; nothing lies on it yet."""

    hosted: HostedTable
    setup: Setup


def format_table(hosted: HostedTable) -> str:
    setup, owners = hosted.owned
    members = {
        "choices": choices_members(hosted.choices),
        "setup": "\n".join(header_lines(setup)),
        "owners": [owners.get(seat) for seat in range(len(setup.players))],
    }
    return json.dumps(members)


def parse_table(number: int, text: str) -> WrittenTable:
    """NotationError if the text isn't such a table."""
    node = parse_json(text, f"table {number}")
    written = node.required("setup")
    records = parse_records(written.text() + "\n", may_lack_turns=True)
    if len(records) != 1:
        raise written.expected("one game")
    (record,) = records
    hosted = HostedTable(number, choices_of(node.required("choices")))
    owners = node.required("owners").items()
    if len(owners) != len(record.setup.players):
        raise node.expected("an owner or null for each player")
    hosted.owners = {seat: owner.text() for seat, owner in enumerate(owners) if owner.value is not None}
    return WrittenTable(hosted, record.setup)
