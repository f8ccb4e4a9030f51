"""The game's table in text mode: lines of text with the score card of the player to move, sentences on the state
of the game, and reports of events.

Functions that find the dice or the box named by a typed answer are here, too; they don't change the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from h89yahtzee.frontends.lines import line_texts
from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import did_you_mean, one_of
from h89yahtzee.game.record import HUMAN, grid_totals
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Refusal
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.table import texts
from h89yahtzee.table.events import Event, Happening
from h89yahtzee.table.match import GameSeries
from h89yahtzee.table.texts import owner

_LABEL = 19
_CELL = 6


def card_lines(series: GameSeries) -> Iterator[str]:
    """Yield the score card of the player to move: a text line for each row, with an entry for each column.

    An open box is shown as a question mark. If the dice may be scored there now, their score follows the mark.
    """
    state, rules = series.state, series.state.rules
    yield line_texts.CARD.format(owner=owner(names_of(series)[state.seat]), dice=line_texts.spoken(state.dice))
    if rules.columns > 1:
        yield _line(line_texts.COLUMN, rules, lambda column: texts.column_head(rules, column, column))
    for row in rules.rows(Section.UPPER):
        yield _row_line(state, row)
    if rules.upper_bonus:
        yield from _upper_lines(state)
    for row in rules.rows(Section.LOWER):
        yield _row_line(state, row)
    yield from _total_lines(state)
    yield line_texts.LEGEND
    reason = _reason(state)
    if reason is not None:
        yield line_texts.NOT_NOW.format(reason=reason)
    yield _totals_line(series)


def _line(label: str, rules: RuleSet, cell: Callable[[int], str], number: str = "") -> str:
    cells = "".join(cell(column).rjust(_CELL) for column in range(rules.columns))
    return f"{number:2} {label}".ljust(_LABEL) + cells


def _row_line(state: GameState, row: int) -> str:
    def cell(column: int) -> str:
        box = Box(row, column)
        score = state.card[box]
        if score is not None:
            return str(score)
        return f"?{state.potential_score(box)}" if box in legal else "?"

    legal = state.legal_boxes()
    return _line(texts.row_label(state.rules, row), state.rules, cell, str(row + 1).rjust(2))


def _upper_lines(state: GameState) -> Iterator[str]:
    card, rules = state.card, state.rules

    def bonus(column: int) -> str:
        progress = card.upper_bonus_progress(column)
        return str(card.upper_bonus(column)) if progress is None else f"{progress:+d}"

    yield _line(texts.SUBTOTAL, rules, lambda column: str(card.section_total(Section.UPPER, column)))
    yield _line(line_texts.BONUS, rules, bonus)
    yield _line(texts.UPPER_TOTAL, rules, lambda column: str(card.upper_total(column)))


def _total_lines(state: GameState) -> Iterator[str]:
    card, rules = state.card, state.rules
    if rules.extra_yahtzees.bonus:
        label, _ = texts.YAHTZEE_BONUS
        number = str(rules.bonus_row + 1) if rules.bonus_row in playable_rows(rules) else ""
        yield _line(label, rules, lambda column: str(card.yahtzee_bonuses[column]), number)
    if rules.upper_bonus:
        yield _line(line_texts.LOWER_TOTAL, rules, lambda column: str(card.lower_total(column)))
    yield _line(texts.TOTAL, rules, lambda column: str(card.column_total(column)))
    if set(rules.multipliers) != {1}:
        counted = [factor * card.column_total(column) for column, factor in enumerate(rules.multipliers)]
        yield _line(line_texts.COUNTED, rules, lambda column: str(counted[column]))


def _totals_line(series: GameSeries) -> str:
    totals = (f"{name} {total}" for name, total in zip(names_of(series), totals_of(series), strict=True))
    return line_texts.TOTALS.format(totals=", ".join(totals))


def words(series: GameSeries) -> Iterator[str]:
    """Yield sentences on the player to move, the dice, each box and the totals, for people who can't see cards."""
    state = series.state
    yield line_texts.MOVE.format(
        owner=owner(names_of(series)[state.seat]),
        turn=state.turn + 1,
        dice=line_texts.spoken(state.dice),
        left=texts.rolls_left(state.rolls_left),
    )
    for column in range(state.rules.columns):
        yield from _column_words(state, column)
    yield _totals_line(series)


