"""The totals of columns that were played before on the same grid, as text: a line a player, numbers between spaces.

Where there are none the text is empty.
"""

from __future__ import annotations

import re

from h89yahtzee.game.near_words import shown
from h89yahtzee.game.played_columns import PlayedColumns, none_played
from h89yahtzee.notation.tokens import NotationError


def format_columns(played: PlayedColumns) -> str:
    return "\n".join(" ".join(map(str, totals)) for totals in played) if any(played) else ""


def parse_columns(text: str, players: int) -> PlayedColumns:
    """NotationError if it isn't what `format_columns` writes for so many players."""
    if not text:
        return none_played(players)
    if not re.fullmatch(r"[0-9]{1,6}( [0-9]{1,6})*(\n[0-9]{1,6}( [0-9]{1,6})*)*", text):
        raise NotationError(f"expected the totals of columns, not {shown(text)}")
    played = tuple(tuple(map(int, line.split())) for line in text.split("\n"))
    if len(played) != players or len({*map(len, played)}) != 1:
        raise NotationError(f"expected the totals of as many columns for {players} players, not {shown(text)}")
    return played
