"""Lists of saved games, printed by `--games`, `--scores` and `--review` and shown on the page of saved games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from h89yahtzee.apps.cached_values import analyst_of, bookmaker, prepare_chances
from h89yahtzee.apps.command import CommandError, aligned, complain
from h89yahtzee.apps.options.declarations import LAST
from h89yahtzee.apps.saving.resuming import find_game, last_finished_game, read_journal, whole_record
from h89yahtzee.frontends.lines.line_texts import WIDTH, box_label
from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.rooms.start_rows import KINDS
from h89yahtzee.store.history import History, SavedGame, Statistics, best_games, statistics
from h89yahtzee.table.card_lines import cards, plot
from h89yahtzee.table.comparison import can_compare
from h89yahtzee.table.match import Match
from h89yahtzee.table.reviews import pending_comparison, pending_review, spoken_comparison, spoken_review
from h89yahtzee.table.saved_games import Scores
from h89yahtzee.table.sentences import count, game_sentences, has
from h89yahtzee.table.texts import Head, plain_text

_PLAYER_WIDTH = 16
_FEWEST_PLOTTED = 5
"""The fewest games whose totals are plotted."""
Finished = tuple[SavedGame, Record]
"""A finished game and its record. The record has only the first turn, since reading all turns of many games would
take too long."""

_LEGEND = (
    "average: of all totals; the newer a game, the more it counts",
    "bonus: the share of columns with the bonus of the upper rows",
    "Yahtzees: how often five alike scored in a game, on average",
    "last five: totals, the newest at the right; best five: the highest",
    "won-lost: games with other players; a shared first place is neither",
)
"""The meaning of the tables' columns."""


def game_list(aloud: bool = False) -> Iterator[str]:
    """Yield a line of text for each saved game, the newest first; a whole sentence if it is to be read `aloud`."""
    told = _sentence if aloud else _line
    lines: list[str] = read_journal(lambda history: [told(history, game) for game in history.games()], [])
    yield from lines or ["No games are saved."]


def game_cards(number: int, aloud: bool = False) -> Iterator[str]:
    """Yield the scorecards of game `number` as lines of text, or in whole sentences if they are to be read `aloud`;
    CommandError if there is no such game."""
    game = find_game(number)
    record = whole_record(game)
    if aloud:
        yield read_journal(lambda history: _sentence(history, game), "")
        yield from game_sentences(_state(record), [player.name for player in record.setup.players])
        return
    yield _head(game, record.setup)
    yield from cards(_state(record), [player.name for player in record.setup.players])


def game_review(number: int, has_chances: bool, aloud: bool = False) -> Iterator[str]:
    """Yield the review of game `number`, or of the last finished game if `number` is `LAST`, as lines of text.

    If `has_chances`, the review covers chances to win, too. A comparison of the players follows if they had the
    same dice. If `aloud`, everything is in whole sentences, for a screen reader. CommandError if there is no such
    game or the game is unfinished.
    """
    game = last_finished_game() if number == LAST else find_game(number)
    if not game.is_finished:
        raise CommandError(f"game {number} is unfinished: expected a finished one")
    record = whole_record(game)
    if not aloud:
        yield _head(game, record.setup)
    if has_chances:
        prepare_chances(record.setup)
    asked = bookmaker(is_beside_loop=False) if has_chances else None
    if aloud:
        yield read_journal(lambda history: _sentence(history, game), "")
        yield from spoken_review(record, analyst_of, asked).finish()
        if can_compare(record):
            yield from spoken_comparison(record, analyst_of).finish()
        return
    yield from pending_review(record, analyst_of, WIDTH, box_label, asked).finish()
    if can_compare(record):
        yield ""
        yield from pending_comparison(record, analyst_of, WIDTH).finish()


def _head(game: SavedGame, setup: Setup) -> str:
    end = "finished" if game.is_finished else "unfinished"
    return f"Game {game.number}, {_date(game.begun)}, {setup.rules.name}, seed {setup.seed}, {end}"


def score_tables() -> Iterator[str]:
    """Yield statistics as lines of text: tables with a row for each person, rule set and number of columns; plots
    of recent totals; the best games.
    """
    games, left_out = finished()
    complain_of(left_out)
    if not games:
        yield "No games are finished."
        return
    groups = _statistics(games)
    yield from _tables(groups)
    for group in groups:
        count = len(group.recent)
        if count < _FEWEST_PLOTTED:
            continue
        yield ""
        yield f"{plain_text(group.player)}, {_rules(group)}: the totals of the last {count} games, the newest last"
        yield from plot(group.recent, has_ranges=True)
    yield from ("", *_best(games))


