"""Our terminfo source: it compiles, and each string calls the function that it should call.

The meanings of capabilities are those of terminfo(5); the codes are those of the program's own table, which other
tests compare with the firmware. The effect of the strings is seen on the emulator.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from h89yahtzee.h19 import codes
from h89yahtzee.h19.keyboard import CODES
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen import charset
from h89yahtzee.screen.keys import Key

SOURCE = Path(__file__).parent.parent.parent / "termcaps" / "h19.ti"
ENTRIES = ("h19", "h19-a")
TIME_LIMIT = 240

pytestmark = pytest.mark.skipif(
    shutil.which("tic") is None or shutil.which("infocmp") is None or shutil.which("tput") is None,
    reason="tic, infocmp and tput aren't installed",
)

Capabilities = dict[str, bytes | int | bool]


def run(*command: str) -> subprocess.CompletedProcess[bytes]:
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=TIME_LIMIT)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("terminfo")
    compiled = run("tic", "-x", "-o", str(directory), str(SOURCE))
    assert (compiled.returncode, compiled.stderr) == (0, b"")
    return directory


def capabilities(directory: Path, entry: str) -> Capabilities:
    """Return an entry's capabilities as infocmp shows them; strings as they are sent, but with their padding."""
    shown = run("infocmp", "-1", "-x", "-A", str(directory), entry)
    assert shown.returncode == 0, shown.stderr
    lines = [line[1:-1] for line in shown.stdout.decode("ascii").split("\n") if line.startswith("\t")]
    return dict(map(capability, lines))


def capability(line: str) -> tuple[str, bytes | int | bool]:
    name, mark, string = line.partition("=")
    if mark:
        return name, unescaped(string)
    name, mark, number = line.partition("#")
    return name, int(number) if mark else True


CONTROLS = {"E": "\x1b", "n": "\n", "r": "\r", "t": "\t", "s": " "}


def unescaped(value: str) -> bytes:
    """Return the bytes for a string in the notation of terminfo(5), as far as infocmp uses the notation."""

    def character(match: re.Match[str]) -> str:
        control, escape = match.groups()
        return chr(ord(control) & 0x1F) if control else CONTROLS.get(escape, escape)

    return re.sub(r"\^(.)|\\(.)", character, value).encode("ascii")


def sent(value: bytes | int | bool) -> bytes:
    """Return a capability's string without its padding."""
    assert isinstance(value, bytes)
    return re.sub(rb"\$<[^>]*>", b"", value)


def tput(directory: Path, entry: str, *arguments: str) -> bytes:
    environment = {"PATH": os.environ["PATH"], "TERMINFO": str(directory), "NCURSES_NO_PADDING": "1"}
    command = ["tput", "-T", entry, *arguments]
    written = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=TIME_LIMIT).stdout
    return written.replace(b"\0", b"")


# Names of functions; an argument follows the name if the function has one.
_SINGLE = """
    cud1=cursor_down cuf1=cursor_forward cuu1=cursor_up dch1=delete_character dl1=delete_line
    ed=erase_to_end_of_page el=erase_to_end_of_line fsl=restore_cursor_position home=cursor_home
    il1=insert_line rev=enter_reverse_video_mode ri=reverse_index rmacs=exit_graphics_mode
    rmam=discard_at_end_of_line rmir=exit_insert_character_mode rmso=exit_reverse_video_mode
    smacs=enter_graphics_mode smam=wrap_around_at_end_of_line smir=enter_insert_character_mode
    smso=enter_reverse_video_mode
"""
FUNCTIONS: dict[str, tuple[str, ...]] = {
    **{name: (function,) for name, _, function in (word.partition("=") for word in _SINGLE.split())},
    "civis": ("set_mode 5",),
    "clear": ("cursor_home", "clear_display"),
    "cnorm": ("reset_mode 4", "reset_mode 5"),
    "cvvis": ("set_mode 4", "reset_mode 5"),
    "dsl": ("reset_mode 1",),
    "rmkx": ("reset_mode 6",),
    "sgr0": ("exit_reverse_video_mode", "exit_graphics_mode"),
    "smkx": ("set_mode 6",),
}
HEATH_SHORTHANDS = {"set_mode 6": "enter_keypad_shifted_mode", "reset_mode 6": "exit_keypad_shifted_mode"}
"""Mode settings for which Heath mode also has a function of its own."""

INITIAL = (
    *("discard_at_end_of_line", "reset_mode 8", "reset_mode 9"),
    *("exit_insert_character_mode", "exit_reverse_video_mode", "exit_graphics_mode"),
)

REPEATED = {
    "cub": "cursor_backward",
    "cud": "cursor_down",
    "cuf": "cursor_forward",
    "cuu": "cursor_up",
    "dch": "delete_character",
    "dl": "delete_line",
    "il": "insert_line",
}
"""Functions that ANSI mode repeats as often as their parameter says."""

