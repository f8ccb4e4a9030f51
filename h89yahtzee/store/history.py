"""The saved games of a journal, for reading only, and statistics of the finished games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from h89yahtzee.game.record import HUMAN, PlayedColumns, Record, Setup
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.notation.record_text import parse_cards, parse_columns, parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.store.database import journal_errors
from h89yahtzee.store.journal import connect_to_read_games

# Texts are read as text even if sqlite has stored them with another type. A header that this program can't have
# written is read as ?, and a time that it can't have written as 0.
_GAMES = """SELECT game.number, sitting,
        CASE WHEN typeof(begun) = 'integer' AND begun BETWEEN 0 AND 1 << 37 THEN begun ELSE 0 END,
        CASE WHEN (finished IS NULL) = (total IS NULL) THEN coalesce(CAST(header AS TEXT), '?') ELSE '?' END,
        CAST(total AS TEXT), CAST(line AS TEXT), is_left, coalesce(CAST(grid AS TEXT), '?')
    FROM game LEFT JOIN turn ON turn.game = game.number AND turn.number = 0"""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the journal. `header` (text lines), `total` and `first_turn` (a text line each, or None) are parts
    of its record.

    `sitting` is the number of the first game of the sitting (games played in a row) to which the game belongs.
    `begun` is in seconds since 1970. `grid` is a text with the columns that earlier games filled on the same grid
    (card for several games). An unfinished game that nobody is playing was left on purpose if `is_left` is 1; if it
    is 0, the game was cut off.
    """

    number: int
    sitting: int
    begun: int
    header: str
    total: str | None
    first_turn: str | None
    is_left: int
    grid: str

    @property
    def is_finished(self) -> bool:
        return self.total is not None

    def outline(self) -> Record:
        """Return the game's record with the first turn only; NotationError if the journal's text isn't a valid
        record."""
        record = self.record_with([] if self.first_turn is None else [self.first_turn])
        totals = record.totals
        if totals is not None and (len(totals) != len(record.setup.players) or min(totals) < 0):
            raise NotationError("expected a total for each player")
        return record

    def played_columns(self) -> PlayedColumns:
        """Return the columns that earlier games filled on this game's grid (card for several games); NotationError
        for damaged text."""
        return parse_columns(self.grid, len(self.outline().setup.players))

    def text_with(self, turns: Iterable[str]) -> str:
        """Return the text of the game's record with the text lines `turns` as its turns."""
        return "\n".join([self.header, *turns, *([] if self.total is None else [self.total])]) + "\n"

    def record_with(self, turns: Iterable[str]) -> Record:
        """Return the game's record with the text lines `turns` as its turns; NotationError if the result isn't a
        valid record."""
        record, *others = parse_records(self.text_with(turns))
        if others or self.is_finished != (record.totals is not None):
            raise NotationError("expected one game, with totals if it is finished")
        return record


class History:
    """The journal at `path`, opened for reading. The constructor and all methods raise JournalError on failure."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = connect_to_read_games(path)

    def close(self) -> None:
        self._connection.close()

    def games(self) -> Iterator[SavedGame]:
        """Yield all games, the newest first."""
        return self._games("ORDER BY game.number DESC")

    def first(self) -> SavedGame | None:
        return next(self._games("ORDER BY game.number LIMIT 1"), None)

    def game(self, number: int) -> SavedGame | None:
        return next(self._games("WHERE game.number = ?", number), None)

    def unfinished(self) -> Iterator[SavedGame]:
        return self._games("WHERE finished IS NULL ORDER BY game.number DESC")

    def finished(self, contents: Sequence[str] = ()) -> Iterator[SavedGame]:
        """Yield the finished games whose header contains every string of `contents`, in the order in which they
        ended."""
        having = "AND instr(header, ?) " * len(contents)
        return self._games(f"WHERE finished IS NOT NULL {having}ORDER BY finished", *contents)

    def last_finished(self) -> SavedGame | None:
        return next(self._games("WHERE finished IS NOT NULL ORDER BY finished DESC LIMIT 1"), None)

    def finished_before(self, game: SavedGame) -> Iterator[SavedGame]:
        """Yield the finished games of the same sitting (games played in a row) that began before `game`."""
        condition = "WHERE sitting = ? AND game.number < ? AND finished IS NOT NULL ORDER BY game.number"
        return self._games(condition, game.sitting, game.number)

    def record(self, game: SavedGame) -> Record:
        """Return the whole record of `game`; NotationError if the journal's text isn't a valid record."""
        return game.record_with(self._turns(game.number))

    def text(self, game: SavedGame) -> str:
        """Return the journal's text of `game`, even if this text isn't a valid record."""
        return game.text_with(self._turns(game.number))

    def cards(self, game: SavedGame, setup: Setup) -> tuple[Scorecard, ...]:
        """Return the players' score cards at the end of `game`, which began with `setup`; NotationError if the
        journal's text isn't a game with this setup."""
        return parse_cards(self._turns(game.number), setup)

    def _turns(self, number: int) -> list[str]:
        with journal_errors(self._path):
            query = "SELECT coalesce(CAST(line AS TEXT), '?') FROM turn WHERE game = ? ORDER BY number"
            return [line for [line] in self._connection.execute(query, (number,))]

    def _games(self, condition: str, *values: int | str) -> Iterator[SavedGame]:
        with journal_errors(self._path):
            for row in self._connection.execute(f"{_GAMES} {condition}", values):
                yield SavedGame(*row)


LISTED = 10


@dataclass(frozen=True, slots=True)
class BestGame:
    """A person's total in the game with the number `game`, which began at `begun`, in seconds since 1970."""

    total: int
    player: str
    game: int
    begun: int


