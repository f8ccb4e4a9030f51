"""The text lines beside the dice as one person sees them: a notice, the player to move, a remark, and messages."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from h89yahtzee.frontends.screen import layout
from h89yahtzee.game.record import HUMAN
from h89yahtzee.screen.typed_line import KeyedText
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Command, offer
from h89yahtzee.table.events import Question, Rejection, Step
from h89yahtzee.table.preferences import Mark
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.table import MOST_SAID

LONGEST = 10.0
"""Seconds after which messages disappear."""
SHORTEST = 2.0
"""Seconds for which messages stay even if a key is pressed; later any key makes them disappear."""
ROWS = 2


def notice(seat: Seat) -> str:
    """Return the first of these texts that applies: a note that the game offered to be resumed was cut off; a note
    that a computer plays for a person; the coach's advice; the keys that open pages after a game; the reason why
    some open boxes aren't legal; a note that this person only watches; the name of the game played back; a note
    that the keys for single dice mark dice to keep.
    """
    table, advice = seat.table, seat.advice
    if seat.is_offered_cut_off:
        return texts.CUT_OFF.format(turn=table.series.state.turn + 1)
    if kept := _kept(seat):
        return kept
    if advice.best or advice.warning:
        return advice.rows[0] or advice.warning
    if table.series.has_ended:
        return texts.beside_each_other([*_offers(seat)])
    state = table.series.state
    forbidden = () if table.hidden else set(state.card.open_boxes()) - set(state.legal_boxes())
    for refusal in map(state.refusal, forbidden):
        assert refusal is not None
        return texts.REFUSALS[refusal]
    if not seat.has_a_say:
        return texts.WATCHING
    # Only keys that mark the dice to keep need a note: in version 1.1 of the program keys marked the dice to roll.
    return table.series.played_back or (texts.KEEPING if seat.preferences.mark is Mark.KEEP else "")


def _offers(seat: Seat) -> Iterator[str]:
    if seat.offers_review:
        yield offer(Command.REVIEW)
    if seat.has_start_page:
        yield offer(Command.START_PAGE)
    if seat.services.saved_games is not None:
        yield offer(Command.GAMES)


def _kept(seat: Seat) -> str:
    table, series = seat.table, seat.table.series
    if series.has_ended:
        return ""
    if table.stands_in_for is not None:
        return texts.STANDS_IN
    if seat.is_kept:
        return texts.KEPT_FOR_YOU
    player = series.setup.players[series.state.seat]
    is_kept_for_another = player.strategy == HUMAN and series.has_people and not series.is_human
    return texts.KEPT.format(name=texts.plain_text(player.name)) if is_kept_for_another else ""


def message(seat: Seat) -> str:
    """Return the text line that names the player to move.

    After a game the line instead names the seed of the dice, or after a game of the day the key that opens the page
    of the day. It also names the key that compares the players, if they can be compared.
    """
    table, oldstyle = seat.table, seat.role.oldstyle
    state, setup = table.series.state, table.series.setup
    if table.series.has_ended:
        offers = [offer(Command.COMPARE)] if seat.can_compare and not oldstyle else []
        # The seed of a game of the day is its date, which is on the page of the day.
        first = offer(Command.DAY) if seat.has_day and not oldstyle else texts.seed(setup.seed)
        return texts.beside_each_other([first, *offers])
    name = texts.plain_text(setup.players[state.seat].name)
    seconds = table.clock.seconds_left
    if table.awaits_first_roll:
        return texts.first_roll(name, layout.REMARK_WIDTH, oldstyle, seconds)
    return texts.move(name, state.rolls_left, layout.REMARK_WIDTH, oldstyle, seconds)


def remark(seat: Seat, rejection: Rejection | None) -> str:
    """Return the question asked, if there is one; else the first of these texts that isn't empty: the text that
    `Seat.notify` has set, the text that `_status` returns, the second row of the coach's advice, the reason why
    there are no chances to win."""
    if seat.question is not None:
        return _question(seat, seat.question)
    said = seat.notice or _status(seat, rejection) or seat.advice.rows[1]
    if not said and seat.sees_chances and seat.table.chances.problem:
        return texts.NO_CHANCES
    return said


def _question(seat: Seat, question: Question) -> str:
    if question is Question.SCRATCH:
        return texts.scratch(texts.box_in_words(seat.table.series.state.rules, seat.scratched))
    return texts.QUESTIONS[question]


def _status(seat: Seat, rejection: Rejection | None) -> str:
    """Return the game's result, a computer player's action, or the reason why the last command had no effect."""
    computer = seat.table.computer
    if seat.table.series.has_ended:
        return _result(seat)
    if seat.table.held is not None and seat.may_play:
        return texts.HELD
    if computer.step is Step.THINKING and computer.seconds_left is not None:
        return texts.THINKING_ON.format(seconds=computer.seconds_left)
    if computer.step is not None:
        return texts.STEPS[computer.step]
    return "" if rejection is None else texts.REJECTIONS[rejection]


def _result(seat: Seat) -> str:
    series, oldstyle = seat.table.series, seat.role.oldstyle
    question = texts.QUESTIONS[Question.NEXT_GAME if series.games_left else Question.PLAY_AGAIN]
    if not seat.has_a_say:
        question = texts.WATCHER_LEAVES
    if oldstyle:
        question = question.removesuffix(texts.YES_OR_NO)
    if not series.state.is_over:
        return f"{texts.RECORD_ENDS} {question}"
    names = [texts.plain_text(player.name) for player in series.setup.players]
    state, width = series.state, layout.WIDTH - len(question) - 1
    return f"{texts.result(names, state.totals(), state.winners(), width, oldstyle)} {question}"


class Speech:
    """Messages beside the dice. `heard` are the lines of messages to this person, which disappear after a while;
    `typed` is the message that this person is typing, if any."""

    def __init__(self) -> None:
        self.heard: tuple[str, ...] = ()
        self.typed: KeyedText | None = None
        self._since = 0.0
        self._told = ""

    @property
    def ends(self) -> float | None:
        """The time at which the heard messages disappear; None if there are none."""
        return self._since + LONGEST if self.heard else None

    def hear(self, message: str, now: float) -> None:
        lines = wrap(message, layout.NOTICE_WIDTH)
        if len(lines) > ROWS:
            lines = _filled(message)
        self.heard, self._since = (*self.heard, *lines)[-ROWS:], now

    def tell(self, news: str, now: float) -> None:
        """Show `news`, a message from the table itself, in place of the table's earlier message.

        The earlier message is removed because messages cover the line that names the player to move.
        """
        self.heard = tuple(line for line in self.heard if line != self._told)
        self._told = news
        self.hear(news, now)

    def look(self, now: float) -> None:
        """Let the messages stay for their whole time from `now` on, because a page has hidden them until now."""
        self._since = now

    def fade(self, now: float, after: float = LONGEST) -> bool:
        """Remove messages that are at least `after` seconds old; return whether there were any."""
        is_over = bool(self.heard) and now >= self._since + after
        if is_over:
            self.heard = ()
        return is_over

    def begin(self) -> None:
        """Let the person type a message from now on."""
        self.typed = KeyedText(MOST_SAID)

    def lines(self) -> tuple[str, ...]:
        """Return the lines to show, from top to bottom; a message that is being typed comes last."""
        typed = () if self.typed is None else tuple(_filled(texts.SAY.format(text=self.typed.text)))
        return (*self.heard, *typed)[-ROWS:]


def _filled(text: str) -> list[str]:
    """Return the screen rows of `text`, a message being typed. It is broken where a row is full, even within a
    word, so that no word jumps to the next row while it is typed."""
    return [text[at : at + layout.NOTICE_WIDTH] for at in range(0, len(text), layout.NOTICE_WIDTH)][:ROWS]