def _column_words(state: GameState, column: int) -> Iterator[str]:
    heading = _heading(state.rules, column)
    first, *others = [*_box_words(state, column), *_section_words(state, column)]
    yield heading + first
    yield from others


def _box_words(state: GameState, column: int) -> Iterator[str]:
    """Yield a sentence each on the column's legal boxes, its other open boxes, and its filled boxes."""
    card, rules = state.card, state.rules
    legal = [box for box in state.legal_boxes() if box.column == column]
    if legal:
        yield potential(state, legal)
    closed = [box for box in card.open_boxes() if box.column == column and box not in legal]
    reason = _reason(state)
    if closed and reason is not None:
        labels = (line_texts.together(texts.row_label(rules, box.row)) for box in closed)
        yield line_texts.CLOSED_NOW.format(boxes=", ".join(labels), reason=reason)
    scores = [
        line_texts.together(f"{texts.row_label(rules, row)} {score}")
        for row, score in enumerate(card.scores[column])
        if score is not None
    ]
    if scores:
        yield line_texts.FILLED.format(boxes=", ".join(scores))


def _section_words(state: GameState, column: int) -> Iterator[str]:
    card, rules = state.card, state.rules
    if rules.upper_bonus:
        text = line_texts.UPPER_WITH_BONUS if card.upper_bonus(column) else line_texts.UPPER
        total = card.section_total(Section.UPPER, column)
        yield text.format(total=total, reached=rules.upper_bonus_at, bonus=rules.upper_bonus)
    if card.yahtzee_bonuses[column]:
        yield line_texts.YAHTZEE_BONUS.format(points=card.yahtzee_bonuses[column])
    if rules.columns > 1:
        yield line_texts.COLUMN_TOTAL.format(total=card.column_total(column))


def _heading(rules: RuleSet, column: int) -> str:
    if rules.columns == 1:
        return ""
    factor = rules.multipliers[column]
    counts = line_texts.COUNTS.format(factor=factor) if factor > 1 else ""
    return line_texts.IN_COLUMN.format(column=column + 1, counts=counts)


def potential(state: GameState, boxes: Sequence[Box], numbered: bool = False) -> str:
    """Return a text with the points that the dice score in each of `boxes`, which must be legal and in different
    rows.

    If `numbered`, the number of each row stands before the row's name.
    """
    said = []
    for box in boxes:
        number = line_texts.NUMBER.format(number=box.row + 1) if numbered else ""
        label = texts.row_label(state.rules, box.row)
        said.append(line_texts.together(f"{number}{label} {_worth(state, box)}"))
    return line_texts.SCORES_NOW.format(boxes=", ".join(said))


def _worth(state: GameState, box: Box) -> str:
    extra = state.extra_points(box)
    return str(state.potential_score(box)) + (line_texts.EXTRA.format(points=extra) if extra else "")


def _reason(state: GameState) -> str | None:
    """Return the reason why some open boxes aren't legal for these dice; None if all open boxes are legal."""
    refused = (state.refusal(box) for box in state.card.open_boxes())
    return next((reason.value for reason in refused if reason is not None), None)


def names_of(series: GameSeries) -> list[str]:
    return [line_texts.brief(player.name) for player in series.setup.players]


def totals_of(series: GameSeries) -> list[str]:
    """Return each player's total as text, with the total of all games so far on the same grid (a card that several
    games fill) if the rules have grids."""
    totals, grids = series.state.totals(), grid_totals(series.state, series.earlier)
    if grids is None:
        return [*map(str, totals)]
    return [line_texts.IN_GRID.format(total=total, grid=grid) for total, grid in zip(totals, grids, strict=True)]


def unfinished_lines(series: GameSeries, was_cut_off: bool) -> Iterator[str]:
    state, names = series.state, names_of(series)
    kind = line_texts.CUT_OFF if was_cut_off else line_texts.UNFINISHED
    yield kind.format(turn=state.turn + 1, owner=texts.owner(names[state.seat]))
    yield from _player_lines(series, names, line_texts.SO_FAR)


