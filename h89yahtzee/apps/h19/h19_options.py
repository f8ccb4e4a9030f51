"""The command line of `h19`, and the two kinds of line to a computer: a single connection (`FixedLine`), and a TCP
port that callers connect to (`CallersLine`)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import PHOSPHORS, baud_rate, chosen_as, flag, on_off, options_of, value
from h89yahtzee.apps.options.option_parser import OptionParser, check_one, given_options
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.configuration import FULL_DUPLEX, USUAL_SWITCHES, power_up_modes
from h89yahtzee.transport.switchboard import Switchboard
from h89yahtzee.transport.transport import Medium, Transport, TransportClosed

LEAVING_TIME = 1.0
"""If a command ends within this many seconds of a key press, that key counts as the reason for the end."""


class Hold(Enum):
    """The cases in which the screen stays, after the command on it has ended, until a key is pressed.

    AUTO: if the screen isn't blank, and no key was pressed shortly before the end.
    """

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"

    def leaves_screen(self, since_key: float, is_blank: bool) -> bool:
        """Return whether the screen stays; `since_key` is the seconds between the last key and the command's end,
        and `is_blank` tells whether the screen is blank."""
        return self is Hold.ALWAYS or (self is Hold.AUTO and not is_blank and since_key > LEAVING_TIME)


@dataclass(frozen=True, slots=True)
class FixedLine:
    """A line that is one connection for the whole run. Some fields are functions, which the emulator calls:

    - `set_baud_rate` does nothing by default, because a pty has no speed.
    - `tell_rows` is called whenever the number of rows of the H19's screen that fit in the window may have changed,
      with this number, 24 or 25.
    - `leaves_screen` is called when the connection has ended, with the seconds since the last key and whether the
      screen is blank. It returns whether the screen stays until a key is pressed.
    """

    name: str
    connection: Transport
    send_break: Callable[[], bool]
    set_baud_rate: Callable[[int], None] = lambda _: None
    tell_rows: Callable[[int], None] = lambda _: None
    leaves_screen: Callable[[float, bool], bool] = lambda *_: False

    def transport(self) -> Transport:
        return self.connection

    def fileno(self) -> int | None:
        return self.connection.fileno()

    def lost(self, error: TransportClosed) -> None:
        raise error

    def close(self) -> None:
        self.connection.close()


class CallersLine:
    """A TCP port that takes one caller after another. TCP connections have no BREAK and no speed."""

    def __init__(self, listener: Switchboard) -> None:
        self._listener = listener
        self._caller: Medium | None = None

    @property
    def name(self) -> str:
        if self._caller is None:
            return f"waiting at {self._listener.name}"
        return f"{self._caller.name} at {self._listener.name}"

    def transport(self) -> Transport | None:
        """Accept a caller, if one waits at the port. Return the connection of the present caller; None if there is
        no caller."""
        self._caller = self._listener.accept() or self._caller
        return self._caller

    def fileno(self) -> int | None:
        """Return the descriptor to select on: that of the caller or, if there is no caller, that of the port."""
        return self._listener.fileno() if self._caller is None else self._caller.fileno()

    def lost(self, error: TransportClosed) -> None:  # noqa: ARG002
        """Close the caller's connection, so that another caller may come."""
        if self._caller is not None:
            self._caller.close()
            self._caller = None

    def leaves_screen(self, *_: float) -> bool:
        return False

    def send_break(self) -> None: ...

    def set_baud_rate(self, baud: int) -> None: ...

    def tell_rows(self, rows: int) -> None: ...

    def close(self) -> None:
        if self._caller is not None:
            self._caller.close()
        self._listener.close()


ComputerLine = FixedLine | CallersLine


EXAMPLES = (
    ("An editor:", "h19 -- vi notes"),
    (
        "The game of `yahtzee(6)` at 1200 baud, with the speed of the H19:",
        "h19 --real-time --baud 1200 -- yahtzee me =reagan",
    ),
    ("A terminal for an H8 or H89:", "h19 --line /dev/ttyUSB0 --baud 9600"),
)
"""Pairs of a task and its command. `--help` shows the first, `--help all` shows all, and the manual has more."""

_S402 = ("block_cursor", "no_click", "wrap", "auto_lf", "auto_cr", "ansi", "shifted_keypad", "fifty_hertz")
"""The options that close the sections 0 to 7 of the switch S402."""


def _switches(text: str) -> tuple[int, int]:
    values = {"S401": USUAL_SWITCHES, "S402": 0}
    for part in text.upper().split(","):
        match = re.fullmatch(r"(S40[12])=([0-9A-F]{1,2})", part)
        if match is None:
            raise ValueError(f"expected S401=XX,S402=XX in hexadecimal, not {text!r}")
        values[match[1]] = int(match[2], 16)
    return values["S401"], values["S402"]


def _escape(text: str) -> str:
    if re.fullmatch(r"\^[@-_a-z?]", text):
        return chr(ord(text[1].upper()) ^ 0x40)
    if len(text) == 1 and text.isascii():
        return text
    raise ValueError(f"expected a character or ^ and one, not {text!r}")


