"""A whole game by keys on each terminal in termcaps/, and the whole program on some terminals.

The H19 is the model for the others: its screens are compared with the description of the original program's. The
other terminals must show the same, a row higher where there is no 25th line, with brackets for reverse video where
that has a meaning, and in the characters that the terminal has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from h89yahtzee.apps.described_terminals import described_terminal, find_terminal
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import OLDSTYLE
from h89yahtzee.transport.pacing import PacedTransport
from tests.apps import screens
from tests.apps.games import Games, found_modes
from tests.goldens import GOLDENS
from tests.naming import each
from tests.parameters import few_fast
from tests.screen.painter.emulators import EMULATORS, Emulator
from tests.table.tables import viewer_of
from tests.transport.memory import memory_pair

NAMES = ("me", "reagan", "king")
SEED = 42
TURNS = 13
MOMENT = (6, 1)
"""The turn and the seat at which the golden file has its first screen, with two dice marked."""

CARD_ROWS = 19
BESIDE_DICE = slice(45, 80)


class Game:
    """A game over a line, and the terminal at its other end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.emulator = EMULATORS[name]
        self.screen = self.emulator.screen()
        match = Match(Setup(tuple(map(Player, NAMES)), SEED))
        here, self._there = memory_pair()
        paced = PacedTransport(here, math.inf, lambda: 0.0, own_flow_control=False)
        caps = find_terminal(name)
        self._session = ScreenSession(
            viewer_of(match, preferences=OLDSTYLE), paced, ScreenTerminal(caps), lambda: 0.0
        )
        self._session.open()
        self.press("")

    def press(self, keys: str) -> None:
        self._there.send(keys.encode())
        self._session.take_input()
        self._session.show()
        self.screen.feed(self._there.receive())

    def rows(self) -> list[str]:
        return self.screen.rows()[: self.emulator.rows]

    def planes(self) -> list[str]:
        """Return the rows of characters, then the rows that show which of them are in reverse video, each between
        bars."""
        both = (self.rows(), self.screen.reverse()[: self.emulator.rows])
        return [f"|{row}|" for rows in both for row in rows]

    def dice(self) -> tuple[int, ...]:
        pip, rows = self.emulator.seen("●"), self.rows()[-3:]
        return tuple(sum(row[column : column + 5].count(pip) for row in rows) for column in screens.DICE_COLUMNS)


def turns() -> Iterator[tuple[int, int, str, str]]:
    """Yield turn, seat, the keys up to the marks after the second roll, and the remaining keys of the turn."""
    for turn in range(TURNS):
        for seat in range(len(NAMES)):
            first, second = 1 + (turn + seat) % 5, 1 + (turn + seat + 2) % 5
            yield turn, seat, f"{first}{second}r{second}{first}" + "j" * (turn % 3), f"r{first}rkd"


Seen = tuple[list[str], tuple[int, ...], list[str]]


def seen(game: Game) -> Seen:
    """Return the card, the dice, and the text beside the dice."""
    return game.rows()[:CARD_ROWS], game.dice(), [row[BESIDE_DICE] for row in game.rows()[-3:-1]]


@cache
def played(name: str) -> tuple[list[Seen], str]:
    """Return what was seen in the middle and at the end of each turn, and the text for the golden file."""
    game, shown, golden = Game(name), [], []
    for turn, seat, keys, rest in turns():
        game.press(keys)
        shown.append(seen(game))
        if (turn, seat) == MOMENT:
            golden += game.planes()
        game.press(rest)
        shown.append(seen(game))
    return shown, "\n".join([*golden, "", *game.planes(), ""])


def without_brackets(row: str) -> str:
    return row.replace("[", " ").replace("]", " ")


