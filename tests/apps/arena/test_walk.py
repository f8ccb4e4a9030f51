"""The walk of h89yahtzee-bot(7) from nothing to a bot above `greedy`, word for word."""

import re
import shlex

import pytest

from tests.apps.arena.arenas import ROOT, Arena

PAGE = (ROOT / "docs" / "h89yahtzee-bot.7").read_text("ascii").replace("\\(dq", '"')
WALK = PAGE.partition("\n.Sh A BOT IN TEN MINUTES\n")[2].partition("\n.Sh ")[0]
LITERAL = re.compile(r"^\.Bd -literal -offset indent\n(.*?)^\.Ed|^\.D[l1] ([^\n]*)$", re.MULTILINE | re.DOTALL)
BELOW = "LAST_STAGE = 2\n"


@pytest.mark.slow
def test_an_author_who_does_what_the_page_says_beats_greedy(arena: Arena) -> None:
    """Lines of code are edits, lines that begin with the program's name are commands; others are what these say."""
    mine, printed, commands = arena.home / "mine.py", "", 0
    for shown in (match[1] or match[2] for match in LITERAL.finditer(WALK)):
        for line in shown.splitlines() if shown.startswith("yahtzee-arena ") else []:
            finished, commands = arena.run(*shlex.split(line)[1:]), commands + 1
            assert finished.returncode == 0, finished.stderr
            printed = finished.stdout
        if shown.startswith('"""'):
            mine.write_text(shown, "ascii")
        elif shown.startswith("WORTH"):
            assert BELOW in mine.read_text("ascii")
            mine.write_text(mine.read_text("ascii").replace(BELOW, BELOW + shown), "ascii")
        elif shown.startswith(" "):
            lines = mine.read_text("ascii").splitlines(keepends=True)
            mine.write_text("".join([*lines[:-1], shown]), "ascii")
        elif shown.startswith("mine"):
            assert shown in printed
    assert commands == 8
