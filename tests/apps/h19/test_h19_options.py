"""The command line of `h19`: the switches, the kinds of line, and the messages for a wrong command line."""

from __future__ import annotations

import pytest

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.h19.h19_options import H19Options, parse_h19_options
from tests.naming import each

FACTORY_S401 = 0x8C
"""The switches S401 as delivered: 9600 baud, no parity, full duplex."""


def parse(line: str) -> H19Options:
    return parse_h19_options(line.split())


def refusal(words: list[str]) -> str:
    with pytest.raises(UsageError) as refused:
        parse_h19_options(words)
    return str(refused.value)


def test_nothing_said() -> None:
    options = parse("")
    assert (options.command, options.line, options.listen) == ((), None, None)
    assert (options.s401, options.s402, options.is_ansi) == (FACTORY_S401, 0, False)
    assert (options.escape, options.phosphor) == ("\x1d", "green")
    assert (options.record, options.log, options.snapshot) == (None, None, None)
    assert not any([options.real_time, options.ascii, options.dump, options.keys, options.jsonl])


SECTIONS = "--block-cursor --no-click --wrap --auto-lf --auto-cr --ansi --shifted-keypad --50hz"
"""The options that set one section of S402 each, section 0 first."""


@each(("section", "option"), [*enumerate(SECTIONS.split())])
def test_a_section_of_s402_by_its_name(section: int, option: str) -> None:
    options = parse(option)
    assert (options.s401, options.s402) == (FACTORY_S401, 1 << section)
    assert options.is_ansi == (section == 5)


@each(
    ("said", "s401", "s402"),
    [
        ("S401=8C,S402=04", 0x8C, 0x04),
        ("S402=04,S401=8C", 0x8C, 0x04),
        ("s401=0c,s402=ff", 0x0C, 0xFF),
        ("S401=83", 0x83, 0),
        ("S402=20", FACTORY_S401, 0x20),
        ("S402=4", FACTORY_S401, 0x04),
        ("S401=00,S402=00", 0, 0),
    ],
)
def test_switches_in_hexadecimal(said: str, s401: int, s402: int) -> None:
    options = parse(f"--switches {said}")
    assert (options.s401, options.s402) == (s401, s402)


def test_names_close_further_sections() -> None:
    options = parse("--wrap --switches S402=01 --ansi")
    assert options.s402 == 0b100101
    assert options.is_ansi
    assert parse("--switches S402=20").is_ansi


RATES = (110, 150, 300, 600, 1200, 1800, 2000, 2400, 3600, 4800, 7200, 9600, 19200)
"""The speeds in the order of the H19's manual; sections 0 to 3 of S401 set the number of a speed, from 1."""


@each(("code", "baud"), [*enumerate(RATES, 1)])
def test_baud_is_the_low_half_of_s401(code: int, baud: int) -> None:
    assert parse(f"--baud {baud}").s401 == 0x80 | code
    assert parse(f"--switches S401=2C --baud {baud}").s401 == 0x20 | code


def test_half_duplex_opens_section_7_of_s401() -> None:
    assert parse("--half-duplex").s401 == FACTORY_S401 & 0x7F
    assert parse("--half-duplex --baud 300 --switches S401=8C").s401 == 0x03


@each(
    ("said", "key"),
    [
        *(("^]", "\x1d"), ("^a", "\x01"), ("^A", "\x01"), ("^@", "\x00"), ("^[", "\x1b"), ("^_", "\x1f")),
        *(("^?", "\x7f"), ("^^", "\x1e"), ("~", "~"), ("^", "^"), ("\x1d", "\x1d")),
    ],
)
def test_the_escape_key(said: str, key: str) -> None:
    assert parse_h19_options(["--escape", said]).escape == key


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("-- vi notes", ("vi", "notes")),
        ("--wrap -- vi --line x -R", ("vi", "--line", "x", "-R")),
        ("-- sh -- -c", ("sh", "--", "-c")),
        ("-- --dump", ("--dump",)),
    ],
)
def test_the_command_is_all_that_is_behind_the_dashes(line: str, command: tuple[str, ...]) -> None:
    options = parse(line)
    assert options.command == command
    assert options.line is None
    assert not options.dump


