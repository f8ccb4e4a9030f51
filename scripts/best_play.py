"""Write the totals of best play into `h89yahtzee/table/daily.py`, for the rules that aren't in its table yet.

    python -m scripts.best_play

Each of the rules takes some ten seconds. The mean total is printed, for `RuleSet.mean`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from textwrap import fill

from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.solver.distributions import final_distribution
from h89yahtzee.solver.values import solved
from h89yahtzee.table import daily

TABLE = Path(daily.__file__)


def missing() -> Iterator[RuleSet]:
    """Yield all rules with one column whose totals aren't in the table."""
    for name, rules in RULE_SETS.items():
        for bonus in rules.bonus_choices or (None,):
            found = rule_set(name, bonus=bonus)
            if found.columns == 1 and daily.name_of(found) not in daily.TOTALS:
                yield found


def entry(rules: RuleSet) -> str:
    """Return the table's entry for `rules`: 99 totals, each the least that is higher than those of at least 1, 2
    ... 99 of 100 games."""
    below = [0.0, *accumulate(final_distribution(solved(rules)))]
    least = (next(total for total, part in enumerate(below) if 100 * part >= games) for games in range(1, 100))
    indent = " " * 8
    totals = fill(" ".join(map(str, least)), 112, initial_indent=indent, subsequent_indent=indent)
    return f'    "{daily.name_of(rules)}": """\n{totals}\n    """,\n'


if __name__ == "__main__":
    for asked in missing():
        text = TABLE.read_text("utf-8")
        end = text.index("\n}\n", text.index("\nTOTALS = {\n")) + 1
        TABLE.write_text(text[:end] + entry(asked) + text[end:], "utf-8")
        sys.stdout.write(f"{daily.name_of(asked)}: a mean of {solved(asked).start():.2f}\n")
