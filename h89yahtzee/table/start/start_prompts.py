"""The start page by lines of text: question after question, each with what RETURN takes in brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from h89yahtzee.game.near_words import not_among
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player
from h89yahtzee.game.rules import RULE_SETS
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES, default_for
from h89yahtzee.table.player_texts import plain_name
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.choices import TURN_SECONDS, Choices, kinds
from h89yahtzee.table.start.start_room import Departure

_YES_NO = {"y": True, "yes": True, "n": False, "no": False}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question. `take` takes an answer, or raises ValueError saying what was expected; `about` answers a `?`."""

    prompt: str
    take: Callable[[str], None]
    about: Sequence[str]


class StartPrompts:
    """`answer` the `prompt` until there is a `departure`, as of a `StartRoom`.

    Computers for which nothing else is said play with `newcomer`, None being the strategy of the rules.
    `unfinished` tells of a game that can be resumed; it is empty if there is none.
    """

    def __init__(self, choices: Choices, newcomer: str | None = None, unfinished: str = "") -> None:
        self.choices = choices
        self.departure: Departure | None = None
        self._newcomer = newcomer
        self._unfinished = unfinished
        self._resumes = bool(unfinished)
        self._questions = self._ask()
        self._asked = next(self._questions)

    @property
    def prompt(self) -> str:
        return self._asked.prompt

    def answer(self, line: str) -> Iterator[str]:
        """Take the answer to `prompt`; an empty one takes what stands in brackets."""
        text, rules = " ".join(line.split()), self.choices.rules
        if text.lower() in ("q", "quit"):
            self.departure = Departure.QUIT
        elif text.lower() in ("?", "help"):
            yield from self._asked.about
        else:
            try:
                if text:
                    self._asked.take(text)
            except ValueError as error:
                yield start_texts.expected(str(error))
                return
            if self.choices.rules != rules:
                yield start_texts.ABOUT_RULES[self.choices.rules]
            self._asked = next(self._questions, self._asked)

    def _ask(self) -> Iterator[_Asked]:
        """Yield the questions, of which each depends on what was answered before."""
        if self._resumes:
            yield _Asked(
                start_texts.resume_prompt(self._unfinished), self._take_resume, [start_texts.ABOUT_RESUMING]
            )
        if self._resumes:
            self.departure = Departure.RESUME
            return
        if self.choices.is_hosted:
            yield from self._ask_seats()
        else:
            players = start_texts.players_typed(self.choices.players)
            yield _asked(start_texts.ASK_PLAYERS, players, self._take_players, [start_texts.ABOUT_PLAYERS])
        listed = start_texts.explained(start_texts.ABOUT_RULES)
        yield _asked(start_texts.ASK_RULES, self.choices.rules, self._take_rules, listed)
        yield from self._ask_about_rules()
        yield from self._ask_levels()
        if len(self.choices.players) > 1:
            default = start_texts.YES_NO[self.choices.duplicate]
            yield _asked(start_texts.ASK_DICE, default, self._take_dice, [start_texts.ABOUT_DEALINGS[True]])
        if self.choices.is_hosted:
            default = str(self.choices.turn_time or 0)
            yield _asked(start_texts.ASK_TIME, default, self._take_time, [start_texts.ABOUT_TIME])
        self.departure = Departure.START

    def _ask_seats(self) -> Iterator[_Asked]:
        people, computers = self.choices.seats
        yield _asked(start_texts.ASK_SEATS, str(people), self._take_seats, [start_texts.ABOUT_SEATS])
        if self.choices.seats[0] < MAX_PLAYERS:
            computers = min(computers, MAX_PLAYERS - self.choices.seats[0])
            yield _asked(start_texts.ASK_COMPUTERS, str(computers), self._take_computers, [])

    def _ask_about_rules(self) -> Iterator[_Asked]:
        rules = self.choices.rule_set
        if rules.column_choices:
            prompt = start_texts.ASK_COLUMNS.format(most=max(rules.column_choices))
            yield _asked(prompt, str(rules.columns), self._take_columns, [start_texts.ABOUT_COLUMNS])
        if rules.bonus is not None:
            listed = start_texts.explained(start_texts.ABOUT_BONUSES)
            yield _asked(start_texts.ASK_BONUS, rules.bonus, self._take_bonus, listed)
        if rules.column_choices and not self.choices.is_hosted:
            default = start_texts.YES_NO[self.choices.new_grid]
            yield _asked(start_texts.ASK_GRID, default, self._take_grid, [start_texts.ABOUT_GRID])

    def _ask_levels(self) -> Iterator[_Asked]:
        words = {start_texts.KINDS[kind]: kind for kind in kinds(self.choices.rule_set) if kind != HUMAN}
        listed = start_texts.explained({word: start_texts.ABOUT_KINDS[kind] for word, kind in words.items()})
        for seat, player in enumerate(self.choices.players):
            if player.strategy != HUMAN:
                default = start_texts.KINDS[self.choices.kind(player)]

                def take(text: str, seat: int = seat) -> None:
                    strategy = words[_one_of(text, words)]
                    self.choices = self.choices.with_player(seat, Player(self.choices.players[seat].name, strategy))

                yield _asked(start_texts.ASK_LEVEL.format(name=player.name), default, take, listed)

    def _take_resume(self, text: str) -> None:
        self._resumes = _YES_NO[_one_of(text, _YES_NO)]

    def _take_players(self, text: str) -> None:
        """Computers that are named again keep their levels."""
        before = {player.name: player for player in self.choices.players if player.strategy != HUMAN}
        players = []
        for word in text.split(" "):
            is_computer, (typed, _, strategy) = word.startswith("="), word.lstrip("=").partition(":")
            name = plain_name(typed if is_computer else word)
            usual = before.get(name, Player(name, self._newcomer or default_for(self.choices.rule_set)))
            if strategy:
                named = _one_of(strategy, (*STRATEGIES, *LEVELS))
                usual = replace(usual, strategy=LEVELS.get(named, named))
            players.append(usual if is_computer else Player(name))
        if len(players) > MAX_PLAYERS:
            raise ValueError(f"1 to {MAX_PLAYERS} players, not {len(players)}")
        if not all(player.name for player in players):
            raise ValueError(start_texts.NAMES_EXPECTED)
        self.choices = replace(self.choices, players=tuple(players))

    def _take_seats(self, text: str) -> None:
        people = _number_in(text, range(1, MAX_PLAYERS + 1))
        self.choices = self.choices.with_seats(people, min(self.choices.seats[1], MAX_PLAYERS - people))

    def _take_computers(self, text: str) -> None:
        people = self.choices.seats[0]
        self.choices = self.choices.with_seats(people, _number_in(text, range(MAX_PLAYERS - people + 1)))

    def _take_time(self, text: str) -> None:
        seconds = 0 if text == "0" else _number_in(text, TURN_SECONDS)
        self.choices = replace(self.choices, turn_time=seconds or None)

    def _take_rules(self, text: str) -> None:
        self.choices = replace(self.choices, rules=_one_of(text, RULE_SETS))

    def _take_columns(self, text: str) -> None:
        choices = self.choices.rule_set.column_choices
        self.choices = replace(self.choices, columns=int(_one_of(text, [*map(str, choices)])))

    def _take_bonus(self, text: str) -> None:
        self.choices = replace(self.choices, bonus=_one_of(text, self.choices.rule_set.bonus_choices))

    def _take_grid(self, text: str) -> None:
        self.choices = replace(self.choices, new_grid=_YES_NO[_one_of(text, _YES_NO)])

    def _take_dice(self, text: str) -> None:
        self.choices = replace(self.choices, duplicate=_YES_NO[_one_of(text, _YES_NO)])


def _asked(question: str, default: str, take: Callable[[str], None], about: Sequence[str]) -> _Asked:
    return _Asked(start_texts.prompt(question, default), take, about)


def _number_in(text: str, numbers: range) -> int:
    """The number that was typed; ValueError saying which were expected."""
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) not in numbers:
        raise ValueError(f"a number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def _one_of(text: str, words: Collection[str]) -> str:
    """The word that was typed, or the only one that begins so; ValueError naming all if there is none."""
    begun = [word for word in words if word.startswith(text.lower())]
    if text.lower() not in words and len(begun) != 1:
        raise ValueError(not_among(text, words))
    return begun[0] if len(begun) == 1 else text.lower()