_KEYS = """
    kbs=BACKSPACE kclr=SHIFT_ERASE kcub1=LEFT kcud1=DOWN kcuf1=RIGHT kcuu1=UP kdch1=DELETE_CHARACTER
    kdl1=DELETE_LINE ked=ERASE kf1=F1 kf2=F2 kf3=F3 kf4=F4 kf5=F5 kf6=BLUE kf7=RED kf8=WHITE khome=HOME
    kich1=INSERT_CHARACTER kil1=INSERT_LINE
"""
KEYS = {name: Key[key] for name, _, key in (word.partition("=") for word in _KEYS.split())}

LITERALS = {
    "acsc": b"+h.kaigghijdkclfmenbozqas{tvutvuwsx`~^",
    "bel": b"\x07",
    "cr": b"\r",
    "cub1": b"\x08",
    "ht": b"\t",
    "ind": b"\n",
    "ip": b"",
    "lf6": b"blue",
    "lf7": b"red",
    "lf8": b"gray",
}
"""Strings that call no function."""

ELSEWHERE = {"cup", "is2", "krmir", "rs1", "sgr", "tsl"}
"""Strings that have tests of their own."""


def call(name: str, ansi: bool) -> bytes:
    name, _, argument = name.partition(" ")
    function = next(function for function in codes.FUNCTIONS if function.name == name)
    if not ansi:
        return bytes((codes.ESC,)) + function.heath + argument.encode("ascii")
    assert function.ansi is not None
    return bytes((codes.ESC,)) + (function.ansi % int(argument) if argument else function.ansi)


def calls(names: tuple[str, ...], entry: str) -> bytes:
    ansi = entry == "h19-a"
    return b"".join(call(name if ansi else HEATH_SHORTHANDS.get(name, name), ansi) for name in names)


def key_code(key: Key, entry: str) -> bytes:
    """Return a key's code; in ANSI mode, by the manual, ESC O and the same letter or the function's sequence."""
    code = CODES[key]
    if entry == "h19" or len(code) == 1:
        return code
    if code[1:] in b"PQRSTUVW":
        return b"\x1bO" + code[1:]
    return call(next(function.name for function in codes.FUNCTIONS if function.heath == code[1:]), ansi=True)


def test_source_is_checked_without_a_warning() -> None:
    checked = run("tic", "-x", "-c", str(SOURCE))
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, b"", b"")


@pytest.mark.parametrize("entry", ENTRIES)
def test_strings_are_the_functions_of_that_meaning(database: Path, entry: str) -> None:
    ours = capabilities(database, entry)
    found = {name: sent(ours[name]) for name in FUNCTIONS}
    assert found == {name: calls(names, entry) for name, names in FUNCTIONS.items()}


@pytest.mark.parametrize("entry", ENTRIES)
def test_keys_are_those_of_the_keyboard(database: Path, entry: str) -> None:
    ours = capabilities(database, entry)
    assert {name: ours[name] for name in KEYS} == {name: key_code(key, entry) for name, key in KEYS.items()}
    assert ours["krmir"] == calls(("exit_insert_character_mode",), entry)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_string_is_accounted_for(database: Path, entry: str) -> None:
    ours = capabilities(database, entry)
    strings = {name for name, value in ours.items() if isinstance(value, bytes)}
    repeated = set(REPEATED) if entry == "h19-a" else set()
    assert strings == {*FUNCTIONS, *KEYS, *LITERALS, *ELSEWHERE, *repeated}
    assert {name: sent(ours[name]) for name in LITERALS} == LITERALS


def test_repetition_stands_in_front_of_the_final_byte(database: Path) -> None:
    ours = capabilities(database, "h19-a")
    for name, function in REPEATED.items():
        once = call(function, ansi=True)
        assert sent(ours[name]) == once[:-1] + b"%p1%d" + once[-1:]


@pytest.mark.parametrize("entry", ENTRIES)
def test_numbers_and_flags(database: Path, entry: str) -> None:
    ours = capabilities(database, entry)
    others = {name: value for name, value in ours.items() if not isinstance(value, bytes)}
    flags = dict.fromkeys(("eslok", "hs", "mir", "msgr", "xon"), True)
    assert others == {"cols": 80, "lines": 24, "it": 8, **flags}


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 79), (3, 17), (23, 0), (23, 79)])
def test_cup(database: Path, row: int, column: int) -> None:
    arguments = ("cup", str(row), str(column))
    assert tput(database, "h19", *arguments) == codes.direct_cursor_addressing(row, column)
    assert tput(database, "h19-a", *arguments) == b"\x1b[%d;%dH" % (row + 1, column + 1)


