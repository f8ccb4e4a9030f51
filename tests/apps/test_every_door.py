"""The same game in every way to play: on screens, in text mode, for a BBS's caller and at a host; see `persons.py`.

Then a turn in windows of several heights, in each of which the whole table must be visible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from h89yahtzee.game.record import Record
from h89yahtzee.store.history import History
from tests.apps import screens
from tests.apps.by_hand import SCORES, Dice, deal, reroll
from tests.apps.games import YAHTZEE, Games, OnPty
from tests.apps.h19_windows import h19
from tests.apps.host import hosts
from tests.apps.persons import (
    LEAVES_IN,
    NAME,
    SEED,
    TURNS,
    AtTerminal,
    ByLines,
    Person,
    Terminal,
    check,
    through_both_visits,
    total_by_hand,
)
from tests.apps.screens import BLACK, Window
from tests.apps.yahtzee.drop_files import door32
from tests.apps.yahtzee.test_at_a_host import introduce
from tests.parameters import few_fast


def journal(games: Games) -> Record:
    """Return the only game in the user's journal."""
    with closing(History(games.home / "DATA" / "h89yahtzee" / "journal.sqlite3")) as history:
        (game,) = history.games()
        return history.record(game)


Visit = Callable[[Games, list[str]], Terminal]

DOORS: dict[str, tuple[type[AtTerminal], Visit]] = {
    "window": (AtTerminal, lambda games, words: games.in_window(*words)),
    "lines of text": (ByLines, lambda games, words: games.on_h19("--plain", *words)),
    "window of 24 rows": (AtTerminal, lambda games, words: games.in_window(*words, rows=24)),
    "login on an H19": (AtTerminal, lambda games, words: games.on_h19(*words)),
    "serial line": (AtTerminal, lambda games, words: games.on_serial_line(*words)),
}
"""The ways to play at this machine: what kind of person plays, and a function that starts a game with words of the
command line."""


@pytest.mark.parametrize("door", few_fast(2, DOORS))
def test_at_this_machine(games: Games, door: str) -> None:
    kind, visit = DOORS[door]
    first = kind(visit(games, [f"-r{SEED}", NAME]))

    def again() -> AtTerminal:
        first.terminal.wait_for_end()  # until then no other program can continue its game
        return kind(visit(games, ["--continue"]))

    through_both_visits(first, again)
    check(journal(games))


@pytest.mark.slow
@pytest.mark.parametrize("ansi", [1, 0])
def test_for_the_caller_of_a_board(games: Games, tmp_path: Path, ansi: int) -> None:
    """A caller who comes again is asked whether to resume the unfinished game."""
    path, kind = door32(tmp_path, NAME, ansi), AtTerminal if ansi else ByLines
    first = kind(games.in_window("--door", path, f"-r{SEED}"))

    def again() -> AtTerminal:
        first.terminal.wait_for_end()
        caller = kind(games.in_window("--door", path))
        caller.waits_for("Resume this game?")
        caller.type("y")
        return caller

    through_both_visits(first, again)
    check(journal(games))
    assert ansi or b"\x1b" not in first.terminal.received


def test_through_a_pipe(games: Games) -> None:
    """In a pipe all answers are there from the beginning."""
    rows = [f"p 2\ns {row}\n" for row in range(1, TURNS + 1)]
    first = games.by_lines(f"-r{SEED}", NAME, answers="?\n=\nq\na\n" + "".join(rows[:LEAVES_IN]) + "q\ny\n")
    for told in ("Choose an open row", "Setting, or ?", "Best: ", "--continue` resumes it."):
        assert told in first.output
    again = games.by_lines("--continue", answers="".join(rows[LEAVES_IN:]) + "v\nn\n")
    assert f"{NAME}: {total_by_hand()}, games played: 1" in again.output
    assert (first.status, again.status) == (0, 0)
    check(journal(games))


@pytest.fixture
def host(games: Games, monkeypatch: pytest.MonkeyPatch) -> Iterator[hosts.Hosts]:
    """A host whose random numbers are replaced so that its games have the seed `SEED`; callers can't choose one."""
    *python, program = hosts.HOST
    draws = f"import secrets; secrets.randbelow = lambda n: {SEED} % n; "
    monkeypatch.setattr(hosts, "HOST", (*python, draws + program))
    with closing(hosts.Hosts(games)) as host:
        yield host


