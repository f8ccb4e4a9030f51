"""The start page, where a person chooses the players, rules and pace of a new game or of a host's new table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES, default_for
from h89yahtzee.rooms import start_rows
from h89yahtzee.rooms.page import READINGS, TextPage
from h89yahtzee.rooms.readings import reading_commands
from h89yahtzee.rooms.room import (
    DONE_KEYS,
    QUIT_KEYS,
    Place,
    Question,
    Room,
    RoomCommand,
    RoomRefusal,
    Row,
    Text,
    Typed,
    refuse,
)
from h89yahtzee.screen.keys import Key
from h89yahtzee.screen.typed_line import plain_name
from h89yahtzee.table import texts
from h89yahtzee.table.choices import Choices, kinds
from h89yahtzee.table.daily import can_be_daily
from h89yahtzee.table.endings import Resume, Start, ToPlace
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.texts import cut, fault_of_names, plain_text

ONE_MOMENT = "One moment ..."
ONE_MOMENT_DONE = "One moment ... {done:.0%}"
NAME_WIDTH = 16

_LABEL_COLUMN = 2
_VALUE_COLUMN = 17
_PLAYERS_ROW = 2
_PLAYERS_BESIDE = 5
"""The number of players in the left column; further players are in the right column."""
_PLAYER_WIDTH = 31
_PLAYER_GAP = 4
_RULES_ROW = 8
_OTHERS_ROW = 11
_PAGE_WIDTH = 78
_UNFINISHED_ROW = 19
_TODAY_ROW, _SAVED_ROW = _UNFINISHED_ROW - 1, _UNFINISHED_ROW + 1

_TODAY = "t plays the game of the day {day} by these rules, alone."
_TODAY_TYPED = "today plays the game of the day, alone, by the rules {rules}."
_ABOUT_TODAY = "play the game of the day by these rules, alone"
_UNFINISHED = "UNFINISHED"
_TYPE_A_NAME = "Type a name, then RETURN. DELETE erases a letter, ESC keeps the old name."
_ABOUT_YOUR_SEAT = "Your seat."
_ABOUT_ANYBODY = "A seat for anybody who sits down there."
_HELP = """\
Choose who plays, and by which rules: ? on their row tells them apart. RETURN
begins the game. If you change nothing, it is the one you chose here last.
"""
_HOSTED_HELP = """\
Choose the rules of your table, ? on their row tells them apart, and who has a
seat there. The first is yours. The game begins when people have taken the
others, or when you say so.
"""
_ABOUT_LEVELS = """\
A player is a person, or a computer: easy, medium, hard or perfect. By most
rules there is also classic, the computer player of the original game.

