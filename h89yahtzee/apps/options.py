"""The command line of `yahtzee`."""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from h89yahtzee.apps.command import OptionParser, UsageError
from h89yahtzee.apps.phosphor import COLORS
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS, RuleSet, rule_set
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.players.catalogue import DEFAULT, STRATEGIES, default_for, strategies_for
from h89yahtzee.table.preferences import Mark, Mode, Potential, Preferences, preferences_for
from h89yahtzee.table.texts import OPPONENT_NAME, YOU

PHOSPHORS = tuple(COLORS)
DELAY_UNITS = 10000
"""Of `-d`, to the second."""
LONGEST_TIME = 10**5
"""Milliseconds that may be asked for."""
LAST = ALL = 0
"""Instead of the number of a saved game."""

_ATTACHED = re.compile(r"\A(-d|-r|-h[abf])([^=].*)", re.DOTALL)


class Policy(Enum):
    """Whether a game that isn't finished is saved, and whether one is gone on with."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for; None is what nothing was said of. `delay` is in seconds, times in milliseconds.

    `upper` implies `plain`. `go_on` and `games` are numbers of saved games: `LAST` goes on with the last, `ALL`
    lists all.
    """

    players: tuple[Player, ...]
    rules: str
    columns: int | None
    bonus: str | None
    mode: str | None
    delay: float
    potential: str | None
    mark: str | None
    confirm_zero: bool | None
    auto_roll: bool | None
    throw_time: int | None
    think_time: int | None
    ha: int
    hb: int
    seed: int | None
    duplicate: bool
    line: str | None
    baud: int | None
    term: str | None
    plain: bool
    upper: bool
    phosphor: str
    record: str | None
    replay: str | None
    referee: bool
    oldstyle: bool
    save: Policy
    resume: Policy
    go_on: int | None
    games: int | None
    scores: bool
    json: bool


def preferences(options: Options, rules: RuleSet) -> Preferences:
    """Those of the rules, of 1.1 in its style, but for what was asked for."""
    by_rules = preferences_for(H89 if options.oldstyle else rules)
    return Preferences(
        by_rules.potential if options.potential is None else Potential(options.potential),
        by_rules.mark if options.mark is None else Mark(options.mark),
        by_rules.confirm_zero if options.confirm_zero is None else options.confirm_zero,
        by_rules.auto_roll if options.auto_roll is None else options.auto_roll,
        by_rules.throw_time if options.throw_time is None else options.throw_time / 1000,
        options.delay,
    )


def check_options(arguments: Sequence[str]) -> None:
    """UsageError for what is wrong whatever the settings; SystemExit(0) after `--help` and `--version`."""
    _check_together(_parse(arguments, {}))


def parse_options(arguments: Sequence[str], settings: Mapping[str, object] | None = None) -> Options:
    """As `check_options`, and UsageError for what can't be followed.

    `settings` hold where nothing is said: values by the names that argparse has for them.
    """
    chosen = _parse(arguments, {})
    _check_together(chosen)
    if settings:
        chosen = _parse(arguments, _fitting(settings, chosen))
    rules = _rules(chosen.rules or H89.name, chosen.columns, chosen.bonus)
    return Options(
        players=_players(chosen.names, chosen.mode, rules),
        rules=rules.name,
        columns=chosen.columns,
        bonus=chosen.bonus,
        mode=chosen.mode,
        delay=_delay(chosen.delay, chosen.think_time),
        potential=chosen.potential,
        mark=chosen.mark,
        confirm_zero=chosen.confirm_zero,
        auto_roll=chosen.auto_roll,
        throw_time=chosen.throw_time,
        think_time=chosen.think_time,
        ha=chosen.ha,
        hb=chosen.hb,
        seed=chosen.seed,
        duplicate=bool(chosen.duplicate) or chosen.mode == Mode.SYNCHRONIZED.value,
        line=chosen.line,
        baud=chosen.baud,
        term=chosen.term,
        plain=bool(chosen.plain or chosen.upper),
        upper=bool(chosen.upper),
        phosphor=chosen.phosphor,
        record=chosen.record,
        replay=chosen.replay,
        referee=chosen.referee,
        oldstyle=bool(chosen.oldstyle),
        save=Policy(chosen.save),
        resume=Policy(chosen.resume),
        go_on=chosen.go_on,
        games=chosen.games,
        scores=chosen.scores,
        json=chosen.json,
    )


