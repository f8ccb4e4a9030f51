"""The declared commands: no key and no word is taken twice, and all that is said of them fits its place."""

from collections import Counter
from itertools import pairwise, product

import pytest

from h89yahtzee.frontends.lines import line_texts
from h89yahtzee.frontends.screen import layout
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.table.commands import (
    KEYS,
    WORDS,
    Command,
    caption,
    legend,
    offer,
)
from h89yahtzee.table.help_rows import help_rows, typed_rows
from h89yahtzee.table.preferences import Mark, Preferences
from h89yahtzee.table.texts import beside_each_other
from scripts.manual_options import documented
from tests.naming import each

BRACKETS = 2
"""The columns that a caption needs for brackets on a terminal without reverse video."""


@pytest.mark.parametrize("kind", ["keys", "oldstyle", "words"])
def test_nothing_stands_for_two_commands(kind: str) -> None:
    counted = Counter(each for command in Command for each in getattr(command.value, kind))
    assert [each for each, count in counted.items() if count > 1] == []


def test_every_command_can_be_asked_for_on_a_screen_and_by_lines() -> None:
    """Commands without a key show what the board or the settings page shows; in text mode dice, rows and messages
    are typed without a command."""
    assert set(Command) - set(KEYS.values()) == {Command.CARD, Command.WORDS, Command.CHANCES}
    by_lines = {*WORDS.values(), Command.TALK}
    assert {command.name for command in set(Command) - by_lines} == {
        *(f"DIE_{number}" for number in range(1, 6)),
        *("UP", "DOWN", "LEFT", "RIGHT", "NEXT"),
    }


@pytest.mark.parametrize(("keyboard", "oldstyle"), [*product(Keyboard, [False, True])])
def test_captions_fit_between_each_other(keyboard: Keyboard, oldstyle: bool) -> None:
    captions = [caption(command, keyboard, oldstyle) for command in (Command.ROLL, Command.DONE, Command.OOPS)]
    places = *layout.CAPTION_COLUMNS[keyboard], layout.HELP_CAPTION_COLUMN
    room = [right - left for left, right in pairwise(places)]
    assert [len(text) + BRACKETS <= columns for text, columns in zip(captions, room, strict=True)] == [True] * 3


def test_offers_and_the_legend_fit() -> None:
    offers = [offer(command) for command in (Command.REVIEW, Command.START_PAGE, Command.GAMES)]
    assert len(beside_each_other(offers)) <= layout.NOTICE_WIDTH
    assert len(offer(Command.HELP)) <= layout.WIDTH - layout.HELP_CAPTION_COLUMN
    assert len(legend()) <= layout.WIDTH


@each(("keyboard", "mark", "columns"), product(Keyboard, Mark, [False, True]))
def test_the_help_fits(keyboard: Keyboard, mark: Mark, columns: bool) -> None:
    has_mouse = keyboard is Keyboard.PC  # no other kind of keyboard comes with a mouse
    preferences = Preferences(mark=mark, take_back=True)
    rows = help_rows(keyboard, preferences, columns, may_talk=True, has_mouse=has_mouse)
    assert max(map(len, rows)) < layout.WIDTH
    assert max(map(len, typed_rows(columns, may_talk=True))) <= line_texts.WIDTH


def test_every_key_is_documented_once() -> None:
    keys = Counter(key for h19, others, _ in documented() for key in {*h19, *others})
    assert [key for key, count in keys.items() if count > 1] == []
    assert {"f1 to f5", "ERASE", "F9", "r", "SPACE", "CTRL-L", "?", "="} <= set(keys)
