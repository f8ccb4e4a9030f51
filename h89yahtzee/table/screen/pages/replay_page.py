"""A saved game played back on a page: each decision on the board where it was made."""

from __future__ import annotations

import math

from h89yahtzee.game.record import Record
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table import player_texts, texts
from h89yahtzee.table.commands import Command
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.card import TableView
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.pages import games_texts
from h89yahtzee.table.screen.pages.page import Page

_STEP = 1.5
"""Seconds for each decision."""


class ReplayPage(Page):
    """It goes on by itself and at any key; `q` or ESC ends it."""

    def __init__(self, record: Record, number: int) -> None:
        self._record = record
        self._number = number
        self._states: list[GameState] = [*record.states()]
        self._actions: list[Action] = [*record.actions()]
        self._at = 0
        self._due = -math.inf

    @property
    def deadline(self) -> float | None:
        return None if self._is_last else self._due

    def advance(self, now: float) -> None:
        self._at += self._due > -math.inf
        self._due = now + _STEP

    def press(self, key: KeyPress, command: Command | None) -> bool:
        if self._is_last or key is Key.ESCAPE or command is Command.QUIT:
            return False
        self._at += 1
        self._due = -math.inf
        return True

    def screen(self, display: Display) -> Grid:
        return views.table(self._view(), display)

    @property
    def _is_last(self) -> bool:
        return self._at == len(self._states) - 1

    def _view(self) -> TableView:
        state = self._states[self._at]
        action = self._actions[self._at] if self._at < len(self._actions) else None
        names = tuple(texts.plain_text(player.name) for player in self._record.setup.players)
        return TableView(
            state=state,
            names=names,
            wins=tuple(int(seat in state.winners()) for seat in range(len(names))),
            to_roll=frozenset(action.positions) if isinstance(action, Roll) else None,
            selected=action.box if isinstance(action, Score) else None,
            message=self._message(state, names),
            remark="",
            oldstyle=False,
            notice=games_texts.REPLAY_TITLE.format(number=self._number),
            standing=games_texts.LAST if self._is_last else games_texts.NEXT,
        )

    def _message(self, state: GameState, names: tuple[str, ...]) -> str:
        if state.is_over:
            return player_texts.result(names, state.totals(), state.winners(), layout.REMARK_WIDTH)
        return player_texts.move(names[state.seat], state.rolls_left, layout.REMARK_WIDTH)
