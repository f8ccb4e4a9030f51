"""What a bot that is a program of its own may take."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds by the clock on the wall: `start_time` for its first answer, `move_time` for each other one,
    `game_time` for all of a game. `memory` in bytes for all its data, `line` the bytes of a line, `log` those of
    what it says on standard error that are kept.
    """

    move_time: float = 1.0
    game_time: float = 30.0
    start_time: float = 10.0
    memory: int = 512 * MEBIBYTE
    line: int = 4096
    log: int = MEBIBYTE
