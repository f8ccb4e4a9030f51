"""The options in the man pages, which a script writes from the declarations of the options."""

from pathlib import Path

import pytest

from scripts.manual_options import DOCS, OTHER_PAGES, PAGES, written
from scripts.mdoc import body, filled, placeholder
from tests.naming import each


@pytest.mark.parametrize("page", PAGES)
def test_the_man_page_has_the_options_as_they_are_declared(page: str) -> None:
    assert written(page) == (DOCS / page).read_text("utf-8"), "python -m scripts.manual_options writes it"


@each("page", OTHER_PAGES)
def test_other_pages_have_the_keys_and_the_rules_as_they_are_declared(page: Path) -> None:
    assert OTHER_PAGES[page]() == page.read_text("utf-8"), "python -m scripts.manual_options writes it"


@each(
    ("text", "lines"),
    [
        ("Plain words.", ["Plain words."]),
        ("One sentence. Another, from -3 - 1.", ["One sentence.", "Another, from \\-3 \\- 1."]),
        ("See `--line`, `-d` and {SAVED GAMES}.", ["See", ".Fl -line ,", ".Fl d", "and", ".Sx SAVED GAMES ."]),
        ("<file> in `/tmp/x`", [".Ar file", "in", ".Pa /tmp/x"]),
        ("`termios(3)`: `TERM` or `ask`;", [".Xr termios 3 :", ".Ev TERM", "or", ".Cm ask ;"]),
        ("`socket://`<host>`:`<port>", [".Cm socket:// Ns Ar host Ns Cm \\&: Ns Ar port"]),
        ("word " * 20, [" ".join(["word"] * 16), " ".join(["word"] * 4)]),
    ],
)
def test_marks_in_a_text(text: str, lines: list[str]) -> None:
    assert [*filled(text)] == lines


def test_lists_and_paragraphs() -> None:
    text = "One of:\n* `a`: first\n  of all\n* `bcd`: second\nNot others.\n\nThe end."
    assert [*body(text)] == [
        *("One of:", ".Bl -tag -width bcd -compact", ".It Cm a", "first of all", ".It Cm bcd", "second", ".El"),
        *("Not others.", ".Pp", "The end."),
    ]


@each(
    ("value", "macros"),
    [
        ("N", "Ar n"),
        ("[WHEN]", "Op Ar when"),
        ("on|off", "Cm on|off"),
        ("[HOST:]PORT", "Oo Ar host Ns Cm \\&: Oc Ns Ar port"),
        ("S401=XX,S402=XX", "Cm S401= Ns Ar xx Ns Cm ,S402= Ns Ar xx"),
    ],
)
def test_names_of_values(value: str, macros: str) -> None:
    assert placeholder(value) == macros
