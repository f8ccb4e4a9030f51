"""`--help` of all five programs: what matters first, everything once, within the width of an H19."""

from __future__ import annotations

import re

import pytest

from h89yahtzee import __version__
from h89yahtzee.apps.options.declarations import options_of
from tests.apps.options.programs_options import DECLARED, PARSERS

FIRST = {
    "yahtzee": {"--rules", "--level", "--coach", "--plain", "--line", "--continue", "--scores"},
    "h19": {"--line", "--listen", "--baud", "--log", "--snapshot"},
    "yahtzee-solve": {"--rules", "--position", "--review", "--distribution"},
    "yahtzee-host": {"--line", "--telnet", "--socket", "--tables", "--log", "--data"},
    "yahtzee-arena": {"--games", "--rules", "--pairs", "--resume", "--json"},
}
"""What must be among the ten options which come first."""

pytestmark = pytest.mark.parametrize("program", PARSERS)


@pytest.fixture(name="shown")
def text_of_help(program: str, capsys: pytest.CaptureFixture[str]) -> str:
    texts = []
    for option in ("--help", "-h"):
        with pytest.raises(SystemExit) as end:
            PARSERS[program]([option])
        assert end.value.code == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    return texts[0]


def test_the_version_is_told(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        PARSERS[program](["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"{program} {__version__}\n")


def groups(shown: str) -> dict[str, list[str]]:
    """The lines of each paragraph by its heading."""
    paragraphs = (paragraph.split("\n") for paragraph in shown.strip().split("\n\n"))
    return {heading.removesuffix(":"): lines for heading, *lines in paragraphs}


def spelled(lines: list[str]) -> list[str]:
    heads = (re.split(r"  +", line.strip())[0] for line in lines if line.startswith("  -"))
    return [word for head in heads for word in re.findall(r"(?:^|, )(-[\w-]+)", head)]


def test_ten_options_come_first(program: str, shown: str) -> None:
    found = groups(shown)
    assert list(found)[2] == "most used"
    assert len([line for line in found["most used"] if line.startswith("  -")]) <= 10
    assert FIRST[program] <= set(spelled(found["most used"]))


def test_every_option_stands_there_once(program: str, shown: str) -> None:
    names = [name for option in options_of(DECLARED[program]).values() for name in option.spellings()]
    lines = [line for group in groups(shown).values() for line in group]
    assert sorted(spelled(lines)) == sorted([*names, "-h", "--help", "--man", "--version", "--print-completion"])


def test_choices_are_listed(program: str, shown: str) -> None:
    words = {word for option in options_of(DECLARED[program]).values() for word in option.words}
    assert words <= set(re.findall(r"[\w-]+", shown))


def test_it_fits_the_width_of_an_h19(program: str, shown: str) -> None:  # noqa: ARG001
    assert max(map(len, shown.splitlines())) < 80
    assert shown.isascii()


def test_three_examples_of_use(program: str, shown: str) -> None:
    commands = [line.strip() for line in groups(shown)["examples"] if line.startswith("    ")]
    assert len(commands) == 3
    assert all(command.startswith(f"{program} ") for command in commands)
