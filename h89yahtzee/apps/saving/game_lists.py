"""Lists of saved games, printed by `--games`, `--scores` and `--review` and shown on the page of saved games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from h89yahtzee.apps.cached_values import analyst_of, bookmaker, prepare_chances
from h89yahtzee.apps.command import CommandError, complain
from h89yahtzee.apps.options.shared_values import LAST
from h89yahtzee.apps.saving.resuming import find_game, last_finished_game, read_journal, whole_record
from h89yahtzee.frontends.lines.line_texts import WIDTH, box_label
from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import GameState
from h89yahtzee.rooms.start_rows import KINDS
from h89yahtzee.store.history import History, SavedGame, Statistics, best_games, statistics
from h89yahtzee.table.card_lines import cards, plot
from h89yahtzee.table.comparison import can_compare
from h89yahtzee.table.match import Match
from h89yahtzee.table.reviews import pending_comparison, pending_review
from h89yahtzee.table.texts import plain_text

_PLAYER_WIDTH = 16
_FEWEST_PLOTTED = 5
"""The fewest games whose totals are plotted: fewer stand in the table."""
_Finished = tuple[SavedGame, Record]
"""A finished game, and its record with the first turn only."""


def game_list() -> Iterator[str]:
    """Yield a line of text for each saved game, the newest first."""
    lines: list[str] = read_journal(lambda history: [_line(history, game) for game in history.games()], [])
    yield from lines or ["No games are saved."]


def game_cards(number: int) -> Iterator[str]:
    """Yield the scorecards of game `number` as lines of text; CommandError if there is no such game."""
    game = find_game(number)
    record = whole_record(game)
    yield _head(game, record.setup)
    yield from cards(_state(record), [player.name for player in record.setup.players])


def game_review(number: int, has_chances: bool) -> Iterator[str]:
    """Yield the review of finished game `number`, with `LAST` of the last finished one, as lines of text.

    With `has_chances` the review covers chances to win, too. A comparison of the players follows if they had the
    same dice. CommandError if there is no such game or it is unfinished.
    """
    game = last_finished_game() if number == LAST else find_game(number)
    if not game.is_finished:
        raise CommandError(f"game {number} is unfinished: expected a finished one")
    record = whole_record(game)
    yield _head(game, record.setup)
    if has_chances:
        prepare_chances(record.setup)
    asked = bookmaker(is_beside_loop=False) if has_chances else None
    yield from pending_review(record, analyst_of, WIDTH, box_label, asked).finish()
    if can_compare(record):
        yield ""
        yield from pending_comparison(record, analyst_of, WIDTH).finish()


def _head(game: SavedGame, setup: Setup) -> str:
    end = "finished" if game.is_finished else "unfinished"
    return f"Game {game.number}, {_date(game.begun)}, {setup.rules.name}, seed {setup.seed}, {end}"


def score_tables() -> Iterator[str]:
    """Yield statistics as lines of text: a row for each person and rule set, plots of recent totals, best games."""
    games, left_out = _finished()
    _complain_of(left_out)
    if not games:
        yield "No games are finished."
        return
    groups = statistics(record for _, record in games)
    yield from _table(groups)
    for group in groups:
        count = len(group.recent)
        if count < _FEWEST_PLOTTED:
            continue
        yield ""
        yield f"{plain_text(group.player)}, {group.rules}, {_columns(group.columns)}: the last {count} games"
        yield from plot(group.recent, has_ranges=True)
    yield from _best(games)


def best_table(path: Path | None = None) -> list[str]:
    """Return statistics without plots, and the best games, as lines of text for a page."""
    games, left_out = _finished(path=path)
    groups = statistics(record for _, record in games)
    note = ["", _told(left_out)] if left_out else []
    return [*_table(groups), *_best(games), *note] if games else ["No games are finished.", *note]


def score_json() -> Iterator[str]:
    """Yield the statistics as JSON: an array with an object for each person, rule set and number of columns."""
    games, left_out = _finished()
    _complain_of(left_out)
    best = {group: [asdict(game) for game in reached] for group, reached in best_games(games).items()}
    groups = statistics(record for _, record in games)
    yield json.dumps([asdict(group) | {"best_of_all": best[group.rules, group.columns]} for group in groups])


def game_line(number: int, path: Path | None = None) -> str:
    """Return the line of text of game `number` as in `game_list`; CommandError if there is no such game."""
    game = find_game(number, path)
    return read_journal(lambda history: _line(history, game), "", path)


def person_statistics(rules: RuleSet, name: str, path: Path | None = None) -> Statistics | None:
    """Return the statistics of person `name` by the same rules and columns; None without a finished game."""
    theirs, _ = _finished((f"\nrules {rules.name}", f"\nplayer {HUMAN} {name}"), path)
    for group in statistics(record for _, record in theirs):
        if (group.player, group.rules, group.columns) == (name, rules.name, rules.columns):
            return group
    return None


def _finished(contents: Sequence[str] = (), path: Path | None = None) -> tuple[list[_Finished], int]:
    """Return finished games whose headers have all `contents`, oldest end first, and how many are unreadable."""

    def outlines(history: History) -> tuple[list[_Finished], int]:
        games = [*history.finished(contents)]
        found = []
        for game in games:
            with suppress(ValueError):
                found.append((game, game.outline()))
        return found, len(games) - len(found)

    nothing: tuple[list[_Finished], int] = [], 0
    return read_journal(outlines, nothing, path)


def _complain_of(left_out: int) -> None:
    if left_out:
        complain("yahtzee", _told(left_out))


def _told(left_out: int) -> str:
    games = "1 finished game" if left_out == 1 else f"{left_out} finished games"
    return f"left out: {games} that can't be read (--games says why)"


def _table(groups: Sequence[Statistics]) -> Iterator[str]:
    yield from _aligned([_HEAD, *map(_row, groups)])
    in_company = [group for group in groups if group.won or group.lost]
    if in_company:
        yield ""
        yield from _aligned([_WINS_HEAD, *map(_wins, in_company)])


def _best(games: Sequence[_Finished]) -> Iterator[str]:
    for (rules, columns), reached in best_games(games).items():
        yield ""
        yield f"{rules}, {_columns(columns)}: the best games of all"
        for place, best in enumerate(reached, 1):
            name = plain_text(best.player)[:_PLAYER_WIDTH].ljust(_PLAYER_WIDTH)
            yield f"{place:2}. {best.total:5}  {name}  {_date(best.begun)}  game {best.game}"


def _columns(number: int) -> str:
    return "1 column" if number == 1 else f"{number} columns"


def _line(history: History, game: SavedGame) -> str:
    start = f"{game.number:5}  {_date(game.begun)}  "
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
    """Return the last state of the recorded game; ValueError if the record breaks the rules."""
    if record.totals is None:
        return Match.resume(record, ()).state
    *_, state = record.states()
    return state


def _players(players: Sequence[Player], totals: Sequence[int]) -> str:
    return ", ".join(f"{_word(player)} {total}" for player, total in zip(players, totals, strict=True))


def _word(player: Player) -> str:
    # A damaged journal may have strategies that don't exist.
    kind = KINDS.get(player.strategy, player.strategy)
    return plain_text(player.name if player.strategy == HUMAN else f"={player.name}:{kind}")


def _date(begun: int) -> str:
    """Return the local date and time of `begun`, in seconds since 1970."""
    return datetime.fromtimestamp(begun, tz=UTC).astimezone().strftime("%Y-%m-%d %H:%M")


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


_WINS_HEAD = ("player", "rules", "columns", "won", "lost", "won against computers", "lost")
_WORDS = {"player", "rules", "last five", "best five"}


def _wins(group: Statistics) -> tuple[str, ...]:
    counts = (group.columns, group.won, group.lost, group.won_against_computers, group.lost_against_computers)
    return (plain_text(group.player)[:_PLAYER_WIDTH], group.rules, *map(str, counts))


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table whose first row is its head, words aligned left and numbers right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        fields = zip(rows[0], row, widths, strict=True)
        yield "  ".join(
            text.ljust(width) if head in _WORDS else text.rjust(width) for head, text, width in fields
        ).rstrip()
