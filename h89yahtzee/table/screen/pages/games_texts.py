"""The texts of the page of saved games, and of what it opens."""

from __future__ import annotations

TITLE = "SAVED GAMES"
SCORES_TITLE = "SCORES"
REPLAY_TITLE = "GAME {number}"
KEYS = "UP, DOWN choose   RETURN reviews   c compares   p plays back   b best scores"
END = "Any other key returns to the game."
BACK = "Any key returns to the list."
NONE = "No games are saved."
UNFINISHED = "Game {number} isn't finished."
OTHER_DICE = "The players of game {number} didn't have the same dice."
NEXT = "Any key continues, q quits."
LAST = "That was all. Any key returns."
"""These two in place of the captions."""


def chosen(line: str, is_chosen: bool, width: int) -> str:
    """A line of the list; dots say where it had to be cut."""
    text = f"{'>' if is_chosen else ' '} {line}"
    return text if len(text) <= width else f"{text[: width - 4]} ..."