@pytest.mark.parametrize("standout", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("graphics", [False, True])
@pytest.mark.parametrize("entry", ENTRIES)
def test_sgr(database: Path, entry: str, standout: bool, reverse: bool, graphics: bool) -> None:
    # Of the nine attributes the machine has the first, the third and the last; the others, all set, change nothing.
    arguments = [str(int(on)) for on in (standout, True, reverse, True, True, True, True, True, graphics)]
    attributes = (
        "enter_reverse_video_mode" if standout or reverse else "exit_reverse_video_mode",
        "enter_graphics_mode" if graphics else "exit_graphics_mode",
    )
    assert tput(database, entry, "sgr", *arguments) == calls(attributes, entry)


def test_initial_and_reset_strings(database: Path) -> None:
    heath, ansi = (capabilities(database, entry) for entry in ENTRIES)
    enter_ansi = call("enter_ansi_mode", ansi=False)
    assert sent(heath["is2"]) == calls(INITIAL, "h19")
    assert sent(ansi["is2"]) == enter_ansi + calls(INITIAL, "h19-a")
    assert sent(ansi["rs1"]) == enter_ansi + calls(("reset_to_power_up_configuration",), "h19-a")
    assert sent(heath["rs1"]) == b"\x1b[?2h" + calls(("reset_to_power_up_configuration",), "h19")


# The letters of terminfo(5) for line graphics, with the characters that ncurses shows for them where it can show
# all; for the scan lines, o and s, the nearest characters that the machine has.
LINE_GRAPHICS = dict(zip("+.aghjklmnqtuvwx~os", "→↓▒±▒┘┐┌└┼─├┤┴┬│●\N{UPPER ONE QUARTER BLOCK}▂", strict=True))


def test_line_graphics() -> None:
    pairs = LITERALS["acsc"].decode("ascii")
    shown = {
        pairs[i]: charset.GLYPHS[charset.glyph(ord(pairs[i + 1]), graphics=True)] for i in range(0, len(pairs), 2)
    }
    assert shown == LINE_GRAPHICS


def milliseconds(value: bytes | int | bool) -> float:
    assert isinstance(value, bytes)
    [padding] = re.findall(rb"\$<([\d.]+)\*?/>", value) or [b"0"]
    return float(padding)


# Milliseconds that the firmware takes for the slowest case of each capability, and its number of bytes on the line.
MEASURED: dict[str, dict[str, tuple[float, float]]] = {
    "h19": {
        "clear": (15.499 + 1.763, 4),
        "ed": (15.817, 2),
        "il1": (25.747, 2),
        "dl1": (25.742, 2),
        "dch1": (4.587, 2),
        "el": (2.563, 2),
        "ri": (2.570, 2),
        "cup": (3.586, 4),
        "ip": (2.481, 1),
    },
    "h19-a": {
        "clear": (17.198 + 2.407, 7),
        "il1": (26.514, 3),
        "dch1": (5.219, 3),
        "el": (3.170, 3),
        "cup": (6.041, 8),
        "il": (122.706 / 5, 4 / 5),
    },
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_padding_is_what_the_firmware_needs_longer_than_the_line_at_9600_baud(database: Path, entry: str) -> None:
    ours = capabilities(database, entry)
    for name, (needed, count) in MEASURED[entry].items():
        assert abs(milliseconds(ours[name]) - max(needed - count * 10 / 9.6, 0)) <= 1, name


def on_h19(directory: Path, *steps: tuple[str, ...] | bytes, terminal: Terminal | None = None) -> Terminal:
    """Return an H19 that was sent `steps`: text, or capabilities with their parameters."""
    terminal = terminal or Terminal()
    for step in steps:
        terminal.feed(step if isinstance(step, bytes) else tput(directory, "h19", *step))
    return terminal


def test_status_line_is_reached_though_it_was_off_and_left_for_where_the_cursor_was(database: Path) -> None:
    h19 = on_h19(database, ("cup", "5", "9"), b"page", ("tsl", "3"), b"status", ("fsl",))
    assert (h19.lines, h19.cursor) == (25, (5, 13))
    assert h19.row_bytes(24).rstrip() == b"   status"
    assert on_h19(database, ("tsl", "4"), ("el",), ("fsl",), terminal=h19).row_bytes(24).rstrip() == b"   s"
    assert on_h19(database, ("dsl",), terminal=h19).lines == 24


def test_clear_on_the_status_line_clears_the_page(database: Path) -> None:
    h19 = on_h19(database, b"page", ("tsl", "0"), b"status", ("clear",))
    assert (h19.row_bytes(0).strip(), h19.row_bytes(24).rstrip(), h19.cursor) == (b"", b"status", (0, 0))


def test_cursor_is_normal_again_after_both_its_other_forms(database: Path) -> None:
    h19 = on_h19(database, ("civis",), ("cvvis",))
    assert (h19.modes.cursor_off, h19.modes.block) == (False, True)
    on_h19(database, ("civis",), ("cnorm",), terminal=h19)
    assert (h19.modes.cursor_off, h19.modes.block) == (False, False)


def test_initial_string_takes_back_what_switches_turn_on(database: Path) -> None:
    h19 = on_h19(database, ("is2",), terminal=Terminal(0b0001_1100))
    assert (h19.modes.wrap, h19.modes.auto_lf, h19.modes.auto_cr) == (False, False, False)


def test_reset_leads_to_the_power_up_state(database: Path) -> None:
    h19 = on_h19(database, b"text", ("smso",), ("smir",), ("tsl", "0"), ("rs1",))
    fresh = Terminal()
    assert (h19.grid(), h19.modes) == (fresh.grid(), fresh.modes)