def scores(path: Path | None = None) -> Scores:
    """Return the statistics of `score_tables` without plots, from the journal at `path`, by default the user's."""
    games, left_out = finished(path=path)
    groups = _statistics(games, path) if games else []
    tables = [*_tables(groups)] if games else []
    spoken = [*_spoken(groups), *_spoken_best(games)]
    if left_out:
        spoken.append(f"{count(left_out, 'finished game')} can't be read.")
    return Scores(tables, [*_best(games)], _told(left_out) if left_out else "", spoken)


def score_sentences() -> Iterator[str]:
    """Yield the statistics of `score_tables` in whole sentences, for a screen reader."""
    yield from scores().spoken or ["No games are finished."]


def score_json() -> Iterator[str]:
    """Yield the statistics as JSON: an array with an object for each person, rule set and number of columns."""
    games, left_out = finished()
    complain_of(left_out)
    best = {group: [asdict(game) for game in reached] for group, reached in best_games(games).items()}
    groups = _statistics(games)
    yield json.dumps([asdict(group) | {"best_of_all": best[group.rules, group.columns]} for group in groups])


def game_line(number: int, path: Path | None = None) -> str:
    """Return the line of text of game `number` as in `game_list`; CommandError if there is no such game."""
    game = find_game(number, path)
    return read_journal(lambda history: _line(history, game), "", path)


def person_statistics(rules: RuleSet, name: str, path: Path | None = None) -> Statistics | None:
    """Return the statistics of the games that the person `name` has finished by `rules`, with as many columns as
    `rules` have; None if there are no such games."""
    theirs, _ = finished((f"\nrules {rules.name}", f"\nplayer {HUMAN} {name}"), path)
    for group in statistics(record for _, record in theirs):
        if (group.player, group.rules, group.columns) == (name, rules.name, rules.columns):
            return group
    return None


def finished(contents: Sequence[str] = (), path: Path | None = None) -> tuple[list[Finished], int]:
    """Return the finished games whose headers contain all the texts in `contents`, in the order in which they
    ended, and the number of such games that are left out because they can't be read.

    The header of a game is the text of its record before the first turn.
    """

    def outlines(history: History) -> tuple[list[Finished], int]:
        games = [*history.finished(contents)]
        found = []
        for game in games:
            with suppress(ValueError):
                found.append((game, game.outline()))
        return found, len(games) - len(found)

    nothing: tuple[list[Finished], int] = [], 0
    return read_journal(outlines, nothing, path)


def complain_of(left_out: int) -> None:
    if left_out:
        complain("yahtzee", _told(left_out))


def _told(left_out: int) -> str:
    games = "1 finished game" if left_out == 1 else f"{left_out} finished games"
    return f"left out: {games} that can't be read (--games says why)"


def _statistics(games: Sequence[Finished], path: Path | None = None) -> list[Statistics]:
    """Return the statistics of the people in `games`. Some figures can't be computed from the totals, and are
    counted on the score cards; cards that can't be read are left out of these figures."""

    def cards(history: History, game: SavedGame, setup: Setup) -> tuple[Scorecard, ...]:
        with suppress(ValueError):
            return history.cards(game, setup)
        return ()

    nothing: list[tuple[Scorecard, ...]] = []
    filled = read_journal(
        lambda history: [cards(history, game, record.setup) for game, record in games], nothing, path
    )
    return statistics((record for _, record in games), filled)


def _tables(groups: Sequence[Statistics]) -> Iterator[str]:
    """Yield the text lines of tables with a row for each of `groups` (one person's games by one rule set with one
    number of columns), and of a legend that explains the tables' columns."""
    yield from _table(groups, ("games", "average", "bonus", "Yahtzees"), _averages)
    yield from _table(groups, ("last five", "best five"), lambda it: (_spaced(it.last), _spaced(it.best)))
    in_company = [group for group in groups if group.won or group.lost]
    if in_company:
        yield from _table(
            in_company,
            ("won-lost", "against computers"),
            lambda it: (f"{it.won}-{it.lost}", f"{it.won_against_computers}-{it.lost_against_computers}"),
        )
    yield from _LEGEND


def _table(
    groups: Sequence[Statistics], heads: Sequence[str], row: Callable[[Statistics], Sequence[str]]
) -> Iterator[str]:
    rows = [(plain_text(group.player), _rules(group), *row(group)) for group in groups]
    lines = ["", *aligned([("player", "rules", *heads), *rows], 2, (0, 1), width=WIDTH), ""]
    for before, line in pairwise(lines):
        yield line if before and line else Head(line)


def _averages(group: Statistics) -> tuple[str, ...]:
    bonus = "-" if group.upper_bonus_rate is None else f"{group.upper_bonus_rate:.0%}"
    yahtzees = "-" if group.yahtzees is None else f"{group.yahtzees:.2f}"
    return str(group.games), f"{group.average:.1f}", bonus, yahtzees


def _spaced(totals: Sequence[int]) -> str:
    return " ".join(map(str, totals))