def event_lines(series: GameSeries, event: Event) -> Iterator[str]:
    names = names_of(series)
    if event.happening is Happening.ENDED:
        yield from _result_lines(series, names)
    elif isinstance(event.action, Score):
        yield _score_line(event.before, event.action.box, names)
    elif event.happening in (Happening.BEGAN, Happening.ROLLED):
        yield _roll_line(event.after, names, event.action)
    elif event.happening is Happening.SAID:
        yield texts.said(event.name, event.text)
    elif event.happening is Happening.SEATED:
        yield texts.seated(series.setup.players[event.seat], event.decider == HUMAN, names[event.seat])
    else:
        yield line_texts.TIMES[event.happening].format(
            owner=texts.owner(names[event.before.seat]), seconds=event.seconds
        )


def _roll_line(state: GameState, names: list[str], roll: Roll | None) -> str:
    """Return a line about `roll`, or if `roll` is None about the first roll of a turn; `state` is the state after
    the roll."""
    again = "" if roll is None else line_texts.AGAIN.format(positions=line_texts.positions(roll.positions))
    return line_texts.ROLLS.format(
        who_rolls=texts.does(names[state.seat], "roll"),
        again=again,
        dice=line_texts.spoken(state.dice),
        left=texts.rolls_left(state.rolls_left),
    )


def _score_line(state: GameState, box: Box, names: list[str]) -> str:
    extra = state.extra_points(box)
    return line_texts.SCORES.format(
        who_scores=texts.does(names[state.seat], "score"),
        points=state.potential_score(box),
        box=line_texts.box_label(state.rules, box),
        extra=line_texts.EXTRA.format(points=extra) if extra else "",
        total=state.card_after(box).total(),
    )


def _result_lines(series: GameSeries, names: list[str]) -> Iterator[str]:
    state = series.state
    yield from _player_lines(series, names, line_texts.FINAL)
    if not state.is_over:
        yield texts.RECORD_ENDS
    elif len(names) > 1:
        yield texts.result(names, state.totals(), state.winners())


def _player_lines(series: GameSeries, names: list[str], template: str) -> Iterator[str]:
    """Yield for each player the text `template`, with the player's name, total and number of games won inserted.

    If there is only one player, the number of games played is inserted in place of that of games won.
    """
    counted = line_texts.GAMES_WON if len(names) > 1 else line_texts.GAMES_PLAYED
    for name, total, wins in zip(names, totals_of(series), series.wins, strict=True):
        yield template.format(name=name, total=total, counted=counted, games=wins)


class AnswerError(ValueError):
    """Raised for a typed answer that can't be followed; the message tells the player why."""


def is_faces(text: str) -> bool:
    return re.fullmatch("[0-9][0-9 ,]*", text) is not None


def dice_by_face(dice: Dice, text: str) -> tuple[int, ...]:
    """Return the 0-based position of a die for each digit of `text`: the leftmost unused die with that face."""
    faces = [digit for digit in text if digit.isdigit()]
    for face in sorted(set(faces)):
        asked, found = faces.count(face), dice.count(int(face))
        if found < asked:
            raise AnswerError(line_texts.no_such_dice(face, found))
    return tuple(
        position
        for position, face in enumerate(map(str, dice))
        if dice[:position].count(int(face)) < faces.count(face)
    )


def dice_by_position(dice: Dice, text: str) -> tuple[int, ...]:
    """Return the 0-based positions of the dice whose numbers, from 1, are in `text`."""
    digits = re.sub("[ ,]", "", text)
    if not digits:
        raise AnswerError(line_texts.NO_DICE_NAMED)
    numbers = [str(position + 1) for position in range(len(dice))]
    if not set(digits) <= set(numbers):
        raise AnswerError(line_texts.NO_SUCH_DIE.format(dice=len(dice)))
    return tuple(position for position, number in enumerate(numbers) if number in digits)


