"""The command line of `h19`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass

from h89yahtzee.apps.command import OptionParser, UsageError
from h89yahtzee.apps.terminal_options import PHOSPHORS, baud_rate
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.line_settings import USUAL_SWITCHES
from h89yahtzee.h19.modes import S402_MODES

_SECTIONS = {
    "block_cursor": S402_MODES.index("block"),
    "no_click": S402_MODES.index("no_click"),
    "wrap": S402_MODES.index("wrap"),
    "auto_lf": S402_MODES.index("auto_lf"),
    "auto_cr": S402_MODES.index("auto_cr"),
    "ansi": S402_MODES.index("ansi"),
    "shifted_keypad": S402_MODES.index("keypad_shifted"),
    "fifty_hertz": len(S402_MODES),
}
"""The sections of S402 by the option that closes them; the last, the mains frequency, is no mode."""
_FULL_DUPLEX = 0x80


@dataclass(frozen=True, slots=True)
class H19Options:
    """What was asked for; `s401` and `s402` are the switches, section n as bit n."""

    command: tuple[str, ...]
    line: str | None
    listen: str | None
    s401: int
    s402: int
    real_time: bool
    escape: str
    phosphor: str
    ascii: bool
    record: str | None
    log: str | None
    snapshot: str | None
    dump: bool
    keys: bool
    jsonl: bool

    @property
    def is_ansi(self) -> bool:
        return bool(self.s402 & 1 << _SECTIONS["ansi"])


def parse_h19_options(arguments: Sequence[str]) -> H19Options:
    """UsageError for what can't be followed; SystemExit(0) after `--help` and `--version`."""
    words, command = _split(arguments)
    chosen = _parser().parse_args(words)
    if sum([bool(command), chosen.line is not None, chosen.listen is not None, chosen.dump, chosen.keys]) > 1:
        raise UsageError("expected one of a command, --line, --listen, --dump and --keys")
    if (chosen.dump or chosen.keys) and (chosen.log or chosen.record or chosen.snapshot or chosen.real_time):
        raise UsageError("--dump and --keys show nothing: expected no --log, --record, --snapshot or --real-time")
    if chosen.jsonl and not chosen.dump:
        raise UsageError("--jsonl says how --dump is asked: expected --dump with it")
    s401, s402 = chosen.switches
    for name, section in _SECTIONS.items():
        s402 |= getattr(chosen, name) << section
    if chosen.baud is not None:
        s401 = s401 & ~0x0F | BAUD_RATES.index(chosen.baud) + 1
    if chosen.half_duplex:
        s401 &= ~_FULL_DUPLEX
    return H19Options(
        command=command,
        line=chosen.line,
        listen=chosen.listen,
        s401=s401,
        s402=s402,
        real_time=chosen.real_time,
        escape=chosen.escape,
        phosphor=chosen.phosphor,
        ascii=chosen.ascii,
        record=chosen.record,
        log=chosen.log,
        snapshot=chosen.snapshot,
        dump=chosen.dump,
        keys=chosen.keys,
        jsonl=chosen.jsonl,
    )


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], tuple[str, ...]]:
    """The options, and the command behind `--`."""
    if "--" not in arguments:
        return arguments, ()
    at = list(arguments).index("--")
    if at == len(arguments) - 1:
        raise UsageError("expected a command after --")
    return arguments[:at], tuple(arguments[at + 1 :])


def _parser() -> argparse.ArgumentParser:
    parser = OptionParser(
        "h19",
        usage="%(prog)s [options] [-- command ...]",
        description="A Heath H19 terminal around a command ($SHELL unless one is given) or on a line.",
    )
    _add_line_options(parser.add_argument_group("the line"))
    _add_switches(parser.add_argument_group("the switches inside"))
    _add_screen_options(parser.add_argument_group("the screen"))
    _add_file_options(parser.add_argument_group("files"))
    _add_machine_options(parser.add_argument_group("for machines"))
    parser.add_about()
    return parser


def _add_line_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--line", metavar="URL", help="a device, socket://host:port or rfc2217://host:port")
    group.add_argument("--listen", metavar="[HOST:]PORT", help="wait for a caller (on 127.0.0.1 without HOST)")
    group.add_argument("--baud", metavar="N", type=baud_rate, help="speed of the line (9600)")
    group.add_argument(
        "--real-time", action="store_true", help="be as slow as the machine, and say XOFF as it does"
    )


def _add_switches(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--switches",
        metavar="S401=XX,S402=XX",
        type=_switches,
        default=(USUAL_SWITCHES, 0),
        help="both switches in hexadecimal, section n as bit n (8C and 00)",
    )
    group.add_argument("--block-cursor", action="store_true", help="S402 section 0")
    group.add_argument("--no-click", action="store_true", help="S402 section 1")
    group.add_argument("--wrap", action="store_true", help="S402 section 2: wrap at the end of a line")
    group.add_argument("--auto-lf", action="store_true", help="S402 section 3: line feed with carriage return")
    group.add_argument("--auto-cr", action="store_true", help="S402 section 4: carriage return with line feed")
    group.add_argument("--ansi", action="store_true", help="S402 section 5: ANSI mode")
    group.add_argument("--shifted-keypad", action="store_true", help="S402 section 6")
    group.add_argument("--50hz", dest="fifty_hertz", action="store_true", help="S402 section 7")
    group.add_argument("--half-duplex", action="store_true", help="S401 section 7 open")


def _add_screen_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--phosphor", choices=PHOSPHORS, default=PHOSPHORS[0], help="colour of the tube")
    group.add_argument("--ascii", action="store_true", help="graphics as something like them in ASCII")
    group.add_argument("--escape", metavar="KEY", type=_escape, default="\x1d", help="opens the menu (^])")


def _add_file_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--record", metavar="FILE", help="write what is shown as an asciicast")
    group.add_argument("--log", metavar="FILE", help="write what goes over the line in words, both ways")
    group.add_argument("--snapshot", metavar="FILE", help="write the screen as .txt or .svg, by key and at the end")


def _add_machine_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--dump", action="store_true", help="execute standard input, print the state as JSON")
    group.add_argument("--jsonl", action="store_true", help="with --dump: a case a line, in and out")
    group.add_argument("--keys", action="store_true", help="answer keys, a JSON object a line, by what they send")


def _switches(text: str) -> tuple[int, int]:
    values = {"S401": USUAL_SWITCHES, "S402": 0}
    for part in text.upper().split(","):
        match = re.fullmatch(r"(S40[12])=([0-9A-F]{1,2})", part)
        if match is None:
            raise argparse.ArgumentTypeError(f"expected S401=XX,S402=XX in hexadecimal, not {text!r}")
        values[match[1]] = int(match[2], 16)
    return values["S401"], values["S402"]


def _escape(text: str) -> str:
    if re.fullmatch(r"\^[@-_a-z?]", text):
        return chr(ord(text[1].upper()) ^ 0x40)
    if len(text) == 1 and text.isascii():
        return text
    raise argparse.ArgumentTypeError(f"expected a character or ^ and one, not {text!r}")
