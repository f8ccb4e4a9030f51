"""The time that the solver takes: the whole program, its kernel, the same in numpy, and decisions over a pipe.

The decisions are for the positions that the best player meets in games with the seeds 0, 1 and so on.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.game.state import GameState, apply, new_game
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.solver import kernel, numpy_values
from h89yahtzee.solver.column import column_of
from h89yahtzee.solver.values import solved

RUNS = 7
PROGRAM_LIMIT, KERNEL_LIMIT = 0.8, 0.4
"""The most seconds for the whole program and for the kernel, on two idle cores."""
DECISIONS_LIMIT = 300
"""The least number of decisions a second."""

_DECISIONS = 3000
_SOLVE = (sys.executable, "-c", "import sys; from h89yahtzee.apps.solve.solve import main; sys.exit(main())")
_TIME_LIMIT = 120


def report() -> Iterator[str]:
    column = column_of(OFFICIAL)
    yield f"Solving {OFFICIAL.name}, seconds."
    yield f"{'':26} best median  limit"
    program = [_seconds(_run_program) for _ in range(RUNS)]
    yield _row("yahtzee-solve", program, PROGRAM_LIMIT)
    if kernel.is_built():
        compiled = [_seconds(lambda: kernel.solve(column)) for _ in range(RUNS)]
        yield _row("kernel", compiled, KERNEL_LIMIT)
        alone = [_seconds(lambda: kernel.solve(column, threads=1)) for _ in range(RUNS)]
        yield _row("kernel, one thread", alone)
    yield _row("numpy", [_seconds(lambda: numpy_values.solve(column))])
    yield "Decisions of optimal a second, yahtzee-solve --decide, each asked when the one before is answered."
    rate = _decisions_a_second()
    yield f"{'official':26} {rate:,.0f}, at least {DECISIONS_LIMIT}: {'ok' if rate >= DECISIONS_LIMIT else 'under'}"


def _row(name: str, seconds: list[float], limit: float | None = None) -> str:
    """Return a row of the report. It is judged by the best run, since other programs slow down the other runs."""
    row = f"{name:24} {min(seconds):6.3f} {median(seconds):6.3f}"
    return row if limit is None else f"{row} {limit:6.1f} {'ok' if min(seconds) <= limit else 'over'}"


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _run_program() -> None:
    subprocess.run([*_SOLVE, "--rules", OFFICIAL.name], check=True, stdout=subprocess.DEVNULL, timeout=_TIME_LIMIT)


def _decisions_a_second() -> float:
    """Return the number of decisions a second, without the first one, which waits until the values are solved."""
    first, *questions = _questions(_DECISIONS + 1)
    with subprocess.Popen(
        [*_SOLVE, "--decide"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stdin is not None
            assert program.stdout is not None
            started = time.perf_counter()
            for question in (first, *questions):
                program.stdin.write(f"{question}\n")
                program.stdin.flush()
                assert json.loads(program.stdout.readline())["value"] > 0
                if question is first:
                    started = time.perf_counter()
            return len(questions) / (time.perf_counter() - started)
        finally:
            program.kill()


def _questions(number: int) -> list[str]:
    states = _states()
    return [_question(next(states)) for _ in range(number)]


def _states() -> Iterator[GameState]:
    player, seed = Optimal(solved(OFFICIAL)), 0
    while True:
        deal = Dealer(seed).deal
        state = new_game(OFFICIAL, 1, deal)
        while not state.is_over:
            yield state
            state = apply(state, player.decide(state).action, deal)
        seed += 1


def _question(state: GameState) -> str:
    extras = [points // OFFICIAL.extra_yahtzees.bonus for points in state.card.yahtzee_bonuses]
    return json.dumps(
        {
            "rules": OFFICIAL.name,
            "dice": state.dice,
            "rolls_left": state.rolls_left,
            "scores": state.card.scores,
            "extra_yahtzees": extras,
            "strategy": "optimal",
        }
    )
