"""Pictures of all programs for the documents, made from their output in real runs with fixed seeds.

    .venv/bin/python -m scripts.picture

writes the pictures, and prints the board in a window and on a VT52, which the documents have as text. The game on
the board is that of `yahtzee -r42 me =reagan =king`, in which `me` has played like the greedy player up to the
seventh turn, then selected two dice and gone two rows down. The picture docs/h19.svg isn't made here, but by the
program `h19`.
"""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.standings_report import Report, table
from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.h19 import output_files as snapshot
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal
from h89yahtzee.apps.solve.positions import position_lines
from h89yahtzee.apps.solve.solve import parse_solve_options
from h89yahtzee.arena.tournament.runner import Conditions, processes, run
from h89yahtzee.arena.tournament.standings import standings
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89, OFFICIAL, RuleSet
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.host.lobby import Lobby, Supplies
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.register import People
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.store.guest_book import GuestBook
from h89yahtzee.table.choices import ANYBODY, Choices
from h89yahtzee.table.match import GameSeries, Match
from h89yahtzee.table.preferences import Preferences, TableOptions, preferences_for
from h89yahtzee.table.seat import Seat, Services
from h89yahtzee.table.table import Table
from h89yahtzee.transport.pacing import PacedTransport
from tests.transport.memory import memory_pair

FOLDER = Path(__file__).resolve().parent.parent / "docs"

_SEED = 42
_TURN = 6
_PLAYERS = (Player("me"), Player("reagan", "classic"), Player("king", "classic"))
_WINDOW = Display(keyboard=Keyboard.PC)
_CALLERS = ("ann", "bob", "carl", "dora", "eve")
_ANSWERS = ("213", "p 2 3 5", "sixes")
SOLVE = 'yahtzee-solve --position "rules official sixes=18 yahtzee=50 bonus=100 dice 66652 rolls 2"'
ARENA = "yahtzee-arena --seed 7 --games 40 classic greedy hasty random"


def in_window() -> Grid:
    """Return the screen with the board of that game, as in the window of a terminal emulator."""
    return _viewer().screen(_WINDOW)


def screen(term: str) -> Grid:
    """Return the board of that game as it is sent to the terminal `term`; an emulated H19 executes the bytes."""
    here, there = memory_pair()
    paced = PacedTransport(here, math.inf, lambda: 0.0, own_flow_control=False)
    session = ScreenSession(_viewer(), paced, ScreenTerminal(find_terminal(term)), lambda: 0.0)
    session.open()
    session.show()
    h19 = Terminal()
    h19.feed(there.receive())
    return h19.grid()


def _viewer(rules: RuleSet = H89, keys: Iterable[KeyPress] = (Key.F1, Key.F2, Key.DOWN, Key.DOWN)) -> SeatScreen:
    match = Match(Setup(_PLAYERS, _SEED, rules))
    _play(match)
    viewer = SeatScreen(
        Seat(Table(match, preferences_for(rules), 0.0), 0.0, services=Services(analyst_of=coach_of)), 0.0
    )
    for key in keys:
        viewer.press(key, 0.0)
    return viewer


def _play(series: GameSeries) -> None:
    """Play until the first player begins the turn `_TURN`; the greedy player decides for people."""
    greedy = Greedy()
    while (series.state.turn, series.state.seat) != (_TURN, 0):
        series.act((greedy.decide(series.state) if series.is_human else series.decide()).action)


def _coach() -> Grid:
    return _viewer(OFFICIAL, "a").screen(_WINDOW)


def _lobby() -> Grid:
    """Return the lobby as ann sees it, with three tables: one that is always there, one at which people play, and
    one at which they wait."""
    draw, anybody = Random(_SEED).randrange, Player(ANYBODY)
    with TemporaryDirectory() as folder, closing(GuestBook(Path(folder, "host"))) as book:
        yatzy = Choices((anybody, anybody), "yatzy", is_hosted=True)
        lobby = Lobby(People(book, draw), book, Supplies(draw), [yatzy])
        ann, bob, carl, dora, eve = (lobby.arrive(lobby.people.add(name), True, 0.0) for name in _CALLERS)
        official = lobby.open_table(bob, Choices((anybody, anybody, _PLAYERS[2]), "official", is_hosted=True), 0.0)
        lobby.sit(carl, official, 0.0)
        assert official.table is not None
        _play(official.table.series)
        lobby.watch(eve, official, 0.0)
        lobby.open_table(dora, Choices((anybody, anybody, anybody), is_hosted=True, turn_time=60), 0.0)
        lobby.say(dora, "two seats at table 3, as in 1.1", 0.0)
        lobby.say(ann, "coming", 0.0)
        room = RoomScreen(LobbyRoom(lobby, ann))
        for key in (Key.DOWN, Key.DOWN):
            room.press(key, 0.0)
        return room.screen(_WINDOW)


def by_lines() -> Iterator[str]:
    """Yield the first text lines of a game in text mode: the output, with the typed answers after the prompts."""
    viewer = SeatLines(
        Seat(Table(Match(Setup(_PLAYERS[:2], _SEED)), TableOptions(think_time=0.0), 0.0), 0.0, Preferences())
    )
    yield "$ yahtzee --plain -r42 me =reagan"
    yield from viewer.start()
    yield from _played_on(viewer)
    for answer in _ANSWERS:
        yield viewer.prompt + answer
        yield from viewer.answer(answer, 0.0)
        yield from _played_on(viewer)
    yield viewer.prompt


def _played_on(viewer: SeatLines) -> Iterator[str]:
    """Let the computer players play until a person is asked, and yield the text lines about it."""
    yield from viewer.tell()
    while viewer.seat.table.deadline is not None:
        viewer.seat.table.advance(0.0)
        yield from viewer.tell()


def _solved() -> Iterator[str]:
    options = parse_solve_options(shlex.split(SOLVE)[1:])
    yield f"$ {SOLVE}"
    yield from position_lines(options.position or "", options)


def _tournament() -> Iterator[str]:
    plan = parse_arena_options(shlex.split(ARENA)[1:]).plan
    assert plan is not None
    tournament = Tournament(plan.pairing)
    with processes(1) as workers:
        run(tournament, workers, Conditions(plan), lambda _: None)
    yield f"$ {ARENA}"
    yield from table(Report(plan, standings(tournament)))


def _printed(lines: Iterable[str]) -> Grid:
    """Return a screen that shows these text lines, as wide as the longest line."""
    texts = list(lines)
    width = max(map(len, texts))
    return Grid(tuple(tuple(map(Cell, text.ljust(width))) for text in texts))


PICTURES: dict[str, tuple[str, Callable[[], Grid]]] = {
    "screen": ("H89 YAHTZEE on an emulated H19", in_window),
    "coach": ("The coach of yahtzee", _coach),
    "lines": ("yahtzee --plain", lambda: _printed(by_lines())),
    "lobby": ("The lobby of yahtzee-host", _lobby),
    "solve": ("yahtzee-solve --position", lambda: _printed(_solved())),
    "arena": ("yahtzee-arena", lambda: _printed(_tournament())),
}
"""The title and the screen of each picture, by the name of its file without .svg."""


def svg(name: str) -> str:
    title, grid = PICTURES[name]
    return snapshot.svg(grid(), title=title)


if __name__ == "__main__":
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(svg(name), "utf-8")
    sys.stdout.write(f"{snapshot.text(in_window())}\n\n{snapshot.text(screen('vt52'))}\n")
