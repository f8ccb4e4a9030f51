"""Two ways to describe rooms and tables in lines of text: short for any terminal, or in sentences for a screen
reader.

For a screen reader each event is one sentence, nothing is drawn with punctuation marks, and a sentence about the
dice begins with their faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from h89yahtzee.frontends.lines import line_texts, table_lines
from h89yahtzee.frontends.lines.line_texts import WIDTH, folded
from h89yahtzee.frontends.lines.table_lines import names_of
from h89yahtzee.game.categories import Section
from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import HUMAN, grid_totals
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.rooms.page import PendingPage, TextPage
from h89yahtzee.table import sentences, texts
from h89yahtzee.table.coach import Wording
from h89yahtzee.table.events import Event, Happening
from h89yahtzee.table.match import GameSeries
from h89yahtzee.table.reviews import PendingLines
from h89yahtzee.table.saved_games import PastTotals
from h89yahtzee.table.sentences import box_in_words, card_sentences, count, dice_in_words, has, row_in_words

_TURNS = (
    "A turn fills one of the {boxes} boxes on your card, and the highest total wins.",
    "The first roll is made for you, and then you may roll any of the dice again, at most twice.",
    "Then choose an open row to score the dice in, and where they don't fit they score nothing.",
)
_TYPED = (
    "A choice is made by its number and RETURN, and RETURN alone tells all choices.",
    "Words can be typed, too: p 1 3 rolls the first and the third die.",
    "The words s full house score in that row, and s 9 in row 9.",
    "The word a asks for advice, w tells the card, v reviews a game that is over, and q quits.",
)


THINKING = "The computer thinks for {seconds} seconds at most, and RETURN ends it."
_TIMES = {**line_texts.TIMES, Happening.WARNED: "{owner} turn ends in {seconds} seconds."}


def welcome(rules: RuleSet) -> str:
    return f"This is Yahtzee by the rules {rules.name}, told in sentences, and every choice has a number."


def event_sentences(series: GameSeries, event: Event) -> Iterator[str]:
    names = names_of(series)
    if event.happening is Happening.ENDED:
        yield from _results(series, names)
    elif isinstance(event.action, Score):
        yield _score(event.before, event.action.box, names)
    elif event.happening in (Happening.BEGAN, Happening.ROLLED):
        yield _dice(event.after, names, event.action)
    elif event.happening is Happening.SAID:
        yield f"{event.name} says: {event.text}" if event.name else event.text
    elif event.happening is Happening.SEATED:
        yield texts.seated(series.setup.players[event.seat], event.decider == HUMAN, names[event.seat])
    else:
        owner = texts.owner(names[event.before.seat])
        yield _TIMES[event.happening].format(owner=owner, seconds=event.seconds)


def _dice(state: GameState, names: Sequence[str], roll: Roll | None = None) -> str:
    owner, left = texts.owner(names[state.seat]), texts.rolls_left(state.rolls_left)
    owner = owner.lower() if owner == "Your" else owner
    when = f"in turn {state.turn + 1}"
    if roll is not None:
        again = [str(position + 1) for position in roll.positions]
        when = f"after rolling {'die' if len(again) == 1 else 'dice'} {joined(again, 'and')} again"
    return f"{dice_in_words(state.dice)} are {owner} dice {when}, with {left}."


def _score(state: GameState, box: Box, names: Sequence[str]) -> str:
    name, extra = names[state.seat], state.extra_points(box)
    more = f" and {extra} for an extra Yahtzee" if extra else ""
    scores = f"{texts.does(name, 'score')} {state.potential_score(box)} in {box_in_words(state.rules, box)}{more}"
    return f"{scores}, and now {'have' if name == texts.YOU else 'has'} {state.card_after(box).total()} in all."


def _results(series: GameSeries, names: Sequence[str]) -> Iterator[str]:
    state = series.state
    yield from _standings(series, names, "in all")
    if not state.is_over:
        yield texts.RECORD_ENDS
    elif len(names) > 1:
        won = [names[seat] for seat in state.winners()]
        wins = won != [texts.YOU] and len(won) == 1
        yield f"The game is over, and {joined(won, 'and')} {'wins' if wins else 'win'}."


def _standings(series: GameSeries, names: Sequence[str], when: str) -> Iterator[str]:
    totals, grids = series.state.totals(), grid_totals(series.state, series.earlier)
    for seat, (name, wins) in enumerate(zip(names, series.wins, strict=True)):
        have = "have" if name == texts.YOU else "has"
        grid = "" if grids is None else f" and {grids[seat]} on the whole grid"
        games = f"won {count(wins, 'game')}" if len(names) > 1 else f"finished {count(wins, 'game')}"
        yield f"{name} {have} {totals[seat]} points {when}{grid}, and {have} {games}."


def unfinished_sentences(series: GameSeries, was_cut_off: bool) -> Iterator[str]:
    state, names = series.state, names_of(series)
    kind = "was cut off" if was_cut_off else "is unfinished"
    owner = texts.owner(names[state.seat])
    yield f"A game {kind} in turn {state.turn + 1}, and it is {owner.lower() if owner == 'Your' else owner} move."
    yield from _standings(series, names, "so far")


def past_sentence(name: str, past: PastTotals) -> str:
    last = joined(map(str, past.last), "and")
    return f"{texts.owner(name)} last totals are {last}, the best is {past.best}, the average {past.average:.1f}."


def table_sentences(series: GameSeries) -> Iterator[str]:
    """Yield sentences on the dice, the open boxes, the card of the player to move, and the totals."""
    state, names = series.state, names_of(series)
    name = names[state.seat]
    yield _dice(state, names)
    for column in range(state.rules.columns):
        yield from _open(state, column)
    yield from card_sentences(state.rules, state.card, name)
    yield from _upper(state)
    totals = zip(names, state.totals(), strict=True)
    yield f"{joined((f'{has(player)} {total} points' for player, total in totals), 'and')}."


def _open(state: GameState, column: int) -> Iterator[str]:
    """Yield a sentence on the boxes of a column in which the dice can be scored, and a sentence on its open boxes
    in which they can't be scored; each only if there are such boxes."""
    legal = [box for box in state.legal_boxes() if box.column == column]
    where = f" in column {column + 1}" if state.rules.columns > 1 else ""
    if legal:
        worth = [worth_in_words(state, box) for box in legal if state.potential_score(box)]
        rows = [row_in_words(state.rules, box.row) for box in legal if not state.potential_score(box)]
        nothing = [f"nothing in {joined(rows, 'or')}"] if rows else []
        yield f"These dice score{where} {joined([*worth, *nothing], 'and')}."
    closed = [box for box in state.card.open_boxes() if box.column == column and box not in legal]
    if closed:
        reason = next(reason.value for reason in map(state.refusal, closed) if reason is not None)
        rows = [row_in_words(state.rules, box.row) for box in closed]
        yield f"Not open{where} for these dice: {joined(rows, 'and')}, since {reason}."


