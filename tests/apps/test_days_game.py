"""The game of the day in each kind of session: the same decisions lead to the same dice, figures and text to share.

The page in the browser is tested in `tests/apps/web/test_whole_game.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from h89yahtzee.game.record import Record
from tests.apps.days_game import DATE, SEED, figures, last_words, play_day
from tests.apps.games import Games
from tests.apps.host import hosts
from tests.apps.persons import NAME, TURNS, AtTerminal, ByLines, Terminal, check
from tests.apps.test_every_door import journal
from tests.apps.yahtzee.drop_files import door32

pytestmark = pytest.mark.slow
Golden = Callable[[str, str], None]


def check_end(check_golden: Golden, record: Record, shown: str, received: bytes | bytearray) -> None:
    check(record, SEED)
    check_golden("day-everywhere.txt", figures(shown))
    assert last_words(received) == figures(shown).split("\n")[1]


def test_through_a_pipe(games: Games, check_golden: Golden) -> None:
    answers = "".join(f"p 2\ns {row}\n" for row in range(1, TURNS + 1))
    output = games.by_lines(NAME, "--daily", DATE, answers=f"{answers}n\n").output
    check_end(check_golden, journal(games), output, output.encode("ascii"))


Visit = Callable[[Games, Path], Terminal]
DOORS: dict[str, tuple[type[AtTerminal], Visit]] = {
    "login on an H19": (AtTerminal, lambda games, _: games.on_h19(NAME, "--daily", DATE)),
    "board, lines": (ByLines, lambda games, at: games.in_window("--door", door32(at, NAME, 0), "--daily", DATE)),
}


@pytest.mark.parametrize("door", DOORS)
def test_at_this_machine(games: Games, tmp_path: Path, door: str, check_golden: Golden) -> None:
    kind, visit = DOORS[door]
    person = kind(visit(games, tmp_path))
    play_day(person)
    shown = person.terminal.received.decode("ascii", "replace") if kind is ByLines else person.terminal.text()
    if kind is AtTerminal:
        person.type("x")
    person.waits_for("Play again")
    person.type("n")
    person.terminal.wait_for_end()
    check_end(check_golden, journal(games), shown, person.terminal.received)


@pytest.fixture
def host(games: Games, monkeypatch: pytest.MonkeyPatch) -> Iterator[hosts.Hosts]:
    """A host at which the date is always `DATE`."""
    *python, program = hosts.HOST
    that_day = "from h89yahtzee.apps.host import host; from h89yahtzee.game.day import parse_day; "
    monkeypatch.setattr(hosts, "HOST", (*python, f"{that_day}host.today = lambda: parse_day('{DATE}'); {program}"))
    with closing(hosts.Hosts(games)) as host:
        yield host


def test_by_telnet(host: hosts.Hosts, check_golden: Golden) -> None:
    """The game of the day is played at table 0 of a host."""
    caller = host.call(hosts.vt100())
    caller.introduce(NAME)
    person = AtTerminal(caller)
    person.waits_for("RETURN sits down there")
    person.type("\r")
    play_day(person)
    shown = caller.text()
    person.type("x")
    person.waits_for("Play again")
    person.type("n")
    person.waits_for("RETURN sits down there")
    person.type("r")
    person.waits_for(f"1.{figures(shown).split()[1]:>6}   {NAME}")
    person.type("x")
    person.type("q")
    person.waits_for(f"Goodbye, {NAME}.")
    caller.wait_for_end()
    (record,) = host.records()
    check_end(check_golden, record, shown, caller.received)


def test_a_second_game_at_a_host_is_practice(host: hosts.Hosts) -> None:
    """The second game of a day is marked as practice, and the list of the day has only the first one."""
    caller = host.call_by_lines()
    caller.introduce(NAME)
    person = ByLines(caller)
    person.waits_for("Table, or ?")
    person.type("0")
    play_day(person)
    person.waits_for("Play again")
    person.type("y")
    for row in range(TURNS):
        person.waits_for("re-roll?")
        person.type(f"s {row + 1}")
        if person.waits_for(f"{NAME} scores", "(y/n)") == "(y/n)":
            person.type("y")
            person.waits_for(f"{NAME} scores")
    first, second = (record.totals for record in host.records())
    assert first is not None
    assert second is not None
    person.waits_for(f"Practice: the game that counts made {first[0]}.")
    person.waits_for(f"I made {second[0]} (practice), par ")
    person.waits_for("more.")
    person.type("n")
    person.waits_for("Table, or ?")
    person.type("r")
    person.waits_for("Only the first game")
    assert re.findall(r" [0-9]+\. +([0-9]+)   (\w+)", person.told()) == [(str(first[0]), NAME)]
