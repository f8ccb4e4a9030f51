"""Limits of time, memory and output for a bot."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: `start_time` for a bot's first answer, `move_time` for each other one, `game_time` for all of a
    game; `sandbox.usage` says which time counts. Bytes: `memory` for all its data, `files` for those in its folder,
    `line` for a line, `log` for the standard error that is kept.
    """

    move_time: float = 1.0
    game_time: float = 30.0
    start_time: float = 10.0
    memory: int = 512 * MEBIBYTE
    files: int = 64 * MEBIBYTE
    line: int = 4096
    log: int = MEBIBYTE