def best_of_all(path: Path | None = None) -> list[list[str]]:
    """Return lists of the best games in the journal at `path`, by default the user's own.

    There is a list for each rule set and number of columns: a head, then a line of text for each game. The list
    with the newest game comes first.
    """
    games, _ = finished(path=path)
    newest = {
        (record.setup.rules.name, record.setup.rules.columns): number for number, (_, record) in enumerate(games)
    }
    lists = _best_lists(games)
    return [lists[group] for group in sorted(lists, key=lambda group: -newest[group])]


def _best_lists(games: Sequence[Finished]) -> dict[tuple[str, int], list[str]]:
    lists = {}
    for (rules, columns), reached in best_games(games).items():
        lists[rules, columns] = [f"{rules}, {_columns(columns)}: the best games of all"]
        for place, best in enumerate(reached, 1):
            name = plain_text(best.player)[:_PLAYER_WIDTH].ljust(_PLAYER_WIDTH)
            lists[rules, columns].append(
                f"{place:2}. {best.total:5}  {name}  {_date(best.begun)}  game {best.game}"
            )
    return lists


def _best(games: Sequence[Finished]) -> Iterator[str]:
    """Yield a table of the best games for each rule set and number of columns, with a blank line between tables."""
    for number, (head, *rows) in enumerate(_best_lists(games).values()):
        yield from [Head("")] if number else []
        yield Head(head)
        yield from rows


def _spoken(groups: Sequence[Statistics]) -> Iterator[str]:
    """Yield whole sentences with the figures that `_tables` shows in tables."""
    for group in groups:
        name = plain_text(group.player)
        yield (
            f"{has(name)} finished {count(group.games, 'game')} by the rules {_rules(group)}, with "
            f"{group.average:.1f} points on average and {group.best[0]} at best."
        )
        are = "total is" if len(group.last) == 1 else "totals, the newest at the end, are"
        yield f"The last {are} {joined(map(str, group.last), 'and')}."
        if group.upper_bonus_rate is not None:
            yield f"The bonus of the upper rows was earned in {group.upper_bonus_rate:.0%} of the columns."
        if group.yahtzees is not None:
            yield f"There were {group.yahtzees:.2f} Yahtzees a game."
        if group.won or group.lost:
            yield (
                f"{has(name)} won {count(group.won, 'game')} and lost {group.lost}, of which "
                f"{group.won_against_computers} and {group.lost_against_computers} against computers alone."
            )


def _spoken_best(games: Sequence[Finished]) -> Iterator[str]:
    """Yield whole sentences about the best games, which `_best` shows in tables."""
    for (rules, columns), reached in best_games(games).items():
        yield f"These are the best games of all by the rules {rules} with {_columns(columns)}."
        for place, best in enumerate(reached, 1):
            yield f"Place {place}: {plain_text(best.player)} made {best.total} points in game {best.game}."


def _rules(group: Statistics) -> str:
    return f"{group.rules} {group.columns}" if RULE_SETS[group.rules].column_choices else group.rules


def _columns(number: int) -> str:
    return "1 column" if number == 1 else f"{number} columns"


def _line(history: History, game: SavedGame) -> str:
    start = f"{game.number:5}  {_date(game.begun)}  "
    try:
        record = game.outline() if game.is_finished else history.record(game)
        return f"{start}{_summary(record)}"
    except ValueError as error:
        return f"{start}(unreadable: {error})"


def game_sentence(number: int, path: Path | None = None) -> str:
    """Return a sentence about game `number`; CommandError if there is no such game."""
    game = find_game(number, path)
    return read_journal(lambda history: _sentence(history, game), "", path)


def _sentence(history: History, game: SavedGame) -> str:
    start = f"Game {game.number} of {_local(game.begun).strftime('%-d %B %Y at %H:%M')}"
    try:
        record = game.outline() if game.is_finished else history.record(game)
        state = _state(record) if record.totals is None else None
    except ValueError as error:
        return f"{start} is unreadable: {error}."
    where = "is finished" if state is None else f"is in turn {state.turn + 1}"
    totals = state.totals() if state is not None else record.totals or ()
    results = zip(record.setup.players, totals, strict=True)
    players = ", ".join(f"{plain_text(player.name)} {total}" for player, total in results)
    return f"{start} by the rules {record.setup.rules.name} {where}: {players}."


def _summary(record: Record) -> str:
    rules = f"{record.setup.rules.name:12}"
    if record.totals is not None:
        return f"{rules} {_players(record.setup.players, record.totals)}"
    state = _state(record)
    # Name the turn first: the screen cuts off the end of the text if there are many players.
    return f"{rules} turn {state.turn + 1}: {_players(record.setup.players, state.totals())}"


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
    """Return as text the local date and time of the moment `begun`, which is in seconds since 1970."""
    return _local(begun).strftime("%Y-%m-%d %H:%M")


def _local(begun: int) -> datetime:
    return datetime.fromtimestamp(begun, tz=UTC).astimezone()
