"""Options that are declared once, on a small program of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options import (
    OptionParser,
    chosen_as,
    flag,
    options_of,
    settings_of,
    switch,
    value,
    whole_number,
)


class Color(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Options:
    words: tuple[str, ...] = ()
    games: int = value("-g, --games N", "how many", whole_number(1, 9), default=3, opens="the games")
    color: Color | None = value("--color NAME", "which", Color, setting=True)
    last: int | None = value("--last N", "from the end", whole_number(1, 9), alone=0)
    loud: bool = switch("--loud", "say more")
    json: bool = flag("--json", "for machines", opens="the output", rival="outputs")
    csv: bool = flag("--csv", "for tables", rival="outputs")


def parse(line: str) -> Options:
    parser = OptionParser("toy", Options, usage="toy", description="A toy.", operand="words")
    chosen = parser.parse_intermixed_args(line.split())
    return chosen_as(Options, chosen, words=tuple(chosen.words))


def test_what_is_not_said_has_its_default() -> None:
    assert parse("") == Options((), 3, None, None, False, False, False)


def test_what_is_said() -> None:
    assert parse("a -g 4 b --color blue --loud --json") == Options(("a", "b"), 4, Color.BLUE, loud=True, json=True)
    assert (parse("--last").last, parse("--last 5").last, parse("--no-loud").loud) == (0, 5, False)
    assert parse("--games 9").games == 9


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--games 10", "-g/--games: expected a whole number from 1 to 9, not '10'"),
        ("--color green", "--color: invalid choice: 'green'"),
        ("--json --csv", "--csv: not allowed with argument --json"),
        ("--gam 1", "unrecognized arguments: --gam"),
    ],
)
def test_what_is_wrong(line: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse(line)
    assert str(refused.value).startswith(message)


def test_the_help_has_them_in_their_groups(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse("--help")
    groups = capsys.readouterr().out.split("\n\n")
    lines = [(line.split()[0].rstrip(","), line.split("  ")[-1].strip()) for line in groups[2].split("\n")[1:]]
    assert lines == [("-g", "how many"), ("--color", "which"), ("--last", "from the end"), ("--loud", "say more")]
    assert [group.split("\n")[0] for group in groups[2:]] == ["the games:", "the output:", "about:"]


def test_settings_and_spellings() -> None:
    assert {key: name for key, (name, _) in settings_of(Options).items()} == {"color": "color", "loud": "loud"}
    spelled = [spelling for option in options_of(Options).values() for spelling in option.spellings()]
    assert spelled == ["-g", "--games", "--color", "--last", "--loud", "--no-loud", "--json", "--csv"]
