"""The parts of a turn: a player's marked dice and selected box, the steps of a computer player and its search for a
better decision, and the time limit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision, Search
from h89yahtzee.table.commands import DICE, Command
from h89yahtzee.table.events import Happening, Rejection, Step
from h89yahtzee.table.match import GameSeries
from h89yahtzee.table.preferences import Mark, TableOptions


def earliest(*times: float | None) -> float | None:
    """Return the earliest of `times`; None stands for never."""
    return min((time for time in times if time is not None), default=None)


class Marks:
    """A player's marks: `selected` is the box to score in, `to_roll` the positions (0-based) of the dice to roll.

    `selected` is None if no box is selected, `to_roll` is None until a die has been marked.
    """

    def __init__(self) -> None:
        self.selected: Box | None = None
        self.to_roll: frozenset[int] | None = None

    def clear(self) -> None:
        self.selected = self.to_roll = None

    def obey(self, command: Command | Box | None, mark: Mark, state: GameState) -> Action | Rejection | None:
        """Change the marks as `command` says, and return None. If `command` is DONE or ROLL, return the player's
        action instead; if `command` can have no effect, return a Rejection instead.

        A Box as `command` selects that box. `mark` says whether marked dice are rolled or kept.
        """
        if command in DICE:
            unmarked = frozenset(_all_dice(state) if mark is Mark.KEEP else ())
            self.to_roll = (unmarked if self.to_roll is None else self.to_roll) ^ {DICE.index(command)}
        elif command is Command.ROLL:
            return self._roll(mark, state)
        elif command is Command.DONE:
            assert self.selected is not None
            return Score(self.selected)
        elif command is Command.OOPS:
            self.to_roll = None
        elif not self._select(command, state):
            return Rejection.UNKNOWN
        return None

    def show(self, decision: Decision) -> None:
        """Mark the dice that `decision` rolls, or select the box that it names."""
        self.selected = decision.box or self.selected
        if isinstance(decision.action, Roll):
            self.to_roll = frozenset(decision.action.positions)

    def select_legal(self, state: GameState, is_human: bool) -> None:
        """Select the first legal box if the selected box isn't legal; in a person's turn (`is_human`), also if no
        box is selected."""
        legal = state.legal_boxes()
        is_lost = self.selected is not None and self.selected not in legal
        if is_lost or (self.selected is None and is_human):
            self.selected = legal[0]

    def _roll(self, mark: Mark, state: GameState) -> Roll | Rejection:
        keeps = mark is Mark.KEEP
        rolled = _all_dice(state) if keeps and self.to_roll is None else tuple(sorted(self.to_roll or ()))
        if not state.rolls_left:
            return Rejection.NO_ROLLS
        if not rolled:
            return Rejection.NOTHING_LEFT_TO_ROLL if keeps else Rejection.NOTHING_MARKED
        return Roll(rolled)

    def _select(self, command: Command | Box | None, state: GameState) -> bool:
        """Select the box to which `command` moves the selection; return False if `command` moves no selection."""
        assert self.selected is not None
        box = box_at(command, state.legal_boxes(), self.selected)
        self.selected = box or self.selected
        return box is not None


def _all_dice(state: GameState) -> tuple[int, ...]:
    return tuple(range(len(state.dice)))


_STEPS = {Command.UP: -1, Command.DOWN: 1, Command.LEFT: -1, Command.RIGHT: 1}


def box_at(command: Command | Box | None, boxes: Sequence[Box], box: Box) -> Box | None:
    """Return the box among `boxes` to which `command` moves the selection from `box`; None if `command` moves no
    selection."""
    if isinstance(command, Box):
        return command if command in boxes else None
    if command is Command.NEXT:
        return next_box(boxes, box, 1)
    if command in (Command.UP, Command.DOWN):
        return next_box([other for other in boxes if other.column == box.column], box, _STEPS[command])
    if command in (Command.LEFT, Command.RIGHT) and len({box.column for box in boxes}) > 1:
        return box_beside(boxes, box, _STEPS[command])
    return None


def next_box(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the box after (`step` 1) or before (-1) `box` in `boxes`, wrapping around."""
    return boxes[(boxes.index(box) + step) % len(boxes)]


