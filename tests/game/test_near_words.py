"""Misspelt words and the words that they are taken for, worked out by hand."""

from h89yahtzee.game.near_words import did_you_mean, nearest_first, not_among, one_of
from tests.naming import each

COACH = ["off", "ask", "warn", "always"]
OPTIONS = ["--columns", "--coach", "--continue", "-r"]


@each(
    ("typed", "words", "meant"),
    [
        *(("wran", COACH, "warn"), ("alwasy", COACH, "always"), ("OFF", COACH, "off")),
        *(("colour", ["columns"], ""), ("bonus", ["ones", "sixes"], ""), ("sometimes", COACH, "")),
        *(("", COACH, ""), ("--colums", OPTIONS, "--columns"), ("--col", OPTIONS, "--columns")),
        *(("columns", OPTIONS, "--columns"), ("--lien", ["--listen", "--line"], "--line")),
        *(("--frobnicate", OPTIONS, ""), ("anything", [], "")),
    ],
)
def test_what_was_meant(typed: str, words: list[str], meant: str) -> None:
    assert did_you_mean(typed, words) == (f"; did you mean {meant!r}?" if meant else "")


def test_lists() -> None:
    assert (one_of(["a"]), one_of(["a", "b"]), one_of("abc")) == ("a", "a or b", "a, b or c")
    assert not_among("wran", COACH) == "off, ask, warn or always, not 'wran'; did you mean 'warn'?"
    assert nearest_first("warm", COACH) == ["warn", "always", "ask", "off"]
    assert nearest_first("?", ["b", "a"]) == ["b", "a"]
