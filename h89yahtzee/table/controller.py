"""Keys and the passing of time to actions, and the screen that goes with them.

It does nothing by itself: the caller hands it keys and the time (seconds of any clock that never goes back), asks
for the screen, rings the bells and leaves when `is_closed`. The pages other than the table are `Pages`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.h19.keyboard import Key, KeyPress
from h89yahtzee.players.strategy import Decision
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.stage import Region
from h89yahtzee.table import layout, selection, texts, urgency, views
from h89yahtzee.table.card import TableView
from h89yahtzee.table.commands import DICE, KEYS, OLDSTYLE_KEYS, Command
from h89yahtzee.table.comparison import can_compare, comparison
from h89yahtzee.table.layout import H89, Display
from h89yahtzee.table.pages import HelpPages, Page, SettingsPage, TextPages
from h89yahtzee.table.preferences import Mark, Preferences, preferences_for
from h89yahtzee.table.sitting import Offer, Sitting, has_begun

_YES: tuple[KeyPress, ...] = ("y", "Y")
_NO: tuple[KeyPress, ...] = ("n", "N")


class Controller:
    """One table. A computer player waits `delay` seconds at each step, half of it before a roll.

    `preferences` are those of the rules unless given; `delay` is their `think_time`. `save` writes them down and
    returns whether it could; without it nobody is offered to. The game of `offer`, which the sitting then is, is
    asked about first. With `asks_to_keep` who leaves a game is asked whether it is to be kept; `keeps_game` is the
    answer.
    """

    def __init__(
        self,
        sitting: Sitting,
        delay: float,
        oldstyle: bool,
        now: float,
        preferences: Preferences | None = None,
        save: Callable[[Preferences], bool] | None = None,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
    ) -> None:
        self._sitting = sitting
        self._preferences = replace(preferences or preferences_for(sitting.setup.rules), think_time=delay)
        self._save = save
        self._oldstyle = oldstyle
        self._page: Page | None = None
        self._offer = offer
        self._asks_to_keep = asks_to_keep
        self.keeps_game = True
        self._question = "" if offer is None else texts.GO_ON
        self._warning = ""
        self._marked: frozenset[int] = frozenset()
        self._in_air: tuple[int, ...] = ()
        self._awaits_first_roll = False
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
        rests = self._page is not None or self._question or self.is_closed
        return None if rests else self._deadline

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
        return views.table(self._view(), display) if self._page is None else self._page.screen(display)

    def urgent(self, display: Display = H89) -> tuple[Region, ...]:
        """The parts of that screen that are to be seen first, the most urgent before the others."""
        return urgency.urgent(self._view(), display) if self._page is None else ()

    def _view(self) -> TableView:
        state = self._sitting.state
        return TableView(
            state=state,
            names=tuple(texts.plain_text(player.name) for player in self._sitting.setup.players),
            wins=self._sitting.wins,
            marked=self._marked,
            selected=None if self._hidden else self._selected,
            message=self._message(),
            remark=self._question or self._warning or self._remark,
            oldstyle=self._oldstyle,
            notice=self._notice(),
            mark=self._preferences.mark,
            potential=self._preferences.potential,
            hidden=self._hidden,
            earlier=self._sitting.earlier,
        )

    @property
    def _hidden(self) -> frozenset[int]:
        """The positions of the dice that aren't seen."""
        return frozenset(range(len(self._sitting.state.dice)) if self._awaits_first_roll else self._in_air)

    def _message(self) -> str:
        state, setup = self._sitting.state, self._sitting.setup
        if self._sitting.has_ended:
            compares = not self._oldstyle and can_compare(self._sitting.record)
            return texts.seed_and_comparison(setup.seed) if compares else texts.seed(setup.seed)
        name = texts.plain_text(setup.players[state.seat].name)
        if self._awaits_first_roll:
            return texts.first_roll(name, layout.REMARK_WIDTH)
        return texts.move(name, state.rolls_left, layout.REMARK_WIDTH)

    def _notice(self) -> str:
        """Why not every open box is to be had, else what the dice keys do."""
        if self._sitting.has_ended:
            return ""
        state = self._sitting.state
        forbidden = () if self._hidden else set(state.card.open_boxes()) - set(state.legal_boxes())
        for refusal in map(state.refusal, forbidden):
            assert refusal is not None
            return texts.REFUSALS[refusal]
        return texts.how_to_mark(self._preferences.mark)

    def notify(self, text: str) -> None:
        """Show `text` where remarks stand, until a key is pressed or the game is over."""
        self._warning = "" if self._sitting.has_ended else text

    def leave(self) -> None:
        """Close the table; a computer player finishes its turn first."""
        if self._question != texts.GO_ON and not self._sitting.has_ended and not self._sitting.is_human:
            self._finish_turn()
        self.is_closed = True

    def press(self, key: KeyPress, now: float) -> None:
        """Do what a key says, the time being `now`."""
        if self.is_closed or (self._oldstyle and key is Key.ESCAPE):
            return  # 1.1 skipped ESC
        command = (OLDSTYLE_KEYS if self._oldstyle else KEYS).get(key)
        if command is Command.REPAINT:
            self._repaint = True
        elif self._page is not None:
            self._press_on_page(self._page, key, command, now)
        elif self._question:
            self._answer(key, command, now)
        else:
            self._warning = ""
            self._press_at_table(key, command, now)

    def _press_on_page(self, page: Page, key: KeyPress, command: Command | None, now: float) -> None:
        if not page.press(key, command):
            self._page = None
            self._return_to_table(now)

    def _press_at_table(self, key: KeyPress, command: Command | None, now: float) -> None:
        page = self._page_of(command)
        if page is not None:
            self._page = page
        elif self._sitting.has_ended:
            self._answer_play_again(key, command, now)
        elif command is Command.QUIT:
            self._question = texts.QUIT
        elif self._in_air and not self._sitting.is_human:
            self._land(now)
        elif self._sitting.is_human:
            if self._in_air:
                self._land(now)
            self._remark = ""
            self._play(command, now)
        else:
            self._step(now)

    def _page_of(self, command: Command | None) -> Page | None:
        """The page that a command opens."""
        if command is Command.HELP:
            return HelpPages(self._sitting.setup.rules, self._preferences.mark)
        if command is Command.SETTINGS:
            preferences = replace(self._preferences, mode=self._sitting.mode)
            return SettingsPage(preferences, self._prefer, self._save)
        if command is Command.COMPARE and can_compare(self._sitting.record):
            return TextPages(texts.COMPARISON_TITLE, comparison(self._sitting.record))
        return None

    def _prefer(self, preferences: Preferences) -> None:
        """From now on; marks that would mean something else are taken off."""
        if preferences.mark is not self._preferences.mark:
            self._marked = frozenset()
            if isinstance(action := self._decision and self._decision.action, Roll):
                self._marked = self._marks_of(action, preferences.mark)
        if preferences.auto_roll:
            self._awaits_first_roll = False
        self._sitting.mode = preferences.mode
        self._preferences = preferences

    def _answer(self, key: KeyPress, command: Command | None, now: float) -> None:
        """What is asked below the dice: nothing but yes leads to what is asked for."""
        question, self._question = self._question, ""
        if question == texts.GO_ON:
            self._answer_offer(key, command, now)
        elif question == texts.QUIT:
            self._answer_quit(key)
        elif question == texts.KEEP:
            self._answer_keep(key)
        elif key in _YES:
            self._post(now)
        self._return_to_table(now)

    def _answer_offer(self, key: KeyPress, command: Command | None, now: float) -> None:
        if key in _NO:
            assert self._offer is not None
            self._offer.decline()
            self._begin_turn(now)
        elif key not in _YES:
            self._question = texts.GO_ON
            self.is_closed = command is Command.QUIT
            self._bells += not self.is_closed

    def _answer_quit(self, key: KeyPress) -> None:
        if key in (*_YES, "\x03"):
            if self._asks_to_keep and has_begun(self._sitting.state):
                self._question = texts.KEEP
            else:
                self.leave()

    def _answer_keep(self, key: KeyPress) -> None:
        """CTRL-C leaves too, and loses nothing."""
        if key in (*_YES, *_NO, "\x03"):
            self.keeps_game = key not in _NO
            self.leave()

    def advance(self, now: float) -> None:
        """Let the next die be seen, or the computer player go on, if its wait is over."""
        if self.deadline is None or now < self.deadline:
            return
        if self._in_air:
            self._in_air = self._in_air[1:]
            self._await_landing(now)
        else:
            self._step(now)

    def _return_to_table(self, now: float) -> None:
        if self._deadline is not None:
            self._deadline = now + (self._preferences.throw_time if self._in_air else self._preferences.think_time)

    def _answer_play_again(self, key: KeyPress, command: Command | None, now: float) -> None:
        if key in _YES:
            self._sitting.play_again()
            self._begin_turn(now)
        elif key in (*_NO, Key.ESCAPE) or command is Command.QUIT:
            self.is_closed = True
        else:
            self._bells += 1

    def _begin_turn(self, now: float) -> None:
        self._marked = frozenset()
        self._selected = self._decision = self._deadline = None
        self._in_air = ()
        self._remark = ""
        if self._sitting.has_ended:
            self._end_game()
        elif self._sitting.is_human and not self._preferences.auto_roll:
            self._awaits_first_roll = True
            self._selected = self._sitting.state.legal_boxes()[0]
        else:
            self._throw(tuple(range(len(self._sitting.state.dice))), now)

    def _throw(self, positions: tuple[int, ...], now: float) -> None:
        """Show the dice that were rolled, each in its time."""
        self._in_air = positions if self._preferences.throw_time else ()
        self._select_legal()
        self._await_landing(now)

    def _await_landing(self, now: float) -> None:
        if self._in_air:
            self._deadline = now + self._preferences.throw_time
        elif self._sitting.is_human:
            self._deadline = None
        else:
            self._think(now)

    def _land(self, now: float) -> None:
        """Show all dice at once."""
        self._in_air = ()
        self._await_landing(now)

    def _end_game(self) -> None:
        self._warning = ""
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
        if self._awaits_first_roll:
            self._play_first_roll(command, now)
        elif command in DICE:
            self._marked ^= {DICE.index(command)}
        elif command is Command.ROLL:
            self._roll(now)
        elif command is Command.DONE:
            self._done(now)
        elif command is Command.OOPS:
            self._marked = frozenset()
        elif command is None or not self._select(command):
            self._bells += 1

    def _play_first_roll(self, command: Command | None, now: float) -> None:
        if command is Command.ROLL:
            self._awaits_first_roll = False
            self._throw(tuple(range(len(self._sitting.state.dice))), now)
        else:
            self._refuse(texts.ROLL_FIRST)

    def _roll(self, now: float) -> None:
        dice = frozenset(range(len(self._sitting.state.dice)))
        keeps = self._preferences.mark is Mark.KEEP
        rolled = dice - self._marked if keeps else self._marked
        if not self._sitting.state.rolls_left:
            self._refuse(texts.NO_ROLLS)
        elif not rolled:
            self._refuse(texts.NOTHING_LEFT_TO_ROLL if keeps else texts.NOTHING_MARKED)
        else:
            self._sitting.act(Roll(tuple(sorted(rolled))))
            self._marked = self._marked if keeps else frozenset()
            self._throw(tuple(sorted(rolled)), now)

    def _done(self, now: float) -> None:
        assert self._selected is not None
        if self._preferences.confirm_zero and not self._sitting.state.potential_score(self._selected):
            self._question = texts.scratch(self._sitting.state.rules, self._selected)
        else:
            self._post(now)

    def _post(self, now: float) -> None:
        assert self._selected is not None
        self._sitting.act(Score(self._selected))
        self._begin_turn(now)

    def _select_legal(self) -> None:
        """After a roll: it may forbid or offer boxes."""
        legal = self._sitting.state.legal_boxes()
        lost = self._selected is not None and self._selected not in legal
        if lost or (self._selected is None and self._sitting.is_human):
            self._selected = legal[0]

    def _refuse(self, hint: str) -> None:
        self._bells += 1
        self._remark = hint

    def _select(self, command: Command) -> bool:
        """Another box that the dice may be posted in; False where the command leads to none."""
        assert self._selected is not None
        boxes = self._sitting.state.legal_boxes()
        if command is Command.NEXT:
            self._selected = selection.next_box(boxes, self._selected, 1)
        elif command in (Command.UP, Command.DOWN):
            self._selected = selection.box_above_or_below(boxes, self._selected, _STEPS[command])
        elif command in (Command.LEFT, Command.RIGHT) and len({box.column for box in boxes}) > 1:
            self._selected = selection.box_beside(boxes, self._selected, _STEPS[command])
        else:
            return False
        return True

    def _think(self, now: float) -> None:
        self._remark = texts.THINKING
        self._deadline = now + self._preferences.think_time

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
            self._remark = ""
            self._throw(action.positions, now)

    def _finish_turn(self) -> None:
        """As far as it goes: a record may end within a turn."""
        action = (self._decision or self._sitting.decide()).action
        self._sitting.act(action)
        while isinstance(action, Roll) and not self._sitting.has_ended:
            action = self._sitting.decide().action
            self._sitting.act(action)
        self._decision, self._marked, self._selected, self._in_air = None, frozenset(), None, ()

    def _announce(self, decision: Decision, now: float) -> None:
        self._decision = decision
        if decision.box is not None:
            self._selected = decision.box
        if isinstance(decision.action, Roll):
            self._marked = self._marks_of(decision.action, self._preferences.mark)
            self._remark, self._deadline = texts.ROLLING, now + self._preferences.think_time / 2
        else:
            self._remark, self._deadline = texts.DECIDED, now + self._preferences.think_time

    def _marks_of(self, action: Roll, mark: Mark) -> frozenset[int]:
        rolled = frozenset(action.positions)
        dice = frozenset(range(len(self._sitting.state.dice)))
        return rolled if mark is Mark.REROLL else dice - rolled


_STEPS = {Command.UP: -1, Command.DOWN: 1, Command.LEFT: -1, Command.RIGHT: 1}