In the game = leads to more settings, and ? explains the rules. When it is
over, s leads back to this page.
"""
_HOSTED_ABOUT_LEVELS = """\
A seat is for anybody, or for a computer: easy, medium, hard or perfect. By
most rules there is also classic, the computer player of the original game.
"""


class StartRoom(Room):
    """The start page. It ends with `Start(choices)`, which begins a game or, at a host, opens a table.

    Players that the person adds are computers with the strategy `newcomer`; None means the default strategy for the
    rules. `unfinished` describes the game that can be resumed, and is empty if there is none. `today` is the day
    whose game is offered, None if no game of the day is offered. If `saved` is None, no pages about saved games are
    offered.
    """

    help_title = "BEFORE THE GAME"

    def __init__(
        self,
        choices: Choices,
        newcomer: str | None = None,
        unfinished: str = "",
        today: Day | None = None,
        saved: SavedGames | None = None,
    ) -> None:
        super().__init__()
        self.choices = choices
        self._newcomer = newcomer
        self._unfinished = unfinished
        self._resumes = bool(unfinished)
        self._today = today
        self._saved = saved

    # Methods for the display

    @property
    def title(self) -> str:
        return f"{texts.TITLE}   NEW TABLE" if self.choices.is_hosted else texts.TITLE

    @property
    def count(self) -> int:
        return len(self.choices.players) + len(start_rows.offered_rows(self.choices))

    def row(self, number: int) -> Row:
        choices = self.choices
        below = number - len(choices.players)
        if below < 0:
            return self._player_row(number)
        row = start_rows.offered_rows(choices)[below]
        return Row(row.shown(choices), row.label, (row.about(choices),), change=self._changed_by(row))

    def _player_row(self, seat: int) -> Row:
        choices, player = self.choices, self.choices.players[seat]
        if self.typing is not None and seat == self.chosen:
            return Row(f"{seat + 1:2} {self.typing}_", about=(_TYPE_A_NAME,))
        value = player_line(seat, player.name, choices.kind(player))
        if choices.is_yours(seat):
            return Row(value, about=(_ABOUT_YOUR_SEAT,), change=refuse)
        is_seat = choices.is_hosted and player.strategy == HUMAN
        about = _ABOUT_ANYBODY if is_seat else start_rows.ABOUT_KINDS[choices.kind(player)]
        return Row(value, about=(about,), change=lambda step: self._take(choices.with_kind(seat, step)))

    def _changed_by(self, row: start_rows.StartRow) -> Callable[[int], None]:
        return lambda step: self._take(row.another(self.choices, step))

    @property
    def places(self) -> Sequence[Place]:
        seats = (divmod(seat, _PLAYERS_BESIDE) for seat in range(len(self.choices.players)))
        players = [
            Place(_PLAYERS_ROW + below, _VALUE_COLUMN + right * _PLAYER_WIDTH, _PLAYER_WIDTH - _PLAYER_GAP)
            for right, below in seats
        ]
        below_rules = range(_OTHERS_ROW, _OTHERS_ROW + len(start_rows.offered_rows(self.choices)) - 1)
        return [*players, *(Place(row, _VALUE_COLUMN, _PLAYER_WIDTH) for row in (_RULES_ROW, *below_rules))]

    def texts(self) -> Iterable[Text]:
        yield Text(Place(_PLAYERS_ROW, _LABEL_COLUMN), "WHO PLAYS")
        yield Text(Place(_RULES_ROW + 1, _VALUE_COLUMN), self.choices.rule_set.about)
        if self._unfinished:
            yield Text(Place(_UNFINISHED_ROW, _LABEL_COLUMN), _UNFINISHED)
            yield Text(Place(_UNFINISHED_ROW, _VALUE_COLUMN), self._unfinished)
        if self._today is not None:
            yield Text(Place(_TODAY_ROW, _LABEL_COLUMN), "TODAY")
            yield Text(Place(_TODAY_ROW, _VALUE_COLUMN), _TODAY.format(day=self._today))
        if self._saved is not None:
            shown = "   ".join(f"{reading.key} {reading.about}" for reading in READINGS)
            yield Text(Place(_SAVED_ROW, _LABEL_COLUMN), "SAVED GAMES")
            yield Text(Place(_SAVED_ROW, _VALUE_COLUMN), shown)

    def heard(self) -> Iterable[str]:
        if self._unfinished:
            yield f"{_UNFINISHED} {self._unfinished}"

    def hint(self, has_arrows: bool) -> str:
        if self.typing is not None:
            return ""  # the person types a name: the row of this name tells which keys edit it
        how = "The arrows choose a row and change it." if has_arrows else "k and j choose a row, h and l change it."
        return f"{how} RETURN {'opens the table' if self.choices.is_hosted else 'starts the game'}."

    @property
    def explanation(self) -> TextPage | None:
        """The page that lists all values of the chosen row, as `?` does in text mode; None if there is no list."""
        row = self.chosen - len(self.choices.players)
        if row < 0:
            return None
        offered = start_rows.offered_rows(self.choices)[row]
        told = () if offered.asked is None else offered.asked.about
        lines = [part for line in told for part in wrap(line, _PAGE_WIDTH) or [""]]
        return TextPage(offered.label, lines) if len(told) > 1 else None

    def welcome(self) -> Iterable[str]:
        if self.choices.is_hosted:
            yield "RETURN takes what stands in brackets, ? explains, q leads back."

    # Methods for commands

    @property
    def commands(self) -> tuple[RoomCommand, ...]:
        if self.choices.is_hosted:
            return (
                *self.choosing("a row", "change it (also SPACE)"),
                RoomCommand("ADD", f"add a seat, up to {MAX_PLAYERS}", ("a", Key.F2, "A", "+"), self._add),
                RoomCommand("DROP", "drop a seat", ("x", Key.F3, "X", "-"), self._drop),
                RoomCommand("OPEN", "open the table", DONE_KEYS, self._start),
                RoomCommand("BACK", "back to the lobby", QUIT_KEYS, lambda _: self.end(ToPlace()), ("q", "quit")),
                self.helping(_HOSTED_HELP, _HOSTED_ABOUT_LEVELS),
            )
        name, resume = Typed(NAME_WIDTH, self._rename), "resume the unfinished game"
        return (
            *self.choosing("a row", "change it (also SPACE)"),
            RoomCommand("NAME", "name a player", ("n", Key.F1, "N"), self._choose_player, typed=name),
            RoomCommand("ADD", f"add a player, up to {MAX_PLAYERS}", ("a", Key.F2, "A", "+"), self._add),
            RoomCommand("DROP", "drop a player", ("x", Key.F3, "X", "-"), self._drop),
            RoomCommand("RESUME", resume, ("r", Key.ERASE, "R"), self._resume, is_offered=bool(self._unfinished)),
            RoomCommand(
                *("TODAY", _ABOUT_TODAY, ("t", "T"), self._play_today, ("today",)),
                is_offered=self._today is not None,
                is_minor=True,
            ),
            *reading_commands(self, self._saved),
            RoomCommand("START", "start the game", DONE_KEYS, self._start),
            RoomCommand("QUIT", "quit", QUIT_KEYS, lambda _: self.leave(), ("q", "quit")),
            self.helping(_HELP, _ABOUT_LEVELS),
        )

    def _take(self, choices: Choices) -> None:
        self.choices = choices
        self.show()

    def _choose_player(self, _: float) -> None:
        """Choose the first player's row, so that `n` renames that player, unless a player is chosen already."""
        if self.chosen >= len(self.choices.players):
            self.choose(0)

    def _rename(self, name: str, _: float) -> None:
        if name.strip():
            self._take(self.choices.renamed(self.chosen, name.strip()))

    def _add(self, _: float) -> None:
        if len(self.choices.players) == MAX_PLAYERS:
            raise RoomRefusal
        self._take(self.choices.with_another(self._newcomer))
        self.choose(len(self.choices.players) - 1)

    def _drop(self, _: float) -> None:
        seats, seat = len(self.choices.players), self.chosen
        if seat >= seats or seats == 1 or self.choices.is_yours(seat):
            raise RoomRefusal
        self._take(self.choices.without(seat))
        self.choose(min(seat, seats - 2))

    def _resume(self, _: float) -> None:
        if not self._unfinished:
            raise RoomRefusal
        self.end(Resume())

    def _play_today(self, _: float) -> None:
        if self._today is None:
            raise RoomRefusal
        if not can_be_daily(self.choices.rule_set):
            raise RoomRefusal("The game of the day is for one column: expected other rules.")
        self.end(Start(replace(self.choices, day=self._today)))

    def _start(self, _: float) -> None:
        fault = "" if self.choices.is_hosted else fault_of_names(self.choices.players)
        if fault:
            raise RoomRefusal(f"Expected {fault}.")
        self.end(Start(self.choices))

    # Methods for text mode, whose questions each depend on the answers so far

    def _answered(self, choices: Choices) -> None:
        if choices.rules != self.choices.rules:
            self.notify(choices.rule_set.about)
        self.choices = choices

    def questions(self) -> Iterator[Question]:
        """Yield all questions, and end the room after the last answer."""
        if self._resumes:
            about = ["y resumes that game, n begins another one, q quits."]
            game = f"the game by {self._unfinished}?"
            asked, spoken = f"Resume {game} (y/n)", f"Do you resume {game}"
            yield Question(asked, start_rows.y_or_n(True), self._take_resume, about, spoken, start_rows.YES_NO)
        if self._resumes:
            self.end(Resume())
            return
        yield from self._about_seats() if self.choices.is_hosted else self._about_players()
        yield from self._about_rows(start_rows.ROWS_OF_RULES)
        yield from self._about_levels()
        yield from self._about_rows(start_rows.ROWS_OF_PLAY)
        self.end(Start(self.choices))

    def _about_players(self) -> Iterator[Question]:
        about = ["For example, ann bob =king: two people and a computer. q quits."]
        if self._today is not None:
            about.append(_TODAY_TYPED.format(rules=self.choices.rules))
        if self._saved is not None:
            about += [f"{reading.word} shows {reading.about}." for reading in READINGS]
        typed = [
            f"={plain_text(player.name)}" if player.strategy != HUMAN else plain_text(player.name)
            for player in self.choices.players
        ]
        spoken = "Who plays? Type the names, each computer's with an equals sign before it."
        yield Question("Players (= before a computer's name)", " ".join(typed), self._take_players, about, spoken)

    def _about_seats(self) -> Iterator[Question]:
        people, computers = self.choices.seats
        about = ["The game begins when people have taken all of them, or when you say so."]
        spoken = f"How many seats are for people, with yours, 1 to {MAX_PLAYERS}?"
        yield Question("Seats for people, with yours", str(people), self._take_seats, about, spoken)
        left = MAX_PLAYERS - self.choices.seats[0]
        if left:
            about = ["How many computers have a seat. How well each one plays is asked later."]
            spoken = f"How many seats are for computers, 0 to {left}?"
            yield Question("Computers", str(min(computers, left)), self._take_computers, about, spoken)

    def _about_rows(self, rows: Iterable[start_rows.StartRow]) -> Iterator[Question]:
        for row in rows:
            asked = row.asked
            if asked is not None and row.is_offered(self.choices):

                def take(text: str, typed: Callable[[Choices, str], Choices] = asked.typed) -> None:
                    self._answered(typed(self.choices, text))

                choices = self.choices
                text, default, answers = asked.text(choices), asked.default(choices), asked.answers(choices)
                yield Question(text, default, take, asked.about, asked.spoken, answers)

    def _about_levels(self) -> Iterator[Question]:
        words = {start_rows.KINDS[kind]: kind for kind in kinds(self.choices.rule_set) if kind != HUMAN}
        about = start_rows.explained({word: start_rows.ABOUT_KINDS[kind] for word, kind in words.items()})
        for seat, player in enumerate(self.choices.players):
            if player.strategy != HUMAN:

                def take(text: str, seat: int = seat, name: str = player.name) -> None:
                    is_strategy = text.lower() in words.values()
                    kind = text.lower() if is_strategy else words[start_rows.one_of(text, words)]
                    self._answered(self.choices.with_player(seat, Player(name, kind)))

                level = start_rows.KINDS[self.choices.kind(player)]
                answers = {word: start_rows.ABOUT_KINDS[kind] for word, kind in words.items()}
                asked, spoken = f"How {player.name} plays (? lists it)", f"How does {player.name} play?"
                yield Question(asked, level, take, about, spoken, answers)

    def _take_resume(self, text: str) -> None:
        self._resumes = start_rows.yes_or_no(text)

    def _take_players(self, text: str) -> None:
        before = {player.name: player for player in self.choices.players if player.strategy != HUMAN}
        players = [self._typed_player(word, before) for word in text.replace(",", " ").split()]
        if len(players) > MAX_PLAYERS:
            raise ValueError(f"1 to {MAX_PLAYERS} players, not {len(players)}")
        if not all(player.name for player in players):
            raise ValueError("names in ASCII letters, digits and signs")
        if fault := fault_of_names(players):
            raise ValueError(fault)
        self._answered(replace(self.choices, players=tuple(players)))

    def _typed_player(self, word: str, before: Mapping[str, Player]) -> Player:
        """Return the player for `word`: NAME means a person, while =NAME and =NAME:LEVEL mean a computer player.

        `before` has the present computer players by name. If `word` has no level, a computer player in `before`
        keeps its strategy; a new computer player gets the strategy `newcomer` (see the class).
        """
        if not word.startswith("="):
            return Player(plain_name(word))
        typed, _, strategy = word.lstrip("=").partition(":")
        name = plain_name(typed)
        if strategy:
            named = start_rows.one_of(strategy, (*STRATEGIES, *LEVELS))
            return Player(name, LEVELS.get(named, named))
        return before.get(name, Player(name, self._newcomer or default_for(self.choices.rule_set)))

    def _take_seats(self, text: str) -> None:
        people = start_rows.number_in(text, range(1, MAX_PLAYERS + 1))
        self._answered(self.choices.with_seats(people, min(self.choices.seats[1], MAX_PLAYERS - people)))

    def _take_computers(self, text: str) -> None:
        people = self.choices.seats[0]
        self._answered(self.choices.with_seats(people, start_rows.number_in(text, range(MAX_PLAYERS - people + 1))))


def player_line(seat: int, name: str, kind: str) -> str:
    """Return a line of text with the seat's number (1 for `seat` 0), the player's name, and the word shown for
    `kind` (HUMAN or a strategy)."""
    return f"{seat + 1:2} {cut(plain_text(name), NAME_WIDTH):{NAME_WIDTH}} {start_rows.KINDS[kind]}"


def unfinished_game(rules: str, turn: int, was_cut_off: bool, totals: Mapping[str, int]) -> str:
    """Return a description of a game that can be resumed: its rules, `turn` (from 1) and players' totals so far.

    The description also tells if the game `was_cut_off` rather than left on purpose.
    """
    players = ", ".join(f"{plain_text(name)} {total}" for name, total in totals.items())
    where = f"cut off in turn {turn}" if was_cut_off else f"turn {turn}"
    return f"{rules}, {where}: {players}"
