"""The command `yahtzee-solve`: expected scores, plays in a position, reviews of games, answers for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from h89yahtzee.apps.command import run_command, say
from h89yahtzee.apps.solve.solve_options import SolveOptions, parse_solve_options

NAME = "yahtzee-solve"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0, 1 after a failure, or 2 for usage errors."""
    return run_command(NAME, lambda: _main(parse_solve_options(sys.argv[1:] if arguments is None else arguments)))


def _main(options: SolveOptions) -> int:
    if options.decide:
        from h89yahtzee.apps.solve.positions import decide

        return decide()
    for line in _lines(options):
        say(line)
    return 0


def _lines(options: SolveOptions) -> Iterable[str]:
    """Return the lines to print; import only the modules that the task needs."""
    if options.position is not None:
        from h89yahtzee.apps.solve.positions import position_lines

        return position_lines(options.position, options)
    if options.review is not None:
        from h89yahtzee.apps.solve.reviews import review_lines

        return review_lines(options.review, options)
    if options.distribution or options.beat is not None:
        from h89yahtzee.apps.solve.scores import distribution_lines

        return distribution_lines(options)
    from h89yahtzee.apps.solve.scores import all_lines, value_lines

    return all_lines(options.json) if options.all else value_lines(options.rules, options.json)
