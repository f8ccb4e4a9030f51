"""Preferences: how the game is shown and played at the table, whatever its rules.

Each preference is a field of `ViewOptions` or `TableOptions` and a record in `PREFERENCES`. From the record follow
the preference's row of the settings page, its key in the settings file, and the option of the program `yahtzee`
that sets it, with the option's entry in the manual. The record also says whether a person's choice holds at the
next table. Other modules store preferences.

By the rules `h89` the defaults are those of version 1.1 with two exceptions: a score of 0 is confirmed, and a hasty
choice of a box can be taken back. By other rules the score of the dice is also shown in every open box. By
`quintzee` the keys for single dice select dice to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, TypeVar

from h89yahtzee.game.rules import RuleSet, rule_set

_T = TypeVar("_T")

THINK_TIMES = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
"""The seconds for each step of a computer player that the settings page offers; options and files accept others."""


class Potential(Enum):
    """The open boxes in which the score of the present dice is shown."""

    ALL = "all"
    SELECTED = "selected"


class Mark(Enum):
    """The meaning of a mark on a die: to roll the die again, or to keep the die."""

    REROLL = "reroll"
    KEEP = "keep"


class Mode(Enum):
    """A kind of game of one person: alone, against the computer, or against the computer with the same dice."""

    SOLITAIRE = "solitaire"
    OPPONENT = "opponent"
    SYNCHRONIZED = "synchronized"


class Coach(Enum):
    """The occasions on which the coach speaks without being asked."""

    OFF = "off"
    ASK = "ask"
    WARN = "warn"
    ALWAYS = "always"


class Worth(Enum):
    """The kind of loss of which the coach warns: a loss of points, or a loss of chances to win."""

    POINTS = "points"
    CHANCES = "chances"


@dataclass(frozen=True)
class ViewOptions:
    """Preferences for one person's screen and questions, independent of others at the table.

    The text below a field is the entry of its option in the manual.
    """

    potential: Potential = Potential.SELECTED
    """Where the game shows what the dice would score: in the `selected` row, the default of `h89`, or in `all` open
    rows, with a dash for 0."""
    mark: Mark = Mark.REROLL
    """Whether the keys for single dice mark dice to `reroll`, or dice to `keep`, the default of `quintzee`."""
    confirm_zero: bool = False
    """Whether to ask before a zero is scored. The default is on. With `--oldstyle` nothing is asked, nor by lines
    of text where input is no terminal."""
    take_back: bool = False
    """Whether a post with rolls left can be taken back. DONE then posts after a second. In this second OOPS takes
    the post back, and nothing is dealt, shown to others or saved; DONE again, or any other key of play, posts at
    once. While rolls are left, DONE does nothing in the first 0.4 seconds after a turn's dice appear, or are back
    after a page, nor while RETURN or `d` is pressed again and again. By lines of text, the game asks before a post
    of fewer than 10 points with rolls left. The default is on; with `--oldstyle` DONE posts at once, and so do
    lines of text where input is no terminal."""
    coach: Coach = Coach.OFF
    """When the coach speaks without being asked. Whatever is chosen here, `a` asks the coach for advice, and `a`
    again marks the dice, or selects the row, that the advice names.
    * `off`: never, the default;
    * `ask`: it reviews the game at the end. `--coach` alone means this; type it after the names of players, since a
      word that follows it is taken for <when>;
    * `warn`: it also warns after each decision that lost 2 points or more;
    * `always`: it advises before each decision, and reviews the game at the end.
    The coach advises people only, by probabilities: it doesn't know the dice to come. It counts points, so it finds
    fault with the strategy `winner`, which gives points away to win."""
    messages: bool = True
    """Whether messages are shown that other people at the table, at terminals of their own, type after `/`. At a
    host the choice also holds in the lobby and while a table waits for players, but only at a table can it be
    changed. The default is on."""
    warns_of: Worth = Worth.POINTS
    """The loss of which `--coach warn` warns: of `points`, the default, or of `chances` to win, by 2 % or more.
    With `chances`, or `--chances on`, the coach's advice tells points and chances separately. It says where they
    disagree: the action that wins most often may cost points."""
    chances: bool = False
    """Whether each player's chance to win is shown, in per cent. It stands above the number of games won, after
    each turn, and in the coach's advice. In the review of a game, also by `--review`, it is a curve, with the moves
    that changed it most. By lines of text `w` tells the chances, and the word `chances` switches them on and off. A
    `~` marks a chance that isn't exact; with `--duplicate` none is exact, as chances suppose that each player rolls
    dice of their own. The default is off; then no chances are computed. Chances need the compiled solver, and the
    first figures may take some seconds. To spare slow lines only two figures change after a turn: those that are
    furthest off. With more than two players the others follow after the next turns."""


@dataclass(frozen=True)
class TableOptions:
    """Preferences for the course of the game at a table, the same for all who sit there; times are in seconds.

    `analysis_time` is a computer player's time to search in a turn, None if no search helps by the present rules.
    `turn_time` is a person's time for a turn, None for no limit. `mode` is the mode of the next game, None if the
    players can't be chosen by a mode. `next_rules` are the rules of the next game, None if they leave no choice of
    columns or of a bonus rule. The text below a field is the entry of its option in the manual.
    """

    auto_roll: bool = True
    """Whether the first roll of a turn is made at once. If not, the dice stay hidden until ROLL is pressed. By
    lines of text this option has no effect: only the settings page of the game changes the choice. The default is
    on."""
    throw_time: float = 0.0
    """A throw of the dice takes <ms> milliseconds: the dice appear one after the other, or all at once when a key
    is pressed. The default is 0."""
    think_time: float = 1.0
    """The computer's delay at each step in milliseconds, instead of `-d`."""
    analysis_time: float | None = None
    """With several columns the strategy `optimal` estimates. When few boxes are open, it can search all possible
    continuations instead, for at most this many seconds a turn; a note counts the seconds down. Any key ends the
    search, by lines of text RETURN on a terminal; then the estimate decides that turn. The default is 10 for
    `quintzee` and 0 for other rules: only searches that take no noticeable time. With more than 0 the decisions
    near the end of a game may depend on how fast the machine is."""
    turn_time: float | None = None
    mode: Mode | None = None
    next_rules: RuleSet | None = None