def worth_in_words(state: GameState, box: Box) -> str:
    extra = state.extra_points(box)
    more = f" and {extra} for an extra Yahtzee" if extra else ""
    return f"{state.potential_score(box)} in {row_in_words(state.rules, box.row)}{more}"


def _upper(state: GameState) -> Iterator[str]:
    card, rules = state.card, state.rules
    for column in range(rules.columns):
        if rules.upper_bonus and not card.upper_bonus(column):
            where = f" of column {column + 1}" if rules.columns > 1 else ""
            total = card.section_total(Section.UPPER, column)
            yield (
                f"The upper section{where} has {total} of the {rules.upper_bonus_at} points that earn the bonus of "
                f"{rules.upper_bonus}."
            )


def rows_to_choose(state: GameState, boxes: Sequence[Box]) -> Iterator[str]:
    """Yield for each of `boxes` a choice: the row's number and the score. The boxes must be legal and in different
    rows."""
    for box in boxes:
        yield f"{box.row + 1}: {worth_in_words(state, box)}."


def how_to_follow(state: GameState, action: Action) -> str:
    if isinstance(action, Roll):
        positions = " ".join(str(position + 1) for position in action.positions)
        return f"Type p {positions} to follow the coach."
    column = f"/{action.box.column + 1}" if state.rules.columns > 1 else ""
    return f"Type s {row_in_words(state.rules, action.box.row)}{column} to follow the coach."


