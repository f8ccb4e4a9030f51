"""Checks that options of `yahtzee-arena` go together: UsageError if one needs another one that isn't there."""

from __future__ import annotations

from types import SimpleNamespace

from h89yahtzee.apps.command import UsageError

POOLS = ("pairs", "gauntlet", "swiss", "tables", "sprt", "alpha", "beta")
_NOT_OF_A_CHECK = ("games", *POOLS, "independent", "lenient", "resume", "journal", "records", "executor", "html")


def check_fits(chosen: SimpleNamespace, is_check: bool) -> None:
    """UsageError for an option that belongs to something else."""
    if chosen.anchor:
        raise UsageError("--anchor belongs to ratings: expected yahtzee-arena ratings --anchor NAME=ELO")
    if is_check:
        _check_fits_a_check(chosen)
    elif chosen.rate or chosen.verbose:
        raise UsageError(f"--{'rate' if chosen.rate else 'verbose'} belongs to a check: expected it after check")
    if chosen.language:
        raise UsageError("--language belongs to a new bot: expected new NAME --language NAME")
    if chosen.sprt is None and (chosen.alpha or chosen.beta) is not None:
        raise UsageError("--alpha and --beta are of a sequential test: expected --sprt with them")
    if chosen.html_games is not None and chosen.html is None:
        raise UsageError("--html-games is about the page of a tournament: expected --html with it")
    if chosen.executor is not None and chosen.processes is not None:
        raise UsageError("--processes is for this machine, --executor for a cluster: expected one of them")


def _check_fits_a_check(chosen: SimpleNamespace) -> None:
    unfit = [f"--{option}" for option in _NOT_OF_A_CHECK if getattr(chosen, option)]
    if chosen.rate and "--games" in unfit:
        unfit.remove("--games")
    if unfit:
        raise UsageError(f"a check is no tournament: expected it without {', '.join(unfit)}")
    if chosen.csv or chosen.svg:
        raise UsageError(f"--{'csv' if chosen.csv else 'svg'}: a check is printed as text or with --json")
