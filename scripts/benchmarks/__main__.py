"""The command line of `scripts/bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from scripts.benchmarks import (
    arena,
    chances,
    columns,
    emulator,
    environments,
    game,
    host,
    page,
    paint,
    players,
    solver,
    start,
    winner,
    wire,
)

BENCHMARKS = {
    "game": game.report,
    "start": start.report,
    "emulator": emulator.report,
    "paint": paint.report,
    "players": players.report,
    "solver": solver.report,
    "winner": winner.report,
    "columns": columns.report,
    "chances": chances.report,
    "arena": arena.report,
    "env": environments.report,
    "host": host.report,
    "web": page.report,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure the game.")
    parser.add_argument(
        "benchmark",
        nargs="?",
        choices=[*BENCHMARKS, "wire"],
        default="game",
        help="bytes sent for a key press, time to start, speed of the emulator, time to paint, bytes "
        "sent for recorded screens, how well the players play, whether chances come true, time to solve, speed of "
        "the arena, the environments for programs that learn, how soon a host "
        "answers, how the page in a browser does (default: game)",
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE.json", help="for wire: recorded screens, and the bytes of other programs"
    )
    arguments = parser.parse_args()
    if (arguments.benchmark == "wire") != bool(arguments.files):
        parser.error("expected files of frames for 'wire', and for nothing else")
    try:
        _print(wire.report(arguments.files) if arguments.files else BENCHMARKS[arguments.benchmark]())
    except wire.FramesError as error:
        sys.stderr.write(f"scripts/bench: {error}\n")
        return 1
    return 0


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
