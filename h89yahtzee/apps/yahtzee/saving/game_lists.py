"""The lists that `--games` and `--scores` print."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.yahtzee.saving.resuming import find_game, read_journal
from h89yahtzee.apps.yahtzee.saving.text_plot import plot
from h89yahtzee.game.record import HUMAN, Player, Record
from h89yahtzee.game.state import GameState
from h89yahtzee.store.history import History, SavedGame
from h89yahtzee.store.statistics import Statistics, statistics
from h89yahtzee.table.card_lines import cards
from h89yahtzee.table.match import Match
from h89yahtzee.table.texts import plain_text

_PLAYER_WIDTH = 16


def game_list() -> Iterator[str]:
    """All games, a line each, the newest first."""
    lines: list[str] = read_journal(lambda history: [_line(history, game) for game in history.games()], [])
    yield from lines or ["No games are saved."]


def game_cards(number: int) -> Iterator[str]:
    """The cards of one game; CommandError if there is none."""
    game = find_game(number)
    try:
        record = read_journal(lambda history: history.record(game), None)
        assert record is not None
        state = _state(record)
    except ValueError as error:
        raise CommandError(f"game {number}: {error}") from None
    setup = record.setup
    end = "finished" if game.is_finished else "unfinished"
    yield f"Game {number}, {_date(game)}, {setup.rules.name}, seed {setup.seed}, {end}"
    yield from cards(state, [player.name for player in setup.players])


def score_tables() -> Iterator[str]:
    """The statistics, a row a person and rule set, and the last games of each as a plot."""
    groups = _statistics()
    if not groups:
        yield "No games are finished."
        return
    rows = [_HEAD, *map(_row, groups)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield _aligned(row, widths).rstrip()
    for group in groups:
        yield ""
        count = len(group.recent)
        games = "game" if count == 1 else f"last {count} games"
        columns = "1 column" if group.columns == 1 else f"{group.columns} columns"
        yield f"{plain_text(group.player)}, {group.rules}, {columns}: the {games}"
        yield from plot(group.recent)


def score_json() -> Iterator[str]:
    """The statistics for machines: an array with an object for each person and rule set."""
    yield json.dumps([asdict(group) for group in _statistics()])


def _statistics() -> list[Statistics]:
    outlines: list[Record | None] = read_journal(lambda history: [*map(_outline, history.finished())], [])
    return statistics(outline for outline in outlines if outline is not None)


def _outline(game: SavedGame) -> Record | None:
    """The record, None if the journal holds something else: the other games still count."""
    try:
        return game.outline()
    except ValueError:
        return None


def _line(history: History, game: SavedGame) -> str:
    start = f"{game.number:5}  {_date(game)}  "
    try:
        record = game.outline() if game.is_finished else history.record(game)
        return f"{start}{_summary(record)}"
    except ValueError as error:
        return f"{start}(unreadable: {error})"


def _summary(record: Record) -> str:
    rules = f"{record.setup.rules.name:12}"
    if record.totals is not None:
        return f"{rules} {_players(record.setup.players, record.totals)}"
    state = _state(record)
    return f"{rules} {_players(record.setup.players, state.totals())}, unfinished in turn {state.turn + 1}"


def _state(record: Record) -> GameState:
    """The last state of a game; ValueError if it can't have been played so."""
    if record.totals is None:
        return Match.resume(record, ()).state
    *_, state = record.states()
    return state


def _players(players: Sequence[Player], totals: Sequence[int]) -> str:
    return ", ".join(f"{_word(player)} {total}" for player, total in zip(players, totals, strict=True))


def _word(player: Player) -> str:
    return plain_text(player.name if player.strategy == HUMAN else f"={player.name}:{player.strategy}")


def _date(game: SavedGame) -> str:
    """The local time at which the game was begun."""
    return datetime.fromtimestamp(game.begun, tz=UTC).astimezone().strftime("%Y-%m-%d %H:%M")


_HEAD = ("player", "rules", "columns", "games", "average", "last five", "best five")


def _row(group: Statistics) -> tuple[str, ...]:
    return (
        plain_text(group.player)[:_PLAYER_WIDTH],
        group.rules,
        str(group.columns),
        str(group.games),
        f"{group.average:.1f}",
        " ".join(map(str, group.last)),
        " ".join(map(str, group.best)),
    )


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """The row with words aligned left and numbers right."""
    fields = zip(row, widths, strict=True)
    return "  ".join(
        text.rjust(width) if head in ("columns", "games", "average") else text.ljust(width)
        for head, (text, width) in zip(_HEAD, fields, strict=True)
    )
