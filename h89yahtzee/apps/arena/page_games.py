"""The games on a tournament's page, turn by turn: score cards, a curve of the chances to win, and the bots'
decisions beside the solver's.

A step is a move, which rerolls dice or fills a box. The HTML has the cards at the end of a game; the script
`replay.js` shows them as they were after any step. It reads these attributes: `data-step` of a box is the number of
the step that filled the box. `data-after` of a sum, such as a total, has an item STEP:SUM for each step that
changed the sum: the number of the step, and the sum after it. `data-rolled` of a decision has the places, among the
five dice, of the dice that were rerolled. Steps and places count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import methodcaller

from h89yahtzee.apps.arena.standings_report import Report
from h89yahtzee.apps.arena.tables import NOTHING, Markup, bot_name, element, joined, scrolling
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.arena.tournament.study import Step
from h89yahtzee.game.categories import Section
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Roll
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.chances import ChanceJudge, turn_starts
from h89yahtzee.table.card_lines import action_text

_LEAST_LOSS = 0.005
"""A decision that loses fewer points than this is shown like a decision without a loss."""
_COSTLY = 1.0
_HEADS = ("dice", "played", "lost", "best")
_PENALTY = "a zero by the referee"
_WIDTH, _HEIGHT = 600, 100
"""The width and height of the drawing of a curve, in units of its `viewBox`."""
_COLOURS = 6
_EDGE = 0.03

Curve = Sequence[tuple[float, ...]]
"""The chances to win, as they change during a game. Each item is a tuple with the chance of each seat. There is an
item for the time after the first roll of each turn, and one for the end of the game. Empty if no chances are
computed."""

Numbered = tuple[int, Step]
"""The number of a step in its game, counted from 1, and the step."""


def game_section(report: Report, game: Game, steps: Sequence[Step], curve: Curve) -> Markup:
    names = [report.name(bot) for bot in game.seats]
    totals = steps[-1].after.totals()
    results = [joined([bot_name(name), f" {total}"]) for name, total in zip(names, totals, strict=True)]
    summary = element("summary", element("h3", f"Game {game.number + 1}"), " ", joined(results, ", "))
    board = element("div", _cards(game.number, names, steps), _curve_drawing(names, curve), class_="board")
    replay = element("div", board, _decisions(game.number, names, steps, curve), class_="replay")
    return element("details", summary, replay, class_="game")


def _cards(game: int, names: Sequence[str], steps: Sequence[Step]) -> Markup:
    """Return an HTML table with the score cards of all players at the end of a game, side by side; `game` is the
    number of the game, from 0."""
    name, columns = f"game-{game + 1}-cards", steps[-1].after.rules.columns
    heads = (element("th", bot_name(it), scope="col", colspan=columns) for it in names)
    rows = [element("tr", element("th", "row", scope="col"), *heads)]
    if columns > 1:
        numbers = [element("th", str(column + 1), scope="col") for _ in names for column in range(columns)]
        rows.append(element("tr", element("th", "column", scope="row"), *numbers))
    head = element("thead", *rows)
    body = element("tbody", *_card_rows(steps))
    return scrolling(name, "Cards", "cards", head, body)


def _card_rows(steps: Sequence[Step]) -> Iterator[Markup]:
    state = steps[-1].after
    rules, boxes = state.rules, _filled(steps)
    columns = [(seat, column) for seat in range(len(state.cards)) for column in range(rules.columns)]
    for row, category in enumerate(rules.categories):
        if row == len(rules.rows(Section.UPPER)) and rules.upper_bonus:
            bonuses = (_sum(steps, seat, methodcaller("upper_bonus", column)) for seat, column in columns)
            yield _row("Upper bonus", bonuses, class_="sum")
        yield _row(category.label, (boxes[seat, Box(row, column)] for seat, column in columns))
    if rules.extra_yahtzees.bonus:
        extra = (_sum(steps, seat, partial(_yahtzee_bonus, column)) for seat, column in columns)
        yield _row("Yahtzee bonus", extra, class_="sum")
    totals = (_sum(steps, seat, Scorecard.total, colspan=rules.columns) for seat in range(len(state.cards)))
    yield _row("Total", totals, class_="total")


def _yahtzee_bonus(column: int, card: Scorecard) -> int:
    return card.yahtzee_bonuses[column]


def _row(label: str, cells: Iterator[Markup], **attributes: str) -> Markup:
    return element("tr", element("th", label, scope="row"), *cells, **attributes)


def _filled(steps: Sequence[Step]) -> dict[tuple[int, Box], Markup]:
    """Return a dictionary from (seat, box) to the HTML table cell, for all filled boxes."""
    cells = {}
    for number, step in enumerate(steps, 1):
        seat = step.state.seat
        after = step.after.cards[seat]
        for box in set(step.state.card.open_boxes()) - set(after.open_boxes()):
            cells[seat, box] = element("td", str(after[box]), data_step=number)
    return cells


def _sum(steps: Sequence[Step], seat: int, value: Callable[[Scorecard], int], **attributes: int) -> Markup:
    changes, last = [], 0
    for number, step in enumerate(steps, 1):
        if step.state.seat == seat and (now := value(step.after.cards[seat])) != last:
            changes.append(f"{number}:{now}")
            last = now
    return element("td", str(last), data_after=" ".join(changes), **attributes)


def _decisions(game: int, names: Sequence[str], steps: Sequence[Step], curve: Curve) -> Markup:
    name = f"game-{game + 1}-steps"
    head = element("thead", element("tr", *(element("th", head, scope="col") for head in _HEADS)))
    # `curve` has an item for each of the `turns`, in the same order, and then one for the end of the game.
    turns = groupby(enumerate(steps, 1), key=lambda numbered: (numbered[1].state.turn, numbered[1].state.seat))
    bodies = []
    for number, ((_, seat), taken) in enumerate(turns):
        chance = f", {100 * curve[number][seat]:.0f} % to win" if curve else ""
        bodies.append(_turn(game, names[seat], list(taken), chance))
    return scrolling(name, "Turn by turn", "words steps", head, *bodies)


def _turn(game: int, name: str, steps: Sequence[Numbered], chance: str) -> Markup:
    state = steps[0][1].state
    title = joined([f"Turn {state.turn + 1}, ", bot_name(name), f" with {state.card.total()} points{chance}"])
    head = element("tr", element("th", title, scope="rowgroup", colspan=len(_HEADS)))
    return element("tbody", head, *(_decision(game, numbered) for numbered in steps))


def _decision(game: int, numbered: Numbered) -> Markup:
    number, step = numbered
    rolled = step.move.positions if isinstance(step.move, Roll) else ()
    played = _PENALTY if step.move is None else action_text(step.state, step.move)
    best = "" if step.best is None else action_text(step.state, step.best)
    lost = NOTHING
    if step.lost >= _LEAST_LOSS:
        lost = f"{step.lost:.2f}"
    elif best:
        best = "the same"
    costly = {"class_": "costly"} if step.lost >= _COSTLY else {}
    cells = (
        element("td", format_digits(step.state.dice)),
        element("td", played),
        element("td", lost, **costly),
        element("td", best or NOTHING),
    )
    places = format_digits(tuple(position + 1 for position in rolled))
    return element("tr", *cells, id=step_id(game, number), data_rolled=places)


def step_id(game: int, step: int) -> str:
    """Return the HTML id of a game's step; `game` counts from 0, `step` from 1."""
    return f"game-{game + 1}-step-{step}"


