"""Turn after turn: a person's commands, a computer player's steps, and dice that are seen one by one.

Time is passed in. What else keys do, questions and the pages that hide the table, is the controller's.
"""

from __future__ import annotations

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, Roll, Score
from h89yahtzee.players.strategy import Decision
from h89yahtzee.table import selection, texts
from h89yahtzee.table.coach import Adviser
from h89yahtzee.table.commands import DICE, Command
from h89yahtzee.table.match import Sitting
from h89yahtzee.table.preferences import Mark, Preferences
from h89yahtzee.table.screen import layout
from h89yahtzee.table.search_clock import Thought


class Turns:
    """The turns of a sitting, the one that lies on the table first.

    `marked` are positions of dice, `selected` is the box that the player to move has in mind, `remark` what is said
    of the turn, `bells` how often to ring. `deadline` is when `advance` has something to do, None while only a
    command can change anything. `adviser` advises people.
    """

    def __init__(self, sitting: Sitting, preferences: Preferences, adviser: Adviser, now: float) -> None:
        self._sitting = sitting
        self._adviser = adviser
        self._preferences = preferences
        self.marked: frozenset[int] = frozenset()
        self.selected: Box | None = None
        self.remark = ""
        self.bells = 0
        self.deadline: float | None = None
        self.awaits_first_roll = False
        self._in_air: tuple[int, ...] = ()
        self._decision: Decision | None = None
        self._thought: Thought | None = None
        self._may_search = True
        self._decides_at = now
        self.begin(now)

    @property
    def hidden(self) -> frozenset[int]:
        """The positions of the dice that aren't seen."""
        return frozenset(range(len(self._sitting.state.dice)) if self.awaits_first_roll else self._in_air)

    def prefer(self, preferences: Preferences) -> None:
        """From now on; marks that would mean something else are taken off."""
        if preferences.mark is not self._preferences.mark:
            self.marked = frozenset()
            if isinstance(action := self._decision and self._decision.action, Roll):
                self.marked = self._marks_of(action, preferences.mark)
        if preferences.auto_roll:
            self.awaits_first_roll = False
        self._preferences = preferences
        self._adviser.coach = preferences.coach
        if not self._sitting.has_ended and self._sitting.is_human and not self.hidden:
            self._adviser.await_decision(self._sitting.state)

    def begin(self, now: float) -> None:
        """Begin the turn that the sitting stands at, or tell how its game ended."""
        self.marked = frozenset()
        self.selected = self._decision = self.deadline = None
        self._in_air = ()
        self._thought, self._may_search = None, True
        self.awaits_first_roll = False
        self.remark = ""
        self._adviser.withdraw()
        if self._sitting.has_ended:
            self._end_game()
        elif self._sitting.is_human and not self._preferences.auto_roll:
            self.awaits_first_roll = True
            self.selected = self._sitting.state.legal_boxes()[0]
        else:
            self._throw(tuple(range(len(self._sitting.state.dice))), now)

    def press(self, command: Command | None, now: float) -> str:
        """Do what a person's command says, or cut a wait short. Returns what has to be asked before it is done."""
        if self._sitting.is_human:
            if self._in_air:
                self._land(now)
            self.remark = self._adviser.warning = ""
            return self._play(command, now)
        if self._in_air:
            self._land(now)
        else:
            self._give_up_thought()
            self._step(now)
        return ""

    def post(self, now: float) -> None:
        """Post a person's dice in the selected box."""
        assert self.selected is not None
        self._act(Score(self.selected))
        self.begin(now)

    def advance(self, now: float) -> None:
        """Let the next die be seen, or the computer player go on; its wait is over."""
        if self._in_air:
            self._in_air = self._in_air[1:]
            self._await_landing(now)
        elif self._thought is not None:
            self._think_on(self._thought, now)
        else:
            self._step(now)

    def wait_anew(self, now: float) -> None:
        """Begin the wait again that something else interrupted."""
        if self._thought is not None:
            self._thought.resume(now)
        elif self.deadline is not None:
            self.deadline = now + (self._preferences.throw_time if self._in_air else self._preferences.think_time)

    def finish(self) -> None:
        """A computer player's turn without any wait, as far as it goes: a record may end within a turn."""
        action = (self._decision or self._sitting.decide()).action
        self._sitting.act(action)
        while isinstance(action, Roll) and not self._sitting.has_ended:
            action = self._sitting.decide().action
            self._sitting.act(action)
        self._decision, self.marked, self.selected, self._in_air = None, frozenset(), None, ()
        self._thought = None

    def _throw(self, positions: tuple[int, ...], now: float) -> None:
        """Show the dice that were rolled, each in its time."""
        self._in_air = positions if self._preferences.throw_time else ()
        self._select_legal()
        self._await_landing(now)

    def _await_landing(self, now: float) -> None:
        if self._in_air:
            self.deadline = now + self._preferences.throw_time
        elif self._sitting.is_human:
            self.deadline = None
            self._adviser.await_decision(self._sitting.state)
        else:
            self._think(now)

    def _land(self, now: float) -> None:
        """Show all dice at once."""
        self._in_air = ()
        self._await_landing(now)

    def _end_game(self) -> None:
        state = self._sitting.state
        question = texts.NEXT_GAME if self._sitting.games_left else texts.PLAY_AGAIN
        names = [texts.plain_text(self._sitting.setup.players[seat].name) for seat in state.winners()]
        self.bells += len(names)
        if state.is_over:
            self.remark = f"{texts.winner_line(names, layout.WIDTH - len(question) - 1)} {question}"
        else:
            self.remark = f"{texts.RECORD_ENDS} {question}"

    def _play(self, command: Command | None, now: float) -> str:
        """A person's command in the own turn."""
        if self.awaits_first_roll:
            self._play_first_roll(command, now)
        elif command in DICE:
            self.marked ^= {DICE.index(command)}
        elif command is Command.ROLL:
            self._roll(now)
        elif command is Command.DONE:
            return self._done(now)
        elif command is Command.OOPS:
            self.marked = frozenset()
        elif command is Command.COACH:
            self._adviser.ask(self._sitting.state)
        elif command is None or not self._select(command):
            self.bells += 1
        return ""

    def _play_first_roll(self, command: Command | None, now: float) -> None:
        if command is Command.ROLL:
            self.awaits_first_roll = False
            self._throw(tuple(range(len(self._sitting.state.dice))), now)
        else:
            self._refuse(texts.ROLL_FIRST)

    def _roll(self, now: float) -> None:
        dice = frozenset(range(len(self._sitting.state.dice)))
        keeps = self._preferences.mark is Mark.KEEP
        rolled = dice - self.marked if keeps else self.marked
        if not self._sitting.state.rolls_left:
            self._refuse(texts.NO_ROLLS)
        elif not rolled:
            self._refuse(texts.NOTHING_LEFT_TO_ROLL if keeps else texts.NOTHING_MARKED)
        else:
            self._act(Roll(tuple(sorted(rolled))))
            self.marked = self.marked if keeps else frozenset()
            self._throw(tuple(sorted(rolled)), now)

    def _done(self, now: float) -> str:
        assert self.selected is not None
        if self._preferences.confirm_zero and not self._sitting.state.potential_score(self.selected):
            return texts.scratch(self._sitting.state.rules, self.selected)
        self.post(now)
        return ""

    def _act(self, action: Action) -> None:
        """What a person decided."""
        self._adviser.decided(self._sitting.state, action)
        self._sitting.act(action)

    def _select_legal(self) -> None:
        """After a roll: it may forbid or offer boxes."""
        legal = self._sitting.state.legal_boxes()
        lost = self.selected is not None and self.selected not in legal
        if lost or (self.selected is None and self._sitting.is_human):
            self.selected = legal[0]

    def _refuse(self, hint: str) -> None:
        self.bells += 1
        self.remark = hint

    def _select(self, command: Command) -> bool:
        """Another box that the dice may be posted in; False where the command leads to none."""
        assert self.selected is not None
        boxes = self._sitting.state.legal_boxes()
        if command is Command.NEXT:
            self.selected = selection.next_box(boxes, self.selected, 1)
        elif command in (Command.UP, Command.DOWN):
            self.selected = selection.box_above_or_below(boxes, self.selected, _STEPS[command])
        elif command in (Command.LEFT, Command.RIGHT) and len({box.column for box in boxes}) > 1:
            self.selected = selection.box_beside(boxes, self.selected, _STEPS[command])
        else:
            return False
        return True

    def _think(self, now: float) -> None:
        self.remark = texts.THINKING
        self.deadline = self._decides_at = now + self._preferences.think_time
        seconds = self._preferences.analysis_time
        if seconds and self._may_search and (search := self._sitting.search()) is not None:
            self._thought, self.deadline = Thought(search, seconds, now), now

    def _think_on(self, thought: Thought, now: float) -> None:
        """Search a little; what isn't found in time is not searched for again in this turn."""
        thought.advance(now)
        self.remark, self.deadline = thought.note(), now
        if thought.is_over:
            self._may_search = thought.is_done
            self._thought, self.remark, self.deadline = None, texts.THINKING, max(now, self._decides_at)

    def _give_up_thought(self) -> None:
        if self._thought is not None:
            self._thought, self._may_search = None, False

    def _step(self, now: float) -> None:
        """The computer player's next step: it shows what it will do, then does it."""
        if self._decision is None:
            self._announce(self._sitting.decide(), now)
            return
        action, self._decision = self._decision.action, None
        self._sitting.act(action)
        self.marked = frozenset()
        if isinstance(action, Score):
            self.begin(now)
        else:
            self.remark = ""
            self._throw(action.positions, now)

    def _announce(self, decision: Decision, now: float) -> None:
        self._decision = decision
        if decision.box is not None:
            self.selected = decision.box
        if isinstance(decision.action, Roll):
            self.marked = self._marks_of(decision.action, self._preferences.mark)
            self.remark, self.deadline = texts.ROLLING, now + self._preferences.think_time / 2
        else:
            self.remark, self.deadline = texts.DECIDED, now + self._preferences.think_time

    def _marks_of(self, action: Roll, mark: Mark) -> frozenset[int]:
        rolled = frozenset(action.positions)
        dice = frozenset(range(len(self._sitting.state.dice)))
        return rolled if mark is Mark.REROLL else dice - rolled


_STEPS = {Command.UP: -1, Command.DOWN: 1, Command.LEFT: -1, Command.RIGHT: 1}
