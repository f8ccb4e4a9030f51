"""A game at a table, the same for all who look at it through any terminal.

Callers pass in commands and the time, and read events. Times are in seconds of any clock that never goes back. To
post is to enter the score of the dice in a box; a viewer is a person who looks at the table. Other modules deal
with screens and keys.
"""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.chances import Outcomes
from h89yahtzee.players.strategy import Decision
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import LOOK_AGAIN, Bookmaker, ChanceFigures, Reckoning
from h89yahtzee.table.commands import Command
from h89yahtzee.table.events import Attendance, Event, EventLog, Happening, Onlooker, Rejection
from h89yahtzee.table.match import GameSeries
from h89yahtzee.table.preferences import Mark, TableOptions
from h89yahtzee.table.turns import ComputerTurn, Marks, TurnClock, earliest

STAND_IN = "optimal"
"""The strategy that plays for a person whose time for a turn has run out."""
HOLD_TIME = 1.0
"""The seconds in which a person may take back a score entered while rolls are left."""
MOST_SAID = 60
"""The most characters of a message to the people at the table."""


class Table:
    """The table at which the games of `series` are played.

    `marks` are the marked dice and the selected box of the player to move, `computer` a computer player's steps,
    `clock` the time limit of the turn. If a person's time is up, a computer finishes the turn, and `stands_in_for`
    is that person's seat; otherwise it is None. `held` is the box of a score that isn't entered yet, since the
    person may still take it back; None if there is no such score. `chances` are the players' chances to win before
    this turn, which `bookmaker` computes while a viewer wants to see them. `revision` grows with every change. The
    function `on_change` is called with the table after each action and at the beginning of each turn, before any
    viewer sees the result.
    """

    def __init__(
        self, series: GameSeries, options: TableOptions, now: float, bookmaker: Bookmaker | None = None
    ) -> None:
        self.series = series
        self.options = options
        self.revision = 0
        self.marks = Marks()
        self.awaits_first_roll = False
        self.events = EventLog()
        self.clock = TurnClock()
        self.computer = ComputerTurn(series)
        self.attendance = Attendance()
        self.stands_in_for: int | None = None
        self.held: Box | None = None
        self.on_change: Callable[[Table], None] | None = None
        self.bookmaker = bookmaker or Bookmaker()
        self.chances = ChanceFigures(self.bookmaker)
        self._reckons_at = now
        self._in_air: tuple[int, ...] = ()
        self._lands_at = self._time_in_air = self._held_until = 0.0
        self.begin(now)

    # Methods for viewers and deadlines

    def watch(self, viewer: Onlooker, now: float) -> None:
        """Let `viewer` look at the table.

        If nobody looked before, the wait for the next die or a computer's step begins again. If no person who
        `has_a_say` was present, the time for the turn begins again.
        """
        if self._is_left_off:
            self.begin(now)
        elif not self.attendance.is_looked_at:
            self._wait_anew(now)
        if not self.attendance.is_played:
            self._give_time(now)
        self.attendance.look(viewer)

    def leave(self, viewer: Onlooker) -> None:
        """Remove `viewer`. After the last viewer has left, enter the score in `held`, and finish a computer's
        turn."""
        self.revision += 1
        if self.attendance.leave(viewer):
            self._finish()

    @property
    def deadline(self) -> float | None:
        """The time when `advance` has something to do; None while only a command can change anything.

        The time for a turn passes only while a person who `has_a_say` is present; dice and computer players wait
        while nobody looks at the table.
        """
        held_until = None if self.held is None else self._held_until
        return earliest(held_until, self._play_deadline, self._turn_deadline, self._chances_deadline)

    @property
    def _play_deadline(self) -> float | None:
        """The time at which the next die is shown, or the computer player acts; None if neither is due."""
        if not self.attendance.is_looked_at:
            return None
        return self._lands_at if self._in_air else self.computer.deadline

    @property
    def _turn_deadline(self) -> float | None:
        deadline = self.clock.deadline
        is_counted = deadline is not None and self.held is None and self.attendance.is_played
        return deadline if is_counted else None

    @property
    def _chances_deadline(self) -> float | None:
        is_known = not self._shows_chances or self.chances.is_known(self.series.state)
        return None if is_known else self._reckons_at

    @property
    def _shows_chances(self) -> bool:
        """Whether chances to win are computed: only for several players, while a viewer wants to see chances."""
        return len(self.series.state.cards) > 1 and self.attendance.sees_chances

    # Methods for the dice on the table

    @property
    def hidden(self) -> frozenset[int]:
        """The positions (0-based) of the dice that aren't shown yet."""
        return frozenset(self._all_dice if self.awaits_first_roll else self._in_air)

    @property
    def awaits_decision(self) -> bool:
        """Whether a person is to decide and all dice are shown."""
        return not self.series.has_ended and self.series.is_human and not self.hidden

    @property
    def _all_dice(self) -> tuple[int, ...]:
        return tuple(range(len(self.series.state.dice)))

    # Methods for commands and the passing of time

    def outcomes(self, state: GameState) -> Reckoning[Outcomes]:
        """Return all players' chances to win in `state` and, for each possible action, the chance to win that the
        player to move has after it. The result is a `Reckoning`, since it may be computed later."""
        return self.bookmaker.options(self.series.setup, state)

    def begin(self, now: float) -> None:
        """Begin the turn of the player to move, or end the game if it is over."""
        self.revision += 1
        self._changed()
        self._is_left_off = False
        self.events.turn_start = self.events.count
        self.computer.begin()
        self.marks.clear()
        self._in_air = ()
        self.held = None
        self.awaits_first_roll = False
        self._give_time(now)
        if self.series.has_ended:
            self._tell(Happening.ENDED)
        elif self.series.is_human and not self.options.auto_roll:
            self.awaits_first_roll = True
            self._select_legal()
        else:
            self._show_first_roll(now)

    def play_again(self, now: float) -> None:
        self.series.play_again()
        self.begin(now)

    def prefer(self, options: TableOptions) -> None:
        self.revision += 1
        self.options = options
        self.series.mode, self.series.next_rules = options.mode, options.next_rules
        if options.auto_roll and self.awaits_first_roll:
            self.awaits_first_roll = False
            self._tell(Happening.BEGAN)

    def seat(self, seat: int, decider: str, now: float) -> None:
        """Let `decider`, a strategy or a person (HUMAN), decide for `seat` from now on, even within a turn."""
        series = self.series
        if series.deciders[seat] == decider and self.stands_in_for != seat:
            return
        if seat == series.state.seat:
            self.let_go(now)
        self.revision += 1
        self.stands_in_for = None if self.stands_in_for == seat else self.stands_in_for
        self.clock.forgive(seat)
        series.let_decide(seat, decider)
        self.events.tell(Event(Happening.SEATED, series.state, series.state, seat=seat, decider=decider))
        if seat == series.state.seat and not series.has_ended:
            self._change_mover(now)

    def is_kept(self, seat: int) -> bool:
        """Whether a computer decides for the person in `seat` until the person comes back.

        A computer that only finishes one overdue turn doesn't count.
        """
        return not self.series.is_person(seat) and self.stands_in_for != seat

    def give_back(self, seat: int, now: float) -> None:
        """Let the person who has come back to `seat` decide again."""
        self.seat(seat, HUMAN, now)

    def _change_mover(self, now: float) -> None:
        self.computer.begin()
        self.marks.clear()
        self._give_time(now)
        if self.awaits_first_roll:
            self.awaits_first_roll = False
            self._show_first_roll(now)
        else:
            self._select_legal()
            self._await_landing(now)

    def say(self, name: str, text: str) -> None:
        """Send a message to everybody at the table: the printable ASCII of `text`, cut to `MOST_SAID` characters.

        With an empty `name` the message is the table's own, such as that a person has left.
        """
        said = texts.cut(texts.plain_text(text.strip()), MOST_SAID)
        if said:
            self.revision += 1
            state = self.series.state
            self.events.tell(Event(Happening.SAID, state, state, name=texts.plain_text(name), text=said))

    def mark(self, action: Action) -> None:
        """Mark the dice that `action` rolls, or select the box that it posts in."""
        self.revision += 1
        self.marks.show(Decision(action, None if isinstance(action, Roll) else action.box))

    def unmark(self) -> None:
        self.revision += 1
        self.marks.to_roll = None

    def do(self, command: Command | Box | None, mark: Mark, now: float) -> Rejection | None:
        """Carry out `command` for the person whose turn it is; a Box as `command` selects that box. Return the
        reason if nothing was done, else None.

        `mark` says whether the dice that the person marks are rolled or kept.
        """
        self.land(now)
        self.revision += 1
        if self.awaits_first_roll:
            return self._make_first_roll(command, now)
        asked = self.marks.obey(command, mark, self.series.state)
        if asked is None or isinstance(asked, Rejection):
            return asked
        kept_marks = self.marks.to_roll if isinstance(asked, Roll) and mark is Mark.KEEP else None
        self.act(asked, now)
        self.marks.to_roll = kept_marks
        return None

    def act(self, action: Action, now: float) -> None:
        """Carry out a decision of the player to move; IllegalAction if the rules forbid it."""
        self.revision += 1
        before = self.series.state
        self._apply(action)
        self._tell(Happening.POSTED if isinstance(action, Score) else Happening.ROLLED, before, action)
        if isinstance(action, Score) or self.series.has_ended:
            self.begin(now)
        else:
            self._throw(action.positions, now)

    def hold(self, box: Box, now: float) -> None:
        """Enter the dice's score in `box`: at once if no roll is left, else after `HOLD_TIME`.

        Until then the score is neither shown nor saved, and the person may take it back.
        """
        if self.series.state.rolls_left:
            self.revision += 1
            self.held, self._held_until = box, now + HOLD_TIME
        else:
            self.act(Score(box), now)

    def let_go(self, now: float) -> None:
        """Enter at once the score that the person may still take back, if there is one."""
        box, self.held = self.held, None
        if box is not None:
            self.act(Score(box), now)

    def take_back(self) -> None:
        self.revision += 1
        self.held = None

    def _apply(self, action: Action) -> None:
        """Apply `action` to the game; if `action` ends an overdue turn, let the person decide again."""
        seat, is_human = self.series.state.seat, self.series.is_human
        self.series.act(action)
        if isinstance(action, Score):
            if self.stands_in_for == seat:
                self.series.let_decide(seat, HUMAN)
                self.stands_in_for = None
            elif is_human:
                self.clock.forgive(seat)
        self._changed()

    def _changed(self) -> None:
        """Call `on_change`, if it is set, so that it can save the game before any viewer sees the change."""
        if self.on_change is not None:
            self.on_change(self)

    def land(self, now: float) -> None:
        """Show at once all dice that aren't shown yet."""
        if self._in_air:
            self.revision += 1
            self._in_air = ()
            self._await_landing(now)

    def hurry(self, now: float) -> None:
        """End the wait for the next die or for a computer player."""
        if self._in_air:
            self.land(now)
            return
        self.computer.hurry()
        self._go_on(now)

    def advance(self, now: float) -> None:
        """Do all that is due: show the next die, let a computer player act, count the time, work out chances."""
        if now >= self._held_until:
            self.let_go(now)
        if self._turn_deadline is not None and now >= self._turn_deadline:
            self._tick(now)
        is_due = self._play_deadline is not None and now >= self._play_deadline
        if is_due and self._in_air:
            self.revision += 1
            self._in_air = self._in_air[1:]
            self._await_landing(now)
        elif is_due:
            self._go_on(now)
        self._reckon(now)  # last, so that a score and the chances after it appear together on a screen

    def _reckon(self, now: float) -> None:
        """Have the chances to win before this turn computed, if a viewer wants to see them."""
        if not self._shows_chances:
            self.chances.forget()
        elif self._chances_deadline is not None and now >= self._chances_deadline:
            self.revision += self.chances.advance(self.series.setup, self.series.state)
            self._reckons_at = now + LOOK_AGAIN

    # Methods for dice that are shown one after another

    def _make_first_roll(self, command: Command | Box | None, now: float) -> Rejection | None:
        if command is not Command.ROLL:
            return Rejection.ROLL_FIRST
        self.awaits_first_roll = False
        self._show_first_roll(now)
        return None

    def _show_first_roll(self, now: float) -> None:
        self._tell(Happening.BEGAN)
        self._throw(self._all_dice, now)

    def _throw(self, positions: tuple[int, ...], now: float) -> None:
        """Begin to show the rolled dice, which are at `positions`, one after another at equal intervals; the last
        of them appears at the end of the throw time."""
        self._in_air = positions if self.options.throw_time else ()
        self._time_in_air = self.options.throw_time / max(1, len(positions))
        self.computer.step = self.marks.to_roll = None
        self._select_legal()
        self._await_landing(now)

    def _select_legal(self) -> None:
        self.marks.select_legal(self.series.state, self.series.is_human)

    def _await_landing(self, now: float) -> None:
        if self._in_air:
            self._lands_at = now + self._time_in_air
        elif not self.series.is_human:
            self.computer.think(self.options, now)

    def _wait_anew(self, now: float) -> None:
        """Start the wait for the next die, or for a computer's next step, again, as nobody has looked meanwhile."""
        self._lands_at = now + self._time_in_air
        self.computer.resume(self.options, now)

    # Methods for the time limit of a turn

    def _give_time(self, now: float) -> None:
        """Start the time for the turn if a person is to move, otherwise stop the clock."""
        is_timed = self.series.is_human and not self.series.has_ended
        self.clock.start(self.options.turn_time if is_timed else None, now)

    def _tick(self, now: float) -> None:
        self.revision += 1
        happening = self.clock.advance(now)
        if happening is not None:
            self._tell(happening)
        if happening is Happening.OVERDUE:
            self._stand_in(now)

    def _stand_in(self, now: float) -> None:
        """Let a computer finish this turn for the person to move; after too many overdue turns it also plays the
        later turns."""
        seat = self.series.state.seat
        if self.clock.count_overdue(seat):
            self.seat(seat, STAND_IN, now)
        else:
            self.stands_in_for = seat
            self.series.let_decide(seat, STAND_IN)
            self._change_mover(now)

    # Methods for a computer player's turn

    def _go_on(self, now: float) -> None:
        """Let the computer player show a decision, or carry out the decision shown."""
        seen = self.computer.step, self.computer.seconds_left
        action = self.computer.advance(self.options, now)
        if action is not None:
            self.act(action, now)
        elif seen != (self.computer.step, self.computer.seconds_left):
            self.revision += 1
            if self.computer.shown is not None:
                self.marks.show(self.computer.shown)

    def _finish(self) -> None:
        """Bring the table to a point where it can be left: enter the score in `held`, and play the turn of a
        computer player, or of a replay, to its end.

        The turn of a strategy that runs in another process isn't finished: it goes on when a viewer is back.
        """
        if self.held is not None:
            self._apply(Score(self.held))
            self.held, self._is_left_off = None, True
        if self.series.has_ended or self.series.is_human or self.series.thinks_elsewhere:
            return
        is_over = False
        while not (is_over or self.series.has_ended):
            action = self.computer.finish()
            self._apply(action)
            is_over = isinstance(action, Score)
        self.marks.clear()
        self._in_air = ()
        self._is_left_off = True

    def _tell(self, happening: Happening, before: GameState | None = None, action: Action | None = None) -> None:
        state = self.series.state
        seconds = self.clock.seconds_left or 0
        self.events.tell(Event(happening, before or state, state, action, seconds=seconds))
