"""The options of `yahtzee` one by one: what each is called, takes and is for.

What doesn't go together and what follows from them is told by `options`.
"""

from __future__ import annotations

import argparse
from enum import Enum

from h89yahtzee.apps.command import OptionParser, file_name, whole_number
from h89yahtzee.apps.terminal_options import PHOSPHORS, baud_rate
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.record import KNOBS
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES
from h89yahtzee.table.preferences import Coach, Mark, Mode, Potential

DELAY_UNITS = 10000
"""Of `-d`, to the second."""
LONGEST_TIME = 10**5
"""Milliseconds that may be asked for."""
LONGEST_ANALYSIS = 3600
"""Seconds."""
LAST = ALL = 0
"""Instead of the number of a saved game."""


class Policy(Enum):
    """Whether a game that isn't finished is saved, and whether one is gone on with."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


def settable_options() -> dict[str, argparse.Action]:
    """The options that may stand in the settings file, by their long names without dashes.

    They have a value that can be given another one, or can be switched off again; and they aren't about one game.
    """
    return {
        option.removeprefix("--"): action
        for action in option_parser()._actions
        for option in action.option_strings[:1]
        if _is_settable(action) and option.startswith("--")
    }


def _is_settable(action: argparse.Action) -> bool:
    if isinstance(action, argparse.BooleanOptionalAction):
        return True
    has_value = action.nargs is None and (action.choices is not None or action.type is not None)
    return has_value and action.type is not file_name


def option_parser() -> argparse.ArgumentParser:
    parser = OptionParser(
        "yahtzee",
        usage="%(prog)s [options] [name | =name[:strategy]] ...",
        description="H89 YAHTZEE for 1 to 10 players. A name with = is played by the computer.",
        epilog=f"strategies: {', '.join(STRATEGIES)} (unless one is named: classic with h89, optimal with others)",
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
        "--columns",
        metavar="N",
        type=whole_number(1, 6),
        help="quintzee: how many columns are played at once, 1 to 6",
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
    milliseconds = whole_number(0, LONGEST_TIME)
    group.add_argument("--throw-time", metavar="MS", type=milliseconds, help="the time until each die is seen")
    group.add_argument("--think-time", metavar="MS", type=milliseconds, help="-d in milliseconds")
    group.add_argument(
        "--coach",
        choices=[coach.value for coach in Coach],
        help=f"when you are told what is best (--coach alone: {Coach.ASK.value})",
    )
    group.add_argument(
        "--analysis-time",
        metavar="SECONDS",
        type=whole_number(0, LONGEST_ANALYSIS),
        help="how long optimal may search in a turn with several columns (default: 0)",
    )


def _add_game_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--level", choices=[*LEVELS], help="how well the computer plays where no strategy is named")
    group.add_argument(
        "-d",
        dest="delay",
        metavar="N",
        type=whole_number(0, 10**7),
        help="the computer's delay a step; 10000 (the default) is a second",
    )
    knob = whole_number(KNOBS[0], KNOBS[-1])
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
    group.add_argument("-r", dest="seed", metavar="N", type=whole_number(0, SEEDS - 1), help="the seed of the dice")
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
    number = whole_number(1, 10**9)
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
    group.add_argument("--record", metavar="FILE", type=file_name, help="append each game played to FILE")
    group.add_argument("--replay", metavar="FILE", type=file_name, help="show the games of FILE again")
    group.add_argument(
        "--referee",
        action="store_true",
        help="say what the records on standard input come to, in JSON",
    )


def _add_switch(group: argparse._ArgumentGroup, option: str, about: str) -> None:
    """With its `--no-`, for whom the settings file has switched it on."""
    group.add_argument(option, action=argparse.BooleanOptionalAction, help=about)


def on_off(text: str) -> bool:
    """As a type of argparse."""
    if text not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"expected on or off, not {text!r}")
    return text == "on"
