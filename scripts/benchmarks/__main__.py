"""The command line of `scripts/bench`."""

from __future__ import annotations

import argparse
import sys

from scripts.benchmarks import emulator, game, start

BENCHMARKS = {"game": game.report, "start": start.report, "emulator": emulator.report}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure the game.")
    parser.add_argument(
        "benchmark",
        nargs="?",
        choices=BENCHMARKS,
        default="game",
        help="bytes sent for a key press, time to start, speed of the emulator (default: game)",
    )
    for line in BENCHMARKS[parser.parse_args().benchmark]():
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