@pytest.mark.parametrize(
    "name",
    few_fast(2, ["h19", "adm3a", *sorted(EMULATORS.keys() - {"h19", "adm3a"})]),
)
def test_every_turn_and_the_end_look_as_on_an_h19(name: str, check_golden: Callable[[str, str], None]) -> None:
    """The golden file has the moment with marked dice and the end of the game; a person has looked at both."""
    emulator = EMULATORS[name]
    for (card, dice, beside), (h19_card, h19_dice, h19_beside) in zip(
        played(name)[0], played("h19")[0], strict=True
    ):
        check_alike(emulator, card, h19_card)
        assert (dice, beside) == (h19_dice, h19_beside)
    last_card, last_dice, last_beside = played(name)[0][-1]
    assert last_dice == (0,) * 5
    assert "WINS! Play again?" in last_beside[1]
    assert all("?" not in row for row in last_card)
    check_golden(f"terminals/{name}.txt", played(name)[1])


def check_alike(emulator: Emulator, card: Sequence[str], h19_card: Sequence[str]) -> None:
    plain = card if emulator.reverse else [*map(without_brackets, card)]
    # A bracket may take the place of a dot between label and score, but of nothing else.
    assert [*map(_without_leaders, plain)] == [_without_leaders(emulator.seen(row)) for row in h19_card]


def _without_leaders(row: str) -> str:
    return row.replace(".", " ")


def screens_in_golden(name: str) -> list[list[str]]:
    """Return the rows of characters of the two screens in a golden file, without those of reverse video."""
    planes = (GOLDENS / "terminals" / f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n\n")
    return [[row[1:-1] for row in plane.split("\n")[: EMULATORS[name].rows]] for plane in planes]


@each("name", EMULATORS)
def test_no_golden_is_older_than_that_of_the_h19(name: str) -> None:
    for rows, h19_rows in zip(screens_in_golden(name), screens_in_golden("h19"), strict=True):
        check_alike(EMULATORS[name], rows[:CARD_ROWS], h19_rows[:CARD_ROWS])
        assert [row[BESIDE_DICE] for row in rows[-3:-1]] == [row[BESIDE_DICE] for row in h19_rows[-3:-1]]


@each(
    ("name", "file"),
    [
        *((name, name) for name in EMULATORS),
        *((name, "h19") for name in ("heath", "z19", "h89", "h19-u", "h19k", "heathkit", "z19-bs")),
        *((name, "h19-ansi") for name in ("h19-a", "h19a", "heath-ansi", "heathkit-a", "h89-a")),
        *(("zenith29", "z29"), ("wy50", "wyse50"), ("vt100-am", "vt100"), ("vt220", "vt100")),
    ],
)
def test_names_in_use_are_known(name: str, file: str) -> None:
    assert find_terminal(name).names[0] == file


@each(
    "name", ["xterm", "xterm-256color", "linux", "screen", "screen-256color", "tmux-256color", "rxvt", "dumb", ""]
)
def test_terminals_of_today_have_no_description(name: str) -> None:
    assert described_terminal(name) is None


@pytest.mark.parametrize("term", few_fast(2, ["vt100", "adm3a", "vt52", "wy50", "zenith29", "ansi"]))
@pytest.mark.parametrize("is_asked_for", [True, False])
def test_term_is_believed_and_the_option_more(games: Games, term: str, is_asked_for: bool) -> None:
    """The terminal gets what its emulator understands, and neither a query nor UTF-8."""
    words = ["--term", term] if is_asked_for else []
    screen = EMULATORS[find_terminal(term).names[0]].screen()
    game = games.on_terminal(screen, "xterm-256color" if is_asked_for else term, "-r42", "me", *words)
    game.wait_for("me's move: 2 rolls left.", "OOPS", "? HELP")
    game.send(b"qy")
    assert game.exit_status() == 0
    assert game.tty_modes() == found_modes()
    assert game.received.isascii()
    assert [query for query in (b"\x1b[6n", b"\x1b[c", b"\x1bP", b"\x1b[?1049h") if query in game.received] == []


def test_an_h19_in_ansi_mode_logs_in(games: Games) -> None:
    game = games.on_h19("-r42", "me", term="h19-a", switches=1 << 5)
    game.wait_for("me's move: 2 rolls left.", "? HELP")
    game.send(b"\x1bOS\x1b[J")
    game.wait_for("1 roll left")
    game.send(b"qy")
    assert game.exit_status() == 0
    assert game.screen.terminal.modes.ansi
    assert game.screen.terminal.lines == 24