def curve_of(steps: Sequence[Step], judge: ChanceJudge) -> Curve:
    """Return the curve of a game with these steps: the players' chances to win, which `judge` computes, after the
    first roll of each turn and at the end of the game."""
    states = (*(step.state for step in steps), steps[-1].after)
    return [judge.of_state(state).shares for state in turn_starts(states)]


def _curve_drawing(names: Sequence[str], curve: Curve) -> Markup:
    if not curve:
        return Markup("")
    lines = (
        element("polyline", points=_points([shares[seat] for shares in curve]), class_=_class(seat))
        for seat in range(len(names))
    )
    # The last value is for the end of the game, each value before it for a turn.
    turns = (len(curve) - 1) // len(names)
    labels = {turn: turn * len(names) / (len(curve) - 1) for turn in range(0, turns, 3)}
    grid = "".join(f"M{_WIDTH * share:.1f} 0V{_HEIGHT}" for share in labels.values())
    drawing = element(
        "svg",
        element("path", d=f"M0 {_HEIGHT / 2}H{_WIDTH}{grid}", class_="grid"),
        *lines,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        preserveAspectRatio="none",
        role="img",
        aria_label="The chances to win from turn to turn",
    )
    heights = element("div", *(element("span", f"{share} %") for share in (100, 50, 0)), class_="heights")
    turn_axis = axis({str(turn + 1) if turn else "turn 1": share for turn, share in labels.items()})
    keys = []
    for seat, name in enumerate(names):
        line = element("path", d="M0 5H40", class_=_class(seat))
        sample = element("svg", line, viewBox="0 0 40 10", class_="sample", aria_hidden="true")
        keys.append(element("span", sample, bot_name(name)))
    plot = element("div", heights, drawing, turn_axis, class_="plot")
    return element("figure", element("figcaption", "Chances to win"), plot, element("p", *keys), class_="chances")


def axis(labels: Mapping[str, float]) -> Markup:
    """Return an SVG element with labels to put below a plot. `labels` maps the text of each label to its place,
    from 0 (the left edge) to 1 (the right edge)."""
    texts = []
    for label, share in labels.items():
        # Don't centre the first and the last label, which would be cut off at the edges.
        anchor = "start" if share < _EDGE else "end" if share > 1 - _EDGE else "middle"
        texts.append(element("text", label, x=f"{100 * share:.2f}%", y="1em", text_anchor=anchor))
    return element("svg", *texts, class_="axis", aria_hidden="true")


def _points(shares: Sequence[float]) -> str:
    last = max(1, len(shares) - 1)
    return " ".join(
        f"{_WIDTH * number / last:.1f},{_HEIGHT * (1 - share):.1f}" for number, share in enumerate(shares)
    )


def _class(seat: int) -> str:
    return f"seat-{seat % _COLOURS + 1}"