def settable_options() -> dict[str, argparse.Action]:
    """The options that may stand in the settings file, by their long names without dashes.

    They have a value that can be given another one, or can be switched off again; and they aren't about one game.
    """
    return {
        option.removeprefix("--"): action
        for action in _parser()._actions
        for option in action.option_strings[:1]
        if _is_settable(action) and option.startswith("--")
    }


def _is_settable(action: argparse.Action) -> bool:
    if isinstance(action, argparse.BooleanOptionalAction):
        return True
    has_value = action.nargs is None and (action.choices is not None or action.type is not None)
    return has_value and action.type is not _path


def _parse(arguments: Sequence[str], settings: Mapping[str, object]) -> argparse.Namespace:
    words, names = _split(arguments)
    attached = [_ATTACHED.sub(r"\1=\2", word) for word in words]
    chosen = _parser().parse_intermixed_args(attached, argparse.Namespace(**settings))
    chosen.names += names
    return chosen


def _fitting(settings: Mapping[str, object], said: argparse.Namespace) -> dict[str, object]:
    """Without the settings that contradict what was said, or are of no use for it."""
    screen = said.line or said.term or said.baud
    rules = RULE_SETS[said.rules or str(settings.get("rules", H89.name))]
    old = settings.get("oldstyle") if said.oldstyle is None else said.oldstyle
    unfit = {
        "plain": screen,
        "upper": screen or said.plain is False,
        "think_time": said.delay is not None,
        "oldstyle": said.mark == Mark.KEEP.value,
        "mark": old and said.mark is None,
        "columns": settings.get("columns") not in rules.column_choices,
        "bonus": settings.get("bonus") not in rules.bonus_choices,
        "mode": not _fits_mode(settings.get("mode"), said, rules),
    }
    return {name: value for name, value in settings.items() if not unfit.get(name)}


def _fits_mode(mode: object, said: argparse.Namespace, rules: RuleSet) -> bool:
    """Whether these players may play in that mode."""
    try:
        _players(said.names, str(mode), rules)
    except UsageError:
        return False
    return mode != Mode.SYNCHRONIZED.value or said.duplicate is not False


def _check_together(chosen: argparse.Namespace) -> None:
    """UsageError for options that contradict each other."""
    if (chosen.plain or chosen.upper) and (chosen.line or chosen.term or chosen.baud):
        option = "--plain" if chosen.plain else "--upper"
        raise UsageError(f"{option} uses no screen: expected it without --line, --baud and --term")
    if chosen.oldstyle and chosen.mark == Mark.KEEP.value:
        raise UsageError("--oldstyle blanks the dice that roll: expected it without --mark keep")
    rules = chosen.rules or chosen.columns or chosen.bonus or chosen.mode
    dice = chosen.seed is not None or chosen.duplicate or chosen.ha or chosen.hb
    _check_source(chosen, bool(chosen.names or rules or dice))