@dataclass(frozen=True, slots=True)
class H19Options:
    """The options given. The text below an option is its entry in the manual."""

    command: tuple[str, ...] = ()
    line: str | None = value(
        "--line URL", "a device, socket://host:port or rfc2217://host:port", opens="the line", common=True
    )
    """The other end of the line:
    * <device>: a serial device, as `/dev/ttyUSB0`,
    * `socket://`<host>`:`<port>: a TCP connection that carries the bytes of a line,
    * `rfc2217://`<host>`:`<port>: a serial port behind an RFC 2217 server.
    The line has 8 bits, no parity and one stop bit."""
    listen: str | None = value("--listen [HOST:]PORT", "wait for a caller (on 127.0.0.1 without HOST)", common=True)
    """Waits for a caller on a TCP port of this machine, at 127.0.0.1 unless <host> is given; an IPv6 address stands
    in brackets. One caller is served at a time; others are meanwhile told that the line is taken. The connection
    carries the bytes of the line and nothing else: telnet's negotiation is not understood."""
    baud: int | None = value("--baud N", "speed of the line (9600)", baud_rate, common=True)
    """The speed of the line: 110, 150, 300, 600, 1200, 1800, 2000, 2400, 3600, 4800, 7200, 9600 or 19200. The
    default is 9600. A command's pty has this speed or, where `termios(3)` doesn't know it, the next higher one.
    Text is shown at this speed only with `--real-time`."""
    real_time: bool = flag("--real-time", "be as slow as the machine, and say XOFF as it does", common=True)
    """Bytes arrive at the line's speed, and each is executed in the time that the machine takes. The H19 sends XOFF
    when it falls behind, and XON when it has caught up."""
    transmit: bool | None = value(
        "--transmit on|off", "send the page or 25th line when asked (off around a command)", on_off
    )
    """Whether the H19 transmits its page or its 25th line when the other end asks for them, as the machine does.
    The default is `on`, but `off` around a command: a file that you look at could write commands on the screen
    and have them sent to your shell. A refused request rings the bell.
    """
    switches: tuple[int, int] = value(
        "--switches S401=XX,S402=XX",
        "both switches in hexadecimal, section n as bit n (8C and 00)",
        _switches,
        default=(USUAL_SWITCHES, 0),
        opens="the switches inside",
    )
    """The settings of switch S401, S402 or both in hexadecimal, section <n> as bit <n>. The default is 8C and 00.
    The options below and `--baud` take precedence over this option."""
    block_cursor: bool = flag("--block-cursor", "S402 section 0")
    """Switch S402, section 0: the cursor is a block and not an underline."""
    no_click: bool = flag("--no-click", "S402 section 1")
    """Switch S402, section 1: keys do not click."""
    wrap: bool = flag("--wrap", "S402 section 2: wrap at the end of a line")
    """Switch S402, section 2: text continues on the next line. Otherwise longer text overwrites the last column."""
    auto_lf: bool = flag("--auto-lf", "S402 section 3: line feed with carriage return")
    """Switch S402, section 3: a carriage return that is received also feeds a line."""
    auto_cr: bool = flag("--auto-cr", "S402 section 4: carriage return with line feed")
    """Switch S402, section 4: a line feed that is received also returns the carriage."""
    ansi: bool = flag("--ansi", "S402 section 5: ANSI mode")
    """Switch S402, section 5: ANSI mode."""
    shifted_keypad: bool = flag("--shifted-keypad", "S402 section 6")
    """Switch S402, section 6: the keypad has its functions without SHIFT and its digits with it."""
    fifty_hertz: bool = flag("--50hz", "S402 section 7")
    """Switch S402, section 7: for mains of 50 Hz."""
    half_duplex: bool = flag("--half-duplex", "S401 section 7 open")
    """Switch S401, section 7 open: bytes that are sent are also executed here."""
    phosphor: str = value(
        "--phosphor COLOR", "colour of the tube", PHOSPHORS, default=PHOSPHORS[0], opens="the screen", common=True
    )
    """The colour of the tube: `green` (the default), `amber` or `white`, on black. `none` leaves the terminal's own
    colours, for text and background; a picture is white on black then."""
    ascii: bool = flag("--ascii", "graphics as similar ASCII characters")
    """Shows the graphic characters as similar ones in ASCII. Without this option that is done only if the locale
    has no graphic characters."""
    escape: str = value("--escape KEY", "opens the menu (^])", _escape, default="\x1d", common=True)
    """The key that opens the {MENU}: a character, or `^` and a character for one with CTRL. The default is `^]`."""
    hold: Hold = value(
        "--hold WHEN", "when the screen of an ended command waits for a key", Hold, default=Hold.AUTO
    )
    """Whether the screen of a command that has ended stays until a key is pressed: `always`, `never` or `auto`, the
    default. With `auto` it stays unless it is blank, `--snapshot` is given, or a key was pressed in the last second
    before the end. So a listing can be read, and an editor is gone when you leave it."""
    record: str | None = value("--record FILE", "write what is shown as an asciicast", opens="files", common=True)
    """Writes the changing screen of this terminal as an asciicast, version 2."""
    log: str | None = value("--log FILE", "write what goes over the line in words, both ways", common=True)
    """Writes the bytes of the line in words, both ways, see {FILES}."""
    snapshot: str | None = value(
        "--snapshot FILE", "write the screen as .txt or .svg, by key and at the end", common=True
    )
    """Writes the screen, as text or as a picture, at a command of the {MENU} and at the end. The name of the file
    ends in `.txt` or `.svg`."""
    dump: bool = flag("--dump", "execute standard input, print the state as JSON", opens="for machines")
    """Executes standard input and prints the state of the H19 afterwards as JSON."""
    jsonl: bool = flag("--jsonl", "with --dump: a case a line, in and out")
    """With `--dump`: each line of input is a case of its own, as JSON, and is answered by a line of JSON. With
    `--real-time` too, a case is a session that takes as much time as on the machine. It is an object:
    * `data`: the computer's bytes, in hexadecimal
    * `baud`: the speed of the line
    * `obeys_xoff`: whether the computer stops at XOFF
    * `slack`: how many bytes the computer still sends after an XOFF, apart from the one on its way
    * `keys`: pairs of milliseconds and the letter that is typed then
    * `seconds`: how long the session lasts
    The answer repeats these members and adds others:
    * `sent`: pairs of milliseconds and a byte that the H19 sends
    * `unsent`: how many bytes the computer has not sent
    * `lost`: how many bytes were lost in the UART
    * `fifo_peak`: the most bytes that waited in the H19
    * `rows`: the video RAM, in hexadecimal
    * `cursor`: row and column
    """
    keys: bool = flag("--keys", "answer keys, a JSON object a line, by what they send")
    """Reads keys from standard input, a JSON object a line, and prints each with the bytes that the key sends."""

    @property
    def s401(self) -> int:
        """The setting of switch S401, which configures the line; bit n is section n of the switch."""
        speed = None if self.baud is None else BAUD_RATES.index(self.baud) + 1
        s401 = self.switches[0] if speed is None else self.switches[0] & ~0x0F | speed
        return s401 & ~FULL_DUPLEX if self.half_duplex else s401

    @property
    def s402(self) -> int:
        """The setting of switch S402, which selects the modes at power-up; bit n is section n of the switch."""
        s402 = self.switches[1]
        for section, name in enumerate(_S402):
            s402 |= getattr(self, name) << section
        return s402

    @property
    def keeps_text(self) -> bool:
        is_around_command = self.line is None and self.listen is None
        return is_around_command if self.transmit is None else not self.transmit

    @property
    def is_ansi(self) -> bool:
        return power_up_modes(self.s402).ansi


