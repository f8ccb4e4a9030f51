"""The declarations of options and the parser for them, tested on a small program with options of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import (
    chosen_as,
    flag,
    options_of,
    settings_of,
    switch,
    value,
    whole_number,
)
from h89yahtzee.apps.options.option_parser import OptionParser, parsed_toml, settings_in
from tests.naming import each


class Color(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Options:
    words: tuple[str, ...] = ()
    games: int = value("-g, --games N", "how many", whole_number(1, 9), default=3, opens="the games")
    color: Color | None = value("--color NAME", "which", Color, setting=True)
    last: int | None = value("--last N", "from the end", whole_number(1, 9), alone=0)
    loud: bool = switch("--loud", "say more", common=True)
    json: bool = flag("--json", "for machines", opens="the output", rival="outputs")
    csv: bool = flag("--csv", "for tables", rival="outputs")


def parse(line: str) -> Options:
    examples = [(f"Example {number}, see `toy(6)`:", f"toy {number}") for number in range(1, 5)]
    parser = OptionParser(Options, "toy", "A toy.", examples, epilog="The end.", operand="words")
    chosen = parser.parse(line.split())
    return chosen_as(Options, chosen, words=tuple(chosen.words))


def test_what_is_not_said_has_its_default() -> None:
    assert parse("") == Options((), 3, None, None, False, False, False)


def test_what_is_said() -> None:
    assert parse("a -g 4 b --color blue --loud --json") == Options(("a", "b"), 4, Color.BLUE, loud=True, json=True)
    assert (parse("--last").last, parse("--last 5").last, parse("--no-loud").loud) == (0, 5, False)
    assert parse("--games 9 --games 8").games == 8


@dataclass(frozen=True, slots=True)
class Seats:
    seat: tuple[int, ...] = value(
        "--seat N", "may be given again", whole_number(1, 9), setting=True, repeats=True, default=()
    )


def test_an_option_may_repeat() -> None:
    parser = OptionParser(Seats, "toy", "A toy.", [])
    settings = settings_in(parsed_toml("seat = [5, 6]"), Seats)
    lines = ("", "--seat 4", "--seat 4 --seat=1")
    assert [chosen_as(Seats, parser.parse(line.split())).seat for line in lines] == [(), (4,), (4, 1)]
    assert [parser.parse(line.split(), settings).seat for line in lines] == [(5, 6), (4,), (4, 1)]
    assert settings_in(parsed_toml("seat = 7"), Seats) == {"seat": (7,)}
    with pytest.raises(UsageError, match="seat: expected a whole number from 1 to 9, not '0'"):
        settings_in(parsed_toml("seat = [1, 0]"), Seats)


@each(
    ("line", "message"),
    [
        ("--games 10", "--games: expected a whole number from 1 to 9, not '10'"),
        ("-g10", "-g: expected a whole number from 1 to 9, not '10'"),
        ("-g", "-g: expected a whole number from 1 to 9 after it"),
        ("--games --loud", "--games: expected a whole number from 1 to 9 after it, not '--loud'"),
        ("a --games", "--games: expected a whole number from 1 to 9 after it"),
        ("--color", "--color: expected red or blue after it"),
        ("--color green", "--color: expected red or blue, not 'green'"),
        ("--color bleu", "--color: expected red or blue, not 'bleu'; did you mean 'blue'?"),
        ("--color=", "--color: expected red or blue, not ''"),
        ("--last x", "--last: expected a whole number from 1 to 9, not 'x'"),
        ("--loud=yes", "--loud: expected no value, not 'yes'"),
        ("--json --csv", "--json and --csv don't go together: expected one of them"),
        ("--gam 1", "--gam: there is no such option; did you mean '--games'?"),
        ("--colour=red", "--colour: there is no such option; did you mean '--color'?"),
        ("--no-lout", "--no-lout: there is no such option; did you mean '--no-loud'?"),
        ("-hx", "-hx: there is no such option"),
        ("-help", "-help: there is no such option; did you mean '--help'?"),
        ("-5", "-5: there is no such option"),
        ("--no-json", "--no-json: there is no such option; did you mean '--json'?"),
        ("--games 10 --color green --frob", "--games: expected a whole number from 1 to 9, not '10'"),
        ("--frob --games 10", "--frob: there is no such option"),
    ],
)
def test_what_is_wrong(line: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse(line)
    assert str(refused.value) == message


def test_values_attached_and_words_that_look_like_options() -> None:
    assert (parse("-g4").games, parse("-g=4").games, parse("--games=4").games) == (4, 4, 4)
    assert parse("a --last -- --json -g").words == ("a", "--json", "-g")
    assert parse("--last =x") == Options(("=x",), last=0)
    assert parse("- -g 4").words == ("-",)


def test_a_word_where_none_is_expected() -> None:
    parser = OptionParser(Options, "toy", "A toy.", [])
    for word, hint in [("color", "; did you mean '--color'?"), ("help", "; did you mean '--help'?"), ("x", "")]:
        with pytest.raises(UsageError) as refused:
            parser.parse([word])
        assert str(refused.value) == f"{word!r}: expected an option{hint}"


HELP_ALL = """\
usage: toy

A toy.

most used:
  --loud, --no-loud     say more

the games:
  -g, --games N         how many
  --color NAME          which: red or blue
  --last [N]            from the end

the output:
  --json                for machines
  --csv                 for tables

about:
  -h, --help [all]      show the most used options, or all, and exit
  --man                 show the manual and exit
  --version             show it and exit
  --print-completion SHELL
                        print how bash, zsh or fish completes the options

The end.

examples:
  Example 1, see toy(6):
    toy 1
  Example 2, see toy(6):
    toy 2
  Example 3, see toy(6):
    toy 3
"""


HELP = """\
usage: toy

A toy.

most used:
  --loud, --no-loud     say more

an example:  toy 1
all options: toy --help all     the manual: toy --man
"""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("--help", HELP),
        ("-h", HELP),
        ("a --games 10 -h", HELP),
        ("--frob --help --version all", HELP),
        ("--frob -h all --version", HELP_ALL),
        ("--help=all --frob", HELP_ALL),
    ],
)
def test_help_goes_before_errors(line: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse(line)
    assert (end.value.code, capsys.readouterr().out) == (0, text)


def test_settings_and_spellings() -> None:
    assert {key: name for key, (name, _) in settings_of(Options).items()} == {"color": "color", "loud": "loud"}
    spelled = [spelling for option in options_of(Options).values() for spelling in option.spellings()]
    assert spelled == ["-g", "--games", "--color", "--last", "--loud", "--no-loud", "--json", "--csv"]
