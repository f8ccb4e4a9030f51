"""A person's seat at a table on a screen: keys and clicks become commands and answers, and the table is drawn.

A session must pass keys, clicks and the time, show the screen and ring the bell. Changes at the table are noticed
by the next `advance`, key or click.
"""

from __future__ import annotations

from h89yahtzee.frontends.screen import beside_dice, layout, views
from h89yahtzee.frontends.screen.beside_dice import SHORTEST, Speech
from h89yahtzee.frontends.screen.card import TableView
from h89yahtzee.frontends.screen.layout import H89, Display
from h89yahtzee.frontends.screen.pages import PageScreen
from h89yahtzee.frontends.screen.room_screen import opened_on_screen
from h89yahtzee.frontends.screen.views import target_at
from h89yahtzee.game.scorecard import Box
from h89yahtzee.rooms.table_rooms import opened_at
from h89yahtzee.screen.grid import Grid, Region
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.typed_line import KeyedText, Typing
from h89yahtzee.table import texts
from h89yahtzee.table.coach import Wording
from h89yahtzee.table.commands import KEYS, OLDSTYLE_KEYS, Command, legend
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.events import Answer, Event, Happening, Question, Rejection
from h89yahtzee.table.seat import Copied, Seat
from h89yahtzee.table.turns import earliest

HASTE = 0.4
"""The seconds for which presses of DONE are ignored as hasty, because the person can't have looked at the dice.
They are counted from the moment when a turn's first die is shown, and again from each hasty press."""
HURRY = 1.0
"""The number of seconds used in place of `HASTE` after a press of DONE that hurried a computer player."""

_ANSWERS: dict[KeyPress, Answer] = {
    **dict.fromkeys("yY", Answer.YES),
    **dict.fromkeys("nN", Answer.NO),
    "\x03": Answer.LEAVE,
}


