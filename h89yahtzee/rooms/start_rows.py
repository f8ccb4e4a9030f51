"""The choices before a game, apart from the players: each is declared once, as a `StartRow`, for screens and text
mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from h89yahtzee.game.near_words import not_among
from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.rules import RULE_SETS, Placement, RuleSet
from h89yahtzee.table.choices import TURN_SECONDS, TURN_TIMES, Choices
from h89yahtzee.table.preferences import THINK_TIMES, another, another_time, with_other_bonus, with_other_columns

KINDS = {
    HUMAN: "person",
    "hasty": "easy",
    "greedy": "medium",
    "optimal": "hard",
    "winner": "perfect",
    "classic": "classic",
    "random": "random",
}
"""The word shown for each strategy and for a person."""
ABOUT_KINDS = {
    HUMAN: "A person at this keyboard.",
    "hasty": "A computer that re-rolls once at most, and takes what scores most.",
    "greedy": "A computer that goes for the most points in each turn.",
    "optimal": "A computer that plays for the highest expected total.",
    "winner": "A computer that plays to win and knows all the odds.",
    "classic": "The computer player of the original game.",
    "random": "A computer that plays at random.",
}
_ABOUT_TABLE = """\
BONUS: of ACES to SIXES. JOKER: a YAHTZEE after the first earns 100, and fits any row once that of its face is \
filled (forced: first). BEST PLAY: the mean."""
ABOUT_BONUSES = {
    "joker": "As official: an extra Yahtzee is a joker and earns 100.",
    "normal": "An extra Yahtzee goes in any open row and earns 100.",
    "extra-turn": "An extra Yahtzee earns 100 in the bonus row, using no box.",
}
"""The explanations of the bonus rules, each of at most 59 characters, the limit of `RuleSet.about`."""
_DEALINGS = {False: "each player's own", True: "the same for all"}
_ABOUT_DEALINGS = {
    False: "Each player gets different dice.",
    True: "Equal decisions in the same turn get equal dice.",
}
_GRIDS = {False: "the last one, if there is room", True: "a new one"}
YES_NO = {"y": "Yes.", "n": "No."}
"""The answers to a question of yes or no, with their meanings."""
_YES_NO = {"y": True, "yes": True, "n": False, "no": False}


@dataclass(frozen=True, slots=True)
class Asked:
    """The question with which text mode asks for the value of a `StartRow`.

    The functions are called with the choices so far. `text` returns the question, and `default` the answer that
    RETURN alone gives. If there are only a few possible answers, `answers` returns all of them with their meanings.
    `typed` is called with the choices so far and the answer that the person has typed, and returns the new choices;
    for a wrong answer it raises ValueError naming the expected answers. `about` has the lines that are printed if
    the person types `?`. `spoken` is the question for a screen reader.
    """

    text: Callable[[Choices], str]
    default: Callable[[Choices], str]
    typed: Callable[[Choices, str], Choices]
    about: Sequence[str]
    spoken: str
    answers: Callable[[Choices], Mapping[str, str]] = lambda _: {}


@dataclass(frozen=True, slots=True)
class StartRow:
    """Something to choose before a game, such as the rules: a row of the start page. `asked` is the question by
    which text mode asks for it, None if text mode doesn't ask.

    The functions are called with the choices so far. `is_offered` says whether the row is offered, `shown` returns
    the row's value, and `about` an explanation of this value. `another` is also called with a step, and returns the
    choices with the row's next (step 1) or previous (-1) value.
    """

    label: str
    is_offered: Callable[[Choices], bool]
    shown: Callable[[Choices], str]
    about: Callable[[Choices], str]
    another: Callable[[Choices, int], Choices]
    asked: Asked | None = None


def yes_or_no(text: str) -> bool:
    """Return whether `text` means yes; ValueError if it means neither yes nor no."""
    return _YES_NO[one_of(text, _YES_NO)]


def y_or_n(value: bool) -> str:
    return "y" if value else "n"


def number_in(text: str, numbers: range) -> int:
    """Return the number that `text` spells; ValueError naming the range if it isn't in `numbers`."""
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) not in numbers:
        raise ValueError(f"a number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def one_of(text: str, words: Collection[str]) -> str:
    """Return the only one of `words` that begins with `text`; if several words do, return the word equal to `text`.

    The case of letters in `text` is ignored. ValueError naming all words if there is no such word.
    """
    begun = [word for word in words if word.startswith(text.lower())]
    if text.lower() not in words and len(begun) != 1:
        raise ValueError(not_among(text, words))
    return begun[0] if len(begun) == 1 else text.lower()


def explained(about: Mapping[str, str]) -> list[str]:
    """Return a line of text for each word (a key of `about`): the word and its explanation, aligned as two
    columns."""
    width = max(map(len, about)) + 2
    return [f"{word:{width}}{text}" for word, text in about.items()]


def _joker(rules: RuleSet) -> str:
    if rules.bonus_choices:
        return "by BONUS"
    kind = {Placement.FORCED: "forced", Placement.ANY: "free"}.get(rules.extra_yahtzees.placement, "")
    return kind if rules.extra_yahtzees.joker else "none"


def _compared() -> Iterator[str]:
    """Yield the lines of a comparison of the rule sets: headings, two lines about each rule set (its features, and
    a description), and a paragraph that explains the headings."""
    line = "{:13}{:10}{:13}{:11}{}".format
    yield line("RULES", "ROWS", "BONUS", "JOKER", "BEST PLAY")
    for name, rules in RULE_SETS.items():
        columns = rules.column_choices or (rules.columns,)
        rows = str(len(rules.categories))
        if max(columns) > 1:
            rows += f" x {columns[0]}" if len(columns) == 1 else f" x {columns[0]}-{columns[-1]}"
        bonus = f"{rules.upper_bonus} from {rules.upper_bonus_at}" if rules.upper_bonus else "none"
        best = f"{rules.mean:.1f}" if rules.columns == 1 else f"~{rules.mean:.0f}"
        yield line(name, rows, bonus, _joker(rules), f"{best} (x 1)" if rules.column_choices else best)
        yield f"  {rules.about}"
    yield _ABOUT_TABLE


def _rules(old: Choices) -> str:
    return old.rules


def _columns(old: Choices) -> str:
    return str(old.rule_set.columns)


def _bonus(old: Choices) -> str:
    return old.rule_set.bonus or ""


ROWS_OF_RULES = (
    StartRow(
        "RULES",
        is_offered=lambda _: True,
        shown=_rules,
        about=lambda _: "? tells the rules apart. In the game, ? explains them in full.",
        another=lambda old, step: replace(old, rules=another([*RULE_SETS], old.rules, step)),
        asked=Asked(
            lambda _: "Rules (? lists them)",
            _rules,
            lambda old, text: replace(old, rules=one_of(text, RULE_SETS)),
            [*_compared()],
            "Which rules are played?",
            lambda _: {name: rules.about for name, rules in RULE_SETS.items()},
        ),
    ),
    StartRow(
        "COLUMNS",
        is_offered=lambda old: bool(old.rule_set.column_choices),
        shown=_columns,
        about=lambda _: "How many columns are played at once.",
        another=lambda old, step: replace(old, columns=with_other_columns(old.rule_set, step).columns),
        asked=Asked(
            lambda old: f"Columns, 1 to {max(old.rule_set.column_choices)}",
            _columns,
            lambda old, text: replace(old, columns=int(one_of(text, [*map(str, old.rule_set.column_choices)]))),
            ["How many columns are played at once."],
            "How many columns are played at once, 1 to 6?",
        ),
    ),
    StartRow(
        "BONUS",
        is_offered=lambda old: bool(old.rule_set.bonus_choices),
        shown=_bonus,
        about=lambda old: ABOUT_BONUSES.get(_bonus(old), ""),
        another=lambda old, step: replace(old, bonus=with_other_bonus(old.rule_set, step).bonus),
        asked=Asked(
            lambda _: "Bonus rule (? lists them)",
            _bonus,
            lambda old, text: replace(old, bonus=one_of(text, old.rule_set.bonus_choices)),
            explained(ABOUT_BONUSES),
            "Which rule holds for a second Yahtzee?",
            lambda old: {bonus: ABOUT_BONUSES[bonus] for bonus in old.rule_set.bonus_choices},
        ),
    ),
    StartRow(
        "GRID",
        is_offered=lambda old: bool(old.rule_set.column_choices) and not old.is_hosted,
        shown=lambda old: _GRIDS[old.new_grid],
        about=lambda _: "Six columns, which one game after another fills.",
        another=lambda old, _: replace(old, new_grid=not old.new_grid),
        asked=Asked(
            lambda _: "Begin a new grid? (y/n)",
            lambda old: y_or_n(old.new_grid),
            lambda old, text: replace(old, new_grid=yes_or_no(text)),
            ["Six columns, which one game after another fills."],
            "Do you begin a new grid, six columns that one game after another fills?",
            lambda _: YES_NO,
        ),
    ),
)
"""The rows for the rules, and for the options that some rules have."""

ROWS_OF_PLAY = (
    StartRow(
        "DICE",
        is_offered=lambda old: len(old.players) > 1,
        shown=lambda old: _DEALINGS[old.duplicate],
        about=lambda old: _ABOUT_DEALINGS[old.duplicate],
        another=lambda old, _: replace(old, duplicate=not old.duplicate),
        asked=Asked(
            lambda _: "The same dice for all? (y/n)",
            lambda old: y_or_n(old.duplicate),
            lambda old, text: replace(old, duplicate=yes_or_no(text)),
            [_ABOUT_DEALINGS[True]],
            "Do all players get the same dice?",
            lambda _: YES_NO,
        ),
    ),
    StartRow(
        "PACE",
        is_offered=lambda old: old.has_computers,
        shown=lambda old: f"{old.think_time:g} s a step" if old.think_time else "no waiting",
        about=lambda _: "How long each step of a computer player stays on the screen.",
        another=lambda old, step: replace(old, think_time=another_time(THINK_TIMES, old.think_time, step)),
    ),
    StartRow(
        "TIME",
        is_offered=lambda old: old.is_hosted,
        shown=lambda old: "no limit" if old.turn_time is None else f"{old.turn_time} s a turn",
        about=lambda _: "When the time for a turn is up, the computer plays the rest of it.",
        another=lambda old, step: replace(old, turn_time=another(TURN_TIMES, old.turn_time, step)),
        asked=Asked(
            lambda _: "Seconds for a turn, 0 for any time",
            lambda old: str(old.turn_time or 0),
            lambda old, text: replace(old, turn_time=None if text == "0" else number_in(text, TURN_SECONDS)),
            ["When the time for a turn is up, the computer plays the rest of it."],
            "How many seconds has a person for a turn, 5 to 3600, or 0 for any time?",
        ),
    ),
)
"""The rows for dice, pace and time; text mode asks for the computers' levels before these rows."""


def offered_rows(choices: Choices) -> tuple[StartRow, ...]:
    """Return the rows to be offered to a person who has made `choices` so far, in their order on a screen."""
    return tuple(row for row in (*ROWS_OF_RULES, *ROWS_OF_PLAY) if row.is_offered(choices))
