"""Results of games of the day, in which all people have the same dice, for `--scores daily` and a host's lists.

This module also computes the figure that `--scores skill` shows: the share of skill, as opposed to luck, in the
differences between totals that were reached with the same dice. Par is the best player's total with a game's dice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from h89yahtzee.apps.cached_values import analyst_of
from h89yahtzee.apps.command import aligned
from h89yahtzee.apps.saving.game_lists import complain_of, finished
from h89yahtzee.apps.saving.resuming import whole_record
from h89yahtzee.frontends.lines.line_texts import WIDTH
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.record_text import header_lines
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.review import Difference, SkillShare, differences, review, skill_share
from h89yahtzee.store.history import SavedGame
from h89yahtzee.table import daily
from h89yahtzee.table.reviews import PendingLines, Steps
from h89yahtzee.table.sentences import count
from h89yahtzee.table.texts import Head, plain_text

_SAME_DICE = "dealing same"
"""The line in the header of a game's record that says that all players had the same dice."""
_LAST_DAYS = 14
"""The most days that are listed for one person."""
_HEADS = ("player", "rules", "days", "in a row", "longest", "par or better", "best")
_NONE = "No game of the day is finished."


_Groups = list[tuple[daily.DailyGames, Sequence[int]]]
"""For each person and rule set: the games of the day that count, and the par of each game, in the same order.

Of a person's games of one day the first one counts. Par is the total of best play with the same dice.
"""


def daily_scores() -> Iterator[str]:
    """Yield the text lines of a table of the games of the day, with a row for each person and rule set. Below the
    table, for each of its rows, come that person's results on the last days."""
    yield from _table(_counted())


def daily_sentences() -> Iterator[str]:
    """Yield the table of `daily_scores` in whole sentences, for a screen reader."""
    yield from _sentences(_counted())


def pending_days(path: Path | None, aloud: bool) -> PendingLines:
    """Return an object that computes the text lines of `daily_scores`, or if `aloud` those of `daily_sentences`,
    step by step.

    The games are those in the journal at `path`, by default the user's own.
    """

    def steps() -> Steps:
        groups = yield from _working_out(path)
        return [*(_sentences(groups) if aloud else _table(groups))]

    return PendingLines(steps())


def _table(groups: _Groups) -> Iterator[str]:
    if not groups:
        yield _NONE
        return
    rows = [daily.daily_row(group, pars) for group, pars in groups]
    yield from aligned([_HEADS, *rows], 2, (0, 1), width=WIDTH)
    for group, pars in groups:
        yield from ("", Head(f"{plain_text(group.player)}, {group.rules}: the last days"))
        yield from list(daily.daily_totals(group, pars))[-_LAST_DAYS:]


def _sentences(groups: _Groups) -> Iterator[str]:
    yield from [daily.daily_sentence(group, pars) for group, pars in groups] or [_NONE]


def daily_json() -> Iterator[str]:
    """Yield one JSON text: an array with an object for each person and rule set, with the games of the day that
    count (of each day the person's first finished one)."""
    members = []
    for group, pars in _counted():
        days = [
            (day, daily.total_of(record))
            for record in group.records
            if (day := daily.day_of(record.setup)) is not None
        ]
        row, longest = daily.in_a_row(day for day, _ in days)
        members.append(
            {
                "player": group.player,
                "rules": group.rules,
                "in_a_row": row,
                "most_in_a_row": longest,
                "days": [
                    {"day": str(day), "total": total, "par": par}
                    for (day, total), par in zip(days, pars, strict=True)
                ],
            }
        )
    yield json.dumps(members)


def _counted() -> _Groups:
    steps = _working_out(complain=complain_of)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            groups: _Groups = end.value
            return groups


def _working_out(
    path: Path | None = None, complain: Callable[[int], None] = lambda _: None
) -> Generator[float, None, _Groups]:
    """Read the games of the day, and compute each game's par (the best player's total with its dice). Yield before
    each game the part of the work that is done, from 0 to 1; at the end return the games with their pars.

    The function `complain` is called with the number of games that can't be read.
    """
    games, left_out = finished([_SAME_DICE], path)
    complain(left_out)
    groups, done, pars = daily.counting(record for _, record in games), 0, dict[Setup, int]()
    count_of_all = sum(len(group.records) for group in groups)
    for group in groups:
        for record in group.records:
            yield done / count_of_all
            pars[record.setup] = daily.par_of(record.setup, analyst_of(record.setup.rules))
            done += 1
    return [(group, [pars[record.setup] for record in group.records]) for group in groups]


def results_of(day: Day, rules: RuleSet, path: Path | None = None) -> list[tuple[str, int]]:
    """Return (name, total) of each person who has finished the game of `day` by `rules`, the highest total first.

    The total is that of the person's first finished game, which counts.
    """
    games, _ = finished((f"\nseed {daily.seed_of(day, rules)}\n{_SAME_DICE}\n",), path)
    counted = daily.counting(record for _, record in games if record.setup.rules == rules)
    totals = [(group.player, daily.total_of(record)) for group in counted for record in group.records]
    return sorted(totals, key=lambda result: -result[1])


def totals_like(setup: Setup, path: Path | None = None) -> list[int]:
    """Return the first player's totals in the finished games with `setup` (players, rules and seed of the dice), in
    the order in which the games ended."""
    header = "\n".join(header_lines(setup))
    games, _ = finished([header], path)
    return [record.totals[0] for _, record in games if record.totals and record.setup == setup]


def skill_scores() -> Iterator[str]:
    """Yield a text line for each rule set with one column, which tells how much of the differences between totals
    with the same dice is due to skill, not luck."""
    told = [_share_line(rules, share) for rules, share in _skill_shares()]
    yield from told or ["No two players have had the same dice."]


def skill_json() -> Iterator[str]:
    """Yield one text, the figures of `skill_scores` in JSON: an array with an object for each rule set."""
    yield json.dumps([{"rules": rules, **asdict(share)} for rules, share in _skill_shares()])


def _skill_shares() -> list[tuple[str, SkillShare]]:
    games, left_out = finished([_SAME_DICE])
    complain_of(left_out)
    by_dice: dict[tuple[RuleSet, int], list[SavedGame]] = {}
    for game, record in games:
        if record.setup.rules.columns == 1:
            by_dice.setdefault((record.setup.rules, record.setup.seed), []).append(game)
    compared: dict[str, list[list[Difference]]] = {}
    for (rules, _), alike in by_dice.items():
        records = [whole_record(game) for game in alike]
        if sum(len(record.setup.players) for record in records) > 1:
            reviews = [each for record in records for each in review(record, analyst_of(rules))]
            compared.setdefault(format_rules(rules), []).append(differences(reviews))
    shares = ((rules, skill_share(found)) for rules, found in sorted(compared.items()))
    return [(rules, share) for rules, share in shares if share is not None]


def _share_line(rules: str, share: SkillShare) -> str:
    error = "" if share.error is None else f", give or take {100 * share.error:.0f}"
    times = count(share.games, "game")
    return f"{rules}: {100 * share.share:.0f} % of the differences in {times} with the same dice are skill{error}."