class SeatScreen:
    """A person's seat at a table on a screen; a session shows its screen and passes keys and clicks to it."""

    def __init__(self, seat: Seat, now: float) -> None:
        self.seat = seat
        self._page: PageScreen | None = None
        self._opened: Command | None = None
        self._rejection: Rejection | None = None
        self._clicked: Box | None = None
        self._speech = Speech()
        self._changes = 0
        self._repaint = False
        self._turn_seen: int | None = None
        self._dice_seen = 0.0
        self._pause = HASTE
        self._hasty_until = 0.0
        seat.show_with(Wording(layout.NOTICE_WIDTH, names_keys=True), shows_chances=True)
        self._take_in(now)

    # Methods that draw

    @property
    def ending(self) -> Ending | None:
        return self.seat.ending

    @property
    def revision(self) -> object:
        return self.seat.revision, self._changes

    @property
    def deadline(self) -> float | None:
        return earliest(self._speech.ends if self._page is None else self._page.deadline, self.seat.deadline)

    @property
    def legend(self) -> str:
        has_board = self._page is None and not self.seat.table.series.has_ended
        if not has_board:
            return ""
        return texts.OLDSTYLE_LEGEND if self.seat.role.oldstyle else legend()

    @property
    def copied(self) -> Copied:
        return self.seat.copied

    @property
    def is_reading(self) -> bool:
        return self._page is not None

    @property
    def is_typing(self) -> bool:
        """Whether the person is typing a message to the others, so that keys are letters of this message."""
        return self._speech.typed is not None

    @property
    def page(self) -> PageScreen | None:
        """The page that hides the table; None if no page is open."""
        return self._page

    def screen(self, display: Display = H89) -> Grid:
        return views.table(self.view(), display) if self._page is None else self._page.screen(display)

    def urgent(self, display: Display = H89) -> tuple[Region, ...]:
        return views.urgent(self.view(), display) if self._page is None else ()

    def view(self) -> TableView:
        """Return everything that the screen shows to this person; the functions of the module `views` draw it."""
        seat, table, series = self.seat, self.seat.table, self.seat.table.series
        return TableView(
            state=series.state,
            names=tuple(texts.plain_text(player.name) for player in series.setup.players),
            wins=series.wins,
            to_roll=table.marks.to_roll,
            selected=None if table.hidden else seat.selected,
            notice=beside_dice.notice(seat),
            message=beside_dice.message(seat),
            remark=beside_dice.remark(seat, self._rejection),
            oldstyle=seat.role.oldstyle,
            mark=seat.preferences.mark,
            potential=seat.preferences.potential,
            hidden=table.hidden,
            earlier=series.earlier,
            standing=_standing(seat),
            speech=self._speech.lines(),
            is_asked=series.has_ended or seat.question is not None,
            chances=_chances(seat),
        )

    @property
    def sight(self) -> int | None:
        """The number of the first event of the turn whose dice the screen shows; None while no dice are shown."""
        table = self.seat.table
        is_board = self._page is None and self.seat.question is None
        return table.events.turn_start if is_board and len(table.hidden) < len(table.series.state.dice) else None

    def seen(self, sight: int | None, now: float) -> None:
        """Note that the person sees a screen now; `sight` is the value that the property `sight` had for this
        screen.

        If the screen shows the first dice of a turn, note the turn and the time.
        """
        if sight is not None and sight != self._turn_seen:
            self._turn_seen, self._dice_seen = sight, now

    def notify(self, text: str) -> None:
        """Show `text` in place of the remark until a key is pressed, but not after the end of a game."""
        self.seat.notify("" if self.seat.table.series.has_ended else text)

    def take_bells(self) -> int:
        rings, self.seat.rings = self.seat.rings, 0
        return rings + (0 if self._page is None else self._page.take_bells())

    def take_repaint(self) -> bool:
        repaint, self._repaint = self._repaint, False
        return repaint

    def leave(self) -> None:
        self.seat.leave()

    # Methods for events and time

    def advance(self, now: float) -> None:
        if self._page is None:
            if self._speech.fade(now):
                self._changes += 1
        elif self._page.deadline is not None and now >= self._page.deadline:
            self._changes += 1
            self._page.advance(now)
        self.seat.advance(now)
        self._take_in(now)

    def _take_in(self, now: float) -> None:
        """Process the new events at the table, and tell the table whether this person looks at it."""
        for event in self.seat.news():
            if event.happening is Happening.SAID:
                self._hear(event, now)
            else:
                self._see(event, now)
        self._open_page()
        self.seat.consult()
        self.seat.attend(now)

    def _see(self, event: Event, now: float) -> None:
        self._clicked = None
        if event.happening is not Happening.ROLLED:
            self._rejection = None
        if event.happening is Happening.SEATED and event.seat not in (self.seat.seats or ()):
            self._speech.tell(self._seated(event), now)
        elif event.happening is Happening.WARNED:
            if self.seat.plays(event.before.seat):
                self.seat.rings += 1
        elif event.happening is Happening.ENDED:
            self.seat.rings += len(event.after.winners())

    def _hear(self, event: Event, now: float) -> None:
        """Show the message of `event` if it is from the table itself, or if it is from a person and people's
        messages aren't switched off."""
        if not event.name:
            self._speech.tell(event.text, now)
        elif self.seat.preferences.messages:
            self._speech.hear(texts.said(event.name, event.text), now)

    def _seated(self, event: Event) -> str:
        player = self.seat.table.series.setup.players[event.seat]
        is_person = self.seat.table.series.is_person(event.seat)
        return texts.seated(player, is_person, texts.plain_text(player.name))

    def _open_page(self) -> None:
        """Show the page that `seat.page` names, even in place of another page."""
        if self.seat.page is not self._opened:
            self._opened = self.seat.page
            opened = opened_at(self.seat)
            self._page = None if opened is None else opened_on_screen(opened)

    def _close_page(self, now: float) -> None:
        self._page = self._opened = self._turn_seen = None
        self.seat.page = None
        self._speech.look(now)

    # Methods for keys

    def press(self, key: KeyPress, now: float) -> None:
        if self.ending is not None or (self.seat.role.oldstyle and key is Key.ESCAPE):
            return  # version 1.1 ignored ESC
        self._take_in(now)
        self._changes += 1
        self._clicked = None
        command = (OLDSTYLE_KEYS if self.seat.role.oldstyle else KEYS).get(key)
        if command is Command.REPAINT:
            self._repaint = True
        elif self._page is not None:
            if not self._page.press(key):
                self._close_page(now)
        elif self._speech.typed is not None:
            self._type(self._speech.typed, key, now)
        elif self.seat.question is not None:
            self._answer(key, command, now)
        else:
            self._speech.fade(now, SHORTEST)
            self._press_at_table(key, command, now)
        self._take_in(now)

    def _type(self, line: KeyedText, key: KeyPress, now: float) -> None:
        typing = line.press(key)
        if typing is Typing.REFUSED or (typing is Typing.DONE and not self.seat.say(line.text, now)):
            self.seat.rings += 1
        elif typing is not Typing.GOES_ON:
            self._speech.typed = None

    def _answer(self, key: KeyPress, command: Command | None, now: float) -> None:
        answer = _ANSWERS.get(key, Answer.OTHER)
        if self.seat.question is Question.RESUME and command is Command.QUIT:
            answer = Answer.LEAVE
        if not self.seat.answer(answer, now):
            self.seat.rings += 1
        self._turn_seen = None

    def _press_at_table(self, key: KeyPress, command: Command | None, now: float) -> None:
        if self.seat.table.series.has_ended:
            if key in _ANSWERS and command is None:
                self._answer(key, command, now)
                return
            # Perhaps the person meant to leave a page by ESC: if there is a start page, go there and don't quit.
            if key is Key.ESCAPE:
                command = Command.START_PAGE if self.seat.has_start_page else Command.QUIT
        if command is Command.TALK and self.seat.role.may_talk and not self.seat.is_kept:
            self.seat.notify("")
            self._speech.begin()
        else:
            self._do(command, now)

    def _do(self, deed: Command | Box | None, now: float) -> None:
        # A person who presses DONE again and again wants to hurry the game, and doesn't look at dice in between.
        is_hasty = deed is Command.DONE and self._is_hasty(now)
        hurries = deed is Command.DONE and not self.seat.may_play
        if is_hasty:
            self.seat.notify("")
            self.seat.table.land(now)
            self._rejection = Rejection.TOO_SOON
        else:
            self._rejection = self.seat.do(deed, now)
            self._pause = HURRY if hurries else HASTE
        self._hasty_until = now + self._pause if is_hasty or hurries else 0.0
        if self._rejection is not None:
            self.seat.rings += 1

    def _is_hasty(self, now: float) -> bool:
        """Return whether the person presses DONE, with rolls left, too soon to have looked at the dice. Then DONE,
        which would post a score, should have no effect."""
        seat, table = self.seat, self.seat.table
        if not (seat.preferences.take_back and seat.may_play) or table.awaits_first_roll or table.held is not None:
            return False
        if table.series.has_ended or not table.series.state.rolls_left:
            return False
        is_seen = self._turn_seen == table.events.turn_start
        return not is_seen or now < max(self._dice_seen + HASTE, self._hasty_until)

    # Methods for clicks

    def click(self, row: int, column: int, display: Display, now: float) -> None:
        """Carry out the command at a place of the screen. A click on a box selects the box, and a second click on
        the box posts the dice there."""
        if self.ending is not None or self.seat.role.oldstyle:
            return
        self._take_in(now)
        self._changes += 1
        if self._page is not None:
            if not self._page.click(row, column, display):
                self._close_page(now)
        else:
            target = target_at(self.view(), display, row, column)
            if isinstance(target, str):
                self.press(target, now)
            elif self.seat.question is None:
                self._click_at_table(target, now)
        self._take_in(now)

    def _click_at_table(self, target: Command | Box | None, now: float) -> None:
        seat, series = self.seat, self.seat.table.series
        is_again = target is not None and target == self._clicked
        self._clicked = target if isinstance(target, Box) else None
        if target is not None or not (series.has_ended or series.is_human):
            self._do(Command.DONE if is_again else target, now)
        is_selected = seat.may_play and self._clicked is not None and self._clicked == seat.table.marks.selected
        if is_selected and not (is_again or self._rejection or seat.advice.rows[1]):
            seat.notify(texts.CLICK_AGAIN)


def _chances(seat: Seat) -> tuple[str, ...]:
    """Return the mark for estimates (~ or "") and each player's chance to win; until these are known all are "".

    Return () if chances aren't shown, or if there is only one player.
    """
    players = len(seat.table.series.state.cards)
    if not seat.sees_chances or players == 1:
        return ()
    return seat.table.chances.written or ("",) * (players + 1)


def _standing(seat: Seat) -> str:
    """Return the text shown in place of the captions of keys; "" if the captions are shown.

    While a recorded game is played back, the text names the keys that work then. After a game with only one person
    at this screen, the text has this person's totals in earlier games.
    """
    series = seat.table.series
    if series.played_back and not (series.has_ended or seat.role.oldstyle):
        return texts.PLAYED_BACK
    people = sum(map(seat.plays, range(len(series.setup.players))))
    past = [totals for _, totals in seat.past_totals()] if people == 1 else []
    return texts.past_totals(past[0], layout.STANDING_WIDTH) if past else ""
