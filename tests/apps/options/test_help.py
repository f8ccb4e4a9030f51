"""`--help` of all seven programs: the most used options first, each option once, in 80 columns."""

from __future__ import annotations

import re

import pytest

from h89yahtzee import __version__
from h89yahtzee.apps.options.declarations import options_of
from tests.apps.options.programs_options import DECLARED, PARSERS

FIRST = {
    "yahtzee": {"--rules", "--level", "--coach", "--plain", "--line", "--continue", "--scores"},
    "h19": {"--line", "--listen", "--baud", "--log", "--snapshot"},
    "h19-test": {"--line", "--listen", "--pty", "--quick", "--only", "--html"},
    "yahtzee-solve": {"--rules", "--position", "--review", "--distribution"},
    "yahtzee-host": {"--line", "--telnet", "--socket", "--tables", "--log", "--data"},
    "yahtzee-mcp": {"--rules", "--contest"},
    "yahtzee-arena": {"--games", "--rules", "--pairs", "--resume", "--json"},
}
"""Options that must be among the at most ten that `--help` shows as most used."""

pytestmark = pytest.mark.parametrize("program", PARSERS)
Shown = dict[str, str]


@pytest.fixture(name="shown")
def texts_of_help(program: str, capsys: pytest.CaptureFixture[str]) -> Shown:
    """The texts that the program shows, by its arguments, such as "--help all"."""
    texts = {}
    for asked in ("--help", "-h", "--help all", "-h all"):
        with pytest.raises(SystemExit) as end:
            PARSERS[program](asked.split())
        assert end.value.code == 0
        texts[asked] = capsys.readouterr().out
    assert (texts["--help"], texts["--help all"]) == (texts["-h"], texts["-h all"])
    return texts


def test_the_version_is_told(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        PARSERS[program](["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"{program} {__version__}\n")


def groups(shown: str) -> dict[str, list[str]]:
    """Return the text lines of each paragraph by the paragraph's heading."""
    paragraphs = (paragraph.split("\n") for paragraph in shown.strip().split("\n\n"))
    return {heading.removesuffix(":"): lines for heading, *lines in paragraphs}


def spelled(lines: list[str]) -> list[str]:
    heads = (re.split(r"  +", line.strip())[0] for line in lines if line.startswith("  -"))
    return [word for head in heads for word in re.findall(r"(?:^|, )(-[\w-]+)", head)]


def test_options_used_most_fit_an_h19_above_the_prompt(program: str, shown: Shown) -> None:
    """The text may have 23 text lines, since the shell's prompt takes the 24th row."""
    assert len(shown["--help"].splitlines()) <= 23
    found = groups(shown["--help"])
    assert list(found)[2] == "most used"
    names = spelled(found["most used"])
    assert {word for line in found for word in spelled(found[line])} == set(names)
    assert len([line for line in found["most used"] if line.startswith("  -")]) <= 10
    assert FIRST[program] <= set(names)
    assert f"all options: {program} --help all " in shown["--help"]


def test_every_option_stands_once_among_all(program: str, shown: Shown) -> None:
    names = [name for option in options_of(DECLARED[program]).values() for name in option.spellings()]
    lines = [line for group in groups(shown["--help all"]).values() for line in group]
    assert sorted(spelled(lines)) == sorted([*names, "-h", "--help", "--man", "--version", "--print-completion"])


def test_choices_are_listed(program: str, shown: Shown) -> None:
    words = {word for option in options_of(DECLARED[program]).values() for word in option.words}
    assert words <= set(re.findall(r"[\w-]+", shown["--help all"]))


def test_it_fits_the_width_of_an_h19(program: str, shown: Shown) -> None:  # noqa: ARG001
    assert max(len(line) for text in shown.values() for line in text.splitlines()) < 80
    assert all(text.isascii() for text in shown.values())


def test_three_examples_of_use(program: str, shown: Shown) -> None:
    commands = [line.strip() for line in groups(shown["--help all"])["examples"] if line.startswith("    ")]
    assert len(commands) == 3
    assert all(command.startswith(f"{program} ") for command in commands)
    assert f"an example:  {commands[0]}\n" in shown["--help"]