@each(
    ("line", "meant"),
    [
        ("vi", "h19 -- vi"),
        ("vi -R notes", "h19 -- vi -R notes"),
        ("--wrap --baud 300 vi --wrap", "h19 --wrap --baud 300 -- vi --wrap"),
    ],
)
def test_a_command_without_the_dashes_is_told_of_them(line: str, meant: str) -> None:
    assert refusal(line.split()) == f"expected -- before a command: {meant}"


def test_the_value_of_an_option_that_is_misspelled_is_no_command() -> None:
    assert "--phosphor" in refusal(["--phospor", "amber"])


def test_a_command_is_quoted_as_a_shell_needs_it() -> None:
    assert refusal(["vi", "my notes"]).endswith(": h19 -- vi 'my notes'")


@each(
    ("line", "keeps"),
    [
        ("", True),
        ("-- vi", True),
        ("--transmit on -- vi", False),
        ("--line a", False),
        ("--listen 1", False),
        ("--transmit off --line a", True),
    ],
)
def test_text_is_kept_from_commands_unless_told_otherwise(line: str, keeps: bool) -> None:
    assert parse(line).keeps_text == keeps


def test_when_the_screen_of_a_command_stays() -> None:
    assert [parse(line).hold.value for line in ("", "--hold always", "--hold never")] == ["auto", "always", "never"]


def test_lines_files_and_the_screen() -> None:
    options = parse("--line /dev/ttyUSB0 --real-time --phosphor amber --ascii --record r --log l --snapshot s.svg")
    assert (options.line, options.record, options.log, options.snapshot) == ("/dev/ttyUSB0", "r", "l", "s.svg")
    assert (options.real_time, options.ascii, options.phosphor) == (True, True, "amber")
    assert parse("--listen 2323").listen == "2323"


def test_for_machines() -> None:
    options = parse("--dump --jsonl --wrap")
    assert (options.dump, options.keys, options.jsonl, options.s402) == (True, False, True, 0b100)
    assert parse("--keys").keys


@each(
    "line",
    [
        *(f"{one} {other}" for one in ("--line a", "--listen 1") for other in ("--dump", "--keys", "-- vi")),
        *("--line a --listen 1", "--dump --keys", "--dump -- vi", "--keys -- vi", "--keys --jsonl --line a"),
    ],
)
def test_one_thing_at_a_time(line: str) -> None:
    assert refusal(line.split()).endswith(" don't go together: expected one of them")


@each(
    "words",
    [
        *(["--wrpa"], ["vi"], ["-x"], ["--line"], ["--wra"], ["--jsonl"], ["--keys", "--jsonl"], ["--"]),
        *(["--dump", "--log", "log"], ["--dump", "--real-time"], ["--keys", "--record", "cast"], ["--wrap", "--"]),
        *(["--baud", word] for word in ("9601", "fast", "", "0")),
        ["--phosphor", "red"],
        *(["--escape", word] for word in ("", "ab", "^]]", "^5", "é")),
        *(["--switches", word] for word in ("", "S403=00", "S402=100", "S402=0x20", "S402=GG", "S402", "8C")),
        *(["--switches", word] for word in ("S401=8C;S402=04", "S401=8C,")),
    ],
)
def test_a_bad_one_is_explained_in_one_line(words: list[str]) -> None:
    message = refusal(words)
    assert message
    assert "\n" not in message


def test_what_does_not_go_together_is_named() -> None:
    assert refusal(["--line", "a", "--", "ls"]) == "--line and a command don't go together: expected one of them"
    assert (
        refusal(["--keys", "--log", "l", "--real-time"])
        == "--keys shows nothing: expected it without --log, --real-time"
    )