def help_sentences(rules: RuleSet, may_talk: bool = False) -> Iterator[str]:
    """Yield sentences on the rules, on making choices, and, if people `may_talk`, on sending messages."""
    yield from (text.format(boxes=len(rules.categories) * rules.columns) for text in _TURNS)
    for row in range(len(rules.categories)):
        yield f"Row {row + 1}, {row_in_words(rules, row)}, scores {_note(texts.row_note(rules, row))}."
    yield from line_texts.bonuses(rules, _factors)
    yield from _TYPED
    if may_talk:
        yield "The text after a slash, as /hello, is said to all; /off and /on hide and show what others say."


def _factors(rules: RuleSet) -> str:
    return joined((f"{factor} times" for factor in rules.multipliers), "and")


def _note(note: str) -> str:
    """Return words that say how a row is scored; `note` says it in short, as printed on the card: `ADD 2's`, `SUM`,
    `SUM OF 4` or a number of points."""
    if note.isdigit():
        return f"{note} points"
    if note.startswith("ADD "):
        return f"the sum of its {note.removeprefix('ADD ')}"
    return "the sum of the dice" if note == "SUM" else f"the sum of these {note.removeprefix('SUM OF ')} dice"


@dataclass(frozen=True, slots=True)
class Telling:
    """The functions that describe rooms, tables and events in lines of text. `folded` prepares these lines for
    output.

    If `is_numbered`, each choice has a number, by which a person makes the choice (`numbered.py`).
    """

    is_numbered: bool
    wording: Wording
    folded: Callable[[Iterable[str]], Iterator[str]]
    welcome: Callable[[RuleSet], str]
    events: Callable[[GameSeries, Event], Iterator[str]]
    card: Callable[[GameSeries], Iterator[str]]
    words: Callable[[GameSeries], Iterator[str]]
    unfinished: Callable[[GameSeries, bool], Iterator[str]]
    past: Callable[[str, PastTotals], str]
    thinking: str
    rows: Callable[[GameState, Sequence[Box]], Iterator[str]]
    follow: Callable[[GameState, Action], str]
    help: Callable[[RuleSet, bool], Iterator[str]]
    text: Callable[[TextPage], Sequence[str]]
    judged: Callable[[PendingPage], PendingLines]


def _past(name: str, past: PastTotals) -> str:
    told = texts.past_totals(past, WIDTH)
    return line_texts.STANDING.format(name=name, past=told[:1].lower() + told[1:])


def _rows(state: GameState, boxes: Sequence[Box]) -> Iterator[str]:
    yield table_lines.potential(state, boxes, numbered=True)


def _text(page: TextPage) -> Sequence[str]:
    return page.lines if page.told is None else page.told


def _spoken_text(page: TextPage) -> Sequence[str]:
    return _text(page) if page.spoken is None else page.spoken


def _plain(lines: Iterable[str]) -> Iterator[str]:
    """Yield those of `lines` that aren't empty, converted to ASCII and unbroken, however long they are."""
    yield from (texts.plain_text(line) for line in lines if line.strip())


SHORT = Telling(
    is_numbered=False,
    wording=Wording(WIDTH, line_texts.box_label),
    folded=folded,
    welcome=line_texts.welcome,
    events=table_lines.event_lines,
    card=table_lines.card_lines,
    words=table_lines.words,
    unfinished=table_lines.unfinished_lines,
    past=_past,
    thinking=line_texts.THINKING,
    rows=_rows,
    follow=line_texts.how_to_follow,
    help=line_texts.help_lines,
    text=_text,
    judged=lambda page: page.worked_out(WIDTH, line_texts.box_label),
)
"""Short lines and tables, for any terminal."""

ALOUD = Telling(
    is_numbered=True,
    wording=sentences.WORDING,
    folded=_plain,
    welcome=welcome,
    events=event_sentences,
    card=table_sentences,
    words=table_sentences,
    unfinished=unfinished_sentences,
    past=past_sentence,
    thinking=THINKING,
    rows=rows_to_choose,
    follow=how_to_follow,
    help=help_sentences,
    text=_spoken_text,
    judged=lambda page: page.spoken(),
)
"""Whole sentences, for a screen reader."""
