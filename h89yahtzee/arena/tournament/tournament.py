"""The state of a tournament: the games to play next, and the results of those that were played.

The classes here play no games. A runner takes games and notes their outcomes, in any order; the results don't
depend on that order. Of all breaches of the rules, the one in the game with the lowest number counts: the bot that
broke the rule is out, its games are played again without it, and so on until no breach is left. Then the bots that
share the top place play more games (a play-off): after each game only the bots stay that had the highest total in
that game, until one bot is left. A sequential test counts games in the order of their numbers, and none after the
game that decided the test. In a Swiss tournament the results of all earlier rounds decide the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool, Schedule, Seats, derived, rotated
from h89yahtzee.arena.tournament.sequential_test import SequentialTest
from h89yahtzee.arena.tournament.swiss import SwissScore
from h89yahtzee.arena.tournament.tally import Tally, points_of

PATIENCE = 100
"""The number of games of a play-off with the same dice for all bots.

In later games each bot has its own dice, since bots that decide alike would stay level for ever with the same dice.
"""
LONGEST_PLAY_OFF = 1000
_AHEAD = 64
"""The most games of a play-off handed out at once. More would be wasted if the first game decides the play-off and
so makes the others void."""

Known = Mapping[tuple[int, Seats], Outcome]
"""The outcomes of games in an earlier run; the keys are (number of the game, its seats)."""


@dataclass(frozen=True, slots=True)
class Disqualification:
    """A bot that is out, the number of the game that put it out, and its breach of the rules."""

    game: int
    bot: int
    breach: Breach


@dataclass(frozen=True, slots=True)
class PlayOffGame:
    game: Game
    totals: tuple[int, ...]

    @property
    def left(self) -> Seats:
        """The bots that stay in the play-off after this game, by number."""
        points = points_of(self.totals)
        return tuple(sorted(bot for bot, point in zip(self.game.seats, points, strict=True) if point))


class Tournament:
    """The state of a tournament; games whose outcomes are `known` from an earlier run aren't played again."""

    def __init__(self, pairing: Pairing, known: Known | None = None) -> None:
        self.pairing = pairing
        self.tally = Tally(pairing.bots)
        self.disqualified: list[Disqualification] = []
        self.play_off: list[PlayOffGame] = []
        self._known = known or {}
        self.test = self._new_test()
        self._schedule = Schedule(pairing)
        self._results: dict[int, GameResult] = {}
        self._breaches: dict[int, Disqualification] = {}
        self._taken: dict[int, Seats] = {}
        self._next = 0
        self._ahead: dict[int, Outcome] = {}

    def _new_test(self) -> SequentialTest | None:
        terms = self.pairing.test
        return None if terms is None else SequentialTest(terms, self.pairing.is_independent)

    @property
    def games(self) -> int:
        """The number of games in the schedule that have enough bots to be played; the games of a play-off aren't
        counted."""
        return self._schedule.games_to_play

    @property
    def played(self) -> int:
        return len(self._results)

    def numbers_played(self) -> list[int]:
        """Return the numbers of all games that count, those of a play-off included."""
        return [*self._results, *(game.game.number for game in self.play_off)]

    def results(self) -> Iterator[tuple[Game, GameResult]]:
        """Yield the games that count and their results, in the order of their numbers; leave out the games of a
        play-off."""
        return ((self._schedule.game(number), self._results[number]) for number in sorted(self._results))

    @property
    def bots_left(self) -> Seats:
        return self._schedule.bots_left

    def take(self, number: int) -> list[Game]:
        """Return up to `number` games to play now, in order.

        The list is empty at the end, and while the next game depends on games that are being played.
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
        """Accept unplayed games that `take` returned, so that `take` returns them again."""
        for game in games:
            if self._taken.get(game.number) == game.seats:
                del self._taken[game.number]
                self._next = min(self._next, game.number)

    def note(self, game: Game, outcome: Outcome) -> bool:
        """Note the outcome of a game that `take` returned. Return False if the game no longer counts, since bots
        were put out or the tournament was decided in the meantime."""
        if self._taken.get(game.number) != game.seats:
            return False
        del self._taken[game.number]
        if game.number >= len(self._schedule):
            # Games of a play-off have the numbers after those of the schedule.
            self._ahead[game.number - len(self._schedule)] = outcome
            self._settle_play_off()
        elif isinstance(outcome, Breach):
            self._note_breach(game, outcome)
        else:
            self._results[game.number] = outcome
            self.tally.count(game.seats, outcome)
            self._settle_test()
            # An earlier game may have decided a sequential test; this game then doesn't count.
            return game.number in self._results
        return True

    def _note_breach(self, game: Game, breach: Breach) -> None:
        self._breaches[game.number] = Disqualification(game.number, game.seats[breach.seat], breach)

    def contenders(self) -> Seats:
        """Return the numbers of the bots that are still level at the top; at the end, the number of the winner
        alone.

        In a gauntlet the tuple is empty. In a sequential test it is empty until the test is decided in favour of
        the first bot; then it has this bot alone.
        """
        if self.play_off:
            return self.play_off[-1].left
        if self.pairing.pool is Pool.GAUNTLET:
            return ()
        if self.test is not None:
            return (0,) if self.test.accepted else ()
        merits = self.merits()
        most = max(merits.values(), default=())
        return tuple(sorted(bot for bot in merits if merits[bot] == most))

    def merits(self) -> dict[int, tuple[float, ...]]:
        """Return a dictionary from each bot that isn't out to the figures that decide its place, the most important
        figure first.

        In a gauntlet the only figure is the points per game. In a Swiss tournament the figures are the match
        points, the Buchholz score and the points in games. In other tournaments the only figure is the points in
        games.
        """
        points = {bot: self.tally.accounts[bot].points for bot in self.bots_left}
        if self.pairing.pool is Pool.GAUNTLET:
            return {bot: (sample.mean() if sample.size else 0.0,) for bot, sample in points.items()}
        if self.pairing.pool is Pool.SWISS:
            return {
                bot: (score.points, score.buchholz, points[bot].total) for bot, score in self.swiss_scores().items()
            }
        return {bot: (sample.total,) for bot, sample in points.items()}

    def swiss_scores(self) -> dict[int, SwissScore]:
        """Return a dictionary from each bot that isn't out to its score after the finished rounds of a Swiss
        tournament."""
        return self._schedule.swiss.scores(self._schedule.out)

    def _next_game(self) -> Game | None:
        while (game := self._next_of_schedule()) is None and self._breaches:
            first = min(self._breaches)
            # An unfinished game with a lower number may still have a breach of the rules, which would count
            # instead.
            if any(number < first for number in self._taken):
                return None
            self._disqualify(self._breaches.pop(first))
        if game is None and all(number >= len(self._schedule) for number in self._taken):
            if self._schedule.draw(lambda number: self._results[number].totals):
                return self._next_game()
            return self._next_of_play_off()
        return game

    def _next_of_schedule(self) -> Game | None:
        """Return the next game of the schedule to play. Only games before the first one with a breach of the rules
        are considered; None if none of them is left to play."""
        end = min([self._schedule.drawn, *self._breaches])
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
        """Return game `number` (from 0) of the play-off, with the present contenders."""
        out, contenders = self._schedule.out, self.contenders()
        # The seed depends on the bots, since other contenders may have played a game of this number before a
        # disqualification, and would know its dice.
        seed = derived(self.pairing.seed, "play-off", number, *out, "for", *contenders)
        is_independent = self.pairing.is_independent or number >= PATIENCE
        seats = rotated(contenders, number)
        return Game(len(self._schedule) + number, seats, seed, is_independent, len(out))

    def _settle_play_off(self) -> None:
        """Count the games of the play-off in the order of their numbers, up to the first without an outcome."""
        while (number := len(self.play_off)) in self._ahead:
            game, outcome = self._play_off_game(number), self._ahead.pop(number)
            if isinstance(outcome, Breach):
                self._note_breach(game, outcome)
                return
            self.play_off.append(PlayOffGame(game, outcome.totals))
            if len(self.contenders()) < len(game.seats):
                self._drop_uncounted_play_off()

    def _drop_uncounted_play_off(self) -> None:
        """Forget the games of the play-off that `take` returned but that aren't counted yet, since other bots are
        in the play-off now. From now on `note` ignores the outcomes of the forgotten games."""
        self._ahead = {}
        self._taken = {number: seats for number, seats in self._taken.items() if number < len(self._schedule)}

    def _disqualify(self, gone: Disqualification) -> None:
        self.disqualified.append(gone)
        # Take the bot's games back before the schedule changes their seats.
        self._take_back(lambda number: gone.bot in self._schedule.seats(number))
        self.test = self._new_test()
        self._schedule.put_out(gone.bot)
        self.play_off = []
        self._drop_uncounted_play_off()
        self._next = 0

    def _take_back(self, is_void: Callable[[int], bool]) -> None:
        """Undo the scheduled games for whose numbers `is_void` returns true: forget their results, their breaches,
        and that `take` returned them."""
        known = (*self._results, *self._breaches, *self._taken)
        for number in {number for number in known if number < len(self._schedule) and is_void(number)}:
            self._taken.pop(number, None)
            self._breaches.pop(number, None)
            if number in self._results:
                self.tally.count(self._schedule.seats(number), self._results.pop(number), times=-1)

    def _settle_test(self) -> None:
        """Count the games of a sequential test in the order of their numbers, up to the first without a result or
        to the game that decides the test."""
        test = self.test
        while test is not None and (number := test.games) in self._results and number < len(self._schedule):
            first, second = self._results[number].totals
            result = (first > second) - (first < second)
            if test.count(result if self._schedule.seats(number)[0] == 0 else -result) is not None:
                self._take_back(lambda other: other > number)
                self._schedule.end_at(number + 1)