def play_at_host(host: hosts.Hosts, person: Person, asked: str, sits_down: str) -> None:
    """Play the whole game. The person leaves the table once. In the lobby, once the text `asked` is there, the
    person types `sits_down` to return to the table."""

    def sit_down_again() -> Person:
        person.waits_for(asked)
        person.type(sits_down)
        return person

    through_both_visits(person, sit_down_again)
    (record,) = host.records()
    check(record)


def arrive(games: Games, host: hosts.Hosts, way: str) -> Terminal:
    """Come to the lobby of a host: by telnet or, if `way` is "joined", by `yahtzee --join` in a login session."""
    if way == "joined":
        login = games.on_h19("--join", str(host.port))
        introduce(login, NAME)
        return login
    caller = host.call(hosts.vt100() if way == "vt100" else hosts.h19())
    caller.introduce(NAME)
    return caller


def open_table_for_one(person: Person) -> None:
    for typed, shown in (("n", "WHO PLAYS"), ("j", "anybody"), ("x", "? HELP"), ("\r", "2 rolls left")):
        person.type(typed)
        person.waits_for(shown)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["vt100", "h19", "joined"])
def test_at_a_host(games: Games, host: hosts.Hosts, way: str) -> None:
    """The table has one seat. The person leaves it for the lobby once, and sits down again."""
    person = AtTerminal(arrive(games, host, way))
    open_table_for_one(person)
    play_at_host(host, person, "RETURN sits down there", "\r")


@pytest.mark.slow
def test_at_a_host_by_lines(host: hosts.Hosts) -> None:
    caller = host.call_by_lines()
    caller.introduce(NAME)
    person = ByLines(caller)
    person.waits_for("Table, or ?")
    for typed in ("n", "1", "0", "", ""):
        person.type(typed)
        person.waits_for("]: ", "re-roll?")
    play_at_host(host, person, "Table, or ?", "1")


def in_window(games: Games, _: pytest.FixtureRequest, height: int) -> OnPty[Window]:
    return games.in_window(f"-r{SEED}", NAME, rows=height)


def in_h19(games: Games, _: pytest.FixtureRequest, height: int) -> OnPty[Window]:
    return h19(games, "--", *YAHTZEE, f"-r{SEED}", NAME, rows=height)


def joined(games: Games, request: pytest.FixtureRequest, height: int) -> OnPty[Window]:
    host = request.getfixturevalue("host")
    window = games.in_window("--join", str(host.port), rows=height)
    introduce(window, NAME)
    open_table_for_one(AtTerminal(window))
    return window


TUBE = 25
PC_KEYS = ("F9/r ROLL", "d DONE", "o OOPS")


def read(rows: list[str]) -> tuple[Dice, int | None]:
    """Return the dice on the screen and the score in the first row of the card, found by the texts beside them."""
    lowest = next((row for row, text in enumerate(rows) if text.rstrip().endswith("? HELP")), -1)
    aces = next((row for row, text in enumerate(rows) if text.split()[:1] == ["ACES"]), -1)
    return screens.dice(rows, lowest), screens.number(rows, aces, 0, 1)


@pytest.mark.parametrize(
    ("door", "height"),
    few_fast(1, ((door, height) for height in (24, 25, 30) for door in (in_window, in_h19, joined))),
)
def test_all_of_a_turn_is_seen_in_a_window_of_any_height(
    games: Games, request: pytest.FixtureRequest, door: Callable[..., OnPty[Window]], height: int
) -> None:
    """All of the turn stays visible when the height changes. The captions name a PC's keys, in `h19` too."""
    window = door(games, request, height)

    def shows(height: int, left: str, dice: Dice) -> None:
        """Wait until the table is shown, with these dice and, in the first row, the points they would score."""

        def is_painted() -> bool:
            rows = window.screen.rows()
            return "H89 YAHTZEE" in rows[0] and "? HELP" in rows[min(height, TUBE) - 1]

        window.wait_for(f"{NAME}'s move: {left}.")
        window.wait_until(is_painted, f"{height} rows")
        expected = dice, SCORES[0](dice)
        window.wait_for_value(lambda: read(window.screen.rows()), expected)
        window.wait_for_value(lambda: all(key in window.text() for key in PC_KEYS), True)
        window.wait_for_value(window.screen.backgrounds, {BLACK})

    first = deal(SEED, 0, 0, 0)
    shows(height, "2 rolls left", first)
    window.send(b"2r")
    second = reroll(first, (1,), deal(SEED, 0, 0, 1))
    for rows in (height, 25, 24, 30, 24):
        window.screen.resize(80, rows)
        window.resize(80, rows)
        shows(rows, "1 roll left", second)