def _check_source(chosen: argparse.Namespace, is_game_given: bool) -> None:
    """UsageError where it isn't clear what is to be played, or whether."""
    files = chosen.record or chosen.replay
    options = "--rules, --columns, --bonus, --mode, -r, -ha, -hb, --duplicate"
    if chosen.replay and (is_game_given or chosen.record):
        raise UsageError(f"--replay FILE says who played and how: expected no names, {options} or --record")
    if chosen.go_on is not None and (is_game_given or chosen.replay):
        raise UsageError(f"--continue says who played and how: expected no names, {options} or --replay")
    if chosen.go_on is not None and chosen.oldstyle:
        raise UsageError("--oldstyle saves no games: expected it without --continue")
    lists = chosen.games is not None or chosen.scores
    if chosen.referee and (is_game_given or files or lists or chosen.go_on is not None):
        raise UsageError(
            "--referee reads what was played from standard input: expected no names, options of the game or files"
        )
    both = chosen.games is not None and chosen.scores
    if lists and (both or is_game_given or files or chosen.go_on is not None):
        raise UsageError("--games and --scores play no game: expected one of them, no names and no game's options")
    if chosen.json and not chosen.scores:
        raise UsageError("--json is a form of --scores: expected that too")


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before `--`, and those after it, which are names whatever they look like."""
    at = [*arguments, "--"].index("--")
    return list(arguments[:at]), list(arguments[at + 1 :])


def _parser() -> argparse.ArgumentParser:
    parser = OptionParser(
        "yahtzee",
        usage="%(prog)s [options] [name | =name[:strategy]] ...",
        description="H89 YAHTZEE for 1 to 10 players. A name with = is played by the computer.",
        epilog=f"strategies: {', '.join(STRATEGIES)} ({DEFAULT} unless one is named)",
    )
    parser.add_argument("names", nargs="*", help=argparse.SUPPRESS)
    _add_rule_options(parser.add_argument_group("the rules"))
    _add_game_options(parser.add_argument_group("the game"))
    _add_preferences(parser.add_argument_group("the table"))
    _add_screen_options(parser.add_argument_group("the screen"))
    _add_saving_options(parser.add_argument_group("saved games"))
    _add_file_options(parser.add_argument_group("records"))
    parser.add_about()
    return parser


def _add_rule_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--rules", choices=[*RULE_SETS], help=f"the rule set (default: {H89.name})")
    group.add_argument(
        "--columns", metavar="N", type=_number(1, 6), help="quintzee: how many columns are played at once, 1 to 6"
    )
    group.add_argument("--bonus", choices=[*BONUSES], help="quintzee: what an extra Yahtzee is")
    group.add_argument(
        "--mode",
        choices=[mode.value for mode in Mode],
        help="alone, against the computer, or against it with the same dice",
    )


def _add_preferences(group: argparse._ArgumentGroup) -> None:
    """Each is by the rules unless given."""
    group.add_argument(
        "--potential", choices=[choice.value for choice in Potential], help="where the score of the dice is shown"
    )
    group.add_argument(
        "--mark", choices=[choice.value for choice in Mark], help="what becomes of the dice that are marked"
    )
    group.add_argument(
        "--confirm-zero", metavar="on|off", type=on_off, help="whether to ask before a box is scratched"
    )
    group.add_argument(
        "--auto-roll", metavar="on|off", type=on_off, help="whether the first roll of a turn is made for you"
    )
    milliseconds = _number(0, LONGEST_TIME)
    group.add_argument("--throw-time", metavar="MS", type=milliseconds, help="the time until each die is seen")
    group.add_argument("--think-time", metavar="MS", type=milliseconds, help="-d in milliseconds")


def _add_game_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-d",
        dest="delay",
        metavar="N",
        type=_number(0, 10**7),
        help="the computer's delay a step; 10000 (the default) is a second",
    )
    knob = _number(-1000, 1000)
    group.add_argument(
        "-ha", dest="ha", metavar="N", type=knob, default=0, help="classic: how reluctant it is to collect a face"
    )
    group.add_argument(
        "-hb",
        "-hf",
        dest="hb",
        metavar="N",
        type=knob,
        default=0,
        help="classic: how reluctant it is to take Chance",
    )
    group.add_argument("-r", dest="seed", metavar="N", type=_number(0, SEEDS - 1), help="the seed of the dice")
    _add_switch(group, "--duplicate", "all players meet the same dice")
    _add_switch(group, "--oldstyle", "keys and dice as in version 1.1")


def _add_screen_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--line", metavar="URL", help="play on a terminal at a device, socket://host:port or rfc2217://host:port"
    )
    group.add_argument(
        "--baud", metavar="N", type=baud_rate, help="speed of the line: 9600 with --line, else the terminal's"
    )
    group.add_argument("--term", metavar="NAME", help="the terminal is a NAME, as h19 or vt100, whatever TERM says")
    _add_switch(group, "--plain", "no screen: a prompt a line")
    _add_switch(group, "--upper", "--plain in upper case, as for a Teletype")
    group.add_argument("--phosphor", choices=PHOSPHORS, default=PHOSPHORS[0], help="colour of the emulated tube")


def _add_saving_options(group: argparse._ArgumentGroup) -> None:
    policies = [policy.value for policy in Policy]
    number = _number(1, 10**9)
    group.add_argument(
        "--save",
        choices=policies,
        default=Policy.ALWAYS.value,
        help="whether a game that is left is kept for later (default: always)",
    )
    group.add_argument(
        "--resume",
        choices=policies,
        default=Policy.ASK.value,
        help="whether the last game of the same players is gone on with when it was left (default: ask)",
    )
    group.add_argument(
        "--continue",
        dest="go_on",
        metavar="N",
        type=number,
        nargs="?",
        const=LAST,
        help="go on with the last unfinished game, or with game N",
    )
    group.add_argument(
        "--games",
        metavar="N",
        type=number,
        nargs="?",
        const=ALL,
        help="list all games, or the cards of game N",
    )
    group.add_argument("--scores", action="store_true", help="show the statistics of finished games")
    group.add_argument("--json", action="store_true", help="with --scores: for machines")


def _add_file_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--record", metavar="FILE", type=_path, help="append each game played to FILE")
    group.add_argument("--replay", metavar="FILE", type=_path, help="show the games of FILE again")
    group.add_argument(
        "--referee",
        action="store_true",
        help="say what the records on standard input come to, in JSON",
    )


def _add_switch(group: argparse._ArgumentGroup, option: str, about: str) -> None:
    """With its `--no-`, for whom the settings file has switched it on."""
    group.add_argument(option, action=argparse.BooleanOptionalAction, help=about)


class _number:  # noqa: N801 - argparse shows the name of a type
    """A whole number in a range, as a type of argparse."""

    def __init__(self, lowest: int, highest: int) -> None:
        self._range = (lowest, highest)

    def __call__(self, text: str) -> int:
        lowest, highest = self._range
        if not re.fullmatch("-?[0-9]{1,20}", text) or not lowest <= int(text) <= highest:
            raise argparse.ArgumentTypeError(f"expected a whole number from {lowest} to {highest}, not {text!r}")
        return int(text)


def _path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file")
    return text


def baud_rate(text: str) -> int:
    """A speed that the H19 has, as a type of argparse."""
    if text not in map(str, BAUD_RATES):
        rates = " ".join(map(str, BAUD_RATES))
        raise argparse.ArgumentTypeError(f"expected a speed of the H19 ({rates}), not {text!r}")
    return int(text)


def _rules(name: str, columns: int | None, bonus: str | None) -> RuleSet:
    try:
        return rule_set(name, columns, bonus)
    except ValueError as error:
        raise UsageError(f"--rules: {error}") from None


def _delay(units: int | None, think_time: int | None) -> float:
    """In seconds."""
    if units is not None and think_time is not None:
        raise UsageError("-d and --think-time say the same: expected one of them")
    if think_time is not None:
        return think_time / 1000
    return (DELAY_UNITS if units is None else units) / DELAY_UNITS


def on_off(text: str) -> bool:
    """As a type of argparse."""
    if text not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"expected on or off, not {text!r}")
    return text == "on"


def _players(names: Sequence[str], mode: str | None, rules: RuleSet) -> tuple[Player, ...]:
    if len(names) > MAX_PLAYERS:
        raise UsageError(f"expected 1 to {MAX_PLAYERS} players, not {len(names)}")
    players = tuple(_player(name, rules) for name in names) or (Player(YOU),)
    people = [player for player in players if player.strategy == HUMAN]
    if mode is None:
        return players
    if mode == Mode.SOLITAIRE.value:
        if len(players) != 1 or not people:
            raise UsageError(f"--mode {mode} is for one person: expected one name, without =")
        return players
    if len(people) != 1 or len(players) > 2:
        raise UsageError(f"--mode {mode} is for one person and the computer: expected a name and one with =")
    return players if len(players) == 2 else (*players, Player(OPPONENT_NAME, default_for(rules)))


def _player(word: str, rules: RuleSet) -> Player:
    if not word.startswith("="):
        return Player(_name(word, word), HUMAN)
    name, colon, strategy = word[1:].partition(":")
    if colon and strategy not in STRATEGIES:
        raise UsageError(f"{word!r}: expected one of {', '.join(STRATEGIES)} after the colon")
    if strategy and strategy not in strategies_for(rules):
        raise UsageError(f"{word!r}: {strategy} doesn't know the rows of {rules.name}")
    return Player(_name(name, word), strategy or default_for(rules))


def _name(name: str, word: str) -> str:
    """The name in the characters that an H19 has: accents are dropped."""
    folded = unicodedata.normalize("NFKD", name)
    plain = "".join(char for char in folded if not unicodedata.combining(char)).strip()
    if not plain or not (plain.isascii() and plain.isprintable()):
        raise UsageError(f"{word!r}: expected a name in the letters, digits and signs of ASCII")
    return plain
