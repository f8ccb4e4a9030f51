"""Keys and the passing of time to actions, and the screen that goes with them.

It does nothing by itself: the caller hands it keys and the time (seconds of any clock that never goes back), asks
for the screen, rings the bells and leaves when `is_closed`.
"""

from __future__ import annotations

from enum import Enum

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.h19.keyboard import Key, KeyPress
from h89yahtzee.players.strategy import Decision
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.stage import Region
from h89yahtzee.table import layout, texts, urgency, views
from h89yahtzee.table.commands import DICE, KEYS, OLDSTYLE_KEYS, Command
from h89yahtzee.table.layout import H89, Display
from h89yahtzee.table.sitting import Sitting


class _Page(Enum):
    TABLE = "the game"
    HELP = "the help page"
    QUIT = "the question whether to quit"


class Controller:
    """One table. A computer player waits `delay` seconds at each step, half of it before a roll."""

    def __init__(self, sitting: Sitting, delay: float, oldstyle: bool, now: float) -> None:
        self._sitting = sitting
        self._delay = delay
        self._oldstyle = oldstyle
        self._page = _Page.TABLE
        self._marked: frozenset[int] = frozenset()
        self._selected: Box | None = None
        self._remark = ""
        self._decision: Decision | None = None
        self._deadline: float | None = None
        self._bells = 0
        self._repaint = False
        self.is_closed = False
        self._begin_turn(now)

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do; None while only a key can change anything."""
        return self._deadline if self._page is _Page.TABLE and not self.is_closed else None

    def take_bells(self) -> int:
        """How often to ring since the last call."""
        bells, self._bells = self._bells, 0
        return bells

    def take_repaint(self) -> bool:
        """Whether everything is to be painted anew, since the last call."""
        repaint, self._repaint = self._repaint, False
        return repaint

    def screen(self, display: Display = H89) -> Grid:
        """What a terminal of that kind shows."""
        if self._page is _Page.HELP:
            return views.help_page(self._sitting.state, display)
        return views.table(self._view(), display)

    def urgent(self, display: Display = H89) -> tuple[Region, ...]:
        """The parts of that screen that are to be seen first, the most urgent before the others."""
        return () if self._page is _Page.HELP else urgency.urgent(self._view(), display)

    def _view(self) -> views.TableView:
        return views.TableView(
            state=self._sitting.state,
            names=tuple(texts.plain_text(player.name) for player in self._sitting.setup.players),
            wins=self._sitting.wins,
            marked=self._marked,
            selected=self._selected,
            message=self._message(),
            remark=texts.QUIT if self._page is _Page.QUIT else self._remark,
            oldstyle=self._oldstyle,
        )

    def _message(self) -> str:
        state, setup = self._sitting.state, self._sitting.setup
        if self._sitting.has_ended:
            return texts.seed(setup.seed)
        name = texts.plain_text(setup.players[state.seat].name)
        return texts.move(name, state.rolls_left, layout.REMARK_WIDTH)

    def press(self, key: KeyPress, now: float) -> None:
        """Do what a key says, the time being `now`."""
        if self.is_closed or (self._oldstyle and key is Key.ESCAPE):
            return  # 1.1 skipped ESC
        command = (OLDSTYLE_KEYS if self._oldstyle else KEYS).get(key)
        if command is Command.REPAINT:
            self._repaint = True
        elif self._page is _Page.HELP:
            self._return_to_table(now)
        elif self._page is _Page.QUIT:
            self.is_closed = key in ("y", "Y", "\x03")
            self._return_to_table(now)
        elif command is Command.HELP:
            self._page = _Page.HELP
        elif self._sitting.has_ended:
            self._answer_play_again(key, command, now)
        elif command is Command.QUIT:
            self._page = _Page.QUIT
        elif self._sitting.is_human:
            self._remark = ""
            self._play(command, now)
        else:
            self._step(now)

    def advance(self, now: float) -> None:
        """Let the computer player go on if its wait is over."""
        if self.deadline is not None and now >= self.deadline:
            self._step(now)

    def _return_to_table(self, now: float) -> None:
        self._page = _Page.TABLE
        if self._deadline is not None:
            self._deadline = now + self._delay

    def _answer_play_again(self, key: KeyPress, command: Command | None, now: float) -> None:
        if key in ("y", "Y"):
            self._sitting.play_again()
            self._begin_turn(now)
        elif key in ("n", "N", Key.ESCAPE) or command is Command.QUIT:
            self.is_closed = True
        else:
            self._bells += 1

    def _begin_turn(self, now: float) -> None:
        self._marked = frozenset()
        self._selected = self._decision = self._deadline = None
        self._remark = ""
        if self._sitting.has_ended:
            self._end_game()
        elif self._sitting.is_human:
            self._selected = self._sitting.state.legal_boxes()[0]
        else:
            self._think(now)

    def _end_game(self) -> None:
        state = self._sitting.state
        question = texts.NEXT_GAME if self._sitting.games_left else texts.PLAY_AGAIN
        names = [texts.plain_text(self._sitting.setup.players[seat].name) for seat in state.winners()]
        self._bells += len(names)
        if state.is_over:
            self._remark = f"{texts.winner_line(names, layout.WIDTH - len(question) - 1)} {question}"
        else:
            self._remark = f"{texts.RECORD_ENDS} {question}"

    def _play(self, command: Command | None, now: float) -> None:
        """A person's command in the own turn."""
        if command in DICE:
            self._marked ^= {DICE.index(command)}
        elif command is Command.ROLL:
            self._roll()
        elif command is Command.DONE:
            assert self._selected is not None
            self._sitting.act(Score(self._selected))
            self._begin_turn(now)
        elif command is Command.OOPS:
            self._marked = frozenset()
        elif command in (Command.UP, Command.DOWN):
            self._select(1 if command is Command.DOWN else -1)
        else:
            self._bells += 1

    def _roll(self) -> None:
        if not self._sitting.state.rolls_left:
            self._refuse(texts.NO_ROLLS)
        elif not self._marked:
            self._refuse(texts.NOTHING_MARKED)
        else:
            self._sitting.act(Roll(tuple(sorted(self._marked))))
            self._marked = frozenset()
            self._select_legal()

    def _select_legal(self) -> None:
        """After a roll: it may forbid or offer boxes."""
        legal = self._sitting.state.legal_boxes()
        if self._selected is not None and self._selected not in legal:
            self._selected = legal[0]

    def _refuse(self, hint: str) -> None:
        self._bells += 1
        self._remark = hint

    def _select(self, step: int) -> None:
        """The next box that the dice may be posted in, or the one before, round the ends of the columns."""
        assert self._selected is not None
        boxes = self._sitting.state.legal_boxes()
        self._selected = boxes[(boxes.index(self._selected) + step) % len(boxes)]

    def _think(self, now: float) -> None:
        self._remark = texts.THINKING
        self._deadline = now + self._delay

    def _step(self, now: float) -> None:
        """The computer player's next step: it shows what it will do, then does it."""
        if self._decision is None:
            self._announce(self._sitting.decide(), now)
            return
        action, self._decision = self._decision.action, None
        self._sitting.act(action)
        self._marked = frozenset()
        if isinstance(action, Score):
            self._begin_turn(now)
        else:
            self._select_legal()
            self._think(now)

    def _announce(self, decision: Decision, now: float) -> None:
        self._decision = decision
        if decision.box is not None:
            self._selected = decision.box
        if isinstance(decision.action, Roll):
            self._marked = frozenset(decision.action.positions)
            self._remark, self._deadline = texts.ROLLING, now + self._delay / 2
        else:
            self._remark, self._deadline = texts.DECIDED, now + self._delay
