"""A seat at a table in text mode: typed words become commands and answers, and events become lines of text.

A session must print the lines, show `prompt`, and pass what the person types to `answer`. A line that reports an
action is yielded after the action has been done. No line is wider than `line_texts.WIDTH`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum, auto
from itertools import chain

from h89yahtzee.frontends.lines import line_texts, table_lines
from h89yahtzee.frontends.lines.room_lines import InRoom, Opened, RoomLines
from h89yahtzee.frontends.lines.telling import SHORT, Telling
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, Score
from h89yahtzee.rooms.room import Room
from h89yahtzee.rooms.table_rooms import opened_at
from h89yahtzee.table import texts
from h89yahtzee.table.commands import WORDS, Command
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.events import ENDING_A_TURN, Answer, Event, Happening, Question
from h89yahtzee.table.reviews import pending_chances
from h89yahtzee.table.seat import Deed, Seat
from h89yahtzee.table.turns import earliest

_ANSWERS = {
    **dict.fromkeys(("y", "yes"), Answer.YES),
    **dict.fromkeys(("n", "no"), Answer.NO),
    **dict.fromkeys(("q", "quit"), Answer.LEAVE),
}
_AFTER_GAME = {**WORDS, "s": Command.START_PAGE}


class Missing(Enum):
    """The part of a box that the player must still name before the dice can be scored there."""

    ROW = auto()
    COLUMN = auto()


class SeatLines:
    """A person's seat at a table in text mode; a session prints its lines and passes typed answers to it.

    Call `start` first, then `answer` and `tell` until `ending` is set.
    """

    def __init__(self, seat: Seat, telling: Telling = SHORT, in_room: InRoom = RoomLines) -> None:
        self.seat = seat
        self._telling = telling
        self._opened = Opened(seat.services.in_steps, telling, in_room)
        """The room that this person has opened (settings or saved games), and texts still being computed."""
        self.missing: Missing | None = None
        """The part of a box that the person is asked for now."""
        self._boxes: tuple[Box, ...] = ()
        self._forced: Box | None = None
        """The box into which the rules forced the last score, until `tell` has reported this; None otherwise."""
        self._notices: list[str] = []
        self._is_told_of_search = False
        self._changes = 0
        seat.show_with(telling.wording, shows_chances=False)

    @property
    def ending(self) -> Ending | None:
        return self.seat.ending

    @property
    def revision(self) -> object:
        return self.seat.revision, self._changes, self.is_done

    @property
    def is_done(self) -> bool:
        """Whether a page has been computed, so that the next `tell` yields its lines."""
        return self._opened.is_done

    @property
    def deadline(self) -> float | None:
        return earliest(self._opened.deadline, self.seat.deadline)

    @property
    def opened(self) -> bool:
        """Whether a room is open that takes the answers, such as the settings."""
        return self._opened.room is not None

    @property
    def prompt(self) -> str:
        """The question to this person; empty if nothing is asked."""
        seat, series = self.seat, self.seat.table.series
        if self._opened.room is not None:
            return self._opened.room.prompt
        if seat.question is Question.SCRATCH:
            state = series.state
            box = self._telling.wording.label(state.rules, seat.scratched)
            return f"{texts.scratch(box, state.potential_score(seat.scratched), state.rolls_left)} "
        if seat.question is not None:
            return line_texts.QUESTIONS[seat.question]
        if self.missing is not None:
            return line_texts.WHICH_ROW if self.missing is Missing.ROW else line_texts.WHICH_COLUMN
        if series.has_ended:
            return line_texts.QUESTIONS[Question.PLAY_AGAIN] if seat.has_a_say else line_texts.WATCHED
        if not seat.may_play:
            return ""
        if seat.table.awaits_first_roll:
            return line_texts.FIRST_PROMPT
        return line_texts.PROMPT if series.state.rolls_left else line_texts.LAST_PROMPT

    def notify(self, text: str) -> None:
        """Let the next call of `tell` begin with `text`."""
        self._changes += 1
        self._notices.append(text)

    def leave(self) -> None:
        self.seat.leave()

    def advance(self, now: float) -> None:
        self._opened.advance(now)
        series = self.seat.table.series
        if series.has_ended and series.games_left:
            self.seat.table.play_again(now)
        self.seat.advance(now)
        self.seat.attend(now)

    # Methods that yield lines for the person

    def start(self) -> Iterator[str]:
        """Yield the welcome, and the state of the unfinished game that this person may resume, if there is one."""
        series, offer = self.seat.table.series, self.seat.offer
        if series.has_people:
            yield from self._telling.folded([self._telling.welcome(series.state.rules)])
        if offer is not None:
            yield from self._telling.folded(self._telling.unfinished(series, offer.was_cut_off))
        yield from self._telling.folded(filter(None, [self.seat.notice]))

    def tell(self) -> Iterator[str]:
        """Yield the lines about events since the last call."""
        notices, self._notices = self._notices, []
        yield from self._telling.folded([*notices, *self._tell(), *self._thinking()])

    def _thinking(self) -> Iterator[str]:
        """Yield a line when a computer player begins a long search that this person may end."""
        table = self.seat.table
        is_searching = table.computer.seconds_left is not None
        if is_searching and not self._is_told_of_search and self.seat.role.may_hurry:
            yield self._telling.thinking.format(seconds=f"{table.options.analysis_time:.0f}")
        self._is_told_of_search = is_searching

    def _tell(self) -> Iterator[str]:
        seat, series, advice = self.seat, self.seat.table.series, self.seat.advice
        seat.settle()
        if seat.question is Question.RESUME:
            return
        for event in seat.news():
            yield from self._told_of(event)
            if event.action is not None and advice.warning:
                yield advice.warning
                advice.warning = ""
            yield from self._advise(event)
            yield from self._page()
            if event.happening is Happening.ENDED:
                if not (series.has_people or series.games_left):
                    seat.leave()
                elif seat.has_start_page and not self._telling.is_numbered:
                    yield line_texts.START_OFFER
        yield from self._chances_advised()
        yield from self._opened.tell()

    def _told_of(self, event: Event) -> Iterator[str]:
        if event.happening in ENDING_A_TURN:
            self.missing = None
        if event.happening is Happening.POSTED and self._forced is not None:
            yield line_texts.FORCED.format(box=self._telling.wording.label(event.before.rules, self._forced))
            self._forced = None
        if self._is_heard(event):
            yield from self._telling.events(self.seat.table.series, event)
        if event.happening is Happening.ENDED:
            names = table_lines.names_of(self.seat.table.series)
            for seat, past in self.seat.past_totals():
                yield self._telling.past(names[seat], past)

    def _is_heard(self, event: Event) -> bool:
        """Return whether to report `event`: false for this person's own messages, and for messages of other people
        if this person has switched them off."""
        if event.happening is not Happening.SAID or not event.name:
            return True
        return self.seat.preferences.messages and event.name != self.seat.role.name

    def _advise(self, event: Event) -> Iterator[str]:
        """Yield the advice that the coach gives unasked after a roll or at the beginning of a turn, if no other
        event has changed the game since `event`."""
        if event.happening in (Happening.BEGAN, Happening.ROLLED) and event.after is self.seat.table.series.state:
            self.seat.consult()
            if self.seat.advice.best:
                yield from (self.seat.advice.best, self.seat.advice.others)

    def _chances_advised(self) -> Iterator[str]:
        """Yield the coach's advice about chances to win, which may be ready later than other advice."""
        advice = self.seat.advice
        yield from filter(None, (advice.wins, advice.dispute, advice.warning))
        advice.wins = advice.dispute = advice.warning = ""

    def _page(self) -> Iterator[str]:
        """Open the page that the person has asked for, and yield its lines."""
        if self._opened.room is not None and self.seat.page is not Command.REVIEW:
            # The settings or the saved games hide the table until the person leaves them.
            return
        opened = opened_at(self.seat)
        if not isinstance(opened, Room):
            self.seat.page = None
        yield from self._opened.open(opened)

    # Methods for the person's answers

    def answer(self, text: str, now: float) -> Iterator[str]:
        """Take an answer to `prompt`, or a message if `text` begins with a slash, and yield the lines in reply.

        Lines about the events that result at the table come with the next `tell`, after the game has been saved.
        """
        if self.seat.role.may_hurry and self.seat.table.computer.is_searching:
            self.seat.table.hurry(now)
        elif self.seat.role.may_talk and text.startswith("/"):
            yield from self._telling.folded(self._talk(text[1:].strip(), now))
        elif self._opened.room is not None:
            yield from self._answer_opened(text, now)
        else:
            yield from self.tell()
            yield from self._telling.folded(self._answer(" ".join(text.lower().split()), now))

    def _answer_opened(self, text: str, now: float) -> Iterator[str]:
        """Pass the answer to the room opened at the table; if the person leaves that room, show the table."""
        yield from self._opened.answer(text, now)
        if self._opened.room is None:
            self.seat.page = None
            self.seat.attend(now)
        yield from self.tell()

    def _talk(self, text: str, now: float) -> Iterator[str]:
        if text in ("on", "off"):
            self.seat.prefer(replace(self.seat.preferences_in_force, messages=text == "on"))
            yield line_texts.HEARS[text == "on"]
        elif text and not self.seat.say(text, now):
            yield line_texts.TOO_SOON

    def _answer(self, text: str, now: float) -> Iterator[str]:
        missing, self.missing = self.missing, None
        try:
            if self.seat.question is not None:
                self._answer_question(text, now)
            elif not self.seat.come_back(now):
                yield from self._answer_at_table(missing, text, now)
        except table_lines.AnswerError as error:
            yield str(error)
        self.seat.attend(now)
        if not self.seat.table.series.state.rolls_left and self.seat.may_play:
            self._score_forced(now)

    def _answer_question(self, text: str, now: float) -> None:
        """Answer the seat's question. All words other than yes, no and quit mean no; but if the question is whether
        to resume a game (`RESUME`) or to keep it (`KEEP`), such words are ignored."""
        answer = _answer_of(text)
        if answer is not Answer.OTHER or self.seat.question not in (Question.RESUME, Question.KEEP):
            self.seat.answer(answer, now)

    def _answer_at_table(self, missing: Missing | None, text: str, now: float) -> Iterator[str]:
        if self.seat.table.series.has_ended:
            yield from self._answer_after_game(text, now)
        elif missing is None:
            yield from self._answer_in_turn(text, now)
        elif text:
            yield from self._score(self._boxes_for(missing, text), now)

    def _answer_after_game(self, text: str, now: float) -> Iterator[str]:
        if _answer_of(text) in (Answer.YES, Answer.NO) and self.seat.answer(_answer_of(text), now):
            return
        command = _AFTER_GAME.get(text)
        if command is Command.COMPARE and not self.seat.can_compare:
            yield line_texts.NOT_THE_SAME_DICE
            return
        is_done = not text or self.seat.do(command, now) is None
        yield from self._page()
        if not is_done or command is Command.HELP:
            expected = line_texts.AFTERWARDS if self.seat.has_a_say else line_texts.AFTER_WATCHING
            raise table_lines.AnswerError(f"{expected} {line_texts.DAY_AGAIN}" if self.seat.has_day else expected)

    def _boxes_for(self, missing: Missing, text: str) -> tuple[Box, ...]:
        state = self.seat.table.series.state
        return (
            table_lines.boxes_called(state, text)
            if missing is Missing.ROW
            else (table_lines.box_in_column(state, self._boxes, text),)
        )

    def _answer_in_turn(self, text: str, now: float) -> Iterator[str]:
        state = self.seat.table.series.state
        called = WORDS.get(text)
        if self.seat.table.awaits_first_roll and (called is None or called.value.needs_dice):
            # The dice are still hidden, and a command that needs dice would reveal them. In its place pass DONE to
            # the table, which rejects DONE as long as the dice are hidden.
            if text:
                self._play(Command.DONE, now)
            return
        if table_lines.is_faces(text) and (state.rolls_left or not table_lines.is_row_number(state.rules, text)):
            self._roll(table_lines.dice_by_face, text, now)
            return
        match = re.match("([a-z]+|[?#=])[ ,]*", text)
        command, rest = (WORDS.get(match[1]), text[match.end() :]) if match else (None, "")
        if command is Command.ROLL and self.seat.table.awaits_first_roll:
            self._play(command, now)
        elif command is Command.ROLL:
            self._roll(table_lines.dice_by_position, rest, now)
        elif command is Command.DONE:
            yield from self._score(table_lines.boxes_called(state, rest), now) if rest else self._ask_row(now)
        elif command is not None:
            yield from self._do(command, now)
        elif text and not state.rolls_left:
            yield from self._score(table_lines.boxes_called(state, text), now)
        elif text:
            raise table_lines.AnswerError(line_texts.NOT_UNDERSTOOD.format(text=line_texts.brief(text)))

    def _do(self, command: Command, now: float) -> Iterator[str]:
        """Carry out a command that is typed as a single word, and yield the lines in reply."""
        seat, series = self.seat, self.seat.table.series
        if command is Command.CARD:
            yield from self._telling.card(series)
        elif command is Command.WORDS:
            yield from chain(self._telling.words(series), self._all_chances())
        elif command is Command.CHANCES and len(series.state.cards) == 1:
            raise table_lines.AnswerError(line_texts.NOBODY_TO_BEAT)
        elif command is Command.CHANCES:
            wanted = not seat.preferences.chances
            seat.prefer(replace(seat.preferences_in_force, chances=wanted))
            yield line_texts.TELLS_CHANCES[wanted]
        elif command is Command.REPAINT:
            seat.retell()
        elif command is Command.COACH:
            yield from self._advised()
        elif seat.do(command, now) is not None:
            raise table_lines.AnswerError(line_texts.NO_EFFECT.format(text=command.value.words[0]))
        yield from filter(None, [seat.notice])
        yield from self._page()

    def _advised(self) -> Iterator[str]:
        """Yield the coach's advice, and if the advice was told before, the text to type to follow it."""
        advice, state = self.seat.advice, self.seat.table.series.state
        if advice.action is not None:
            yield from (advice.best, self._telling.follow(state, advice.action))
            return
        advice.ask(state)
        yield from (advice.best, advice.others)

    def _all_chances(self) -> Iterator[str]:
        """Yield each player's chance to win, if this person wants to see chances."""
        table = self.seat.table
        if self.seat.preferences.chances and len(table.series.state.cards) > 1:
            reckoning = table.bookmaker.chances(table.series.setup, table.series.state)
            yield from self._opened.compute(pending_chances(table_lines.names_of(table.series), reckoning))

    # Methods for rolls and scores

    def _roll(self, dice_called: Callable[[tuple[int, ...], str], tuple[int, ...]], text: str, now: float) -> None:
        state = self.seat.table.series.state
        if not state.rolls_left:
            raise table_lines.AnswerError(texts.NO_ROLLS)
        self._play(Roll(dice_called(state.dice, text)), now)

    def _ask_row(self, now: float) -> Iterator[str]:
        """Ask for the row to score in; if the rules force a box, post the dice there instead."""
        state = self.seat.table.series.state
        if self._score_forced(now):
            return
        self.missing = Missing.ROW
        rows = {box.row: box for box in reversed(state.legal_boxes())}
        yield from self._telling.rows(state, [rows[row] for row in sorted(rows)])

    def _score_forced(self, now: float) -> bool:
        """Post the dice in the box into which the rules force them; return False if they force none.

        The next `tell` reports the post.
        """
        self._forced = table_lines.forced_box(self.seat.table.series.state)
        if self._forced is not None:
            self._play(Score(self._forced), now)
        return self._forced is not None

    def _score(self, boxes: tuple[Box, ...], now: float) -> Iterator[str]:
        """Post the dice in the only box of `boxes`; if there are several boxes, ask for the column."""
        if len(boxes) > 1:
            self._boxes = boxes
            self.missing = Missing.COLUMN
            yield line_texts.columns_left(self.seat.table.series.state.rules, [box.column for box in boxes])
        else:
            self._play(Score(boxes[0]), now)

    def _play(self, deed: Deed, now: float) -> None:
        if not self.seat.may_play:
            raise table_lines.AnswerError(line_texts.NOT_YOUR_TURN)
        if (rejection := self.seat.do(deed, now)) is not None:
            raise table_lines.AnswerError(texts.REJECTIONS[rejection])


def _answer_of(text: str) -> Answer:
    return _ANSWERS.get(text.split(" ")[0], Answer.OTHER)