def boxes_called(state: GameState, text: str) -> tuple[Box, ...]:
    """Return the legal boxes, at least one, that `text` names: several if the row is open in several columns.

    `text` is the number of a row, from 1, or the beginning of the row's name, or else whole words within the name.
    `/` and the number of a column may follow. If `text` fits several rows, only those with a legal box count.
    Raise AnswerError unless exactly one row is left.
    """
    name, slash, column = text.partition("/")
    columns = (_column(state.rules, column.strip()),) if slash else tuple(range(state.rules.columns))
    row = _row(state, _spaced(name), columns)
    return _legal(state, tuple(Box(row, column) for column in columns))


def box_in_column(state: GameState, boxes: tuple[Box, ...], text: str) -> Box:
    """Return the legal box in the one row that `boxes` share and in the column whose number, from 1, is `text`."""
    return _legal(state, (Box(boxes[0].row, _column(state.rules, text.strip())),))[0]


def playable_rows(rules: RuleSet) -> range:
    """Return the numbers, from 0, of the rows that a player may name: all rows of categories, and the bonus row if
    dice can be posted there."""
    return range(rules.bonus_row + (rules.extra_yahtzees.placement is Placement.BONUS_ROW))


def is_row_number(rules: RuleSet, text: str) -> bool:
    return text in {str(row + 1) for row in playable_rows(rules)}


def forced_box(state: GameState) -> Box | None:
    """Return the only legal box if the rules force an extra Yahtzee into an upper row, else None."""
    forced = any(state.refusal(box) is Refusal.UPPER_ROW_FIRST for box in state.card.open_boxes())
    legal = state.legal_boxes()
    return legal[0] if forced and len(legal) == 1 else None


def _column(rules: RuleSet, text: str) -> int:
    numbers = [str(column + 1) for column in range(rules.columns)]
    if text not in numbers:
        many = line_texts.NO_SUCH_COLUMN.format(columns=rules.columns)
        raise AnswerError(many if rules.columns > 1 else line_texts.ONE_COLUMN)
    return numbers.index(text)


def _row(state: GameState, name: str, columns: tuple[int, ...]) -> int:
    rules = state.rules
    names = {row: _names(rules, row) for row in playable_rows(rules)}
    called = [row for row in names if name in (str(row + 1), *names[row])]
    begun = [row for row in names if name and any(each.startswith(name) for each in names[row])]
    within = [row for row in names if any(f" {name} " in f" {each} " for each in names[row])]
    rows = called or begun or within
    legal = {box.row for box in state.legal_boxes() if box.column in columns}
    rows = [row for row in rows if row in legal] or rows
    if not rows:
        meant = did_you_mean(name, chain.from_iterable(names.values())) or line_texts.ROWS_ARE_SHOWN
        raise AnswerError(line_texts.NO_SUCH_ROW.format(text=line_texts.brief(name), meant=meant))
    if len(rows) > 1:
        labels = one_of(texts.row_label(rules, row) for row in rows)
        raise AnswerError(line_texts.AMBIGUOUS.format(text=line_texts.brief(name), rows=labels))
    return rows[0]


def _names(rules: RuleSet, row: int) -> tuple[str, str]:
    """Return a row's name on the card and its name in records of games, both in lower case."""
    in_records = "bonus" if row == rules.bonus_row else rules.categories[row].name
    return _spaced(texts.row_label(rules, row).lower()), _spaced(in_records)


def _spaced(name: str) -> str:
    """Return `name` with hyphens and runs of blanks replaced by single blanks."""
    return " ".join(name.replace("-", " ").split())


def _legal(state: GameState, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    legal = state.legal_boxes()
    allowed = tuple(box for box in boxes if box in legal)
    if not allowed:
        raise AnswerError(_refusal(state, boxes))
    return allowed


def _refusal(state: GameState, boxes: tuple[Box, ...]) -> str:
    """Return a message that says why the dice can't be posted in any of `boxes`, which share one row."""
    reasons = [reason for reason in map(state.refusal, boxes) if reason is not None]
    reason = next((reason for reason in reasons if reason is not Refusal.FILLED), Refusal.FILLED)
    box, rules = boxes[0], state.rules
    label = line_texts.box_label(rules, box) if len(boxes) == 1 else texts.row_label(rules, box.row)
    return line_texts.REFUSED.format(box=label, reason=reason.value)