@dataclass(frozen=True)
class Preferences(TableOptions, ViewOptions):
    def at_table(self, options: TableOptions) -> Preferences:
        """Return these preferences with the fields of TableOptions replaced by the table's `options`."""
        return replace(self, **{option.name: getattr(options, option.name) for option in fields(TableOptions)})


OLDSTYLE = Preferences()
"""The preferences that make the game behave as version 1.1 did."""
_CAREFUL = replace(OLDSTYLE, confirm_zero=True, take_back=True)
_OTHERS = replace(_CAREFUL, potential=Potential.ALL)
_BY_RULES = {
    "h89": _CAREFUL,
    "quintzee": replace(_OTHERS, mark=Mark.KEEP, analysis_time=10.0),
    "triple": replace(_OTHERS, analysis_time=0.0),
}


def preferences_for(rules: RuleSet) -> Preferences:
    return _BY_RULES.get(rules.name, _OTHERS)


# Functions that go from one value to the next


def another(values: Sequence[_T], value: _T, step: int) -> _T:
    """Return the value after (`step` 1) or before (-1) `value` in `values`, wrapping around.

    If `value` isn't among them, return the first (`step` 1) or the last (-1) of `values`.
    """
    if value not in values:
        return values[0 if step > 0 else -1]
    return values[(values.index(value) + step) % len(values)]


def another_time(times: Sequence[float], time: float, step: int) -> float:
    """Return the time in `times` that is next longer (`step` 1) or next shorter (-1) than `time`, wrapping around;
    `time` needn't be one of `times`."""
    if time in times:
        return another(times, time, step)
    above = [other for other in times if other > time]
    below = [other for other in times if other < time]
    return (above or times[:1])[0] if step > 0 else (below or times[-1:])[-1]


