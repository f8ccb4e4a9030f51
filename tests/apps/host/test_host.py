"""A host from its first call to its last: callers come, play, are cut off and come back."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import AtHost, Hosts, TelnetScreen, h19
from tests.apps.screens import H19Screen, Window


@pytest.fixture
def host(games: Games) -> Iterator[Hosts]:
    host = Hosts(games)
    yield host
    host.close()


def test_two_raw_callers_play_and_what_is_posted_is_in_the_journal(host: Hosts) -> None:
    """Bob presses DONE before it is his turn, which posts nothing, and then reads the help."""
    ann, bob = host.call(H19Screen()), host.call(H19Screen())
    ann.introduce("ann")
    ann.open_table()
    bob.introduce("bob")
    bob.sit()
    for caller in (ann, bob):
        caller.wait_for_turn("ann")
    bob.send(b"d?")
    bob.wait_for("13 turns each")
    bob.send(b" ")
    bob.wait_for("CTRL-L")
    bob.send(b"q")
    ann.post("ann")
    for caller in (ann, bob):
        caller.wait_for_turn("bob")
    [record] = host.records()
    assert [(turn.seat, turn.box is not None) for turn in record.turns] == [(0, True)]
    host.program.send_signal(signal.SIGTERM)
    for caller in (ann, bob):
        caller.wait_for("The host is being stopped. Games are saved and seats are kept.")
    assert host.program.wait(LIMIT) == 0
    assert host.logged() == [
        "telnet: ann came for the first time, h19",
        "telnet: bob came for the first time, h19",
        "telnet: ann: the host was stopped after 0 min",
        "telnet: bob: the host was stopped after 0 min",
    ]


def test_a_host_that_is_killed_finds_the_table_again_and_owners_their_seats_by_code(host: Hosts) -> None:
    ann, bob = host.call(h19()), host.call(h19())
    codes = {"ann": ann.introduce("ann"), "bob": bob.introduce("bob")}
    ann.open_table()
    bob.sit()
    for name, caller in {"ann": ann, "bob": bob}.items():
        caller.wait_for_turn(name)
        caller.post(name)
    ann.wait_for_turn("ann")
    [before] = host.records()
    host.kill()
    ann.wait_for_end()
    host.start()
    stranger = host.call(h19())
    stranger.come_back("ann", f"{int(codes['ann']) + 1:04}"[-4:])
    stranger.wait_for("That is not the code of ann.")
    ann, bob = host.call(h19()), host.call(h19())
    ann.come_back("Ann", codes["ann"])
    bob.come_back("bob", codes["bob"])
    for caller in (ann, bob):
        caller.wait_for_turn("ann")
    assert list(host.records()) == [before]
    ann.post("ann")
    bob.wait_for_turn("bob")
    [after] = host.records()
    assert after.turns[:2] == before.turns
    assert len(after.turns) == 3


def test_a_flood_is_cut_off_and_the_table_plays_on(host: Hosts) -> None:
    ann, mob = host.call(h19()), host.call(h19())
    ann.introduce("ann")
    ann.open_table()
    mob.introduce("mob")
    mob.sit()
    ann.wait_for_turn("ann")
    with suppress(AssertionError):
        mob.send(b"x" * 100_000)
    mob.wait_for_end()
    ann.post("ann")
    ann.wait_for("mob's move")
    assert "telnet: mob: a flood was cut off after 0 min" in host.logged()


@pytest.mark.slow
def test_a_caller_with_a_screen_reader(host: Hosts) -> None:
    caller = AtHost(host.connect(), TelnetScreen(Window(80, 24), "ACCESSIBLE"))
    caller.knock()
    caller.introduce("ann")
    caller.wait_for("This is the lobby, and here are: ann.")
    told = caller.received.decode("ascii", "replace")
    assert "Your terminal: lines of text for a screen reader." in told
    (new,) = re.findall(r"(\d+): New table", told)
    asked = [
        (new, "How many seats are for people"),
        ("1", "How many seats are for computers"),
        ("0", "Which rules"),
    ]
    for answer, shown in [*asked, ("", "How many seconds"), ("", "1 rolls, 2 scores"), ("12", "1 means yes")]:
        caller.send(f"{answer}\r".encode())
        caller.wait_until(lambda shown=shown: shown in caller.received.decode("ascii", "replace"), shown)  # type: ignore[misc]
    caller.send(b"1\r")
    caller.wait_until(lambda: caller.received.count(b"This is the lobby") == 2, "the lobby")


@pytest.mark.slow
def test_a_bulletin_has_the_scores_of_the_host(games: Games, tmp_path: Path) -> None:
    folder = tmp_path / "bulletins"
    folder.mkdir()
    host = Hosts(games, "--bulletin", str(folder))
    try:
        caller = host.call_by_lines()
        caller.introduce("ann")
        caller.wait_for("Table, or ?")
        for typed, shown in (
            ("n", "with yours"),
            ("1", "Computers"),
            ("0", "Rules"),
            ("", "Seconds"),
            ("", "re-roll?"),
        ):
            caller.send(f"{typed}\r".encode())
            caller.wait_for(shown)
        bulletin = folder / "h89yahtzee.asc"
        caller.wait_until(bulletin.exists, "the first bulletin")
        assert "No games are finished." in bulletin.read_text("ascii")
        for _ in range(13):
            caller.post("ann")
        caller.wait_until(lambda: " ann " in bulletin.read_text("ascii"), "the score")
        (record,) = host.records()
        assert f" 1. {record.totals[0]:5}  ann " in bulletin.read_text("ascii")  # type: ignore[index]
        assert (folder / "h89yahtzee.ans").stat().st_mode & 0o777 == 0o644
    finally:
        host.close()
