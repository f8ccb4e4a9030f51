"""`yahtzee-solve --review`: the loss of each decision in recorded games, the luck of each roll, chances to win."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.cached_values import analyst_of, values_of
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.recorded_games import read_records
from h89yahtzee.apps.solve import solve
from h89yahtzee.game.record import Player, Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, IllegalAction, Score
from h89yahtzee.notation.tokens import format_digits, format_rules
from h89yahtzee.players.chances import Chances, before_roll, chance_judge, chances_told, turn_starts
from h89yahtzee.players.review import End, Judgement, PlayerReview, reason, review
from h89yahtzee.players.strategy import Analyst, Option
from h89yahtzee.table.card_lines import action_text, box_text

_HEAD = f"{'turn':>4}  {'dice':5} {'rolls':>5} {'luck':>7} {'loss':>6}  {'played':32}  best"
_NOTHING = 0.005
"""The least loss that is shown, in points."""
_MOST_BOXES = 4
_NAME = 12
"""The most characters of a player's name in the table of chances."""


def review_lines(path: str, options: solve.SolveOptions) -> Iterator[str]:
    """Yield the review of the games in the file at `path`.

    CommandError if the file holds anything but records, if the game asked for is missing, or if a game breaks the
    rules or was played by other rules than the options name.
    """
    games = _chosen(path, read_records(path), options)
    if options.json:
        yield json.dumps([_game_json(number, record, analyst_of(record.setup.rules)) for number, record in games])
        return
    for number, record in games:
        yield from game_lines(number, record, analyst_of(record.setup.rules))


def _chosen(path: str, records: Sequence[Record], options: solve.SolveOptions) -> list[tuple[int, Record]]:
    """Return the games asked for, each with its number in the file, counted from 1. CommandError if the file has
    no game of the number asked for, or if a game breaks the rules or was played by other rules than the options
    name."""
    numbers = range(1, len(records) + 1) if options.game is None else [options.game]
    if options.game is not None and options.game > len(records):
        raise CommandError(f"{path}: there is no game {options.game}, the last is {len(records)}")
    games = [(number, records[number - 1]) for number in numbers]
    for number, record in games:
        rules = record.setup.rules
        if options.is_rules_given and rules != options.rules:
            asked = format_rules(options.rules)
            raise CommandError(f"{path}: game {number} was played by {format_rules(rules)}, not by {asked}")
        try:
            for _ in record.states():
                pass
        except IllegalAction as error:
            raise CommandError(f"{path}: game {number}: {error}") from None
    return games


def _chances(record: Record) -> list[tuple[GameState, Chances]]:
    """Return the first state of each turn with the chances to win before the turn's first roll; for a finished
    game, also the final state with the chances at the end. ValueError, which says why, if the chances can't be
    computed."""
    setup = record.setup
    judge = chance_judge(setup.rules, [player.strategy for player in setup.players], values_of)
    return [(state, chances_told(judge, setup, before_roll(state))) for state in turn_starts(record.states())]


def game_lines(number: int, record: Record, analyst: Analyst) -> Iterator[str]:
    """Yield the review of a recorded game, which must obey the rules, as text lines. `number` is shown as the
    number of the game; `analyst` judges the decisions."""
    setup, reviews = record.setup, review(record, analyst)
    end = "" if record.totals is not None else ", unfinished"
    values = solve.exactness(all(player.is_exact for player in reviews))
    yield f"Game {number}: {format_rules(setup.rules)}, seed {setup.seed}{end}, values {values}"
    for player in reviews:
        yield ""
        yield setup.players[player.seat].name
        yield from _player_lines(player, record.totals is not None, analyst)
    yield ""
    if len(reviews) > 1:
        yield from _chance_lines(record)
        yield ""


def _player_lines(player: PlayerReview, is_finished: bool, analyst: Analyst) -> Iterator[str]:
    yield _HEAD
    yield from map(_decision_line, player.judgements)
    yield f"expected at the start {player.start:9.2f}"
    yield f"luck                  {player.luck:+9.2f}"
    yield f"skill                 {-player.loss:+z9.2f}"
    yield f"total                 {player.end:6.0f}" if is_finished else f"expected now          {player.end:9.2f}"
    mistakes = player.costliest()
    if mistakes:
        yield "costliest mistakes:"
    for mistake in mistakes:
        yield from _mistake_lines(mistake, analyst)


def _decision_line(judgement: Judgement) -> str:
    """Return the text line for one decision, with the best action if it is better than the action taken."""
    state, loss = judgement.state, judgement.loss
    place = f"{state.turn + 1:4}  {format_digits(state.dice)} {state.rolls_left:5} {judgement.luck:+7.2f}"
    played = action_text(state, judgement.action)
    if loss < _NOTHING:
        return f"{place} {'-':>6}  {played}"
    return f"{place} {loss:6.2f}  {played:32}  {action_text(state, judgement.best.action)}"


