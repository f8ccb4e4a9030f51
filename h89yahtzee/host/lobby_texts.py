"""The texts of the lobby, on a screen and by lines, in the characters that an H19 has."""

from __future__ import annotations

CAME = "{name} is here."
WENT = "{name} has gone."

NO_SEAT = "No seat is open at table {number}."
NOTHING_TO_WATCH = "Nobody plays at table {number} now."
NOT_STARTER = "{name} sat down first and may start."
NOT_YOURS = "You have no seat at table {number}."
ALREADY_AT_TABLE = "You are at a table."
TOO_MANY_TABLES = "There is no room for another table."
TOO_MANY_SEATS = "You have {most} unfinished games: finish one, or give one up."
TOO_MUCH_SAID = "Wait a moment before you say more."