def parse_h19_options(arguments: Sequence[str]) -> H19Options:
    """Return the options; UsageError for contradictions, SystemExit(0) after `--help`, `--man` and `--version`."""
    words, command = _split(arguments)
    parser = OptionParser(
        H19Options,
        usage="h19 [options] [-- command ...]",
        description="A Heath H19 terminal around a command ($SHELL unless one is given) or on a line.",
        examples=EXAMPLES,
    )
    try:
        chosen = parser.parse(words)
    except UsageError:
        _check_no_command(words)
        raise
    options = chosen_as(H19Options, chosen, command=command)
    is_silent = options.dump or options.keys
    ends = given_options(H19Options, chosen, ("line", "listen", "dump", "keys"))
    if command:
        ends.append("a command")
    check_one(ends)
    shown = given_options(H19Options, chosen, ("log", "record", "snapshot"))
    if options.real_time and not options.jsonl:
        shown.append("--real-time")
    if is_silent and shown:
        raise UsageError(f"{ends[0]} shows nothing: expected it without {', '.join(shown)}")
    if options.jsonl and not options.dump:
        raise UsageError("--jsonl says how --dump is asked: expected --dump with it")
    return options


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], tuple[str, ...]]:
    """Return the arguments before `--`, and the command after it."""
    if "--" not in arguments:
        return arguments, ()
    at = list(arguments).index("--")
    if at == len(arguments) - 1:
        raise UsageError("expected a command after --")
    return arguments[:at], tuple(arguments[at + 1 :])


def _check_no_command(words: Sequence[str]) -> None:
    """Raise UsageError if the `words` of the command line have a command after the options, but no `--` before it;
    the message shows the right form."""
    options = {name: option for option in options_of(H19Options).values() for name in option.spellings()}
    is_value = False
    for at, word in enumerate(words):
        if not is_value and not word.startswith("-"):
            raise UsageError(f"expected -- before a command: h19 {shlex.join([*words[:at], '--', *words[at:]])}")
        if not is_value and word.partition("=")[0] not in options:
            return
        is_value = not is_value and word in options and bool(options[word].value_name)