def with_other_columns(rules: RuleSet, step: int) -> RuleSet:
    return rule_set(rules.name, another(rules.column_choices, rules.columns, step), rules.bonus)


def with_other_bonus(rules: RuleSet, step: int) -> RuleSet:
    return rule_set(rules.name, rules.columns, another(rules.bonus_choices, rules.bonus or "", step))


# Kinds of values, and the record of each preference


Written = bool | int | str


@dataclass(frozen=True, slots=True)
class Words:
    """Values that are words, or on and off. `meanings` has all values, in the order in which they are offered, each
    with its text on the settings page."""

    meanings: Mapping[Any, str]

    def shown(self, value: Enum | bool) -> str:
        return self.meanings[value]

    def another(self, value: Enum | bool, step: int) -> Enum | bool:
        values: list[Enum | bool] = [*self.meanings]
        return another(values, value, step)

    def written(self, value: Enum | bool) -> Written:
        return value if isinstance(value, bool) else str(value.value)


ON_OFF = Words({False: "off", True: "on"})


@dataclass(frozen=True, slots=True)
class Seconds:
    """Values in seconds; the settings page offers `choices`. In options and files a value is a whole number, at
    most `longest`, in units of 1/`unit` second."""

    choices: Sequence[float]
    unit: int = 1000
    longest: int = 10**5
    shown: Callable[[float], str] = "{:g} s".format

    def another(self, value: float, step: int) -> float:
        return another_time(self.choices, value, step)

    def written(self, value: float) -> int:
        return min(round(value * self.unit), self.longest)  # a time set by `-d` may exceed `longest`

    def read(self, written: int) -> float:
        return written / self.unit


@dataclass(frozen=True, slots=True)
class RulePart:
    """A setting that is one field of the rules, such as `columns`. Its values are whole rule sets that differ in
    `field` alone, and the settings page shows this field.

    `choices` is a function that returns the field's possible values for a rule set; `another` returns the rule set
    with the next (1) or previous (-1) value.
    """

    field: str
    choices: Callable[[RuleSet], Sequence[object]]
    another: Callable[[RuleSet, int], RuleSet]

    def shown(self, rules: RuleSet) -> str:
        return str(getattr(rules, self.field))

    def written(self, rules: RuleSet) -> Written | None:
        value: Written | None = getattr(rules, self.field)
        return value if self.choices(rules) else None


