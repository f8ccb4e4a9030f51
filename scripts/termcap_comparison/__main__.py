"""The command line of `scripts/termcaps`."""

from __future__ import annotations

import argparse
import sys

from scripts.termcap_comparison.comparison import Missing, compare, stale_everywhere
from scripts.termcap_comparison.reasons import ENTRIES


def main() -> int:
    """Print the differences. Return the exit status: 1 if a difference has no reason, a reason has no difference,
    or an entry is missing, else 0."""
    parser = argparse.ArgumentParser(prog="scripts/termcaps", description="Compare termcaps/*.tc with ncurses.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a file in termcaps/ without .tc (default: all)")
    names = parser.parse_args().names
    unknown = sorted({*names} - {*ENTRIES})
    if unknown:
        parser.error(f"expected some of {' '.join(ENTRIES)}, not {' '.join(unknown)}")
    try:
        comparisons = [compare(name) for name in names or ENTRIES]
    except Missing as error:
        sys.stderr.write(f"scripts/termcaps: {error}\n")
        return 1
    stale = [] if names else stale_everywhere(comparisons)
    lines = [line for comparison in comparisons for line in comparison.report()]
    lines += [f"everywhere: {name}: a reason, but no difference" for name in stale]
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return int(bool(stale) or not all(comparison.is_explained for comparison in comparisons))


if __name__ == "__main__":
    sys.exit(main())