def _mistake_lines(mistake: Judgement, analyst: Analyst) -> Iterator[str]:
    """Yield text lines that explain a mistake's loss. If both the best action and the action played post the dice,
    the lines give the expected final total after a post in each of the best boxes and in the box that was chosen.
    Otherwise they say in which boxes the turn was likely to end after each of the two actions."""
    state, why = mistake.state, reason(mistake, analyst)
    best, played = mistake.best.action, mistake.action
    rolls = "1 roll" if state.rolls_left == 1 else f"{state.rolls_left or 'no'} rolls"
    yield f"- turn {state.turn + 1}, {format_digits(state.dice)} and {rolls} left, {mistake.loss:.2f} lost:"
    yield f"  {action_text(state, played)}; best was {action_text(state, best)}"
    if isinstance(best, Score) and isinstance(played, Score):
        shown = [option for option in why.posts[:_MOST_BOXES] if option.action != played]
        posts = [*shown[: _MOST_BOXES - 1], mistake.played]
        values = (f"{action_text(state, option.action)}: {option.value:.2f}" for option in posts)
        yield f"  expected final total after {', '.join(values)}"
    else:
        yield f"  after the best the turn ends in: {_ends_text(state.rules, why.after_best)}"
        yield f"  after the one played: {_ends_text(state.rules, why.after_played)}"


def _ends_text(rules: RuleSet, ends: Sequence[End]) -> str:
    shown = [
        f"{box_text(rules, end.box)} {100 * end.chance:.0f} % for {end.points:.1f}" for end in ends[:_MOST_BOXES]
    ]
    rest = sum(end.chance for end in ends[_MOST_BOXES:])
    return ", ".join([*shown, f"another box {100 * rest:.0f} %"] if rest else shown)


def _chance_lines(record: Record) -> Iterator[str]:
    """Yield text lines: a table of the chances to win before each turn, or the reason why they can't be
    computed."""
    yield "chances to win before each turn, in per cent"
    names = [player.name[:_NAME] for player in record.setup.players]
    widths = [max(5, len(name)) for name in names]
    try:
        course = _chances(record)
    except ValueError as error:
        yield str(error)
        return
    heads = "".join(f" {name:>{width}}" for name, width in zip(names, widths, strict=True))
    yield f"{'turn':>4}  {'player':{_NAME}}{heads}"
    for state, chances in course:
        place = "   -  at the end  " if state.is_over else f"{state.turn + 1:4}  {names[state.seat]:{_NAME}}"
        shares = zip(chances.shares, widths, strict=True)
        figures = "".join(f" {100 * share:{width}.1f}" for share, width in shares)
        yield f"{place}{figures}  {chances.certainty.value}"


def _game_json(number: int, record: Record, analyst: Analyst) -> solve.Json:
    """Return the review of a game as JSON; turns count from 1, and dice, columns and rows from 0."""
    setup, reviews = record.setup, review(record, analyst)
    return solve.rules_json(setup.rules) | {
        "game": number,
        "seed": setup.seed,
        "finished": record.totals is not None,
        "exact": all(player.is_exact for player in reviews),
        "chances": _course_json(record),
        "players": [_player_json(setup.players[player.seat], player, record, analyst) for player in reviews],
    }


def _course_json(record: Record) -> list[solve.Json] | None:
    """Return a JSON object for each turn, with the chances to win before it. For a finished game a last object has
    the chances at the end, with null as turn and player. None if the chances can't be computed."""
    try:
        course = _chances(record)
    except ValueError:
        return None
    return [
        {"turn": None, "player": None} | solve.chances_json(chances)
        if state.is_over
        else {"turn": state.turn + 1, "player": state.seat} | solve.chances_json(chances)
        for state, chances in course
    ]


def _player_json(player: Player, reviewed: PlayerReview, record: Record, analyst: Analyst) -> solve.Json:
    return {
        "name": player.name,
        "strategy": player.strategy,
        "start": solve.rounded(reviewed.start),
        "luck": solve.rounded(reviewed.luck),
        "loss": solve.rounded(reviewed.loss),
        "end": solve.rounded(reviewed.end),
        "total": None if record.totals is None else record.totals[reviewed.seat],
        "turns": [
            {"turn": turn.number + 1, "luck": solve.rounded(turn.luck), "loss": solve.rounded(turn.loss)}
            for turn in reviewed.turns
        ],
        "decisions": [_decision_json(judgement) for judgement in reviewed.judgements],
        "mistakes": [_mistake_json(mistake, analyst) for mistake in reviewed.costliest()],
    }


def _decision_json(judgement: Judgement) -> solve.Json:
    state = judgement.state
    return {
        "turn": state.turn + 1,
        "dice": state.dice,
        "rolls_left": state.rolls_left,
        "played": _option_json(state, judgement.played, judgement.action),
        "best": _option_json(state, judgement.best),
        "luck": solve.rounded(judgement.luck),
        "loss": solve.rounded(judgement.loss),
    }


def _option_json(state: GameState, option: Option, action: Action | None = None) -> solve.Json:
    return solve.described_json(state, action or option.action) | {"value": solve.rounded(option.value)}


def _mistake_json(mistake: Judgement, analyst: Analyst) -> solve.Json:
    state, why = mistake.state, reason(mistake, analyst)
    return _decision_json(mistake) | {
        "posts": [_option_json(state, option) for option in why.posts],
        "after_best": [_end_json(state.rules, end) for end in why.after_best],
        "after_played": [_end_json(state.rules, end) for end in why.after_played],
    }


def _end_json(rules: RuleSet, end: End) -> solve.Json:
    return {
        "column": end.box.column,
        "row": end.box.row,
        "box": box_name(rules, end.box),
        "probability": solve.rounded(end.chance),
        "points": solve.rounded(end.points),
    }