Values = Words | Seconds | RulePart
"""The values that a preference may have; `another` returns the value after (`step` 1) or before (-1) a value.

`written` returns a value in the form that it has in options and in the settings file. If the values are rule sets
(see `RulePart`), it returns None for a rule set that leaves no choice of the field.
"""


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference with its texts. `name` is its field of `Preferences`, `label` the text of its row of the
    settings page, `values` are its possible values.

    `about` explains the preference's option in `--help`; it is empty if the option isn't made from this record but
    declared separately. In `--help`, `value_name` stands for the option's value. If the option is typed without a
    value, the value is `alone`. If `is_common`, plain `--help` lists the option; `--help all` lists all options. If
    `is_carried`, a person's change also holds at later tables. If `among_others`, the preference is offered only
    where people can send messages.
    """

    name: str
    label: str
    values: Values
    about: str = ""
    value_name: str = "NAME"
    alone: Enum | None = None
    is_common: bool = False
    is_carried: bool = True
    among_others: bool = False

    @property
    def key(self) -> str:
        """The preference's key in the settings file, which is also the option's name without the dashes."""
        field = self.values.field if isinstance(self.values, RulePart) else self.name
        return field.replace("_", "-")

    def is_offered(self, preferences: Preferences, may_set_table: bool, may_talk: bool) -> bool:
        """Whether a person can change the preference in the present game, whose `preferences` are given; False if
        the game leaves only one value.

        A preference of the whole table (a field of TableOptions) can be changed only if `may_set_table`, the
        preference for messages only if `may_talk`.
        """
        value = getattr(preferences, self.name)
        if value is None or (self.among_others and not may_talk):
            return False
        if isinstance(self.values, RulePart) and not self.values.choices(value):
            return False
        return may_set_table or self.name not in TableOptions.__dataclass_fields__

    def shown(self, preferences: Preferences) -> str:
        return self.values.shown(getattr(preferences, self.name))

    def changed(self, preferences: Preferences, step: int) -> Preferences:
        value: Any = self.values.another(getattr(preferences, self.name), step)
        return replace(preferences, **{self.name: value})


def _search_time(seconds: float) -> str:
    return f"up to {seconds:g} s a turn" if seconds else "for no noticeable time"


PREFERENCES = (
    Preference(
        "potential",
        "Show what the dice would score",
        Words({Potential.ALL: "in every open row", Potential.SELECTED: "in the selected row"}),
        "where the score of the dice is shown",
    ),
    Preference(
        "mark",
        "The dice keys select dice to",
        Words({Mark.REROLL: "roll again", Mark.KEEP: "keep"}),
        "what becomes of the dice that are marked",
    ),
    Preference("confirm_zero", "Ask before scoring 0", ON_OFF, "whether to ask before a zero is scored"),
    Preference(
        "auto_roll", "Make the first roll for me", ON_OFF, "whether the first roll of a turn is made for you"
    ),
    Preference(
        "throw_time",
        "A throw of the dice takes",
        Seconds((0.0, 0.25, 0.5, 1.0, 2.0)),
        "how long a throw of the dice takes",
        value_name="MS",
    ),
    Preference(
        "think_time",
        "A computer's step takes",
        Seconds(THINK_TIMES),
        "-d in milliseconds",
        value_name="MS",
        is_carried=False,
    ),
    Preference(
        "analysis_time",
        "Near the end it searches",
        Seconds((0.0, 5.0, 10.0, 30.0, 60.0), 1, 3600, _search_time),
        "how long optimal may search in a turn with several columns (default: 10 for quintzee, else 0)",
        value_name="SECONDS",
        is_carried=False,
    ),
    Preference(
        "coach",
        "The coach (a asks for advice)",
        Words(
            {
                Coach.OFF: "speaks only when asked",
                Coach.ASK: "reviews the game at the end",
                Coach.WARN: "warns of costly decisions, and reviews",
                Coach.ALWAYS: "advises before each decision, and reviews",
            }
        ),
        f"when the coach speaks unasked (--coach alone: {Coach.ASK.value})",
        value_name="WHEN",
        alone=Coach.ASK,
        is_common=True,
    ),
    Preference(
        "warns_of",
        "It warns of the loss of",
        Words({Worth.POINTS: "points", Worth.CHANCES: "chances to win"}),
        "whether --coach warn counts points or chances to win",
    ),
    Preference(
        "chances", "Show who is how likely to win", ON_OFF, "whether to show how likely each player is to win"
    ),
    Preference(
        "take_back",
        "OOPS takes back a hasty DONE",
        ON_OFF,
        "whether DONE with rolls left can be taken back for a second",
    ),
    Preference(
        "messages",
        "Show what others say",
        ON_OFF,
        "whether to show what others at the table say",
        among_others=True,
    ),
    Preference(
        "next_rules",
        "Columns of the next game",
        RulePart("columns", lambda rules: rules.column_choices, with_other_columns),
        is_carried=False,
    ),
    Preference(
        "next_rules",
        "Bonus rule of the next game",
        RulePart("bonus", lambda rules: rules.bonus_choices, with_other_bonus),
        is_carried=False,
    ),
    Preference(
        "mode",
        "The next game is played",
        Words(
            {
                Mode.SOLITAIRE: "alone",
                Mode.OPPONENT: "against the computer",
                Mode.SYNCHRONIZED: "against the computer with the same dice",
            }
        ),
        is_carried=False,
    ),
)
"""All preferences, in the order of the settings page and of the options."""