def best_games(games: Iterable[tuple[SavedGame, Record]]) -> dict[tuple[str, int], list[BestGame]]:
    """Return a dict of people's best games: from each (name of rules, number of columns) to a list of at most
    `LISTED` games. The keys are sorted.

    In a list the highest total comes first; games with equal totals are in the order of `games`.
    """
    groups: dict[tuple[str, int], list[BestGame]] = {}
    for game, record in games:
        rules = record.setup.rules
        for player, total in zip(record.setup.players, record.totals or (), strict=True):
            if player.strategy == HUMAN:
                reached = BestGame(total, player.name, game.number, game.begun)
                groups.setdefault((rules.name, rules.columns), []).append(reached)
    return {
        group: sorted(reached, key=lambda best: -best.total)[:LISTED] for group, reached in sorted(groups.items())
    }


WEIGHT = 0.93
"""The weight of a game in the average divided by the weight of the game after it, as in Coises' Quintzee."""
SHOWN = 5
"""The number of last totals, and of best totals, in a person's statistics."""
RECENT = 50


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one person's finished games by one rule set with one number of columns.

    `games` is the number of games, `average` the `weighted_average` of their totals. `last` (up to `SHOWN`) and
    `recent` (up to `RECENT`) are the latest totals, in the order of the games; `best` (up to `SHOWN`) are the
    highest totals, the highest first. `won` and `lost` count games with other players; a shared first place counts
    as neither. `won_against_computers` and `lost_against_computers` count only games in which all other players
    were computers. `upper_bonus_rate` is the share of columns with an upper bonus; None if no card is known or the
    rules have no such bonus. `yahtzees` is the mean number of Yahtzees a game, including extra ones that earned a
    bonus; None if no card is known.
    """

    player: str
    rules: str
    columns: int
    games: int
    average: float
    last: tuple[int, ...]
    best: tuple[int, ...]
    recent: tuple[int, ...]
    won: int = 0
    lost: int = 0
    won_against_computers: int = 0
    lost_against_computers: int = 0
    upper_bonus_rate: float | None = None
    yahtzees: float | None = None


def statistics(games: Iterable[Record], cards: Iterable[Sequence[Scorecard]] = repeat(())) -> list[Statistics]:
    """Return the statistics for each person, rule set and number of columns in `games`, sorted by person, then by
    rule set, then by number of columns.

    All games must be finished. `cards` has for each game the score cards in the order of the players' seats, or ()
    if they aren't known.
    """
    groups: dict[tuple[str, str, int], list[_Played]] = {}
    for game, filled in zip(games, cards, strict=False):
        rules, players = game.setup.rules, game.setup.players
        assert game.totals is not None
        people = sum(player.strategy == HUMAN for player in players)
        for seat, (player, total) in enumerate(zip(players, game.totals, strict=True)):
            if player.strategy == HUMAN:
                others = game.totals[:seat] + game.totals[seat + 1 :]
                margin, card = total - max(others, default=total), filled[seat] if filled else None
                played = _Played(total, margin, people == 1, card)
                groups.setdefault((player.name, rules.name, rules.columns), []).append(played)
    return [_statistics(*group, played) for group, played in sorted(groups.items())]


class _Played(NamedTuple):
    """A person's `total` in a finished game.

    `margin` is the total minus the highest total of another player; 0 if the person played alone. `is_only_person`
    tells whether no other player was a person. `card` is the person's score card, None if it isn't known.
    """

    total: int
    margin: int
    is_only_person: bool
    card: Scorecard | None


def _statistics(player: str, rules: str, columns: int, played: list[_Played]) -> Statistics:
    totals = [each.total for each in played]
    margins = [each.margin for each in played]
    against_computers = [each.margin for each in played if each.is_only_person]
    cards = [each.card for each in played if each.card is not None]
    has_bonus = any(card.rules.upper_bonus for card in cards)
    bonuses = sum(card.upper_bonuses() for card in cards)
    yahtzees = sum(card.fives_alike() + card.extra_yahtzees() for card in cards)
    return Statistics(
        player=player,
        rules=rules,
        columns=columns,
        games=len(totals),
        average=weighted_average(totals),
        last=tuple(totals[-SHOWN:]),
        best=tuple(sorted(totals, reverse=True)[:SHOWN]),
        recent=tuple(totals[-RECENT:]),
        won=sum(margin > 0 for margin in margins),
        lost=sum(margin < 0 for margin in margins),
        won_against_computers=sum(margin > 0 for margin in against_computers),
        lost_against_computers=sum(margin < 0 for margin in against_computers),
        upper_bonus_rate=bonuses / (columns * len(cards)) if has_bonus else None,
        yahtzees=yahtzees / len(cards) if cards else None,
    )


def weighted_average(totals: list[int]) -> float:
    """Return the weighted average of `totals`, which are in the order of the games; there is at least one. Each
    total weighs `WEIGHT` times as much as the next one."""
    weights = [WEIGHT**age for age in range(len(totals))]
    return sum(weight * total for weight, total in zip(weights, reversed(totals), strict=True)) / sum(weights)