def box_beside(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the box nearest to the row of `box` in the next (`step` 1) or previous (-1) column with open boxes."""
    columns = sorted({other.column for other in boxes})
    column = columns[(columns.index(box.column) + step) % len(columns)]
    return min(
        (other for other in boxes if other.column == column),
        key=lambda other: (abs(other.row - box.row), other.row),
    )


_ASK_AGAIN = 0.05
"""Seconds between two checks whether a strategy in another process has decided."""


class ComputerTurn:
    """The turn of a computer player in `series`, step by step. Callers pass in the time and the table's options,
    which have the player's pace (`think_time`).

    `step` is the present step, `deadline` the time of the next `advance`. `shown` is a decision that is on the
    screen already but isn't carried out yet, None if there is none. All are None while no computer player is to
    move.
    """

    def __init__(self, series: GameSeries) -> None:
        self._series = series
        self._decides_at = 0.0
        self.begin()

    def begin(self) -> None:
        """Forget the steps of the turn before, because another turn begins or another player decides."""
        self.step: Step | None = None
        self.shown: Decision | None = None
        self.deadline: float | None = None
        self._search: SearchClock | None = None
        self._may_search = True

    @property
    def is_searching(self) -> bool:
        return self._search is not None

    @property
    def seconds_left(self) -> int | None:
        """Seconds until the search ends; None unless a search takes noticeable time."""
        return None if self._search is None else self._search.seconds_left

    def think(self, options: TableOptions, now: float) -> None:
        """Begin to think about the dice on the table."""
        self.step = Step.THINKING
        self.deadline = self._decides_at = now + options.think_time
        seconds = options.analysis_time
        if self._is_thinking(options):
            return
        if seconds and self._may_search and (search := self._series.search()) is not None:
            self._search, self.deadline = SearchClock(search, seconds, now), now

    def resume(self, options: TableOptions, now: float) -> None:
        """Start the wait for the next step again, since nobody looked at the table meanwhile."""
        if self._search is not None:
            self._search.resume(now)
        elif self.deadline is not None:
            self.deadline = now + options.think_time

    def hurry(self) -> None:
        """End the search; no other search begins in this turn."""
        if self._search is not None:
            self._search, self._may_search = None, False

    def advance(self, options: TableOptions, now: float) -> Action | None:
        """Take the next step: search a little, set `shown` to the decision, or return the action decided on.

        The caller carries out the returned action; None means that no action is due yet.
        """
        if self._search is not None:
            self._search_on(self._search, now)
        elif self.shown is not None:
            action, self.shown = self.shown.action, None
            return action
        elif self._is_thinking(options):
            self.deadline = now + _ASK_AGAIN
        else:
            self._show(options, now)
        return None

    def finish(self) -> Action:
        decision, self.shown = self.shown or self._series.decide(), None
        return decision.action

    def _search_on(self, search: SearchClock, now: float) -> None:
        """Search for a few milliseconds; if the search runs out of time, begin no other search in this turn."""
        search.advance(now)
        self.deadline = now
        if search.is_over:
            self._may_search = search.is_done
            self._search, self.deadline = None, max(now, self._decides_at)

    def _is_thinking(self, options: TableOptions) -> bool:
        """Whether a strategy in another process, which may search for `analysis_time`, has no decision yet."""
        return self._series.is_thinking(math.ceil(options.analysis_time or 0))

    def _show(self, options: TableOptions, now: float) -> None:
        self.shown = self._series.decide()
        is_roll = isinstance(self.shown.action, Roll)
        self.step = Step.ROLLING if is_roll else Step.DECIDED
        self.deadline = now + options.think_time / (2 if is_roll else 1)


SLICES = 8
"""The number of slices of a search (each of a few milliseconds) that are done between two checks for keys."""
NOTICEABLE = 0.5
"""Seconds of a search after which viewers see the time left."""
_LONGEST_STEP = 1.0
"""The most seconds counted between two calls of `advance`: in a longer gap the program must have been suspended."""


class SearchClock:
    """A computer player's search and its time limit: `advance` searches a little, and the search ends after
    `seconds` at the latest. All time from one call of `advance` to the next counts; if `resume` is called between
    them, the time before this call doesn't count.

    `seconds_left` is shown on the screen. It is None until the search has taken noticeable time, and never rises.
    """

    def __init__(self, search: Search, seconds: float, now: float) -> None:
        self._search = search
        self._seconds = seconds
        self._spent = 0.0
        self._last = now
        self.seconds_left: int | None = None

    @property
    def is_done(self) -> bool:
        return self._search.is_done

    @property
    def is_over(self) -> bool:
        return self.is_done or self._spent >= self._seconds

    def advance(self, now: float) -> None:
        self._spent += min(now - self._last, _LONGEST_STEP)
        self._last = now
        for _ in range(SLICES):
            if not self.is_over:
                self._search.advance()
        if self._spent >= NOTICEABLE:
            before = math.ceil(self._seconds) if self.seconds_left is None else self.seconds_left
            self.seconds_left = min(before, max(1, math.ceil(self._left())))

    def resume(self, now: float) -> None:
        self._last = now

    def _left(self) -> float:
        """Return an estimate of the search's seconds left, from the progress so far."""
        progress = self._search.progress
        until_done = self._spent * (1 - progress) / progress if progress > 0 else math.inf
        return max(0.0, min(until_done, self._seconds - self._spent))


WARNING_TIME = 15.0
"""Seconds before the end of a turn at which the clock warns, or half of the turn's time if that is less."""
STEP = 5
"""Seconds between two changes of the time on the screen, to spare slow lines."""
MOST_OVERDUE = 2
"""The number of overdue turns in a row after which a computer takes over the seat."""
_CLOSE = 1e-6


class TurnClock:
    """The time limit of a turn. `ends` is the time at which the turn ends, None while the clock stands still.

    `seconds_left` is the number that viewers are shown, None until the clock has warned.
    """

    def __init__(self) -> None:
        self.ends: float | None = None
        self.seconds_left: int | None = None
        self._warning_time = 0.0
        self._overdue: dict[int, int] = {}

    def start(self, seconds: float | None, now: float) -> None:
        """Start the clock for a turn of `seconds`, or stop it if `seconds` is None."""
        self.stop()
        if seconds is not None:
            self.ends = now + seconds
            self._warning_time = min(WARNING_TIME, seconds / 2)

    def stop(self) -> None:
        self.ends = self.seconds_left = None

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` has something to do; None while the clock stands still."""
        if self.ends is None:
            return None
        if self.seconds_left is None:
            return self.ends - self._warning_time
        return self.ends - (self.seconds_left - 1) // STEP * STEP

    def advance(self, now: float) -> Happening | None:
        """Return WARNED if the warning is due now, OVERDUE if the time is up, otherwise None."""
        if self.ends is None or self.deadline is None or now < self.deadline:
            return None
        if self.seconds_left is None:
            # If the warning comes late, the end of the turn is put off, so that no turn ends soon after its
            # warning.
            self.ends = max(self.ends, now + self._warning_time)
            self.seconds_left = math.ceil(self._warning_time)
            return Happening.WARNED
        if now < self.ends:
            self.seconds_left = math.ceil(self.ends - now - _CLOSE)
            return None
        self.stop()
        return Happening.OVERDUE

    def count_overdue(self, seat: int) -> bool:
        """Count an overdue turn of `seat`; return whether the count has reached `MOST_OVERDUE`."""
        self._overdue[seat] = self._overdue.get(seat, 0) + 1
        return self._overdue[seat] >= MOST_OVERDUE

    def forgive(self, seat: int) -> None:
        """Begin the count of overdue turns of `seat` again at 0."""
        self._overdue.pop(seat, None)
