"""A tournament as a state: which games are to be played next, and what is known of those that were.

It plays nothing itself: who does takes games from it and notes how they ended, in any order. What comes of it
doesn't depend on that order. Of all offences that of the lowest game counts: its bot is out, the games at whose
table it sat are played again without it, and so on until there are none. Then the bots that are level at the top
play off: whoever hasn't most in a game is out of it, until one is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.outcome import Offence, Outcome, format_outcome, parse_outcome
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Schedule, Seats, rotated
from h89yahtzee.arena.tournament.seeds import derived
from h89yahtzee.arena.tournament.tally import Tally, points_of

PATIENCE = 100
"""Games of a play-off with the same dice for all, after which each has its own: equals would be level for ever."""
LONGEST_PLAY_OFF = 1000
_AHEAD = 64
"""Games of a play-off that are taken while it isn't known whether the ones before them have decided it."""

Known = Mapping[tuple[int, Seats], Outcome]
"""Outcomes of an earlier run by the game's number and seats."""


@dataclass(frozen=True, slots=True)
class Disqualification:
    """A bot that is out, the game in which that came about, and why."""

    game: int
    offence: Offence


@dataclass(frozen=True, slots=True)
class PlayOffGame:
    game: Game
    totals: tuple[int, ...]

    @property
    def left(self) -> Seats:
        """Who goes on, by number."""
        points = points_of(self.totals)
        return tuple(sorted(bot for bot, point in zip(self.game.seats, points, strict=True) if point))


class Tournament:
    """What `known` has of an earlier run of the same tournament needn't be played again."""

    def __init__(self, pairing: Pairing, known: Known | None = None) -> None:
        self.pairing = pairing
        self.tally = Tally(pairing.bots)
        self.disqualified: list[Disqualification] = []
        self.play_off: list[PlayOffGame] = []
        self._known = known or {}
        self._schedule = Schedule(pairing)
        self._results: dict[int, str] = {}
        self._offences: dict[int, Offence] = {}
        self._taken: dict[int, Seats] = {}
        self._next = 0
        self._ahead: dict[int, Outcome] = {}

    @property
    def games(self) -> int:
        """How many the schedule has; those of a play-off come on top."""
        return self._schedule.games_to_play

    @property
    def played(self) -> int:
        return len(self._results)

    def numbers_played(self) -> list[int]:
        """Of all games that count, those of a play-off included."""
        return [*self._results, *(game.game.number for game in self.play_off)]

    @property
    def bots_left(self) -> Seats:
        return self._schedule.bots_left

    def take(self, number: int) -> list[Game]:
        """Up to that many games that are to be played now, in order.

        None while what is to be played depends on games that were taken before, and when all is over.
        """
        games: list[Game] = []
        while len(games) < number and (game := self._next_game()) is not None:
            self._taken[game.number] = game.seats
            known = self._known.get((game.number, game.seats))
            if known is None:
                games.append(game)
            else:
                self.note(game, known)
        return games

    def give_back(self, games: Iterable[Game]) -> None:
        """They were taken and not played."""
        for game in games:
            if self._taken.get(game.number) == game.seats:
                del self._taken[game.number]
                self._next = min(self._next, game.number)

    def note(self, game: Game, outcome: Outcome) -> bool:
        """How a game that was taken ended; False where its table has changed since, and the game doesn't count."""
        if self._taken.get(game.number) != game.seats:
            return False
        del self._taken[game.number]
        if game.number >= len(self._schedule):
            self._ahead[game.number - len(self._schedule)] = outcome
            self._settle_play_off()
        elif isinstance(outcome, Offence):
            self._offences[game.number] = outcome
        else:
            self._results[game.number] = format_outcome(outcome)
            self.tally.count(game.seats, outcome)
        return True

    def leaders(self) -> Seats:
        """Who has most points, by number."""
        points = {bot: self.tally.accounts[bot].points.total for bot in self.bots_left}
        most = max(points.values(), default=0)
        return tuple(bot for bot in points if points[bot] == most)

    def contenders(self) -> Seats:
        """Who is still level at the top, by number; who has won."""
        return self.play_off[-1].left if self.play_off else self.leaders()

    def _next_game(self) -> Game | None:
        while (game := self._next_of_schedule()) is None and self._offences:
            first = min(self._offences)
            if any(number < first for number in self._taken):
                return None
            self._disqualify(first, self._offences.pop(first))
        if game is None and all(number >= len(self._schedule) for number in self._taken):
            return self._next_of_play_off()
        return game

    def _next_of_schedule(self) -> Game | None:
        """Of the games before the first offence."""
        end = min([len(self._schedule), *self._offences])
        while self._next < end:
            number, self._next = self._next, self._next + 1
            if number not in self._results and number not in self._taken:
                game = self._schedule.game(number)
                if game.seats:
                    return game
        return None

    def _next_of_play_off(self) -> Game | None:
        decided, first = len(self.play_off), len(self._schedule)
        if len(self.contenders()) < 2:
            return None
        numbers = range(decided, min(decided + _AHEAD, LONGEST_PLAY_OFF))
        free = (number for number in numbers if number not in self._ahead and first + number not in self._taken)
        number = next(free, None)
        return None if number is None else self._play_off_game(number)

    def _play_off_game(self, number: int) -> Game:
        """As it is if nothing is decided before it."""
        seed = derived(self.pairing.seed, "play-off", number)
        is_independent = self.pairing.is_independent or number >= PATIENCE
        return Game(len(self._schedule) + number, rotated(self.contenders(), number), seed, is_independent)

    def _settle_play_off(self) -> None:
        """Go through the games of the play-off as far as they are known without a gap."""
        while (number := len(self.play_off)) in self._ahead:
            game, outcome = self._play_off_game(number), self._ahead.pop(number)
            if isinstance(outcome, Offence):
                self._offences[game.number] = outcome
                return
            self.play_off.append(PlayOffGame(game, outcome.totals))
            if len(self.contenders()) < len(game.seats):
                self._forget_what_is_ahead()

    def _forget_what_is_ahead(self) -> None:
        """Of a play-off: others sit at the table, or nobody."""
        self._ahead = {}
        self._taken = {number: seats for number, seats in self._taken.items() if number < len(self._schedule)}

    def _disqualify(self, number: int, offence: Offence) -> None:
        self.disqualified.append(Disqualification(number, offence))
        changed = {
            number: seats
            for number in (*self._results, *self._offences, *self._taken)
            if number < len(self._schedule) and offence.bot in (seats := self._schedule.seats(number))
        }
        for changed_number, seats in changed.items():
            self._taken.pop(changed_number, None)
            self._offences.pop(changed_number, None)
            if changed_number in self._results:
                result = parse_outcome(self._results.pop(changed_number))
                assert isinstance(result, GameResult)
                self.tally.count(seats, result, times=-1)
        self._schedule.put_out(offence.bot)
        self.play_off = []
        self._forget_what_is_ahead()
        self._next = 0
